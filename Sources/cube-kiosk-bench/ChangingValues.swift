import CAllocationCounter
import Chrome
import Events
import Geometry
import Raster
import Scenes
import Views

/// Measures the cost of changing and redrawing a value on a face of a cube at rest.
enum ChangingValues {
  struct Cost {
    /// Per change, averaged over the six faces, in nanoseconds.
    let change: UInt64
    let allocations: Double
  }

  static func measure(_ size: Size, _ frame: Bitmap) -> Cost {
    var faces: [Int: FaceDescription] = [:]
    var definition = ValueDefinition(.set("20"))
    (definition.decimals, definition.unit) = (1, "°C")
    let values = Values(Dictionary(uniqueKeysWithValues: (1...6).map { ("v\($0)", definition) }))
    for number in 1...6 {
      var face = FaceDescription()
      face.label = try? LiveText(template: "{v\(number)}")
      faces[number] = face
    }
    let stage = Stage(CubeScene(SceneOptions(faces: faces, values: values)))
    let window = Window(stage, size: size, scale: 1, threads: 1)
    _ = window.prepare()
    window.draw(into: frame, clip: Region(frame.bounds))
    var (count, time) = (0, UInt64(0))
    func change() {
      count += 1
      time += 100_000_000
      values.set("v\(count % 6 + 1)", "\(Double(count % 700) / 10)", at: time)
      window.advance(to: time)
      if window.needsDisplay { window.draw(into: frame, clip: window.prepare()) }
    }
    for _ in 0..<600 { change() }
    let least = Main.least(100) { for _ in 0..<6 { change() } } / 6
    let allocations = allocation_count()
    for _ in 0..<1000 { change() }
    return Cost(change: least, allocations: Double(allocation_count() - allocations) / 1000)
  }
}
