import Foundation
import Testing

/// The control socket of a real panel, by `ctl` and by hand. `ControlServerTests` has the replies.
@Suite(.serialized) struct ControlTests {
  @Test func everyCommandReachesThePanel() throws {
    let weston = try Weston()
    let panel = try ControlledKiosk(["--touch-fix", "reorder"], weston)
    let mode = try FileManager.default.attributesOfItem(atPath: weston.directory.path + "/control")[.posixPermissions]
    #expect(mode as? Int == 0o660)

    #expect(try panel.ctl("press", "3", "button").status == 0)
    #expect(try panel.kiosk.wait("press").count == 1)
    let wrong = try panel.ctl("press", "2", "button")
    #expect(wrong.status == 1 && wrong.errors == "cube-kiosk: ctl: no such button: face 2, button\n")

    let text = try panel.ctl("status").output
    let status = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(status["scene"] as? String == "cube" && status["touchFix"] as? String == "reorder")
    #expect(
      status["count"] as? Int == 1 && status["isConnected"] as? Bool == true && status["idle"] as? String == "active")
    let version = try #require(status["version"] as? String)
    #expect(try Program.run(["--version"]).output == "cube-kiosk \(version)\n")
    let metrics = try panel.ctl("status", "--prometheus").output
    #expect(metrics.contains("# TYPE cube_kiosk_build_info gauge\ncube_kiosk_build_info{version=\"\(version)\"} 1\n"))
    #expect(metrics.contains("# TYPE cube_kiosk_presses_total counter\ncube_kiosk_presses_total 1\n"))

    #expect(try panel.ctl("scene", "flatten-z").status == 0)
    #expect(try panel.ctl("scene", "nowhere").status == 1)
    let (shot, drawn) = (weston.directory.path + "/shot.png", weston.directory.path + "/drawn.png")
    _ = try Program.run(["render", "--scene", "flatten-z", "-o", drawn])
    try eventually("the other scene") {
      try #require(try panel.ctl("screenshot", shot).status == 0)
      return try Picture(shot).differing(from: Picture(drawn), by: 0) == 0
    }
    #expect(try Picture(weston.screenshot()).differing(from: Picture(drawn), by: 0) == 0)
    // To standard output.
    let seen = weston.directory.path + "/seen.png"
    let words = ["ctl", "--socket", weston.directory.path + "/control", "screenshot", "-"]
    #expect(try Program.run(words, by: ["/bin/sh", "-c", "exec \"$0\" \"$@\" >\(seen)"]).status == 0)
    #expect(try Picture(seen).differing(from: Picture(drawn), by: 0) == 0)
    let reload = try panel.ctl("reload")
    #expect(reload.status == 1)
    #expect(panel.kiosk.stop() == 0)
    #expect(!FileManager.default.fileExists(atPath: weston.directory.path + "/control"))
    #expect(try panel.ctl("status").status == 69)
  }

  /// While a large picture is encoded, the panel replies, takes touches and draws; another picture is refused.
  @Test func screenshotDelaysNothing() throws {
    let weston = try Weston(width: 3840, height: 2160)
    let panel = try ControlledKiosk(["--touch-fix", "depth"], weston)
    func frames() throws -> Int {
      let status = try JSONSerialization.jsonObject(with: Data(try panel.ctl("status").output.utf8)) as? [String: Any]
      return try #require(status?["frames"] as? Int)
    }
    let before = try frames()
    let asking = try SocketClient(panel.socket)
    asking.send("{\"command\":\"screenshot\"}\n")
    asking.finish()
    let refused = try panel.ctl("screenshot", weston.directory.path + "/refused.png")
    #expect(refused.status == 1 && refused.errors == "cube-kiosk: ctl: a screenshot is being made already\n")
    try weston.fingers("down 0 1900 400", "motion 0 2000 450", "motion 0 2100 500", "up 0")
    try panel.kiosk.wait("touch") { $0.phase == "ended" }
    try eventually("a frame") { try frames() > before }
    #expect(!asking.isAnswered, "all of that came after the picture")

    // The picture is the one that was there when it was asked for.
    let (shot, drawn) = (weston.directory.path + "/shot.png", weston.directory.path + "/drawn.png")
    let answer = asking.rest()
    let end = try #require(answer.firstIndex(of: 0x0A))
    let words = try JSONSerialization.jsonObject(with: answer[..<end]) as? [String: Any]
    #expect(words?["ok"] as? Bool == true && words?["bytes"] as? Int == answer.count - end - 1)
    try answer[(end + 1)...].write(to: URL(fileURLWithPath: shot))
    _ = try Program.run(["render", "--touch-fix", "depth", "--size", "3840x2160", "-o", drawn])
    #expect(try Picture(shot).differing(from: Picture(drawn), by: 0) == 0)
    // A client that vanishes doesn't keep the next one waiting, and the panel can end while it encodes.
    try SocketClient(panel.socket).send("{\"command\":\"screenshot\"}\n{\"command\":\"status\"}\n")
    try eventually("another client's turn", within: 60) { try panel.ctl("screenshot", shot).status == 0 }
    let last = try SocketClient(panel.socket)
    defer { withExtendedLifetime(last) {} }
    last.send("{\"command\":\"screenshot\"}\n")
    #expect(try panel.ctl("status").status == 0)
    #expect(panel.kiosk.stop() == 0)
  }

  /// Without descriptors a client waits, and costs no processor time.
  @Test func descriptorsRunOut() throws {
    let weston = try Weston()
    let panel = try ControlledKiosk(weston)
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

  /// Only the socket's owner and group can connect, whatever its directory allows.
  @Test(.enabled(if: geteuid() == 0, "who asks has to be somebody else")) func strangersAreNotHeard() throws {
    let weston = try Weston()
    let panel = try ControlledKiosk(weston)
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

  /// Members of the group press buttons and show built-in scenes: no request has a file read, written or run.
  @Test func noRequestNamesAFile() throws {
    let weston = try Weston()
    let panel = try ControlledKiosk(weston)
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

  /// The panel runs without the socket.
  @Test func aFileOfTheSocketsNameStays() throws {
    let weston = try Weston()
    let file = weston.directory.path + "/control"
    try "kept".write(toFile: file, atomically: true, encoding: .utf8)
    let panel = try ControlledKiosk(weston)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "kept")
    #expect(panel.kiosk.stop() == 0)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "kept")
  }

  // MARK: ctl

  /// A panel that stands still, one with a full queue, and one that drips: none holds `ctl` for longer than ten seconds.
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

  /// The status of another version gives no metrics instead of empty ones.
  @Test func statusOfAnotherVersionIsRefused() throws {
    let scratch = try Scratch()
    let path = scratch.path + "/control"
    let fd = SocketClient.make(blocking: true)
    defer { close(fd) }
    try #require(SocketClient.with(path) { bind(fd, $0, $1) } == 0 && listen(fd, 1) == 0)
    Thread.detachNewThread {
      let client = accept(fd, nil, nil)
      var buffer = [UInt8](repeating: 0, count: 4096)
      _ = read(client, &buffer, buffer.count)
      _ = "{\"ok\":true}\n".withCString { send(client, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
      close(client)
    }
    let result = try Program.run(["ctl", "--socket", path, "status", "--prometheus"])
    #expect(result.status == 69 && result.output == "" && result.errors.hasSuffix("not a status: {\"ok\":true}\n"))
  }
}
