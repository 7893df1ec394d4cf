/// The moments to draw in: at most one frame callback is outstanding, and nothing is drawn that nobody asked for.
///
/// A value that knows neither Wayland nor time: it is told what happened and says what to do.
struct FramePacing: Equatable {
  /// Something changed since the last commit.
  private(set) var isDirty = false
  /// The last commit's frame callback has not come.
  private(set) var awaitsCallback = false
  /// There was something to draw and no buffer to draw it in.
  private(set) var awaitsBuffer = false

  mutating func becameDirty() { isDirty = true }

  mutating func callbackCame() { awaitsCallback = false }

  mutating func bufferWasReleased() { awaitsBuffer = false }

  mutating func noBufferWasFree() { awaitsBuffer = true }

  /// A frame was committed, with a callback of its own.
  mutating func committed(stillMoving: Bool) {
    isDirty = stillMoving
    awaitsCallback = true
  }

  /// The surface was configured anew: what it shows has the wrong size, and a compositor may hold back the callback of
  /// a surface until it has the right one.
  mutating func configured() {
    isDirty = true
    awaitsCallback = false
  }

  /// True when a frame should be drawn now.
  var shouldDraw: Bool { isDirty && !awaitsCallback && !awaitsBuffer }
}
