import Events
import Glibc
import Wayland

/// Requests presentation feedback and converts the compositor's times to CLOCK_MONOTONIC.
final class Presentation {
  /// A refresh that showed a frame.
  struct Refresh {
    /// In nanoseconds of CLOCK_MONOTONIC.
    let time: UInt64
    /// The time until the next refresh, in nanoseconds; `nil` if the compositor doesn't report it.
    let period: UInt64?
    /// True if the frame was presented at a vblank (the `vsync` flag).
    let hasBeat: Bool
  }

  private let object: WpPresentation
  private var clock = CLOCK_MONOTONIC
  /// Feedback requests without an answer yet. An invisible surface gets no answer until its next frame.
  private var questions: [WpPresentationFeedback] = []

  init(_ object: WpPresentation) {
    self.object = object
    object.onEvent = { [unowned self] event in
      if case .clockId(let id) = event { clock = clockid_t(truncatingIfNeeded: id) }
    }
  }

  /// Requests feedback for the surface's next commit.
  ///
  /// - Parameters:
  ///   - committed: the time of that commit, in nanoseconds of CLOCK_MONOTONIC.
  ///   - answer: called if the frame is presented.
  func ask(on surface: WlSurface, committed: UInt64, _ answer: @escaping (Refresh) -> Void) {
    let question = object.feedback(surface: surface)
    question.onEvent = { [unowned self, unowned question] event in
      switch event {
      case .syncOutput: return
      case .discarded: break
      case .presented(let high, let low, let nanoseconds, let refresh, _, _, let flags):
        let seconds = UInt64(high) << 32 | UInt64(low)
        if let time = ownTime(seconds: seconds, nanoseconds: nanoseconds), time >= committed {
          // Longer periods are implausible: no screen is slower than one frame a second.
          let period = (1_000_000...1_000_000_000).contains(refresh) ? UInt64(refresh) : nil
          answer(Refresh(time: time, period: period, hasBeat: flags.contains(.vsync)))
        }
      }
      questions.removeAll { $0 === question }
    }
    questions.append(question)
  }

  /// Converts a time of the compositor's clock, which may be CLOCK_MONOTONIC_RAW with weston, to CLOCK_MONOTONIC.
  ///
  /// - Returns: `nil` if the time is more than 10 s old or more than 0.1 s ahead.
  private func ownTime(seconds: UInt64, nanoseconds: UInt32) -> UInt64? {
    var time = timespec()
    guard clock_gettime(clock, &time) == 0 else { return nil }
    let now = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    let (then, isBeyond) = Int64(truncatingIfNeeded: seconds).multipliedReportingOverflow(by: 1_000_000_000)
    guard !isBeyond else { return nil }
    let (age, isFar) = now.subtractingReportingOverflow(then &+ Int64(nanoseconds))
    // The compositor may report a refresh shortly before it happens.
    guard !isFar, (-100_000_000...10_000_000_000).contains(age) else { return nil }
    return UInt64(exactly: Int64(EventLoop.now) - age)
  }
}
