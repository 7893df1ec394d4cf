import PanelGeometry
import Testing

@testable import Scenes

@Suite struct LightingTests {
  /// The numbers of "iOS Core Animation: Advanced Techniques", chapter 5, clamped.
  @Test func bookLightMatchesTheBook() {
    let expected = [0.0528, 0.5, 0, 1, 0.5, 0.9472]
    for (face, shade) in zip(CubeGeometry.faceTransforms, expected) {
      #expect(abs(Lighting.book.shade(of: face, turnedBy: .identity, brightness: 1) - shade) < 5e-5)
    }
  }

  @Test func cameraLightDoesNotRotateWithCube() {
    let turn = Transform3D(rotationAngle: .pi, x: 0, y: 1, z: 0)
    for face in CubeGeometry.faceTransforms {
      #expect(
        Lighting.book.shade(of: face, turnedBy: turn, brightness: 1)
          == Lighting.book.shade(of: face, turnedBy: .identity, brightness: 1))
    }
    // Half a turn around y moves face 6 to where face 1 was.
    let (front, back) = (CubeGeometry.faceTransforms[0], CubeGeometry.faceTransforms[5])
    #expect(
      abs(
        Lighting.camera.shade(of: back, turnedBy: turn, brightness: 1)
          - Lighting.book.shade(of: front, turnedBy: .identity, brightness: 1)) < 1e-12)
  }

  @Test func lampOffLeavesAmbientLight() {
    for face in CubeGeometry.faceTransforms {
      #expect(Lighting.off.shade(of: face, turnedBy: .identity, brightness: 1) == 0)
      for lighting in Lighting.allCases {
        #expect(lighting.shade(of: face, turnedBy: .identity, brightness: 0) == 0.5)
      }
    }
  }
}
