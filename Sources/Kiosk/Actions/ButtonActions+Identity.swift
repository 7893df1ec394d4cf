import Scenes

extension ButtonActions {
  /// Identifies a button across configuration reloads.
  struct Identity: Hashable {
    let countKey: String
    /// The line of a button in the row of a list.
    let line: RowLine?
    /// The number of equal lines before that line.
    let lineOccurrence: Int
    /// The title of a message's button, which is gone once its action ends; `nil` for other buttons.
    let messageButtonTitle: String?

    init(_ button: ActionButton) {
      (countKey, line, lineOccurrence) = (button.countKey, button.line, button.lineOccurrence)
      messageButtonTitle = button.file == Message.Button.file ? button.name : nil
    }
  }
}

extension ActionButton {
  /// The key under which presses are counted across restarts: `3/button` for a cube face, `/button` for a scene file,
  /// or `menu.json/button` if that file isn't the panel's scene.
  var countKey: String { "\(face.map { "\($0)" } ?? file)/\(name ?? "")" }
}
