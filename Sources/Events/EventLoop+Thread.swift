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
    var ends: [Int32] = [0, 0]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { throw SystemError("pipe2", errno) }
    let (reading, writing) = (ends[0], ends[1])
    let errand = Errand(work)
    do {
      errands[reading] = try addDescriptor(reading, events: .readable) { [unowned self] _ in
        // Closed by the thread, when the value is there.
        forgetErrand(reading)
        // swift-format-ignore: NeverForceUnwrap
        completion(errand.value!)
      }
      try startThread {
        errand.run()
        close(writing)
      }
    } catch {
      forgetErrand(reading)
      close(writing)
      throw error
    }
  }

  /// Does the work on another thread, or at once if the system has no thread to give.
  ///
  /// - Parameter completion: called with the result, by the loop if there was a thread; not if the loop ends before.
  public func inBackground<Value>(_ work: @escaping () -> Value, completion: @escaping (Value) -> Void) {
    do { try onThread(work, completion: completion) } catch { completion(work()) }
  }

  private func forgetErrand(_ reading: Int32) {
    errands.removeValue(forKey: reading)?.cancel()
    close(reading)
  }

  /// Lets go of those who wait for a thread: they hear nothing any more.
  func forgetErrands() {
    for reading in errands.keys { forgetErrand(reading) }
  }

  private func startThread(_ body: @escaping () -> Void) throws(SystemError) {
    // Signals belong to the program's own thread.
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let argument = Unmanaged.passRetained(Errand(body))
    let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
      // A C callback gets back the pointer that was registered with it.
      // swift-format-ignore: NeverForceUnwrap
      Unmanaged<Errand<Void>>.fromOpaque(argument!).takeRetainedValue().run()
      return nil
    }
    var thread = pthread_t()
    let code = pthread_create(&thread, nil, run, argument.toOpaque())
    guard code == 0 else {
      argument.release()
      throw SystemError("pthread_create", code)
    }
    pthread_detach(thread)
  }
}

/// Something to do once, and what came of it: written by the thread before the pipe is closed, read by the loop after.
private final class Errand<Value> {
  private var work: (() -> Value)?
  private(set) var value: Value?

  init(_ work: @escaping () -> Value) { self.work = work }

  func run() {
    value = work?()
    // Gone before anybody hears of the end: a picture's memory may hang on it.
    work = nil
  }
}
