#include "CAlertSDKPlugin.h"

struct alertsdk_plugin alertsdk_plugin_calling(void *entry_point) {
  return ((struct alertsdk_plugin (*)(void))entry_point)();
}
