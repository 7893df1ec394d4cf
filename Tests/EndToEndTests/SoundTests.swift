import Emulation
import Foundation
import TestSupport
import Testing

/// Sounds of a panel, which `cube-kiosk-audio` plays. ALSA writes the samples to files, one for each sample rate.
@Suite(
  .serialized, .enabled(if: SpeechService.isAvailable, "speech-dispatcher is not installed"))
struct SoundTests {
  /// A tone of a quarter second.
  private static let tone = (0..<2000).map { Int16(8000 * sin(Double($0) / 3)) }

  /// A panel whose buttons play sounds.
  private func panel(_ sounds: [String: String], adding keys: String = "") throws -> Panel {
    let weston = try Weston()
    let buttons = sounds.sorted { $0.key < $1.key }.map {
      #"{"name": "\#($0.key)", "button": {"title": "\#($0.key)", "action": {"sound": "\#($0.value)"}}}"#
    }
    try weston.directory.write(
      #"{"root": {"stack": {}, "children": [\#(buttons.joined(separator: ", "))]}}"#, to: "home.json")
    try weston.directory.write(Self.wave(Self.tone, rate: 8000), to: "tone.wav")
    return try Panel(configuration: #"{"scene": "DIR/home.json"\#(keys)}"#, on: weston)
  }

  /// Returns a WAV file with one channel.
  private static func wave(_ samples: [Int16], rate: UInt32) -> [UInt8] {
    func bytes(_ numbers: UInt32...) -> [UInt8] { numbers.flatMap { n in (0..<4).map { UInt8(n >> ($0 * 8) & 0xFF) } } }
    let data = samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    let length = UInt32(data.count)
    var file = Array("RIFF".utf8) + bytes(36 + length) + Array("WAVEfmt ".utf8)
    file += bytes(16, 0x0001_0001, rate, 2 * rate, 0x0010_0002)
    return file + Array("data".utf8) + bytes(length) + data
  }

  private func press(_ name: String, on panel: Panel) throws {
    let result = try panel.ctl("press", name)
    #expect(result.status == 0, "\(result.errors)")
  }

  /// The samples are those of the file, in the volume of the value.
  @Test func soundIsPlayedWhole() throws {
    let panel = try panel(
      ["tone": "tone.wav"], adding: #", "volume": "loud", "values": {"loud": {"initial": "100"}}"#)
    let audio = try SpeechService(panel)
    for (volume, factor) in [("50", 0.5), ("none", 1), ("0", 0), ("25", 0.25)] {
      #expect(try panel.ctl("set", "loud", volume).status == 0)
      let sound = audio.sound(rate: 8000)
      let start = sound.length / 2
      try press("tone", on: panel)
      if factor == 0 { continue }
      let samples = try sound.first(start + 2000)[start...]
      let differences = zip(samples, Self.tone).map { abs(Double($0) - factor * Double($1)) }
      #expect(samples.count == 2000 && differences.max() ?? 9 <= 1.5, "\(volume): \(differences.max() ?? 9)")
    }
    #expect(audio.isRunning && panel.stop() == 0)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/share/sounds/freedesktop/stereo/bell.oga")))
  func soundOfTheThemeIsPlayed() throws {
    let panel = try panel(["ring": "bell"])
    let audio = try SpeechService(panel)
    try press("ring", on: panel)
    let samples = try audio.sound(rate: 44100).nextSamples()
    #expect(samples.count > 44100 / 10 && (1000...Int16.max).contains(samples.max() ?? 0), "\(samples.count)")
  }

  /// A new sound ends the one before, which a card plays as long as it lasts.
  @Test func newSoundReplacesTheOneBefore() throws {
    let panel = try panel(["long": "long.wav", "tone": "tone.wav"])
    let long = [Int16](repeating: 100, count: 16000 * 20)
    try panel.directory.write(Self.wave(long, rate: 16000), to: "long.wav")
    let faults = try FaultInjection(in: TemporaryDirectory(), source: "paced-card.c")
    let audio = try SpeechService(panel, environment: faults.environment)
    try press("long", on: panel)
    _ = try audio.sound(rate: 16000).first(16000)
    try press("tone", on: panel)
    #expect(try audio.sound(rate: 8000).first(2000).count == 2000)
    let length = audio.sound(rate: 16000).length
    #expect(length < 2 * long.count)
    #expect(try holds(for: 0.5) { audio.sound(rate: 16000).length == length })
  }

  /// A dark panel is silent, unless a critical message wakes it.
  @Test func darkPanelIsSilent() throws {
    let panel = try panel(["tone": "tone.wav"])
    let watch = try panel.watch("sound")
    try watch.line("the status")
    #expect(try panel.ctl("sleep").status == 0)
    try press("tone", on: panel)
    #expect(try panel.ctl("message", #"{"title": "a", "sound": "message", "id": "a"}"#).status == 0)
    #expect(try panel.ctl("dismiss", "a").status == 0)
    let critical = #"{"title": "b", "sound": "dialog-warning", "urgency": "critical"}"#
    #expect(try panel.ctl("message", critical).status == 0)
    try press("tone", on: panel)
    let sounds = try (0..<2).map { _ in try watch.event("a sound").sound }
    #expect(sounds == ["dialog-warning", panel.directory.file("tone.wav")])
    let relative = try panel.ctl("message", #"{"title": "b", "sound": "/b.oga"}"#)
    #expect(relative.errors.contains("expected the name of a sound, such as bell"))
  }

  /// Each unusable file is a line in the log, and the next sound plays.
  @Test func unusableSoundsAreLogged() throws {
    let panel = try panel([
      "pipe": "pipe.oga", "garbage": "garbage.wav", "folder": "folder.oga", "gone": "gone.oga", "tone": "tone.wav",
    ])
    let directory = panel.directory
    mkfifo(directory.file("pipe.oga"), 0o600)
    mkdir(directory.file("folder.oga"), 0o700)
    try directory.write("RIFF and nothing else", to: "garbage.wav")
    let audio = try SpeechService(panel)
    for (name, reason) in [
      ("pipe", "pipe.oga: not a file"), ("garbage", "garbage.wav: "), ("folder", "folder.oga: not a file"),
      ("gone", "gone.oga: No such file or directory"),
    ] {
      try press(name, on: panel)
      try audio.waitForLog("cube-kiosk-audio: sound: \(directory.file(reason))")
    }
    try press("tone", on: panel)
    #expect(try audio.sound(rate: 8000).first(2000).count == 2000)
    #expect(audio.isRunning && panel.stop() == 0)
  }

  /// Sounds need neither speech-dispatcher nor, to go on, a sound card.
  @Test func soundIsPlayedWithoutSpeechDispatcher() throws {
    let panel = try panel(["tone": "tone.wav"])
    let settings = try TemporaryDirectory()
    try settings.write("DisableAutoSpawn\n", to: "speech-dispatcher/speechd.conf")
    let audio = try SpeechService(panel, environment: ["XDG_CONFIG_HOME": settings.path])
    try audio.waitForLog("no speech: speech-dispatcher: ")
    try press("tone", on: panel)
    #expect(try audio.sound(rate: 8000).first(2000).count == 2000)
    #expect(try panel.ctl("speech", "on").status == 0)
    try press("tone", on: panel)
    #expect(try audio.sound(rate: 8000).first(4000).count == 4000)
    #expect(audio.isRunning)
  }

  @Test func soundWithoutSoundCardIsLogged() throws {
    let panel = try panel(["tone": "tone.wav"])
    let audio = try SpeechService(panel, card: "pcm.!default { type hw card 9 }")
    try press("tone", on: panel)
    try audio.waitForLog("cube-kiosk-audio: sound: sound card: No such file or directory")
    #expect(audio.isRunning)
  }
}
