import Foundation
import TestSupport
import Testing

/// Measures how long the panel's event loop takes to answer while everything around it hangs or floods it.
///
/// Other tests would disturb it: make check runs it by itself, and so does `CUBE_KIOSK_ALONE=1 make test FILTER=LoopTests`.
@Suite(
  .enabled(if: ProcessInfo.processInfo.environment["CUBE_KIOSK_ALONE"] != nil, "only by itself, in make check"),
  .enabled(if: Broker.isInstalled, Broker.notInstalledReason))
struct LoopTests {
  /// A panel whose journal, disk, mount, command and MQTT broker misbehave on request.
  private struct Rig {
    let panel: Panel
    let faults: FaultInjection
    private let client: SocketClient
    private let journal: Int32
    /// The panel's standard error and the journal's end of it, which isn't read.
    private let stream, reader: Int32
    private let broker: Broker
    private let bridge: Bridge

    init(picture: String) throws {
      let weston = try Weston(width: 640, height: 400)
      let directory = weston.directory
      faults = try FaultInjection(in: directory)
      try directory.write("shut\n", to: "mount/door")
      journal = try UnixSocket.bound(to: directory.file("journal"), queue: nil)
      var ends: [Int32] = [0, 0]
      try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
      (stream, reader) = (ends[0], ends[1])
      var status = stat()
      fstat(stream, &status)
      let environment = [
        "JOURNAL": directory.file("journal"), "JOURNAL_STREAM": "\(status.st_dev):\(status.st_ino)",
        "MOUNT": directory.file("mount"),
      ]
      try directory.write(Self.configuration(), to: "kiosk.json")
      try directory.write(Self.scene(), to: "panel.json")
      panel = try Panel(
        ["--config", directory.file("kiosk.json"), "--events", directory.file("events"), "--log-level", "info"],
        on: weston,
        environment: faults.environment.merging(environment) { $1 }, errors: FileHandle(fileDescriptor: stream),
        waitsForReady: false)
      try FileManager.default.copyItem(atPath: picture, toPath: directory.file("picture.png"))
      try waitUntil("the first frame") { (try? directory.read("events"))?.contains("ready") == true }
      client = try SocketClient(panel.socket)
      broker = try Broker()
      bridge = try Bridge(broker, socket: panel.socket)
      try bridge.waitForLog("connected to \(broker.address)")
      let line = String(repeating: "x", count: 200_000) + "\n"
      try broker.directory.write(String(repeating: line, count: 150), to: "flood")
    }

    /// Publishes 30 MB to the panel.
    func flood() throws -> RunningProcess {
      let topic = Bridge.base + "set/door"
      return try RunningProcess(
        ["/bin/sh", "-c", "exec /usr/bin/mosquitto_pub -q 1 -l -t \(topic) <\(broker.directory.file("flood"))"],
        environment: broker.environment)
    }

    /// Ends the panel.
    func stop() throws {
      try faults.set("")
      // Otherwise the panel's last lines wait for the reader.
      close(reader)
      #expect(bridge.stop() == 0)
      #expect(panel.stop() == 0)
      for fd in [journal, stream] { close(fd) }
    }

    /// Fills what the journal can take, so that the next line waits for it.
    func stallJournal() throws {
      let sender = UnixSocket.make(forDatagrams: true, isBlocking: false)
      defer { close(sender) }
      try #require(UnixSocket.connect(sender, to: panel.directory.file("journal")))
      while UnixSocket.send("full", to: sender) {}
      let line = [UInt8](repeating: 0x2E, count: 4096)
      while Glibc.send(stream, line, line.count, Int32(MSG_DONTWAIT)) > 0 {}
    }

    /// - Parameter values: The members of `values`.
    private static func configuration(values: String = "") -> String {
      #"{"scene": "panel.json", "values": {\#(values)}}"#
    }

    /// - Parameter members: Additional members of the root.
    private static func scene(_ members: String = "") -> String {
      """
      {"size": [640, 400], "root": {"name": "root", "bounds": [0, 0, 640, 400], "position": [320, 200]\(members), "children": [
        {"name": "lamp", "frame": [0, 0, 100, 60], "button": {"title": "Lamp", "action": "light"}},
        {"name": "print", "frame": [200, 0, 100, 60], "button": {"title": "Print", "action": {"command": ["yes"], "timeout": 5}}}]}}
      """
    }

    /// Adds a picture of as many pixels as a 4K screen, and the value of a file on the mount. The panel notices the new files.
    func reload() throws {
      try panel.directory.write(Self.configuration(values: #""door": {"file": "mount/door"}"#), to: "kiosk.json")
      try panel.directory.write(Self.scene(#", "contents": "picture.png""#), to: "panel.json")
    }

    /// The checksum of the scene file that the panel shows.
    func sceneChecksum() throws -> String? { try panel.status().configuration?.files["panel.json"] }

    /// Sends requests for some time, and returns the longest time of `status`, in milliseconds.
    func longestStatus(for seconds: Double, requesting request: String? = nil) throws -> Double {
      let end = Date().addingTimeInterval(seconds)
      var longest = 0.0
      while Date() < end {
        let start = Date()
        client.send(#"{"command":"status"}"# + "\n")
        try #require(client.line() != nil)
        longest = max(longest, Date().timeIntervalSince(start) * 1000)
        if let request {
          client.send(request + "\n")
          try #require(client.line() != nil)
        }
        usleep(5000)
      }
      return longest
    }
  }

  /// Nothing stops the loop: a journal and a disk that don't answer, a command that prints without end, a picture at a reload,
  /// a file on a mount that hangs, a broker that sends 30 MB. A run counts if the machine itself is quiet before and after.
  @Test func nothingStopsTheLoop() throws {
    let scratch = try TemporaryDirectory()
    let picture = scratch.file("picture.png")
    try #require(Program.run(["render", "--size", "3840x2160", "-o", picture]).status == 0)
    var pauses: [Double] = []
    for _ in 1...10 {
      let rig = try Rig(picture: picture)
      let before = try rig.longestStatus(for: 1)
      try rig.stallJournal()
      try rig.faults.set("slow-fsync 1\nslow-write 1\nslow-mount 1\n")
      func press(_ button: String) -> String { #"{"press":"\#(button)"}"# }
      let flood = try rig.flood()
      var longest = try rig.longestStatus(for: 0.02, requesting: press("print"))
      longest = max(longest, try rig.longestStatus(for: 1, requesting: press("lamp")))
      let oldChecksum = try rig.sceneChecksum()
      try rig.reload()
      longest = max(longest, try rig.longestStatus(for: 3, requesting: press("lamp")))
      #expect(try rig.sceneChecksum() != oldChecksum)
      #expect(try rig.panel.status().running > 0 && rig.panel.value("door") == nil)
      try rig.faults.set("")
      try waitUntil("the file") { try rig.panel.value("door") == "shut" }
      try waitUntil("the command's end") { try rig.panel.status().running == 0 }
      #expect(flood.waitForExit() == 0)
      let after = try rig.longestStatus(for: 1)
      try rig.stop()
      pauses = [before, longest, after]
      print("the longest answers before, during and after the faults: \(pauses) ms")
      if max(before, after) < 10 { break }
    }
    #expect(max(pauses[0], pauses[2]) < 10, "the machine isn't quiet: \(pauses) ms")
    #expect(pauses[1] < 50, "\(pauses) ms")
  }
}
