import PanelViews
import Testing

/// Moving the focus by keyboard, and pressing with keys.
@Suite struct FocusTests {
  private let root = View(name: "root")
  private let control = Control(name: "button", frame: Rect(200, 200, 100, 40))
  private let journal = Journal()
  private let window: Window
  private let touches: TouchPlayer

  init() {
    root.addSubview(control)
    journal.record(control)
    window = Window(root, size: Size(600, 400), scale: 1, threads: 1)
    touches = TouchPlayer(window)
  }

  @Test func tabMovesFocusAndReturnPresses() {
    let second = Control(name: "second", frame: Rect(500, 200, 10, 10))
    root.addSubview(second)
    journal.record(second, name: "second")
    #expect(!window.press(.return, at: 1))
    #expect(window.press(.tab, at: 1) && control.isFocused)
    #expect(window.press(.space, at: 2) && control.isHighlighted)
    window.release(.space, at: 3)
    #expect(journal.line == "action" && !control.isHighlighted)
    #expect(window.press(.tab, at: 4) && second.isFocused && !control.isFocused)
    #expect(window.press(.tab, at: 5) && control.isFocused)
    #expect(window.press(.backTab, at: 6) && second.isFocused)
    // The keyboard disappears while the key is held.
    _ = window.press(.return, at: 7)
    window.cancelInput(at: 8)
    window.release(.return, at: 9)
    #expect(journal.line == "action" && !second.isHighlighted)
    // A touch clears the focus.
    window.send([TouchEvent(.began, id: 0, at: Point(400, 300))], at: 10)
    #expect(!second.isFocused)
  }

  /// From top to bottom and from left to right, whatever the sibling order.
  @Test func tabFollowsWhatIsSeen() {
    let stack = StackView(spacing: 8)
    stack.frame = Rect(0, 100, 600, 44)
    root.insertSubview(stack, at: 0)
    let buttons = ["a", "b", "c"].map { Button($0, name: $0) }
    for button in [buttons[2], buttons[1]] { stack.insertArrangedSubview(button, at: 0) }
    stack.insertArrangedSubview(buttons[0], at: 0)
    let top = Button("top", name: "top", frame: Rect(300, 0, 100, 44))
    root.addSubview(top)
    let order = (1...5).map { time in
      _ = window.press(.tab, at: UInt64(time))
      return ([top, control] + buttons).first { $0.isFocused }?.name
    }
    #expect(order == ["top", "a", "b", "c", "button"])
  }

  /// Tab continues at the place of the focused control, even if that can't have the focus any more.
  @Test(arguments: [
    "disabled", "hidden", "covered", "off the panel", "removed", "removed with its neighbor", "in a hidden view",
  ])
  func tabContinuesAfterAControlThatLostItsPlace(_ change: String) {
    let group = View(frame: Rect(0, 100, 600, 200))
    control.removeFromSuperview()
    root.addSubview(group)
    let others = [0, 1, 2, 3].map { Button("\($0)", name: "\($0)", frame: Rect(Double($0) * 80, 10, 50, 40)) }
    for view in [others[0], others[3]] { root.addSubview(view) }
    for view in [others[1], control] { group.addSubview(view) }
    root.addSubview(others[2])
    // In the order of sight: 0, 2 and 3 at the top, then 1 and the control.
    for (index, view) in [others[1], control].enumerated() { view.frame = Rect(Double(index) * 100, 100, 100, 40) }
    let last = Button("last", name: "last", frame: Rect(0, 350, 100, 40))
    root.addSubview(last)
    for backward in [false, true] {
      window.focus(control)
      switch change {
      case "covered": cover(Rect(100, 200, 100, 40))
      case "removed": control.removeFromSuperview()
      case "removed with its neighbor":
        control.removeFromSuperview()
        others[1].removeFromSuperview()
      case "in a hidden view": group.isHidden = true
      default: apply(change)
      }
      _ = window.press(backward ? .backTab : .tab, at: backward ? 2 : 1)
      let expected =
        !backward ? last : ["removed with its neighbor", "in a hidden view"].contains(change) ? others[3] : others[1]
      #expect(expected.isFocused, "\(root.subviews.compactMap { ($0 as? Control)?.isFocused == true ? $0.name : nil })")
      // Undo the change.
      root.subviews.first { $0.name == "cover" }?.removeFromSuperview()
      (control.isEnabled, control.isHidden, group.isHidden) = (true, false, false)
      for view in [others[1], control] { group.addSubview(view) }
      control.frame = Rect(100, 100, 100, 40)
    }
  }

