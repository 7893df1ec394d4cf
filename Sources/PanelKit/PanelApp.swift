import Glibc
import Views

/// A whole program that shows one view on a panel.
///
/// A type that has `@main` and `makeRootView` is one; everything else has a default.
///
///     @main struct Door: PanelApp {
///       func makeRootView() -> View {
///         let open = Button("Open", frame: Rect(100, 100, 200, 80))
///         open.onPress = { print("open") }
///         return View(background: .ground, subviews: [open])
///       }
///     }
public protocol PanelApp {
  init()

  /// Makes the view that fills the panel. Called once, before there is a compositor.
  func makeRootView() -> View

  /// The presentation of the panel. By default it is fullscreen, has the type's name, and waits ten seconds for a
  /// compositor.
  var options: PanelOptions { get }

  /// Called once, when everything is there and nothing was shown yet: for timers, descriptors and children of the program's
  /// own, on the application's loop. By default nothing.
  func didLaunch(_ application: Application) throws
}

extension PanelApp {
  public var options: PanelOptions {
    PanelOptions(title: "\(Self.self)", appID: "\(Self.self)".lowercased(), wait: 10)
  }

  public func didLaunch(_ application: Application) throws {}

  /// Runs the program, and ends it with the exit code of `Application.run`, or with 1 and a line in the log.
  public static func main() {
    Application.prepareProcess()
    let log = Log(level: .notice)
    do {
      let app = Self()
      let application = try Application(app.makeRootView(), options: app.options, log: log)
      try app.didLaunch(application)
      let code = try application.run()
      application.service.stopping()
      exit(code)
    } catch {
      log.error("\(error)")
      exit(1)
    }
  }
}
