// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "plugin-host",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "alert-sdk", path: "../..")],
  targets: [
    .executableTarget(
      name: "plugin-host",
      dependencies: [.product(name: "AlertSDKDynamic", package: "alert-sdk")],
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)])
  ]
)
