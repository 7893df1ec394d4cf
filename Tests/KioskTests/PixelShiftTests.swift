import PanelGeometry
import Testing

@testable import Configuration
@testable import Kiosk

@Suite struct PixelShiftTests {
  @Test(arguments: [Size(800, 480), Size(1080, 1920), Size(3840, 2160)])
  func shiftStaysWithinItsLimitAndVisitsAllPositions(_ size: Size) {
    var shift = PixelShift(percent: IdleSettings.maximumPixelShift)
    let maximumShift = min(24, min(size.width, size.height) * 0.015)
    let positions = (0..<77).map { _ in shift.nextOffset(on: size) }
    #expect(positions.allSatisfy { abs($0.x) <= maximumShift + 1e-9 && abs($0.y) <= maximumShift + 1e-9 })
    // No position repeats within 77 minutes, and all sides are reached.
    #expect(Set(positions).count == 77)
    #expect(positions.map(\.x).max()! > maximumShift * 0.8 && positions.map(\.x).min()! < -maximumShift * 0.8)
    #expect(positions.map(\.y).max()! > maximumShift * 0.8 && positions.map(\.y).min()! < -maximumShift * 0.8)
    // The picture moves in small steps: a seventh of a round trip is four sevenths of the radius.
    for (a, b) in zip(positions, positions.dropFirst()) { #expect((a - b).length <= maximumShift * 0.7) }
    #expect(shift.nextOffset(on: size) == positions[0])
  }

  @Test func zeroPercentDoesNotShift() {
    var shift = PixelShift(percent: 0)
    #expect((0..<9).allSatisfy { _ in shift.nextOffset(on: Size(800, 480)) == .zero })
  }
}
