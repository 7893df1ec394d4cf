import Foundation
import PanelEvents
import PanelGeometry
import SeededRandom
import TestSupport

@testable import Chrome
@testable import Configuration
@testable import Control
@testable import Kiosk
@testable import PanelKit
@testable import PanelViews
@testable import Scenes

/// A panel with a random page, random use, and what leaves the panel meanwhile.
struct TypedTextVisit {
  private var visitor: RandomVisitor
  private let page: TypedTextPage
  private let directory: TemporaryDirectory
  private let panel: SimulatedPanel
  private let world = TypedTextWorld()
  private let listener: EventFeed.Listener
  /// The parts of four letters of all texts so far, to type only texts that have none in common.
  private var usedParts: Set<String> = []
  private var privateParts: Set<String> = []
  private var privateTexts: [String] = []
  /// The private texts that may be on the disk.
  private var keptTexts: [String] = []
  private(set) var (shownCount, publishedCount) = (0, 0)
  private var logOffset = 0

  var steps: [String] { visitor.steps }
  var servedCount: Int { world.servedCount }
  /// The number of private texts that commands got.
  func inputCount() throws -> Int {
    guard directory.exists("input") else { return 0 }
    let input = try directory.read("input")
    return privateTexts.count { input.contains($0) }
  }
  /// The number of lines in the journal that have "…" instead of a private text.
  func hiddenCount() throws -> Int {
    try directory.read("journal").split(separator: "\n").count { $0.contains("…") }
  }

