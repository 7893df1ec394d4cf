import Geometry
import Raster
import Testing
import Text
import Views

@Suite struct LabelTests {
  /// The rows of a 160×120 label that have ink.
  private func rows(_ change: (Label) -> Void) -> [Int] {
    let label = Label(frame: Rect(0, 0, 160, 120))
    label.font = Font(size: 20)
    label.text = "a title of many words that no line has room for, and no label either, whoever drew it"
    change(label)
    let bitmap = Bitmap(width: 160, height: 120)
    label.draw(Canvas(bitmap, fitting: label.bounds))
    return (0..<120).filter { y in (0..<160).contains { bitmap.pixels[y * bitmap.stride + $0] >> 24 > 40 } }
  }

  /// The number of lines that are told apart by rows without ink.
  private func lines(_ rows: [Int]) -> Int { zip(rows, rows.dropFirst()).count { $1 > $0 + 1 } + 1 }

  @Test func aLongLineKeepsMostOfItsSize() {
    let (whole, cut) = (rows { $0.text = "a title" }, rows { _ in })
    #expect(lines(cut) == 1 && Double(cut.count) > 0.6 * Double(whole.count) && cut.count < whole.count)
  }

  @Test func itWrapsToAsManyLinesAsItMayHave() {
    // Letters without dots: a dot stands apart as a line does.
    func wrapped(_ most: Int, height: Double = 120) -> Int {
      lines(
        rows {
          $0.text = Array(repeating: "lamp", count: 40).joined(separator: " ")
          ($0.lines, $0.frame.size.height) = (most, height)
        })
    }
    #expect([1, 2, 3].map { wrapped($0) } == [1, 2, 3])
    // No more than its height has room for.
    #expect(wrapped(50) == 4 && wrapped(3, height: 60) == 2 && wrapped(3, height: 5) == 1)
  }
}
