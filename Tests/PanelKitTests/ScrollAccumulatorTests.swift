import PanelGeometry
import PanelViews
import Testing

@testable import PanelKit

/// Frames of wl_pointer, as scroll events.
@Suite struct ScrollAccumulatorTests {
  private func events(_ change: (inout ScrollAccumulator) -> Void) -> [ScrollEvent] {
    var (accumulator, events) = (ScrollAccumulator(), [] as [ScrollEvent])
    change(&accumulator)
    accumulator.deliver(at: Point(5, 6)) { events.append($0) }
    // Nothing is delivered twice.
    accumulator.deliver(at: Point(5, 6)) { events.append($0) }
    return events
  }

  /// The compositors' distances for a notch differ: weston 10 sends 10, wlroots 15.
  @Test(arguments: [10.0, 15]) func notchesReplaceTheDistance(_ value: Double) {
    let result = events {
      $0.source = .wheel
      $0.addNotches(-1, .verticalScroll)
      $0.move(.verticalScroll, by: -value, time: 9)
    }
    #expect(result == [ScrollEvent(.wheel, at: Point(5, 6), notches: Point(0, -1), time: 9)])
  }

  @Test func axesAreKeptApart() {
    let result = events {
      $0.source = .wheelTilt
      $0.move(.verticalScroll, by: 3, time: 8)
      $0.addNotches(0.25, .horizontalScroll)
      $0.move(.horizontalScroll, by: 4, time: 9)
      $0.move(.init(rawValue: 77), by: 4, time: 9)
    }
    #expect(
      result == [ScrollEvent(.wheel, at: Point(5, 6), distance: Point(0, 3), notches: Point(0.25, 0), time: 9)])
  }

  @Test func fingersEndAfterTheirMovement() {
    let result = events {
      $0.source = .finger
      $0.move(.verticalScroll, by: 2.5, time: 8)
      $0.stop(time: 9)
    }
    #expect(
      result == [
        ScrollEvent(.finger, at: Point(5, 6), distance: Point(0, 2.5), time: 9),
        ScrollEvent(.finger, at: Point(5, 6), isEnd: true, time: 9),
      ])
    // Some wheels stop as well, and some frames have no source.
    #expect(
      events {
        $0.source = .continuous
        $0.stop(time: 9)
      }.isEmpty)
    #expect(events { $0.move(.verticalScroll, by: 2, time: 9) }.map(\.source) == [.continuous])
  }
}
