import PanelGeometry
import TestSupport
import Testing

/// If the compositor rotates its screen, the panel draws rotated buffers, and the screen shows the upright picture
/// rotated as weston would.
@Suite(.serialized, .onlyInCheck) struct TransformTests {
  @Test(arguments: [
    ("normal", BufferTransform.normal), ("rotate-90", .rotated90), ("rotate-180", .rotated180),
    ("rotate-270", .rotated270), ("flipped", .flipped), ("flipped-rotate-90", .flipped90),
    ("flipped-rotate-180", .flipped180), ("flipped-rotate-270", .flipped270),
  ])
  func rotatedScreenShowsTheSamePicture(_ name: String, _ transform: BufferTransform) throws {
    let panel = try Panel(["--touch-fix", "depth"], on: Weston(width: 640, height: 400, transform: name))
    let size = transform.apply(to: Size(640, 400))
    let (width, height) = (Int(clamping: size.width), Int(clamping: size.height))
    let upright = try Picture(rendering: ["--touch-fix", "depth"], size: (width, height)).bitmap
    let shot = try panel.picture().bitmap
    try #require(shot.width == 640 && shot.height == 400)
    var differing = 0
    for y in 0..<height {
      for x in 0..<width {
        let rotated = transform.transform(of: size).apply(to: Point(Double(x) + 0.5, Double(y) + 0.5))
        let (a, b) = (
          upright.pixels[y * upright.stride + x],
          shot.pixels[Int(clamping: rotated.y) * shot.stride + Int(clamping: rotated.x)]
        )
        if [0, 8, 16].contains(where: { abs(Int(a >> $0 & 0xFF) - Int(b >> $0 & 0xFF)) > 3 }) { differing += 1 }
      }
    }
    #expect(differing < 300, "\(differing)")
    // weston rotates touches, too.
    try panel.fingers("tap \(Places(size: (width, height)).points("button")[0])")
    try panel.wait("press")
    #expect(panel.stop() == 0)
  }
}
