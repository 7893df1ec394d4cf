import PanelViews
import Testing

@Suite struct GestureLocationTests {
  private let root = View(name: "root")
  private let view = View(name: "view", frame: Rect(100, 50, 200, 200))
  private let pan = PanGestureRecognizer()
  private let tap = TapGestureRecognizer()
  private let window: Window
  private let touches: TouchPlayer

  init() {
    root.addSubview(view)
    tap.allowsSimultaneous = { _ in true }
    for recognizer in [pan, tap] as [GestureRecognizer] { view.addGestureRecognizer(recognizer) }
    window = Window(root, size: Size(600, 400), scale: 1, threads: 1)
    touches = TouchPlayer(window)
  }

  private func isClose(_ a: Point?, _ b: Point, _ tolerance: Double = 1e-6) -> Bool {
    a.map { ($0 - b).length < tolerance } ?? false
  }

  private func rotateView() {
    root.layer.sublayerTransform = Transform3D(perspectiveDistance: 500)
    view.layer.transform = Transform3D(rotationAngle: .pi / 4, x: 0, y: 1, z: 0)
  }

  /// Returns the touches of a finger that moves along points of the view's plane.
  private func drag(_ points: Point...) -> String {
    let locations = points.map { view.convert($0, to: root)! }.map { "\($0.x),\($0.y)" }
    return "down \(locations[0])" + locations.dropFirst().map { " move \($0)" }.joined()
  }

  @Test func locationIsInTheViewsCoordinates() {
    touches.play("down 150,150 move 180,150")
    #expect(pan.state == .began && pan.location(in: view) == Point(80, 100) && pan.location(in: nil) == Point(180, 150))
    #expect(pan.location(in: root) == pan.location)
    rotateView()
    touches.play("up " + drag(Point(50, 60), Point(90, 60)))
    #expect(pan.state == .began && isClose(pan.location(in: view), Point(90, 60)))
  }

  @Test func locationRemainsAfterTheEnd() {
    var ends: [Point?] = []
    pan.onChange = { [unowned pan, view] in if pan.state == .ended { ends.append(pan.location(in: view)) } }
    tap.onChange = { [unowned tap, view] in ends.append(tap.location(in: view)) }
    touches.play("down 150,150 move 250,150 up down 130,60 move 134,60 up")
    // A tap's location is its beginning, which is inside the view.
    #expect(ends == [Point(150, 100), Point(30, 10)])
  }

  @Test func translationIsOnTheViewsPlane() {
    rotateView()
    touches.play(drag(Point(40, 60), Point(60, 60), Point(60, 150)))
    #expect(pan.state == .changed && isClose(pan.translation(in: view), Point(0, 90)))
    #expect(pan.translation(in: root) == pan.translation(in: nil) && pan.translation(in: nil) == pan.translation)
    // Nearer to the eye, the same distance is longer on the screen.
    #expect(pan.translation.length > 91)
    pan.setTranslation(Point(5, 7), in: view)
    #expect(isClose(pan.translation(in: view), Point(5, 7)))
    pan.setTranslation(.zero, in: view)
    #expect(pan.translation(in: view) == .zero && pan.translation == .zero)
    pan.setTranslation(Point(3, 0), in: nil)
    #expect(pan.translation(in: root).map { isClose($0, Point(3, 0)) } == true)
  }

  @Test func velocityIsOnTheViewsPlane() {
    touches.play("down 150,150 move 170,150 move 180,150 move 190,150")
    #expect(isClose(pan.velocity(in: view), Point(1000, 0)) && pan.velocity(in: nil) == pan.velocity)
    view.layer.transform = Transform3D(scaleX: 2, y: 2, z: 1)
    #expect(isClose(pan.velocity(in: view), Point(500, 0)))
    touches.play("up")
    rotateView()
    // The projection isn't linear: the velocity is that of the moment, so short steps come close to it.
    touches.play(drag(Point(40, 60), Point(60, 60), Point(60, 60.01), Point(60, 60.02), Point(60, 60.03)))
    #expect(isClose(pan.velocity(in: view), Point(0, 1), 0.01))
  }

  @Test func edgeOnViewHasNoLocation() {
    touches.play("down 150,150 move 180,150")
    view.layer.transform = Transform3D(rotationAngle: .pi / 2, x: 0, y: 1, z: 0)
    #expect(pan.location(in: view) == nil && pan.translation(in: view) == nil && pan.velocity(in: view) == nil)
    #expect(pan.location(ofTouch: 0, in: view) == nil)
    pan.setTranslation(Point(5, 5), in: view)
    #expect(pan.translation == .zero)
  }

  @Test func eachTouchHasALocation() {
    #expect(pan.numberOfTouches == 0)
    view.isMultipleTouchEnabled = true
    touches.play("1:down 150,150 2:down 200,150 2:move 230,160")
    #expect(pan.numberOfTouches == 2 && pan.location(in: view) == Point(90, 105))
    #expect(
      pan.location(ofTouch: 0, in: view) == Point(50, 100) && pan.location(ofTouch: 1, in: nil) == Point(230, 160))
    #expect(pan.location(ofTouch: 2, in: view) == nil && pan.location(ofTouch: -1, in: view) == nil)
    touches.play("1:up")
    #expect(pan.numberOfTouches == 1 && pan.location(ofTouch: 0, in: view) == Point(130, 110))
  }
}
