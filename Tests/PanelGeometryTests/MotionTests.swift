import Foundation
import PanelGeometry
import SeededRandom
import Testing

@Suite struct MotionTests {
  @Test(arguments: [0.3, 0.7, 1, 1.8], [-8.0, 0, 5])
  func springSolvesItsEquation(_ ratio: Double, _ velocity: Double) {
    let response = 0.4
    let spring = Spring(response: response, dampingRatio: ratio, initialVelocity: velocity)
    let (frequency, h) = (2 * Double.pi / response, 1e-4)
    #expect(spring.progress(at: 0) == 0)
    #expect(abs((spring.progress(at: h) - 0) / h - velocity) < 0.05)
    for time in stride(from: 0.01, to: 0.6, by: 0.07) {
      let (a, b, c) = (spring.progress(at: time - h), spring.progress(at: time), spring.progress(at: time + h))
      // x'' = ω²(1 - x) - 2ζω·x', with derivatives from three values in a row.
      let residue =
        (a - 2 * b + c) / (h * h) - frequency * frequency * (1 - b) + 2 * ratio * frequency * (c - a) / (2 * h)
      #expect(abs(residue) < 0.05 * frequency * frequency, "at \(time)")
    }
    for step in 0..<200 {
      #expect(abs(spring.progress(at: spring.duration + Double(step) * 0.01) - 1) < 2e-3)
    }
  }

  @Test func flingDeceleratesLikeUIScrollView() {
    let decay = Decay(initialVelocity: 1000)
    // UIScrollView keeps 0.998 of the velocity per millisecond, so 1000 points per second go 499.5 points.
    #expect(abs(decay.velocity(at: 0.001) - 998) < 1e-9)
    #expect(abs(decay.totalDistance - 499.5) < 0.1)
    #expect(abs(decay.distance(at: 10) - decay.totalDistance) < 1e-5)
    #expect(abs(decay.velocity(at: decay.duration(until: 5)) - 5) < 1e-9)
    #expect(Decay(initialVelocity: 3).duration(until: 5) == 0)
  }

  @Test func interpolatedRotationIsRotation() {
    let (start, end) = (Transform3D.identity, Transform3D(rotationAngle: 2.5, x: 1, y: 2, z: 3))
    for step in 0...10 {
      let t = Double(step) / 10
      let expected = Transform3D(rotationAngle: 2.5 * t, x: 1, y: 2, z: 3)
      for (a, b) in zip(start.interpolated(to: end, t).elements, expected.elements) { #expect(abs(a - b) < 1e-12) }
    }
  }

  @Test func interpolationKeepsBothEnds() {
    var random = SeededRandom(seed: 22)
    for _ in 0..<300 {
      func randomTransform() -> Transform3D {
        var elements = (0..<16).map { _ in Double.random(in: -2...2, using: &random) }
        (elements[3], elements[7], elements[11], elements[15]) = (
          elements[3] / 900, elements[7] / 900, elements[11] / 900, 1
        )
        return Transform3D(elements: elements)
      }
      let (a, b) = (randomTransform(), randomTransform())
      for (progress, expected) in [(0.0, a), (1, b)] {
        for (x, y) in zip(a.interpolated(to: b, progress).elements, expected.elements) { #expect(abs(x - y) < 1e-6) }
      }
    }
    let singular = Transform3D(scaleX: 0, y: 1, z: 1)
    #expect(singular.interpolated(to: .identity, 0.5).m11 == 0.5)
  }
}
