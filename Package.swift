// swift-tools-version:6.0
import PackageDescription

/// The version of a build without the Makefile, which appends the commit (see `.ci/version`).
let version = "0.4.0"
let builtVersion = Context.environment["CUBE_KIOSK_VERSION"].flatMap { $0.isEmpty ? nil : $0 } ?? version

/// The Makefile sets this for our own builds. Other builds use no unsafe flags: SwiftPM rejects a versioned dependency
/// that has any, even conditional ones.
let isOwnBuild = Context.environment["CUBE_KIOSK_BUILD"] != nil

/// Loops over pixels are up to 400 times slower without optimization. Our debug builds therefore optimize the
/// rasterizer, its tests, and the target that compares pictures in other tests.
let optimizedInDebug: [SwiftSetting] = isOwnBuild ? [.unsafeFlags(["-O"], .when(configuration: .debug))] : []

/// Targets that draw no pixels are optimized for size.
let optimizedForSize: [SwiftSetting] = isOwnBuild ? [.unsafeFlags(["-Osize"], .when(configuration: .release))] : []

/// Links Swift's libraries statically, because panels have no Swift installation.
///
/// `-static-stdlib` exports every public symbol although nothing looks them up: `--no-export-dynamic` undoes that.
/// Packed relocations require glibc 2.36; an unpacked one takes 24 bytes. With `now`, the table of functions
/// is read-only. Debugging symbols in separate files need the build ID, which Debian's Swift omits. lld is the linker that
/// comes with Swift.
let staticSwift: [LinkerSetting] =
  isOwnBuild
  ? [
    .unsafeFlags(
      [
        "-static-stdlib", "-use-ld=lld", "-Xlinker", "--no-export-dynamic", "-Xlinker", "-z", "-Xlinker",
        "pack-relative-relocs", "-Xlinker", "-z", "-Xlinker", "now", "-Xlinker", "--icf=safe",
        "-Xlinker", "--build-id",
      ], .when(configuration: .release))
  ] : []

