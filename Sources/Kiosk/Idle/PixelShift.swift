import Chrome
import Geometry

/// The picture's shift against burn-in, minute by minute: a walk around its own place that comes back to no place soon.
///
/// The numbers are those that people with OLED panels arrived at: at most 1.5 % and 24 points, once a minute, a glide of
/// two seconds (voice-satellite-card-integration, issue 99).
struct PixelShift: Equatable {
  /// In seconds.
  static let pause = 60.0
  static let glide = 2.0

  /// Of the panel's shorter side; 0 for none.
  var percent = 0.0
  private(set) var step = 0

  /// The next place, in points from where the picture belongs.
  mutating func next(on size: Size) -> Point {
    step += 1
    let radius = min(Stage.farthestShift, percent / 100 * min(size.width, size.height))
    // Two circles whose periods share no divisor: 7 and 11 minutes.
    let (x, y) = (Double(step % 7) / 7, Double(step % 11) / 11)
    return Point(radius * triangle(x), radius * triangle(y))
  }

  /// From 0 up to 1, down to -1 and back, over 0…1: as long at each distance.
  private func triangle(_ phase: Double) -> Double {
    let t = phase * 4
    return t < 1 ? t : t < 3 ? 2 - t : t - 4
  }
}
