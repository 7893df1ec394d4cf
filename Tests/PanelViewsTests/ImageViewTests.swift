import PanelViews
import TestRendering
import Testing

@Suite struct ImageViewTests {
  /// A red image of 20×10 pixels in a view of 40×40 points.
  private let view: ImageView = {
    let image = Bitmap(width: 20, height: 10)
    for index in 0..<200 { image.pixels[index / 20 * image.stride + index % 20] = 0xFFFF_0000 }
    return ImageView(image, frame: Rect(0, 0, 40, 40))
  }()

  /// Returns the size of the red part of the picture.
  private var drawnSize: Size {
    let window = Window(View(background: .black, subviews: [view]), size: Size(80, 80), scale: 1, threads: 1)
    let picture = window.image()
    let red = (0..<80).flatMap { y in (0..<80).map { (x: $0, y: y) } }.filter { picture[$0.x, $0.y] == 0xFFFF_0000 }
    return Size(Double(Set(red.map(\.x)).count), Double(Set(red.map(\.y)).count))
  }

  @Test(arguments: [
    (ImageView.ContentMode.scaleToFill, 40.0, 40.0), (.scaleAspectFit, 40, 20), (.scaleAspectFill, 40, 40),
    (.center, 20, 10),
  ])
  func imageFillsTheViewByItsMode(_ mode: ImageView.ContentMode, width: Double, height: Double) {
    view.contentMode = mode
    #expect(drawnSize == Size(width, height))
  }

  /// As in UIKit, the two are independent.
  @Test(arguments: ImageView.ContentMode.allCases, [true, false])
  func contentModeKeepsClipping(_ mode: ImageView.ContentMode, clips: Bool) {
    view.clipsToBounds = clips
    view.contentMode = .center
    view.contentMode = mode
    #expect(view.clipsToBounds == clips)
  }

  @Test func imageOfAHighResolutionIsSmaller() {
    #expect(view.sizeThatFits(.zero) == Size(20, 10))
    // Centered on whole pixels.
    view.frame.size.height = 41
    (view.imageScale, view.contentMode) = (2, .center)
    #expect(view.sizeThatFits(.zero) == Size(10, 5) && drawnSize == Size(10, 5))
    view.image = nil
    #expect(view.sizeThatFits(.zero) == .zero && drawnSize == .zero)
  }
}
