import PanelGeometry

/// The dimensions of the cube, all from "iOS Core Animation: Advanced Techniques", chapter 5.
enum CubeGeometry {
  /// The length of an edge, in points before scaling to the panel.
  static let edgeLength = 200.0
  /// The distance from the eye to the plane z = 0, in the same points.
  static let eyeDistance = 500.0
  static let buttonSize = Size(100, 40)

  /// The transforms of faces 1 to 6, relative to the center of the container.
  static let faceTransforms: [Transform3D] = [
    Transform3D.identity.translatedBy(x: 0, y: 0, z: edgeLength / 2),
    Transform3D.identity.translatedBy(x: edgeLength / 2, y: 0, z: 0).rotated(by: .pi / 2, x: 0, y: 1, z: 0),
    Transform3D.identity.translatedBy(x: 0, y: -edgeLength / 2, z: 0).rotated(by: .pi / 2, x: 1, y: 0, z: 0),
    Transform3D.identity.translatedBy(x: 0, y: edgeLength / 2, z: 0).rotated(by: -.pi / 2, x: 1, y: 0, z: 0),
    Transform3D.identity.translatedBy(x: -edgeLength / 2, y: 0, z: 0).rotated(by: -.pi / 2, x: 0, y: 1, z: 0),
    Transform3D.identity.translatedBy(x: 0, y: 0, z: -edgeLength / 2).rotated(by: .pi, x: 0, y: 1, z: 0),
  ]

  /// Returns the rotation about y followed by the rotation about x.
  static func rotation(_ angle: ViewAngle) -> Rotation {
    Rotation(angle: angle.y, x: 0, y: 1, z: 0).concatenating(Rotation(angle: angle.x, x: 1, y: 0, z: 0))
  }

  static func sublayerTransform(_ rotation: Rotation) -> Transform3D {
    rotation.transform.concatenating(Transform3D(perspectiveDistance: eyeDistance))
  }

  /// The magnification of the front face when it is parallel to the screen. Faces are rasterized at this scale, so that
  /// this front face is shown pixel for pixel.
  static let nearestMagnification = eyeDistance / (eyeDistance - edgeLength / 2)

  /// The bounding box of the corner-on cube, relative to the container's center. The scene is scaled by it in every
  /// orientation, so that a turning cube keeps its size.
  static let cornerOnBox: Rect = {
    let transform = sublayerTransform(rotation(.cornerOn))
    let corners = (0..<8).compactMap { index in
      func coordinate(_ bit: Int) -> Double { index & bit == 0 ? edgeLength / 2 : -edgeLength / 2 }
      return transform.project(coordinate(1), coordinate(2), coordinate(4))
    }
    return Rect(bounding: corners.map { Point($0.x, $0.y) })
  }()
}
