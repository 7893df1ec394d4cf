import Foundation
import TestSupport
import Testing

/// A running `cube-kiosk-audio`.
final class SpeechService: RunningProcess {
  static let path = Program.directory + "/cube-kiosk-audio"
  static let isAvailable = FileManager.default.isExecutableFile(atPath: "/usr/bin/speech-dispatcher")

  private let log: LineReader
  private let pipe = Pipe()
  private let directory: TemporaryDirectory
  private let environment: [String: String]
  /// The samples of the texts and of the clicks, which have different sample rates.
  let speech, click: Samples

  convenience init(_ panel: Panel, card: String? = nil, environment: [String: String] = [:]) throws {
    try self.init(socket: panel.directory.file("adapters"), card: card, environment: environment)
  }

  /// - Parameter card: ALSA's configuration; `nil` for one that writes the samples to files.
  init(socket: String, card: String? = nil, environment more: [String: String] = [:]) throws {
    directory = try TemporaryDirectory()
    (speech, click) = (Samples(directory.file("samples-22050")), Samples(directory.file("samples-48000")))
    log = LineReader(pipe.fileHandleForReading.fileDescriptor)
    environment = [
      "HOME": directory.path, "XDG_RUNTIME_DIR": directory.path, "XDG_CONFIG_HOME": Program.checkout + "/systemd",
    ].merging(more) { $1 }
    let files = "| /bin/cat >>\(directory.path)/samples-%r"
    try directory.write(
      card ?? """
        pcm.!default { type file slave.pcm "null" file "\(files)" format "raw" }
        ctl.!default { type null }
        """, to: ".asoundrc")
    try super.init([Self.path, "--socket", socket], environment: environment, errors: pipe)
    try? pipe.fileHandleForWriting.close()
    try waitForLog("connected to")
  }

  deinit { if let dispatcher = try? dispatcher() { kill(dispatcher, SIGKILL) } }

  /// Waits for the next line of the log with this text.
  func waitForLog(_ text: String) throws {
    let line = try log.next(text) { $0.contains(text) }
    try #require(line != nil, "the program ended without '\(text)'")
  }

  /// The samples of sounds with this sample rate.
  func sound(rate: Int) -> Samples { Samples(directory.file("samples-\(rate)")) }

  func dispatcher() throws -> pid_t {
    let text = try directory.read("speech-dispatcher/pid/speech-dispatcher.pid")
    return try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
  }

  /// Waits for more samples of speech, and for their end.
  ///
  /// - Returns: Their number.
  @discardableResult func nextLength() throws -> Int { try speech.nextSamples().count }

  /// The number of samples with which spd-say(1) speaks a text.
  func length(of text: String, in language: String) throws -> Int {
    let result = try FinishedProcess(
      ["/usr/bin/spd-say", "--wait", "--language", language, text], environment: environment)
    #expect(result.status == 0)
    return try nextLength()
  }
}

/// A file to which ALSA writes samples.
final class Samples {
  private let path: String
  private var heard = 0

  init(_ path: String) { self.path = path }

  /// In bytes.
  var length: Int { (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0 }

  /// Waits for more samples.
  ///
  /// - Returns: The time at which there was more than silence.
  func nextSample() throws -> Date {
    defer { heard = length }
    try waitUntil("samples", every: 0.0005) {
      guard length > heard, let file = FileHandle(forReadingAtPath: path) else { return false }
      try file.seek(toOffset: UInt64(heard))
      return file.availableData.contains { $0 != 0 }
    }
    return Date()
  }

  /// Waits until the file has this many samples, and returns them.
  func first(_ count: Int) throws -> [Int16] {
    try waitUntil("\(count) samples") { length >= 2 * count }
    let file = try #require(FileHandle(forReadingAtPath: path))
    return file.readDataToEndOfFile().withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
  }

  /// Waits until there are no more samples for a time in seconds.
  func waitForSilence(_ seconds: Double) throws {
    repeat { heard = length } while try !holds(for: seconds) { length == heard }
  }

  /// Waits for more samples, and for their end.
  func nextSamples() throws -> [Int16] {
    let start = heard
    _ = try nextSample()
    try waitForSilence(1.5)
    let file = try #require(FileHandle(forReadingAtPath: path))
    try file.seek(toOffset: UInt64(start))
    return file.readDataToEndOfFile().withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
  }
}
