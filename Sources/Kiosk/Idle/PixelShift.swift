import Chrome
import PanelGeometry

/// Shifts the picture once a minute against burn-in. The offsets repeat after 77 minutes.
///
/// The limits come from experience with OLED panels: at most 1.5 % and 24 points, once a minute, over two seconds
/// (voice-satellite-card-integration, issue 99).
struct PixelShift: Equatable {
  /// The time between two shifts, in seconds.
  static let interval = 60.0
  /// The duration of a shift, in seconds.
  static let duration = 2.0

  /// The maximum shift, in percent of the panel's shorter side; 0 turns shifting off.
  var percent = 0.0
  private(set) var step = 0

  /// Returns the next offset.
  ///
  /// - Parameter size: of the panel, in its points, as is the result.
  mutating func nextOffset(on size: Size) -> Point {
    step += 1
    let radius = min(Stage.maximumPixelShift, percent / 100 * min(size.width, size.height))
    // The two axes have coprime periods, 7 and 11 minutes.
    let (x, y) = (Double(step % 7) / 7, Double(step % 11) / 11)
    return Point(radius * triangle(x), radius * triangle(y))
  }

  /// A triangle wave from 0 up to 1, down to -1 and back to 0 for a phase of 0…1. It spends the same time at each
  /// distance.
  private func triangle(_ phase: Double) -> Double {
    let quarters = phase * 4
    switch quarters {
    case ..<1: return quarters
    case ..<3: return 2 - quarters
    default: return quarters - 4
    }
  }
}
