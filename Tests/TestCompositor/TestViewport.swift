/// A surface's viewport, which posts protocol errors.
final class TestViewport {
  private(set) var destination: (width: Int, height: Int)?
  private var source: (x: Double, y: Double, width: Double, height: Double)?
  private unowned let resource: WpViewportResource

  init(_ resource: WpViewportResource) {
    self.resource = resource
    resource.onRequest = { [unowned self] request in
      switch request {
      case .setSource(-1, -1, -1, -1): source = nil
      case .setSource(let x, let y, let width, let height):
        if x < 0 || y < 0 || width <= 0 || height <= 0 { post(.badValue, "a source of \(width)×\(height)") }
        source = (x, y, width, height)
      case .setDestination(-1, -1): destination = nil
      case .setDestination(let width, let height):
        if width <= 0 || height <= 0 { post(.badValue, "a destination of \(width)×\(height)") }
        destination = (Int(width), Int(height))
      case .destroy: break
      }
    }
  }

  /// The surface's size; `nil` if the buffer determines it.
  var size: (width: Double, height: Double)? {
    if let destination { return (Double(destination.width), Double(destination.height)) }
    return source.map { ($0.width, $0.height) }
  }

  /// - Parameter content: the buffer's size in surface coordinates.
  func check(content: (width: Double, height: Double)) {
    guard let source else { return }
    if source.x + source.width > content.width || source.y + source.height > content.height {
      post(.outOfBuffer, "a source beyond the buffer")
    }
    if destination == nil, source.width != source.width.rounded() || source.height != source.height.rounded() {
      post(.badSize, "a source of \(source.width)×\(source.height) and no destination")
    }
  }

  private func post(_ error: WpViewportResource.Error, _ message: String) {
    resource.postError(error.rawValue, message)
  }
}
