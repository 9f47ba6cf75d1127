// swift-tools-version: 6.2
import Foundation
import PackageDescription

let package = Package(
  name: "ytplay",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "PlayerKit", targets: ["PlayerKit"]),
    .library(name: "PlayerPlugins", targets: ["PlayerPlugins"]),
    .library(name: "PlayerConformance", targets: ["PlayerConformance"]),
    .library(name: "PlayerLists", targets: ["PlayerLists"]),
    .library(name: "PlayerMPRIS", targets: ["PlayerMPRIS"]),
    .library(name: "MockBackend", targets: ["MockBackend"]),
    .library(name: "MPVBackend", targets: ["MPVBackend"]),
    .library(name: "IFrameBackend", targets: ["IFrameBackend"]),
    .executable(name: "ytplay", targets: ["ytplay"]),
    .executable(name: "ytplay-mpv", targets: ["ytplay-mpv"]),
    .executable(name: "ytplay-iframe", targets: ["ytplay-iframe"]),
  ],
  targets: [
    .target(name: "PlayerKit"),
    .systemLibrary(name: "CLinux", path: "Sources/CLinux"),
    .target(name: "PlayerPlugins", dependencies: ["PlayerKit", "CLinux"]),
    .target(name: "PlayerConformance", dependencies: ["PlayerKit"]),
    .systemLibrary(name: "CExpat", path: "Sources/CExpat", providers: [.apt(["libexpat1-dev"])]),
    .target(name: "PlayerLists", dependencies: ["PlayerKit", "CExpat"]),
    // With a file of our own for pkg-config: GLib's carries a flag about which the package manager warns at each build.
    .systemLibrary(
      name: "CGIO", path: "Sources/CGIO", pkgConfig: Context.packageDirectory + "/Sources/CGIO/gio.pc",
      providers: [.apt(["libglib2.0-dev"])]),
    .target(name: "PlayerMPRIS", dependencies: ["PlayerKit", "CGIO"]),
    .target(name: "MockBackend", dependencies: ["PlayerKit"], path: "Plugins/Mock/MockBackend"),
    .executableTarget(
      name: "ytplay-mock", dependencies: ["MockBackend", "PlayerPlugins"], path: "Plugins/Mock/ytplay-mock"),
    // Without pkgConfig: mpv.pc carries SDL's flags, about which the package manager warns at each build.
    .systemLibrary(name: "CMPV", path: "Plugins/MPV/CMPV", providers: [.apt(["libmpv-dev"])]),
    .target(
      name: "MPVBackend", dependencies: ["PlayerKit", "PlayerPlugins", "CMPV"], path: "Plugins/MPV/MPVBackend"
    ),
    .executableTarget(
      name: "ytplay-mpv", dependencies: ["CMPV", "MPVBackend", "PlayerPlugins"],
      path: "Plugins/MPV/ytplay-mpv"),
    // For its resources alone: they lie beside the programs then, where `ytplay` finds them in a build tree.
    .target(name: "MPVManifest", path: "Plugins/MPV/MPVManifest", resources: [.copy("plugins")]),
    // With a file of our own for pkg-config: WebKitGTK's carries flags about which the package manager warns at
    // each build.
    .systemLibrary(
      name: "CWebKit", path: "Plugins/IFrame/CWebKit",
      pkgConfig: Context.packageDirectory + "/Plugins/IFrame/CWebKit/webkit.pc",
      providers: [.apt(["libwebkitgtk-6.0-dev"])]),
    .target(name: "WebView", dependencies: ["PlayerKit", "CWebKit"], path: "Plugins/IFrame/WebView"),
    .target(
      name: "IFramePage", dependencies: ["PlayerKit"], path: "Plugins/IFrame/IFramePage",
      resources: [.embedInCode("Resources/player.js")]),
    .target(
      name: "IFrameBackend", dependencies: ["PlayerKit", "IFramePage", "WebView", "CWebKit"],
      path: "Plugins/IFrame/IFrameBackend"),
    .executableTarget(
      name: "ytplay-iframe", dependencies: ["IFrameBackend", "PlayerPlugins", "WebView"],
      path: "Plugins/IFrame/ytplay-iframe"),
    .target(name: "IFrameManifest", path: "Plugins/IFrame/IFrameManifest", resources: [.copy("plugins")]),
    .executableTarget(
      name: "ytplay",
      dependencies: [
        "PlayerKit", "PlayerPlugins", "PlayerConformance", "PlayerLists", "PlayerMPRIS", "MockBackend",
        "IFramePage", "CLinux",
      ]),
    .executableTarget(
      name: "PlayerBench",
      dependencies: [
        "PlayerKit", "PlayerPlugins", "MockBackend", "MPVBackend", "CMPV", "InstructionCounts", "TestSupport",
        "ProofSupport",
      ],
      path: "Benchmarks/PlayerBench"),
    .target(
      name: "InstructionCounts", dependencies: ["TestSupport"], path: "Benchmarks/InstructionCounts"),
    .executableTarget(
      name: "CountedWork", dependencies: ["PlayerKit", "MockBackend"], path: "Benchmarks/CountedWork"),
    .testTarget(
      name: "BenchmarkTests", dependencies: ["InstructionCounts", "TestSupport", "CountedWork"]),
    .executableTarget(
      name: "IFrameBench", dependencies: ["PlayerKit", "IFramePage", "WebView", "CWebKit"],
      path: "Benchmarks/IFrameBench"),
    .executableTarget(
      name: "HelloPlayer", dependencies: ["PlayerKit", "MockBackend"], path: "Examples/HelloPlayer"),
    .executableTarget(
      name: "OwnPackage", dependencies: ["PlayerKit", "MockBackend"],
      path: "Examples/OwnPackage/Sources/OwnPackage"),
    .target(
      name: "ExampleSupport",
      dependencies: ["PlayerKit", "PlayerLists", "PlayerPlugins", "MockBackend", "CLinux"],
      path: "Examples/ExampleSupport"),
    .executableTarget(
      name: "MixedQueue", dependencies: ["PlayerKit", "PlayerLists", "ExampleSupport"],
      path: "Examples/MixedQueue"),
    .executableTarget(
      name: "Carousel", dependencies: ["PlayerKit", "PlayerLists", "ExampleSupport"],
      path: "Examples/Carousel"),
    .executableTarget(
      name: "Shorts", dependencies: ["PlayerKit", "PlayerLists", "ExampleSupport"], path: "Examples/Shorts"),
    .executableTarget(
      name: "Bindings", dependencies: ["PlayerKit", "ExampleSupport"], path: "Examples/Bindings"),
    .executableTarget(
      name: "Slider", dependencies: ["PlayerKit", "ExampleSupport"], path: "Examples/Slider"),
    .executableTarget(
      name: "SwapBackends", dependencies: ["PlayerKit", "MockBackend", "ExampleSupport"],
      path: "Examples/SwapBackends"),
    .target(name: "TimerBackend", dependencies: ["PlayerKit"], path: "Examples/TimerBackend"),
    .target(
      name: "TestSupport", dependencies: ["PlayerKit"], path: "Tests/Support",
      exclude: ["YouTubeStandIn/README.md", "YouTubeStandIn/server.py", "YouTubeStandIn/site"]),
    .target(
      name: "ProofSupport", dependencies: ["PlayerKit", "PlayerPlugins", "TestSupport"],
      path: "Proof/ProofSupport"),
    .executableTarget(
      name: "Faults", dependencies: ["PlayerKit", "PlayerPlugins", "TestSupport", "ProofSupport"],
      path: "Proof/Faults"),
    .executableTarget(
      name: "DamagedMedia", dependencies: ["PlayerKit", "PlayerPlugins", "TestSupport", "ProofSupport"],
      path: "Proof/DamagedMedia"),
    .executableTarget(
      name: "Endurance",
      dependencies: ["PlayerKit", "PlayerPlugins", "MockBackend", "TestSupport", "ProofSupport"],
      path: "Proof/Endurance"),
    .testTarget(
      name: "PlayerKitTests", dependencies: ["PlayerKit", "MockBackend", "TestSupport"],
      resources: [.copy("Resources")]),
    .executableTarget(
      name: "PluginUnderTest", dependencies: ["PlayerPlugins", "CLinux"], path: "Tests/PluginUnderTest"),
    .testTarget(
      name: "PlayerPluginsTests",
      dependencies: [
        "PlayerPlugins", "CLinux", "MockBackend", "MPVBackend", "PlayerConformance", "TestSupport",
        "ytplay-mock", "ytplay-mpv", "MPVManifest", "PluginUnderTest",
      ]),
    .testTarget(
      name: "PlayerConformanceTests", dependencies: ["PlayerConformance", "MockBackend", "TestSupport"]),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "PlayerKit", "PlayerPlugins", "PlayerConformance", "PlayerLists", "PlayerMPRIS", "MockBackend",
        "MPVBackend", "IFrameBackend", "TimerBackend", "HelloPlayer", "OwnPackage", "ytplay", "TestSupport",
      ]),
    .testTarget(
      name: "ExamplesTests",
      dependencies: [
        "PlayerKit", "TestSupport", "MixedQueue", "Carousel", "Shorts", "Bindings", "Slider", "SwapBackends",
        "ytplay-mpv", "MPVManifest", "ytplay-iframe",
        "IFrameManifest",
      ]),
    .testTarget(
      name: "EnduranceTests", dependencies: ["PlayerKit", "MockBackend", "TestSupport", "ProofSupport"]),
    .testTarget(name: "PlayerListsTests", dependencies: ["PlayerLists", "TestSupport"]),
    .testTarget(
      name: "PlayerMPRISTests", dependencies: ["PlayerMPRIS", "PlayerKit", "MockBackend", "TestSupport"]),
    .testTarget(name: "MockBackendTests", dependencies: ["MockBackend", "PlayerConformance", "TestSupport"]),
    .testTarget(
      name: "MPVBackendTests",
      dependencies: ["MPVBackend", "PlayerPlugins", "PlayerConformance", "TestSupport", "ytplay-mpv"]),
    .executableTarget(
      name: "WebViewUnderTest", dependencies: ["CWebKit", "WebView"], path: "Tests/WebViewUnderTest"),
    .executableTarget(
      name: "GTKHost", dependencies: ["PlayerKit", "IFrameBackend", "IFramePage", "WebView", "CWebKit"],
      path: "Examples/GTKHost"),
    .executableTarget(
      name: "ModelUnderTest", dependencies: ["PlayerKit", "MockBackend", "WebView", "CWebKit"],
      path: "Tests/ModelUnderTest"),
    .testTarget(
      name: "InterfaceTests",
      dependencies: [
        "PlayerKit", "PlayerPlugins", "MockBackend", "MPVBackend", "IFrameBackend", "TestSupport",
        "ytplay-mpv", "ytplay-iframe", "ModelUnderTest",
      ]),
    .testTarget(name: "WebViewTests", dependencies: ["WebView", "WebViewUnderTest", "TestSupport"]),
    .testTarget(name: "IFramePageTests", dependencies: ["IFramePage", "WebViewUnderTest", "TestSupport"]),
    .testTarget(
      name: "IFrameBackendTests",
      dependencies: [
        "IFrameBackend", "IFramePage", "PlayerPlugins", "PlayerConformance", "TestSupport", "ytplay-iframe",
        "GTKHost", "IFrameManifest", "WebViewUnderTest",
      ]),
    .testTarget(
      name: "ytplayTests",
      dependencies: [
        "ytplay", "ytplay-mpv", "MPVManifest", "ytplay-iframe", "IFrameManifest", "MockBackend",
        "PlayerPlugins", "TestSupport",
      ],
      resources: [.copy("Resources")]),
    .testTarget(
      name: "FuzzTests",
      dependencies: ["PlayerKit", "PlayerPlugins", "PlayerLists", "MPVBackend", "IFramePage", "ytplay"],
      path: "Proof/Fuzz", exclude: ["Seeds", "Found", "Dictionaries", "Program"],
      sources: ["Properties", "Tests"]),
  ],
  swiftLanguageModes: [.v6]
)

