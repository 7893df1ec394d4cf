import PanelLayers

/// Shows the progress of a task as a bar, as `UIProgressView`.
open class ProgressView: View {
  /// 0…1; clamped.
  public final var progress = 0.0 {
    didSet {
      progress = min(max(progress, 0), 1)
      if progress != oldValue { setNeedsDisplay() }
    }
  }

  open override var accessibilityDefaults: AccessibilityDefaults {
    .init(value: percentage(progress), traits: .updatesFrequently)
  }

  /// Returns the available width, or 160 points if it is unlimited, and a height of 6 points.
  open override func sizeThatFits(_ size: Size) -> Size {
    roundedUpToPixels(Size(size.width > 0 ? size.width : 160, 6))
  }

  open override var drawsContents: Bool { true }

  open override func draw(_ canvas: Canvas) {
    let (look, height) = (inheritedLook, min(6, bounds.height))
    let track = Rect(bounds.minX, bounds.midY - height / 2, bounds.width, height)
    canvas.fill(track, radius: height / 2, color: look.track)
    guard progress > 0 else { return }
    let width = max(progress * track.width, height)
    canvas.fill(Rect(track.minX, track.minY, width, height), radius: height / 2, color: look.tint)
  }
}
