import PanelGeometry
import Testing

@testable import Configuration
@testable import Kiosk

@Suite struct PixelShiftTests {
  @Test(arguments: [Size(800, 480), Size(1080, 1920), Size(3840, 2160)])
  func shiftStaysWithinItsLimitAndVisitsAllPositions(_ size: Size) {
    var shift = PixelShift(percent: IdleSettings.maximumShift)
    let most = min(24, min(size.width, size.height) * 0.015)
    let places = (0..<77).map { _ in shift.next(on: size) }
    #expect(places.allSatisfy { abs($0.x) <= most + 1e-9 && abs($0.y) <= most + 1e-9 })
    // No position repeats within 77 minutes, and all sides are reached.
    #expect(Set(places).count == 77)
    #expect(places.map(\.x).max()! > most * 0.8 && places.map(\.x).min()! < -most * 0.8)
    #expect(places.map(\.y).max()! > most * 0.8 && places.map(\.y).min()! < -most * 0.8)
    // It moves in small steps: a seventh of a round trip is four sevenths of the radius.
    for (a, b) in zip(places, places.dropFirst()) { #expect((a - b).length <= most * 0.7) }
    #expect(shift.next(on: size) == places[0])
  }

  @Test func zeroPercentDoesNotShift() {
    var shift = PixelShift(percent: 0)
    #expect((0..<9).allSatisfy { _ in shift.next(on: Size(800, 480)) == .zero })
  }
}
