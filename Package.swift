// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "alert-sdk",
  platforms: [.macOS(.v15)],  // Synchronization.Mutex
  products: [
    .library(name: "AlertSDK", targets: ["AlertSDK"]),
    .library(name: "AlertTerminal", targets: ["AlertTerminal"]),
    .library(name: "RendererStdout", targets: ["RendererStdout", "CTerminalRestore"]),
    .library(name: "RendererLibnotify", targets: ["RendererLibnotify"]),
    .library(name: "RendererANSI", targets: ["RendererANSI", "CTerminalRestore"]),
    .library(name: "RendererProcess", targets: ["RendererProcess"]),
    .library(name: "AlertSDKTestKit", targets: ["AlertSDKTestKit"]),
    // For programs that load renderers from shared libraries, and for those renderers: one copy of everything, for both.
    .library(
      name: "AlertSDKDynamic", type: .dynamic,
      targets: [
        "AlertSDK", "AlertSDKPlugins", "AlertTerminal", "CAlertSDKPlugin", "CTerminalRestore", "RendererANSI", "RendererLibnotify",
        "RendererProcess", "RendererStdout",
      ]),
    .executable(name: "alert-sdk-demo", targets: ["alert-sdk-demo"]),
  ],
  traits: [
    .trait(name: "Libnotify", description: "Desktop popups through libnotify (Linux; needs libnotify-dev)"),
    .default(enabledTraits: ["Libnotify"]),
  ],
  targets: [
    .target(name: "AlertSDK"),
    .target(name: "AlertTerminal"),
    .target(name: "AlertJSON"),
    .target(name: "AlertWire", dependencies: ["AlertJSON", "AlertSDK"]),
    .target(name: "CTerminalRestore"),
    .target(name: "RendererStdout", dependencies: ["AlertJSON", "AlertSDK", "AlertTerminal", "AlertWire", "CTerminalRestore"]),
    .systemLibrary(name: "CLibnotify", pkgConfig: "libnotify", providers: [.apt(["libnotify-dev"])]),
    .target(
      name: "RendererLibnotify",
      dependencies: ["AlertSDK", .target(name: "CLibnotify", condition: .when(platforms: [.linux], traits: ["Libnotify"]))]),
    .target(name: "RendererANSI", dependencies: ["AlertSDK", "AlertTerminal", "CTerminalRestore"]),
    .target(name: "CAlertSDKPlugin"),
    .target(name: "AlertSDKPlugins", dependencies: ["AlertSDK", "CAlertSDKPlugin"]),
    .target(name: "CSpawn"),
    .target(name: "RendererProcess", dependencies: ["AlertJSON", "AlertSDK", "AlertTerminal", "AlertWire", "CSpawn"]),
    .target(name: "AlertSDKTestKit", dependencies: ["AlertSDK"]),
    .systemLibrary(name: "CLibrary"),
    .executableTarget(
      name: "alert-sdk-demo",
      dependencies: [
        "AlertJSON", "AlertSDK", "AlertSDKTestKit", "AlertTerminal", "RendererANSI", "RendererStdout", "RendererLibnotify",
        "RendererProcess", "CLibrary", "CTerminalRestore",
      ]),

    .testTarget(name: "AlertSDKTests", dependencies: ["AlertSDK", "AlertSDKTestKit"]),
    .testTarget(name: "AlertTerminalTests", dependencies: ["AlertTerminal"]),
    .testTarget(name: "AlertJSONTests", dependencies: ["AlertJSON"]),
    .testTarget(
      name: "RendererStdoutTests",
      dependencies: [
        "AlertJSON", "AlertSDK", "AlertTerminal", "AlertWire", "RendererStdout", "AlertSDKTestKit", "CTerminalRestore",
        "PseudoTerminal", "PromptProbe",
      ]),
    .executableTarget(
      name: "LibnotifyProbe",
      dependencies: [
        "AlertSDK", "AlertSDKTestKit", "RendererLibnotify",
        .target(name: "CLibnotify", condition: .when(platforms: [.linux], traits: ["Libnotify"])),
      ],
      path: "Tests/Support/LibnotifyProbe"),
    .testTarget(name: "RendererLibnotifyTests", dependencies: ["AlertSDK", "RendererLibnotify", "LibnotifyProbe", "alert-sdk-demo"]),
    .testTarget(name: "AlertSDKPluginsTests", dependencies: ["AlertSDK", "AlertSDKPlugins", "CAlertSDKPlugin"]),
    .testTarget(
      name: "RendererProcessTests",
      dependencies: [
        "AlertJSON", "AlertSDK", "AlertTerminal", "AlertWire", "RendererProcess", "AlertSDKTestKit", "PseudoTerminal", "alert-sdk-demo",
      ],
      exclude: ["Fixtures"]),
    .testTarget(name: "AlertSDKTestKitTests", dependencies: ["AlertSDK", "AlertSDKTestKit"]),
    .target(name: "PseudoTerminal", dependencies: ["AlertTerminal"], path: "Tests/Support/PseudoTerminal"),
    .executableTarget(
      name: "PromptProbe", dependencies: ["AlertSDK", "AlertTerminal", "CTerminalRestore", "RendererANSI", "RendererStdout"],
      path: "Tests/Support/PromptProbe"),
    .executableTarget(
      name: "ansi-test-program", dependencies: ["AlertSDK", "AlertTerminal", "CTerminalRestore", "RendererANSI"],
      path: "Tests/Support/ansi-test-program"),
    .testTarget(
      name: "RendererANSITests",
      dependencies: [
        "AlertSDK", "AlertSDKTestKit", "AlertTerminal", "CTerminalRestore", "PseudoTerminal", "RendererANSI",
        "ansi-test-program", "alert-sdk-demo",
      ]),
    .testTarget(
      name: "DemoTests", dependencies: ["alert-sdk-demo", "AlertJSON", "AlertSDK", "AlertTerminal", "AlertSDKTestKit", "PseudoTerminal"],
      exclude: ["Fixtures"]),
  ]
)

// One set of rules for every target (ARCHITECTURE.md, "Compiler settings"). NonisolatedNonsendingByDefault stays off: it makes
// the async requirements of `@MainActor` conformers nonisolated in every client.
for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
  ]
}

// Clients of the public API, the same files in every setting an app may have; warnings are errors there too. No rules of ours.
let upcoming: [SwiftSetting] = [
  "ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault", "NonisolatedNonsendingByDefault", "InferIsolatedConformances",
].map { .enableUpcomingFeature($0) }
for (language, mode) in [("Swift5", SwiftLanguageMode.v5), ("Swift6", .v6)] {
  for (name, settings) in [("", []), ("Upcoming", upcoming), ("MainActor", upcoming + [.defaultIsolation(MainActor.self)])] {
    package.targets.append(
      .testTarget(
        name: "API\(language)\(name)Tests", dependencies: ["AlertSDK", "AlertSDKTestKit"], path: "Tests/APITests/\(language)\(name)",
        swiftSettings: [.swiftLanguageMode(mode), .treatAllWarnings(as: .error)] + settings))
  }
}

// The variants of the build that test a part say which: `scripts/sanitizer`, `scripts/traits`.
if let tested = Context.environment["ALERTSDK_TESTS"]?.split(separator: " ").map(String.init) {
  package.targets.removeAll { $0.type == .test && !tested.contains($0.name) }
}
