import CLinux
import Glibc
import System

extension EventLoop {
  /// Does something long on a thread of its own, and hands what came of it back to the loop, which goes on meanwhile.
  ///
  /// - Parameters:
  ///   - work: called once, on that thread; nobody else may use what it uses. It is let go of before `completion`.
  ///   - completion: called by the loop; not if the loop ends before.
  /// - Throws: an error if the system has no thread or no descriptor to give. Nothing was called then.
  public func onThread<Value>(
    _ work: @escaping () -> Value, completion: @escaping (Value) -> Void
  ) throws(SystemError) {
    let job = try ThreadJob(work)
    let number = job.signal.number
    jobs[number] = try addDescriptor(number, events: .readable) { [unowned self] _ in
      // Not called again: the source goes when this returns.
      jobs[number] = nil
      if let value = job.result() { completion(value) }
    }
    do throws(SystemError) {
      try startThread { job.run() }
    } catch {
      jobs[number] = nil
      throw error
    }
  }

  /// Does the work on another thread, or at once if the system has no thread to give.
  ///
  /// - Parameter completion: called with the result, by the loop if there was a thread; not if the loop ends before.
  public func inBackground<Value>(_ work: @escaping () -> Value, completion: @escaping (Value) -> Void) {
    do { try onThread(work, completion: completion) } catch { completion(work()) }
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

/// Work for a thread, and its result. Thread and loop share it, so its descriptor outlives both.
private final class ThreadJob<Value> {
  /// Readable once the value is set.
  let signal: Descriptor
  private var work: (() -> Value)?
  private var value: Value?

  init(_ work: @escaping () -> Value) throws(SystemError) {
    let number = eventfd(0, Int32(CLINUX_EFD_CLOEXEC))
    guard number >= 0 else { throw SystemError("eventfd", errno) }
    signal = Descriptor(number)
    self.work = work
  }

  /// On the thread.
  func run() {
    value = work?()
    // Released before the loop hears of the end: a picture's memory may hang on it.
    work = nil
    var count: UInt64 = 1
    _ = write(signal.number, &count, 8)
  }

  /// On the loop, after the signal.
  func result() -> Value? {
    var count: UInt64 = 0
    return read(signal.number, &count, 8) == 8 ? value : nil
  }
}
