import Foundation
import Testing

/// No text that a person typed leaves the panel unasked, whatever a page does with it.
///
/// A command's input, the adapter of a field's own value and public values are what an owner asks for.
@Suite struct TypedTextPrivacyTests {
  /// Counts the events that the property is about. Without any, the test could pass by doing nothing.
  private final class Counts {
    var (shown, input, published, hidden, served) = (0, 0, 0, 0, 0)
  }

  @Test func typedTextStaysInThePanel() throws {
    let counts = Counts()
    try Sequences.run("typed text stays in the panel", share: 5) { seed in
      var visit = try TypedTextVisit(seed: seed)
      for _ in 0..<30 {
        if let leak = try visit.step() { return "\(leak); \(visit.steps)" }
      }
      if let leak = try visit.end() { return "\(leak); \(visit.steps)" }
      counts.shown += visit.shownCount
      counts.input += try visit.inputCount()
      counts.published += visit.publishedCount
      counts.hidden += try visit.hiddenCount()
      counts.served += visit.servedCount
      return nil
    }
    // One sequence alone may have none of them.
    guard ProcessInfo.processInfo.environment["CUBE_KIOSK_SEED"] == nil else { return }
    #expect(counts.shown > 0, "no label shows a private text")
    #expect(counts.input > 0, "no command gets a private text")
    #expect(counts.published > 0, "no client gets a public text")
    #expect(counts.hidden > 0, "no journal has a title with a private text")
    #expect(counts.served > 0, "no adapter gets a text of its field")
  }
}
