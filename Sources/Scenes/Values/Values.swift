import PanelViews

/// All values of a panel: their definitions, latest readings and observers.
///
/// It doesn't use clocks or read sources: callers pass readings and times. Times are nanoseconds of any monotonic
/// clock.
public final class Values {
  /// The latest reading of a value.
  public struct Reading: Equatable, Sendable {
    /// The unprocessed text.
    public let raw: String
    /// `nil` for an initial reading, which never becomes stale.
    public let time: UInt64?
    /// True once the reading is older than `staleAfter`.
    public fileprivate(set) var isStale = false
  }

  /// The definitions, completed by the adapters' descriptions.
  public private(set) var definitions: [String: ValueDefinition]
  /// The definitions without descriptions.
  private var ownDefinitions: [String: ValueDefinition]
  private var descriptions: [String: ValueDescription] = [:]
  public var decimalSeparator = "."
  /// The limits of the numbers that controls set, for each value.
  public var controlLimits: [String: [ControlLimits]] = [:]
  /// The values that people type into fields.
  public var typedNames: Set<String> = []
  /// The values into which actions write texts that people type.
  public var copyNames: Set<String> = []
  /// The texts of secure fields, by the names of their values.
  public var secureTexts: [String: () -> SecureText?] = [:]
  /// The images whose files are watched.
  public let images = WatchedImages()
  public let pictures = AdapterPictures()
  private var readings: [String: Reading] = [:]
  /// The reasons that adapters gave for values that are stale, also for some that were never read.
  private var staleReasons: [String: String] = [:]
  /// The last number of each value that had one.
  private var lastNumbers: [String: Double] = [:]
  let observers = ChangeObservers()
  var histories: [HistoryKey: WeakHistory] = [:]
  /// The histories of an earlier run.
  var savedHistories: [HistoryKey: SavedHistory] = [:]
  /// The wall clock's time minus `now`, in seconds.
  var wallOffset = 0.0
  /// The local time minus UTC, in seconds, for the time axes of charts.
  public var localTimeOffset = 0.0
  var now: UInt64 = 0

  /// True to let values without a reading show their samples, in pictures and previews.
  public var usesSamples = false {
    didSet {
      guard usesSamples else { return }
      setInitialReadings()
      for (key, entry) in histories { entry.history.map { fillWithSamples($0, key) } }
      observers.notify(Set(definitions.filter { !$1.samples.isEmpty }.keys))
    }
  }

  public init(_ definitions: [String: ValueDefinition] = [:]) {
    (self.definitions, ownDefinitions) = (definitions, definitions)
    setInitialReadings()
  }

  // MARK: Definitions

  /// Replaces the definitions. Readings and descriptions are kept if their source is unchanged.
  public func define(_ new: [String: ValueDefinition], at time: UInt64) {
    let old = definitions
    shareHistories(with: new)
    ownDefinitions = new
    staleReasons = staleReasons.filter { old[$0.key]?.source == new[$0.key]?.source }
    descriptions = descriptions.filter { old[$0.key]?.source == new[$0.key]?.source }
    completeDefinitions()
    let outdated = readings.filter { name, reading in
      let isOtherSample = usesSamples && reading.time == nil && old[name]?.samples != new[name]?.samples
      return old[name]?.source != new[name]?.source || isOtherSample
    }.keys
    for name in outdated {
      (readings[name], lastNumbers[name]) = (nil, nil)
      for key in histories.keys where key.name == name { histories[key] = nil }
      // Another source has another history, but files with errors define nothing.
      if old[name] != nil, new[name] != nil { savedHistories = savedHistories.filter { $0.key.name != name } }
    }
    setInitialReadings()
    observers.notify(Set(old.keys).union(new.keys).filter { old[$0] != definitions[$0] })
    advance(to: time)
  }

  /// Completes the definitions of values by their adapters' descriptions, which replace earlier ones.
  public func describe(_ new: [String: ValueDescription]) {
    let old = definitions
    descriptions.merge(new) { $1 }
    completeDefinitions()
    observers.notify(new.keys.filter { old[$0] != definitions[$0] })
  }

  private func completeDefinitions() {
    definitions = ownDefinitions
    for (name, description) in descriptions { definitions[name] = ownDefinitions[name]?.completed(by: description) }
  }

  private func setInitialReadings() {
    for (name, definition) in definitions where readings[name]?.time == nil {
      if usesSamples, let sample = definition.sampleReading {
        readings[name] = Reading(raw: sample, time: nil)
      } else if readings[name] == nil, case .set(let initial?) = definition.source {
        readings[name] = Reading(raw: initial, time: nil)
      }
    }
  }

  // MARK: Readings

  /// Whether there are values whose texts stay in the panel.
  public var hasPrivateValues: Bool { typedNames.union(copyNames).contains(where: isPrivate) }

