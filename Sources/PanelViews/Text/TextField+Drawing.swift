import Localization
import PanelLayers

/// The text, the caret and the selection.
extension TextField {
  /// The distance from the sides to the text, in points.
  private static let inset = 12.0
  private static let caretWidth = 2.0
  /// The width of a button at the trailing side, in points.
  private static let buttonWidth = 44.0

  final func placeButtons() {
    for button in [clearButton, eyeButton] {
      button.place(in: Rect(bounds.width - Self.buttonWidth, 0, Self.buttonWidth, bounds.height))
    }
  }

  /// The layout of what is drawn.
  final var textLayout: TextLayout {
    if let cachedLayout { return cachedLayout }
    let layout = TextLayout(displayedText, font: textStyle.font(for: self), color: currentLook.text)
    cachedLayout = layout
    return layout
  }

  private var textFrame: Rect {
    let hasButton = !clearButton.isHidden || !eyeButton.isHidden
    let trailing = hasButton ? Self.buttonWidth : Self.inset
    return Rect(Self.inset, 0, max(bounds.width - Self.inset - trailing, 1), bounds.height)
  }

  /// The left edge of the text, which begins at the side of its direction. While it is edited, it moves so far that the
  /// caret is visible.
  final var textOrigin: Double {
    let (frame, layout) = (textFrame, textLayout)
    let width = layout.size.width + Self.caretWidth
    let isAtRight = displayedText.isEmpty ? layer.isMirrored : layout.isRightToLeft
    guard width > frame.width else {
      scrollOffset = 0
      return isAtRight != layer.isMirrored ? frame.maxX - width : frame.minX
    }
    guard isFocused else {
      scrollOffset = layout.isRightToLeft != layer.isMirrored ? width - frame.width : 0
      return frame.minX - scrollOffset
    }
    let caret = layout.caretPosition(at: selection.caret).primary
    scrollOffset = min(max(scrollOffset, caret + Self.caretWidth - frame.width), caret)
    scrollOffset = min(max(scrollOffset, 0), width - frame.width)
    return frame.minX - scrollOffset
  }

  /// The caret in the field's points, for what follows it, such as a keyboard that must not cover it.
  public final var caretRect: Rect {
    let x = textOrigin + textLayout.caretPosition(at: selection.caret).primary
    return Rect(x, bounds.midY - lineHeight / 2, Self.caretWidth, lineHeight)
  }

  private var lineHeight: Double { textLayout.lineHeight }

  final func drawContents(_ canvas: Canvas) {
    let look = currentLook
    canvas.draw(look, of: self, in: bounds)
    let (frame, layout, origin) = (textFrame, textLayout, textOrigin)
    canvas.clipped(to: [
      Point(frame.minX - 2, 0), Point(frame.maxX + 2, 0), Point(frame.maxX + 2, bounds.height),
      Point(frame.minX - 2, bounds.height),
    ]) {
      if showsEyeHint { return drawNote(LocalizedText.holdToShow.text, canvas, in: frame) }
      if isFocused {
        let height = lineHeight
        for part in layout.positions(of: selection.range) {
          let selected = Rect(
            origin + part.lowerBound, bounds.midY - height / 2, part.upperBound - part.lowerBound, height)
          canvas.fill(selected, color: look.tint.withAlphaComponent(0.35))
        }
      }
      drawText(canvas, layout, at: origin, in: frame)
      // In front of a placeholder, the caret leaves its first letter legible.
      let caretOrigin = hasText ? origin : origin - Self.caretWidth
      if isFocused, selection.range.isEmpty { drawCaret(canvas, layout, at: caretOrigin) }
    }
  }

  private func drawText(_ canvas: Canvas, _ layout: TextLayout, at x: Double, in frame: Rect) {
    if !hasText {
      drawNote(placeholder, canvas, in: frame)
    } else if isRevealed, let secureText {
      // One by one, so that no library gets the whole text. A layout lives only while it is drawn.
      let font = textStyle.font(for: self)
      var x = frame.minX
      for index in 0..<secureText.count {
        let character = TextLayout(secureText.character(at: index), font: font, color: currentLook.text)
        canvas.draw(character, at: Point(x, frame.midY - character.size.height / 2))
        x += character.size.width
      }
    } else if !isFocused, layout.size.width > frame.width {
      let span = TextSpan(displayedText, font: textStyle.font(for: self), color: currentLook.text)
      canvas.draw(TextLayout([span], maxWidth: frame.width), at: Point(frame.minX, frame.midY - layout.size.height / 2))
    } else {
      canvas.draw(layout, at: Point(x, frame.midY - layout.size.height / 2))
    }
  }

  /// Draws what is shown instead of a text.
  private func drawNote(_ text: String, _ canvas: Canvas, in frame: Rect) {
    let span = TextSpan(text, font: textStyle.font(for: self), color: currentLook.secondaryText)
    let note = TextLayout([span], maxWidth: frame.width)
    canvas.draw(note, at: Point(frame.minX, frame.midY - note.size.height / 2))
  }

  private func drawCaret(_ canvas: Canvas, _ layout: TextLayout, at x: Double) {
    let (position, height) = (layout.caretPosition(at: selection.caret), lineHeight)
    let top = bounds.midY - height / 2
    let color = currentLook.tint
    guard abs(position.primary - position.secondary) > 0.5 else {
      return canvas.fill(Rect(x + position.primary, top, Self.caretWidth, height), color: color)
    }
    // At a change of direction, each place gets a half.
    canvas.fill(Rect(x + position.primary, top, Self.caretWidth, height / 2), color: color)
    canvas.fill(Rect(x + position.secondary, top + height / 2, Self.caretWidth, height / 2), color: color)
  }
}
