import CLinux

#if canImport(Glibc)
  import Glibc
#endif

/// Threads that wait, without costing anything, until there are pieces of work to share out.
final class WorkerPool {
  private let crew: Crew
  private var threads: [pthread_t] = []

  /// - Parameter work: does the piece with that number; called on any of the threads, several at once.
  init(workers: Int, work: @escaping @Sendable (Int) -> Void) {
    crew = Crew(work)
    for _ in 0..<workers {
      var thread = pthread_t()
      let argument = Unmanaged.passRetained(crew)
      let serve: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
        // A C callback gets back the pointer that was registered with it.
        // swift-format-ignore: NeverForceUnwrap
        Unmanaged<Crew>.fromOpaque(argument!).takeRetainedValue().serve()
        return nil
      }
      guard clinux_start_thread(&thread, serve, argument.toOpaque()) == 0 else {
        // With fewer threads it only takes longer.
        argument.release()
        break
      }
      threads.append(thread)
    }
  }

  deinit {
    crew.stop()
    for thread in threads { pthread_join(thread, nil) }
  }

  /// Does all the pieces, 0 up to `count`, on the workers and the calling thread; returns when the last is done.
  func run(count: Int) {
    crew.run(count: count)
  }
}

/// The state that the threads of a pool share.
///
/// `@unchecked Sendable`: what changes is only read and written with `mutex` held.
private final class Crew: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let wake = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let done = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let work: @Sendable (Int) -> Void

  /// The next piece to take, and how many there are.
  private var next = 0
  private var count = 0
  /// The number of pieces that someone works on just now.
  private var inHand = 0
  private var isStopping = false

  init(_ work: @escaping @Sendable (Int) -> Void) {
    self.work = work
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(wake, nil)
    pthread_cond_init(done, nil)
  }

  deinit {
    pthread_cond_destroy(wake)
    pthread_cond_destroy(done)
    pthread_mutex_destroy(mutex)
    wake.deallocate()
    done.deallocate()
    mutex.deallocate()
  }

  func run(count: Int) {
    pthread_mutex_lock(mutex)
    next = 0
    self.count = count
    pthread_cond_broadcast(wake)
    takePieces()
    while inHand > 0 { pthread_cond_wait(done, mutex) }
    pthread_mutex_unlock(mutex)
  }

  func serve() {
    pthread_mutex_lock(mutex)
    while !isStopping {
      takePieces()
      if inHand == 0 { pthread_cond_signal(done) }
      pthread_cond_wait(wake, mutex)
    }
    pthread_mutex_unlock(mutex)
  }

  func stop() {
    pthread_mutex_lock(mutex)
    isStopping = true
    pthread_cond_broadcast(wake)
    pthread_mutex_unlock(mutex)
  }

  /// Called, and returns, with the mutex held.
  private func takePieces() {
    while next < count {
      let piece = next
      next += 1
      inHand += 1
      pthread_mutex_unlock(mutex)
      work(piece)
      pthread_mutex_lock(mutex)
      inHand -= 1
    }
  }
}
