import Events
import Glibc
import PanelKit
import Testing

@Suite struct ApplicationTests {
  /// `makeRootView` may start threads, which inherit the mask: a signal mustn't end up in one of them.
  @Test func signalsAreBlockedBeforeTheRootViewIsMade() throws {
    let loop = try EventLoop()
    let signals = [SIGINT, SIGTERM, SIGHUP, SIGCHLD]
    var blocked: [Int32]?
    // The threads of the test runner keep their masks.
    try loop.onThread {
      var mask = sigset_t()
      sigemptyset(&mask)
      pthread_sigmask(SIG_SETMASK, &mask, nil)
      Application.prepareProcess()
      pthread_sigmask(SIG_SETMASK, nil, &mask)
      return signals.filter { sigismember(&mask, $0) == 1 }
    } completion: {
      blocked = $0
    }
    while blocked == nil { try loop.turn(waiting: nil) }
    #expect(blocked == signals)
  }
}
