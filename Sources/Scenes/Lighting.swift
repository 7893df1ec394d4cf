import Localization
import PanelGeometry

/// The coordinate system that the light on the cube is fixed to. "The book" is "iOS Core Animation: Advanced
/// Techniques", chapter 5.
public enum Lighting: String, CaseIterable, Sendable {
  /// The container: the normal comes from each face's transform only, so the light turns with the cube.
  case book
  /// The camera: the normal goes through the entire transform chain, so the light stays in place while the cube turns.
  case camera
  /// No light and no shade.
  case off
}

extension Lighting {
  public var title: String { texts.title.text }
  public var detail: String { texts.detail.text }

  /// The displayed answer to the question about the light, and an explanation.
  var texts: (title: LocalizedText, detail: LocalizedText) {
    switch self {
    case .book: (.shadingBook, .shadingBookDetail)
    case .camera: (.shadingCamera, .shadingCameraDetail)
    case .off: (.shadingOff, .shadingOffDetail)
    }
  }
}

extension Lighting {
  /// The direction toward the light, not normalized. Direction and ambient light are from the book.
  static let direction = SIMD3(0.0, 1.0, -0.5)
  static let ambient = 0.5

  /// Returns the alpha of the black over a face, 0…1: `1 + dot(light, normal) - ambient`.
  ///
  /// - Parameters:
  ///   - transform: the face's transform; only its rotation matters.
  ///   - rotation: the container's rotation.
  ///   - brightness: 0…1: 1 if the light is on. At 0, `dot(light, normal)` counts as 0, so only the ambient light
  ///     remains.
  func shade(of transform: Transform3D, turnedBy rotation: Transform3D, brightness: Double) -> Double {
    var normal = transform.direction(SIMD3(0, 0, 1))
    switch self {
    case .book: break
    case .camera: normal = rotation.direction(normal)
    // Without a lighting model, turning off the light still darkens the cube.
    case .off: return (1 - brightness) * (1 - Self.ambient)
    }
    normal /= (normal * normal).sum().squareRoot()
    let light = Self.direction / (Self.direction * Self.direction).sum().squareRoot()
    return min(max(1 + brightness * (light * normal).sum() - Self.ambient, 0), 1)
  }

  /// Returns the alpha for a shade weaker than the book's: with the light off, every face has the maximum alpha.
  func weakShade(of transform: Transform3D, turnedBy rotation: Transform3D, brightness: Double) -> Double {
    shade(of: transform, turnedBy: rotation, brightness: 1).interpolated(to: 1, 1 - brightness)
  }
}
