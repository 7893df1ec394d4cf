import Chrome
import Configuration
import Control
import Events
import Geometry
import Glibc
import PanelKit
import Scenes
import Views
import Words

/// The running program: the scene on a panel, the button's action, and what is told about it.
package final class KioskProgram {
  private(set) var options: Options
  private let arguments: Arguments
  let version: String
  let app: Application
  /// The one cube, whatever scene is shown: its button may be at work.
  private(set) var cube: CubeScene
  let stage: Stage
  /// The scene that the panel is for: shown at the start, and again when nobody is there.
  private(set) var home: Scene
  let start = EventLoop.now
  let counter: Counter
  let actions: ButtonActions
  let idle: IdleController
  let sources: ValueSources
  private let pictures: PictureSources
  let screenshooter: Screenshooter
  private var maintenance: MaintenanceController!
  private let errands: IdleErrands
  let events = EventFeed()
  /// Writes them to a file.
  private let eventLog: EventFeed.Listener?
  private let recorder: TouchRecorder?
  private let player: Player?
  var control: ControlServer?
  private var watch: ConfigurationWatch?

  /// Does what the command line says. Returns the exit code.
  package static func main(_ arguments: [String], version: String) -> Int32 {
    // A write that fails is an error to be told, not a death.
    signal(SIGXFSZ, SIG_IGN)
    let options: Options
    let parsed: Arguments
    do throws(Options.Failure) {
      parsed = try Arguments(arguments)
      do throws(Options.Failure) {
        options = try Options(parsed)
      } catch {
        if error.exitCode == ConfigurationReader.exitCode, let code = diagnose(parsed, arguments, version) { return code }
        throw error
      }
    } catch {
      let help = error.exitCode == Options.exitCode ? "; see cube-kiosk --help" : ""
      Log.writeLine("cube-kiosk: \(error.description)\(help)", to: 2)
      return error.exitCode
    }
    switch options.command {
    case .help: return Commands.print(Options.help)
    case .version: return Commands.print("cube-kiosk \(version)\n")
    case .scenes: return Commands.print(SceneCatalog.names.joined(separator: "\n") + "\n")
    case .hitMap: return Commands.hitMap(options)
    case .ctl(let words):
      do {
        return try ControlClient.run(
          words, socket: options.socket, asMetrics: options.asMetrics, write: { Commands.print($0) })
      } catch {
        Log.writeLine("cube-kiosk: \(error.description)", to: 2)
        return error.exitCode
      }
    case .hashPIN: return Commands.hashPIN()
    case .checkConfig: return Commands.checkConfig(options.config ?? ConfigurationReader.path)
    case .words: return Commands.print(options.spoken.json)
    case .render: return Language.$current.withValue(options.spoken) { Commands.render(options) }
    case .inspect: return Commands.inspect(options)
    case .hit(let point): return Commands.hit(options, at: point)
    case .run:
      Application.prepareProcess()
      let log = Log(level: options.logLevel)
      do {
        return try Language.$current.withValue(options.spoken) {
          try KioskProgram(options, arguments: parsed, version: version, log: log).run()
        }
      } catch {
        log.error("\(error)")
        return switch error {
        case is LineWriter.Failure: Options.cannotCreate
        case is TouchLog.Failure: Options.badData
        default: 1
        }
      }
    }
  }

  /// Shows what is wrong with the configuration, where that was asked for, and goes on once it is right.
  ///
  /// - Returns: `nil` where it wasn't asked for, or the configuration isn't what is wrong.
  private static func diagnose(_ arguments: Arguments, _ words: [String], _ version: String) -> Int32? {
    guard let path = arguments.configurationPath else { return nil }
    let (configuration, faults) = ConfigurationReader.read(path)
    // How the card lies on the panel may well be what is right about the file.
    guard !faults.isEmpty, let options = try? arguments.over(configuration), options.diagnoses else { return nil }
    let log = Log(level: options.logLevel)
    do {
      return try Language.$current.withValue(options.spoken) {
        try Diagnosis(options, path: path, faults: faults, log: log).run()
      } ?? main(words, version: version)
    } catch {
      log.error("\(error)")
      return 1
    }
  }

  private init(_ options: Options, arguments: Arguments, version: String, log: Log) throws {
    (self.options, self.arguments, self.version) = (options, arguments, version)
    eventLog = try options.events.map { [events] path throws(LineWriter.Failure) in
      let lines = try LineWriter(path, appends: true, option: "--events", of: "events", log: log)
      return events.listen(to: Set(EventKind.allCases)) { lines.write($0) }
    }
    recorder = try options.record.map { path throws(LineWriter.Failure) in try TouchRecorder(path: path, log: log) }
    let recording = try options.replay.map { path throws(TouchLog.Failure) in try TouchLog(contentsOf: path) }
    counter = Counter(directory: Counter.directory { getenv($0).map { String(cString: $0) } }, log: log)
    (cube, home) = options.makeScenes(counter.state)
    stage = options.makeStage(home)
    app = try Application(stage, size: options.size, options: PanelOptions(options), log: log)
    player = try recording.map { [app] in try Player($0, window: app.window, loop: app.loop) }
    if let player { app.clock = { player.time() } }
    idle = try IdleController(app, stage: stage, cube: cube)
    errands = IdleErrands(loop: app.loop, log: app.log)
    actions = ButtonActions(
      app, stage: stage, cube: cube, file: home as? FileScene, counter: counter, events: events)
    sources = try ValueSources(options.values, loop: app.loop, log: log)
    pictures = PictureSources(options.values.pictures, loop: app.loop, log: log)
    actions.sources = sources
    screenshooter = Screenshooter(app.window, loop: app.loop)
    maintenance = MaintenanceController(app, stage: stage, counter: counter) { [unowned self] in goHome() }
    app.onHangUp = { [unowned self] in reload() }
    watch = ConfigurationWatch(app, configuration: arguments.configurationPath, scene: options.scene) {
      [unowned self] in reload()
    }
    connect()
    follow(options)
    openControlSocket()
  }

  private func run() throws -> Int32 {
    // Whoever ran here before may have ended in the dark.
    errands.enter(.active)
    let code = try app.run()
    app.service.stopping()
    CommandRun.end(Array(actions.commands) + errands.runs + sources.runs)
    app.log.notice("stopped")
    return code
  }

  private func connect() {
    app.onReady = { [unowned self] in
      app.log.notice("the first frame is on the panel")
      events.tell(.ready)
      showStatus()
      maintenance.updateTouchTest()
      recorder?.begin(at: EventLoop.now)
      player?.begin()
    }
    app.window.onTouch = { [unowned self] event, view in
      stage.report(event, takenBy: view)
      maintenance.updateTouchTest()
      recorder?.add(event, at: EventLoop.now)
      events.tell(.touch(event, view: view?.path))
      app.log.debug(
        "touch \(event.id) \(event.phase.rawValue) at \(event.location.x), \(event.location.y): \(view?.path ?? "-")")
      if event.phase == .began, app.log.logs(.debug) {
        // The journal is in English.
        let lines = Language.$current.withValue(.english) {
          Route(to: event.location, in: stage).lines.map { "  \($0.name): \($0.reason)" }
        }
        for line in lines { app.log.debug(line) }
      }
    }
    app.window.onKey = { [unowned self] in stage.press($0) }
    stage.onSceneChange = { [unowned self] in
      app.log.notice("scene: \($0.name)")
      events.tell(.scene($0.name))
      showStatus()
    }
    actions.onChange = { [unowned self] in showStatus() }
    sources.onValue = { [events] in events.tell(.value($0, $1)) }
    stage.makeScene = { [unowned self] in
      $0 == options.scene || $0 == home.name ? home : $0 == CubeScene.name ? cube : options.makeScene(named: $0)
    }
    stage.offeredScenes = { [unowned self] in
      (options.sceneFile.map { [FileScene($0, values: options.values, ground: options.theme.groundCenter)] } ?? [])
        + SceneCatalog.all(options.sceneOptions)
    }
    idle.onChange = { [unowned self] in
      sources.isAsleep = $0 == .dark
      if $0 != .active { goHome() }
      errands.enter($0)
      events.tell(.idle($0))
    }
    app.panel.onMissingOutput = { [unowned self] in
      stage.notice = app.panel.missingOutput.map { Word.screenMissing.text([.screen: $0]) }
    }
  }

  /// Shows what the panel is for, as its file says: nothing that anyone opened or chose is left.
  private func goHome() {
    stage.dismissSheet()
    stage.showsInspector = options.showsInspector
    stage.show(home)
    cube.undoChoices()
    actions.lightUp()
  }

  /// Listens to the cube.
  private func connectScene() {
    cube.onTouchFixChange = { [unowned self] fix in
      app.log.notice("touch fix: \(fix.rawValue)")
      events.tell(.touchFix(fix))
      showStatus()
    }
  }

  // MARK: Configuration

  /// Reads the configuration and the scene file again. Good ones take effect at once; with a bad one, which is reported,
  /// the old ones stay.
  ///
  /// - Returns: false where nothing was taken over.
  @discardableResult func reload() -> Bool {
    guard let path = arguments.configurationPath ?? (options.sceneFile == nil ? nil : options.scene) else {
      app.log.notice("there is no configuration file to read again")
      return false
    }
    return app.service.reload {
      do throws(Options.Failure) {
        take(over: try Options(arguments), from: path)
        return true
      } catch {
        let isConfiguration = error.file == nil || error.file == arguments.configurationPath
        app.log.error("\(error.description); the old \(isConfiguration ? "configuration" : "scene") stays")
        stage.say(StatusText(isConfiguration ? .configurationFault : .sceneFault))
        // The file that is mended next may be that of another scene.
        if let scene = arguments.scene { watch?.follow(scene) }
        app.service.status("\(error.description)")
        return false
      }
    }
  }

  private func take(over read: Options, from path: String) {
    var new = read
    // One for all, so that the scene that is shown goes on showing them.
    new.values = options.values
    app.window.advance(to: app.clock())
    app.window.cancelTouches(at: app.clock())
    let waiting = new.keysForNextStart(comparedWith: options)
    let late = waiting.isEmpty ? "" : "; \(waiting.joined(separator: ", ")) at the next start"
    app.log.notice("\(path): read again\(late)")
    let oldCube = cube
    let (isAtHome, isAtCube) = (stage.scene === home || new.scene != options.scene, stage.scene === cube)
    options = new
    sources.follow(read.values.definitions)
    (cube, home) = new.makeScenes(counter.state)
    cube.orientation = oldCube.orientation
    actions.take(cube, file: home as? FileScene)
    stage.dismissSheet()
    // Another scene that somebody chose stays.
    if isAtHome { stage.show(home) } else if isAtCube { stage.show(cube) }
    follow(new)
    showStatus()
  }

  /// Has everything go by these options, as far as they take effect while it runs.
  private func follow(_ options: Options) {
    options.show(on: stage, in: app.window)
    maintenance.follow(options.maintenance)
    connectScene()
    errands.actions = options.errands
    idle.follow(options.idle, cube: cube)
    watch?.follow(options.scene)
  }

  // MARK: Status

  func showStatus() {
    let running = actions.runningCommands
    let doing = running == 0 ? "" : "; \(running) running"
    app.service.status(
      "\(stage.scene.name), touch fix \(cube.touchFix.rawValue); the button was pressed \(counter.state.count) times\(doing)"
    )
  }
}

extension PanelOptions {
  /// The window as the command line and the configuration want it.
  init(_ options: Options) {
    self.init(
      title: "CubeKiosk", appID: "cube-kiosk", windowedSize: options.windowedSize, allowsQuit: options.allowsQuit,
      wait: options.wait)
    touchSlop = options.touchSlop
    output = options.screen
    scale = options.scale
  }
}
