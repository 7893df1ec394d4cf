import Foundation
import TestSupport
import Testing

/// Settings that visitors change at the panel.
@Suite(.serialized) struct VisitorTests {
  /// Points in the bar's button and the sheet's controls.
  private static let (settings, contrast, german, done) = ("1202 737", "830 400", "756 450", "826 344")

  /// High contrast, then German; sleep undoes both.
  @Test func visitorsSettingsApplyUntilTheyLeave() throws {
    let panel = try Panel(configuration: #"{"visitors": ["contrast", "language"]}"#)
    func tap(_ place: String, expecting path: String) throws {
      try panel.fingers("tap \(place)")
      let receiver = try panel.waitForTouchEnd()
      #expect(receiver?.hasSuffix(path) == true, "\(receiver ?? "-") instead of \(path)")
    }
    try tap(Self.settings, expecting: "bar/settings")
    try panel.settle()
    try tap(Self.contrast, expecting: "contrast")
    try panel.settle()
    try tap(Self.done, expecting: "done")
    try panel.waitForPicture("high contrast", panel.rendered("--theme", "contrast"))
    try tap(Self.settings, expecting: "bar/settings")
    try panel.settle()
    try tap(Self.german, expecting: "language")
    try panel.settle()
    try tap(Self.done, expecting: "done")
    try panel.waitForPicture("German", panel.rendered("--theme", "contrast", "--language", "de"))
    #expect(try panel.ctl("sleep").status == 0)
    #expect(try panel.ctl("wake").status == 0)
    try panel.waitForPicture("the owner's settings", panel.rendered())
    // A reload changes the theme and the language of the running panel, too.
    try panel.configure(#"{"visitors": ["contrast"], "theme": "light", "language": "de"}"#)
    try panel.waitForPicture("the new file", panel.rendered())
    #expect(panel.stop() == 0)
  }
}
