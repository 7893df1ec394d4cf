import Foundation
import Testing

/// Clients that are odd, slow, silent or many, and panels that are; by the program's own socket and its own `ctl`.
@Suite(.serialized) struct ControlSocketTests {
  @Test func severalLinesInOneWriteAreAnsweredInOrder() throws {
    let weston = try Weston()
    let panel = try ControlledKiosk([], weston)
    let client = try SocketClient(panel.socket)
    let asked = ["scene order", "status", "nonsense", "scene fold", "status"]
    client.send(
      asked.map {
        let words = $0.split(separator: " ")
        return "{\"command\":\"\(words[0])\"\(words.count > 1 ? ",\"scene\":\"\(words[1])\"" : "")}\n"
      }.joined())
    client.finish()
    var answers: [String] = []
    while let line = try client.line() { answers.append(line) }
    try #require(answers.count == asked.count)
    #expect(answers[0] == "{\"ok\":true}" && answers[3] == "{\"ok\":true}")
    #expect(answers[1].contains("\"scene\":\"order\"") && answers[4].contains("\"scene\":\"fold\""))
    #expect(answers[2].hasPrefix("{\"ok\":false,\"error\":\"unknown command 'nonsense'; expected status, "))
    #expect(panel.kiosk.stop() == 0)
  }

  /// A picture is large: what follows it in the same write waits until it is taken.
  @Test func aLineAfterAPictureIsAnsweredAfterIt() throws {
    let weston = try Weston()
    let panel = try ControlledKiosk([], weston)
    let client = try SocketClient(panel.socket)
    client.send("{\"command\":\"screenshot\"}\n{\"command\":\"wake\"}\n")
    #expect(try client.line()?.hasPrefix("{\"ok\":true,\"bytes\":") == true)
    // The picture's own bytes have line ends in them too.
    while try client.line()?.hasSuffix("{\"ok\":true}") == false {}
    #expect(panel.kiosk.stop() == 0)
  }

  /// Whoever was silent for longest makes room for the ninth; the others stay.
  @Test func silentClientsMakeRoom() throws {
    let weston = try Weston()
    let panel = try ControlledKiosk([], weston)
    let clients = try (0...7).map { _ in try SocketClient(panel.socket) }
    func talk(_ client: SocketClient) throws -> String? {
      client.send("{\"command\":\"wake\"}\n")
      return try client.line()
    }
    // The first one once more, so that it isn't the one that was silent for longest.
    for client in clients + [clients[0]] { #expect(try talk(client) == "{\"ok\":true}") }
    for _ in 1...3 { #expect(try panel.ctl("wake").status == 0) }
    #expect(try clients[1].line() == nil)
    for client in [clients[0]] + clients[2...] { #expect(try talk(client) == "{\"ok\":true}") }
    #expect(panel.kiosk.stop() == 0)
  }

  /// A client that can't be taken for want of descriptors waits, and costs nothing meanwhile.
  @Test func descriptorsRunOut() throws {
    let weston = try Weston()
    let panel = try ControlledKiosk([], weston)
    let pid = panel.kiosk.process.processIdentifier
    try panel.kiosk.limit("--nofile=3:1024")
    let client = try SocketClient(panel.socket)
    client.send("{\"command\":\"wake\"}\n")
    /// In hundredths of a second, of all its threads.
    func processorTime() throws -> Int {
      let text = try String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
      let fields = text[text.lastIndex(of: ")")!...].split(separator: " ")
      return (Int(fields[12]) ?? 0) + (Int(fields[13]) ?? 0)
    }
    let before = try processorTime()
    Thread.sleep(forTimeInterval: 2)
    #expect(try processorTime() - before < 40)
    try panel.kiosk.limit("--nofile=256:1024")
    #expect(try client.line() == "{\"ok\":true}")
    #expect(panel.kiosk.stop() == 0)
  }

  /// Its owner and its group may ask, and nobody else, wherever it lies.
  @Test(.enabled(if: geteuid() == 0, "who asks has to be somebody else")) func strangersAreNotHeard() throws {
    let weston = try Weston()
    let panel = try ControlledKiosk([], weston)
    try #require(chmod(weston.directory.path, 0o755) == 0 && chown(panel.socket, 0, 1234) == 0)
    for (groups, isHeard) in [("5678", false), ("1234", true)] {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
      process.arguments = [
        "--reuid=5678", "--regid=5678", "--groups=\(groups)", "perl", "-MIO::Socket::UNIX", "-e",
        "exit(IO::Socket::UNIX->new(shift) ? 0 : $!{EACCES} ? 13 : 1)", panel.socket,
      ]
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == (isHeard ? 0 : 13), "in the group \(groups)")
    }
    #expect(panel.kiosk.stop() == 0)
  }

  /// Members of the group press what is there and show what is built in: no request has a file read, written or run.
  @Test func noRequestNamesAFile() throws {
    let weston = try Weston()
    let panel = try ControlledKiosk([], weston)
    let directory = weston.directory.path
    let scene = directory + "/mine.json"
    try "{\"size\": [9, 9], \"root\": {\"frame\": [0, 0, 9, 9]}}".write(
      toFile: scene, atomically: true, encoding: .utf8)
    #expect(try Program.run(["check-config", scene]).status == 0)
    for name in [scene, "mine.json", "../mine.json", "cube/../mine.json", ""] {
      #expect(try panel.ctl("scene", name).status == 1, "\(name)")
    }
    #expect(try panel.ctl("press", "3", scene).status == 1)
    #expect(try panel.ctl("press", "3", "../3/button").status == 1)
    let before = try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
    let client = try SocketClient(panel.socket)
    client.send("{\"command\":\"screenshot\",\"file\":\"\(directory)/a.png\",\"FILE\":\"\(directory)/a.png\"}\n")
    client.finish()
    _ = client.rest()
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory).sorted() == before)
    #expect(panel.kiosk.stop() == 0)
  }

  /// Only a socket is in the way of a socket.
  @Test func aFileOfTheSocketsNameStays() throws {
    let weston = try Weston()
    let file = weston.directory.path + "/control"
    try "kept".write(toFile: file, atomically: true, encoding: .utf8)
    let panel = try ControlledKiosk([], weston)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "kept")
    #expect(panel.kiosk.stop() == 0)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "kept")
  }

  // MARK: ctl

  /// A panel that takes the connection and stands still, one whose queue is full, and a server that drips: none holds
  /// `ctl` for longer than its ten seconds.
  @Test func ctlHasOneDeadline() throws {
    let scratch = try Scratch()
    func server(_ name: String, queue: Int32) throws -> Int32 {
      let fd = SocketClient.make(blocking: true)
      try #require(SocketClient.with("\(scratch.path)/\(name)") { bind(fd, $0, $1) } == 0 && listen(fd, queue) == 0)
      return fd
    }
    let (still, full, dripping) = try (server("still", queue: 4), server("full", queue: 0), server("drip", queue: 4))
    var waiting: [Int32] = []
    repeat {
      waiting.append(SocketClient.make(blocking: false))
    } while SocketClient.with("\(scratch.path)/full") {
      connect(waiting.last!, $0, $1)
    } == 0
    #expect(errno == EAGAIN)
    // Each lets go by itself after a time, so that a `ctl` that waits for ever fails here and doesn't hang.
    let isOver = DispatchSemaphore(value: 0)
    let wasHeard = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let client = accept(dripping, nil, nil)
      for _ in 0..<100 where "{".withCString({ send(client, $0, 1, Int32(MSG_NOSIGNAL)) }) == 1 { usleep(200_000) }
      if "{".withCString({ send(client, $0, 1, Int32(MSG_NOSIGNAL)) }) < 0 { wasHeard.signal() }
      close(client)
      isOver.signal()
    }
    let processes = try ["still", "full", "drip"].map { name in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: Program.path)
      process.arguments = ["ctl", "--socket", "\(scratch.path)/\(name)", "status"]
      process.standardError = Pipe()
      try process.run()
      return process
    }
    isOver.wait()
    // A `ctl` that waits for ever fails, too, and doesn't hang.
    try? eventually("their ends") { processes.allSatisfy { !$0.isRunning } }
    for fd in [still, full, dripping] + waiting { close(fd) }
    // The one that dripped was told by the closed connection, not by its own end.
    #expect(wasHeard.wait(timeout: .now()) == .success)
    for process in processes {
      process.waitUntilExit()
      let errors = (process.standardError as! Pipe).fileHandleForReading.readDataToEndOfFile()
      #expect(process.terminationStatus == 69)
      #expect(String(decoding: errors, as: UTF8.self).hasSuffix("no answer within 10 s\n"))
    }
  }
}
