import Foundation
import SeededRandom
import TestSupport
import Testing

@testable import Chrome
@testable import Configuration
@testable import Control
@testable import Kiosk
@testable import Localization
@testable import PanelViews
@testable import Scenes

/// Random sequences of valid and invalid files, changes that require a restart, visitors' changes and scenes.
///
/// A model says which file is in effect, whether the last one was valid and which keys require a restart. At the end the
/// panel looks like a new one with the same file.
@Suite struct TransitionTests {
  /// Valid files, and their keys that take effect only after a restart.
  private static let validFiles: [(text: String, scale: Int, quits: Bool)] = [
    ("{}", 1, false), (#"{"scale": 2, "theme": "light"}"#, 2, false),
    (#"{"allowQuit": true, "bar": false, "touchFix": "depth"}"#, 1, true),
    (#"{"scene": "hall.json", "visitors": ["contrast", "textSize"]}"#, 1, false),
    (#"{"scene": "hall.json", "scale": 2, "language": "de", "bar": true}"#, 2, false),
    (#"{"scene": "fold", "theme": "contrast", "allowScenes": true, "textSize": 150}"#, 1, false),
    (
      #"{"view": "face-on", "language": "de", "faces": {"1": {"buttons": [{"name": "open", "action": {"command": ["true"]}}]}}}"#,
      1, false
    ),
    // A missing program and a missing picture.
    (
      #"{"faces": {"3": {"image": "none.png", "buttons": [{"name": "door", "action": {"command": ["/none/door"]}}]}}}"#,
      1,
      false
    ),
  ]

  private static let invalidFiles = [
    "{", "[]", #"{"bar": 7, "scale": 2}"#, #"{"scene": "none.json"}"#, #"{"scene": "broken.json"}"#,
    #"{"language": "words.json"}"#, #"{"values": {"a": {"set": "1"}}, "faces": {"1": {"label": "{b}"}}}"#,
  ]

  private struct Model {
    /// The index of the file in effect; `nil` while the panel shows errors.
    var file: Int?
    var isLastValid = false
    /// The index of the file with which the window was opened.
    var opened: Int?

    mutating func read(_ file: Int?) {
      isLastValid = file != nil
      guard let file else { return }
      (self.file, opened) = (file, opened ?? file)
    }

    var keysRequiringRestart: Set<String> {
      guard let file, let opened else { return [] }
      let (new, old) = (TransitionTests.validFiles[file], TransitionTests.validFiles[opened])
      return Set((new.scale == old.scale ? [] : ["scale"]) + (new.quits == old.quits ? [] : ["allowQuit"]))
    }
  }

  @Test func errorOfAChangedFileIsShownForAMinute() throws {
    let directory = try TemporaryDirectory()
    try directory.write("{}", to: "kiosk.json")
    let panel = try SimulatedPanel(PanelVariant(seed: 0), in: directory)
    #expect(panel.stage.notice == nil)
    try directory.write(#"{"bar": 7}"#, to: "kiosk.json")
    #expect(!panel.reload() && panel.stage.notice?.contains("$.bar: found 7") == true)
    panel.advance(seconds: 59)
    #expect(panel.stage.notice != nil)
    panel.advance(seconds: 2)
    #expect(panel.stage.notice == nil)
  }

  @Test func lastValidFileDecides() throws {
    try Sequences.run("the last valid file decides") { seed in
      var random = SeededRandom(seed: seed)
      let (variant, directory) = (PanelVariant(seed: seed), try TemporaryDirectory())
      try directory.write(
        #"{"root": {"stack": {}, "children": [{"name": "door", "button": {"title": "Door", "action": "none"}}]}}"#,
        to: "hall.json")
      try directory.write(#"{"root": 1}"#, to: "broken.json")
      var (model, steps) = (Model(), [String]())
      func write(_ file: Int?) throws {
        let text = file.map { Self.validFiles[$0].text } ?? Self.invalidFiles.randomElement(using: &random) ?? ""
        steps.append(text)
        try directory.write(text, to: "kiosk.json")
        model.read(file)
      }
      func randomFile() -> Int? {
        Bool.random(using: &random) ? Self.validFiles.indices.randomElement(using: &random) : nil
      }
      try write(randomFile())
      let panel = try SimulatedPanel(variant, in: directory, acceptsErrors: true)
      for _ in 0..<Int.random(in: 3...12, using: &random) {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: panel.changeSettings { $0.hasHighContrast.toggle() }
        case 1: panel.changeSettings { $0.textSize = $0.textSize == 1 ? 1.5 : 1 }
        case 2: panel.changeLanguage(to: Bool.random(using: &random) ? .german : .english)
        case 3 where model.file != nil: try panel.show("fold")
        default:
          try write(randomFile())
          if panel.reload() != model.isLastValid { return "the file's validity; \(steps)" }
        }
        steps.append("…")
        panel.advance(seconds: 1)
        if let difference = panel.difference(from: model.file, model.isLastValid, model.keysRequiringRestart) {
          return "\(difference); \(steps)"
        }
      }
      let last = Self.validFiles.indices.randomElement(using: &random) ?? 0
      try write(last)
      guard panel.reload() else { return "the last file isn't valid; \(steps)" }
      let new = try SimulatedPanel(variant, in: directory)
      for panel in [panel, new] {
        panel.sleepAndWake()
        panel.advance(seconds: 5)
      }
      if panel.kiosk.addressees.map(\.json.singleLine) != new.kiosk.addressees.map(\.json.singleLine) {
        return "addresses; \(steps)"
      }
      return TreeComparison.difference(panel.stage.layer, new.stage.layer).map { "\($0); \(steps)" }
    }
  }
}

extension SimulatedPanel {
  /// Compares the panel with the model, and returns a difference.
  fileprivate func difference(
    from file: Int?, _ isLastValid: Bool, _ keysRequiringRestart: Set<String>
  ) -> String? {
    let status = kiosk.status.json.singleLine
    if kiosk.errors.isEmpty != (file != nil) { return "errors \(kiosk.errors)" }
    if status.contains(#""lastReload":{"ok":true"#) != isLastValid { return status }
    if Set(kiosk.keysRequiringRestart) != keysRequiringRestart { return "restart for \(kiosk.keysRequiringRestart)" }
    if (stage.notice != nil) != (file != nil && !isLastValid) { return "notice \(stage.notice ?? "-")" }
    return file == nil && !(stage.scene is ErrorScene) ? "shows \(stage.scene.name)" : nil
  }
}
