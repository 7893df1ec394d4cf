import Emulation
import Foundation
import TestSupport
import Testing

/// `cube-kiosk-speech` with a panel, speech-dispatcher and espeak-ng. ALSA writes the samples to a file.
@Suite(
  .serialized, .disabled(if: Emulation.isOn, "espeak-ng is too slow under emulation"),
  .enabled(if: SpeechService.isAvailable, "speech-dispatcher is not installed"))
struct SpeechServiceTests {
  /// The texts are spoken in the panel's language, as another client of speech-dispatcher speaks them.
  @Test(arguments: ["de", "en"]) func textsAreSpokenInThePanelsLanguage(_ language: String) throws {
    let panel = try Panel(configuration: "{\"language\": \"\(language)\"}")
    let (speech, watch) = (try SpeechService(panel), try panel.watch("speech"))
    try watch.line("the status")
    #expect(try panel.ctl("speech", "on").status == 0)
    let text = try #require(try watch.event("the introduction").text)
    let spoken = try speech.nextLength()
    // espeak-ng's voice may keep traces of the language before, so that lengths differ slightly.
    let differences = try ["de", "en"].map {
      (language: $0, samples: abs(try speech.length(of: text, in: $0) - spoken))
    }
    #expect(differences.min { $0.samples < $1.samples }?.language == language, "\(spoken): \(differences)")
  }

  /// From a finger's movement to another element until the first sample.
  @Test(.disabled(if: Sanitizer.isOn, "a sanitizer slows it down")) func touchedElementIsSpokenWithin200Milliseconds()
    throws
  {
    let panel = try Panel(configuration: "{\"scene\": \"two.json\"}", on: twoButtons())
    let speech = try SpeechService(panel)
    #expect(try panel.ctl("speech", "on").status == 0)
    try speech.nextLength()
    try panel.fingers("down 5 640 200")
    try speech.nextLength()
    let delays = try (0..<8).map { number in
      let start = Date()
      try panel.fingers("motion 5 640 \(number % 2 == 0 ? 600 : 200)")
      return try speech.nextSample().timeIntervalSince(start)
    }
    #expect(delays.sorted()[2] < 0.2, "\(delays)")
    try panel.fingers("up 5")
  }

  /// Texts from a socket that only sends events.
  @Test func rateAndVolumeOfATextAreFollowed() throws {
    let directory = try TemporaryDirectory()
    let server = try UnixSocket.bound(to: directory.file("control"))
    let connected = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var client: Int32 = -1
    Thread.detachNewThread {
      client = accept(server, nil, nil)
      UnixSocket.send("{\"ok\":true}\n", to: client)
      connected.signal()
    }
    let speech = try SpeechService(socket: directory.file("control"))
    connected.wait()
    defer { for fd in [server, client] { close(fd) } }
    func samples(rate: Int, volume: Int) throws -> (count: Int, peak: Int) {
      UnixSocket.send(
        "{\"event\":\"speech\",\"text\":\"Lamp, on, button\",\"language\":\"en\",\"interrupts\":true,\"isNewElement\":true,"
          + "\"rate\":\(rate),\"volume\":\(volume),\"t\":1}\n", to: client)
      let samples = try speech.nextSamples()
      return (samples.count, Int(samples.max() ?? 0))
    }
    let (normal, fast, quiet) = try (
      samples(rate: 50, volume: 80), samples(rate: 90, volume: 80), samples(rate: 50, volume: 40)
    )
    #expect(fast.count < normal.count * 3 / 4 && quiet.peak < normal.peak * 3 / 4, "\(normal), \(fast), \(quiet)")
    #expect(abs(quiet.count - normal.count) < normal.count / 10, "\(normal), \(quiet)")
  }

  @Test func killedSpeechDispatcherComesBack() throws {
    let panel = try Panel(configuration: "{}")
    let speech = try SpeechService(panel)
    #expect(try panel.ctl("speech", "on").status == 0)
    try speech.nextLength()
    kill(try speech.dispatcher(), SIGKILL)
    try speech.waitForLog("speech-dispatcher: ended; it is started again")
    try speech.waitForLog("speaking for")
    #expect(try panel.ctl("speech", "off").status == 0)
    try speech.nextLength()
    #expect(speech.isRunning && panel.stop() == 0)
  }

