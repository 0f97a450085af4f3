// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "renderer-statusline",
  platforms: [.macOS(.v15)],
  products: [.library(name: "RendererStatusLine", targets: ["RendererStatusLine"])],
  dependencies: [.package(name: "alert-sdk", path: "../..")],
  targets: [
    .target(name: "RendererStatusLine", dependencies: [.product(name: "AlertSDK", package: "alert-sdk")]),
    .testTarget(
      name: "RendererStatusLineTests",
      dependencies: ["RendererStatusLine", .product(name: "AlertSDKTestKit", package: "alert-sdk")]),
  ]
)
