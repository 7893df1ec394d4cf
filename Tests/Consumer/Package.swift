// swift-tools-version:6.0
import PackageDescription

/// An external package that requires CubeKiosk by version, from a clone that `.ci/check-consumer` makes.
///
/// Its own targets have common names, which must not clash with CubeKiosk's.
let package = Package(
  name: "Door",
  dependencies: [.package(url: Context.environment["CUBE_KIOSK_URL"] ?? "../..", from: "0.2.0")],
  targets: [
    .executableTarget(
      name: "Door", dependencies: ["System", "Text", .product(name: "PanelKit", package: "cube-kiosk")]),
    .executableTarget(name: "Hall", dependencies: [.product(name: "PanelKit", package: "cube-kiosk")]),
    .executableTarget(
      name: "Settings", dependencies: ["System", .product(name: "PanelKit", package: "cube-kiosk")]),
    .target(name: "System"),
    .target(name: "Text"),
  ],
  swiftLanguageModes: [.v6]
)
