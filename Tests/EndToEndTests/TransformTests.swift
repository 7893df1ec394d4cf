import Geometry
import Raster
import Testing

/// A compositor that turns its screen gets buffers that are turned already: what is on the glass then is what weston makes
/// of a buffer that isn't.
@Suite(.serialized) struct TransformTests {
  @Test(arguments: [
    ("normal", BufferTransform.normal), ("rotate-90", .rotated90), ("rotate-180", .rotated180),
    ("rotate-270", .rotated270), ("flipped", .flipped), ("flipped-rotate-90", .flipped90),
    ("flipped-rotate-180", .flipped180), ("flipped-rotate-270", .flipped270),
  ])
  func aScreenThatWestonTurns(name: String, transform: BufferTransform) throws {
    let weston = try Weston(width: 640, height: 400, transform: name)
    let size = transform.apply(to: Size(640, 400))
    let (width, height) = (Int(clamping: size.width), Int(clamping: size.height))
    let kiosk = try RunningKiosk(["--touch-fix", "depth"], environment: weston.environment)
    try kiosk.wait("ready")
    let file = weston.directory.path + "/upright.png"
    _ = try Program.run(["render", "--touch-fix", "depth", "--size", "\(width)x\(height)", "-o", file])
    let (upright, shot) = (try Picture(file).bitmap, try Picture(weston.screenshot()).bitmap)
    try #require(shot.width == 640 && shot.height == 400)
    var differing = 0
    for y in 0..<height {
      for x in 0..<width {
        let place = transform.transform(of: size).apply(to: Point(Double(x) + 0.5, Double(y) + 0.5))
        let (a, b) = (
          upright.pixels[y * upright.stride + x],
          shot.pixels[Int(clamping: place.y) * shot.stride + Int(clamping: place.x)]
        )
        if [0, 8, 16].contains(where: { abs(Int(a >> $0 & 0xFF) - Int(b >> $0 & 0xFF)) > 3 }) { differing += 1 }
      }
    }
    #expect(differing < 300, "\(differing)")
    // The button is where it is seen.
    let place = try #require(
      Places(json: try Program.run(["inspect", "--size", "\(width)x\(height)"]).output)
        .points("button").first)
    try weston.fingers("tap \(place.x) \(place.y)")
    try kiosk.wait("press")
    #expect(kiosk.stop() == 0)
  }
}
