import Glibc
import JSON
import PanelEvents
import PanelSystem

/// Writes the files of a panel from the areas and entities of a running Home Assistant.
package final class MakePanel {
  private static let timeout: UInt64 = 60_000_000_000
  private static let commands = [
    "config/area_registry/list", "config/device_registry/list", "config/entity_registry/list", "get_states",
    "get_config",
  ]

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

  /// Reads the house and writes the files. Edited files are kept.
  ///
  /// - Parameters:
  ///   - directory: The directory of the files.
  ///   - force: Whether edited files are replaced, too.
  ///   - report: Called with a line for each file.
  /// - Throws: A `SystemError` if Home Assistant can't be read, or a file can't be written.
  package func write(to directory: String, force: Bool, report: (String) -> Void) throws(SystemError) {
    home.onReady = { [unowned self] _ in requestNext() }
    home.onEnd = { [unowned self] in end($0) }
    timer?.deadline = EventLoop.now + Self.timeout
    home.connect()
    _ = try loop.runWithGLib()
    if let failure { throw SystemError(url, EIO, failure) }
    let house = House(
      areas: results[0], devices: results[1], registry: results[2], states: results[3], configuration: results[4])
    for (name, text) in PanelPages(house).files {
      let path = "\(directory)/\(name)"
      let keeps = force ? false : try PanelFile.isEdited(path)
      if keeps {
        report("kept \(path), which is edited; --force replaces it")
      } else {
        try File.replace(path, with: Array(PanelFile(text).text.utf8))
        report("wrote \(path)")
      }
    }
  }

  private func requestNext() {
    guard results.count < Self.commands.count else { return end(nil) }
    let command = Self.commands[results.count]
    home.send(command) { [unowned self] result in
      switch result {
      case .succeeded(let json):
        results.append(json)
        requestNext()
      case .failed(let reason): end("\(command): \(reason)")
      case .lost: break
      }
    }
  }

  private func end(_ failure: String?) {
    guard !loop.isFinished else { return }
    self.failure = self.failure ?? failure
    loop.exit(0)
  }
}
