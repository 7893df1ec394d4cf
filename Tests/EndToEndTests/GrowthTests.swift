import Foundation
import PanelGeometry
import SeededRandom
import TestSupport
import Testing

/// A scene file with the maximum number of nodes, tilted in one 3D space, many of them intersecting.
@Suite(.serialized, .onlyInCheck) struct GrowthTests {
  private struct Plane {
    let color: UInt32
    let transform: Transform3D
    let inverse: Homography
  }

  /// Writes "scene.json" with random planes.
  private func write(_ count: Int, to directory: TemporaryDirectory) throws -> [Plane] {
    var random = SeededRandom()
    func randomNumber(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    var (planes, nodes) = ([Plane](), [String]())
    for index in 0..<count {
      let (x, y) = (randomNumber(80...1200), randomNumber(60...740))
      // In degrees.
      let angles = (x: randomNumber(-60...60), y: randomNumber(-60...60), z: randomNumber(-180...180))
      let color = UInt32(index + 1) * 3_001 & 0xFF_FFFF
      nodes.append(
        """
        {"frame": [\(x - 80), \(y - 60), 160, 120], "backgroundColor": "#\(String(format: "%06X", color))",
        "transform": [{"rotateX": \(angles.x)}, {"rotateY": \(angles.y)}, {"rotateZ": \(angles.z)}]}
        """)
      func rotation(_ degrees: Double, _ x: Double, _ y: Double, _ z: Double) -> Transform3D {
        Transform3D(rotationAngle: degrees * .pi / 180, x: x, y: y, z: z)
      }
      let transform = Transform3D(translationX: -80, y: -60, z: 0).concatenating(rotation(angles.x, 1, 0, 0))
        .concatenating(rotation(angles.y, 0, 1, 0)).concatenating(rotation(angles.z, 0, 0, 1))
        .concatenating(Transform3D(translationX: x - 640, y: y - 400, z: 0))
        .concatenating(Transform3D(perspectiveDistance: 800))
        .concatenating(Transform3D(translationX: 640, y: 400, z: 0))
      let inverse = try #require(transform.homography.inverted())
      planes.append(Plane(color: color, transform: transform, inverse: inverse))
    }
    try directory.write(
      """
      {"size": [1280, 800], "root": {"frame": [0, 0, 1280, 800], "backgroundColor": "#000000",
      "sublayerTransform": [{"perspective": 800}], "children": [\(nodes.joined(separator: ",\n"))]}}
      """, to: "scene.json")
    return planes
  }

  /// Returns the color of the plane that is nearest to the eye at a point; black for the background.
  private func nearest(_ planes: [Plane], _ point: Point) -> UInt32 {
    var (nearestZ, color) = (-Double.infinity, UInt32(0))
    for plane in planes {
      let p = plane.inverse.homogeneous(point)
      let (x, y) = (p.x / p.z, p.y / p.z)
      guard p.z > 0, x >= 0, y >= 0, x <= 160, y <= 120, let projected = plane.transform.project(x, y, 0) else {
        continue
      }
      if projected.z > nearestZ { (nearestZ, color) = (projected.z, plane.color) }
    }
    return color
  }

  @Test func everyPixelShowsTheNearestNode() throws {
    let directory = try TemporaryDirectory()
    let planes = try write(4999, to: directory)
    let bitmap = try Picture(rendering: ["--scene", directory.file("scene.json")]).bitmap
    try #require(bitmap.width == 1280 && bitmap.height == 800)
    var (compared, wrong) = (0, 0)
    for y in stride(from: 13, to: 800, by: 41) {
      for x in stride(from: 11, to: 1280, by: 43) {
        func color(_ dx: Double, _ dy: Double) -> UInt32 { nearest(planes, Point(Double(x) + dx, Double(y) + dy)) }
        let center = color(0.5, 0.5)
        guard [(0.0, 0.0), (1, 0), (0, 1), (1, 1)].allSatisfy({ color($0, $1) == center }) else { continue }
        compared += 1
        if bitmap.pixels[y * bitmap.stride + x] & 0xFF_FFFF != center { wrong += 1 }
      }
    }
    // A narrow plane between a pixel's corners may cover its center.
    #expect(compared > 200 && wrong * 100 <= compared * 3, "\(wrong) of \(compared)")
  }

  @Test func panelRemainsResponsive() throws {
    let weston = try Weston()
    _ = try write(4999, to: weston.directory)
    let panel = try Panel(["--scene", weston.directory.file("scene.json")], on: weston)
    #expect(try panel.status().isConnected)
    #expect(panel.stop() == 0)
  }
}
