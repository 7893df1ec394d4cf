import CLinux
import Glibc
import PanelSystem

extension EventLoop {
  /// Runs long work on a separate thread, without blocking the loop, and passes its result to the loop.
  ///
  /// - Parameters:
  ///   - work: called once, on that thread. It needs exclusive access to everything it uses. It is released before
  ///     `completion`.
  ///   - completion: called by the loop; not called if the loop ends first.
  /// - Throws: `SystemError` if the system has no thread or descriptor left. In that case, neither closure is called.
  public func runOnThread<Value>(
    _ work: @escaping () -> Value, completion: @escaping (Value) -> Void
  ) throws(SystemError) {
    let job = try ThreadJob(work)
    let number = job.eventFD.number
    threadJobs[number] = try addDescriptor(number, events: .readable) { [unowned self] _ in
      // This isn't called again: the source is released when the handler returns.
      threadJobs[number] = nil
      if let value = job.result() { completion(value) }
    }
    do throws(SystemError) {
      try startThread { job.run() }
    } catch {
      threadJobs[number] = nil
      throw error
    }
  }

  /// Runs work on another thread, or immediately if the system has no thread left.
  ///
  /// - Parameters:
  ///   - work: runs on another thread.
  ///   - completion: called with the result: by the loop if there is a thread, but not if the loop ends first;
  ///     otherwise before this method returns.
  public func runOnThreadIfPossible<Value>(_ work: @escaping () -> Value, completion: @escaping (Value) -> Void) {
    do { try runOnThread(work, completion: completion) } catch { completion(work()) }
  }

  private func startThread(_ body: @escaping () -> Void) throws(SystemError) {
    let argument = Unmanaged.passRetained(ThreadBody(body))
    let code = clinux_start_thread(
      nil,
      { argument in
        // A C callback gets back the pointer that was registered with it.
        // swift-format-ignore: NeverForceUnwrap
        Unmanaged<ThreadBody>.fromOpaque(argument!).takeRetainedValue().run()
        return nil
      }, argument.toOpaque())
    guard code == 0 else {
      argument.release()
      throw SystemError("pthread_create", code)
    }
  }
}

private final class ThreadBody {
  let run: () -> Void

  init(_ run: @escaping () -> Void) { self.run = run }
}

/// Work for a thread, and its result. The thread and the loop both retain the job, so the descriptor stays open until
/// neither needs it.
private final class ThreadJob<Value> {
  /// Readable once the value is set.
  let eventFD: Descriptor
  private var work: (() -> Value)?
  private var value: Value?

  init(_ work: @escaping () -> Value) throws(SystemError) {
    let number = eventfd(0, Int32(CLINUX_EFD_CLOEXEC))
    guard number >= 0 else { throw SystemError("eventfd", errno) }
    eventFD = Descriptor(number)
    self.work = work
  }

  /// Runs the work. Called on the thread.
  func run() {
    value = work?()
    // Release the closure before the loop is notified: it may hold a picture's memory.
    work = nil
    var count: UInt64 = 1
    _ = write(eventFD.number, &count, 8)
  }

  /// Returns the result. Called by the loop once `eventFD` is readable.
  func result() -> Value? {
    var count: UInt64 = 0
    return read(eventFD.number, &count, 8) == 8 ? value : nil
  }
}
