import Geometry
import Raster

/// The content of a face of the cube.
public struct FaceDescription {
  /// In place of the face's number.
  public var label: LiveText?
  /// From the top left corner to the bottom right one.
  public var colors: (from: Color, to: Color)?
  /// Over the colours, filling the face.
  public var image: Bitmap?
  public var buttons: [ButtonDescription] = []
  /// True for a line that says how often they were pressed.
  public var counts = false

  /// Upon the colours and the image, in place of the number: it has the face's bounds where it says no others.
  public var content: SceneDescription.Node?

  public init() {}

  /// Of a face, in points.
  public static let bounds = Rect(0, 0, CubeGeometry.side, CubeGeometry.side)

  /// The most buttons that a finger can tell apart on a face.
  public static let mostButtons = 12

  /// The chapter's cube: a button on face 3.
  public static var book: [Int: FaceDescription] {
    var face = FaceDescription()
    face.buttons = [ButtonDescription(name: "button", action: .light)]
    face.counts = true
    return [3: face]
  }
}
