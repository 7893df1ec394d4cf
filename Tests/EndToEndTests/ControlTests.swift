import Foundation
import TestSupport
import Testing

/// The control socket of a running panel. `ControlServerTests` has the protocol.
@Suite(.serialized) struct ControlTests {
  @Test func everyCommandReachesThePanel() throws {
    let panel = try Panel(["--touch-fix", "reorder"])
    let mode = try FileManager.default.attributesOfItem(atPath: panel.socket)[.posixPermissions]
    #expect(mode as? Int == 0o660)

    #expect(try panel.ctl("press", "3", "button").status == 0)
    #expect(try panel.wait("press").count == 1)
    let wrong = try panel.ctl("press", "2", "button")
    #expect(
      wrong.status == 1 && wrong.errors == "cube-kiosk: ctl: no such button: face2/button; did you mean face3/button?\n"
    )

    let status = try panel.status()
    #expect(status.scene == "cube" && status.touchFix == "reorder")
    #expect(status.count == 1 && status.isConnected && status.idle == "active")
    #expect(try Program.run(["--version"]).output == "cube-kiosk \(status.version)\n")
    let metrics = try panel.ctl("status", "--prometheus").output
    let info = "cube_kiosk_info"
    #expect(metrics.contains("# TYPE \(info) gauge\n\(info){version=\"\(status.version)\"} 1\n"))
    #expect(status.configuration == nil && status.bootID == nil)
    #expect(metrics.contains("# TYPE cube_kiosk_presses_total counter\ncube_kiosk_presses_total 1\n"))

