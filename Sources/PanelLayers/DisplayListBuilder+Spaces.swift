import PanelGeometry

extension DisplayListBuilder {
  /// Adds a layer's sublayers in drawing order.
  func addSublayers(of layer: Layer, _ place: Place, renderer: Renderer) {
    let first = members.count
    gather(layer, transform: layer.sublayerTransformAboutAnchor, place)
    // Each sorts the members if a drawing order exists; the second also cuts them. Inside of a space that is drawn by
    // depth, everything has the depth of the outer member.
    let isSorted = depthSort.sort(&members, from: first) || partition.sort(&members, from: first)
    let drawsByDepth = !isSorted && depth == nil && layersPerPixel(from: first, place) <= Self.maximumLayersPerPixel
    if !isSorted, !drawsByDepth { members[first...].sort { $0.centerDepth < $1.centerDepth } }
    if drawsByDepth { depthSpaceCount += 1 }
    let (outerDepth, outerSpace, toPixels, end) = (depth, space, place.transform.homography, members.count)
    if space == 0 {
      spaceCount += 1
      space = spaceCount
    }
    for index in first..<end {
      let member = members[index]
      guard member.layer.isDoubleSided || member.layer.facing(through: member.transform) == .front else {
        hide(member.layer)
        continue
      }
      if drawsByDepth { depth = member.depth(through: toPixels, space: depthSpaceCount) }
      var inner = place
      inner.transform = member.transform.droppingDepth.concatenating(place.transform)
      inner.opacity = member.opacity
      inner.shade = member.shade
      add(member.layer, inner, member: member, renderer: renderer)
    }
    (depth, space) = (outerDepth, outerSpace)
    members.removeLast(end - first)
  }

  /// The limit for `layersPerPixel`. Beyond it, the depths of the layers' centers decide.
  private static let maximumLayersPerPixel = 128.0

  /// Returns the pixels that the members cover, divided by those of the picture.
  private func layersPerPixel(from first: Int, _ place: Place) -> Double {
    var area = 0.0
    for member in members[first...] {
      let map = member.transform.droppingDepth.concatenating(place.transform).homography
      area += map.visiblePart(of: member.layer.bounds, in: place.clip).mapped { map.apply(to: $0) ?? .zero }.area
    }
    return area / Double(max(size.area, 1))
  }

  /// Collects the sublayers that share a layer's 3D space, including those inside transform layers.
  private func gather(_ layer: Layer, transform spaceTransform: Transform3D, _ place: Place) {
    for sublayer in layer.sublayers where sublayer !== omitted {
      guard sublayer.isShown else {
        sublayer.removeBitmaps()
        continue
      }
      let transform = sublayer.transformToSuperlayer.concatenating(spaceTransform)
      var inner = place
      inner.opacity *= sublayer.opacity
      if sublayer is TransformLayer {
        inner.shade = 1 - (1 - place.shade) * (1 - sublayer.shade)
        gather(
          sublayer, transform: sublayer.sublayerTransformAboutAnchor.concatenating(transform), inner)
        if !isSnapshot { sublayer.subtreeIsDirty = false }
        // Of its sublayers, which are added later.
        sublayer.hasCachedBitmaps = true
      } else {
        members.append(
          SpaceMember(
            sublayer, transform: transform, opacity: inner.opacity, shade: inner.shade, order: members.count))
      }
    }
  }
}
