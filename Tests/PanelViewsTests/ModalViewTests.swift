import Testing

@testable import PanelViews

/// A modal view keeps touches, keys, focus and speech from the views behind it, and gives focus and speech back.
@Suite final class ModalViewTests: ExploredWindow {
  private let (first, second) = (Button("First"), Button("Second"))

  private func makeModal(_ style: ModalView.Style = .popover, _ buttons: [Button]? = nil) -> ModalView {
    let stack = StackView(axis: .vertical) { buttons ?? [first, second] }
    let modal = ModalView(name: "modal", style: style, contentView: stack)
    stack.frame = Rect(200, 100, 200, 200)
    return modal
  }

  private func press(_ key: Key) -> Bool {
    defer { window.release(key, at: window.now) }
    return window.press(key, at: window.now)
  }

  private func endSpeech() {
    window.touchExplorer = nil
    window.reducesMotion = true
  }

  @Test(arguments: [ModalView.Style.alert, .sheet, .popover])
  func focusIsTrappedAndReturned(_ style: ModalView.Style) {
    endSpeech()
    window.focus(light)
    let modal = makeModal(style)
    modal.present(in: window)
    #expect(!light.isFocused && window.modalView === modal)
    for _ in 0..<3 {
      #expect(press(.tab) && [first, second].contains { $0.isFocused })
    }
    #expect(press(.escape) && light.isFocused && window.modalView == nil && modal.window == nil)
  }

  @Test func arrowsMoveTheFocusUpToTheEnds() {
    endSpeech()
    let modal = makeModal()
    modal.present(in: window)
    #expect(press(.down) && first.isFocused)
    #expect(press(.down) && press(.down) && second.isFocused)
    #expect(press(.up) && press(.left) && first.isFocused)
  }

  /// Only page keys scroll.
  @Test func arrowsMoveTheFocusInScrollingContent() {
    endSpeech()
    let buttons = (1...6).map { Button("\($0)") }
    for button in buttons { button.fixedHeight = 60 }
    let scrollView = ScrollView(content: StackView(axis: .vertical) { buttons })
    let modal = ModalView(style: .popover, contentView: scrollView)
    scrollView.frame = Rect(200, 100, 200, 150)
    modal.present(in: window)
    window.focus(buttons[0])
    for button in buttons.dropFirst() { #expect(press(.down) && button.isFocused) }
    for button in buttons.dropLast().reversed() { #expect(press(.up) && button.isFocused) }
    #expect(press(.pageDown) && buttons[0].isFocused && scrollView.contentOffset.y > 0)
  }

  @Test func unusedKeysDoNotReachTheViewsBehind() {
    endSpeech()
    var keys: [Key] = []
    window.onKey = {
      keys.append($0)
      return true
    }
    makeModal().present(in: window)
    #expect(!press(.character("s")) && keys.isEmpty)
    #expect(press(.escape) && press(.character("s")) && keys == [.character("s")])
  }

  @Test func tapOutsideDismissesUnlessForbidden() {
    endSpeech()
    for isForbidden in [false, true] {
      let modal = makeModal()
      modal.isModalInPresentation = isForbidden
      modal.present(in: window)
      touches.play("down 50,50 up")
      #expect(modal.isPresented == isForbidden && speech.presses == 0)
      modal.dismiss()
    }
  }

  @Test func speechReturnsToWhatOpenedIt() {
    window.reducesMotion = true
    _ = play("down 100,50 +200ms up +500ms")
    let modal = makeModal()
    modal.present(in: window)
    #expect(speech.take() == ["First, button"])
    // The last element is followed by those for the speech, not by those behind.
    _ = play(Self.swipeRight)
    #expect(play(Self.swipeRight) == ["Close, button"] || window.touchExplorer?.currentElement?.window == nil)
    modal.dismiss()
    #expect(speech.take() == ["Open, button"] && window.touchExplorer?.currentElement === open)
  }

  @Test func lowerOfTwoGivesItsPlaceToTheUpper() {
    window.reducesMotion = true
    _ = play("down 100,50 +200ms up +500ms")
    window.focus(light)
    let (lower, upper) = (makeModal(), makeModal(.sheet, [Button("Third")]))
    lower.present(in: window)
    upper.present(in: window)
    var dismissed: [String] = []
    lower.onDismiss = { dismissed.append("lower") }
    upper.onDismiss = { dismissed.append("upper") }
    lower.dismiss()
    #expect(window.modalView === upper && !light.isFocused)
    upper.dismiss()
    #expect(light.isFocused && dismissed == ["lower", "upper"])
  }

  @Test func contentStaysInTheSafeArea() {
    window.safeAreaInsets = Insets(top: 150, leading: 0, bottom: 0, trailing: 10)
    let modal = makeModal()
    modal.present(in: window)
    #expect(modal.safeFrame == Rect(0, 150, 590, 250) && modal.frame == root.bounds)
    window.resize(to: Size(800, 500), scale: 1)
    window.layoutIfNeeded()
    #expect(modal.safeFrame == Rect(0, 150, 790, 350))
  }
}
