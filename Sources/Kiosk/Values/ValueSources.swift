import Configuration
import Control
import Events
import PanelKit
import Scenes

/// Reads a value for as long as the object exists.
protocol ValueReading: AnyObject {
  /// The running command, if any.
  var run: CommandRun? { get }
}

extension ValueReading {
  var run: CommandRun? { nil }
}

/// Reads the values from their sources: commands, files and the clock. Also sets values for actions and clients.
final class ValueSources {
  /// Called with the name and the raw text of each value that changed.
  var onValue: ((_ name: String, _ raw: String) -> Void)?
  /// True while the panel is dark: the clock isn't read, and values don't become stale.
  var isAsleep = false {
    didSet {
      guard isAsleep != oldValue else { return }
      clock?.isAsleep = isAsleep
      advance()
    }
  }

  private let values: Values
  private let loop: EventLoop
  private let log: Log
  private let locale = ClockText.Locale()
  private var clock: ClockSource?
  private var timer: TimerSource?
  private var readings: [String: (source: ValueDefinition.Source, reading: any ValueReading)] = [:]
  /// The commands of removed values, until they have ended.
  private var leaving: [CommandRun] = []

  init(_ values: Values, loop: EventLoop, log: Log) throws {
    (self.values, self.loop, self.log) = (values, loop, log)
    values.point = locale.point
    timer = try loop.addTimer(accuracy: 100_000_000) { [unowned self] in advance() }
    clock = try ClockSource(loop: loop) { [unowned self] in take($0) }
    follow(values.definitions)
  }

  /// Applies new definitions. An unchanged source continues without interruption.
  func follow(_ definitions: [String: ValueDefinition]) {
    values.define(definitions, at: EventLoop.now)
    for (name, old) in readings where definitions[name]?.source != old.source {
      if let run = old.reading.run { letGo(run) }
      readings[name] = nil
    }
    for (name, definition) in definitions where readings[name] == nil { read(name, from: definition.source) }
    clock?.texts = definitions.compactMapValues {
      guard case .time(let format) = $0.source else { return nil }
      return ClockText(format: format, locale: locale)
    }
    advance()
  }

  private func read(_ name: String, from source: ValueDefinition.Source) {
    let take: (String) -> Void = { [unowned self] in self.take([(name, $0)]) }
    do {
      switch source {
      case .command(let words, let interval):
        readings[name] = (
          source, try CommandSource(name, words, interval: interval, loop: loop, log: log, take: take)
        )
      case .stream(let words):
        readings[name] = (source, try CommandSource(name, words, interval: nil, loop: loop, log: log, take: take))
      case .file(let path):
        readings[name] = (source, try FileSource(name, path, loop: loop, log: log, take: take))
      case .set, .time: break
      }
    } catch {
      log.error("value \(name): \(error)")
    }
  }

  /// Sets values that have a `set` source: all of them, or none if one is invalid.
  func set(_ new: [(name: String, raw: String)]) throws(Refusal) {
    for (name, raw) in new {
      guard let definition = values.definitions[name] else {
        let near = name.nearest(among: values.definitions.keys)
        throw Refusal("no such value: \(name)" + (near.map { "; did you mean \($0)?" } ?? ""))
      }
      guard case .set = definition.source else { throw Refusal("\(name) is read, not set: it has no \"set\"") }
      guard definition.choices.isEmpty || definition.choices.contains(raw) else {
        throw Refusal("\(name): '\(raw.shortened(to: 40))'; expected \(definition.choices.alternatives)")
      }
      guard raw.unicodeScalars.count <= ValueLine.longest, raw.unicodeScalars.allSatisfy(\.isPrintable) else {
        throw Refusal("\(name): expected at most \(ValueLine.longest) characters, on one line")
      }
    }
    take(new)
  }

  /// Performs a `set` action: sets each value to its text, or to the next of several.
  ///
  /// - Returns: the new values, for the journal.
  func change(_ changes: [String: [String]]) throws(Refusal) -> String {
    let new = changes.sorted { $0.key < $1.key }.map { ($0.key, values.next(of: $0.key, among: $0.value)) }
    try set(new.map { (name: $0.0, raw: $0.1) })
    return new.map { "\($0.0)=\($0.1)" }.joined(separator: " ")
  }

  private func take(_ new: [(name: String, raw: String)]) {
    let others = new.filter { values.reading($0.name)?.raw != $0.raw }
    values.set(new, at: EventLoop.now)
    for (name, raw) in others { onValue?(name, raw) }
    wait()
  }

  private func advance() {
    values.advance(to: EventLoop.now)
    wait()
  }

  private func wait() { timer?.deadline = isAsleep ? nil : values.nextDeadline }

  /// The status of all values, sorted by name.
  var status: [PanelStatus.Value] {
    let now = EventLoop.now
    return values.definitions.keys.sorted().map { name in
      let reading = values.reading(name)
      let age = reading?.time.map { Double((now - $0) / 1_000_000) / 1000 }
      return PanelStatus.Value(name: name, raw: reading?.raw, age: age, isStale: reading?.isStale ?? false)
    }
  }

  // MARK: Commands

  /// All running commands, which have to end with the panel.
  var runs: [CommandRun] { readings.values.compactMap(\.reading.run) + leaving }

  private func letGo(_ run: CommandRun) {
    leaving.append(run)
    run.terminate { [unowned self, unowned run] in leaving.removeAll { $0 === run } }
  }
}
