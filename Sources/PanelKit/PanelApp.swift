import Glibc
// Panel programs use the types of these modules, so that they need no other import.
@_exported import PanelEvents
@_exported import PanelSystem
@_exported import PanelViews

/// A program that shows a view on a panel.
///
/// Declare a type with `@main` and implement `makeRootView`; everything else has a default.
///
///     @main struct Door: PanelApp {
///       func makeRootView() -> View {
///         let open = Button("Open", frame: Rect(100, 100, 200, 80))
///         open.onPress = { print("open") }
///         return View(background: .defaultBackground, subviews: [open])
///       }
///     }
public protocol PanelApp {
  init()

  /// Makes the view that fills the panel. Called once, before the program connects to a compositor.
  func makeRootView() -> View

  /// The panel's options. By default, the panel is fullscreen, is titled with the type's name, and waits ten seconds
  /// for a compositor.
  var options: PanelOptions { get }

  /// Called once, after setup and before the first frame, to add timers, descriptors and child processes to the
  /// application's loop. Does nothing by default.
  func didLaunch(_ application: Application) throws
}

extension PanelApp {
  public var options: PanelOptions {
    PanelOptions(title: "\(Self.self)")
  }

  public func didLaunch(_ application: Application) throws {}

  /// Runs the program, and exits with the code of `Application.run`, or with 1 after logging an error.
  public static func main() {
    Application.prepareProcess()
    let log = Log(level: .notice)
    do {
      let app = Self()
      let application = try Application(app.makeRootView(), options: app.options, log: log)
      try app.didLaunch(application)
      let code = try application.run()
      application.service.reportStopping()
      exit(code)
    } catch {
      log.error("\(error)")
      exit(1)
    }
  }
}
