/// Decides when to draw: at most one frame callback is outstanding, and nothing is drawn without a change.
///
/// A pure value, independent of Wayland and of any clock: callers report events and query `shouldDraw`.
struct FramePacing: Equatable {
  /// True if something changed since the last commit.
  private(set) var isDirty = false
  /// True while the last commit's frame callback is outstanding.
  private(set) var awaitsCallback = false
  /// True if there was something to draw but no free buffer.
  private(set) var awaitsBuffer = false

  mutating func becameDirty() { isDirty = true }

  mutating func callbackCame() { awaitsCallback = false }

  mutating func bufferWasReleased() { awaitsBuffer = false }

  mutating func noBufferWasFree() { awaitsBuffer = true }

  /// Records a commit that requested a frame callback.
  mutating func committed(stillMoving: Bool) {
    isDirty = stillMoving
    awaitsCallback = true
  }

  /// Records a new surface configuration. The current frame has the wrong size, and a compositor may withhold a
  /// surface's callback until the size is right.
  mutating func configured() {
    isDirty = true
    awaitsCallback = false
  }

  /// True if a frame should be drawn now.
  var shouldDraw: Bool { isDirty && !awaitsCallback && !awaitsBuffer }
}
