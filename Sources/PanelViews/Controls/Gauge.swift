import Glibc
import PanelLayers

/// Shows a value in a range as an arc, with the value and a caption in the middle. UIKit has no such view; SwiftUI's
/// circular gauge is similar.
open class Gauge: View {
  public final var minimumValue = 0.0 { didSet { setNeedsDisplay() } }
  public final var maximumValue = 1.0 { didSet { setNeedsDisplay() } }
  /// The arc is clamped to the range.
  public final var value = 0.0 { didSet { if value != oldValue { setNeedsDisplay() } } }
  /// The text in the middle, such as the formatted value with its unit.
  public final var text = "" { didSet { if text != oldValue { setNeedsDisplay() } } }
  public final var caption = "" { didSet { if caption != oldValue { setNeedsDisplay() } } }
  /// The color of the filled arc; `nil` for the look's tint.
  public final var tintColor: Color? { didSet { if tintColor != oldValue { setNeedsDisplay() } } }

  /// The arc begins at the lower left and spans three quarters of a circle, clockwise.
  private static let (startAngle, sweepAngle) = (0.75 * Double.pi, 1.5 * Double.pi)

  open override var accessibilityDefaults: AccessibilityDefaults {
    .init(label: caption, value: text, traits: .updatesFrequently)
  }

  /// Returns a square of 140 points, more for larger text, or the largest that fits.
  open override func sizeThatFits(_ size: Size) -> Size {
    let side = [size.width, size.height].filter { $0 > 0 }.reduce(140 * textScale, min)
    return roundedUpToPixels(Size(side, side))
  }

  open override var drawsContents: Bool { true }

  open override func draw(_ canvas: Canvas) {
    let (look, side) = (inheritedLook, min(bounds.width, bounds.height))
    guard side > 0 else { return }
    let width = side * 0.09
    let radius = (side - width) / 2
    // The arc is less high than wide, because a quarter of the circle is open at the bottom.
    let center = Point(bounds.midX, bounds.midY + radius * 0.1)
    let span = maximumValue - minimumValue
    let fraction = span > 0 ? min(max((value - minimumValue) / span, 0), 1) : 0
    func arc(to fraction: Double) -> [Point] {
      let steps = max(Int(clamping: (fraction * 90).rounded(.up)), 1)
      return (0...steps).map { step in
        let angle = Self.startAngle + Self.sweepAngle * fraction * Double(step) / Double(steps)
        return center + Point(cos(angle), sin(angle)) * radius
      }
    }
    canvas.stroke(arc(to: 1), width: width, color: look.track)
    if fraction > 0 { canvas.stroke(arc(to: fraction), width: width, color: tintColor ?? look.tint) }
    let availableWidth = 2 * (radius - width) * 0.86
    var (font, captionFont) = (TextStyle.value.font(for: self), TextStyle.caption.font(for: self))
    (font.size, captionFont.size) = (min(font.size, side * 0.22), min(captionFont.size, side * 0.1))
    let textLayout = TextLayout(text, font: font, color: look.text).shrunk(toFit: availableWidth)
    let captionLayout = TextLayout(caption, font: captionFont, color: look.secondaryText)
      .shrunk(toFit: availableWidth * 0.8)
    canvas.draw(textLayout, inkCenteredIn: Rect(bounds.minX, center.y - side * 0.19, bounds.width, side * 0.3))
    canvas.draw(captionLayout, centeredIn: Rect(bounds.minX, center.y + side * 0.14, bounds.width, side * 0.16))
  }
}
