import Glibc
import PanelEvents
import PanelKit
import PanelSystem

/// Reads a file on another thread, at first and after each change.
///
/// A file that hangs, such as one on a network, doesn't block the loop. A file that can't be read leaves the previous
/// reading in place; the log tells why if that lasts for some seconds. A missing file is no error.
final class FileReader<Value> {
  /// The time after which a failure is logged, in nanoseconds. Until then, another program may be writing the file.
  private let failureDelay: UInt64

  private let path: String
  private let subject: String
  private let loop: EventLoop
  private let log: Log
  private let read: (_ path: String) throws -> Value?
  private let receive: (Value) -> Void
  private var watch: FileWatch?
  private var timer: TimerSource?
  private var isReading = false
  /// True if the file changed while it was read, and has to be read again.
  private var changedWhileReading = false
  /// Why there is no new reading, and the reason that was logged last.
  private var (failure, loggedFailure) = ("", "")

  /// - Parameters:
  ///   - subject: what is read, for the log.
  ///   - failureDelay: the time after which a failure is logged, in nanoseconds.
  ///   - read: called on another thread. Returns `nil` if the file has no reading.
  ///   - receive: called with each reading.
  init(
    _ path: String, subject: String, loop: EventLoop, log: Log, failureDelay: UInt64 = 5_000_000_000,
    read: @escaping (_ path: String) throws -> Value?, receive: @escaping (Value) -> Void
  ) {
    (self.path, self.subject, self.loop, self.log) = (path, subject, loop, log)
    (self.failureDelay, self.read, self.receive) = (failureDelay, read, receive)
    timer = try? loop.addTimer(accuracy: failureDelay / 10) { [unowned self] in
      loggedFailure = failure
      log.warning("\(subject): \(failure)")
    }
    // A watch looks the path up on the loop's thread. Look it up on another thread first, which may hang.
    run { [path] in
      access(path, F_OK)
    } completion: { [weak self] _ in
      self?.startWatching()
    }
  }

  private func startWatching() {
    watch = loop.watch(path, log) { [unowned self] in
      startReading()
    } warning: {
      "\(subject): \($0); a change isn't noticed"
    }
    startReading()
  }

  private func startReading() {
    guard !isReading else {
      changedWhileReading = true
      return
    }
    run { [path, read] in
      Result { try read(path) }
    } completion: { [weak self] in
      self?.didRead($0)
    }
  }

  private func run<Result>(_ work: @escaping () -> Result, completion: @escaping (Result) -> Void) {
    isReading = true
    waitForResult(failure: "no answer from the file")
    loop.runOnThreadIfPossible(work) { [weak self] in
      self?.isReading = false
      completion($0)
    }
  }

  private func didRead(_ result: Result<Value?, any Error>) {
    do {
      let value = try result.get()
      timer?.deadline = nil
      loggedFailure = ""
      if let value { receive(value) }
    } catch let error as SystemError where error.code == ENOENT || error.code == ENOTDIR {
      timer?.deadline = nil
    } catch {
      waitForResult(failure: (error as? SystemError)?.reason ?? "\(error)")
    }
    guard changedWhileReading else { return }
    changedWhileReading = false
    startReading()
  }

  /// Logs a failure, unless there is a reading soon.
  private func waitForResult(failure: String) {
    self.failure = failure
    if failure == loggedFailure {
      timer?.deadline = nil
    } else if timer?.deadline == nil {
      timer?.deadline = EventLoop.now + failureDelay
    }
  }
}
