import PanelGeometry

/// Orders intersecting planes by cutting them. Each node of the binary space partition is a plane that separates the
/// members in front of it from those behind it (Fuchs, Kedem and Naylor, "On visible surface generation by a priori
/// tree structures", SIGGRAPH 1980).
///
/// The instance reuses its memory from frame to frame.
final class SpacePartition {
  private struct Node {
    var member: SpaceMember
    var behind = -1
    var inFront = -1
    /// The next member in the same plane, in sibling order.
    var nextInPlane = -1
  }

  private var nodes: ContiguousArray<Node> = []
  /// The pieces that still have to be compared with the plane of a node, in any order.
  private var pending: ContiguousArray<(member: SpaceMember, node: Int)> = []
  private var output: ContiguousArray<SpaceMember> = []

  /// The limit for the pieces, whose number can grow with more than the square of the number of members.
  private static let maximumPieceCount = 128

  /// Cuts the members from `start` on along their intersections, and sorts the pieces in drawing order.
  ///
  /// - Returns: `false` if there would be too many pieces. The members are then in sibling order, after those that the
  ///   viewer sees edge-on or that reach behind the eye, whose depth can't be compared.
  func sort(_ members: inout ContiguousArray<SpaceMember>, from start: Int) -> Bool {
    // The members refer to layers, which may be removed.
    defer {
      nodes.removeAll(keepingCapacity: true)
      pending.removeAll(keepingCapacity: true)
      output.removeAll(keepingCapacity: true)
    }
    // Members whose depth can't be compared don't take part in the order.
    for member in members[start...] where !member.hasPlane { output.append(member) }
    for member in members[start...] where member.hasPlane && nodes.count <= Self.maximumPieceCount { insert(member) }
    let isOrdered = nodes.count <= Self.maximumPieceCount
    if isOrdered {
      if !nodes.isEmpty { visit(0) }
    } else {
      for member in members[start...] where member.hasPlane { output.append(member) }
    }
    members.replaceSubrange(start..., with: output)
    return isOrdered
  }

  private func insert(_ member: SpaceMember) {
    guard !nodes.isEmpty else { return nodes.append(Node(member: member)) }
    pending.append((member, 0))
    while let (member, nodeIndex) = pending.popLast() {
      let plane = nodes[nodeIndex].member
      switch member.side(of: plane) {
      case .inPlane: link(member, to: nodeIndex, \.nextInPlane)
      case .inFront: link(member, to: nodeIndex, \.inFront)
      case .behind: link(member, to: nodeIndex, \.behind)
      case .both:
        // A piece with the maximum number of corners can't be cut. Its center decides.
        guard let parts = member.cut(by: plane) else {
          link(member, to: nodeIndex, member.hasCenterInFront(of: plane) ? \.inFront : \.behind)
          continue
        }
        if parts.behind.hasArea { link(parts.behind, to: nodeIndex, \.behind) }
        if parts.inFront.hasArea { link(parts.inFront, to: nodeIndex, \.inFront) }
      }
    }
  }

  /// Adds the member as a child if the side is free; otherwise it will be compared with that child.
  private func link(_ member: SpaceMember, to nodeIndex: Int, _ side: WritableKeyPath<Node, Int>) {
    let next = nodes[nodeIndex][keyPath: side]
    if next < 0 {
      nodes[nodeIndex][keyPath: side] = nodes.count
      nodes.append(Node(member: member))
    } else if side == \.nextInPlane {
      link(member, to: next, side)
    } else {
      pending.append((member, next))
    }
  }

  /// Outputs the members of a subtree, the farthest first.
  private func visit(_ nodeIndex: Int) {
    if nodes[nodeIndex].behind >= 0 { visit(nodes[nodeIndex].behind) }
    var next = nodeIndex
    while next >= 0 {
      output.append(nodes[next].member)
      next = nodes[next].nextInPlane
    }
    if nodes[nodeIndex].inFront >= 0 { visit(nodes[nodeIndex].inFront) }
  }
}

extension SpaceMember {
  fileprivate var hasArea: Bool { polygon.area > 1e-9 }
}
