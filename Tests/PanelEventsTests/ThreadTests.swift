import Glibc
import PanelEvents
import Testing

/// Tests of `EventLoop.runOnThread`.
@Suite struct ThreadTests {
  /// Blocks a thread until the gate is opened.
  private final class Gate: @unchecked Sendable {
    private var ends: [Int32] = [0, 0]
    init() { precondition(pipe(&ends) == 0) }
    deinit { for end in ends { close(end) } }
    func open() { write(ends[1], "x", 1) }
    func wait() {
      var byte: UInt8 = 0
      _ = read(ends[0], &byte, 1)
    }
  }

  /// Shows by its release that the closure that captured it was released.
  private final class Token {}

  /// The loop handles other events until the work is done, and the work is released before its completion.
  @Test func loopIsNotBlocked() throws {
    let loop = try EventLoop()
    let gate = Gate()
    let testThread = pthread_self()
    var result: (value: Int, wasOnAnotherThread: Bool)?
    weak var used: Token?
    try {
      let token = Token()
      used = token
      try loop.runOnThread {
        gate.wait()
        return withExtendedLifetime(token) { (42, pthread_equal(pthread_self(), testThread) == 0) }
      } completion: {
        result = $0
      }
    }()
    var ticks = 0
    var timer: TimerSource?
    timer = try loop.addTimer {
      ticks += 1
      if ticks == 3 { gate.open() } else { timer?.deadline = EventLoop.now + 1_000_000 }
    }
    timer?.deadline = EventLoop.now
    let end = EventLoop.now + 20_000_000_000
    while result == nil, EventLoop.now < end {
      #expect(ticks <= 3)
      try loop.runOnce(timeout: 1_000_000_000)
    }
    #expect(result?.value == 42 && result?.wasOnAnotherThread == true && ticks == 3 && used == nil)
    // Break the retain cycle with the handler.
    timer = nil
  }

  /// Expects that the loop is released while a thread still runs.
  ///
  /// - Parameter body: starts a thread that waits for the gate.
  private func expectReleased(_ body: (EventLoop, Gate) throws -> Void) throws {
    let gate = Gate()
    weak var released: EventLoop?
    try {
      let loop = try EventLoop()
      released = loop
      try body(loop, gate)
    }()
    #expect(released == nil)
    gate.open()
  }

  /// A loop that ends releases its completions, since they may retain it.
  @Test(arguments: [false, true]) func releasedLoopCallsNoCompletion(endsFirst: Bool) throws {
    try expectReleased { loop, gate in
      try loop.runOnThread {
        gate.wait()
      } completion: { [retained = endsFirst ? loop : nil] in
        Issue.record("called by a released loop")
        retained?.exit(1)
      }
      guard endsFirst else { return }
      loop.exit(0)
      #expect(try loop.run() == 0)
    }
  }

  @Test func descriptorsAreClosed() throws {
    let loop = try EventLoop()
    func descriptors() -> Int { (0..<1024).filter { fcntl(Int32($0), F_GETFD) >= 0 }.count }
    var done = 0
    func runJob() throws { try loop.runOnThread({}, completion: { done += 1 }) }
    try runJob()
    while done == 0 { try loop.runOnce(timeout: 1_000_000_000) }
    let before = descriptors()
    // Ten at a time, because each has a thread and a descriptor while it runs.
    let end = EventLoop.now + 20_000_000_000
    for count in stride(from: 11, through: 401, by: 10) {
      for _ in 0..<10 { try runJob() }
      while done < count, EventLoop.now < end { try loop.runOnce(timeout: 1_000_000_000) }
    }
    #expect(done == 401)
    // Other tests open and close descriptors meanwhile, but fewer than these jobs: some connect dozens of clients.
    #expect(descriptors() < before + 300)
  }
}
