import Foundation
import TestSupport

/// A point of the panel, in pixels.
struct Place: CustomStringConvertible {
  var x, y: Double

  /// The point in the format of the commands of Weston/fingers.c.
  var description: String { "\(x) \(y)" }
}

/// The positions of views, from `cube-kiosk inspect`.
struct Places {
  private struct Node: Decodable {
    let name: String?
    let corners: [[Double]]?
    let children: [Node]?
  }

  private struct Tree: Decodable {
    let root: Node
  }

  private let root: Node

  init(_ options: [String] = [], size: (width: Int, height: Int) = (1280, 800)) throws {
    let result = try Program.run(["inspect", "--size", "\(size.width)x\(size.height)"] + options)
    root = try Tree(json: result.output).root
  }

  /// The four corners of a view, clockwise from its top left.
  func corners(_ name: String) throws -> [Place] {
    var nodes = [root]
    while let node = nodes.popLast() {
      if node.name == name, let corners = node.corners { return corners.map { Place(x: $0[0], y: $0[1]) } }
      nodes += node.children ?? []
    }
    throw TestFailure("inspect prints no view \(name)")
  }

  /// Points all over a view, its center first, and none closer to an edge than a tenth of the side.
  func points(_ name: String) throws -> [Place] {
    let corners = try corners(name)
    return [(0.5, 0.5), (0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9), (0.3, 0.6)].map { u, v in
      func interpolated(_ coordinate: KeyPath<Place, Double>) -> Double {
        let values = corners.map { $0[keyPath: coordinate] }
        let (top, bottom) = (values[0] * (1 - u) + values[1] * u, values[3] * (1 - u) + values[2] * u)
        // Wayland's coordinates have 8 fractional bits.
        return ((top * (1 - v) + bottom * v) * 256).rounded() / 256
      }
      return Place(x: interpolated(\.x), y: interpolated(\.y))
    }
  }
}
