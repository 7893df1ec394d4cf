import PanelGeometry
import Testing

@Suite struct ClampingTests {
  @Test(
    arguments: [
      (0.0, 0), (2.9, 2), (-2.9, -2), (.nan, 0), (.infinity, .max), (-.infinity, .min), (1e300, .max), (-1e300, .min),
      (0x1p63, .max), (-0x1p63, .min), (0x1.fffffffffffffp62, 0x7FFF_FFFF_FFFF_FC00), (-0.0, 0),
    ] as [(Double, Int)])
  func doubleIsClampedToInt(_ value: Double, _ expected: Int) { #expect(Int(clamping: value) == expected) }

  @Test func doubleIsClampedToOtherIntegers() {
    #expect(UInt16(clamping: 65535.5) == 65535 && UInt16(clamping: -0.5) == 0 && UInt16(clamping: 1e9) == .max)
    #expect(Int32(clamping: -3e9) == .min && Int32(clamping: 2_147_483_647.9) == .max)
    #expect(
      UInt64(clamping: 0x1p64) == .max && UInt64(clamping: -1) == 0
        && UInt64(clamping: 1e18) == 1_000_000_000_000_000_000)
  }
}
