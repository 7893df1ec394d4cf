import Events
import Glibc
import Wayland

/// Asks the compositor when frames were seen, and tells it in our clock.
final class Presentation {
  /// A refresh that showed a frame.
  struct Refresh {
    /// In nanoseconds of our clock.
    let time: UInt64
    /// The time to the next one, where the compositor says it.
    let period: UInt64?
    /// The screen refreshes by itself.
    let hasBeat: Bool
  }

  private let object: WpPresentation
  private var clock = CLOCK_MONOTONIC
  /// The questions that weren't answered. A surface that nobody sees gets no answer until its next frame.
  private var questions: [WpPresentationFeedback] = []

  init(_ object: WpPresentation) {
    self.object = object
    object.onEvent = { [unowned self] event in
      if case .clockId(let id) = event { clock = clockid_t(truncatingIfNeeded: id) }
    }
  }

  /// Asks of the surface's next commit.
  ///
  /// - Parameters:
  ///   - committed: the moment of that.
  ///   - answer: called if it is seen.
  func ask(on surface: WlSurface, committed: UInt64, _ answer: @escaping (Refresh) -> Void) {
    let question = object.feedback(surface: surface)
    question.onEvent = { [unowned self, unowned question] event in
      switch event {
      case .syncOutput: return
      case .discarded: break
      case .presented(let high, let low, let nanoseconds, let refresh, _, _, let flags):
        let seconds = UInt64(high) << 32 | UInt64(low)
        if let time = ownTime(seconds: seconds, nanoseconds: nanoseconds), time >= committed {
          // Nobody's screen is slower than one picture a second.
          let period = (1_000_000...1_000_000_000).contains(refresh) ? UInt64(refresh) : nil
          answer(Refresh(time: time, period: period, hasBeat: flags.contains(.vsync)))
        }
      }
      questions.removeAll { $0 === question }
    }
    questions.append(question)
  }

  /// A time of the compositor's clock as one of ours: weston's may be CLOCK_MONOTONIC_RAW. `nil` for one that isn't of the
  /// last seconds.
  private func ownTime(seconds: UInt64, nanoseconds: UInt32) -> UInt64? {
    var time = timespec()
    guard clock_gettime(clock, &time) == 0 else { return nil }
    let now = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    let (then, isBeyond) = Int64(truncatingIfNeeded: seconds).multipliedReportingOverflow(by: 1_000_000_000)
    guard !isBeyond else { return nil }
    let (age, isFar) = now.subtractingReportingOverflow(then &+ Int64(nanoseconds))
    // A refresh may be told of a moment before it is.
    guard !isFar, (-100_000_000...10_000_000_000).contains(age) else { return nil }
    return UInt64(exactly: Int64(EventLoop.now) - age)
  }
}
