import Foundation
import Geometry
import SeededRandom
import Testing

/// A scene file with the largest number of nodes, all in one 3D space, tilted and through each other.
@Suite(.serialized) struct GrowthTests {
  private struct Plane {
    let color: UInt32
    let transform: Transform3D
    let inverse: Homography
  }

  /// Writes the file, and returns its planes as they appear in the picture.
  private func write(_ count: Int, to path: String) throws -> [Plane] {
    var random = SeededRandom()
    func any(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    var (planes, nodes) = ([Plane](), [String]())
    for index in 0..<count {
      let (x, y, angles) = (any(80...1200), any(60...740), (any(-60...60), any(-60...60), any(-180...180)))
      let color = UInt32(index + 1) * 3_001 & 0xFF_FFFF
      nodes.append(
        """
        {"frame": [\(x - 80), \(y - 60), 160, 120], "backgroundColor": "#\(String(format: "%06X", color))",
        "transform": [{"rotateX": \(angles.0)}, {"rotateY": \(angles.1)}, {"rotateZ": \(angles.2)}]}
        """)
      func turn(_ degrees: Double, _ x: Double, _ y: Double, _ z: Double) -> Transform3D {
        Transform3D(rotationAngle: degrees * .pi / 180, x: x, y: y, z: z)
      }
      let transform = Transform3D(translationX: -80, y: -60, z: 0).concatenating(turn(angles.0, 1, 0, 0))
        .concatenating(turn(angles.1, 0, 1, 0)).concatenating(turn(angles.2, 0, 0, 1))
        .concatenating(Transform3D(translationX: x - 640, y: y - 400, z: 0))
        .concatenating(Transform3D(perspectiveDistance: 800))
        .concatenating(Transform3D(translationX: 640, y: 400, z: 0))
      let inverse = try #require(transform.homography.inverted())
      planes.append(Plane(color: color, transform: transform, inverse: inverse))
    }
    try """
    {"size": [1280, 800], "root": {"frame": [0, 0, 1280, 800], "backgroundColor": "#000000",
    "sublayerTransform": [{"perspective": 800}], "children": [\(nodes.joined(separator: ",\n"))]}}
    """.write(toFile: path, atomically: true, encoding: .utf8)
    return planes
  }

  /// The color of the plane that is nearest at a point.
  private func nearest(_ planes: [Plane], _ point: Point) -> UInt32 {
    var (best, color) = (-Double.infinity, UInt32(0))
    for plane in planes {
      let p = plane.inverse.homogeneous(point)
      let (x, y) = (p.x / p.z, p.y / p.z)
      guard p.z > 0, x >= 0, y >= 0, x <= 160, y <= 120, let place = plane.transform.project(x, y, 0) else { continue }
      if place.z > best { (best, color) = (place.z, plane.color) }
    }
    return color
  }

  @Test func everyPixelIsTheNearestNodes() throws {
    let scratch = try Scratch()
    let planes = try write(4999, to: scratch.path + "/scene.json")
    let picture = scratch.path + "/picture.png"
    let result = try Program.run(["render", "--scene", scratch.path + "/scene.json", "-o", picture])
    try #require(result.status == 0, "\(result.errors)")
    let bitmap = try Picture(picture).bitmap
    try #require(bitmap.width == 1280 && bitmap.height == 800)
    var (compared, wrong) = (0, 0)
    for y in stride(from: 13, to: 800, by: 41) {
      for x in stride(from: 11, to: 1280, by: 43) {
        func at(_ dx: Double, _ dy: Double) -> UInt32 { nearest(planes, Point(Double(x) + dx, Double(y) + dy)) }
        let center = at(0.5, 0.5)
        guard [(0.0, 0.0), (1, 0), (0, 1), (1, 1)].allSatisfy({ at($0, $1) == center }) else { continue }
        compared += 1
        if bitmap.pixels[y * bitmap.stride + x] & 0xFF_FFFF != center { wrong += 1 }
      }
    }
    // A sliver may lie between the corners.
    #expect(compared > 200 && wrong * 100 <= compared * 3, "\(wrong) of \(compared)")
  }

  @Test func thePanelAnswersMeanwhile() throws {
    let weston = try Weston()
    let scene = weston.directory.path + "/scene.json"
    _ = try write(4999, to: scene)
    let kiosk = try RunningKiosk(
      ["--scene", scene], environment: weston.environment.merging(["RUNTIME_DIRECTORY": weston.directory.path]) { $1 })
    try kiosk.wait("ready", within: 60)
    let status = try Program.run(["ctl", "--socket", weston.directory.path + "/control", "status"])
    #expect(status.status == 0 && status.output.contains("isConnected"), "\(status.output)\(status.errors)")
    #expect(kiosk.stop() == 0)
  }
}
