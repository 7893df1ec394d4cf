import Foundation
import TestSupport

/// A `cube-kiosk` on weston.
final class Panel: RunningKiosk {
  let weston: Weston
  /// The program's options.
  private let options: [String]

  /// - Parameters:
  ///   - configuration: Written to "kiosk.json". `DIR` in it becomes the directory's path.
  ///   - weston: 1280×800 pixels by default.
  ///   - waitsForReady: `false` to return before the first frame.
  init(
    _ arguments: [String] = [], configuration: String? = nil, action: [String] = [], on weston: Weston? = nil,
    environment: [String: String] = [:], joining group: MemoryGroup? = nil, processors: String? = nil,
    errors: FileHandle? = nil, waitsForReady: Bool = true
  ) throws {
    let weston = try weston ?? Weston()
    self.weston = weston
    let path = weston.directory.file("kiosk.json")
    options = (configuration == nil ? [] : ["--config", path]) + arguments
    if let configuration { try weston.configure(configuration) }
    try super.init(
      options, action: action.map { $0.replacing("DIR", with: weston.directory.path) }, environment: environment,
      directory: weston.directory, joining: group, processors: processors, errors: errors)
    // Under a sanitizer or emulation, large pictures take long.
    if waitsForReady { try wait("ready", within: 60) }
  }

  /// Writes the configuration file.
  func configure(_ text: String, atomically: Bool = true) throws {
    try weston.configure(text, atomically: atomically)
  }

  /// Changes the configuration file, and waits until the panel uses it.
  ///
  /// - Parameter touchFix: The new value of `touchFix`.
  func reconfigure(_ text: String, touchFix: String) throws {
    try configure(text)
    try waitUntil("the changed file") { try status().touchFix == touchFix }
  }

  // MARK: Input

  /// Controls the fingers; see Weston/fingers.c.
  func fingers(_ commands: String...) throws { try weston.send(commands) }

  func type(_ keys: Key...) throws { for key in keys { try fingers("key \(key.code) down", "key \(key.code) up") } }

  /// Taps the center of a view.
  func tap(_ name: String) throws { try fingers("tap \(place(name))") }

  /// Taps a place, and returns the path of the view that received the touch.
  func touchedView(_ place: Place) throws -> String? {
    try fingers("tap \(place)")
    return try waitForTouchEnd()
  }

  // MARK: Geometry

  func places() throws -> Places { try Places(sharedOptions, size: weston.size) }

  /// The center of a view.
  func place(_ name: String) throws -> Place { try places().points(name)[0] }

  /// The options that also apply to `inspect` and `render`.
  private var sharedOptions: [String] {
    options.indices.filter { ["--config", "--scene"].contains(options[$0]) }.flatMap { options[$0...($0 + 1)] }
  }

  // MARK: Pictures

  func picture() throws -> Picture { try weston.screenshot() }

  /// The picture that `render` draws with the panel's options.
  func rendered(_ more: String...) throws -> Picture {
    let fix = options.firstIndex(of: "--touch-fix").map { Array(options[$0...($0 + 1)]) } ?? []
    return try Picture(rendering: sharedOptions + fix + more, size: weston.size)
  }

  /// Waits until the panel shows a picture.
  ///
  /// - Parameter row: Rows from this one on may differ: the bar's status line names the last touch.
  func waitForPicture(_ what: String, _ expected: Picture, above row: Int = .max) throws {
    try waitUntil(what) { try picture().differing(from: expected, by: 0, above: row) == 0 }
  }

  /// Waits until the panel shows a different picture.
  func waitForChange(_ what: String, from old: Picture, share: Double = 0.001, levels: Int = 8) throws {
    try waitUntil(what) { try picture().differing(from: old, by: levels) > share }
  }

  /// Waits until the picture doesn't change any more.
  @discardableResult func settle(above row: Int = .max) throws -> Picture {
    var (last, unchangedCount) = (try picture(), 0)
    try waitUntil("a still picture", within: 60, every: 0.05) {
      let next = try picture()
      unchangedCount = next.differing(from: last, by: 0, above: row) == 0 ? unchangedCount + 1 : 0
      last = next
      return unchangedCount == 3
    }
    return last
  }
}

/// A key, by its code in linux/input-event-codes.h.
struct Key {
  let code: Int

  static let (escape, tab, enter, f11) = (Key(code: 1), Key(code: 15), Key(code: 28), Key(code: 87))
  static let (a, d) = (Key(code: 30), Key(code: 32))
  static let (i, l, q, s) = (Key(code: 23), Key(code: 38), Key(code: 16), Key(code: 31))

  static func digit(_ digit: Int) -> Key { Key(code: digit == 0 ? 11 : digit + 1) }
}