    #expect(try panel.ctl("scene", "flatten-z").status == 0)
    #expect(try panel.ctl("scene", "nowhere").status == 1)
    let (shot, drawn) = (panel.directory.file("shot.png"), try Picture(rendering: ["--scene", "flatten-z"]))
    try waitUntil("the other scene") {
      try #require(try panel.ctl("screenshot", shot).status == 0)
      return try Picture(shot) == drawn
    }
    #expect(try panel.picture() == drawn)
    // To standard output.
    let words = ["ctl", "--socket", panel.socket, "screenshot", "-"]
    #expect(try Program.run(words, by: ["/bin/sh", "-c", "exec \"$0\" \"$@\" >\(shot)"]).status == 0)
    #expect(try Picture(shot) == drawn)
    // Without a configuration file.
    #expect(try panel.ctl("reload").status == 1)
    #expect(panel.stop() == 0)
    #expect(!panel.directory.exists("control"))
    #expect(try panel.ctl("status").status == 69)
  }

  /// The log names who pressed a button, unless it was a finger.
  @Test func pressNamesItsClient() throws {
    let panel = try Panel(["--touch-fix", "reorder", "--log-level", "notice"])
    #expect(try panel.ctl("press", "3", "button").status == 0)
    let user = String(cString: getpwuid(geteuid()).pointee.pw_name)
    try panel.waitForLog("press 1: 'Lamp', root/cube/face3/button, light, by \(user) at control, result off")
    try panel.tap("button")
    try panel.waitForLog("press 2: 'Lamp', root/cube/face3/button, light, result on")
  }

  /// The sockets `watch` and `adapters` don't press, set or show the screen.
  @Test func otherSocketsControlNothing() throws {
    let panel = try Panel(
      configuration: #"{"values": {"door": {"set": "shut"}, "notes": {"initial": null, "lines": 5}}}"#)
    let shot = panel.directory.file("shot.png")
    for name in ["watch", "adapters"] {
      let socket = panel.directory.file(name)
      let mode = try FileManager.default.attributesOfItem(atPath: socket)[.posixPermissions]
      #expect(mode as? Int == 0o660)
      for words in [["press", "face3/button"], ["set", "door", "open"], ["screenshot", shot], ["sleep"]] {
        let result = try Program.run(["ctl", "--socket", socket] + words)
        let reason = "cube-kiosk: ctl: \(words[0]) isn't permitted on the socket \(name)\n"
        #expect(result.status == 1 && result.errors == reason)
      }
    }
    let status = try Status(json: Program.run(["ctl", "--socket", panel.directory.file("watch"), "status"]).output)
    let get = try Program.run(["ctl", "--socket", panel.directory.file("watch"), "get", "door"])
    #expect(get.status == 0 && get.output == "\n")
    try #require(panel.ctl("set", "door", "open").status == 0)
    #expect(try panel.ctl("get", "door").output == "open\n")
    try #require(panel.ctl("set", "notes", "a\nb").status == 0)
    #expect(try panel.ctl("get", "notes").output == "a\nb\n")
    let missing = try panel.ctl("get", "dor")
    #expect(missing.status == 1 && missing.errors == "cube-kiosk: ctl: no such value: dor; did you mean door?\n")
    #expect(status.count == 0 && status.idle == "active" && status.values?["door"]?.value == nil)
    #expect(!panel.directory.exists("shot.png") && panel.stop() == 0)
    for name in ["control", "watch", "adapters"] { #expect(!panel.directory.exists(name)) }
  }

  @Test func secondPanelIsRefused() throws {
    let panel = try Panel()
    let second = try RunningKiosk(directory: panel.directory)
    try second.waitForLog("\(panel.socket): another cube-kiosk is running")
    #expect(second.waitForExit() == 1)
    #expect(try panel.status().isConnected)
  }

  /// As on a developer's desktop.
  @Test func socketIsInTheUsersRuntimeDirectoryOutsideOfAUnit() throws {
    let panel = try Panel(environment: ["RUNTIME_DIRECTORY": ""])
    let socket = panel.directory.file("cube-kiosk/control")
    #expect(try Program.run(["ctl", "--socket", socket, "status"]).status == 0)
    let mode = try FileManager.default.attributesOfItem(atPath: panel.directory.file("cube-kiosk"))[.posixPermissions]
    #expect(mode as? Int == 0o700)
  }

  /// While a large picture is encoded, the panel replies, takes touches and draws; another picture is refused.
  @Test(.onlyInCheck) func screenshotDelaysNothing() throws {
    let panel = try Panel(["--touch-fix", "depth"], on: Weston(width: 3840, height: 2160))
    let shot = panel.directory.file("shot.png")
    let before = try panel.status().frames
    let client = try SocketClient(panel.socket)
    client.send("{\"command\":\"screenshot\"}\n")
    client.finish()
    let refused = try panel.ctl("screenshot", shot)
    #expect(refused.status == 1 && refused.errors == "cube-kiosk: ctl: a screenshot is being made already\n")
    try panel.fingers("down 0 1900 400", "motion 0 2000 450", "motion 0 2100 500", "up 0")
    try panel.waitForTouchEnd()
    try waitUntil("a frame") { try panel.status().frames > before }
    #expect(!client.isAnswered, "the picture must come last")

    // The picture is that of the time of the request.
    let answer = client.rest()
    let end = try #require(answer.firstIndex(of: 0x0A))
    #expect(String(decoding: answer[..<end], as: UTF8.self) == "{\"ok\":true,\"bytes\":\(answer.count - end - 1)}")
    try panel.directory.write(answer[(end + 1)...], to: "shot.png")
    #expect(try Picture(shot) == panel.rendered())
    // A client that closes its connection delays the next one no longer than the encoding takes, and the panel can end
    // in the middle of it.
    try SocketClient(panel.socket).send("{\"command\":\"screenshot\"}\n{\"command\":\"status\"}\n")
    try waitUntil("another screenshot", within: 60) { try panel.ctl("screenshot", shot).status == 0 }
    let last = try SocketClient(panel.socket)
    defer { withExtendedLifetime(last) {} }
    last.send("{\"command\":\"screenshot\"}\n")
    #expect(try panel.ctl("status").status == 0)
    #expect(panel.stop() == 0)
  }

  /// Only a socket's owner and group can connect, whatever the directory's mode allows.
  @Test(.enabled(if: geteuid() == 0, "only root may run a program as another user"))
  func otherUsersCannotConnect() throws {
    let panel = try Panel()
    try #require(chmod(panel.directory.path, 0o755) == 0)
    for socket in ["control", "watch", "adapters"].map(panel.directory.file) {
      try #require(chown(socket, 0, 1234) == 0)
      for (group, isMember) in [("5678", false), ("1234", true)] {
        let result = try FinishedProcess([
          "/usr/bin/setpriv", "--reuid=5678", "--regid=5678", "--groups=\(group)", "perl", "-MIO::Socket::UNIX", "-e",
          "exit(IO::Socket::UNIX->new(shift) ? 0 : $!{EACCES} ? 13 : 1)", socket,
        ])
        #expect(result.status == (isMember ? 0 : 13), "\(socket) in the group \(group)")
      }
    }
    #expect(panel.stop() == 0)
  }

  /// Members of the group press buttons and show built-in scenes: no request can read, write or run a file.
  @Test func noRequestNamesAFile() throws {
    let panel = try Panel()
    let scene = try panel.directory.write(
      "{\"size\": [9, 9], \"root\": {\"frame\": [0, 0, 9, 9]}}", to: "mine.json")
    #expect(try Program.run(["check-config", scene]).status == 0)
    for name in [scene, "mine.json", "../mine.json", "cube/../mine.json", ""] {
      #expect(try panel.ctl("scene", name).status == 1, "\(name)")
    }
    for name in [scene, "../3/button"] { #expect(try panel.ctl("press", "3", name).status == 1) }
    let before = try panel.directory.contents()
    let (client, file) = (try SocketClient(panel.socket), panel.directory.file("a.png"))
    client.send("{\"command\":\"screenshot\",\"file\":\"\(file)\",\"FILE\":\"\(file)\"}\n")
    client.finish()
    _ = client.rest()
    #expect(try panel.directory.contents() == before)
    #expect(panel.stop() == 0)
  }

  // MARK: watch

  @Test func watchReportsATapAndItsEffects() throws {
    let panel = try Panel(
      configuration: """
        {"touchFix": "depth", "bar": true, "allowScenes": true, "idle": {"dimAfter": 3600}, "faces": {"3": {"buttons": [
          {"name": "door", "title": "Open", "action": {"command": ["sh", "-c", "exit 3"]}},
          {"name": "lamp", "title": "Light", "action": "light"}]}}}
        """)
    let (all, presses, touches) = (try panel.watch(), try panel.watch("press"), try panel.watch("touch"))
    let first = try all.event("the status")
    #expect(first.event == "status" && first.lost == 0 && first.scene == "cube")
    for watch in [presses, touches] { try watch.line("the status") }
    try panel.tap("door")
    let press = try all.event("the press")
    #expect(press.event == "press" && press.face == 3 && press.count == 1 && press.t != nil)
    #expect(press.button == "door" && press.action == "command" && press.view == "root/cube/face3/door")
    let result = try all.event("the result")
    #expect(result.event == "result" && result.button == "door" && result.status == 3 && result.face == 3)
    try panel.tap("lamp")
    #expect(try all.event("the other press").action == "light")
    #expect(try panel.ctl("scene", "order").status == 0)
    #expect(try all.event("the scene").scene == "order")
    #expect(try panel.ctl("sleep").status == 0)
    #expect(try all.event("darkness") { $0.event == "idle" }.state == "dark")
    // The other watchers receive only the requested kinds.
    #expect(try [presses.event("a press").button, presses.event("another").button] == ["door", "lamp"])
    #expect(try touches.event("a touch").phase == "began")
    // `--events` prints the same events.
    try panel.wait("idle")
    #expect(panel.events.contains { $0.event == "press" && $0.button == "lamp" } && panel.count("status") == 0)
    #expect(panel.stop() == 0)
    for watch in [all, presses, touches] { #expect(watch.waitForExit() == 69) }
  }

  @Test func watchEndsWithItsReader() throws {
    let panel = try Panel()
    let watch = try panel.watch()
    try watch.line("the status")
    try watch.closeOutput()
    try waitUntil("the end") { !watch.isRunning }
    #expect(panel.stop() == 0)
  }

  // MARK: ctl

  /// A server that doesn't reply, one with a full queue, and one that sends a byte now and then: `ctl` gives up after ten
  /// seconds.
  @Test(.onlyInCheck) func ctlHasOneDeadline() throws {
    let directory = try TemporaryDirectory()
    let names = ["silent", "full", "slow"]
    let servers = try names.map { try UnixSocket.bound(to: directory.file($0), queue: $0 == "full" ? 0 : 4) }
    var waiting: [Int32] = []
    repeat {
      waiting.append(UnixSocket.make(isBlocking: false))
    } while UnixSocket.connect(waiting.last!, to: directory.file("full"))
    #expect(errno == EAGAIN)
    // The servers give up after twice the time, so that a `ctl` without a deadline fails here instead of hanging.
    let (isOver, sawClosing) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Thread.detachNewThread { [slow = servers[2]] in
      let client = accept(slow, nil, nil)
      for _ in 0..<100 where UnixSocket.send("{", to: client) {
        var end = pollfd(fd: client, events: 0, revents: 0)
        poll(&end, 1, 200)
      }
      if !UnixSocket.send("{", to: client) { sawClosing.signal() }
      close(client)
      isOver.signal()
    }
    let logs = names.map { _ in Pipe() }
    let processes = try zip(names, logs).map { name, log in
      try RunningProcess([Program.path, "ctl", "--socket", directory.file(name), "status"], errors: log)
    }
    isOver.wait()
    try? waitUntil("their ends") { processes.allSatisfy { !$0.isRunning } }
    for fd in servers + waiting { close(fd) }
    #expect(sawClosing.wait(timeout: .now()) == .success)
    for (process, log) in zip(processes, logs) {
      #expect(process.waitForExit() == 69)
      let errors = log.fileHandleForReading.readDataToEndOfFile()
      #expect(String(decoding: errors, as: UTF8.self).hasSuffix("no answer within 10 s\n"))
    }
  }

  /// The status names the files that the panel uses, also after a failed reload.
  @Test func statusIdentifiesTheConfiguration() throws {
    let start = time(nil)
    let panel = try Panel(configuration: "{}", environment: ["CUBE_KIOSK_BOOT_ID": "ab12"])
    func checksum(_ script: String) throws -> String {
      let result = try FinishedProcess(["/bin/sh", "-c", "cd \"$0\" && \(script)", panel.directory.path])
      return String(result.output.prefix { $0 != " " })
    }
    #expect(try panel.status().configuration?.sha256 == checksum("sha256sum kiosk.json | sha256sum"))
    try panel.directory.write(#"{"root": {}}"#, to: "a.json")
    try panel.configure(#"{"scene": "a.json"}"#)
    let expected = try checksum("sha256sum a.json kiosk.json | sha256sum")
    try waitUntil("the scene's checksum") { try panel.status().configuration?.sha256 == expected }
    let loaded = try panel.status()
    #expect(try loaded.configuration?.files["a.json"] == checksum("sha256sum a.json"))
    #expect(loaded.lastReload?.ok == true && loaded.lastReload?.error == nil && loaded.bootID == "ab12")
    try panel.configure(#"{"bar": 7}"#)
    try waitUntil("a failed reload") { try panel.status().lastReload?.ok == false }
    let status = try panel.status()
    let reload = try #require(status.lastReload)
    #expect(reload.error?.hasSuffix("$.bar: found 7; expected true or false") == true)
    #expect((Double(start)...Double(time(nil))).contains(reload.time))
    #expect(status.configuration?.sha256 == expected)
    let age = try #require(status.frameAge)
    #expect((0...status.uptime).contains(age))
    let metrics = try panel.ctl("status", "--prometheus").output
    #expect(
      metrics.contains(
        "cube_kiosk_info{version=\"\(status.version)\",config_sha256=\"\(expected)\",boot_id=\"ab12\"} 1\n"))
    #expect(metrics.contains("\ncube_kiosk_config_last_reload_successful 0\n"))
    #expect(metrics.contains("\ncube_kiosk_config_last_reload_timestamp_seconds \(Int(reload.time))\n"))
    let frame = try #require(metrics.firstMatch(of: /\ncube_kiosk_last_frame_timestamp_seconds ([0-9]+)\n/))
    #expect((start - 1...time(nil) + 1).contains(try #require(Int(frame.1))))
    #expect(panel.stop() == 0)
  }

  /// The status of another version is an error instead of empty metrics.
  @Test func invalidStatusIsRefused() throws {
    let directory = try TemporaryDirectory()
    let fd = try UnixSocket.bound(to: directory.file("control"))
    defer { close(fd) }
    Thread.detachNewThread {
      let client = accept(fd, nil, nil)
      _ = try? LineReader(client).next()
      UnixSocket.send("{\"ok\":true}\n", to: client)
      close(client)
    }
    let result = try Program.run(["ctl", "--socket", directory.file("control"), "status", "--prometheus"])
    #expect(result.status == 69 && result.output == "" && result.errors.hasSuffix("not a status: {\"ok\":true}\n"))
  }
}
