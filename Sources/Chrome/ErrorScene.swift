import Localization
import PanelViews
import Scenes

/// Shown instead of a black screen if a file is invalid: a card with the errors and how to fix them.
public final class ErrorScene: Scene {
  public struct Item: Equatable, Sendable {
    /// The path in the file, such as `$.faces.1`; empty for the file itself.
    public var path: String
    public var reason: String

    public init(path: String, reason: String) { (self.path, self.reason) = (path, reason) }
  }

  private let errorView: ErrorView

  /// - Parameters:
  ///   - title: a sentence that summarizes the problem.
  ///   - file: the path of the file.
  ///   - errors: the errors.
  ///   - instructions: how to fix the errors.
  public init(title: String, file: String, errors: [Item], instructions: String, theme: Theme) {
    errorView = ErrorView(title: title, file: file, errors: errors, instructions: instructions, theme: theme)
    super.init(name: "diagnosis", title: title, content: View(name: "container"))
    errorView.isUserInteractionEnabled = false
    content.addSubview(errorView)
  }

  /// Mirrored in right-to-left languages, as the panel is.
  public override var layoutDirection: LayoutDirection? { nil }
  /// Fills the panel.
  public override var coversWindow: Bool { true }
  public override func layout(scale: Double) {
    // The card has no touch targets, so its texts may be smaller than usual on a small panel, to fit completely.
    let window = content.window
    let magnification = Window.magnification(of: window?.panelSize ?? content.bounds.size, atLeast: 0.75)
    errorView.overrideTextScale = 1
    errorView.setFrame(content.bounds, magnification: magnification / (window?.magnification ?? 1))
  }
}

/// Displays as many errors as fit, and the number of the others.
private final class ErrorView: View {
  private let card: StackView
  private let accent = View(name: "accent")
  private let rows: [StackView]
  private let more = Label(name: "more", size: 17, weight: 500, \.secondaryText)

  init(title: String, file: String, errors: [ErrorScene.Item], instructions: String, theme: Theme) {
    func label(
      _ text: String, _ size: Double, _ weight: Int, _ colorRole: WritableKeyPath<ControlLook, Color> & Sendable,
      lines: Int = 1
    ) -> Label {
      let label = Label(size: size, weight: weight, colorRole, lines: lines)
      label.text = text
      return label
    }
    let rows = errors.map { error in
      StackView(axis: .vertical, spacing: 4) {
        if !error.path.isEmpty { label(error.path, 17, 600, \.tint) }
        label(error.reason, 17, 400, \.text, lines: 3)
      }
    }
    let header = StackView(axis: .vertical, spacing: 8) {
      label(title, 30, 700, \.text, lines: 2)
      label(file, 17, 500, \.secondaryText, lines: 2)
    }
    let list = StackView(axis: .vertical, spacing: 18) { rows }
    card = StackView(axis: .vertical, spacing: 30, margins: Insets(horizontal: 40, vertical: 40), name: "card") {
      header
      list
      label(instructions, 16, 400, \.secondaryText, lines: 4)
    }
    self.rows = rows
    super.init(name: "errors")
    controlLook = theme.look()
    list.addArrangedSubview(more)
    (card.layer.backgroundColor, card.layer.borderColor) = (theme.bar, theme.hairline)
    // The accent color instead of red, because visitors did nothing wrong.
    accent.layer.backgroundColor = theme.accent
    addSubview(card)
    card.addSubview(accent)
  }

  override func layoutSubviews() {
    let (margin, width) = (40.0, min(bounds.width - 80, 860))
    /// Shows the first errors only. Returns the height of the card.
    func show(_ count: Int) -> Double {
      for (index, row) in rows.enumerated() { row.isHidden = index >= count }
      more.isHidden = count >= rows.count
      more.text = LocalizedText.errorMore.text(count: rows.count - count)
      return card.sizeThatFits(Size(width, 0)).height
    }
    var count = 1
    while count < rows.count, show(count + 1) <= bounds.height - 2 * margin { count += 1 }
    let cardHeight = show(count)
    card.frame = Rect((bounds.width - width) / 2, max((bounds.height - cardHeight) / 2, 8), width, cardHeight)
    (card.layer.cornerRadius, card.layer.borderWidth) = (24, 1)
    accent.frame = Rect(0, margin, 5, 36)
    accent.layer.cornerRadius = 2.5
  }
}
