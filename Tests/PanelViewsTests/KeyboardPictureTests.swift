import ReferencePicture
import TestRendering
import Testing

@testable import PanelViews

/// Reference pictures of the keyboard on the screen.
@Suite struct KeyboardPictureTests {
  /// Compares the picture of a window with a keyboard at its bottom.
  private static func expectPicture(
    _ name: String, _ layouts: [KeyboardLayout], size: Size, pointsPerMillimeter: Double, look: ControlLook = .dark,
    configure: (KeyboardRig.Input) -> Void = { _ in }, prepare: (KeyboardRig) -> Void = { _ in }
  ) throws {
    let rig = KeyboardRig(layouts, size: size, pointsPerMillimeter: pointsPerMillimeter, configure)
    (rig.window.rootView.controlLook, rig.window.rootView.backgroundColor) = (look, look.surface)
    prepare(rig)
    let name = "keyboard-\(name)-\(Int(clamping: size.width))x\(Int(clamping: size.height))"
    let mismatch = try ReferencePicture.mismatch(name, in: rig.window.image())
    #expect(mismatch == nil)
  }

  /// A pressed key and its text above the finger, on 4.3 inches.
  @Test func smallUpright() throws {
    try Self.expectPicture(
      "letters", [.german], size: Size(480, 800), pointsPerMillimeter: 8.5,
      prepare: { rig in
        rig.type("^")
        rig.touches.play("down \(rig.at("h"))")
      })
  }

  /// The digits in a light look, on 7 inches.
  @Test func smallLandscape() throws {
    try Self.expectPicture(
      "numbers", [.german], size: Size(800, 480), pointsPerMillimeter: 5.2, look: .light,
      configure: { $0.returnKeyType = .search }, prepare: { $0.tap("123") })
  }

  /// The letters of a long press, and capital letters.
  @Test func tenInches() throws {
    try Self.expectPicture(
      "choices", [.german, .russian], size: Size(1280, 800), pointsPerMillimeter: 5.9,
      prepare: { rig in
        rig.tap("Shift")
        rig.touches.play("down \(rig.at("e")) +600ms")
      })
  }

  @Test func pad() throws {
    try Self.expectPicture(
      "pad", [.german], size: Size(480, 800), pointsPerMillimeter: 8.5,
      configure: { ($0.keyboardType, $0.returnKeyType) = (.decimalPad, .done) })
  }

  @Test func largeText() throws {
    try Self.expectPicture(
      "large-text", [.russian], size: Size(800, 480), pointsPerMillimeter: 5.2,
      configure: { $0.keyboardType = .emailAddress },
      prepare: { rig in
        rig.window.textScale = 2
        rig.place()
      })
  }
}
