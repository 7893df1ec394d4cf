/// The working memory of one thread while it paints a band.
final class BandScratch {
  /// Room for the pixels of one block.
  let run = Scratch<UInt32>()
  let depth = DepthBuffer()
  /// The groups that are being painted, the innermost last, and for each the index in `kept` of its first pixel.
  let openGroups = Scratch<(group: Int, firstKept: Int)>()
  /// The pixels beneath the open groups.
  let kept = Scratch<UInt32>()
  /// The part of each pixel of a row, in 256ths, that shows the group.
  let factors = Scratch<UInt16>()

  var memory: [ScratchMemory] { [openGroups, kept, factors] + depth.memory }

  init() {
    run.appendUninitialized(count: TextureSampler.runCapacity)
  }
}
