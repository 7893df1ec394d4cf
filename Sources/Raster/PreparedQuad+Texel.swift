import Geometry

extension PreparedQuad {
  /// The colour of a bitmap of one pixel.
  var onlyTexel: UInt32? { levels[0].width == 1 && levels[0].height == 1 ? levels[0].base[0] : nil }

  /// The texel under a target pixel's centre, by the exact division.
  func texel(atX x: Int, y: Int) -> UInt32 {
    if case .rings(let rings) = painting { return rings.pixel(x, RowPlaces(self, y: y)) }
    if let onlyTexel { return onlyTexel }
    let p = map.homogeneous(Point(Double(x) + 0.5, Double(y) + 0.5))
    // Just outside of the outline the plane may already be behind the eye; the nearest texel will do.
    let k = p.z > 1e-300 ? 1 / p.z : 0
    let place = TexelPlace(u: TexelPlace.fixed(p.x * k * 65536), v: TexelPlace.fixed(p.y * k * 65536))
    guard levelCount > 1 else { return levels[0].sample(place.scaled(toLevel: 0)) }
    let choice = MipChoice(density: density * k * k * k).limited(to: levelCount)
    let texel = levels[choice.level].sample(place.scaled(toLevel: choice.level))
    guard choice.weight > 0 else { return texel }
    let next = levels[choice.level + 1].sample(place.scaled(toLevel: choice.level + 1))
    return FourPixels(texel).mixed(with: FourPixels(next), SIMD16(repeating: choice.weight)).pixels[0]
  }
}
