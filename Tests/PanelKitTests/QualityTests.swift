import Events
import Geometry
import Raster
import TestCompositor
import Testing
import Views

@testable import PanelKit

/// Frames of a machine as it might be, without waiting for it. Times are in milliseconds.
@Suite struct FrameQualityTests {
  private static let period: UInt64 = 16_666_667

  /// Frames of something that moves, one after the other.
  ///
  /// - Parameters:
  ///   - painting: with all pixels, beside what it takes whatever the number of pixels is.
  ///   - isLate: by the compositor; `nil` for those that take longer than the screen shows one.
  /// - Returns: their shares, and how many followed each other.
  private func play(
    _ count: Int, on quality: inout FrameQuality, painting: Double, rest: Double, area: Int = 500_000,
    isLate: ((Int) -> Bool)? = nil, period: UInt64 = Self.period
  ) -> String {
    var runs: [(share: Double, count: Int)] = []
    for index in 0..<count {
      let step = quality.next(isMoving: true, area: area)
      let share = FrameQuality.shares[step]
      if runs.last?.share == share { runs[runs.count - 1].count += 1 } else { runs.append((share, 1)) }
      let paints = UInt64(clamping: (painting * share * share * 1e6).rounded())
      let took = paints + UInt64(clamping: (rest * 1e6).rounded())
      quality.saw(
        FrameQuality.Frame(step: step, area: area, took: took, painting: paints),
        isLate: isLate?(index) ?? (took > period),
        period: period)
    }
    return runs.map { "\($0.share)×\($0.count)" }.joined(separator: " ")
  }

  @Test(
    arguments: [
      (10, 2, "1.0×100"), (16, 2, "1.0×6 0.75×94"), (27, 3, "1.0×6 0.75×6 0.5×88"),
      // No less than that, whatever it takes.
      (100, 3, "1.0×6 0.75×6 0.5×88"),
      // Fewer pixels wouldn't help.
      (2, 30, "1.0×100"),
    ] as [(Double, Double, String)])
  func framesThatComeLateLosePixels(painting: Double, rest: Double, shares: String) {
    var quality = FrameQuality()
    #expect(play(100, on: &quality, painting: painting, rest: rest) == shares)
  }

  @Test func oneThatIsLateNowAndThenLosesNone() {
    var quality = FrameQuality()
    for _ in 0..<1000 {
      #expect(play(1, on: &quality, painting: 30, rest: 2) == "1.0×1")
      #expect(play(2, on: &quality, painting: 10, rest: 2) == "1.0×2")
    }
  }

  /// On a machine with one core the compositor needs its part of the time.
  @Test func framesThatTheCompositorFindsLateLosePixelsWherePaintingTakesMuch() {
    var quality = FrameQuality()
    #expect(play(100, on: &quality, painting: 9, rest: 1, isLate: { _ in true }) == "1.0×6 0.75×94")
    quality = FrameQuality()
    #expect(play(100, on: &quality, painting: 5, rest: 1, isLate: { _ in true }) == "1.0×100")
  }

  @Test func whereThereIsRoomTheyComeBack() {
    var quality = FrameQuality()
    _ = play(100, on: &quality, painting: 27, rest: 3)
    #expect(play(200, on: &quality, painting: 8, rest: 2) == "0.5×60 0.75×60 1.0×80")
    // There it would only just do.
    _ = play(100, on: &quality, painting: 27, rest: 3)
    #expect(play(2000, on: &quality, painting: 14, rest: 2) == "0.5×240 0.75×1760", "after two mistakes")
  }

  /// Easy for three seconds, hard for one and a half, all day long.
  @Test func aLoadThatComesAndGoesIsNoFlicker() {
    var quality = FrameQuality()
    var runs = 0
    for _ in 0..<200 {
      runs += play(100, on: &quality, painting: 27, rest: 3).split(separator: " ").count - 1
      runs += play(200, on: &quality, painting: 8, rest: 2).split(separator: " ").count - 1
    }
    #expect(runs < 20)
  }