let package = Package(
  name: "CubeKiosk",
  products: [
    .library(name: "PanelWayland", targets: ["PanelWayland"]),
    .library(name: "PanelLayers", targets: ["PanelLayers"]),
    .library(name: "Localization", targets: ["Localization"]),
    .library(name: "PanelViews", targets: ["PanelViews"]),
    .library(name: "PanelKit", targets: ["PanelKit"]),
    .executable(name: "cube-kiosk", targets: ["cube-kiosk"]),
    .executable(name: "cube-kiosk-decode", targets: ["cube-kiosk-decode"]),
    .executable(name: "cube-kiosk-mqtt", targets: ["cube-kiosk-mqtt"]),
    .executable(name: "cube-kiosk-homeassistant", targets: ["cube-kiosk-homeassistant"]),
    .executable(name: "cube-kiosk-audio", targets: ["cube-kiosk-audio"]),
    .executable(name: "cube-kiosk-bench", targets: ["cube-kiosk-bench"]),
  ],
  targets: [
    // Level 0: numbers, and the modules of C libraries.
    .target(name: "PanelGeometry", swiftSettings: optimizedInDebug),
    .target(name: "Localization"),
    .systemLibrary(name: "CWaylandClient", pkgConfig: "wayland-client", providers: [.apt(["libwayland-dev"])]),
    .systemLibrary(name: "CWaylandServer", pkgConfig: "wayland-server", providers: [.apt(["libwayland-dev"])]),
    .systemLibrary(name: "CXKBCommon", pkgConfig: "xkbcommon", providers: [.apt(["libxkbcommon-dev"])]),
    .systemLibrary(name: "CPangoCairo", providers: [.apt(["libpango1.0-dev"])]),
    .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(name: "CCrypt", providers: [.apt(["libcrypt-dev"])]),
    .systemLibrary(name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
    .systemLibrary(name: "CMosquitto", pkgConfig: "libmosquitto", providers: [.apt(["libmosquitto-dev"])]),
    .systemLibrary(name: "CSpeechd", providers: [.apt(["libspeechd-dev"])]),
    .systemLibrary(name: "CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
    .systemLibrary(name: "CSndfile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CPixbuf", providers: [.apt(["libgdk-pixbuf-2.0-dev"])]),
    .systemLibrary(name: "CSandbox"),
    .systemLibrary(name: "CTurboJPEG", providers: [.apt(["libturbojpeg0-dev"])]),
    .systemLibrary(name: "CSoup", providers: [.apt(["libsoup-3.0-dev"])]),
    .systemLibrary(name: "CPixels"),
    .target(
      name: "CCubeKioskVersion",
      cSettings: [.define("CUBE_KIOSK_VERSION", to: "\"\(builtVersion)\"")]),

    // Level 1.
    .executableTarget(name: "WaylandScanner"),
    .plugin(
      name: "WaylandBindings", capability: .buildTool(), dependencies: ["WaylandScanner"],
      path: "Sources/WaylandBindings"),
    .target(name: "PanelSystem", dependencies: ["CLinux"]),
    .target(
      name: "PanelRaster", dependencies: ["PanelGeometry", "CLinux", "CPixels"], exclude: ["README.md"],
      swiftSettings: optimizedInDebug),

    // Level 2: interfaces to the system, which throw SystemError; and JSON.
    .target(name: "PanelWayland", dependencies: ["PanelSystem", "CWaylandClient"], plugins: ["WaylandBindings"]),
    .target(name: "PanelEvents", dependencies: ["PanelSystem", "CSystemd", "CLinux"]),
    .target(name: "JSON", dependencies: ["PanelSystem", "CJansson"], swiftSettings: optimizedForSize),

    // Level 3: the control sockets' protocol, for the panel and for its clients.
    .target(name: "ControlProtocol", dependencies: ["JSON", "PanelSystem"], swiftSettings: optimizedForSize),

    // Levels 2 to 5: layers, views, scenes, and the interface around them. No target here depends on Wayland, systemd,
    // files or the clock.
    .target(name: "PanelText", dependencies: ["PanelGeometry", "PanelRaster", "CPangoCairo", "CLinux"]),
    .target(name: "PanelLayers", dependencies: ["PanelText"]),
    .target(name: "PanelViews", dependencies: ["PanelLayers", "Localization"]),
    .target(
      name: "Scenes", dependencies: ["PanelViews", "Localization"], exclude: ["README.md"],
      swiftSettings: optimizedForSize),
    .target(name: "Chrome", dependencies: ["Scenes", "Localization"], swiftSettings: optimizedForSize),

    // Levels 5 to 7: the panel, the kiosk, the command.
    .target(
      name: "PanelKit",
      dependencies: ["PanelViews", "PanelWayland", "PanelEvents", "PanelSystem", "CXKBCommon", "CSystemd", "CLinux"],
      swiftSettings: optimizedForSize),
    .target(
      name: "Configuration",
      dependencies: [
        "Chrome", "Localization", "ControlProtocol", "JSON", "PanelSystem", "CCrypt", "CLinux", "CPangoCairo",
      ],
      swiftSettings: optimizedForSize),
    .target(
      name: "Control", dependencies: ["Configuration", "ControlProtocol", "PanelEvents", "PanelSystem"],
      swiftSettings: optimizedForSize),
    .target(
      name: "Kiosk",
      dependencies: [
        "PanelKit", "Control", "ControlProtocol", "Configuration", "Chrome", "Localization", "PanelEvents",
        "PanelSystem",
        "CSystemd",
      ],
      swiftSettings: optimizedForSize),
    .executableTarget(name: "cube-kiosk", dependencies: ["Kiosk", "CCubeKioskVersion"], linkerSettings: staticSwift),

    // Decodes pictures for the panel, in a separate process, with none of the panel's modules and libraries.
    .executableTarget(
      name: "cube-kiosk-decode", dependencies: ["CPixbuf", "CSandbox"], swiftSettings: optimizedForSize,
      linkerSettings: staticSwift),

    // The connection of an adapter to the panel. Adapters are separate processes and need neither the panel's modules nor
    // their libraries.
    .target(
      name: "AdapterKit",
      dependencies: ["ControlProtocol", "JSON", "PanelEvents", "PanelSystem", "CLinux", "CSystemd"],
      swiftSettings: optimizedForSize),

    // The MQTT client.
    .target(
      name: "MQTTBridge",
      dependencies: ["AdapterKit", "ControlProtocol", "JSON", "PanelEvents", "PanelSystem", "CMosquitto", "CSystemd"],
      swiftSettings: optimizedForSize),
    .executableTarget(
      name: "cube-kiosk-mqtt", dependencies: ["MQTTBridge", "CCubeKioskVersion"], linkerSettings: staticSwift),

    // Pictures of HTTP addresses.
    .target(
      name: "PictureStreams",
      dependencies: ["AdapterKit", "JSON", "PanelEvents", "PanelSystem", "CLinux", "CSoup", "CSystemd", "CTurboJPEG"],
      swiftSettings: optimizedForSize),
    .target(
      name: "PictureAdapter",
      dependencies: ["AdapterKit", "PictureStreams", "JSON", "PanelEvents", "PanelSystem"],
      swiftSettings: optimizedForSize),
    .executableTarget(
      name: "cube-kiosk-pictures", dependencies: ["PictureAdapter", "CCubeKioskVersion"], linkerSettings: staticSwift),

    // The client of Home Assistant.
    .target(
      name: "HomeAssistant",
      dependencies: [
        "AdapterKit", "PictureStreams", "ControlProtocol", "JSON", "PanelEvents", "PanelSystem", "CSoup", "CSystemd",
      ],
      swiftSettings: optimizedForSize),
    .executableTarget(
      name: "cube-kiosk-homeassistant", dependencies: ["HomeAssistant", "CCubeKioskVersion"],
      linkerSettings: staticSwift),

    .executableTarget(
      name: "cube-kiosk-audio",
      dependencies: ["ControlProtocol", "JSON", "PanelSystem", "CALSA", "CSndfile", "CSpeechd", "CCubeKioskVersion"],
      swiftSettings: optimizedForSize, linkerSettings: staticSwift),
    .executableTarget(
      name: "cube-kiosk-bench",
      dependencies: [
        "CAllocationCounter", "CCallgrind", "Chrome", "Configuration", "GeneratedPages", "PanelEvents", "PanelSystem",
        "TestCompositor",
      ],
      exclude: ["README.md", "instructions.txt"]),
    .target(name: "CAllocationCounter"),
    .systemLibrary(name: "CCallgrind"),

    .target(
      name: "TestCompositor", dependencies: ["CWaylandServer", "CLinux"], path: "Tests/TestCompositor",
      plugins: ["WaylandBindings"]),
    .target(
      name: "TestPanel",
      dependencies: ["Control", "Configuration", "PanelEvents", "PanelSystem", "Scenes", "TestSupport"],
      path: "Tests/TestPanel"),
    .executableTarget(
      name: "Blindfold", dependencies: ["Kiosk", "Configuration", "Localization", "TestSupport"],
      path: "Tests/Blindfold", exclude: ["Tasks"]),
    .target(name: "SeededRandom", path: "Tests/SeededRandom"),
    .target(
      name: "GeneratedPages", dependencies: ["PanelText", "PanelSystem", "SeededRandom"], path: "Tests/GeneratedPages"),
    .target(name: "TestSupport", dependencies: ["Emulation", "PanelSystem"], path: "Tests/TestSupport"),
    .target(
      name: "TestRendering", dependencies: ["PanelViews"], path: "Tests/TestRendering", swiftSettings: optimizedInDebug),
    .target(name: "Emulation", path: "Tests/Emulation"),
    .target(
      name: "ReferencePicture", dependencies: ["PanelText", "PanelSystem"], path: "Tests/ReferencePicture",
      exclude: ["References"], swiftSettings: optimizedInDebug),
    .testTarget(name: "LocalizationTests", dependencies: ["Localization"]),
    .testTarget(name: "PanelGeometryTests", dependencies: ["PanelGeometry", "SeededRandom"]),
    .testTarget(name: "PanelWaylandTests", dependencies: ["PanelWayland", "WaylandScanner", "TestCompositor"]),
    .testTarget(
      name: "PanelRasterTests", dependencies: ["PanelRaster", "SeededRandom"], swiftSettings: optimizedInDebug),
    .testTarget(name: "PanelSystemTests", dependencies: ["PanelSystem", "Emulation", "TestSupport"]),
    .testTarget(name: "PanelTextTests", dependencies: ["PanelText", "TestSupport"], exclude: ["Headers"]),
    .testTarget(name: "PanelEventsTests", dependencies: ["PanelEvents", "PanelSystem", "CLinux", "TestSupport"]),
    .testTarget(name: "PanelLayersTests", dependencies: ["PanelLayers", "Emulation", "SeededRandom"]),
    .testTarget(
      name: "PanelViewsTests",
      dependencies: ["PanelViews", "Localization", "ReferencePicture", "SeededRandom", "TestRendering"],
      exclude: ["References"]),
    .testTarget(name: "ScenesTests", dependencies: ["Scenes", "SeededRandom", "TestRendering", "Localization"]),
    .target(name: "TestStage", dependencies: ["Chrome", "Scenes", "TestRendering"], path: "Tests/TestStage"),
    .testTarget(
      name: "ChromeTests",
      dependencies: [
        "Chrome", "PanelSystem", "SeededRandom", "ReferencePicture", "TestRendering", "TestStage",
        "TestSupport",
        "Localization",
      ],
      exclude: ["References"]),
    .testTarget(
      name: "PanelKitTests",
      dependencies: ["PanelKit", "PanelSystem", "TestCompositor", "CLinux", "CXKBCommon", "Emulation", "TestSupport"]),
    .testTarget(
      name: "ConfigurationTests",
      dependencies: [
        "Configuration", "Chrome", "GeneratedPages", "SeededRandom", "ReferencePicture", "TestRendering", "TestSupport",
        "Emulation", "PanelSystem", "cube-kiosk-decode",
      ],
      exclude: ["Headers", "Pictures", "References"]),
    .testTarget(name: "ControlProtocolTests", dependencies: ["ControlProtocol", "JSON"]),
    .testTarget(name: "ControlTests", dependencies: ["Control", "TestSupport", "TestPanel"]),
    .testTarget(
      name: "MQTTBridgeTests", dependencies: ["MQTTBridge", "ControlProtocol", "JSON", "PanelSystem", "TestSupport"]),
    .testTarget(name: "PictureStreamsTests", dependencies: ["PictureStreams", "PanelSystem", "CLinux"]),
    .testTarget(
      name: "PictureAdapterTests", dependencies: ["PictureAdapter", "PictureStreams", "JSON", "TestSupport"]),
    .testTarget(name: "AdapterKitTests", dependencies: ["AdapterKit", "JSON", "PanelSystem", "TestSupport"]),
    .testTarget(
      name: "HomeAssistantTests",
      dependencies: [
        "HomeAssistant", "Configuration", "ControlProtocol", "JSON", "PanelEvents", "PanelSystem", "SeededRandom",
        "TestSupport",
      ],
      exclude: ["Headers"]),
    .testTarget(
      name: "KioskTests",
      dependencies: [
        "Kiosk", "CSystemd", "Emulation", "SeededRandom", "TestRendering", "TestSupport", "cube-kiosk-decode",
      ]),
    .testTarget(
      name: "PropertyTests", dependencies: ["Kiosk", "SeededRandom", "TestRendering", "TestSupport"]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "Control", "PanelGeometry", "PanelKit", "PanelSystem", "PanelText", "PanelViews", "TestCompositor",
        "TestSupport", "SeededRandom",
        "ReferencePicture",
        "Blindfold", "Emulation", "cube-kiosk", "cube-kiosk-decode", "cube-kiosk-mqtt", "cube-kiosk-audio",
        "cube-kiosk-pictures",
      ],
      exclude: ["Faults", "Pictures", "Weston"]),
  ],
  swiftLanguageModes: [.v6]
)

// Tests/Fuzz/run sets CUBE_KIOSK_FUZZ: it adds a fuzzer, and instruments the targets that the fuzzer tests. Without it,
// `swift build --build-tests` only compiles the fuzz targets, so that a change can't break them unnoticed.
let isFuzzing = Context.environment["CUBE_KIOSK_FUZZ"] != nil
let instrumented: [SwiftSetting] = isFuzzing ? [.unsafeFlags(["-sanitize=fuzzer,address", "-enable-testing"])] : []
let fuzzed: [Target.Dependency] = [
  "Kiosk", "Control", "Configuration", "Chrome", "Scenes", "PanelKit", "PanelRaster", "PanelWayland",
  "TestCompositor",
  "TestPanel", "CLinux",
]
let notFuzzed = ["run", "Corpus", "CLibFuzzer"]
if isFuzzing {
  let tools: Set = [
    "WaylandScanner", "WaylandBindings", "cube-kiosk", "cube-kiosk-audio", "cube-kiosk-bench", "cube-kiosk-decode",
  ]
  for target in package.targets where [.regular, .executable].contains(target.type) && !tools.contains(target.name) {
    target.swiftSettings = (target.swiftSettings ?? []) + instrumented
  }
  package.targets += [
    .systemLibrary(name: "CLibFuzzer", path: "Tests/Fuzz/CLibFuzzer"),
    .executableTarget(
      name: "Fuzz", dependencies: fuzzed + ["CLibFuzzer"], path: "Tests/Fuzz", exclude: notFuzzed,
      swiftSettings: instrumented, linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]),
  ]
} else {
  package.targets.append(
    .target(name: "Fuzz", dependencies: fuzzed, path: "Tests/Fuzz", exclude: notFuzzed + ["Command.swift"]))
}