// `make test ONLY=PlayerKitTests` builds some targets, and what they depend on, and leaves the others alone.
let only = Context.environment["YTPLAY_ONLY"] ?? ""

// `make fuzz` links the properties of FuzzTests into a program of its own. No program can be linked into another, so
// `ytplay` is a library there.
if only == "Fuzz" {
  let ytplay = package.targets.first { $0.name == "ytplay" }
  package.targets.removeAll { ["ytplay", "FuzzTests"].contains($0.name) }
  package.targets += [
    .target(name: "ytplay", dependencies: ytplay?.dependencies ?? [], exclude: ["YTPlay.swift"]),
    .executableTarget(
      name: "Fuzz",
      dependencies: ["PlayerKit", "PlayerPlugins", "PlayerLists", "MPVBackend", "IFramePage", "ytplay"],
      path: "Proof/Fuzz", exclude: ["Seeds", "Found", "Dictionaries", "Tests"],
      sources: ["Properties", "Program"]),
  ]
}
if !only.isEmpty {
  var names = only.split(separator: " ").map(String.init)
  var kept: Set<String> = []
  while let name = names.popLast() {
    guard let target = package.targets.first(where: { $0.name == name }) else {
      // A crash would bury this under its backtrace.
      let tests = package.targets.filter { $0.type == .test }.map(\.name).joined(separator: ", ")
      FileHandle.standardError.write(Data("There is no target \(name). Those of tests are \(tests).\n".utf8))
      exit(1)
    }
    guard kept.insert(name).inserted else { continue }
    for case .byNameItem(let dependency, _) in target.dependencies { names.append(dependency) }
  }
  package.targets.removeAll { !kept.contains($0.name) }
  package.products = []
}