  /// Returns true for a value that people type, or that has a copy of such a text.
  public func isTyped(_ name: String) -> Bool { typedNames.contains(name) || copyNames.contains(name) }

  /// Returns true for a value whose text stays in the panel: people type it, and it isn't public.
  public func isPrivate(_ name: String) -> Bool { isTyped(name) && definitions[name]?.isPublic != true }

  public func reading(_ name: String) -> Reading? { readings[name] }

  /// Returns whether a value's reading may be wrong, or is missing although its adapter knows the value.
  public func isStale(_ name: String) -> Bool { readings[name]?.isStale ?? (staleReasons[name] != nil) }

  /// Returns the reason that the adapter of a stale value gave; `nil` for none.
  public func staleReason(of name: String) -> String? { isStale(name) ? staleReasons[name] : nil }

  /// Returns the reason for other programs, without that of a private value: an adapter may repeat the text.
  public func publicStaleReason(of name: String) -> String? { isPrivate(name) ? nil : staleReason(of: name) }

  /// Returns the last number of a value that is a text or unset now.
  func lastNumber(of name: String) -> Double? { lastNumbers[name] }

  /// Sets the reading of a defined value.
  public func set(_ name: String, _ raw: String, at time: UInt64) { set([(name, raw)], at: time) }

  /// Sets several readings at once. Observers are notified after all of them are set.
  public func set(_ new: [(name: String, raw: String)], at time: UInt64) {
    now = max(now, time)
    var changed: Set<String> = []
    for (name, raw) in new where definitions[name] != nil {
      if readings[name]?.time == nil { removeSamples(of: name) }
      let reading = Reading(raw: raw, time: now)
      if readings[name]?.raw != raw || readings[name]?.isStale == true { changed.insert(name) }
      readings[name] = reading
      staleReasons[name] = nil
      if let number = ValueDefinition.number(raw) {
        lastNumbers[name] = number
        if add(number, to: name) { changed.insert(name) }
      } else {
        interruptHistories(of: [name])
      }
    }
    observers.notify(changed)
  }

  /// Removes readings, as if the values had never been read.
  public func removeReadings(of names: [String]) {
    let changed = names.filter {
      let wasStale = staleReasons.removeValue(forKey: $0) != nil
      return readings.removeValue(forKey: $0) != nil || wasStale
    }
    interruptHistories(of: changed)
    observers.notify(Set(changed))
  }

  /// Marks values as stale, regardless of their readings' ages, until they are set again.
  ///
  /// - Parameter reason: The adapter's reason.
  /// - Returns: The names of the values that became stale, and of those never read whose reason is another one.
  public func markStale(_ names: [String], because reason: String) -> [String] {
    let changed = names.filter { readings[$0].map { !$0.isStale } ?? (staleReasons[$0] != reason) }
    for name in names { staleReasons[name] = reason }
    for name in changed { readings[name]?.isStale = true }
    interruptHistories(of: changed)
    observers.notify(Set(changed))
    return changed
  }

  /// Marks readings that are too old as stale.
  ///
  /// - Parameter time: The current time.
  /// - Returns: The names of the values that became stale, sorted.
  @discardableResult public func advance(to time: UInt64) -> [String] {
    now = max(now, time)
    var changed: Set<String> = []
    for (name, reading) in readings where !reading.isStale && staleTime(of: name, reading).map({ $0 <= now }) == true {
      readings[name]?.isStale = true
      changed.insert(name)
    }
    let stale = changed.sorted()
    interruptHistories(of: stale)
    for (key, entry) in histories {
      guard let history = entry.history else {
        histories[key] = nil
        continue
      }
      let wasEmpty = history.isEmpty
      if history.advance(to: now), !wasEmpty { changed.insert(key.name) }
    }
    observers.notify(changed)
    return stale
  }

  /// The next time at which `advance` has an effect; `nil` for never.
  public var nextDeadline: UInt64? {
    let stale = readings.lazy.compactMap { [self] in $1.isStale ? nil : staleTime(of: $0, $1) }.min()
    let slot = histories.values.lazy.compactMap(\.history).filter { !$0.isEmpty }.map(\.nextSlotStart).min()
    return [stale, slot].compactMap { $0 }.min()
  }

  private func staleTime(of name: String, _ reading: Reading) -> UInt64? {
    guard let seconds = definitions[name]?.staleAfter, let time = reading.time else { return nil }
    return time + UInt64(clamping: seconds * 1e9)
  }

  // MARK: Observers

  /// Calls a handler whenever the appearance of any of these values may have changed.
  public func observe(_ names: some Sequence<String>, _ handler: @escaping () -> Void) -> ChangeObserver {
    observers.add(names, handler)
  }
}
