// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "OwnPackage",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "ytplay", path: "../..")  // Where the clone is.
  ],
  targets: [
    .executableTarget(
      name: "OwnPackage",
      dependencies: [
        .product(name: "PlayerKit", package: "ytplay"),
        .product(name: "MockBackend", package: "ytplay"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
