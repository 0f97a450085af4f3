// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "plugin-renderer",
  platforms: [.macOS(.v15)],
  products: [.library(name: "RendererLogfile", type: .dynamic, targets: ["RendererLogfile"])],
  dependencies: [.package(name: "alert-sdk", path: "../..")],
  targets: [
    .target(
      name: "RendererLogfile",
      dependencies: [.product(name: "AlertSDKDynamic", package: "alert-sdk")],
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)])
  ]
)
