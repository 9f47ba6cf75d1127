// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "ytplay",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "PlayerKit", targets: ["PlayerKit"]),
    .library(name: "PlayerConformance", targets: ["PlayerConformance"]),
    .library(name: "MockBackend", targets: ["MockBackend"]),
    .library(name: "MPVBackend", targets: ["MPVBackend"]),
    .executable(name: "ytplay", targets: ["ytplay"]),
  ],
  targets: [
    .target(name: "PlayerKit"),
    .target(name: "PlayerConformance", dependencies: ["PlayerKit"]),
    .target(name: "MockBackend", dependencies: ["PlayerKit"], path: "Plugins/Mock/MockBackend"),
    .systemLibrary(
      name: "CMPV", path: "Plugins/MPV/CMPV", pkgConfig: "mpv", providers: [.apt(["libmpv-dev"])]),
    .target(name: "MPVBackend", dependencies: ["PlayerKit", "CMPV"], path: "Plugins/MPV/MPVBackend"),
    .executableTarget(
      name: "ytplay", dependencies: ["PlayerKit", "PlayerConformance", "MockBackend", "MPVBackend"]),
    .testTarget(
      name: "PlayerKitTests", dependencies: ["PlayerKit", "MockBackend"], resources: [.copy("Resources")]),
    .testTarget(name: "PlayerConformanceTests", dependencies: ["PlayerConformance", "MockBackend"]),
    .testTarget(name: "MockBackendTests", dependencies: ["MockBackend", "PlayerConformance"]),
    .testTarget(name: "MPVBackendTests", dependencies: ["MPVBackend", "PlayerConformance"]),
    .testTarget(name: "ytplayTests", dependencies: ["ytplay", "MPVBackend", "MockBackend"]),
  ],
  swiftLanguageModes: [.v6]
)
