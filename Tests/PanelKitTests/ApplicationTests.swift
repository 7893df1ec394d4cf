import Glibc
import PanelEvents
import PanelGeometry
import PanelKit
import PanelViews
import Testing

@Suite struct ApplicationTests {
  /// `makeRootView` may start threads, which inherit the mask and must not receive these signals.
  @Test func signalsAreBlockedBeforeTheRootViewIsMade() throws {
    let loop = try EventLoop()
    let signals = [SIGINT, SIGTERM, SIGHUP, SIGCHLD]
    var blocked: [Int32]?
    // On a separate thread, because the test runner's threads must keep their masks.
    try loop.runOnThread {
      var mask = sigset_t()
      sigemptyset(&mask)
      pthread_sigmask(SIG_SETMASK, &mask, nil)
      Application.prepareProcess()
      pthread_sigmask(SIG_SETMASK, nil, &mask)
      return signals.filter { sigismember(&mask, $0) == 1 }
    } completion: {
      blocked = $0
    }
    while blocked == nil { try loop.runOnce(timeout: nil) }
    #expect(blocked == signals)
  }

  @Test func windowOutlivesItsPanel() throws {
    let loop = try EventLoop()
    let window = Window(View(name: "root"), size: Size(100, 100), scale: 1, threads: 1)
    let options = PanelOptions(title: "Test", appID: "test", compositorTimeout: 0)
    var panel: Panel? = try Panel(window: window, loop: loop, options: options)
    #expect(isKnownUniquelyReferenced(&panel))
    panel = nil
    window.rootView.layer.backgroundColor = .white
    #expect(window.needsDisplay)
    // A second panel that was created before the first one was released is notified of changes.
    var first: Panel? = try Panel(window: window, loop: loop, options: options)
    let second = try Panel(window: window, loop: loop, options: options)
    first = nil
    _ = first
    var hasFired = false
    window.after(seconds: 0.001) { hasFired = true }
    let end = EventLoop.now + 20_000_000_000
    while !hasFired, EventLoop.now < end { try loop.runOnce(timeout: 1_000_000_000) }
    #expect(hasFired)
    withExtendedLifetime(second) {}
  }
}
