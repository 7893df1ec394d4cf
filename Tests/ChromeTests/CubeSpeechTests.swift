import TestRendering
import TestStage
import Testing

@testable import Chrome
@testable import PanelViews
@testable import Scenes

/// The spoken texts of the cube.
@Suite struct CubeSpeechTests: SpeechSuite {
  let speech = Speech()

  @Test func visibleButtonIsSpokenAndPressedAlthoughAnotherFaceTakesTheTap() {
    let panel = explored(Panel(reducesMotion: true))
    var presses = 0
    panel.cube.onPress = { [cube = panel.cube] _ in
      presses += 1
      cube.isLightOn.toggle()
    }
    #expect(touch(panel.buttonPoint, panel) == ["Lamp, on, button, face 3, cube. A tap here would reach face 5"])
    #expect(doubleTap(panel) == ["off"] && presses == 1)
    panel.cube.touchFix = .depth
    #expect(touch(panel.buttonPoint, panel) == ["Lamp, off, button"])
  }

  @Test func verticalSwipeTurnsTheCube() {
    let panel = explored(Panel(reducesMotion: true))
    _ = touch(panel.buttonPoint, panel)
    // From the button, the first swipe only goes to the face around it.
    let hint = "Swipe up or down to turn the cube to one of its six faces"
    #expect(swipe(up, panel) == ["face 3, with Lamp, in front, adjustable, cube. \(hint)"])
    panel.advance(seconds: 1)
    #expect(panel.cube.isInHomeOrientation && swipe(up, panel) == ["face 4, in front, adjustable"])
    panel.advance(seconds: 1)
    #expect(panel.cube.faces[3].layer.facing == .front && swipe(up, panel) == ["face 5, in front, adjustable"])
    // Also while the cube turns.
    #expect(swipe(up, panel).count == 1 && swipe(up, panel) == ["face 1, in front, adjustable"])
    #expect(swipe(down, panel) == ["face 6, in front, adjustable"])
    panel.advance(seconds: 1)
    panel.cube.turn(by: Point(300, 0))
    panel.window.touchExplorer?.repeatSpeech()
    #expect(speech.take().first?.hasPrefix("face 6, adjustable") == true)
  }

  /// Two blind visitors expected it, also with the finger on another visible face.
  @Test func swipeCountsFromTheFaceInFront() throws {
    let panel = explored(Panel(reducesMotion: true))
    let face = panel.cube.faces[1]
    let point = try #require(face.convert(Point(face.bounds.midX, face.bounds.midY), to: panel.stage))
    #expect(touch(point, panel).first?.hasPrefix("face 2, adjustable") == true)
    #expect(swipe(up, panel) == ["face 4, in front, adjustable"])
  }

  @Test func faceThatAButtonTurnsToTheFrontIsSpoken() {
    let panel = explored(Panel(reducesMotion: true))
    panel.cube.onPress = { [cube = panel.cube] _ in cube.turn(toFace: 5) }
    panel.cube.turn(toFace: 3)
    #expect(speech.take() == [])
    panel.advance(seconds: 1)
    panel.window.moveAccessibilityFocus(to: panel.cube.buttons[0])
    #expect(speech.take() == ["Lamp, on, button, face 3, cube"])
    let hint = "Swipe up or down to turn the cube to one of its six faces"
    #expect(doubleTap(panel) == ["face 5, in front, adjustable. " + hint])
    panel.advance(seconds: 1)
    #expect(panel.window.touchExplorer?.currentElement === panel.cube.faces[4])
  }

  /// A blind visitor double-tapped the face after hearing what is on it.
  @Test func doubleTapOnAFaceGoesToItsFirstElement() {
    let panel = explored(Panel(CubeScene(SceneOptions(touchFix: .depth)), reducesMotion: true))
    panel.window.moveAccessibilityFocus(to: panel.cube.faces[2])
    _ = speech.take()
    #expect(doubleTap(panel) == ["Lamp, on, button"])
    #expect(doubleTap(panel) == ["pressed"])
    // The face has nothing else.
    panel.window.moveAccessibilityFocus(to: panel.cube.faces[0])
    _ = speech.take()
    #expect(doubleTap(panel).first?.hasPrefix("face 1, adjustable") == true)
  }

  @Test func enteringTheCubeSpeaksWhichFaceIsInFront() throws {
    let panel = explored(Panel(CubeScene(SceneOptions(touchFix: .depth)), reducesMotion: true))
    let hint = "Swipe up or down to turn the cube to one of its six faces"
    // The cube starts in the picture of a corner, where face 3 is seen best.
    panel.window.moveAccessibilityFocus(to: panel.cube.faces[0])
    #expect(speech.take() == ["face 1, adjustable, cube, face 3 in front. \(hint)"])
    panel.window.moveAccessibilityFocus(to: panel.cube.buttons[0])
    #expect(speech.take() == ["Lamp, on, button, face 3"])
    panel.window.moveAccessibilityFocus(to: try #require(panel.stage.bar).scenesButton)
    #expect(speech.take() == ["Scenes, button, bar"])
    panel.window.moveAccessibilityFocus(to: panel.cube.buttons[0])
    #expect(speech.take() == ["Lamp, on, button, face 3, cube"])
  }

  @Test func buttonWithATitleSaysThatItsStateIsTheLight() {
    let button = ButtonDescription(name: "bell", title: "Bell", action: .light)
    let options = SceneOptions(touchFix: .depth, faces: [3: FaceDescription(buttons: [button])])
    let panel = explored(Panel(CubeScene(options), reducesMotion: true))
    panel.cube.onPress = { [cube = panel.cube] _ in cube.isLightOn.toggle() }
    panel.window.moveAccessibilityFocus(to: panel.cube.faces[2])
    _ = speech.take()
    // The face was just spoken, so that the button doesn't repeat it.
    #expect(swipe(right, panel) == ["Bell, light on, button"] && doubleTap(panel) == ["light off"])
  }
}
