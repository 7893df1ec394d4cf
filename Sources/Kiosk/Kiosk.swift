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

  private(set) var options: Options
  private let arguments: Arguments
  let log: Log
  let loop: EventLoop
  /// The one cube, whatever scene is shown: its button may be at work.
  private(set) var cube: CubeScene
  let stage: Stage
  /// What the panel is for: shown at the start, and again when nobody is there.
  private(set) var home: Scene
  var lock: PINLock
  let window: Window
  let panel: Panel
  /// The window's time: the machine's, or a recording's. Whatever moves the window on asks it; waits, and what is told, go
  /// by the machine's own.
  let clock: () -> UInt64
  let start = EventLoop.now
  var control: ControlServer?
  var isTakingScreenshot = false
  let counter: Counter
  let events: EventWriter?
  let actions: ButtonActions
  private let recorder: TouchRecorder?
  private let player: Player?
  private var service: ServiceManager!
  private var signals: [SignalSource] = []
  private var watch: FileWatch?
  let idle: IdleController

  /// Does what the command line says. Returns the exit code.
  public static func main(_ arguments: [String]) -> Int32 {
    // A write that fails is an error to be told, not a death.
    signal(SIGXFSZ, SIG_IGN)
    let options: Options
    let parsed: Arguments
    do throws(Options.Failure) {
      parsed = try Arguments(arguments)
      do throws(Options.Failure) {
        options = try Options(parsed)
      } catch {
        if error.exitCode == ConfigurationReader.exitCode, let code = diagnose(parsed, arguments) { return code }
        throw error
      }
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
    case .ctl(let words):
      return ControlClient.run(words, socket: options.socket, asMetrics: options.asMetrics)
    case .hashPIN: return Commands.hashPIN()
    case .checkConfig: return Commands.checkConfig(options.config ?? ConfigurationReader.path)
    case .render: return Commands.render(options)
    case .inspect: return Commands.inspect(options)
    case .hit(let point): return Commands.hit(options, at: point)
    case .run:
      signal(SIGPIPE, SIG_IGN)
      // The threads that draw allocate nothing; an arena of its own for each would only be memory that comes back late.
      mallopt(M_ARENA_MAX, 1)
      // A bitmap is a mapping of its own, and goes back to the system when it goes. By itself malloc would take the next
      // ones, of up to 32 MB, from the heap after the first was freed, and the heap's holes stay.
      mallopt(M_MMAP_THRESHOLD, 128 * 1024)
      let log = Log(level: options.logLevel)
      do {
        return try Kiosk(options, arguments: parsed, log: log).run()
      } catch {
        log.error("\(error)")
        return switch error {
        case is LineWriter.Failure: Commands.cannotCreate
        case is TouchLog.Failure: Commands.badData
        default: 1
        }
      }
    }
  }

  /// Shows what is wrong with the configuration, where that was asked for, and goes on once it is right.
  ///
  /// - Returns: `nil` where it wasn't asked for, or the configuration isn't what is wrong.
  private static func diagnose(_ arguments: Arguments, _ words: [String]) -> Int32? {
    guard let path = arguments.configurationPath else { return nil }
    let (configuration, faults) = ConfigurationReader.read(path)
    // How the card lies on the panel may well be what is right about the file.
    guard !faults.isEmpty, let options = try? arguments.over(configuration), options.diagnoses else { return nil }
    let log = Log(level: options.logLevel)
    do {
      return try Diagnosis(options, path: path, faults: faults, log: log).run() ?? main(words)
    } catch {
      log.error("\(error)")
      return 1
    }
  }

  private init(_ options: Options, arguments: Arguments, log: Log) throws {
    self.options = options
    self.arguments = arguments
    self.log = log
    loop = try EventLoop()
    events = try options.events.map { path throws(LineWriter.Failure) in try EventWriter(path: path, log: log) }
    counter = Counter(directory: Counter.directory { getenv($0).map { String(cString: $0) } }, log: log)
    lock = PINLock(counter.state.lock, now: EventLoop.now, wall: Self.wallTime)
    cube = options.makeCube(counter.state)
    home = options.makeHome(cube)
    stage = options.makeStage(home)
    stage.showsInspector = options.showsInspector
    window = Window(stage, size: options.windowedSize ?? options.size, scale: 1, threads: Self.threads)
    window.reducesMotion = options.reducesMotion
    window.takesKeys = options.takesKeys
    window.turns = options.rotate
    recorder = try options.record.map { path throws(LineWriter.Failure) in try TouchRecorder(path: path, log: log) }
    let recording = try options.replay.map { path throws(TouchLog.Failure) in try TouchLog(contentsOf: path) }
    player = try recording.map { [loop, window] in try Player($0, window: window, loop: loop) }
    clock = player.map { player in { player.time() } } ?? { EventLoop.now }
    var panelOptions = PanelOptions(options)
    panelOptions.clock = clock
    panel = try Panel(window: window, loop: loop, options: panelOptions)
    idle = try IdleController(
      window: window, stage: stage, home: home, cube: cube, loop: loop, clock: clock, log: log)
    actions = ButtonActions(
      stage: stage, window: window, clock: clock, cube: cube, actions: options.actions, counter: counter,
      events: events, loop: loop,
      log: log)
    service = try ServiceManager(loop: loop) { [unowned self] in panel.isDrawing() }
    for signal in [SIGTERM, SIGINT] {
      signals.append(try loop.addSignal(signal) { [unowned self] in loop.exit(0) })
    }
    signals.append(try loop.addSignal(SIGHUP) { [unowned self] in reload() })
    if let path = arguments.configurationPath { watch = try loop.addFileWatch(path) { [unowned self] in reload() } }
    connect()
    connectScene()
    idle.onInhibit = { [unowned self] in panel.inhibitsIdle = $0 }
    idle.follow(options.idle, home: home, cube: cube)
    startMaintenance()
    openControlSocket()
  }

  private func run() throws -> Int32 {
    panel.open()
    let code = try loop.run()
    service.stopping()
    actions.stop()
    log.notice("stopped")
    return code
  }

  private func connect() {
    panel.log = { [unowned self, log] weight, text in
      log.write(weight, text)
      service.status(text)
    }
    panel.onReady = { [unowned self] in
      StartMemory.release()
      log.notice("the first frame is on the panel")
      events?.ready(at: EventLoop.now)
      service.ready()
      showStatus()
      updateTouchTest()
      recorder?.begin(at: EventLoop.now)
      player?.begin()
    }
    window.onTouch = { [unowned self] event, view in
      stage.show(event, takenBy: view)
      updateTouchTest()
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
      log.notice("scene: \($0.name)")
      showStatus()
    }
    actions.onChange = { [unowned self] in showStatus() }
    stage.makeScene = { [unowned self] in
      $0 == CubeScene.name ? cube : $0 == options.scene ? home : options.makeScene(named: $0)
    }
  }

  /// Listens to the cube, and to a scene file's buttons.
  private func connectScene() {
    (home as? FileScene)?.onAction = { [actions] in actions.press($0, named: $1) }
    cube.onTouchFixChange = { [unowned self] fix in
      log.notice("touch fix: \(fix.rawValue)")
      events?.touchFix(fix.rawValue, at: EventLoop.now)
      showStatus()
    }
  }

  // MARK: Configuration

  /// Reads the configuration again. A good one takes effect at once; a bad one is reported, and the old one stays.
  ///
  /// - Returns: false where nothing was taken over.
  @discardableResult func reload() -> Bool {
    guard let path = arguments.configurationPath else {
      log.notice("there is no configuration file to read again")
      return false
    }
    return service.reload {
      do throws(Options.Failure) {
        take(over: try Options(arguments), from: path)
        return true
      } catch {
        log.error("\(error.description); the old configuration stays")
        stage.show(StatusText("The configuration", " has a fault; the old one stays."))
        service.status("\(error.description)")
        return false
      }
    }
  }

  private func take(over new: Options, from path: String) {
    window.advance(to: clock())
    window.cancelTouches(at: clock())
    let waiting = Options.settings.filter { $0.isSame.map { !$0(new, options) } ?? false }.compactMap(\.key)
    let late = waiting.isEmpty ? "" : "; \(waiting.joined(separator: ", ")) at the next start"
    log.notice("\(path): read again\(late)")
    let orientation = cube.orientation
    let (isAtHome, isAtCube) = (stage.scene === home || new.scene != options.scene, stage.scene === cube)
    options = new
    cube = new.makeCube(counter.state)
    cube.orientation = orientation
    actions.take(cube, actions: new.actions)
    stage.showsInspector = new.showsInspector
    window.reducesMotion = new.reducesMotion
    window.takesKeys = new.takesKeys
    window.turns = new.rotate
    home = new.makeHome(cube)
    stage.dismissSheet()
    // Another scene that somebody chose stays.
    if isAtHome { stage.show(home) } else if isAtCube { stage.show(cube) }
    startMaintenance()
    connectScene()
    idle.follow(new.idle, home: home, cube: cube)
    showStatus()
  }

  // MARK: Status

  func showStatus() {
    let running = actions.runningCommands
    let doing = running == 0 ? "" : "; \(running) running"
    service.status(
      "\(stage.scene.name), touch fix \(cube.touchFix.rawValue); the button was pressed \(counter.state.count) times\(doing)"
    )
  }
}

extension PanelOptions {
  /// What the command line and the configuration say of the window.
  init(_ options: Options) {
    self.init(
      title: "CubeKiosk", appID: "cube-kiosk", windowedSize: options.windowedSize, allowsQuit: options.allowsQuit,
      wait: options.wait)
    touchSlop = options.touchSlop
    output = options.screen
    scale = options.scale
  }
}

extension Log {
  /// What a panel has to say.
  func write(_ weight: Panel.Message, _ text: String) {
    switch weight {
    case .error: error(text)
    case .warning: warning(text)
    case .notice: notice(text)
    }
  }
}
