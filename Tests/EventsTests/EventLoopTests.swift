import Events
import Glibc
import Testing

/// Serialised: signals are the whole process's.
@Suite(.serialized) struct EventLoopTests {
  /// Turns until something holds, or a second has passed.
  private func turn(_ loop: EventLoop, until isDone: () -> Bool) throws {
    let end = EventLoop.now + 1_000_000_000
    while !isDone(), EventLoop.now < end { try loop.turn(waiting: end - EventLoop.now) }
    #expect(isDone())
  }

  private func pipe() -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    precondition(Glibc.pipe(&ends) == 0)
    return (ends[0], ends[1])
  }

  @Test func aPipeIsReadableOnceWritten() throws {
    let loop = try EventLoop()
    let ends = pipe()
    defer { close(ends.read) }
    var seen: [DescriptorEvents] = []
    let source = try loop.addDescriptor(ends.read, events: .readable) { events in
      seen.append(events)
      var byte: UInt8 = 0
      read(ends.read, &byte, 1)
    }
    #expect(try !loop.turn(waiting: 0))
    write(ends.write, "x", 1)
    #expect(try loop.turn(waiting: 1_000_000_000))
    #expect(seen == [.readable])
    #expect(try !loop.turn(waiting: 0))
    close(ends.write)
    #expect(try loop.turn(waiting: 1_000_000_000))
    #expect(seen.last?.contains(.hangUp) == true)
    source.cancel()
    #expect(try !loop.turn(waiting: 0))
  }

  @Test func whatIsWaitedForCanChange() throws {
    let loop = try EventLoop()
    let ends = pipe()
    defer {
      close(ends.read)
      close(ends.write)
    }
    var count = 0
    let source = try loop.addDescriptor(ends.write, events: []) { _ in count += 1 }
    #expect(try !loop.turn(waiting: 0))
    source.events = .writable
    #expect(try loop.turn(waiting: 1_000_000_000))
    source.events = []
    #expect(try !loop.turn(waiting: 0))
    #expect(count == 1)
  }

  @Test func prepareRunsBeforeEachWait() throws {
    let loop = try EventLoop()
    let ends = pipe()
    defer {
      close(ends.read)
      close(ends.write)
    }
    var order: [String] = []
    let source = try loop.addDescriptor(ends.read, events: .readable) { _ in order.append("served") }
    // What prepare makes ready is served by the very wait that follows.
    source.prepare = {
      order.append("prepared")
      if order.count == 1 { write(ends.write, "x", 1) }
    }
    try loop.turn(waiting: 1_000_000_000)
    #expect(order == ["prepared", "served"])
    source.prepare = nil
    try loop.turn(waiting: 0)
    #expect(order == ["prepared", "served", "served"])
  }

  @Test func aTimerComesOnceAndNeverEarly() throws {
    let loop = try EventLoop()
    var times: [UInt64] = []
    let timer = try loop.addTimer(accuracy: 1000) { times.append(EventLoop.now) }
    #expect(try !loop.turn(waiting: 0))
    // A fraction of a microsecond, which the system's timer doesn't know.
    let deadline = EventLoop.now / 1000 * 1000 + 3_000_001
    timer.deadline = deadline
    try turn(loop) { !times.isEmpty }
    #expect(times[0] >= deadline)
    #expect(timer.deadline == nil)
    #expect(try !loop.turn(waiting: 5_000_000))
    #expect(times.count == 1)
  }

  @Test func aTimerCanBeSetAgainByItself() throws {
    let loop = try EventLoop()
    var count = 0
    var timer: TimerSource?
    timer = try loop.addTimer {
      count += 1
      if count < 3 { timer?.deadline = EventLoop.now }
    }
    timer?.deadline = 0
    try turn(loop) { count == 3 }
    timer?.deadline = EventLoop.now
    timer?.deadline = nil
    #expect(try !loop.turn(waiting: 2_000_000))
    #expect(count == 3)
    // Its handler holds it.
    timer = nil
  }

  @Test func aSignalIsServedInsteadOfDyingOfIt() throws {
    let loop = try EventLoop()
    var count = 0
    let source = try loop.addSignal(SIGUSR1) { count += 1 }
    // To this thread: the others of the test runner would die of it.
    pthread_kill(pthread_self(), SIGUSR1)
    try turn(loop) { count == 1 }
    source.cancel()
  }

  @Test(arguments: [("exit 7", ChildStatus.exited(7)), ("kill -9 $$", ChildStatus.signalled(9))])
  func aChildTellsHowItEnded(_ script: String, _ expected: ChildStatus) throws {
    let loop = try EventLoop()
    let words = ["sh", "-c", script]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { (word: String) in strdup(word) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var pid: pid_t = 0
    try #require(posix_spawn(&pid, "/bin/sh", nil, nil, &arguments, environ) == 0)
    var status: ChildStatus?
    let source = try loop.addChild(pid) { status = $0 }
    try turn(loop) { status != nil }
    #expect(status == expected)
    // It was taken from the system: no zombie stays.
    #expect(kill(pid, 0) == -1 && errno == ESRCH)
    source.cancel()
  }

  @Test func aHandlerMayCancelAndForgetItsSource() throws {
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
    try turn(loop) { count == 1 }
    #expect(released == nil)
    #expect(try !loop.turn(waiting: 1_000_000))
  }

  @Test func aForgottenSourceIsNotServed() throws {
    let loop = try EventLoop()
    var count = 0
    do {
      let timer = try loop.addTimer { count += 1 }
      timer.deadline = EventLoop.now
    }
    #expect(try !loop.turn(waiting: 2_000_000))
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

  @Test func aFailureNamesTheCallAndTheReason() throws {
    let loop = try EventLoop()
    do {
      _ = try loop.addDescriptor(-1, events: .readable) { _ in }
      Issue.record("a descriptor that isn't one was taken")
    } catch {
      #expect(error.description == "sd_event_add_io: Bad file descriptor")
    }
  }
}
