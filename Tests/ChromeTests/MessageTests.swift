import Localization
import PanelViews
import Scenes
import TestStage
import Testing

@testable import Chrome

/// Messages over the scene and over sheets.
@Suite struct MessageTests: SpeechSuite {
  let speech = Speech()

  /// The pressed buttons; -1 for "Close".
  private final class Presses {
    var indices: [Int] = []
  }

  private let presses = Presses()

  private func show(_ buttons: [String], text: String = "", on panel: Panel) -> ModalView? {
    let view = panel.stage.presentMessage(title: "The door is open", text: text, buttons: buttons) { [presses] index in
      presses.indices.append(index ?? -1)
    }
    panel.window.layoutIfNeeded()
    return view
  }

  @Test(arguments: [["Open", "Later"], []]) func buttonDismissesTheMessage(_ buttons: [String]) throws {
    let panel = Panel()
    let view = try #require(show(buttons, on: panel))
    panel.advance(seconds: 1)
    let name = buttons.first ?? LocalizedText.close.text
    let button = try #require(view.tree.first { $0.name == name })
    panel.tap(try button.centerInWindow())
    panel.advance(seconds: 1)
    #expect(presses.indices == [buttons.isEmpty ? -1 : 0])
    #expect(panel.window.modalView == nil && view.window == nil)
  }

  /// A critical message doesn't look like any other, and is legible.
  @Test(arguments: [Theme.dark, .light, .contrast]) func criticalMessageStandsOut(_ theme: Theme) throws {
    let panel = Panel(theme: theme)
    let view = panel.stage.presentMessage(title: "Fire", text: "", buttons: [], isCritical: true) { _ in }
    panel.advance(seconds: 1)
    let card = try #require(view).contentView
    let title = try #require(card.tree.first { $0.name == "title" } as? Label)
    let background = try #require(card.layer.backgroundColor)
    #expect(title.color == card.layer.borderColor && title.color.red > title.color.green)
    #expect(title.color != theme.look().text && title.color.contrast(with: background) >= 4.5)
  }

  /// A finger on its way to the page presses no button of a message that comes in between; neither does a key.
  @Test func newMessageTakesNoInput() throws {
    let panel = Panel()
    let view = try #require(show(["Open"], on: panel))
    let button = try #require(view.tree.first { $0.name == "Open" })
    panel.advance(seconds: 0.3)
    panel.tap(try button.centerInWindow())
    panel.press(.return)
    panel.press(.escape)
    panel.advance(seconds: 0.3)
    #expect(presses.indices == [] && view.isPresented)
    panel.press(.return)
    #expect(presses.indices == [0])
  }

  /// A message is as large as the texts of a page, and on the panel.
  @Test(arguments: [Size(800, 480), Size(480, 800), Size(1280, 800), Size(1080, 1920), Size(480, 320)])
  func messageGrowsWithThePage(_ size: Size) throws {
    let panel = Panel(fileScene { $0.text = .init() }, Size(700, 500))
    let view = try #require(
      show(["Call the service now", "Later"], text: String(repeating: "long ", count: 90), on: panel))
    // The panel's size is known only after the alert of a value that holds at the start.
    panel.window.resize(to: size, scale: 1)
    panel.advance(seconds: 1)
    let frame = view.contentView.frame(in: panel.window.rootView)
    let factor = max(panel.stage.scene.magnification, 1)
    let expected = min(360 * factor, panel.window.size.width - 16 * factor)
    #expect(abs(frame.width - expected) < 1)
    #expect(frame.corners.allSatisfy(panel.window.rootView.bounds.containsWithTolerance))
  }

  @Test func messageStaysWhileTheStageChanges() throws {
    let panel = Panel()
    panel.stage.showsPicker = true
    let view = try #require(show(["Open"], on: panel))
    panel.advance(seconds: 1)
    panel.stage.show(try #require(SceneCatalog.make("fold")))
    panel.stage.rebuild(theme: .light)
    panel.advance(seconds: Stage.inactivityTimeout + 1)
    #expect(view.isPresented && panel.stage.sheet == nil && panel.window.modalView === view)
  }

  /// A double tap activates what was spoken last, which is the message, not the button beneath it.
  @Test func doubleTapPressesNothingBeneath() throws {
    let panel = explored(try Panel("dead-buttons"))
    let button = try #require(panel.stage.tree.compactMap { $0 as? Button }.first { $0.isAccessibilityElement })
    var count = 0
    button.onPress = { count += 1 }
    _ = touch(try button.centerInWindow(), panel)
    let view = try #require(show(["Open"], text: "Since a minute", on: panel))
    panel.advance(seconds: 1)
    #expect(speech.take() == ["The door is open, heading", "Since a minute"])
    _ = doubleTap(panel)
    #expect(count == 0 && presses.indices == [] && view.isPresented)
    _ = swipe(right, panel)
    _ = swipe(right, panel)
    _ = doubleTap(panel)
    #expect(presses.indices == [0])
  }
}
