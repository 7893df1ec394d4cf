import Geometry
import Layers
import Raster
import Text

/// A scene as numbers and names, as a scene file holds it. What isn't given has Core Animation's defaults.
public struct SceneDescription {
  public var name = "scene"
  /// In points.
  public var size = Size(1, 1)
  public var fit = Fit.none
  public var root = Node()
  /// Those that it brings along.
  public var values: [String: ValueDefinition] = [:]

  public init() {}

  /// The scene's size on the panel.
  public enum Fit: String, CaseIterable, Sendable {
    /// Its own.
    case none
    /// As large as there is room for all of it.
    case inside
    /// As large as leaves nothing of the panel free; what sticks out isn't seen.
    case cover
  }

  public struct Node {
    public var name: String?
    public var transformsOnly = false
    public var bounds = Rect.zero
    public var position = Point.zero
    public var anchorPoint = Point(0.5, 0.5)
    public var anchorPointZ = 0.0
    public var zPosition = 0.0
    public var transform = Transform3D.identity
    public var sublayerTransform = Transform3D.identity
    public var opacity = 1.0
    public var isHidden = false
    public var isUserInteractionEnabled = true
    public var isDoubleSided = true
    public var backgroundColor: Color?
    public var cornerRadius = 0.0
    public var borderWidth = 0.0
    public var borderColor = Color.black
    public var masksToBounds = false
    public var gradient: Gradient?
    public var shadow: Shadow?
    public var contents: Picture?
    public var gravity = ContentsGravity.resize
    public var text: Text?
    public var button: ButtonDescription?
    public var chart: Chart?
    public var children: [Node] = []

    public init() {}
  }

  /// A PNG file.
  public struct Picture {
    public var path: String
    /// `nil` for a file that is shown again whenever it changes.
    public var bitmap: Bitmap?

    public init(_ path: String, _ bitmap: Bitmap? = nil) { (self.path, self.bitmap) = (path, bitmap) }
  }

  public struct Gradient {
    public var colors: [Color] = []
    public var locations: [Double]?
    public var startPoint = Point(0.5, 0)
    public var endPoint = Point(0.5, 1)

    public init() {}
  }

  public struct Shadow {
    public var color = Color.black
    public var opacity = 1.0
    public var radius = 3.0
    public var offset = Point(0, -3)

    public init() {}
  }

  /// A line of what a value was.
  public struct Chart {
    public var value: String
    /// From the left to the right.
    public var hours = 6.0
    /// `nil` for the ink that its ground asks for.
    public var color: Color?
    /// Of the line, in points.
    public var width = 2.0

    public init(_ value: String) { self.value = value }
  }

  public struct Text {
    public var string = LiveText()
    public var font = Font(size: 17)
    /// `nil` for ink that is legible on what lies beneath.
    public var color: Color?
    public var alignment = TextAlignment.center
    /// The most lines.
    public var lines = 1

    public init() {}
  }
}
