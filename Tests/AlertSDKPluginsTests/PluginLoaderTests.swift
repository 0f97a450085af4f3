import AlertSDK
import CAlertSDKPlugin
import Testing

@testable import AlertSDKPlugins

/// What is no plugin, or not one for this program; that a good one works is proven by Examples/PluginHost, since program and plugin
/// must come from packages of their own.
@Suite struct PluginLoaderTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  private func reason(_ path: String) -> String {
    do throws(PluginFailure) {
      _ = try PluginLoader.load(path)
      return "loaded"
    } catch {
      #expect(error.path == path)
      return error.reason
    }
  }

  @Test func aMissingFileIsToldAsTheSystemTellsIt() {
    #expect(reason(folder.path + "/none.so") == "No such file or directory")
    #expect(reason("") == "No such file or directory")
    #expect(reason("/tmp/a\0b.so") == "a path cannot hold a null character")
  }

  /// A bare name would make the system search its own directories.
  @Test func aBareNameIsAFileHere() { #expect(reason("libc.so.6") == "No such file or directory") }

  @Test func whatIsNoSharedLibraryIsRefused() throws {
    #expect(reason(try folder.write("text.so", "no library\n".utf8)) == "it is no shared library (no ELF file)")
    #expect(reason(try folder.write("empty.so", [])) == "it is no shared library (no ELF file)")
    #expect(reason(folder.path) == "it is no file")
  }

  /// Its opening would wait for somebody to write into it.
  @Test func aFIFOIsRefusedAtOnce() { #expect(reason(folder.makeFIFO("fifo.so")) == "it is no file") }

  @Test func aLibraryWithoutTheEntryPointIsNoRenderer() throws {
    let path = try folder.library("other", "int other;")
    #expect(reason(path) == "it is no renderer: it has no function alertsdk_renderer_plugin")
  }

  @Test func aLibraryThatLacksASymbolIsRefusedWhenItIsLoaded() throws {
    let path = try folder.library("lacking", "int missing(void); int f(void) { return missing(); }")
    #expect(reason(path).contains("undefined symbol: missing"))
  }

  @Test func everyCutOffLibraryIsRefused() throws {
    _ = try folder.library("whole", "int other;")
    let bytes = try folder.read("whole.so")
    for part in 0..<8 {
      let cut = try folder.write("cut\(part).so", bytes.prefix(bytes.count * part / 8))
      #expect(reason(cut).hasPrefix("it is no"), "\(part)/8: \(reason(cut))")
    }
  }

  @Test func anotherTagIsRefusedBeforeAnythingElseIsCalled() throws {
    let path = try folder.library(
      "older",
      """
      #include <stdlib.h>
      #include "CAlertSDKPlugin.h"
      static void *box(void) { abort(); }
      struct alertsdk_plugin alertsdk_renderer_plugin(void) { return (struct alertsdk_plugin){"AlertSDK 0.0.1\\x1b[2J, ABI 0", box}; }
      """)
    #expect(
      reason(path).hasPrefix(
        "it was built for AlertSDK 0.0.1 [2J, ABI 0, and this program for AlertSDK \(String(cString: sdkVersion())), ABI "))
  }

  @Test func noTagIsATagOfItsOwn() throws {
    let path = try folder.library(
      "untagged",
      """
      #include "CAlertSDKPlugin.h"
      struct alertsdk_plugin alertsdk_renderer_plugin(void) { return (struct alertsdk_plugin){0, 0}; }
      """)
    #expect(reason(path).hasPrefix("it was built for no tag"))
  }

  /// With the tag that this program has: a C library made by the compiler that the toolchain's importer is.
  @Test func aLibraryThatHandsOverNothingIsRefused() throws {
    let tag = String(cString: buildTag())
    let path = try folder.library(
      "nothing",
      """
      #include "CAlertSDKPlugin.h"
      static void *box(void) { return 0; }
      struct alertsdk_plugin alertsdk_renderer_plugin(void) { return (struct alertsdk_plugin){"\(tag)", box}; }
      """)
    #expect(reason(path) == "it hands over no renderer")
  }

  @Test func aFileThatOthersMayChangeIsRefused() throws {
    #expect(reason(try folder.write("open.so", [], permissions: 0o666)).contains("chmod go-w"))
  }

  @Test func aFileInADirectoryThatIsOpenToAllIsRefused() throws {
    _ = folder.makeDirectory("open", permissions: 0o777)
    #expect(reason(try folder.write("open/a.so", [])).contains("its directory is open to all"))
  }

  @Test func theReasonHasNoControlCharacters() {
    let failure = PluginFailure("/tmp/\u{1B}[2J.so", "none")
    #expect(!failure.description.unicodeScalars.contains { $0.properties.generalCategory == .control })
  }

  // MARK: Directories

  @Test func thePathComesFirstAndThenThePersonsData() {
    let directories = PluginLoader.directories(environment:)
    #expect(directories(["ALERTSDK_PLUGIN_PATH": "/a::/b", "XDG_DATA_HOME": "/d", "HOME": "/h"]) == ["/a", "/b", "/d/alertsdk/renderers"])
    #expect(directories(["HOME": "/h"]) == ["/h/.local/share/alertsdk/renderers"])
    #expect(directories(["HOME": "/h", "XDG_DATA_HOME": ""]) == ["/h/.local/share/alertsdk/renderers"])
    #expect(directories([:]) == [])
    #expect(directories(["HOME": ""]) == [])
  }

  @Test func relativePathsAreLeftOut() {
    let directories = PluginLoader.directories(environment:)
    #expect(
      directories(["ALERTSDK_PLUGIN_PATH": "plugins:./b", "XDG_DATA_HOME": "data", "HOME": "/h"]) == ["/h/.local/share/alertsdk/renderers"])
  }

  @Test func aBadFileKeepsNobodyFromTheOthers() throws {
    try folder.write("b.so", "text".utf8)
    try folder.write("a.so", "text".utf8)
    try folder.write(".hidden.so", "text".utf8)
    try folder.write("readme.txt", "text".utf8)
    let loaded = try PluginLoader.loadAll(in: folder.path)
    #expect(loaded.plugins.isEmpty)
    #expect(loaded.failures.map(\.path) == ["\(folder.path)/a.so", "\(folder.path)/b.so"])
  }

  @Test func aDirectoryThatIsMissingIsAnErrorWhereItWasNamedAndNoneInASearch() {
    #expect(throws: PluginFailure.self) { try PluginLoader.loadAll(in: folder.path + "/none") }
    #expect(PluginLoader.loadAll(environment: ["HOME": folder.path]).failures.isEmpty)
  }

  @Test func aDirectoryIsSearchedOnceHoweverOftenItIsNamed() throws {
    try folder.write("a.so", "text".utf8)
    let plugins = folder.path
    try #require(Folder.run("ln", "-s", plugins, "\(plugins)/link") == 0)
    let loaded = PluginLoader.loadAll(environment: ["ALERTSDK_PLUGIN_PATH": ":\(plugins)::\(plugins)/:\(plugins)/link:\(plugins):"])
    #expect(loaded.failures.map(\.path) == ["\(plugins)/a.so"])
  }

  @Test func aDirectoryThatCannotBeSearchedIsTold() throws {
    let file = try folder.write("file", [])
    let loop = "\(folder.path)/loop"
    try #require(Folder.run("ln", "-s", "loop", loop) == 0)
    let loaded = PluginLoader.loadAll(environment: ["ALERTSDK_PLUGIN_PATH": "\(file):\(loop):\(file)/below"])
    #expect(loaded.failures.map(\.path) == [file, loop])
    #expect(loaded.failures.first?.reason == "Not a directory")
  }

  @Test(.timeLimit(.minutes(1))) func aThousandFilesAreEachToldAndNoneKeepsADescriptor() throws {
    for number in 0..<1_000 { try folder.write("\(number).so", "text".utf8) }
    let before = Folder.openDescriptors
    #expect(try PluginLoader.loadAll(in: folder.path).failures.count == 1_000)
    #expect(Folder.openDescriptors < before + 100, "other tests run at the same time")
  }

  @Test func theFirstOfTwoWithOneNameStays() {
    var loaded = LoadedPlugins()
    for path in ["/a/x.so", "/b/x.so"] {
      loaded.add(path) { () throws(PluginFailure) in RendererPlugin(name: "x", summary: path) { _ in throw RendererRegistry.Failure("") } }
    }
    #expect(loaded.plugins.map(\.summary) == ["/a/x.so"])
    #expect(loaded.failures == [PluginFailure("/b/x.so", #"its renderer "x" is that of "/a/x.so", which comes first"#)])
  }

  // MARK: The box

  @Test func aBoxOfThisCopyOpens() {
    let plugin = RendererPlugin(name: "boxed", summary: "") { _ in throw RendererRegistry.Failure("") }
    #expect(RendererPluginBox.open(RendererPluginBox.retained(plugin))?.name == "boxed")
  }

  @Test func anObjectOfAnotherClassDoesNotOpen() {
    #expect(RendererPluginBox.open(Unmanaged.passRetained(Folder.Stranger()).toOpaque()) == nil)
  }
}