// Nothing outside of the program links these targets, so the linker may drop unused functions, including public ones.
// Exclusivity checks cost 1,600 runtime calls in a rotating frame; only the rasterizer omits them in a release build.
if isOwnBuild {
  for target in package.targets where target.type == .regular || target.type == .executable {
    let flags = ["-Xfrontend", "-function-sections", "-Xfrontend", "-internalize-at-link"]
    target.swiftSettings =
      (target.swiftSettings ?? []) + [
        .unsafeFlags(
          flags + (target.name == "PanelRaster" ? ["-enforce-exclusivity=unchecked"] : []),
          .when(configuration: .release))
      ]
  }
}

// SwiftPM rebuilds a target only if one of its declared dependencies changes, but object sizes from indirect
// dependencies are compiled into its code, too. Each target therefore declares all of them; otherwise an incremental
// build mixes old and new layouts.
let targets = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
for target in package.targets where target.type == .regular || target.type == .executable || target.type == .test {
  var allDependencies: [String] = []
  func addDependencies(of target: Target) {
    for case .byNameItem(let name, _) in target.dependencies where !allDependencies.contains(name) {
      allDependencies.append(name)
      if let next = targets[name], next.type == .regular { addDependencies(of: next) }
    }
  }
  addDependencies(of: target)
  target.dependencies = allDependencies.map { .byNameItem(name: $0, condition: nil) }
}
