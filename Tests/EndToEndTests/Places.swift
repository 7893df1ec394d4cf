import Foundation

/// The places of things on the panel, by `cube-kiosk inspect`.
struct Places {
  private let root: [String: Any]

  init(width: Int = 1280, height: Int = 800) throws {
    try self.init(json: try Program.run(["inspect", "--size", "\(width)x\(height)"]).output)
  }

  /// - Parameter json: the output of `inspect`.
  init(json: String) throws {
    guard let tree = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any],
      let root = tree["root"] as? [String: Any]
    else { throw RigFailure(description: "inspect printed no tree") }
    self.root = root
  }

  /// The four corners of a node, clockwise from its own top left.
  func corners(_ name: String) throws -> [[Double]] {
    var nodes = [root]
    while let node = nodes.popLast() {
      if node["name"] as? String == name, let corners = node["corners"] as? [[Double]] { return corners }
      nodes += node["children"] as? [[String: Any]] ?? []
    }
    throw RigFailure(description: "inspect names no \(name)")
  }

  /// Points all over a node's picture, its middle first; none nearer to an edge than a tenth of its side.
  func points(_ name: String) throws -> [(x: Double, y: Double)] {
    let c = try corners(name)
    return [(0.5, 0.5), (0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9), (0.3, 0.6)].map { u, v in
      func mix(_ k: Int) -> Double {
        (c[0][k] * (1 - u) + c[1][k] * u) * (1 - v) + (c[3][k] * (1 - u) + c[2][k] * u) * v
      }
      return ((mix(0) * 256).rounded() / 256, (mix(1) * 256).rounded() / 256)
    }
  }
}
