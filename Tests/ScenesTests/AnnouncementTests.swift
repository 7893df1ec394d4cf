import PanelViews
import Testing

@testable import Scenes

/// Texts that are spoken whenever they change.
@Suite struct AnnouncementTests {
  private let values = Values(["clock": ValueDefinition(.set("12:00:00"))])
  private let label: LiveLabel
  private let window: Window
  private let spoken = Spoken()

  private final class Spoken {
    var texts: [String] = []
  }

  init() throws {
    label = LiveLabel(name: "clock", try LiveText(template: "{clock}"), of: values, color: .white)
    label.announcesChanges = true
    label.frame = Rect(0, 0, 200, 40)
    window = Window(View(background: .black, subviews: [label]), size: Size(200, 40), scale: 1, threads: 1)
    window.touchExplorer = TouchExplorer()
    window.onUtterance = { [spoken] in spoken.texts.append($0.text) }
  }

  private func show(second: Int) {
    values.set("clock", "12:00:\(10 + second)", at: window.now)
  }

  /// Otherwise the queue of a synthesizer would grow, and a question would be heard minutes later.
  @Test(arguments: [50, 0]) func changesReplaceOneAnotherWhileTheLastOneIsSpoken(rate: Int) throws {
    let explorer = try #require(window.touchExplorer)
    explorer.speechRate = rate
    for second in 0..<90 {
      if second < 60 { show(second: second) }
      window.advance(milliseconds: 1000)
    }
    // A clock takes 2.3 s, slow speech about three times as long.
    #expect(spoken.texts.count <= (rate == 0 ? 9 : 26) && spoken.texts.count >= 6)
    #expect(spoken.texts.first == "12:00:10" && spoken.texts.last == "12:00:69" && window.nextDeadline == nil)
  }

  @Test func lateChangeIsSpokenAtOnce() {
    show(second: 1)
    window.advance(milliseconds: 10000)
    show(second: 2)
    #expect(spoken.texts == ["12:00:11", "12:00:12"])
    // A text that has changed back isn't repeated.
    show(second: 3)
    show(second: 2)
    window.advance(milliseconds: 10000)
    #expect(spoken.texts.count == 2)
  }

  @Test func nothingWaitsWithoutSpeech() {
    window.touchExplorer = nil
    spoken.texts = []
    show(second: 1)
    #expect(spoken.texts.isEmpty && window.nextDeadline == nil)
  }
}
