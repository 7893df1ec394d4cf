/// The histories that charts show, and those of an earlier run.
extension Values {
  struct HistoryKey: Hashable {
    let name: String
    let seconds: Double
  }

  struct WeakHistory {
    weak var history: ValueHistory?
  }

  /// Returns the history of a value over this many seconds. It has no numbers from before the first call, except for
  /// the current one and those of an earlier run. Callers share one history, which exists for as long as any of them
  /// retains it.
  public func history(of name: String, seconds: Double) -> ValueHistory {
    let key = HistoryKey(name: name, seconds: seconds)
    if let history = histories[key]?.history { return history }
    let history = ValueHistory(seconds: seconds, at: now)
    histories[key] = WeakHistory(history: history)
    if let reading = reading(name), !reading.isStale, let number = ValueDefinition.number(reading.raw) {
      _ = history.add(number)
    }
    // An adapter sends the past only once.
    if let source = definitions[name]?.source, case .adapter = source {
      for (other, entry) in histories where other != key && definitions[other.name]?.source == source {
        if let past = entry.history?.readings { history.addPast(past) }
      }
    }
    restore(history, key)
    if usesSamples { fillWithSamples(history, key) }
    return history
  }

  /// Lets new values of an adapter share the histories of values with the same source, also of those that are removed.
  ///
  /// - Parameter new: The definitions that will replace the current ones.
  func shareHistories(with new: [String: ValueDefinition]) {
    for (name, definition) in new where definitions[name]?.source != definition.source {
      guard case .adapter = definition.source else { continue }
      for (key, entry) in histories where definitions[key.name]?.source == definition.source {
        histories[HistoryKey(name: name, seconds: key.seconds)] = entry
      }
    }
  }

  /// Fills a history with the samples of a value that has no reading yet.
  func fillWithSamples(_ history: ValueHistory, _ key: HistoryKey) {
    guard let numbers = definitions[key.name]?.sampleNumbers, let last = numbers.last,
      reading(key.name)?.time == nil
    else { return }
    if history.isEmpty { _ = history.add(last) }
    history.fill(numbers.dropLast())
  }

  /// Empties the histories of a value before its first reading.
  func removeSamples(of name: String) {
    guard usesSamples, definitions[name]?.samples.isEmpty == false else { return }
    for (key, entry) in histories where key.name == name { entry.history?.removeAll() }
  }

  /// The time that the charts of a value show, in seconds; `nil` if no chart shows it.
  public func chartSeconds(of name: String) -> Double? {
    histories.filter { $0.key.name == name && $0.value.history != nil }.keys.map(\.seconds).max()
  }

  /// Adds readings from before to the charts of a value.
  ///
  /// - Parameters:
  ///   - readings: In the order of their times, which are seconds since 1970. A reading that is no number ends a line.
  ///   - name: The value.
  ///   - time: The current time.
  public func addPast(_ readings: [(wallTime: Double, number: Double?)], to name: String, at time: UInt64) {
    now = max(now, time)
    for (key, entry) in histories where key.name == name {
      guard let history = entry.history else { continue }
      _ = history.advance(to: now)
      history.addPast(readings.map { ($0.wallTime - wallOffset, $0.number) })
    }
    observers.notify([name])
  }

  /// Adds a number to the histories of a value. Returns true if that changes any of them.
  func add(_ number: Double, to name: String) -> Bool {
    var isChanged = false
    for (key, entry) in histories where key.name == name {
      guard let history = entry.history else { continue }
      _ = history.advance(to: now)
      isChanged = history.add(number) || isChanged
    }
    return isChanged
  }

  /// Ends the lines of values that aren't numbers any more.
  func interruptHistories(of names: some Collection<String>) {
    guard !names.isEmpty else { return }
    for (key, entry) in histories where names.contains(key.name) {
      _ = entry.history?.advance(to: now)
      entry.history?.interrupt()
    }
  }

  // MARK: Kept histories

  /// Places the histories of an earlier run before those of this one, also those that charts request later.
  ///
  /// - Parameters:
  ///   - saved: By the names of values. Only values that are kept are restored.
  ///   - time: The current time.
  ///   - wallTime: The time of the wall clock, in seconds since 1970.
  public func restoreHistories(_ saved: [String: [SavedHistory]], at time: UInt64, wallTime: Double) {
    for (name, all) in saved {
      for history in all { savedHistories[HistoryKey(name: name, seconds: history.seconds)] = history }
    }
    wallClockWasSet(to: wallTime, at: time)
  }

  /// Places the histories of an earlier run again.
  public func wallClockWasSet(to wallTime: Double, at time: UInt64) {
    now = max(now, time)
    wallOffset = wallTime - Double(now) / 1e9
    for (key, entry) in histories { if let history = entry.history { restore(history, key) } }
    observers.notify(Set(savedHistories.keys.map(\.name)))
  }

  private func restore(_ history: ValueHistory, _ key: HistoryKey) {
    guard definitions[key.name]?.isKept == true, let saved = savedHistories[key] else { return }
    _ = history.advance(to: now)
    history.restore(saved, wallOffset: wallOffset)
  }

  /// Returns the histories of all values that are kept, for another run.
  ///
  /// They include those of the earlier run that no chart shows yet, because the files had errors so far, for as long as
  /// a chart could show them.
  ///
  /// - Parameters:
  ///   - time: The current time.
  ///   - wallTime: The time of the wall clock, in seconds since 1970.
  public func historiesToSave(at time: UInt64, wallTime: Double) -> [String: [SavedHistory]] {
    let wallOffset = wallTime - Double(time) / 1e9
    var result = savedHistories.filter { wallTime - $1.start < $0.seconds }
    for (key, entry) in histories {
      guard let history = entry.history, definitions[key.name]?.isKept == true else { continue }
      _ = history.advance(to: max(now, time))
      result[key] = history.isEmpty ? nil : history.saved(wallOffset: wallOffset)
    }
    return Dictionary(grouping: result.sorted { $0.key.seconds < $1.key.seconds }, by: \.key.name).mapValues {
      $0.map(\.value)
    }
  }
}
