import Geometry
import Words

/// The thing that the light on the cube is fixed to.
public enum Lighting: String, CaseIterable, Sendable {
  /// In the container: each face's own transform gives its normal, so the light turns with the cube.
  case book
  /// Before the viewer: the normal goes through the whole chain, so the light stays put while the cube turns.
  case camera
  /// No light, no shadow.
  case off
}

extension Lighting {
  /// For people, above the three.
  public static var heading: String { Word.shading.text }

  /// For people.
  public var title: String {
    switch self {
    case .book: Word.shadingBook.text
    case .camera: Word.shadingCamera.text
    case .off: Word.shadingOff.text
    }
  }

  /// The title's meaning.
  public var detail: String {
    switch self {
    case .book: Word.shadingBookDetail.text
    case .camera: Word.shadingCameraDetail.text
    case .off: Word.shadingOffDetail.text
    }
  }
}

extension Lighting {
  /// Toward the light, not normalised. The chapter's numbers, as is the ambient light.
  static let direction = SIMD3(0.0, 1.0, -0.5)
  static let ambient = 0.5

  /// The alpha of the black over a face, 0…1: `1 + dot(light, normal) - ambient`.
  ///
  /// - Parameters:
  ///   - transform: the face's own; only its rotation counts.
  ///   - rotation: the container's.
  ///   - lamp: 1 when the light is on, 0 when it is off: then the product of light and normal is nothing, and only the
  ///     ambient light is left. Between them it is being dimmed.
  func shade(of transform: Transform3D, turnedBy rotation: Transform3D, lamp: Double) -> Double {
    var normal = transform.direction(SIMD3(0, 0, 1))
    switch self {
    case .book: break
    case .camera: normal = rotation.direction(normal)
    // Without a lighting model a lamp that is off still makes it dark.
    case .off: return (1 - lamp) * (1 - Self.ambient)
    }
    normal /= (normal * normal).sum().squareRoot()
    let light = Self.direction / (Self.direction * Self.direction).sum().squareRoot()
    return min(max(1 + lamp * (light * normal).sum() - Self.ambient, 0), 1)
  }

  /// The same for a shade whose strength is less than the book's: without the lamp all of it is in the deepest one.
  func weakShade(of transform: Transform3D, turnedBy rotation: Transform3D, lamp: Double) -> Double {
    shade(of: transform, turnedBy: rotation, lamp: 1).interpolated(to: 1, 1 - lamp)
  }
}
