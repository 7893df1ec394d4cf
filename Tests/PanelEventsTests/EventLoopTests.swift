import CLinux
import Glibc
import PanelEvents
import PanelSystem
import TestSupport
import Testing

/// Serialized, because signals belong to the whole process.
@Suite(.serialized) struct EventLoopTests {
  /// Runs the loop until the condition holds.
  private func run(_ loop: EventLoop, until isDone: () -> Bool) throws {
    let end = EventLoop.now + 20_000_000_000
    while !isDone(), EventLoop.now < end { try loop.runOnce(timeout: end - EventLoop.now) }
    #expect(isDone())
  }

  private func pipe() -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    // Programs that other tests start must not inherit the ends.
    precondition(pipe2(&ends, O_CLOEXEC) == 0)
    return (ends[0], ends[1])
  }

  @Test func pipeIsReadableOnceWritten() throws {
    let loop = try EventLoop()
    let ends = pipe()
    defer { close(ends.read) }
    var seen: [DescriptorEvents] = []
    let source = try loop.addDescriptor(ends.read, events: .readable) { events in
      seen.append(events)
      var byte: UInt8 = 0
      read(ends.read, &byte, 1)
    }
    #expect(try !loop.runOnce(timeout: 0))
    write(ends.write, "x", 1)
    #expect(try loop.runOnce(timeout: 1_000_000_000))
    #expect(seen == [.readable])
    #expect(try !loop.runOnce(timeout: 0))
    close(ends.write)
    // A process that another test is starting has a copy for a moment.
    #expect(try loop.runOnce(timeout: 20_000_000_000))
    #expect(seen.last?.contains(.hangUp) == true)
    source.cancel()
    #expect(try !loop.runOnce(timeout: 0))
  }

  @Test func eventsOfASourceMayChange() throws {
    let loop = try EventLoop()
    let ends = pipe()
    defer { for end in [ends.read, ends.write] { close(end) } }
    var count = 0
    let source = try loop.addDescriptor(ends.write, events: []) { _ in count += 1 }
    #expect(try !loop.runOnce(timeout: 0))
    source.events = .writable
    #expect(try loop.runOnce(timeout: 1_000_000_000))
    source.events = []
    #expect(try !loop.runOnce(timeout: 0))
    #expect(count == 1)
  }

  @Test func prepareRunsBeforeEachWait() throws {
    let loop = try EventLoop()
    let ends = pipe()
    defer { for end in [ends.read, ends.write] { close(end) } }
    var order: [String] = []
    let source = try loop.addDescriptor(ends.read, events: .readable) { _ in order.append("handled") }
    // The wait that follows handles what `prepare` made ready.
    source.prepare = {
      order.append("prepared")
      if order.count == 1 { write(ends.write, "x", 1) }
    }
    try loop.runOnce(timeout: 1_000_000_000)
    #expect(order == ["prepared", "handled"])
    source.prepare = nil
    try loop.runOnce(timeout: 0)
    #expect(order == ["prepared", "handled", "handled"])
  }

  @Test func timerFiresOnceAndNeverEarly() throws {
    let loop = try EventLoop()
    var times: [UInt64] = []
    let timer = try loop.addTimer(accuracy: 1000) { times.append(EventLoop.now) }
    #expect(try !loop.runOnce(timeout: 0))
    // sd-event counts whole microseconds, so this deadline must be rounded up.
    let deadline = EventLoop.now / 1000 * 1000 + 3_000_001
    timer.deadline = deadline
    try run(loop) { !times.isEmpty }
    #expect(times[0] >= deadline)
    #expect(timer.deadline == nil)
    #expect(try !loop.runOnce(timeout: 5_000_000))
    #expect(times.count == 1)
  }

  @Test func timerMayBeSetByItsHandler() throws {
    let loop = try EventLoop()
    var count = 0
    var timer: TimerSource?
    timer = try loop.addTimer {
      count += 1
      if count < 3 { timer?.deadline = EventLoop.now }
    }
    timer?.deadline = 0
    try run(loop) { count == 3 }
    timer?.deadline = EventLoop.now
    timer?.deadline = nil
    #expect(try !loop.runOnce(timeout: 2_000_000))
    #expect(count == 3)
    // Break the retain cycle with the handler.
    timer = nil
  }

  @Test func signalIsHandled() throws {
    let loop = try EventLoop()
    var count = 0
    let source = try loop.addSignal(SIGUSR1) { count += 1 }
    // Only this thread blocks the signal.
    pthread_kill(pthread_self(), SIGUSR1)
    try run(loop) { count == 1 }
    source.cancel()
  }

  @Test(arguments: [("exit 7", ChildStatus.exited(7)), ("kill -9 $$", ChildStatus.signaled(9))])
  func childReportsItsExitStatus(_ script: String, _ expected: ChildStatus) throws {
    let loop = try EventLoop()
    let pid = try spawn(["/bin/sh", "-c", script], environment: []).pid
    var status: ChildStatus?
    let source = try loop.addChild(pid) { status = $0 }
    try run(loop) { status != nil }
    #expect(status == expected)
    // The child was reaped.
    #expect(kill(pid, 0) == -1 && errno == ESRCH)
    source.cancel()
  }

  @Test func handlerMayReleaseItsSource() throws {
    let loop = try EventLoop()
    final class Holder { var source: TimerSource? }
    let holder = Holder()
    var count = 0
    weak var released: TimerSource?
    holder.source = try loop.addTimer {
      count += 1
      holder.source?.cancel()
      holder.source = nil
    }
    released = holder.source
    holder.source?.deadline = 0
    try run(loop) { count == 1 }
    #expect(released == nil)
    #expect(try !loop.runOnce(timeout: 1_000_000))
  }

  @Test func releasedSourceIsInactive() throws {
    let loop = try EventLoop()
    var count = 0
    do {
      let timer = try loop.addTimer { count += 1 }
      timer.deadline = EventLoop.now
    }
    #expect(try !loop.runOnce(timeout: 2_000_000))
    #expect(count == 0)
  }

  @Test func exitEndsRunWithItsCode() throws {
    let loop = try EventLoop()
    let timer = try loop.addTimer { loop.exit(3) }
    timer.deadline = 0
    #expect(!loop.isFinished)
    #expect(try loop.run() == 3)
    #expect(loop.isFinished)
    timer.cancel()
  }

  @Test func errorNamesTheCallAndTheReason() throws {
    let loop = try EventLoop()
    let error = thrownError(SystemError.self) { try loop.addDescriptor(-1, events: .readable) { _ in } }
    #expect(error?.description == "sd_event_add_io: Bad file descriptor")
  }
}
