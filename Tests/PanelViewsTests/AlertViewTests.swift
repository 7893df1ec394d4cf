import PanelViews
import TestRendering
import Testing

/// An alert's layout, its buttons and keys, and what it keeps from the views behind it.
@Suite struct AlertViewTests {
  private let behind = Button("Behind", name: "behind", frame: Rect(0, 0, 600, 400))
  private let journal = Journal()
  private let window: Window

  init() {
    let root = View(name: "root", background: .black, subviews: [behind])
    window = Window(root, size: Size(600, 400), scale: 1, threads: 1)
    window.reducesMotion = true
    journal.record(behind)
  }

  private func present(_ titles: [String] = ["Cancel", "Delete"], message: String = "It can't be undone.") -> AlertView
  {
    let alert = AlertView(
      title: "Delete the plan?", message: message,
      actions: titles.map { title in
        AlertView.Action(title, style: title == "Cancel" ? .cancel : .default) { journal.note(title) }
      })
    alert.present(in: window)
    window.layoutIfNeeded()
    return alert
  }

  /// Returns the frame of the view with a name, in the window.
  private func frame(_ name: String, in view: View) -> Rect? {
    if view.name == name { return view.convert(view.bounds, to: window.rootView) }
    return view.subviews.lazy.compactMap { frame(name, in: $0) }.first
  }

  @Test func twoShortActionsAreSideBySide() throws {
    let alert = present()
    let card = try #require(frame("alert", in: alert))
    let (cancel, delete) = (try #require(frame("Cancel", in: alert)), try #require(frame("Delete", in: alert)))
    #expect(card.width == 360 && card.minX == 120 && abs(card.midY - 200) <= 0.5)
    #expect(cancel.minY == delete.minY && cancel.height == 48 && cancel.size == delete.size)
    #expect(cancel.minX == card.minX + 24 && delete.maxX == card.maxX - 24 && delete.minX - cancel.maxX == 10)
    #expect(cancel.maxY == card.maxY - 24)
    let (title, message) = (try #require(frame("title", in: alert)), try #require(frame("message", in: alert)))
    #expect(title.minY == card.minY + 24 && message.minY == title.maxY + 8 && cancel.minY == message.maxY + 20)
  }

  @Test(arguments: [["Cancel", "Delete everything in this plan"], ["Cancel", "Keep", "Delete"]])
  func otherActionsAreStacked(_ titles: [String]) throws {
    let alert = present(titles)
    let frames = try titles.map { try #require(frame($0, in: alert)) }
    for (upper, lower) in zip(frames, frames.dropFirst()) {
      #expect(lower.minY == upper.maxY + 10 && lower.minX == upper.minX && lower.width == 312 && lower.height == 48)
    }
  }

  @Test func longMessageScrolls() throws {
    let alert = present(message: Array(repeating: "Line", count: 60).joined(separator: "\n"))
    let card = try #require(frame("alert", in: alert))
    let (title, delete) = (try #require(frame("title", in: alert)), try #require(frame("Delete", in: alert)))
    #expect(card.minY >= 8 && card.maxY <= 392 && delete.maxY == card.maxY - 24 && delete.height == 48)
    let message = try #require(frame("message", in: alert))
    #expect(message.minY == title.maxY + 8 && message.height > 600)
    // The arrows go to the buttons, the page keys scroll.
    _ = window.press(.end, at: window.now)
    window.layoutIfNeeded()
    #expect(try #require(frame("message", in: alert)).maxY == delete.minY - 20)
  }

  @Test func alertWithoutMessageHasNoGap() throws {
    let alert = present(message: "")
    let (title, cancel) = (try #require(frame("title", in: alert)), try #require(frame("Cancel", in: alert)))
    #expect(cancel.minY == title.maxY + 20)
  }

  @Test func longMessageIsTruncatedBeforeTitleAndButtons() throws {
    let title = try #require(frame("title", in: present(message: "")))
    let alert = present(message: String(repeating: "Rooms and times. ", count: 200))
    let card = try #require(frame("alert", in: alert))
    #expect(card.minY == 8 && card.maxY == 392)
    #expect(frame("title", in: alert)?.height == title.height && frame("Delete", in: alert)?.height == 48)
  }

  @Test func escapeCancelsAndReturnConfirms() {
    let alert = present()
    #expect(window.press(.escape, at: 1) && alert.window == nil)
    #expect(window.press(.return, at: 2) == false)
    _ = present()
    #expect(window.press(.return, at: 3))
    #expect(journal.line == "Cancel Delete")
  }

  @Test func arrowsMoveFocusBetweenButtons() {
    _ = present()
    for key in [Key.right, .right, .right] { _ = window.press(key, at: 1) }
    _ = window.press(.space, at: 2)
    window.release(.space, at: 3)
    _ = present()
    for key in [Key.right, .right, .left] { _ = window.press(key, at: 4) }
    _ = window.press(.space, at: 5)
    window.release(.space, at: 6)
    #expect(journal.line == "Delete Cancel")
  }

  /// Presents another alert over the first one.
  private func presentTwo() -> (first: AlertView, second: AlertView) {
    window.focus(behind)
    return (present(), present(["Later", "Now"]))
  }

  @Test func alertUnderAnotherOneIsDismissedAfterIt() {
    let (first, second) = presentTwo()
    #expect(window.press(.return, at: 1) && second.window == nil && first.window != nil && !behind.isFocused)
    #expect(window.press(.escape, at: 2) && first.window == nil && behind.isFocused)
    #expect(journal.line == "Now Cancel")
  }

  @Test func alertMayBeDismissedBeforeTheOneAboveIt() {
    let (first, second) = presentTwo()
    first.dismiss()
    #expect(first.window == nil && second.window != nil && !behind.isFocused)
    #expect(window.press(.return, at: 1) && second.window == nil && behind.isFocused)
  }

  @Test func removedAlertKeepsNoKeys() {
    window.focus(behind)
    present().removeFromSuperview()
    #expect(behind.isFocused && window.press(.tab, at: 1))
    #expect(window.press(.return, at: 2) && behind.isHighlighted)
  }

  @Test func viewsBehindGetNeitherTouchesNorFocus() throws {
    window.focus(behind)
    let alert = present()
    #expect(!behind.isFocused)
    let touches = TouchPlayer(window)
    touches.play("down 5,5 up")
    _ = window.press(.tab, at: 1)
    #expect(!behind.isFocused && journal.line == "")
    let delete = try #require(frame("Delete", in: alert)).center
    touches.play("down \(delete.x),\(delete.y) up")
    #expect(journal.line == "Delete" && alert.window == nil)
    #expect(behind.isFocused == true)
  }
}
