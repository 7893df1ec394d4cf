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
  private var queue: ContiguousArray<(member: SpaceMember, node: Int)> = []
  private var output: ContiguousArray<SpaceMember> = []

  /// The maximum number of pieces, which grows at least with the square of the number of members.
  private static let maximumPieceCount = 128

  /// Cuts the members from `start` on along their intersections, and sorts the pieces in drawing order.
  ///
  /// - Returns: `false` if there would be too many pieces. The members are then in sibling order, after those without a
  ///   plane.
  func sort(_ members: inout ContiguousArray<SpaceMember>, from start: Int) -> Bool {
    nodes.removeAll(keepingCapacity: true)
    output.removeAll(keepingCapacity: true)
    // Members without a plane don't take part in the order.
    for member in members[start...] where !member.hasPlane { output.append(member) }
    for member in members[start...] where member.hasPlane && nodes.count <= Self.maximumPieceCount { insert(member) }
    let isCut = nodes.count <= Self.maximumPieceCount
    if isCut {
      if !nodes.isEmpty { visit(0) }
    } else {
      for member in members[start...] where member.hasPlane { output.append(member) }
    }
    members.replaceSubrange(start..., with: output)
    return isCut
  }

  private func insert(_ member: SpaceMember) {
    guard !nodes.isEmpty else { return nodes.append(Node(member: member)) }
    queue.append((member, 0))
    while let (member, nodeIndex) = queue.popLast() {
      let plane = nodes[nodeIndex].member
      switch member.side(of: plane) {
      case .inPlane: link(member, to: nodeIndex, \.nextInPlane)
      case .inFront: link(member, to: nodeIndex, \.inFront)
      case .behind: link(member, to: nodeIndex, \.behind)
      case .both:
        // If the piece has no room for another corner, its center decides.
        guard let parts = member.cut(by: plane) else {
          link(member, to: nodeIndex, (member.low.z + member.high.z) / 2 >= plane.low.z ? \.inFront : \.behind)
          continue
        }
        if parts.behind.hasArea { link(parts.behind, to: nodeIndex, \.behind) }
        if parts.inFront.hasArea { link(parts.inFront, to: nodeIndex, \.inFront) }
      }
    }
  }

  /// Adds the member as a child if the side is free; otherwise queues it for comparison with that child.
  private func link(_ member: SpaceMember, to nodeIndex: Int, _ side: WritableKeyPath<Node, Int>) {
    let next = nodes[nodeIndex][keyPath: side]
    if next < 0 {
      nodes[nodeIndex][keyPath: side] = nodes.count
      nodes.append(Node(member: member))
    } else if side == \.nextInPlane {
      link(member, to: next, side)
    } else {
      queue.append((member, next))
    }
  }

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
