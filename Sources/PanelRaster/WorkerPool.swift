import CLinux

#if canImport(Glibc)
  import Glibc
#endif

/// Threads that share out numbered pieces of work, and otherwise wait without using the CPU.
///
/// Call `stop` when the pool is no longer needed: until then each thread keeps it alive.
///
/// `@unchecked Sendable`: everything that changes is only accessed with the mutex held, except for `threads`, which
/// only `init` and `stop` access.
final class WorkerPool: @unchecked Sendable {
  // On Linux, zeroed mutexes and conditions need no further initialization.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let wake = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let done = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let work: @Sendable (_ piece: Int, _ worker: Int) -> Void
  private var threads: [pthread_t] = []
  private var nextPiece = 0
  private var count = 0
  /// The number of threads that have begun to serve.
  private var workerCount = 0
  /// The number of pieces that threads are working on.
  private var running = 0
  private var isStopping = false

  /// - Parameters:
  ///   - workers: the number of threads to start. If the system refuses one, the work only takes longer.
  ///   - work: does the piece with that number. It is called on all threads, and on the caller's, at the same time, with
  ///     the number of the thread: 0 for the caller's, and 1 to `workers`.
  init(workers: Int, work: @escaping @Sendable (_ piece: Int, _ worker: Int) -> Void) {
    self.work = work
    mutex.initialize(to: pthread_mutex_t())
    wake.initialize(to: pthread_cond_t())
    done.initialize(to: pthread_cond_t())
    for _ in 0..<workers {
      var thread = pthread_t()
      let argument = Unmanaged.passRetained(self)
      let serve: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
        // A C callback gets back the pointer that was registered with it.
        // swift-format-ignore: NeverForceUnwrap
        Unmanaged<WorkerPool>.fromOpaque(argument!).takeRetainedValue().serve()
        return nil
      }
      guard clinux_start_thread(&thread, serve, argument.toOpaque()) == 0 else {
        argument.release()
        break
      }
      threads.append(thread)
    }
  }

  deinit {
    mutex.deallocate()
    wake.deallocate()
    done.deallocate()
  }

  /// Does the pieces 0 up to `count`, and returns when the last one is done.
  func run(count: Int) {
    pthread_mutex_lock(mutex)
    nextPiece = 0
    self.count = count
    pthread_cond_broadcast(wake)
    takePieces(as: 0)
    while running > 0 { pthread_cond_wait(done, mutex) }
    pthread_mutex_unlock(mutex)
  }

  /// Ends the threads.
  func stop() {
    pthread_mutex_lock(mutex)
    isStopping = true
    pthread_cond_broadcast(wake)
    pthread_mutex_unlock(mutex)
    for thread in threads { pthread_join(thread, nil) }
  }

  private func serve() {
    pthread_mutex_lock(mutex)
    workerCount += 1
    let worker = workerCount
    while !isStopping {
      takePieces(as: worker)
      if running == 0 { pthread_cond_signal(done) }
      pthread_cond_wait(wake, mutex)
    }
    pthread_mutex_unlock(mutex)
  }

  /// Called, and returns, with the mutex held.
  private func takePieces(as worker: Int) {
    while nextPiece < count {
      let piece = nextPiece
      nextPiece += 1
      running += 1
      pthread_mutex_unlock(mutex)
      work(piece, worker)
      pthread_mutex_lock(mutex)
      running -= 1
    }
  }
}
