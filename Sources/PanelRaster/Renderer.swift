/// Draws display lists, on one or several threads.
///
/// It keeps its working memory: a frame like the last one allocates nothing. Only one thread may use it at a time.
public final class Renderer {
  private let pass: DrawPass
  private let visibility = Visibility()
  /// A bitmap's pixels before it is redrawn.
  let pixelsBefore = Scratch<UInt32>()
  private let threads: Int
  private(set) var pool: WorkerPool?

  /// The rows that a thread paints at once: few enough that the pixels of one quad are still in the cache for the next,
  /// and that all threads end at about the same time.
  public static let bandHeight = 48

  /// Drawing fewer pixels takes less time than waking another thread.
  private static let minSharedArea = 32_768

  /// - Parameter threads: the number of threads that draw, including the caller's. The others are started when they are
  ///   first needed, and end with the renderer.
  public init(threads: Int) {
    self.threads = max(threads, 1)
    pass = DrawPass(threads: self.threads)
  }

  deinit { pool?.stop() }

  /// Draws quads, the first one undermost, over the target's content.
  ///
  /// - Parameters:
  ///   - quads: none of them may have the target as its bitmap.
  ///   - groups: the quads that are faded or masked together, by their first quad. An outer group comes before those in
  ///     it.
  ///   - target: its `didChange` is called.
  ///   - clip: the part to draw.
  public func draw(_ quads: [Quad], groups: [QuadGroup] = [], into target: Bitmap, clip: Region) {
    let clip = clip.intersection(target.bounds)
    guard !clip.isEmpty else { return }
    pass.begin(quads, groups: groups, target: target, clip: clip)
    while pass.prepareSlab(quads) {
      if threads > 1, clip.area > Self.minSharedArea, pass.bands.count > 1 {
        let pool = pool ?? WorkerPool(workers: threads - 1) { [pass] in pass.paintBand($0, by: $1) }
        self.pool = pool
        pool.run(count: pass.bands.count)
      } else {
        for index in 0..<pass.bands.count { pass.paintBand(index, by: 0) }
      }
    }
    pass.end()
    target.didChange(clip)
  }

  /// Sets `isHidden` of the quads that later quads hide completely inside `bounds`. `draw` skips them.
  ///
  /// Call it once per display list, for the whole picture: a partial redraw then equals the whole, and the owner of a
  /// hidden quad's bitmap needn't draw it.
  ///
  /// - Parameters:
  ///   - quads: the display list.
  ///   - groups: as for `draw`.
  ///   - bounds: the target's.
  public func markHidden(_ quads: inout [Quad], groups: [QuadGroup] = [], in bounds: PixelRect) {
    visibility.mark(&quads, groups: groups, in: bounds)
  }
}