  @Test func aScreenThatRefreshesMoreOftenNeedsNoMoreFrames() {
    var quality = FrameQuality()
    #expect(play(100, on: &quality, painting: 10, rest: 2, period: 6_944_444) == "1.0×100")
    #expect(play(100, on: &quality, painting: 14, rest: 2, period: 6_944_444) == "1.0×6 0.75×94")
  }

  @Test func whatStandsStillAndWhatMovesLittleHasAllPixels() {
    var quality = FrameQuality()
    _ = play(10, on: &quality, painting: 16, rest: 2)
    #expect(quality.next(isMoving: false, area: 500_000) == 0)
    #expect(quality.next(isMoving: true, area: 100_000) == 0)
    #expect(quality.next(isMoving: true, area: 500_000) == 1)
    #expect(quality.next(isMoving: true, area: 100_000) == 1, "not to and fro in one motion")
    #expect(quality.next(isMoving: false, area: 100_000) == 0)
  }

  @Test func whatMovesLittleMayTakeLongAsWell() {
    var quality = FrameQuality()
    _ = play(10, on: &quality, painting: 16, rest: 2)
    _ = quality.next(isMoving: false, area: 0)
    #expect(play(20, on: &quality, painting: 16, rest: 2, area: 100_000) == "1.0×6 0.75×14")
  }
}

/// Frames with fewer pixels on a compositor.
@Suite struct QualityTests {
  /// A machine that was found too slow for what moves.
  private static func slow(steps: Int) -> FrameQuality {
    var quality = FrameQuality()
    while quality.step < steps {
      quality.saw(
        FrameQuality.Frame(step: quality.step, area: 100, took: 40_000_000, painting: 39_000_000), isLate: true,
        period: 16_666_667)
    }
    return quality
  }

  /// On it something moves for an hour.
  private func moving(
    steps: Int = 2, _ change: (inout TestCompositor.Globals) -> Void = { _ in },
    prepare: (TestCompositor) -> Void = { _ in }
  ) throws -> (rig: Rig, motion: Animation) {
    var globals = TestCompositor.Globals()
    change(&globals)
    let rig = try Rig(globals, prepare: prepare, configure: { $0.quality = Self.slow(steps: steps) })
    try rig.settle()
    rig.surface.firesCallbacks = false
    rig.surface.fireCallbacks()
    let motion = rig.window.animate(seconds: 3600, update: { _ in })
    return (rig, motion)
  }

  private func move(_ rig: Rig, _ step: Int) throws {
    rig.button.layer.position = Point(100 + Double(step * 37 % 400), 100 + Double(step * 23 % 250))
    rig.surface.fireCallbacks()
    try rig.settle()
  }

  private func stop(_ rig: Rig, _ motion: Animation) throws {
    motion.cancel()
    rig.surface.fireCallbacks()
    try rig.settle()
  }

  @Test(arguments: [(1, 480, 300), (2, 320, 200)])
  func whatMovesHasFewerPixelsAndWhatStandsStillAll(steps: Int, width: Int, height: Int) throws {
    let (rig, motion) = try moving(steps: steps)
    #expect(rig.panel.quality == FrameQuality.shares[steps])
    try move(rig, 1)
    let coarse = try #require(rig.surface.commits.last)
    #expect(coarse.buffer?.width == width && coarse.buffer?.height == height)
    #expect(coarse.destination?.width == 640 && coarse.destination?.height == 400)
    #expect(coarse.damage == [[0, 0, width, height]])
    rig.expectScreenIsRight(share: FrameQuality.shares[steps])
    let count = rig.surface.commits.count
    try stop(rig, motion)
    #expect(rig.surface.commits.count == count + 1, "at once, and once")
    let still = try #require(rig.surface.commits.last)
    #expect(still.buffer?.width == 640 && still.destination == nil && still.damage == [[0, 0, 640, 400]])
    rig.expectScreenIsRight()
    // What changes and doesn't move stays so.
    try move(rig, 2)
    #expect(rig.surface.current?.width == 640)
    rig.expectScreenIsRight()
  }

