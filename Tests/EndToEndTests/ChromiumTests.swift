import Foundation
import PanelGeometry
import TestSupport
import Testing

/// Compares scenes with CSS 3D in Chromium, an independent implementation of the same mathematics.
@Suite(.serialized) struct ChromiumTests {
  private static let program = "/usr/bin/chromium"
  private static let isInstalled = FileManager.default.isExecutableFile(atPath: program)

  /// Each leaf becomes a box. Chromium computes its bounding box.
  @Test(
    .enabled(if: isInstalled, "chromium is not installed"),
    arguments: [
      "cube", "carousel", "perspective", "shared-perspective", "rotate", "shear", "compound", "intersect", "flatten-y",
      "flatten-z", "fold",
    ])
  func cornersMatchChromium(_ name: String) throws {
    let result = try Program.run(["inspect", "--scene", name, "--no-bar", "--size", "1280x800"])
    let tree = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    var boxes: [(html: String, corners: [[Double]])] = []
    try collect(try #require(tree["root"] as? [String: Any]), above: "", into: &boxes)
    #expect(!boxes.isEmpty)

    let script = """
      document.title = JSON.stringify([...document.querySelectorAll('.leaf')].map(e => {
        const r = e.getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom]; }));
      document.body.innerHTML = document.title;
      """
    let html = """
      <!DOCTYPE html><html><body style="margin:0"><style>div{position:absolute;left:0;top:0;transform-origin:0 0}</style>
      \(boxes.map(\.html).joined(separator: "\n"))<script>\(script)</script></body></html>
      """
    let rectangles = try measure(html)
    #expect(rectangles.count == boxes.count)
    for (rectangle, box) in zip(rectangles, boxes) {
      let (x, y) = (box.corners.map { $0[0] }, box.corners.map { $0[1] })
      let expected = [x.min()!, y.min()!, x.max()!, y.max()!]
      for (a, b) in zip(rectangle, expected) { #expect(abs(a - b) < 0.5, "\(rectangle), \(expected)") }
    }
  }

  /// Wraps each leaf in the elements of all layers above it. Chromium composes their matrices.
  private func collect(
    _ node: [String: Any], above: String, into boxes: inout [(html: String, corners: [[Double]])]
  ) throws {
    let children = node["children"] as? [[String: Any]] ?? []
    let bounds = try #require(node["bounds"] as? [Double])
    let (position, anchor) = (
      try #require(node["position"] as? [Double]), try #require(node["anchorPoint"] as? [Double])
    )
    let transform = try matrix(node, "transform")
    let (anchorX, anchorY) = (bounds[0] + anchor[0] * bounds[2], bounds[1] + anchor[1] * bounds[3])
    let (anchorZ, z) = (node["anchorPointZ"] as? Double ?? 0, node["zPosition"] as? Double ?? 0)
    let toParent = transform.translatedBy(x: -anchorX, y: -anchorY, z: -anchorZ)
      .concatenating(Transform3D(translationX: position[0], y: position[1], z: z))
    let style = node["class"] as? String == "transform" ? "preserve-3d" : "flat"
    let open = above + "<div style=\"transform:\(css(toParent));transform-style:\(style)\">"
    if children.isEmpty, let corners = node["corners"] as? [[Double]], node["hidden"] as? Bool != true, bounds[2] > 0 {
      let depth = open.components(separatedBy: "<div").count - 1
      let leaf = "<div class=\"leaf\" style=\"width:\(bounds[2])px;height:\(bounds[3])px\"></div>"
      boxes.append((open + leaf + String(repeating: "</div>", count: depth), corners))
    }
    // The sublayer transform is relative to the anchor point.
    let sublayerTransform = try matrix(node, "sublayerTransform").translatedBy(x: -anchorX, y: -anchorY, z: 0)
      .concatenating(Transform3D(translationX: anchorX, y: anchorY, z: 0))
    // An identity is omitted: Chromium treats a 3D box in a flat one as if both were 3D.
    let inner =
      sublayerTransform.isIdentity
      ? open : open + "<div style=\"transform:\(css(sublayerTransform));transform-style:preserve-3d\">"
    for child in children { try collect(child, above: inner, into: &boxes) }
  }

  private func matrix(_ node: [String: Any], _ key: String) throws -> Transform3D {
    Transform3D(elements: try #require(node[key] as? [Double]))
  }

  private func css(_ transform: Transform3D) -> String {
    "matrix3d(\(transform.elements.map { String(format: "%.12f", $0) }.joined(separator: ",")))"
  }

  private func measure(_ html: String) throws -> [[Double]] {
    let directory = try TemporaryDirectory()
    let page = try directory.write(html, to: "page.html")
    let text = try FinishedProcess(
      [
        Self.program, "--headless", "--no-sandbox", "--disable-gpu", "--window-size=1280,800",
        "--user-data-dir=\(directory.file("data"))", "--dump-dom", "file://" + page,
      ], environment: ["HOME": directory.path]
    ).output
    let start = try #require(text.range(of: "<title>")?.upperBound, "\(text.prefix(400))")
    let end = try #require(text.range(of: "</title>")?.lowerBound)
    return try #require(try JSONSerialization.jsonObject(with: Data(text[start..<end].utf8)) as? [[Double]])
  }
}
