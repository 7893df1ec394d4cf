import Configuration
import Control
import Events
import PanelKit
import Scenes

/// Something that reads a value for as long as it lives.
protocol ValueReading: AnyObject {
  /// The program that runs for it now.
  var run: CommandRun? { get }
}

extension ValueReading {
  var run: CommandRun? { nil }
}

/// Reads the values from where they come: commands, files, the clock, and whoever sets them.
final class ValueSources {
  /// Called with each value that is another than before, and with what it is now, as it came.
  var onValue: ((_ name: String, _ raw: String) -> Void)?
  /// True while nobody sees anything: the time isn't read, and nothing gets stale, until it ends.
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
  /// Of values that are no more, until they have ended.
  private var leaving: [CommandRun] = []

  init(_ values: Values, loop: EventLoop, log: Log) throws {
    (self.values, self.loop, self.log) = (values, loop, log)
    values.point = locale.point
    timer = try loop.addTimer(accuracy: 100_000_000) { [unowned self] in advance() }
    clock = try ClockSource(loop: loop) { [unowned self] in take($0) }
    follow(values.definitions)
  }

  /// Goes by these definitions from now on. A source that stays the same goes on as if nothing had been.
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

  /// Sets those that are there to be set: all of them, or none.
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

  /// Does what an action says: each of its values is set to its text, or to the next of several.
  ///
  /// - Returns: what they say now, for the journal.
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

  /// All of them, by their names.
  var status: [PanelStatus.Value] {
    let now = EventLoop.now
    return values.definitions.keys.sorted().map { name in
      let reading = values.reading(name)
      let age = reading?.time.map { Double((now - $0) / 1_000_000) / 1000 }
      return PanelStatus.Value(name: name, raw: reading?.raw, age: age, isStale: reading?.isStale ?? false)
    }
  }

  // MARK: Programs

  /// All that run: they are to end with the panel.
  var runs: [CommandRun] { readings.values.compactMap(\.reading.run) + leaving }

  private func letGo(_ run: CommandRun) {
    leaving.append(run)
    run.terminate { [unowned self, unowned run] in leaving.removeAll { $0 === run } }
  }
}
