import Geometry

extension ContiguousArray<SpaceMember> {
  /// Orders the members from `start` on for drawing: what is behind first, what lies in one plane in sibling order. False
  /// when there is no such order: planes that intersect, or that overlap in a circle, have to be cut.
  ///
  /// Each step takes the first member that nothing left has to precede. That is quadratic at best, which for the
  /// handful of planes in a space costs less than a tree of them would.
  mutating func sortByDepth(from start: Int) -> Bool {
    guard self[start...].contains(where: \.hasDepth) else { return true }
    for place in start..<count {
      var chosen: Int?
      search: for candidate in place..<count {
        for other in place..<count where other != candidate {
          switch self[other].precedence(over: self[candidate]) {
          case .mustPrecede: continue search
          case .intersects: return false
          case .any: break
          }
        }
        chosen = candidate
        break
      }
      guard let chosen else { return false }
      guard chosen != place else { continue }
      let member = self[chosen]
      for index in stride(from: chosen, to: place, by: -1) { self[index] = self[index - 1] }
      self[place] = member
    }
    return true
  }
}
