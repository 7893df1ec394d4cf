import Glibc
import JSON
import PanelEvents
import PanelSystem

/// Writes the files of a panel from the areas and entities of a running Home Assistant.
package final class MakePanel {
  private static let timeout: UInt64 = 60_000_000_000
  private static let commands = [
    "get_config", "config/area_registry/list", "config/device_registry/list", "config/entity_registry/list",
    "get_states",
  ]
  private static let textCategories = ["title", "entity_component"]

  private let url: String
  private let loop: EventLoop
  private let home: HomeConnection
  private var timer: TimerSource?
  private var results: [JSONValue] = []
  private var failure: String?

  /// - Parameter configuration: The address and the token.
  package init(_ configuration: HomeConfiguration) throws(SystemError) {
    url = configuration.url
    loop = try EventLoop()
    home = try HomeConnection(configuration, loop: loop)
    timer = try loop.addTimer { [unowned self] in end("no answer within \(Self.timeout / 1_000_000_000) s") }
  }

  /// Reads the house and writes the files. An edited file is kept, and the new one written next to it.
  ///
  /// - Parameters:
  ///   - directory: The directory of the files, which is created if its parent exists.
  ///   - force: Whether edited files are replaced, too.
  ///   - report: Called with a line for each file, and lines about the whole panel.
  /// - Throws: A `SystemError` if Home Assistant can't be read, or a file can't be written.
  package func write(to directory: String, force: Bool, report: (String) -> Void) throws(SystemError) {
    home.onReady = { [unowned self] _ in requestNext() }
    home.onEnd = { [unowned self] in end($0) }
    timer?.deadline = EventLoop.now + Self.timeout
    home.connect()
    _ = try loop.runWithGLib()
    if let failure { throw SystemError(url, EIO, failure) }
    let texts = HouseTexts(Array(results.dropFirst(Self.commands.count)))
    let house = House(
      areas: results[1], devices: results[2], registry: results[3], states: results[4], configuration: results[0],
      texts: texts)
    if mkdir(directory, 0o755) != 0, errno != EEXIST { throw SystemError(directory, errno) }
    let pages = PanelPages(house)
    for (name, text) in pages.files {
      let path = "\(directory)/\(name)"
      let isEdited = force ? false : try PanelFile.isEdited(path)
      try File.replace(isEdited ? path + ".new" : path, with: Array(PanelFile(text).text.utf8))
      report(
        isEdited ? "kept \(path), which is edited; the new one is \(path).new; --force replaces it" : "wrote \(path)")
    }
    for line in pages.summary { report(line) }
  }

  private func requestNext() {
    var (name, members): (String, [JSONMembers.Member]) = ("frontend/get_translations", [])
    switch results.count {
    case ..<Self.commands.count: name = Self.commands[results.count]
    case ..<(Self.commands.count + Self.textCategories.count):
      let category = Self.textCategories[results.count - Self.commands.count]
      members = [("language", .string(language)), ("category", .string(category))]
    default: return end(nil)
    }
    home.send(name, members) { [unowned self] result in
      switch result {
      case .succeeded(let json):
        results.append(json)
        requestNext()
      case .failed(let reason): end("\(name): \(reason)")
      case .lost: break
      }
    }
  }

  /// The language of the house.
  private var language: String {
    if case .object(let configuration)? = results.first { configuration["language"]?.text ?? "en" } else { "en" }
  }

  private func end(_ failure: String?) {
    guard !loop.isFinished else { return }
    self.failure = self.failure ?? failure
    loop.exit(0)
  }
}
