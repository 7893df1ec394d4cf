import Configuration
import Control
import Glibc
import PanelEvents
import PanelGeometry
import PanelViews
import Scenes

/// Serves requests on the panel's sockets.
extension Kiosk: Controllable {
  /// Returns the directory of the sockets: the unit's, or else one in the user's runtime directory. `nil` without
  /// both.
  static func runtimeDirectory(environment: (String) -> String?) -> String? {
    // systemd sets a colon-separated list if the unit has several runtime directories.
    if let given = environment("RUNTIME_DIRECTORY")?.split(separator: ":").first { return String(given) }
    guard let home = environment("XDG_RUNTIME_DIR"), home.hasPrefix("/") else { return nil }
    mkdir(home + "/cube-kiosk", 0o700)
    return home + "/cube-kiosk"
  }

  /// The control socket in the given directory, that of the unit's panel, or that of the user's own: the first that exists.
  static var existingSocket: String {
    func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    let own = environment("XDG_RUNTIME_DIR").map { $0 + "/cube-kiosk" }
    // In a service, the variable may name another directory.
    let given = environment("RUNTIME_DIRECTORY")?.split(separator: ":").map(String.init) ?? []
    let sockets = given.map { $0 + "/control" } + [Options.unitSocket] + (own.map { [$0 + "/control"] } ?? [])
    return sockets.first { access($0, F_OK) == 0 } ?? Options.unitSocket
  }

  /// Opens a socket for each role.
  ///
  /// - Parameter directory: `nil` to open none.
  /// - Returns: the servers. If a socket can't be created, logs the error and leaves it out.
  func openControlSockets(in directory: String?) -> [ControlServer] {
    guard let directory else {
      app.log.notice("neither RUNTIME_DIRECTORY nor XDG_RUNTIME_DIR is set; no control socket")
      return []
    }
    return ControlRole.allCases.compactMap { role in
      do {
        let server = try ControlServer(in: directory, role: role, loop: app.loop, panel: self, hub: adapters)
        if let error = server.groupError { app.log.warning("\(error)") }
        return server
      } catch {
        app.log.warning("\(error); no socket \(role.socketName)")
        return nil
      }
    }
  }

  package func advance() { app.window.advance(to: app.clock()) }

  package func value(at address: String) throws(Refusal) -> PanelStatus.Value {
    let name = try valueName(at: address)
    guard let value = sources.status.first(where: { $0.name == name }) else {
      throw Refusal("\(address) has no reading")
    }
    return value
  }

  package func press(
    _ address: String, line: String?, by client: ControlPeer
  ) throws(Refusal) -> PressStart {
    let button = try button(at: address, line: line)
    try actions.press(button, by: client)
    return PressStart(number: store.state.count, isRunning: actions.isRunning(button))
  }

  @discardableResult package func set(
    _ values: [(name: String, raw: String)], by client: ControlPeer
  ) throws(Refusal) -> [PressStart?] {
    // Only an address has a slash; a control alone has its own page.
    let isControl = { (name: String) in name.contains("/") }
    let controls = try values.filter { isControl($0.name) }.map { name, raw throws(Refusal) in
      (try control(at: name, line: nil), raw)
    }
    try sources.set(values.filter { !isControl($0.name) }, isWithinLimits: true)
    return try controls.map { control, raw throws(Refusal) in try actions.set(control, to: raw, by: client) }
  }

  package func append(_ lines: [(name: String, text: String)]) throws(Refusal) { try sources.edit(lines, .append) }

  package func remove(_ lines: [(name: String, text: String)]) throws(Refusal) { try sources.edit(lines, .remove) }

  @discardableResult package func set(
    _ address: String, line: String, to text: String, by client: ControlPeer
  ) throws(Refusal) -> PressStart? {
    try actions.set(control(at: address, line: line), to: text, by: client)
  }

  package func show(scene name: String) throws(Refusal) {
    let path = fileScenes.keys.first { Address.page(ofFile: $0) == name }
    guard let scene = stage.makeScene?(path ?? name) else {
      throw Refusal("no such scene: \(name)", kind: .noSuchAddress)
    }
    stage.show(scene)
  }

  package func show(_ message: Message, by client: ControlPeer) throws(Refusal) {
    try messages.show(message, by: client)
  }

  package func dismiss(message id: String, by client: ControlPeer) throws(Refusal) {
    try messages.dismiss(id, by: client)
  }

  package func noteOldRequest(_ old: String, instead new: String) {
    guard notedOldRequests.insert(old).inserted else { return }
    app.log.warning("control: \(old) is an old form of \(new), and ends with the next version")
  }

  package func reloadConfiguration(_ completion: @escaping (Result<[String], Refusal>) -> Void) {
    reload { [unowned self] in
      let refusal = Refusal("the configuration is invalid or missing; see the journal")
      completion($0 ? .success(keysRequiringRestart) : .failure(refusal))
    }
  }

  package func wake() { idle.wake() }

  package func sleep() { idle.sleep() }

  package var status: PanelStatus {
    PanelStatus(
      version: version, bootID: getenv("CUBE_KIOSK_BOOT_ID").map { String(cString: $0) }, files: options.files,
      lastReload: lastReload, problems: actions.problems.map(\.description), missingAdapters: adapters.missingPrefixes,
      keysRequiringRestart: keysRequiringRestart,
      scene: stage.scene.name,
      page: page(of: stage.scene), touchFix: cube.touchFix.rawValue,
      count: store.state.count,
      frames: app.panel.frameCount, lateFrames: app.panel.lateFrameCount,
      frameAge: app.panel.lastFrameTime.map { Self.seconds(since: $0) }, uptime: Self.seconds(since: start),
      idle: idle.state.rawValue, brightness: options.brightness, isSpeechOn: stage.isSpeechOn,
      isConnected: app.panel.isConnected,
      compositor: getenv("WAYLAND_DISPLAY").map { String(cString: $0) } ?? "wayland-0", output: app.panel.outputName,
      missingOutput: app.panel.missingOutput,
      runningCommandCount: actions.runningCommandCount,
      size: [app.window.panelSize.width, app.window.panelSize.height],
      scale: app.window.surfaceScale, lastError: app.log.lastError, values: sources.status,
      buttons: addressedButtons.compactMap { button in button.face.flatMap { face in button.name.map { (face, $0) } } },
      addressees: addressedPages + addressees(of: addressedButtons))
  }

  /// Returns the time since a time of CLOCK_MONOTONIC, in seconds.
  private static func seconds(since time: UInt64) -> Double { Double(EventLoop.now - time) / 1e9 }

  package func screenshot(_ completion: @escaping (Result<[UInt8], any Error>) -> Void) throws {
    guard app.panel.isConnected else { throw Refusal("there is no compositor, so nothing is on the screen") }
    try screenshooter.take(completion)
  }
}