  @Test func speechAndPanelSurviveEachOther() throws {
    let weston = try Weston()
    let panel = try Panel(configuration: "{}", on: weston)
    do {
      let speech = try SpeechService(panel)
      #expect(try panel.ctl("speech", "on").status == 0)
      try speech.nextLength()
      #expect(speech.stop(SIGKILL) == SIGKILL)
    }
    try panel.fingers("tap 640 400")
    #expect(try panel.status().isSpeechOn)
    let speech = try SpeechService(panel)
    #expect(panel.stop() == 0)
    try speech.waitForLog("control: closed by the panel")
    let next = try Panel(configuration: "{}", on: weston)
    try speech.waitForLog("speaking for")
    #expect(try next.ctl("speech", "on").status == 0)
    try speech.nextLength()
    #expect(next.stop() == 0)
  }

  @Test func invalidArgumentIsRefused() throws {
    let result = try FinishedProcess([SpeechService.path, "--loud"])
    #expect(result.status == 64 && result.errors.contains("usage: cube-kiosk-speech"))
  }

  /// A screen with two buttons, whose names are short: ALSA's file has the samples once a text is complete.
  private func twoButtons() throws -> Weston {
    let weston = try Weston()
    let buttons = ["On", "Off"].map { "{\"grow\": true, \"button\": {\"title\": \"\($0)\", \"action\": \"none\"}}" }
    try weston.directory.write(
      "{\"name\": \"two\", \"root\": {\"stack\": {}, \"children\": [\(buttons.joined(separator: ", "))]}}",
      to: "two.json")
    return weston
  }
}

/// A running `cube-kiosk-speech`.
final class SpeechService: RunningProcess {
  static let path = Program.directory + "/cube-kiosk-speech"
  static let isAvailable = FileManager.default.isExecutableFile(atPath: "/usr/bin/speech-dispatcher")

  private let log: LineReader
  private let pipe = Pipe()
  private let directory: TemporaryDirectory
  private let environment: [String: String]
  private var heard = 0

  convenience init(_ panel: Panel) throws { try self.init(socket: panel.socket) }

  init(socket: String) throws {
    directory = try TemporaryDirectory()
    log = LineReader(pipe.fileHandleForReading.fileDescriptor)
    environment = [
      "HOME": directory.path, "XDG_RUNTIME_DIR": directory.path, "XDG_CONFIG_HOME": Program.checkout + "/systemd",
    ]
    try directory.write(
      """
      pcm.!default { type file slave.pcm "null" file "| /bin/cat >>\(directory.path)/samples" format "raw" }
      ctl.!default { type null }
      """, to: ".asoundrc")
    try super.init([Self.path, "--socket", socket], environment: environment, errors: pipe)
    try? pipe.fileHandleForWriting.close()
    try waitForLog("speaking for")
  }

  deinit { if let dispatcher = try? dispatcher() { kill(dispatcher, SIGKILL) } }

  /// Waits for the next line of the log with this text.
  func waitForLog(_ text: String) throws {
    let line = try log.next(text) { $0.contains(text) }
    try #require(line != nil, "the program ended without '\(text)'")
  }

  func dispatcher() throws -> pid_t {
    let text = try directory.read("speech-dispatcher/pid/speech-dispatcher.pid")
    return try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
  }

  // MARK: Samples

  private var length: Int {
    (try? FileManager.default.attributesOfItem(atPath: directory.file("samples"))[.size] as? Int) ?? 0
  }

  /// Waits for more samples.
  ///
  /// - Returns: The time at which there was more than silence.
  func nextSample() throws -> Date {
    defer { heard = length }
    try waitUntil("samples", every: 0.0005) {
      guard length > heard, let file = FileHandle(forReadingAtPath: directory.file("samples")) else { return false }
      try file.seek(toOffset: UInt64(heard))
      return file.availableData.contains { $0 != 0 }
    }
    return Date()
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
    let file = try #require(FileHandle(forReadingAtPath: directory.file("samples")))
    try file.seek(toOffset: UInt64(start))
    return file.readDataToEndOfFile().withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
  }

  /// Waits for more samples, and for their end.
  ///
  /// - Returns: Their number.
  @discardableResult func nextLength() throws -> Int { try nextSamples().count }

  /// The number of samples with which spd-say(1) speaks a text.
  func length(of text: String, in language: String) throws -> Int {
    let result = try FinishedProcess(
      ["/usr/bin/spd-say", "--wait", "--language", language, text], environment: environment)
    #expect(result.status == 0)
    return try nextLength()
  }
}
