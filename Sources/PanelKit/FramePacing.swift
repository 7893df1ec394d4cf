/// Decides when to draw: after a change, and while no frame callback is outstanding.
///
/// A pure value, independent of Wayland and of any clock: callers report events and query `shouldDraw`. Times are in
/// nanoseconds.
struct FramePacing: Equatable {
  /// True if something changed since the last commit.
  private(set) var isDirty = false
  /// True while the last commit's frame callback is outstanding.
  private(set) var awaitsCallback = false
  /// True if there was something to draw but no free buffer.
  private(set) var awaitsBuffer = false
  /// The time of the last frame callback; 0 before the first one and after a new surface configuration.
  private(set) var callbackTime: UInt64 = 0
  /// The longest drawing time of recent frames. It decays with each frame.
  private var drawingTime: UInt64 = 0

  mutating func becameDirty() { isDirty = true }

  mutating func becameClean() { isDirty = false }

  mutating func receivedCallback(at time: UInt64) {
    awaitsCallback = false
    callbackTime = time
  }

  mutating func bufferWasReleased() { awaitsBuffer = false }

  mutating func noBufferWasFree() { awaitsBuffer = true }

  /// Records how long a frame took to draw.
  mutating func recordDrawingTime(_ time: UInt64) { drawingTime = max(time, drawingTime - drawingTime / 16) }

  /// Records a commit that requested a frame callback.
  mutating func committed(isAnimating: Bool) {
    isDirty = isAnimating
    awaitsCallback = true
  }

  /// Records a new surface configuration. The current frame and its buffers have the wrong size, and a compositor may
  /// withhold a surface's callback until the size is right.
  mutating func configured() {
    (isDirty, awaitsCallback, awaitsBuffer, callbackTime) = (true, false, false, 0)
  }

  /// True if a frame should be drawn once `earliestStart` is reached.
  var shouldDraw: Bool { isDirty && !awaitsCallback && !awaitsBuffer }

  /// The time to begin the next frame: half a refresh period after the frame callback, so that the frame shows newer
  /// touches. Compositors latch the next frame about one period after the callback.
  ///
  /// - Parameter period: the refresh period; `nil` if unknown.
  /// - Returns: 0 if the period is unknown, or if drawing takes a quarter of it or more.
  func earliestStart(period: UInt64?) -> UInt64 {
    guard let period, drawingTime < period / 4, callbackTime > 0 else { return 0 }
    return callbackTime + period / 2
  }
}