  /// No more is drawn, and said to have changed, than did, whatever buffer comes next, through motions and rests.
  @Test func damageByBufferAge() throws {
    let (rig, first) = try moving()
    var motion = first
    rig.surface.releasesAtOnce = false
    for step in 1...60 {
      try move(rig, step)
      rig.expectScreenIsRight("step \(step)", share: 0.5)
      let damage = rig.surface.commits.last?.damage ?? []
      let isFirst = step % 10 == 1
      #expect(damage.reduce(0) { $0 + $1[2] * $1[3] } < 320 * 200 / 4 || isFirst)
      let others = rig.surface.commits.compactMap(\.buffer).filter { $0 !== rig.surface.current && $0.isBusy }
      others.first?.release()
      if step % 3 == 0 { others.last?.release() }
      guard step % 10 == 0 else { continue }
      try stop(rig, motion)
      rig.surface.releaseAll()
      rig.expectScreenIsRight("still, after step \(step)")
      motion = rig.window.animate(seconds: 3600, update: { _ in })
    }
    let buffers = rig.surface.commits.compactMap(\.buffer)
    #expect(Set(buffers.map(ObjectIdentifier.init)).count <= 6, "three of each size, made once")
  }

  /// Whoever says how large the surface is for a whole picture, the same size is said with fewer pixels.
  @Test func everyKindOfScale() throws {
    let (whole, _) = try moving(prepare: { $0.outputScale = 2 })
    try move(whole, 1)
    let commit = try #require(whole.surface.commits.last)
    #expect(commit.buffer?.width == 640 && commit.scale == 1 && commit.destination?.width == 640)
    whole.expectScreenIsRight(share: 0.5)
    let (fraction, motion) = try moving({ $0.fractionalScale = true }, prepare: { $0.size = (853, 533) })
    fraction.surface.fractional?.sendPreferredScale(scale: 180)
    try move(fraction, 1)
    #expect(fraction.surface.current?.width == 640 && fraction.surface.commits.last?.destination?.width == 853)
    fraction.expectScreenIsRight(share: 0.5)
    try stop(fraction, motion)
    #expect(fraction.surface.current?.width == 1280 && fraction.surface.commits.last?.destination?.width == 853)
    fraction.expectScreenIsRight()
  }

  @Test func onATurnedScreen() throws {
    let (rig, motion) = try moving(prepare: { $0.outputTransform = ._90 })
    try move(rig, 1)
    #expect(rig.surface.current?.width == 200 && rig.surface.commits.last?.transform == ._90)
    rig.expectScreenIsRight(share: 0.5)
    try stop(rig, motion)
    rig.expectScreenIsRight()
  }

  @Test func anotherSizeInTheMiddleOfAMotion() throws {
    let (rig, motion) = try moving()
    try move(rig, 1)
    rig.surface.configure(width: 500, height: 300)
    try rig.settle()
    #expect(rig.surface.current?.width == 250)
    rig.expectScreenIsRight(share: 0.5)
    try stop(rig, motion)
    #expect(rig.surface.current?.width == 500)
    rig.expectScreenIsRight()
  }

  @Test func fingersMeetWhatTheyMeetOtherwise() throws {
    let (rig, _) = try moving()
    try move(rig, 1)
    let place = rig.button.layer.position
    rig.seat.down(0, place.x, place.y, on: rig.surface)
    rig.seat.frame()
    try rig.settle()
    #expect(rig.button.isHighlighted && rig.surface.current?.width == 320)
    rig.seat.up(0)
    rig.seat.frame()
    try rig.settle()
    #expect(rig.presses == 1)
  }

