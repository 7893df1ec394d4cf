import Configuration
import Control
import PanelEvents
import PanelKit
import Scenes

/// Reads the values from their sources: commands, files and the clock. Also sets values for actions and clients.
final class ValueSources {
  /// Called with the name and the reading of each value that was set to another text, was unset or became stale.
  var onValueChange: ((_ name: String, _ reading: Values.Reading?) -> Void)?
  /// Called after the definitions were replaced.
  var onDefinitionsChange: (() -> Void)?
  /// True while the panel is dark: the clock isn't read, and values don't become stale.
  var isAsleep = false {
    didSet {
      guard isAsleep != oldValue else { return }
      clock?.isAsleep = isAsleep
      advance()
    }
  }

  let values: Values
  private let loop: EventLoop
  private let log: Log
  /// A value's age includes the time in suspend: what was read yesterday isn't fresh in the morning.
  private let now: () -> UInt64
  private let locale = ClockText.Locale()
  private var clock: ClockSource?
  private var timer: TimerSource?
  /// The command or file watch of each value that has one, for as long as the value is read.
  private var readers: [String: (source: ValueDefinition.Source, lines: Int, reader: AnyObject)] = [:]
  /// The commands of removed values, until they have ended.
  private var endingRuns: [CommandRun] = []

  init(
    _ values: Values, loop: EventLoop, log: Log, now: @escaping () -> UInt64 = { EventLoop.bootTime }
  ) throws {
    (self.values, self.loop, self.log, self.now) = (values, loop, log, now)
    values.decimalSeparator = locale.decimalSeparator
    timer = try loop.addTimer(accuracy: 100_000_000, countsSuspend: true) { [unowned self] in advance() }
    clock = try ClockSource(loop: loop) { [unowned self] in store($0) }
    replaceDefinitions(values.definitions)
  }

  /// Applies new definitions. An unchanged source continues without interruption.
  func replaceDefinitions(_ definitions: [String: ValueDefinition]) {
    values.define(definitions, at: now())
    for (name, old) in readers
    where definitions[name]?.source != old.source || definitions[name]?.maximumLines != old.lines {
      if let run = (old.reader as? CommandSource)?.run { terminate(run) }
      readers[name] = nil
    }
    for (name, definition) in definitions where readers[name] == nil {
      readers[name] = makeReader(of: name, definition).map { (definition.source, definition.maximumLines, $0) }
    }
    clock?.formats = definitions.compactMapValues {
      guard case .time(let format) = $0.source else { return nil }
      return ClockText(format: format, locale: locale)
    }
    advance()
    onDefinitionsChange?()
  }

  var definitions: [String: ValueDefinition] { values.definitions }

  /// The pictures that adapters send.
  var pictures: AdapterPictures { values.pictures }

  /// The current reading of a value; `nil` for none.
  func reading(_ name: String) -> String? { values.reading(name)?.raw }

  /// Starts reading a value from a command or a file; `nil` for other sources.
  private func makeReader(of name: String, _ definition: ValueDefinition) -> AnyObject? {
    let receive: (String) -> Void = { [unowned self] in store([(name, $0)]) }
    func command(_ arguments: [String], interval: Double?) throws -> CommandSource {
      try CommandSource(
        name, arguments, interval: interval, maximumLines: definition.maximumLines, loop: loop, log: log,
        receive: receive)
    }
    do {
      switch definition.source {
      case .command(let arguments, let interval): return try command(arguments, interval: interval)
      case .stream(let arguments): return try command(arguments, interval: nil)
      case .file(let path):
        // A missing or empty file doesn't change the value.
        let lines = definition.maximumLines
        return FileReader(path, subject: "value \(name)", loop: loop, log: log) {
          try ValueLine.first(lines, ofFile: $0)
        } receive: {
          receive($0)
        }
      case .set, .time, .adapter: return nil
      }
    } catch {
      log.error("value \(name): \(error)")
      return nil
    }
  }

  /// Sets values that can be set: all of them, or none if one is invalid.
  ///
  /// - Parameter isWithinLimits: true to refuse numbers that no control of the value can set.
  func set(_ new: [(name: String, raw: String)], isWithinLimits: Bool = false) throws(Refusal) {
    var accepted: [(name: String, raw: String)] = []
    for (name, raw) in new {
      accepted.append((name, try acceptedText(raw, for: name, isWithinLimits: isWithinLimits)))
    }
    store(accepted)
  }

