// swift-tools-version:6.0
import PackageDescription

/// A stranger's package: it requires CubeKiosk by version, as anybody's would, from where `.ci/check-consumer` put a clone.
let package = Package(
  name: "Door",
  dependencies: [.package(url: Context.environment["CUBE_KIOSK_URL"] ?? "../..", from: "0.2.0")],
  targets: [
    .executableTarget(name: "Door", dependencies: [.product(name: "PanelKit", package: "cube-kiosk")])
  ],
  swiftLanguageModes: [.v6]
)
