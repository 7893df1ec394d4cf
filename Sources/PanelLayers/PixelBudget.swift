/// The numbers of pixels that the off-screen bitmaps of a frame may have, and have so far.
final class PixelBudget {
  /// The pixels of bitmaps.
  struct Use {
    var groups = 0
    var contents = 0
  }

  private(set) var use = Use()
  /// Identifies the frame.
  private(set) var frame = 0
  private var maximum = Use()

  /// Begins a frame.
  ///
  /// - Parameters:
  ///   - frame: differs from that of other frames of the same layers.
  ///   - pictureArea: the picture's number of pixels. Groups may have four times as many, and layers' own content eight
  ///     times: more than any page needs that people can read.
  func begin(frame: Int, pictureArea: Int) {
    self.frame = frame
    use = Use()
    maximum = Use(groups: 4 * pictureArea, contents: 8 * pictureArea)
  }

  /// Takes pixels for a group and what is in it.
  ///
  /// - Returns: False if there aren't as many left; nothing is taken then.
  func takeGroup(_ count: Int, nested: Use) -> Bool {
    guard use.groups + count + nested.groups <= maximum.groups else { return false }
    use.groups += count + nested.groups
    use.contents += nested.contents
    return true
  }

  /// Gives back what a group's sublayers took, before they take it again.
  func giveBack(_ nested: Use) { use = use - nested }

  /// Returns true if there are pixels left for a layer's own content.
  func hasContents(_ count: Int) -> Bool { use.contents + count <= maximum.contents }

  /// Takes pixels for a layer's own content.
  ///
  /// - Returns: False if there aren't as many left; nothing is taken then.
  func takeContents(_ count: Int) -> Bool {
    guard hasContents(count) else { return false }
    use.contents += count
    return true
  }
}

extension PixelBudget.Use {
  static func - (a: Self, b: Self) -> Self { Self(groups: a.groups - b.groups, contents: a.contents - b.contents) }
}