  @Test func windowWithoutKeysConsumesThem() {
    _ = window.press(.tab, at: 1)
    _ = window.press(.return, at: 2)
    #expect(control.isHighlighted)
    // The held key is released, and no later key reaches `onKey`.
    window.handlesKeys = false
    #expect(!control.isHighlighted && !control.isFocused)
    window.release(.return, at: 3)
    window.onKey = { _ in
      Issue.record("onKey was called")
      return true
    }
    for key in [.tab, .return, .character("q"), .escape] as [Key] { #expect(window.press(key, at: 4)) }
    #expect(journal.line == "" && !control.isFocused)
  }

  private static let cover = Rect(190, 190, 120, 60)

  /// Adds a view that covers the control, or seems to.
  private func cover(_ frame: Rect = cover, _ change: (View) -> Void = { _ in }) {
    let view = View(name: "cover", frame: frame)
    change(view)
    root.addSubview(view)
  }

  private func apply(_ change: String) {
    let halfTurn = Transform3D(rotationAngle: .pi, x: 0, y: 1, z: 0)
    switch change {
    case "none": break
    case "hidden": control.isHidden = true
    case "transparent": control.alpha = 0.005
    case "disabled": control.isEnabled = false
    case "ignoring touches": control.isUserInteractionEnabled = false
    case "in a hidden view": root.isHidden = true
    case "off the panel": control.center = Point(590, 420)
    case "facing away": control.layer.transform = halfTurn
    case "facing away, not drawn": (control.layer.transform, control.layer.isDoubleSided) = (halfTurn, false)
    case "edge-on": control.layer.transform = Transform3D(rotationAngle: .pi / 2, x: 0, y: 1, z: 0)
    case "covered": cover()
    case "covered by a picture": cover { ($0.isUserInteractionEnabled, $0.layer.isOpaque) = (false, true) }
    case "covered by a color", "covered by a faded color":
      cover {
        ($0.isUserInteractionEnabled, $0.layer.backgroundColor, $0.layer.cornerRadius) = (false, .white, 10)
        $0.alpha = change == "covered by a color" ? 1 : 0.5
      }
    case "covered by a label": cover { $0.isUserInteractionEnabled = false }
    case "covered by something hidden": cover { $0.isHidden = true }
    case "covered at its edge": cover(Rect(190, 190, 40, 60))
    case "behind a later sibling": cover { $0.layer.zPosition = -10 }
    case "behind an earlier sibling":
      cover { $0.layer.zPosition = 10 }
      root.bringSubviewToFront(control)
    default: preconditionFailure("unknown change: \(change)")
    }
  }

  /// Drawing order decides, not the order of hit testing.
  @Test(arguments: [
    ("none", true), ("hidden", false), ("transparent", false), ("disabled", false), ("ignoring touches", false),
    ("in a hidden view", false), ("off the panel", false), ("facing away", false), ("facing away, not drawn", false),
    ("edge-on", false), ("covered", false), ("covered by a picture", false), ("covered by a color", false),
    ("covered by a faded color", true), ("covered by a label", true),
    ("covered by something hidden", true), ("covered at its edge", true), ("behind a later sibling", true),
    ("behind an earlier sibling", false),
  ])
  func onlyVisibleControlIsFocusedAndPressed(change: String, isVisible: Bool) {
    // Before Tab, between Tab and Return, and while Return is held.
    for moment in 0..<3 {
      let test = FocusTests()
      if moment == 0 { test.apply(change) }
      _ = test.window.press(.tab, at: 1)
      #expect(test.control.isFocused == (moment > 0 || isVisible))
      if moment == 1 { test.apply(change) }
      _ = test.window.press(.return, at: 2)
      #expect(test.control.isHighlighted == (moment == 2 || isVisible))
      if moment == 2 { test.apply(change) }
      test.window.release(.return, at: 3)
      #expect(test.journal.line == (isVisible ? "action" : "") && !test.control.isHighlighted, "at moment \(moment)")
    }
  }

  /// Even if a control under the sheet had the focus before.
  @Test func keysReachNothingUnderASheet() {
    _ = window.press(.tab, at: 1)
    let sheet = View(name: "sheet", frame: root.bounds)
    let inner = Control(name: "inner", frame: Rect(0, 0, 10, 10))
    sheet.addSubview(inner)
    root.addSubview(sheet)
    #expect(control.isFocused && !window.press(.return, at: 2))
    for time in [3, 4] as [UInt64] { #expect(window.press(.tab, at: time) && inner.isFocused) }
    sheet.isHidden = true
    _ = window.press(.return, at: 5)
    window.release(.return, at: 5)
    _ = window.press(.tab, at: 6)
    #expect(control.isFocused && journal.line == "")
  }

  @Test(arguments: ["tab", "touch", "disable", "remove"]) func heldKeyIsReleased(_ how: String) {
    root.addSubview(Control(name: "other", frame: Rect(500, 200, 10, 10)))
    _ = window.press(.tab, at: 1)
    _ = window.press(.return, at: 2)
    #expect(control.isHighlighted)
    switch how {
    case "tab": _ = window.press(.tab, at: 3)
    case "touch": window.send([TouchEvent(.began, id: 0, at: Point(500, 50))], at: 3)
    case "disable": control.isEnabled = false
    default: control.removeFromSuperview()
    }
    #expect(!control.isHighlighted)
    window.release(.return, at: 4)
    #expect(journal.line == "")
  }

  /// After a finger left the control and a key was released, it isn't highlighted.
  @Test func releasedKeyEndsHighlightDuringTouch() {
    touches.play("down 210,210 move 500,210")
    _ = window.press(.tab, at: window.now)
    _ = window.press(.space, at: window.now)
    #expect(control.isHighlighted)
    window.release(.space, at: window.now)
    #expect(!control.isHighlighted && control.isTracking)
  }

  @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft]) func arrowsFollowScreenDirections(
    _ layoutDirection: LayoutDirection
  ) {
    final class Dial: Control {
      var arrows: [Key] = []
      override func press(_ arrow: Key) -> Bool {
        arrows.append(arrow)
        return true
      }
    }
    let dial = Dial(frame: Rect(0, 0, 600, 400))
    root.addSubview(dial)
    root.layer.layoutDirection = layoutDirection
    root.layer.sublayerTransform = Transform3D(scaleX: layoutDirection == .rightToLeft ? -1 : 1, y: 1, z: 1)
    _ = window.press(.tab, at: 1)
    #expect(dial.isFocused)
    for key in [.left, .right, .up, .down] as [Key] { #expect(window.press(key, at: 2)) }
    #expect(
      dial.arrows == (layoutDirection == .rightToLeft ? [.right, .left, .up, .down] : [.left, .right, .up, .down]))
  }
}
