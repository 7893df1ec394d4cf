import Geometry
import Raster

/// The content of a face of the cube.
public struct FaceDescription {
  /// Replaces the face's number.
  public var label: LiveText?
  /// The background gradient, from the top left to the bottom right corner.
  public var colors: (from: Color, to: Color)?
  /// Drawn over the colors, filling the face.
  public var image: Bitmap?
  public var buttons: [ButtonDescription] = []
  public var counts = false

  /// Content that replaces the number, above the colors and the image. It has the face's bounds by default.
  public var content: SceneDescription.Node?

  public init() {}

  public static let bounds = Rect(0, 0, CubeGeometry.side, CubeGeometry.side)

  /// The maximum number of buttons on a face that a finger can still hit separately.
  public static let mostButtons = 12

  /// The cube of the chapter, with a button on face 3.
  public static var book: [Int: FaceDescription] {
    var face = FaceDescription()
    face.buttons = [ButtonDescription(name: "button", action: .light)]
    face.counts = true
    return [3: face]
  }
}
