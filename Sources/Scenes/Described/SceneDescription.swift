import PanelLayers
import PanelViews

/// The contents of a scene file. Omitted properties have Core Animation's defaults.
public struct SceneDescription {
  public var name = "scene"
  /// In points; `nil` to fill the panel.
  public var size: Size?
  public var fit = Fit.none
  /// False to show the scene unmirrored also in a language that is written from right to left.
  public var isMirrored = true
  public var root = Node()
  public var values: [String: ValueDefinition] = [:]

  public init() {}

  /// The scaling of the scene to the panel.
  public enum Fit: String, CaseIterable, Sendable {
    case none
    /// As large as possible without clipping.
    case inside
    /// As small as possible while covering the panel. Parts outside the panel are clipped.
    case cover
  }

  public struct Node {
    public var name: String?
    /// The label for screen readers; `nil` for the label of the content.
    public var accessibilityLabel: String?
    /// The hint for screen readers; `nil` for none.
    public var accessibilityHint: String?
    public var isTransformLayer = false
    /// True if a container sets the frame. In a scene without a size it is also true for the root, whose frame the
    /// panel sets. `bounds` and `position` are ignored then.
    public var isArranged = false
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
    public var cornerRadii = CornerRadii()
    public var borderWidth = 0.0
    public var borderColor = Color.black
    public var masksToBounds = false
    public var gradient: Gradient?
    public var shadow: Shadow?
    public var contents: Picture?
    public var gravity = ContentsGravity.resize
    /// The fixed width and height of this node in a container, in points; `nil` for that of `sizeThatFits`.
    public var width, height: Double?
    /// True to take the extra room of a stack.
    public var grows = false
    /// The distances from a container's edges to its children, in points; `nil` for the default.
    public var margins: Insets?
    /// The condition under which the node is visible; `nil` for always.
    public var visibleCondition: ValueCondition?
    public var text: Text?
    public var icon: IconDescription?
    public var button: ButtonDescription?
    /// The button that contains this node, if it is the row of a list with an action.
    public var rowButton: ButtonDescription?
    public var chart: Chart?
    public var stack: Stack?
    public var grid: Grid?
    public var scroll: Scroll?
    public var list: List?
    public var control: ControlDescription?
    public var children: [Node] = []

    public init() {}
  }

  /// A picture from a file or an adapter.
  public struct Picture {
    /// Empty for an adapter's picture.
    public var path: String
    /// The source of an adapter's picture; `nil` for a file.
    public var source: AdapterPictures.Source?
    /// The decoded picture; `nil` for a file that is reloaded whenever it changes.
    public var bitmap: Bitmap?
    /// The age of a reloaded file at which the picture becomes stale, in seconds; `nil` for never.
    public var staleAfter: Double?

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

  /// A line chart of the histories of values.
  public struct Chart {
    /// At least one.
    public var valueNames: [String]
    /// The length of the time axis.
    public var hours = 6.0
    /// The color of the line; `nil` for one that is legible on the background.
    public var color: Color?
    /// The colors of the first lines, in the order of the values.
    public var colors: [Color] = []
    /// The width of the line, in points.
    public var width = 2.0
    /// The least length of the y axis, for values without a range; `nil` for the numbers that were read.
    public var span: Double?
    /// True to label the ends of the y axis and the time.
    public var hasAxis = false

    public init(_ valueNames: String...) { self.valueNames = valueNames }
  }

  /// An icon without a text.
  public struct IconDescription {
    public var name = LiveText()
    /// The side of the icon's box, in points.
    public var size = 24.0
    /// `nil` for a color that is legible on the background.
    public var color: Color?
    public var alignment = TextAlignment.center

    public init() {}

    /// The label that shows the icon.
    var text: Text {
      var text = Text()
      (text.icon, text.font.size, text.color, text.alignment) = (name, size / Label.iconScale, color, alignment)
      return text
    }
  }

  public struct Text {
    public var string = LiveText()
    /// The name of the icon before the text; `nil` for none.
    public var icon: LiveText?
    public var font = Font(size: 17)
    /// `nil` for a color that is legible on the background.
    public var color: Color?
    public var alignment = TextAlignment.center
    /// The maximum number of lines.
    public var lines = 1
    /// True to speak each change while explore by touch is on.
    public var announcesChanges = false

    public init() {}
  }
}
