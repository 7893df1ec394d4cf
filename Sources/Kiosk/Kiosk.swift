import CLinux
import EventLoop
import Geometry
import Glibc
import Panel
import Scenes
import Views

/// The running program: the scene on a panel, the button's action, and what is told about it.
public final class Kiosk {
  /// How many threads draw. More than four wait for memory, not for work.
  static let threads = min(max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1), 4)

  /// How long the button shows what came of its command, in seconds.
  private static let resultTime = 4.0

  private let options: Options
  private let log: Log
  private let loop: EventLoop
  /// The one cube, whatever scene is shown: its button may be at work.
  private let cube: CubeScene
  private let stage: Stage
  private let window: Window
  private let panel: Panel
  private let counter: Counter
  private let events: EventWriter?
  private let runner: ActionRunner?
  private let recorder: TouchRecorder?
  private let player: Player?
  private var service: ServiceManager!
  private var signals: [SignalSource] = []
  private var resultTimer: Timer?

  /// Does what the command line says. Returns the exit code.
  public static func main(_ arguments: [String]) -> Int32 {
    let options: Options
    do {
      options = try Options(arguments)
    } catch {
      let help = error.exitCode == Options.exitCode ? "; see cube-kiosk --help" : ""
      Log.writeLine("cube-kiosk: \(Log.harmless(error.description))\(help)", to: 2)
      return error.exitCode
    }
    switch options.command {
    case .help: return Commands.print(Options.help)
    case .version: return Commands.print("cube-kiosk \(Options.version)\n")
    case .scenes: return Commands.print(SceneCatalog.names.joined(separator: "\n") + "\n")
    case .hitMap: return Commands.hitMap(options)
    case .render: return Commands.render(options)
    case .inspect: return Commands.inspect(options)
    case .hit(let point): return Commands.hit(options, at: point)
    case .run:
      // The threads that draw allocate nothing; an arena of its own for each would only be memory that comes back late.
      mallopt(M_ARENA_MAX, 1)
      let log = Log(level: options.logLevel)
      do {
        return try Kiosk(options, log: log).run()
      } catch {
        log.error("\(error)")
        return switch error {
        case is EventWriter.Failure: Commands.cannotCreate
        case is TouchLog.Failure: Commands.badData
        default: 1
        }
      }
    }
  }

  private init(_ options: Options, log: Log) throws {
    self.options = options
    self.log = log
    loop = try EventLoop()
    events = try options.events.map { path throws(EventWriter.Failure) in try EventWriter(path: path, log: log) }
    counter = Counter(directory: Counter.directory { getenv($0).map { String(cString: $0) } }, log: log)
    runner =
      options.action.isEmpty
      ? nil : ActionRunner(command: options.action, timeout: options.actionTimeout, loop: loop, log: log)
    let cube = CubeScene(touchFix: options.touchFix, lighting: options.lighting, view: options.view)
    self.cube = cube
    cube.pressCount = counter.state.count
    cube.buttonRunsCommand = runner != nil
    if runner == nil { cube.isLightOn = counter.state.light }
    func make(_ name: String) -> Scene? { name == CubeScene.name ? cube : options.makeScene(named: name) }
    stage = options.makeStage(make(options.scene) ?? cube)
    stage.makeScene = make
    stage.showsInspector = options.showsInspector
    window = Window(stage, size: options.windowedSize ?? options.size, scale: 1, threads: Self.threads)
    window.reducesMotion = options.reducesMotion
    window.turns = options.rotate
    recorder = try options.record.map { path throws(EventWriter.Failure) in try TouchRecorder(path: path, log: log) }
    let recording = try options.replay.map { path throws(TouchLog.Failure) in try TouchLog(contentsOf: path) }
    player = try recording.map { [loop, window] in try Player($0, window: window, loop: loop) }
    var panelOptions = PanelOptions(
      title: "CubeKiosk", appID: "cube-kiosk", windowedSize: options.windowedSize, allowsQuit: options.allowsQuit,
      wait: options.wait)
    panelOptions.touchSlop = options.touchSlop
    panelOptions.output = options.screen
    if let player { panelOptions.clock = { player.time() } }
    panel = try Panel(window: window, loop: loop, options: panelOptions)
    service = try ServiceManager(loop: loop) { [unowned self] in panel.isDrawing() }
    for signal in [SIGTERM, SIGINT, SIGHUP] {
      signals.append(try loop.addSignal(signal) { [unowned self] in loop.exit(0) })
    }
    connect()
  }

  private func run() throws -> Int32 {
    panel.open()
    let code = try loop.run()
    service.stopping()
    runner?.stop()
    log.notice("stopped")
    return code
  }

  private func connect() {
    panel.log = { [unowned self, log] weight, text in
      switch weight {
      case .error: log.error(text)
      case .warning: log.warning(text)
      case .notice: log.notice(text)
      }
      self.service.status(text)
    }
    panel.onReady = { [unowned self] in
      StartMemory.release()
      log.notice("the first frame is on the panel")
      events?.ready(at: EventLoop.now)
      service.ready()
      showStatus()
      recorder?.begin(at: EventLoop.now)
      player?.begin()
    }
    window.onTouch = { [unowned self] event, view in
      stage.show(event, takenBy: view)
      recorder?.add(event, at: EventLoop.now)
      events?.touch(event, view: view?.path, at: EventLoop.now)
      log.debug(
        "touch \(event.id) \(event.phase.rawValue) at \(event.location.x), \(event.location.y): \(view?.path ?? "-")")
      if event.phase == .began, log.logs(.debug) {
        for line in Route(to: event.location, in: stage).lines { log.debug("  \(line.name): \(line.reason)") }
      }
    }
    window.onKey = { [unowned self] in stage.press($0) }
    stage.onSceneChange = { [unowned self] in
      log.info("scene: \($0.name)")
      showStatus()
    }
    (stage.scene as? FileScene)?.onAction = { [unowned self] in pressed($0, action: $1) }
    cube.onTouchFixChange = { [unowned self] fix in
      log.info("touch fix: \(fix.rawValue)")
      events?.touchFix(fix.rawValue, at: EventLoop.now)
      showStatus()
    }
    cube.onPress = { [unowned self] in press() }
  }

  private func showStatus() {
    let doing = runner?.isRunning == true ? "; its command runs" : ""
    service.status(
      "\(stage.scene.name), touch fix \(cube.touchFix.rawValue); the button was pressed \(counter.state.count) times\(doing)"
    )
  }

  /// A scene file's button.
  private func pressed(_ button: View, action: String) {
    log.info("pressed: \(button.path), \(action)")
    switch action {
    case "press": press(button)
    default: events?.action(view: button.path, count: counter.state.count, at: EventLoop.now)
    }
  }

  private func press(_ button: View? = nil) {
    counter.update { state in
      state.count += 1
      if runner == nil { state.light.toggle() }
    }
    let count = counter.state.count
    cube.pressCount = count
    let path = (button ?? cube.buttonView).path
    let start = EventLoop.now
    defer { showStatus() }
    events?.action(view: path, count: count, at: EventLoop.now)
    guard let runner else {
      record(path, action: "light", result: counter.state.light ? "on" : "off", start: start, count: count)
      cube.isLightOn = counter.state.light
      return
    }
    resultTimer?.cancel()
    cube.buttonPhase = .running
    runner.start(face: 3, count: count) { [unowned self] outcome in
      // The command may have taken a while; what follows begins now.
      window.advance(to: EventLoop.now)
      record(path, action: "command", result: "\(outcome.status)", start: start, count: count)
      showStatus()
      cube.buttonPhase = outcome.status == 0 ? .succeeded : .failed(outcome.status)
      resultTimer = window.after(seconds: Self.resultTime) { [unowned self] in cube.buttonPhase = .idle }
      events?.actionFinished(status: outcome.status, at: EventLoop.now)
    }
  }

  /// One record in the journal for each press, with fields of its own: `journalctl CUBE_KIOSK_ACTION=command`.
  private func record(_ button: String, action: String, result: String, start: UInt64, count: Int) {
    let milliseconds = (EventLoop.now - start) / 1_000_000
    log.record(
      .notice, "press \(count): \(button), \(action), result \(result), \(milliseconds) ms",
      fields: [
        ("CUBE_KIOSK_BUTTON", button), ("CUBE_KIOSK_ACTION", action), ("CUBE_KIOSK_RESULT", result),
        ("CUBE_KIOSK_DURATION_MS", "\(milliseconds)"), ("CUBE_KIOSK_COUNT", "\(count)"),
      ])
  }
}
