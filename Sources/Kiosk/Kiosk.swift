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
  private let scene: CubeScene
  private let window: Window
  private let panel: Panel
  private let counter: Counter
  private let events: EventWriter?
  private let runner: ActionRunner?
  private var signals: [SignalSource] = []
  private var resultTimer: Timer?

  /// Does what the command line says. Returns the exit code.
  public static func main(_ arguments: [String]) -> Int32 {
    let options: Options
    do {
      options = try Options(arguments)
    } catch {
      Log.writeLine("cube-kiosk: \(Log.harmless(error.description)); see cube-kiosk --help", to: 2)
      return Options.exitCode
    }
    switch options.command {
    case .help: return Commands.print(Options.help)
    case .version: return Commands.print("cube-kiosk \(Options.version)\n")
    case .scenes: return Commands.print(CubeScene.name + "\n")
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
        return error is EventWriter.Failure ? Commands.cannotCreate : 1
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
    scene = CubeScene(
      touchFix: options.touchFix, lighting: options.lighting, view: options.view, showsBar: options.showsBar)
    scene.pressCount = counter.state.count
    scene.buttonRunsCommand = runner != nil
    if runner == nil { scene.isLightOn = counter.state.light }
    window = Window(
      scene, size: options.windowedSize ?? options.size, scale: 1, threads: Self.threads)
    panel = try Panel(
      window: window, loop: loop,
      options: PanelOptions(
        title: "CubeKiosk", appID: "cube-kiosk", windowedSize: options.windowedSize, allowsQuit: options.allowsQuit,
        wait: options.wait))
    for signal in [SIGTERM, SIGINT, SIGHUP] {
      signals.append(try loop.addSignal(signal) { [unowned self] in loop.exit(0) })
    }
    connect()
  }

  private func run() throws -> Int32 {
    panel.open()
    let code = try loop.run()
    runner?.stop()
    log.notice("stopped")
    return code
  }

  private func connect() {
    panel.log = { [log] weight, text in
      switch weight {
      case .error: log.error(text)
      case .warning: log.warning(text)
      case .notice: log.notice(text)
      }
    }
    panel.onReady = { [unowned self] in
      StartMemory.release()
      log.notice("the first frame is on the panel")
      events?.ready(at: EventLoop.now)
    }
    window.onTouch = { [unowned self] event, view in
      scene.show(event, takenBy: view)
      events?.touch(event, view: view?.path, at: EventLoop.now)
      log.debug(
        "touch \(event.id) \(event.phase.rawValue) at \(event.location.x), \(event.location.y): \(view?.path ?? "-")")
    }
    window.onKey = { [unowned self] in scene.press($0) }
    scene.onTouchFixChange = { [unowned self] fix in
      log.info("touch fix: \(fix.rawValue)")
      events?.touchFix(fix.rawValue, at: EventLoop.now)
    }
    scene.onPress = { [unowned self] in press() }
  }

  private func press() {
    counter.update { state in
      state.count += 1
      if runner == nil { state.light.toggle() }
    }
    let count = counter.state.count
    scene.pressCount = count
    log.info("pressed: \(count)")
    events?.action(view: scene.buttonView.path, count: count, at: EventLoop.now)
    guard let runner else {
      scene.isLightOn = counter.state.light
      return
    }
    resultTimer?.cancel()
    scene.buttonPhase = .running
    runner.start(face: 3, count: count) { [unowned self] outcome in
      // The command may have taken a while; what follows begins now.
      window.advance(to: EventLoop.now)
      scene.buttonPhase = outcome.status == 0 ? .succeeded : .failed(outcome.status)
      resultTimer = window.after(seconds: Self.resultTime) { [unowned self] in scene.buttonPhase = .idle }
      events?.actionFinished(status: outcome.status, at: EventLoop.now)
    }
  }
}
