import Views

/// A view of a picture whose file changes.
final class FollowingView: View {
  private let file: String
  private let pictures: FollowedPictures
  private var observer: FollowedPictures.Observer?

  init(name: String?, _ path: String, among pictures: FollowedPictures) {
    (file, self.pictures) = (path, pictures)
    super.init(name: name)
  }

  /// Shows what is there, and what comes.
  func follow() { observer = pictures.observe(file) { [unowned self] in layer.contents = $0 } }
}
