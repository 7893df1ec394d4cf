import Geometry

/// Draws display lists, on one thread or several.
///
/// It keeps the memory that it works with: a frame like the one before allocates nothing. One thread at a time may use
/// it, and it is idle between calls.
public final class Renderer {
  private let frame = Frame()
  private let visibility = Visibility()
  /// A bitmap's pixels while it is drawn anew.
  let before = Scratch<UInt32>()
  private let threads: Int
  private(set) var pool: WorkerPool?

  /// The rows that are painted at once. What one quad draws into a band is still in the cache for the next; and the threads end
  /// at about the same time. (Columns of 128 pixels read a turned bitmap in a better order, but since the sampler names
  /// what it will read this makes no difference, and copying the ground row by row takes half the time.)
  public static let bandHeight = 48

  /// Less than this many pixels to draw isn't worth waking another thread: that takes about as long.
  private static let smallArea = 32_768

  /// - Parameter threads: the number of threads that draw, the caller's own included. The others are started when they are first
  ///   needed, and end with the renderer.
  public init(threads: Int) {
    self.threads = max(threads, 1)
  }

  /// Draws the quads, the first one undermost, over what the target holds, and only inside of `clip`.
  ///
  /// The target must not be the bitmap of one of the quads. It is told what changed (`Bitmap.didChange`).
  public func draw(_ quads: [Quad], into target: Bitmap, clip: Region) {
    let clip = clip.intersection(target.bounds)
    guard !clip.isEmpty else { return }
    frame.prepare(quads, target: target, clip: clip)
    if threads > 1, clip.area > Self.smallArea, frame.bands.count > 1 {
      startPool().run(count: frame.bands.count)
    } else {
      for index in 0..<frame.bands.count { frame.paintBand(index) }
    }
    frame.finish()
    target.didChange(clip)
  }

  /// Finds the quads that later quads leave nothing of inside `bounds`, and sets their `isHidden`: `draw` skips them.
  ///
  /// Call it once per display list, for the whole picture: a partial redraw then equals the whole, and the owner of a hidden
  /// quad's bitmap needn't draw it.
  public func markHidden(_ quads: inout [Quad], in bounds: PixelRect) {
    visibility.mark(&quads, in: bounds)
  }

  private func startPool() -> WorkerPool {
    if let pool { return pool }
    let pool = WorkerPool(workers: threads - 1) { [frame] in frame.paintBand($0) }
    self.pool = pool
    return pool
  }
}

extension Frame {
  /// Paints what of the quads lies in one band.
  func paintBand(_ number: Int) {
    let band = bands.base[number]
    withUnsafeTemporaryAllocation(
      byteCount: TextureSampler.room * 4, alignment: 16
    ) { memory in
      // swift-format-ignore: NeverForceUnwrap
      let painter = BandPainter(self, band: number, run: memory.bindMemory(to: UInt32.self).baseAddress!)
      var end = quads.count
      while end > 0 {
        // The quads of a space that is drawn by depth lie next to each other.
        let space = quads.base[end - 1].depth?.space
        var start = end - 1
        while space != nil, start > 0, quads.base[start - 1].depth?.space == space { start -= 1 }
        if space != nil {
          painter.paintByDepth(start..<end, band, depthBuffers[number])
        } else {
          painter.paint(quads.base + start, band)
        }
        end = start
      }
    }
  }
}
