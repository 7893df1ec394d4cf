import PanelGeometry

/// Sorts the members of a 3D space into drawing order.
///
/// The instance reuses its memory from frame to frame.
final class DepthSort {
  /// An edge of the graph: the member to be drawn later, and the next edge from the same member, or -1.
  private struct Edge {
    var later: Int
    var next: Int
  }

  private var edges: ContiguousArray<Edge> = []
  /// The index of each member's first outgoing edge.
  private var firstEdges: ContiguousArray<Int> = []
  /// The number of each member's incoming edges; -1 once it is in the output.
  private var predecessorCounts: ContiguousArray<Int> = []
  /// The indices of the members with a plane, sorted by their left sides, or of all, sorted by their depth.
  private var sorted: ContiguousArray<Int> = []
  private var output: ContiguousArray<SpaceMember> = []
  /// The number of pairs of members that were compared.
  private var comparisonCount = 0

  /// The limit for `comparisonCount`. More members that overlap are drawn by depth.
  private static let maximumComparisonCount = 65_536

  /// Sorts the members from `start` on back to front; members in the same plane keep their sibling order.
  ///
  /// The next member is always the first in sibling order without remaining predecessors.
  ///
  /// - Returns: `false` if no such order exists, because planes intersect or overlap cyclically, or if too many members
  ///   overlap. The members are unchanged then.
  func sort(_ members: inout ContiguousArray<SpaceMember>, from start: Int) -> Bool {
    guard members[start...].contains(where: \.leavesPicturePlane) else { return true }
    // The members refer to layers, which may be removed.
    defer { output.removeAll(keepingCapacity: true) }
    if members[start...].allSatisfy(\.isParallelToPicture) {
      sortByDepth(&members, from: start)
      return true
    }
    let count = members.count - start
    comparisonCount = 0
    edges.removeAll(keepingCapacity: true)
    firstEdges.removeAll(keepingCapacity: true)
    firstEdges.append(contentsOf: repeatElement(-1, count: count))
    predecessorCounts.removeAll(keepingCapacity: true)
    predecessorCounts.append(contentsOf: repeatElement(0, count: count))
    addSiblingEdges(members[start...])
    guard addDepthEdges(members[start...]) else { return false }

    output.removeAll(keepingCapacity: true)
    var first = 0
    for _ in 0..<count {
      while predecessorCounts[first] < 0 { first += 1 }
      guard let next = predecessorCounts[first...].firstIndex(of: 0) else { return false }
      predecessorCounts[next] = -1
      output.append(members[start + next])
      var edge = firstEdges[next]
      while edge >= 0 {
        predecessorCounts[edges[edge].later] -= 1
        edge = edges[edge].next
      }
    }
    members.replaceSubrange(start..., with: output)
    return true
  }

  /// Sorts members that are all parallel to the picture by their depth, which needs no comparison of pairs.
  private func sortByDepth(_ members: inout ContiguousArray<SpaceMember>, from start: Int) {
    sorted.removeAll(keepingCapacity: true)
    sorted.append(contentsOf: members.indices[start...])
    sorted.sort { (members[$0].low.z, $0) < (members[$1].low.z, $1) }
    output.removeAll(keepingCapacity: true)
    for index in sorted { output.append(members[index]) }
    members.replaceSubrange(start..., with: output)
  }

  /// Orders members that reach behind the eye after all earlier siblings and before all later siblings, because they
  /// have no comparable depth.
  private func addSiblingEdges(_ members: ArraySlice<SpaceMember>) {
    var last: Int?
    for index in members.indices {
      if let last { addEdge(last, index, members.startIndex) }
      guard !members[index].isInFrontOfEye else { continue }
      for earlier in (last.map { $0 + 1 } ?? members.startIndex)..<index { addEdge(earlier, index, members.startIndex) }
      last = index
    }
  }

  /// Compares the members whose boxes overlap, found by a sweep from left to right.
  ///
  /// - Returns: `false` if two of them intersect.
  private func addDepthEdges(_ members: ArraySlice<SpaceMember>) -> Bool {
    sorted.removeAll(keepingCapacity: true)
    for index in members.indices where members[index].hasPlane { sorted.append(index) }
    sorted.sort { members[$0].low.x < members[$1].low.x }
    for (position, index) in sorted.enumerated() {
      let right = members[index].high.x
      for other in sorted[(position + 1)...] {
        guard members[other].low.x < right else { break }
        comparisonCount += 1
        guard comparisonCount <= Self.maximumComparisonCount else { return false }
        guard compare(index, other, members), compare(other, index, members) else { return false }
      }
    }
    return true
  }

  private func compare(_ one: Int, _ other: Int, _ members: ArraySlice<SpaceMember>) -> Bool {
    let precedence = members[one].precedence(over: members[other])
    if precedence == .mustPrecede { addEdge(one, other, members.startIndex) }
    return precedence != .intersects
  }

  private func addEdge(_ earlier: Int, _ later: Int, _ start: Int) {
    edges.append(Edge(later: later - start, next: firstEdges[earlier - start]))
    firstEdges[earlier - start] = edges.count - 1
    predecessorCounts[later - start] += 1
  }
}
