import PanelRaster
import PanelSystem
import PanelText
import SeededRandom

/// Scene files that are legal and as expensive as their kind can be, within the limits of the format: 5,000 nodes, 100
/// levels, sides of 16,384 points, 100,000 characters, 33 million pixels of pictures.
///
/// Each page has a small node named `markerName`, whose color can be changed without changing anything else.
public enum GeneratedPages {
  /// The size of all pages, in points.
  public static let size = (width: 1280, height: 800)
  /// The name of the node around everything else.
  public static let rootName = "page"
  public static let markerName = "marker"
  /// The name of a page with nothing but the marker.
  public static let emptyName = "empty"

  /// The names of the adversarial pages.
  public static let names = kinds.map(\.name)

  /// Returns a page's scene file.
  ///
  /// - Parameter name: one of `names`, `emptyName`, or `random-N` for the page of the seed N, above 0.
  /// - Returns: the text; `nil` for another name.
  public static func scene(_ name: String) -> String? {
    if name == emptyName { return text(Node(0, 0, 1280, 800)) }
    if let kind = kinds.first(where: { $0.name == name }) { return text(kind.root()) }
    let words = name.split(separator: "-")
    guard words.count == 2, words[0] == "random", let seed = UInt64(words[1]), seed > 0 else { return nil }
    var page = RandomPage(seed: seed)
    return text(page.root())
  }

  /// Writes a page's scene file, and the pictures that it shows, into a folder.
  ///
  /// - Returns: the path of the scene file, and the number of bytes that its decoded pictures take.
  /// - Throws: `SystemError` or `PNG.Failure`.
  public static func write(_ name: String, into folder: String) throws -> (path: String, pictureBytes: Int)? {
    guard let scene = scene(name) else { return nil }
    var pictureBytes = 0
    for (file, width, height) in pictures {
      let count = scene.utf8.split(separator: UInt8(ascii: "\"")).count { $0.elementsEqual(file.utf8) }
      guard count > 0 else { continue }
      let bitmap = Bitmap(width: width, height: height)
      for y in 0..<height {
        for x in 0..<width { bitmap.pixels[y * bitmap.stride + x] = 0xFF00_0000 | UInt32((x ^ y) & 255) * 0x01_0101 }
      }
      try File.replace("\(folder)/\(file)", with: PNG.data(bitmap))
      pictureBytes += count * width * height * 4
    }
    let path = "\(folder)/\(name).json"
    try File.replace(path, with: Array(scene.utf8))
    return (path, pictureBytes)
  }

  static let smallPicture = "small.png"
  static let largePicture = "large.png"
  private static let pictures = [(smallPicture, 64, 48), (largePicture, 2048, 2000)]

  private static func text(_ root: Node) -> String {
    var root = root
    root.members.append(#""name": "\#(rootName)""#)
    root.addMarker()
    return #"{"size": [\#(size.width), \#(size.height)], "root": \#(root.text)}"#
  }
}

/// A node of a scene file.
struct Node {
  /// The members of the JSON object, without the children.
  var members: [String]
  var children: [Node]

  /// - Parameters:
  ///   - members: further members, as JSON, separated by commas.
  ///   - children: the children.
  init(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ members: String = "", _ children: [Node] = []) {
    self.init([#""frame": [\#(x), \#(y), \#(width), \#(height)]"#] + (members.isEmpty ? [] : [members]), children)
  }

  init(_ members: [String], _ children: [Node] = []) { (self.members, self.children) = (members, children) }

  /// Adds the marker to the innermost of the last nodes: above everything else, unless depth decides.
  mutating func addMarker() {
    if children.isEmpty {
      let name = #""name": "\#(GeneratedPages.markerName)""#
      children = [Node(3, 3, 8, 8, "\(name), \"backgroundColor\": \"#FF8000\"")]
    } else {
      children[children.count - 1].addMarker()
    }
  }

  /// The node as JSON.
  var text: String {
    let list = children.isEmpty ? [] : ["\"children\": [" + children.map(\.text).joined(separator: ",\n") + "]"]
    return "{" + (members + list).joined(separator: ", ") + "}"
  }
}
