import Chrome
import Configuration
import Localization
import PanelKit
import Scenes

extension Kiosk {
  /// Reloads the configuration and the scene files. Valid files take effect at once. If a file is invalid, reports the
  /// error and keeps the previous configuration and scenes.
  ///
  /// - Returns: false if nothing was applied.
  @discardableResult func reload() -> Bool {
    let configuration = arguments.configurationPath
    guard let path = configuration ?? (options.sceneFile == nil ? nil : options.scene) else {
      app.log.notice("there is no configuration file to read again")
      return false
    }
    return app.service.reload {
      let failure: CommandFailure
      do throws(CommandFailure) {
        let (new, faults) = try arguments.read(configuration)
        guard let fault = CommandFailure(faults, of: path) else {
          apply(new, from: path)
          return true
        }
        failure = fault
        // The next file to be fixed may belong to another scene.
        watch.watchScenes(new.watchedFiles)
      } catch {
        failure = error
        watch.watchScenes(options.watchedFiles + [error.file].compactMap { $0 })
      }
      let isConfiguration = failure.file == nil || failure.file == configuration
      app.log.error("\(failure.description); the old \(isConfiguration ? "configuration" : "scene") stays")
      stage.showStatus(StatusText(isConfiguration ? .configurationFault : .sceneFault))
      app.service.status("\(failure.description)")
      return false
    }
  }

  private func apply(_ read: Options, from path: String) {
    var new = read
    // The current scene displays these values, so keep the object.
    new.values = options.values
    app.window.advance(to: app.clock())
    app.window.cancelTouches(at: app.clock())
    let waiting = new.keysRequiringRestart(comparedTo: options)
    let late = waiting.isEmpty ? "" : "; \(waiting.joined(separator: ", ")) at the next start"
    app.log.notice("\(path): read again\(late)")
    let oldCube = cube
    let (isAtHome, isAtCube) = (stage.scene === home || new.scene != options.scene, stage.scene === cube)
    options = new
    sources.follow(read.values.definitions)
    let shownFile = files.first { $0.value === stage.scene }?.key
    (cube, home, files) = new.makeScenes(store.state)
    cube.orientation = oldCube.orientation
    actions.replaceScenes(cube, files: Array(files.values))
    stage.dismissSheet()
    // Keep any other scene that a visitor chose.
    if isAtHome {
      stage.show(home)
    } else if isAtCube {
      stage.show(cube)
    } else if let shownFile {
      stage.show(files[shownFile] ?? home)
    }
    follow(new)
    showStatus()
  }

  /// Applies the options that take effect at run time.
  func follow(_ options: Options) {
    options.apply(to: stage, in: app.window)
    maintenance.follow(options.maintenance)
    cube.onTouchFixChange = { [unowned self] fix in
      app.log.notice("touch fix: \(fix.rawValue)")
      events.send(.touchFix(fix))
      showStatus()
    }
    hooks.actions = options.idleHooks
    idle.follow(options.idle, cube: cube)
    watch.watchScenes(options.watchedFiles)
  }
}
