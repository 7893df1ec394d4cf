import PanelGeometry
import PanelRaster

/// The content of a face of the cube.
public struct FaceDescription {
  /// The text in place of the face's number.
  public var label: LiveText?
  /// The background gradient, from the top left to the bottom right corner.
  public var colors: (from: Color, to: Color)?
  /// Drawn over the colors, filling the face.
  public var image: Bitmap?
  public var buttons: [ButtonDescription] = []
  /// True to show how often the face's buttons were pressed.
  public var showsPressCount = false
  /// A node in place of the number, above the colors and the image, by default with the face's bounds. A label is shown
  /// above it.
  public var content: SceneDescription.Node?

  public init(buttons: [ButtonDescription] = []) { self.buttons = buttons }

  public static let bounds = Rect(0, 0, CubeGeometry.edgeLength, CubeGeometry.edgeLength)

  /// The maximum number of buttons on a face that a finger can still hit separately.
  public static let maximumButtonCount = 12

  /// The faces of a cube without a configuration. As in "iOS Core Animation: Advanced Techniques", chapter 5, only
  /// face 3 has a button.
  public static var defaultFaces: [Int: FaceDescription] {
    var face = FaceDescription(buttons: [ButtonDescription(name: "button", action: .light)])
    face.showsPressCount = true
    return [3: face]
  }
}
