import ControlProtocol
import PanelViews
import Scenes

/// The messages that are shown and that wait. A pure value: it neither draws nor measures time.
struct MessageQueue {
  /// The maximum number of messages that wait.
  static let maximumWaitingCount = 8

  /// A message and its origin.
  struct Entry: Equatable {
    /// Distinguishes messages with equal contents.
    var number = 0
    let message: Message
    /// The message's title and text, with the readings of values, and the title without those that people type.
    let title, publicTitle, text: String
    var icon: Icon?
    /// True for a message of an adapter, which neither replaces nor dismisses another message.
    var isFromAdapter = false
    /// The line of the row whose button showed it; `nil` outside of lists.
    var line: RowLine?
  }

  /// The shown one first; then critical ones, then the others, each in their order.
  private(set) var entries: [Entry] = []
  private var count = 0

  var current: Entry? { entries.first }

  /// Adds a message, or puts it in the place of one with its id.
  ///
  /// - Returns: the replaced message; `nil` for none.
  /// - Throws: a `Refusal` if too many wait.
  mutating func add(_ entry: Entry) throws(Refusal) -> Entry? {
    count += 1
    var entry = entry
    entry.number = count
    let id = entry.message.id
    let index = id.isEmpty ? nil : entries.firstIndex { $0.message.id == id && $0.isFromAdapter == entry.isFromAdapter }
    guard let index else {
      guard entries.count <= Self.maximumWaitingCount else {
        throw Refusal("\(Self.maximumWaitingCount) messages wait already")
      }
      insert(entry)
      return nil
    }
    let old = entries[index]
    entries[index] = entry
    if old.message.urgency != entry.message.urgency {
      entries.remove(at: index)
      insert(entry, isFirst: index == 0)
    }
    return old
  }

  /// - Parameter isFirst: true to put it before those with the same urgency.
  private mutating func insert(_ entry: Entry, isFirst: Bool = false) {
    let endOfCriticals = entries.firstIndex { $0.message.urgency != .critical } ?? entries.count
    entries.insert(entry, at: isFirst || entry.message.urgency == .critical ? endOfCriticals : entries.count)
  }

  /// Removes a message.
  mutating func remove(_ number: Int) { entries.removeAll { $0.number == number } }

  /// Returns the messages with an id that a client may dismiss: all, or only those of adapters.
  func entries(withID id: String, onlyFromAdapters: Bool) -> [Entry] {
    entries.filter { $0.message.id == id && (!onlyFromAdapters || $0.isFromAdapter) }
  }
}
