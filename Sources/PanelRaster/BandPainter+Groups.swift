import CPixels

extension BandPainter {
  /// Ends the open groups that a quad isn't in, and begins those that it is in.
  ///
  /// - Parameters:
  ///   - group: the index of the quad's innermost group, or -1.
  ///   - listIndex: the quad's index in the display list.
  func enter(_ group: Int, _ listIndex: Int, _ band: PixelRect) {
    let open = scratch.openGroups
    while open.count > 0, !groups[open.base[open.count - 1].group].quads.contains(listIndex) { endGroup(band) }
    let innermost = open.count > 0 ? open.base[open.count - 1].group : -1
    guard group != innermost else { return }
    let firstNew = open.count
    var new = group
    while new != innermost, new >= 0 {
      open.append((new, 0))
      new = groups[new].parent
    }
    // They were found from the innermost outward.
    var added = UnsafeMutableBufferPointer(start: open.base + firstNew, count: open.count - firstNew)
    added.reverse()
    for index in firstNew..<open.count {
      open.base[index].firstKept = scratch.kept.count
      keepPixels(beneath: open.base[index].group, band)
    }
  }

  func endGroups(_ band: PixelRect) {
    while scratch.openGroups.count > 0 { endGroup(band) }
  }

  private func keepPixels(beneath group: Int, _ band: PixelRect) {
    forEachKeptRange(of: group, band) { y, columns in
      let first = scratch.kept.appendUninitialized(count: columns.count)
      (scratch.kept.base + first).update(
        from: target.base + (y &* target.stride &+ columns.lowerBound), count: columns.count)
    }
  }

  /// Blends the pixels beneath the innermost group back in.
  private func endGroup(_ band: PixelRect) {
    let (index, firstKept) = scratch.openGroups.base[scratch.openGroups.count - 1]
    let group = groups + index
    let isUniform = group.pointee.mask.count == 0 && group.pointee.roundedMask == nil
    var kept = scratch.kept.base + firstKept
    forEachKeptRange(of: index, band) { y, columns in
      let painted = target.base + (y &* target.stride &+ columns.lowerBound)
      if isUniform {
        cpixels_fade(painted, kept, columns.count, group.pointee.opacity)
      } else {
        findFactors(group, y, columns)
        cpixels_mask(painted, kept, scratch.factors.base, columns.count)
      }
      kept += columns.count
    }
    scratch.kept.removeAll(from: firstKept)
    scratch.openGroups.removeAll(from: scratch.openGroups.count - 1)
  }

  private func forEachKeptRange(of index: Int, _ band: PixelRect, _ body: (Int, Range<Int>) -> Void) {
    let touched = groups[index].touched
    for y in (touched.minY..<touched.maxY).clamped(to: band.minY..<band.maxY) {
      let kept = groups[index].keptColumns(y)
      let (left, right) = (
        kept.left.clamped(to: band.minX..<band.maxX), kept.right.clamped(to: band.minX..<band.maxX)
      )
      if !left.isEmpty { body(y, left) }
      if !right.isEmpty { body(y, right) }
    }
  }

  /// Sets the part, in 256ths, of each pixel that shows the group.
  private func findFactors(_ group: UnsafePointer<PreparedGroup>, _ y: Int, _ columns: Range<Int>) {
    scratch.factors.reset(UInt16(truncatingIfNeeded: group.pointee.opacity), count: columns.count)
    let factors = scratch.factors.base
    func multiply(_ x: Int, by coverage: Double) {
      let coverage = UInt32(bitPattern: (coverage * 256 + 0.5).floorInt32)
      let factor = factors + (x &- columns.lowerBound)
      factor.pointee = UInt16(truncatingIfNeeded: (UInt32(factor.pointee) &* coverage &+ 128) &>> 8)
    }
    if group.pointee.mask.count > 0 {
      let edges = UnsafeBufferPointer(start: edges + group.pointee.firstEdge, count: group.pointee.mask.count)
      let span = RowSpan(edges, y, width: Double(target.width))
      let inner = span.inner(within: columns)
      let touched = (Int(span.start)..<Int(span.end)).clamped(to: columns)
      for x in columns where !inner.contains(x) {
        let coverage = touched.contains(x) ? coverage(edges, Double(x) + 0.5, Double(y) + 0.5) : 0
        multiply(x, by: coverage)
      }
    }
    guard let roundedMask = group.pointee.roundedMask else { return }
    let widths = roundedMask.cornerWidths(y)
    let rect = roundedMask.rect
    let left = (rect.minX..<rect.minX + widths.left).clamped(to: columns)
    let right = (max(rect.maxX - widths.right, left.upperBound)..<max(rect.maxX, left.upperBound)).clamped(to: columns)
    for x in left { multiply(x, by: roundedMask.coverage(x, y)) }
    for x in right { multiply(x, by: roundedMask.coverage(x, y)) }
  }

  private func coverage(_ edges: UnsafeBufferPointer<Edge>, _ x: Double, _ y: Double) -> Double {
    guard let first = edges.baseAddress else { return 0 }
    return first.coverage(count: edges.count, x: x, y: y)
  }
}
