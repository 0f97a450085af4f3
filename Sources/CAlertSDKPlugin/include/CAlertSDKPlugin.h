// What a shared library with a renderer shows to a program before any Swift type is touched.
//
// All of this is compiled into whoever includes it, and must be: the tag says against what the library was built, not
// what it has met since.
#ifndef ALERTSDK_PLUGIN_H
#define ALERTSDK_PLUGIN_H

/// The version of the SDK.
#define ALERTSDK_VERSION "0.1.0"

/// Raised when a type that passes between program and library changes its layout, or AlertRenderer its requirements.
#define ALERTSDK_PLUGIN_ABI "1"

/// What must be the same in program and library: without it a stored property is read where another one lies.
#define ALERTSDK_BUILD_TAG "AlertSDK " ALERTSDK_VERSION ", ABI " ALERTSDK_PLUGIN_ABI ", " __VERSION__

/// What the one entry point of a library, `alertsdk_renderer_plugin`, returns.
struct __attribute__((swift_name("PluginEntry"))) alertsdk_plugin {
  /// Against what the library was built; stays valid as long as the library is loaded.
  const char *build_tag;
  /// Hands over a RendererPluginBox, retained; called only when the tags are the same.
  void *(*box)(void);
};

/// An entry with the tag of this build; `box` hands over the plugin, retained.
__attribute__((swift_name("PluginEntry.init(box:)")))
static inline struct alertsdk_plugin alertsdk_plugin_with_box(void *(*box)(void)) {
  return (struct alertsdk_plugin){.build_tag = ALERTSDK_BUILD_TAG, .box = box};
}

/// The tag of this build.
__attribute__((swift_name("buildTag()")))
static inline const char *alertsdk_build_tag(void) { return ALERTSDK_BUILD_TAG; }

/// The version of the SDK.
__attribute__((swift_name("sdkVersion()")))
static inline const char *alertsdk_version(void) { return ALERTSDK_VERSION; }

/// What an entry point returns that `dlsym` has found; here because Swift has no cast from a data to a function pointer.
__attribute__((swift_name("PluginEntry.init(calling:)")))
struct alertsdk_plugin alertsdk_plugin_calling(void *entry_point);

#endif