  init(seed: UInt64) throws {
    visitor = RandomVisitor(seed: seed)
    directory = try TemporaryDirectory()
    page = try TypedTextPage(visitor.random, in: directory)
    try page.write()
    let log = Log(level: .debug, fd: open(try directory.write("", to: "journal"), O_WRONLY | O_APPEND))
    panel = try SimulatedPanel(PanelVariant(name: "typed", size: Size(800, 1400)), in: directory, log: log)
    let kinds = Set(EventKind.allCases).subtracting([.speech])
    listener = panel.kiosk.events.listen(to: kinds) { [world] in world.sent.append(("event", $0)) }
    panel.kiosk.adapters.adapterConnected(TypedTextPage.prefix) { [world] in
      world.receive($0)
    } sendLine: { [world] in
      world.sent.append(("adapter", String(decoding: $0, as: UTF8.self)))
    }
    receive(#"{"values": {"\#(TypedTextPage.served)": "nobody"}}"#)
  }

  private var scene: FileScene { panel.kiosk.home as! FileScene }
  private var buttons: [ActionButton] { scene.buttons + scene.lists.flatMap { $0.rows.flatMap(\.buttons) } }
  private var controls: [ValueControl] {
    let all = scene.valueControls + scene.lists.flatMap { $0.rows.flatMap(\.controls) }
    return all.filter { $0.description.kind == .switch }
  }

  private static let client = ControlPeer(user: 0, socket: "control")

  private mutating func randomIndex(_ count: Int) -> Int { Int.random(in: 0..<count, using: &visitor.random) }

  // MARK: Steps

  /// Performs a random step. Returns what has left the panel and mustn't.
  mutating func step() throws -> String? {
    switch randomIndex(20) {
    case 0...6: if let fault = type() { return fault }
    case 7...11: try press()
    case 12: try change()
    case 13: try ask()
    case 14: tap()
    case 15: answer()
    case 16: try panel.settle()
    case 17: if let fault = forget() { return fault }
    case 18: try reload()
    default: message()
    }
    panel.advance(seconds: 0.1)
    return try leak()
  }

  /// Types a text that has nothing in common with the others into a field.
  private mutating func type() -> String? {
    let names = TypedTextPage.privateFields + [TypedTextPage.publicField]
    let name = names[randomIndex(names.count)]
    let fields = scene.valueControls.filter { $0.description.kind == .field }
    guard let control = fields.first(where: { $0.description.valueName == name }),
      let field = control.view.subviews.first as? TextField
    else { return nil }
    panel.window.focus(field)
    // A message takes the keys.
    guard field.isFirstResponder, panel.window.modalView == nil else { return nil }
    let text = newText()
    visitor.note("type \(text) into \(name)")
    if name != TypedTextPage.publicField {
      privateTexts.append(text)
      privateParts.formUnion(Self.parts(of: text))
      if name == "kept" { keptTexts.append(text) }
    }
    field.clear()
    for letter in text { panel.enter(String(letter), seconds: 0.1) }
    if visitor.oneIn(2) { panel.press(.return) }
    guard name == TypedTextPage.publicField else {
      let labels = panel.stage.descendants.compactMap { ($0 as? Label)?.text }
      if labels.contains(where: { $0.contains(text) }) { shownCount += 1 }
      return nil
    }
    let isPublished = world.sent.contains { $0.way == "event" && $0.text.contains("\"\(text)\"") }
    if isPublished { publishedCount += 1 }
    return isPublished ? nil : "the public \(text) isn't in an event; the field has \(field.text)"
  }

  private static let letters: [Character] = Array("QXZJKWV")

  private mutating func newText() -> String {
    while true {
      let text = String((0..<8).map { _ in Self.letters[randomIndex(Self.letters.count)] })
      let parts = Self.parts(of: text)
      guard parts.count == 5, usedParts.isDisjoint(with: parts) else { continue }
      usedParts.formUnion(parts)
      return text
    }
  }

  private static func parts(of text: String) -> Set<String> {
    let letters = Array(text)
    guard letters.count >= 4 else { return [] }
    return Set((0...letters.count - 4).map { String(letters[$0..<$0 + 4]) })
  }

  private mutating func press() throws {
    let all = buttons
    guard !all.isEmpty else { return }
    let button = visitor.oneIn(3) ? scene.buttons[randomIndex(2)] : all[randomIndex(all.count)]
    visitor.note("press \(button.path)")
    do throws(Refusal) {
      try panel.kiosk.actions.press(button, by: visitor.oneIn(3) ? Self.client : nil)
    } catch {
      world.sent.append(("reply", "\(error)"))
    }
    if visitor.oneIn(2) { try panel.settle() }
  }

  private mutating func change() throws {
    let all = controls
    guard !all.isEmpty else { return }
    let control = all[randomIndex(all.count)]
    visitor.note("change \(control.view.path)")
    do throws(Refusal) {
      let client = visitor.oneIn(2) ? Self.client : nil
      try panel.kiosk.actions.set(control, to: visitor.oneIn(2) ? "on" : "off", by: client)
    } catch {
      world.sent.append(("reply", "\(error)"))
    }
  }

  /// A client asks for everything, and guesses.
  private mutating func ask() throws {
    visitor.note("ask")
    let kiosk = panel.kiosk
    world.sent.append(("status", kiosk.status.json.singleLine))
    world.sent.append(("list", JSONValue.array(kiosk.addressees.map(\.json)).singleLine))
    for name in kiosk.options.values.definitions.keys.sorted() {
      world.sent.append(("get", JSONValue.object(JSONMembers(try kiosk.value(at: name).members)).singleLine))
    }
    for address in kiosk.addressees where address.needsLine {
      // A guess that is near, without four letters in common.
      let guess = privateTexts.last.map { String($0.enumerated().map { $0 % 4 == 3 ? "." : $1 }) + ": " } ?? "?"
      do throws(Refusal) {
        _ = try kiosk.press(address.address, line: guess, by: Self.client)
      } catch {
        world.sent.append(("reply", "\(error)"))
      }
    }
  }

  /// Taps anything that can be pressed, such as a button of a message, and types on the glass.
  private mutating func tap() {
    let views = panel.visibleViews.filter { $0 is Button || $0 is KeyboardView }
    guard !views.isEmpty else { return }
    let view = views[randomIndex(views.count)]
    visitor.note("tap \(view.path)")
    panel.tap(view)
    panel.advance(seconds: 0.6)
    if let alert = panel.window.modalView?.descendants.last(where: { $0 is Button }) { panel.tap(alert) }
  }

  /// The adapter answers, repeats what it was told, and says why its value is stale.
  private mutating func answer() {
    visitor.note("answer")
    for (id, text, isChange) in world.requests {
      let (reason, name) = (JSONValue.string("not \(text)").singleLine, JSONValue.string(text).singleLine)
      let served = TypedTextPage.served
      switch (isChange, randomIndex(3)) {
      case (_, 0): receive(#"{"id": \#(id), "ok": false, "error": \#(reason)}"#)
      case (true, 1): receive(#"{"id": \#(id), "ok": true, "values": {"\#(served)": \#(name)}}"#)
      case (true, _): receive(#"{"id": \#(id), "ok": true, "stale": ["\#(served)"], "because": \#(reason)}"#)
      default: receive(#"{"id": \#(id), "ok": true}"#)
      }
    }
    world.requests = []
  }

  private func receive(_ line: String) {
    do {
      let json = LocatedJSON(value: try JSONValue.read(Array(line.utf8), name: "line"), file: "line")
      try panel.kiosk.adapters.adapterSent(TypedTextPage.prefix, json.object(), ReceivedDescriptors())
    } catch {
      world.sent.append(("reply", "\(error)"))
    }
  }

  /// The panel goes home, or to sleep. Returns what it hasn't forgotten.
  private mutating func forget() -> String? {
    visitor.note("forget")
    if visitor.oneIn(2) { panel.sleepAndWake() } else { panel.advance(seconds: 130) }
    for name in ["first", "second", "pin", "pub"] {
      guard panel.kiosk.options.values.reading(name)?.raw.isEmpty == true else { return "\(name) wasn't forgotten" }
    }
    return nil
  }

  /// The owner removes a field, or adds it again.
  private mutating func reload() throws {
    let omitted = visitor.oneIn(2) ? nil : ["first", "second", "pin"][randomIndex(3)]
    visitor.note("reload without \(omitted ?? "-")")
    try page.write(without: omitted)
    guard panel.reload() else { throw TestFailure("\(panel.kiosk.lastReload)") }
    world.sent.append(("status", panel.kiosk.status.json.singleLine))
  }

  /// A client's message with a value in it.
  private mutating func message() {
    let name = TypedTextPage.privateFields[randomIndex(TypedTextPage.privateFields.count)]
    visitor.note("message with \(name)")
    do {
      try panel.show(message: #"{"title": "For {\#(name)}", "text": "{\#(name)}", "seconds": 3}"#)
    } catch {
      world.sent.append(("reply", "\(error)"))
    }
  }

  // MARK: Leaks

  /// Returns what has left the panel since the last call and mustn't; `nil` for nothing.
  private mutating func leak() throws -> String? {
    let journal = try Data(contentsOf: URL(fileURLWithPath: directory.file("journal")))
    let sent = world.sent + [("journal", String(decoding: journal[logOffset...], as: UTF8.self))]
    logOffset = journal.count
    world.sent = []
    for (way, text) in sent {
      if let part = privatePart(of: text) { return "\(way) has \(part): \(text.suffix(400))" }
    }
    return nil
  }

  /// Returns four letters of a private text; `nil` if the text has none.
  private func privatePart(of text: String) -> String? {
    var run: [Character] = []
    for byte in text.utf8 {
      let letter = Character(Unicode.Scalar(byte))
      guard byte < 128, Self.letters.contains(letter) else {
        run = []
        continue
      }
      run.append(letter)
      let part = String(run.suffix(4))
      if run.count >= 4, privateParts.contains(part) { return part }
    }
    return nil
  }

  /// Ends the program. Returns what is on the disk, or was in a command's arguments or environment.
  mutating func end() throws -> String? {
    try ask()
    try panel.settle()
    if let leak = try leak() { return leak }
    panel.kiosk.finish()
    for file in ["state.json", "charts.json", "arguments", "environment"] where directory.exists(file) {
      let text = try directory.read(file)
      let isState = file.hasSuffix(".json")
      for secret in privateTexts where text.contains(secret) && !(isState && keptTexts.contains(secret)) {
        return "\(file) has \(secret): \(text.suffix(400))"
      }
    }
    return nil
  }
}