  /// A finger that moves something, and then rests on the glass: in a moment all pixels are there, and nothing more comes.
  @Test func whatAFingerMoves() throws {
    let rig = try Rig(configure: { $0.quality = Self.slow(steps: 2) })
    try rig.settle()
    rig.seat.down(0, 600, 390, on: rig.surface)
    rig.seat.frame()
    try rig.settle()
    #expect(rig.surface.current?.width == 640, "nothing moved yet")
    let count = rig.surface.commits.count
    rig.button.layer.position = Point(300, 200)
    try rig.settle()
    // It wakes by itself, unless it took so long that it need not sleep.
    let wakes = try rig.loop.turn(waiting: 5_000_000_000)
    rig.compositor.dispatch()
    if wakes { try rig.settle() }
    #expect(rig.surface.commits[count...].compactMap(\.buffer?.width) == [320, 640])
    rig.expectScreenIsRight()
    try rig.settle()
    #expect(try !rig.loop.turn(waiting: 300_000_000))
  }

  /// Something that counts the time, and changes nothing that is to be seen.
  @Test func whatOnlyCountsDoesNotMove() throws {
    let (rig, _) = try moving()
    try move(rig, 1)
    #expect(rig.surface.current?.width == 320)
    try rig.run {
      rig.surface.fireCallbacks()
      return rig.surface.current?.width == 640
    }
    rig.expectScreenIsRight()
  }

  @Test func whereNobodyStretchesOrWantsItAllPixelsStay() throws {
    let (rig, _) = try moving({ $0.viewporter = false })
    try move(rig, 1)
    #expect(rig.surface.current?.width == 640 && rig.panel.quality == 1)
    let full = try Rig(configure: {
      $0.quality = Self.slow(steps: 2)
      $0.adaptsQuality = false
    })
    try full.settle()
    full.window.animate(seconds: 3600, update: { _ in })
    full.button.layer.position = Point(300, 200)
    full.surface.firesCallbacks = false
    full.surface.fireCallbacks()
    try full.settle()
    full.expectScreenIsRight()
  }

  /// As much to paint as this machine can't in time, for real.
  @Test(arguments: [false, true]) func aPictureThatTakesTooLong(tellsOfRefreshes: Bool) throws {
    var globals = TestCompositor.Globals()
    globals.presentation = tellsOfRefreshes
    let rig = try Rig(globals)
    try rig.settle()
    let bitmap = Bitmap(width: 640, height: 400)
    func time() -> UInt64 {
      (0..<3).map { _ in
        let start = EventLoop.now
        rig.window.draw(into: bitmap, clip: Region(bitmap.bounds))
        return EventLoop.now - start
      }.min()!
    }
    let root = rig.window.rootView
    while time() < 40_000_000 {
      for _ in 0..<10 {
        let label = Label(frame: Rect(0, 0, 640, 400))
        label.text = "slow"
        label.font = Font(size: 200)
        label.layer.transform = Transform3D(rotationAngle: 0.1, x: 0, y: 0, z: 1)
        root.addSubview(label)
      }
      _ = rig.window.prepare()
    }
    let screen = TestScreen(rig.surface, period: 16_666_667, takesAfter: 4_000_000, callsAfter: 4_000_000)
    var step = 0.0
    let motion = rig.window.animate(
      seconds: 3600,
      update: { _ in
        step += 1
        root.subviews.last?.center = Point(300 + step.truncatingRemainder(dividingBy: 50), 200)
      })
    try rig.run {
      screen.dispatch()
      return rig.panel.quality == 0.5 && rig.surface.current?.width == 320
    }
    #expect(rig.panel.lateFrameCount > 0)
    motion.cancel()
    try rig.run {
      screen.dispatch()
      return rig.surface.current?.width == 640
    }
    rig.expectScreenIsRight()
    #expect(rig.panel.quality == 0.5)
  }
}