  /// Returns the text to which a value is set. Throws if the value can't have it.
  private func acceptedText(
    _ raw: String, for name: String, isWithinLimits: Bool = false
  ) throws(Refusal) -> String {
    if let definition = values.definitions[name] {
      guard case .set = definition.source else {
        let other = definition.adapterAddress == nil ? "" : "; set its control, by an address such as page/\(name)"
        throw Refusal("\(name) is read, not set: it has no \"initial\"\(other)")
      }
    }
    return try values.acceptedText(raw, for: name, isWithinLimits: isWithinLimits)
  }

  // MARK: Values that are kept

  /// The maximum number of bytes of all kept texts together. Twice as many fit into the state file, since JSON escapes
  /// some characters.
  static let maximumKeptBytes = 1 << 22

  /// The texts of values that are kept and were set. If they have too many bytes together, the longest are left out.
  var keptTexts: [String: String] {
    let texts = values.definitions.compactMap { name, definition -> (name: String, text: String)? in
      guard definition.isKept, case .set = definition.source else { return nil }
      return values.reading(name)?.outside.map { (name, $0) }
    }
    var (kept, count) = ([String: String](), 0)
    for (name, text) in texts.sorted(by: { ($0.text.utf8.count, $0.name) < ($1.text.utf8.count, $1.name) }) {
      count += text.utf8.count
      guard count <= Self.maximumKeptBytes else { break }
      kept[name] = text
    }
    return kept
  }

  /// Sets values that are kept and weren't set yet to the texts of an earlier run. A text that the value can't have any
  /// more is ignored.
  func restore(_ texts: [String: String]) {
    store(
      texts.sorted { $0.key < $1.key }.compactMap { name, raw in
        guard values.definitions[name]?.isKept == true, values.reading(name)?.outside == nil else { return nil }
        return (try? acceptedText(raw, for: name)).map { (name, $0) }
      })
  }

  /// Sets or unsets values that an adapter serves.
  func receive(_ new: [(name: String, raw: String?)]) {
    store(new.compactMap { name, raw in raw.map { (name, $0) } })
    let unset = new.filter { name, raw in
      raw == nil && (values.reading(name) != nil || values.isStale(name))
    }.map(\.name)
    values.removeReadings(of: unset)
    for name in unset { onValueChange?(name, nil) }
  }

  /// Completes the definitions of values by their adapters' descriptions.
  func describe(_ descriptions: [String: ValueDescription]) { values.describe(descriptions) }

  /// Adds readings from before, with their times in seconds since 1970, to the charts of a value.
  func receivePast(_ readings: [(wallTime: Double, number: Double?)], of name: String) {
    values.addPast(readings, to: name, at: now())
  }

  /// The time that the charts of a value show, in seconds; `nil` if no chart shows it.
  func chartSeconds(of name: String) -> Double? { values.chartSeconds(of: name) }

  /// Marks values as stale until they are set again, also those that were never read.
  ///
  /// - Returns: The names of the values that became stale, and of those never read whose reason is another one.
  @discardableResult func markStale(_ names: [String], because reason: String) -> [String] {
    let stale = values.markStale(names, because: reason)
    report(stale)
    return stale
  }

  /// Returns an action's command with readings in place of `{name}` in its arguments.
  ///
  /// - Parameter line: the line of the list's row, for `{line}`; `nil` outside of lists.
  /// - Throws: if a value has no reading.
  func resolve(_ command: Action.Command, line: RowLine?) throws(Refusal) -> Action.Command {
    var command = command
    for index in command.arguments.indices.dropFirst() {
      command.arguments[index] = try resolve(command.arguments[index], line: line, reader: .command)
    }
    return command
  }

  /// The receiver of a text in which values are replaced.
  enum TextReader { case panel, adapter, command }

