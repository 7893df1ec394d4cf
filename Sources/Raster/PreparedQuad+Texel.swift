import CPixels
import Geometry

extension PreparedQuad {
  /// The colour of a bitmap of one pixel.
  var onlyTexel: UInt32? { texels.width == 1 && texels.height == 1 ? texels.base[0] : nil }

  /// The texel under a target pixel's center.
  func texel(atX x: Int, y: Int) -> UInt32 {
    if case .rings(let rings) = painting { return rings.pixel(x, RowPlaces(self, y: y)) }
    if let onlyTexel { return onlyTexel }
    if case .copied(let steps) = painting {
      let u = min(max(steps.ux &* x &+ steps.uy &* y &+ steps.u0, 0), texels.width &- 1)
      let v = min(max(steps.vx &* x &+ steps.vy &* y &+ steps.v0, 0), texels.height &- 1)
      return texels.base[v &* texels.stride &+ u]
    }
    let p = map.homogeneous(Point(Double(x) + 0.5, Double(y) + 0.5))
    // Just outside of the outline the plane may already be behind the eye; any texel will do.
    let k = p.z > 1e-300 ? 1 / p.z : 0
    let choice = MipChoice(density: density * k * k * k).limited(to: levelCount)
    let unit = k * Double(bitPattern: UInt64(1023 &+ 7 &- choice.level) &<< 52)
    var row = cpixels_row(
      a: Float(p.x * unit - 63.5), b: Float(p.y * unit - 63.5), q: 1, step_a: 0, step_b: 0, step_q: 0)
    var level = levels[choice.level].sampled()
    var pixels = SIMD8<UInt32>.zero
    withUnsafeMutableBytes(of: &pixels) {
      // swift-format-ignore: NeverForceUnwrap
      let run = $0.bindMemory(to: UInt32.self).baseAddress!
      guard choice.weight > 0 else { return cpixels_bilinear(run, 0, 1, &row, &level) }
      var next = levels[choice.level + 1].sampled()
      cpixels_trilinear(run, 0, 1, &row, &level, &next, 320 + Float(choice.weight))
    }
    return pixels[0]
  }
}
