// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "alert-sdk", path: "..")],
  targets: [
    .target(name: "CAllocator"),
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "CAllocator",
        .product(name: "AlertSDK", package: "alert-sdk"),
        .product(name: "RendererStdout", package: "alert-sdk"),
      ],
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
      ]),
  ]
)
