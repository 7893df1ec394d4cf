import Emulation
import Foundation
import TestSupport
import Testing

/// `cube-kiosk-audio` with a panel, speech-dispatcher and espeak-ng. ALSA writes the samples to a file.
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

  /// From the touch of another element to the first sample, of its click or of its text.
  @Test(.onlyInCheck, .disabled(if: Sanitizer.isOn, "a sanitizer slows it down"))
  func touchedElementIsHeardWithin200Milliseconds() throws {
    let panel = try Panel(configuration: "{\"scene\": \"two.json\"}", on: twoButtons())
    let speech = try SpeechService(panel)
    #expect(try panel.ctl("speech", "on").status == 0)
    try speech.nextLength()
    func delay(of command: String) throws -> Double {
      let start = Date()
      try panel.fingers(command)
      let end = try min(speech.click.nextSample(), speech.speech.nextSample())
      // A late part of this text must not be taken for the next one.
      try speech.speech.waitForSilence(0.3)
      return end.timeIntervalSince(start)
    }
    let landing = try [200, 600, 200, 600].map { y in
      let delay = try delay(of: "down 5 640 \(y)")
      try panel.fingers("up 5")
      return delay
    }
    _ = try delay(of: "down 5 640 200")
    let moving = try (0..<6).map { try delay(of: "motion 5 640 \($0 % 2 == 0 ? 600 : 200)") }
    try panel.fingers("up 5")
    #expect(landing.sorted()[1] < 0.2 && moving.sorted()[2] < 0.2, "\(landing), \(moving)")
  }

  /// Each new element has a click, and no other text has one.
  @Test(.onlyInCheck) func newElementsClick() throws {
    let panel = try Panel(configuration: "{\"scene\": \"two.json\"}", on: twoButtons())
    let speech = try SpeechService(panel)
    #expect(try panel.ctl("speech", "on").status == 0)
    try speech.nextLength()
    #expect(speech.click.length == 0)
    for y in [200, 600] {
      try panel.fingers("down 5 640 \(y)")
      let samples = try speech.click.nextSamples()
      // 5 ms at 48 kHz.
      #expect(samples.count == 240 && (1000...Int16.max).contains(samples.max() ?? 0), "\(samples)")
      try panel.fingers("up 5")
    }
    // The same element again.
    try speech.speech.waitForSilence(1.5)
    try panel.fingers("down 5 640 600")
    try speech.nextLength()
    #expect(speech.click.length == 2 * 240 * 2)
  }

  @Test(.onlyInCheck) func panelWithoutSoundCardIsLogged() throws {
    let panel = try Panel(configuration: "{\"scene\": \"two.json\"}", on: twoButtons())
    let speech = try SpeechService(panel, card: "pcm.!default { type hw card 9 }")
    #expect(try panel.ctl("speech", "on").status == 0)
    try panel.fingers("down 5 640 200")
    try speech.waitForLog("cube-kiosk-audio: click: sound card: No such file or directory")
    #expect(speech.isRunning)
  }

  /// Texts from a socket that only sends events.
  @Test(.onlyInCheck) func rateAndVolumeOfATextAreFollowed() throws {
    let directory = try TemporaryDirectory()
    let server = try UnixSocket.bound(to: directory.file("adapters"))
    let connected = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var client: Int32 = -1
    Thread.detachNewThread {
      client = accept(server, nil, nil)
      UnixSocket.send("{\"ok\":true}\n", to: client)
      connected.signal()
    }
    let speech = try SpeechService(socket: directory.file("adapters"))
    connected.wait()
    defer { for fd in [server, client] { close(fd) } }
    func samples(rate: Int, volume: Int) throws -> (count: Int, peak: Int) {
      UnixSocket.send(
        "{\"event\":\"speech\",\"text\":\"Lamp, on, button\",\"language\":\"en\",\"interrupts\":true,\"isNewElement\":true,"
          + "\"rate\":\(rate),\"volume\":\(volume),\"t\":1}\n", to: client)
      let samples = try speech.speech.nextSamples()
      return (samples.count, Int(samples.max() ?? 0))
    }
    let (normal, fast, quiet) = try (
      samples(rate: 50, volume: 80), samples(rate: 90, volume: 80), samples(rate: 50, volume: 40)
    )
    #expect(fast.count < normal.count * 3 / 4 && quiet.peak < normal.peak * 3 / 4, "\(normal), \(fast), \(quiet)")
    #expect(abs(quiet.count - normal.count) < normal.count / 10, "\(normal), \(quiet)")
  }

  @Test(.onlyInCheck) func killedSpeechDispatcherComesBack() throws {
    let panel = try Panel(configuration: "{}")
    let speech = try SpeechService(panel)
    #expect(try panel.ctl("speech", "on").status == 0)
    try speech.nextLength()
    kill(try speech.dispatcher(), SIGKILL)
    try speech.waitForLog("speech-dispatcher: ended; it is started again")
    try speech.waitForLog("connected to")
    #expect(try panel.ctl("speech", "off").status == 0)
    try speech.nextLength()
    #expect(speech.isRunning && panel.stop() == 0)
  }

  @Test(.onlyInCheck) func speechAndPanelSurviveEachOther() throws {
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
    try speech.waitForLog("adapters: closed by the panel")
    let next = try Panel(configuration: "{}", on: weston)
    try speech.waitForLog("connected to")
    #expect(try next.ctl("speech", "on").status == 0)
    try speech.nextLength()
    #expect(next.stop() == 0)
  }

  @Test func invalidArgumentIsRefused() throws {
    let result = try FinishedProcess([SpeechService.path, "--loud"])
    #expect(result.status == 64 && result.errors.contains("usage: cube-kiosk-audio"))
  }

  /// A screen with two buttons. Their names are short because speech-dispatcher first synthesizes a text's samples.
  private func twoButtons() throws -> Weston {
    let weston = try Weston()
    let buttons = ["On", "Off"].map { "{\"grow\": true, \"button\": {\"title\": \"\($0)\", \"action\": \"none\"}}" }
    try weston.directory.write(
      "{\"name\": \"two\", \"root\": {\"stack\": {}, \"children\": [\(buttons.joined(separator: ", "))]}}",
      to: "two.json")
    return weston
  }
}
