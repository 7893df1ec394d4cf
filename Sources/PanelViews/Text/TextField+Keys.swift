import PanelLayers

/// Keys of a real keyboard.
extension TextField {
  final func handle(_ stroke: KeyStroke) -> Bool {
    let (selects, byWord) = (stroke.modifiers.contains(.shift), stroke.modifiers.contains(.control))
    let end = displayedText.utf8.count
    switch stroke.key {
    case .return: pressReturn()
    case .escape: resignFirstResponder()
    case .delete:
      if byWord, selection.range.isEmpty {
        selection.anchor = textLayout.wordBoundary(from: selection.caret, forward: false)
      }
      deleteBackward()
    case .deleteForward:
      if selection.range.isEmpty {
        guard selection.caret < end else { return true }
        selection.anchor =
          byWord
          ? textLayout.wordBoundary(from: selection.caret, forward: true)
          : textLayout.caretOffsets.first { $0 > selection.caret } ?? end
      }
      replaceSelection(with: "")
    case .left, .right: moveCaret(right: (stroke.key == .right) != layer.isMirrored, selects: selects, byWord: byWord)
    case .home, .end: moveCaret(to: stroke.key == .home ? 0 : end, selects: selects)
    case .character("a") where byWord: selection = .init(caret: end, anchor: 0)
    default:
      guard let text = stroke.text, !byWord else { return false }
      insertText(text)
    }
    return true
  }

  private func moveCaret(right: Bool, selects: Bool, byWord: Bool) {
    let (layout, range) = (textLayout, selection.range)
    if !range.isEmpty, !selects, !byWord {
      // To the end of the selection in that direction, as the text is shown.
      let ends = [range.lowerBound, range.upperBound].sorted {
        layout.caretPosition(at: $0).primary < layout.caretPosition(at: $1).primary
      }
      return moveCaret(to: right ? ends[1] : ends[0], selects: false)
    }
    let offset =
      byWord
      ? layout.wordBoundary(from: selection.caret, forward: right != layout.isRightToLeft)
      : layout.caretOffset(movingFrom: selection.caret, right: right)
    moveCaret(to: offset, selects: selects)
  }

  private func moveCaret(to offset: Int, selects: Bool) {
    selection = .init(caret: offset, anchor: selects ? selection.anchor : nil)
  }
}

/// Touches.
extension TextField {
  /// The distance, in points, within which a second tap counts, as that of a recognizer.
  private static var tapDistance: Double { 40 }

  final func beginSelection(_ touch: Touch) {
    guard isTracking, let point = touch.location(in: self) else { return }
    let isSecondTap =
      lastTap.map {
        touch.time < $0.time.adding(nanoseconds: TapGestureRecognizer.maximumInterval)
          && (point - $0.location).length < Self.tapDistance
      } ?? false
    lastTap = (touch.time, point)
    guard isFocused else { return }
    let offset = offset(at: point)
    if isSecondTap, !isSecureTextEntry {
      let word = textLayout.word(at: offset)
      selectedWord = word
      selection = .init(caret: word.upperBound, anchor: word.lowerBound)
    } else {
      selectedWord = nil
      selection = isSecondTap ? .init(caret: displayedText.utf8.count, anchor: 0) : .init(caret: offset)
    }
  }

  final func extendSelection(_ touch: Touch) {
    guard isTracking, isFocused, let point = touch.location(in: self) else { return }
    let offset = offset(at: point)
    guard let selectedWord else { return selection.caret = offset }
    // Whole words, from the one of the double tap on.
    let word = textLayout.word(at: offset)
    selection =
      offset < selectedWord.lowerBound
      ? .init(caret: word.lowerBound, anchor: selectedWord.upperBound)
      : .init(caret: max(word.upperBound, selectedWord.upperBound), anchor: selectedWord.lowerBound)
  }

  /// Gives the field the focus, with the caret where the finger was.
  final func beginEditing(_ touch: Touch) {
    guard isInside(touch), let point = touch.location(in: self) else { return }
    // Before the text moves to show the caret.
    let offset = offset(at: point)
    guard becomeFirstResponder() else { return }
    selection = .init(caret: offset)
  }

  /// True for a drag along the text, which selects while the text is edited.
  final func selects(_ recognizer: GestureRecognizer) -> Bool {
    guard isFocused, recognizer is PanGestureRecognizer, let touch = recognizer.touches.first else { return false }
    return touch.direction(in: self) == .horizontal
  }

  private func offset(at point: Point) -> Int {
    let offset = textLayout.caretOffset(at: point.x - textOrigin)
    // Not within a dot.
    return isSecureTextEntry ? offset / Self.dot.utf8.count * Self.dot.utf8.count : offset
  }
}

extension String {
  /// The text without control characters, such as line breaks, and without marks of a direction, which some keyboards
  /// type: no value can have them.
  var withoutControlCharacters: String {
    let controls: [Unicode.GeneralCategory] = [.control, .lineSeparator, .paragraphSeparator]
    return String(
      String.UnicodeScalarView(
        unicodeScalars.filter { !controls.contains($0.properties.generalCategory) && !$0.properties.isBidiControl }))
  }
}
