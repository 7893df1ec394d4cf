import Geometry
import Raster
import Text
import Views

/// The button on face 3.
public final class CubeButton: Control {
  /// What came of the last press.
  public enum Phase: Equatable, Sendable {
    case idle
    /// The command runs; the button ignores presses.
    case running
    case succeeded
    /// With the command's status.
    case failed(Int)
  }

  public var phase = Phase.idle {
    didSet {
      guard phase != oldValue else { return }
      isEnabled = phase != .running
      setNeedsDisplay()
    }
  }

  /// True when it starts a command; else it switches the lamp, and says how that is.
  public var runsCommand = false { didSet { if runsCommand != oldValue { setNeedsDisplay() } } }
  public var isLightOn = true { didSet { if isLightOn != oldValue { setNeedsDisplay() } } }

  init() { super.init(name: "button") }

  /// The button keeps the focus while its command runs, so that the ring doesn't jump away.
  public override var canBecomeFocused: Bool { true }

  public override var drawsContents: Bool { true }

  public override func draw(_ canvas: Canvas) {
    let (title, ink, ground) = look
    // Within the bounds, so that the focus ring around it is not cut.
    let pill = bounds.insetBy(3, 3)
    canvas.shadow(pill, radius: pill.height / 2, blur: 2.5, offset: Point(0, 1), color: Color(0, 0.12, 0.08, 0.35))
    canvas.fill(pill, radius: pill.height / 2, color: ground)
    if isFocused {
      canvas.stroke(bounds, radius: bounds.height / 2, width: 2.5, color: Palette.accent)
    }
    let layout = TextLayout(title, font: Font(size: 15, weight: 600), color: ink)
      .shrunk(toFit: pill.width - pill.height * 0.7)
    canvas.draw(layout, centeredIn: pill)
  }

  private var look: (title: String, ink: Color, ground: Color) {
    let ground = isHighlighted ? Palette.buttonPressed : Palette.button
    switch phase {
    case .idle where runsCommand: return ("Run", Palette.buttonText, ground)
    case .idle where isLightOn: return ("Light on", Palette.buttonText, ground)
    case .idle: return ("Light off", Palette.buttonText, isHighlighted ? ground : Color(hex: 0xC9D8D1))
    case .running: return ("Running…", Color(hex: 0x14573F, alpha: 0.75), Color(hex: 0xD5EAE1, alpha: 0.72))
    case .succeeded: return ("✓ Done", Palette.success, ground)
    case .failed(let status): return ("✕ Failed (\(status))", Palette.failure, ground)
    }
  }
}
