import Foundation
import Geometry
import Testing

/// Scenes as CSS 3D in Chromium, where it is installed (`apt-get install chromium`): another implementation of the same
/// mathematics, by other people.
@Suite(.serialized) struct ChromiumTests {
  private static let program = "/usr/bin/chromium"
  private static let isInstalled = FileManager.default.isExecutableFile(atPath: program)

  /// A flat tree of boxes is enough: each with the one matrix that takes its bounds to the panel, of which Chromium makes
  /// the picture's bounding box.
  @Test(
    .enabled(if: isInstalled, "chromium is not installed"),
    arguments: [
      "cube", "carousel", "perspective", "shared-perspective", "rotate", "shear", "compound", "intersect", "flatten-y",
      "flatten-z", "fold",
    ])
  func theCornersAreWhereChromiumPutsThem(_ name: String) throws {
    let result = try Program.run(["inspect", "--scene", name, "--no-bar", "--size", "1280x800"])
    let tree = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    var boxes: [(html: String, corners: [[Double]])] = []
    try collect(try #require(tree["root"] as? [String: Any]), flattened: "", into: &boxes)
    #expect(!boxes.isEmpty)

    let scratch = try Scratch()
    let page = scratch.path + "/page.html"
    let script = """
      document.title = JSON.stringify([...document.querySelectorAll('.leaf')].map(e => {
        const r = e.getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom]; }));
      document.body.innerHTML = document.title;
      """
    let html = """
      <!DOCTYPE html><html><body style="margin:0"><style>div{position:absolute;left:0;top:0;transform-origin:0 0}</style>
      \(boxes.map(\.html).joined(separator: "\n"))<script>\(script)</script></body></html>
      """
    try html.write(toFile: page, atomically: true, encoding: .utf8)
    let rectangles = try measure(page, scratch)
    #expect(rectangles.count == boxes.count)
    for (rectangle, box) in zip(rectangles, boxes) {
      let (x, y) = (box.corners.map { $0[0] }, box.corners.map { $0[1] })
      let expected = [x.min()!, y.min()!, x.max()!, y.max()!]
      for (a, b) in zip(rectangle, expected) { #expect(abs(a - b) < 0.5, "\(rectangle), \(expected)") }
    }
  }

  /// Wraps each leaf in the divs of all layers above it: Chromium composes the matrices, flattening where a layer does.
  private func collect(
    _ node: [String: Any], flattened above: String, into boxes: inout [(html: String, corners: [[Double]])]
  ) throws {
    let children = node["children"] as? [[String: Any]] ?? []
    let bounds = try #require(node["bounds"] as? [Double])
    let (position, anchor) = (
      try #require(node["position"] as? [Double]), try #require(node["anchorPoint"] as? [Double])
    )
    let own = try matrix(node, "transform")
    let (ax, ay) = (bounds[0] + anchor[0] * bounds[2], bounds[1] + anchor[1] * bounds[3])
    let z = (node["zPosition"] as? Double ?? 0, node["anchorPointZ"] as? Double ?? 0)
    let placed = own.translatedBy(x: -ax, y: -ay, z: -z.1)
      .concatenating(Transform3D(translationX: position[0], y: position[1], z: z.0))
    let style = node["class"] as? String == "transform" ? "preserve-3d" : "flat"
    let open = above + "<div style=\"transform:\(css(placed));transform-style:\(style)\">"
    if children.isEmpty, let corners = node["corners"] as? [[Double]], node["hidden"] as? Bool != true, bounds[2] > 0 {
      let depth = open.components(separatedBy: "<div").count - 1
      let leaf = "<div class=\"leaf\" style=\"width:\(bounds[2])px;height:\(bounds[3])px\"></div>"
      boxes.append((open + leaf + String(repeating: "</div>", count: depth), corners))
    }
    // The sublayers' common transform, about the anchor, in the same space as theirs.
    let common = try matrix(node, "sublayerTransform").translatedBy(x: -ax, y: -ay, z: 0)
      .concatenating(Transform3D(translationX: ax, y: ay, z: 0))
    // Where it does nothing it is left out: Chromium measures through a 3D box in a flat one as if both were 3D.
    let inner = common.isIdentity ? open : open + "<div style=\"transform:\(css(common));transform-style:preserve-3d\">"
    for child in children { try collect(child, flattened: inner, into: &boxes) }
  }

  private func matrix(_ node: [String: Any], _ key: String) throws -> Transform3D {
    Transform3D(elements: try #require(node[key] as? [Double]))
  }

  private func css(_ transform: Transform3D) -> String {
    "matrix3d(\(transform.elements.map { String(format: "%.12f", $0) }.joined(separator: ",")))"
  }

  private func measure(_ page: String, _ scratch: Scratch) throws -> [[Double]] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.program)
    process.arguments = [
      "--headless", "--no-sandbox", "--disable-gpu", "--window-size=1280,800", "--user-data-dir=\(scratch.path)/data",
      "--dump-dom", "file://" + page,
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let start = try #require(text.range(of: "<title>")?.upperBound, "\(text.prefix(400))")
    let end = try #require(text.range(of: "</title>")?.lowerBound)
    return try #require(try JSONSerialization.jsonObject(with: Data(text[start..<end].utf8)) as? [[Double]])
  }
}