  /// Throws if a text that people typed mustn't reach what reads the text of an action.
  private func checkPrivacy(of name: String, from reader: TextReader) throws(Refusal) {
    switch reader {
    case .panel: break
    case .adapter where values.isPrivate(name):
      throw Refusal("people type \(name); an adapter gets it only if the value is \"public\"")
    case .command where values.isTyped(name):
      throw Refusal("people type \(name); a command gets it by \"input\", not in its arguments")
    default: break
    }
  }

  /// Returns a text of an action with readings in place of `{name}`, and the line and its columns in place of `{line}` and
  /// `{line.name}`.
  ///
  /// - Parameters:
  ///   - line: the line of the list's row; `nil` outside of lists.
  ///   - drafts: the texts of values that will be set together with this text.
  ///   - reader: what gets the text.
  func resolve(
    _ text: String, line: RowLine?, drafts: [String: String] = [:], reader: TextReader = .panel
  ) throws(Refusal) -> String {
    let columns = line.map { ListLine(parsing: $0.text) }
    return try text.replacingNames { name throws(Refusal) in
      if let line, let text = columns?.replacement(for: name) {
        try checkPrivacy(of: line.valueName, from: reader)
        return text
      }
      guard values.definitions[name] != nil else { return nil }
      try checkPrivacy(of: name, from: reader)
      if let draft = drafts[name] { return draft }
      guard let reading = values.reading(name) else { throw Refusal("the value \(name) was never read or set") }
      return reading.raw
    }
  }

  /// Returns a JSON value for an adapter, with readings in place of `{name}` in its texts.
  func resolve(_ json: JSONValue, line: RowLine?) throws(Refusal) -> JSONValue {
    switch json {
    case .string(let text): return .string(try resolve(text, line: line, reader: .adapter))
    case .array(var elements):
      for index in elements.indices { elements[index] = try resolve(elements[index], line: line) }
      return .array(elements)
    case .object(let members):
      var all = members.all
      for index in all.indices { all[index].value = try resolve(all[index].value, line: line) }
      return .object(JSONMembers(all))
    default: return json
    }
  }

  private func store(_ new: [(name: String, raw: String)]) {
    let changed = new.filter {
      let old = values.reading($0.name)
      return old?.outside != $0.raw || old?.isStale == true
    }
    values.set(new, at: now())
    report(changed.map(\.name))
    scheduleAdvance()
  }

  /// Clears what people typed, unless it is kept.
  ///
  /// - Parameter names: the values; `nil` for all that people type.
  func forgetTypedTexts(of names: Set<String>? = nil) {
    for name in names ?? values.typedNames {
      guard let definition = values.definitions[name], !definition.isKept, case .set(let initial) = definition.source,
        values.reading(name)?.outside != nil
      else { continue }
      if let initial { store([(name, initial)]) } else { values.removeReadings(of: [name]) }
    }
  }

  private func report(_ names: [String]) {
    for name in names { onValueChange?(name, values.reading(name)) }
  }

  private func advance() {
    report(values.advance(to: now()))
    scheduleAdvance()
  }

  private func scheduleAdvance() { timer?.deadline = isAsleep ? nil : values.nextDeadline }

  /// The status of all values, sorted by name.
  var status: [PanelStatus.Value] {
    let time = now()
    return values.definitions.sorted { $0.key < $1.key }.map { name, definition in
      let reading = values.reading(name)
      let age = reading?.time.map { Double((time - $0) / 1_000_000) / 1000 }
      return PanelStatus.Value(
        name: name, raw: values.isPrivate(name) ? nil : reading?.outside, age: age, isStale: values.isStale(name),
        staleReason: values.publicStaleReason(of: name), definition: definition)
    }
  }

  // MARK: Commands

  /// All running commands. They are ended when the kiosk exits.
  var runningCommands: [CommandRun] { readers.values.compactMap { ($0.reader as? CommandSource)?.run } + endingRuns }

  private func terminate(_ run: CommandRun) {
    endingRuns.append(run)
    run.terminate { [unowned self, unowned run] in endingRuns.removeAll { $0 === run } }
  }
}

extension Values.Reading {
  /// The text for clients; `nil` for a first text that is only shown. To a client that acts on changes, a restart of the
  /// panel would otherwise look like a command.
  fileprivate var outside: String? { time == nil ? nil : raw }
}
