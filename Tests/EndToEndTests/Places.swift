import Foundation
import TestSupport

/// A point of the panel, in pixels.
struct Place: CustomStringConvertible {
  var x, y: Double

  /// As the fingers' commands take it.
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
    let c = try corners(name)
    return [(0.5, 0.5), (0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9), (0.3, 0.6)].map { u, v in
      func mix(_ k: KeyPath<Place, Double>) -> Double {
        let value = (c[0][keyPath: k] * (1 - u) + c[1][keyPath: k] * u) * (1 - v)
        return ((value + (c[3][keyPath: k] * (1 - u) + c[2][keyPath: k] * u) * v) * 256).rounded() / 256
      }
      return Place(x: mix(\.x), y: mix(\.y))
    }
  }
}
