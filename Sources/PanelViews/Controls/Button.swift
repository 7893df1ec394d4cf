import PanelLayers

/// A control with a title, an icon or an image, or both. A tap or a key press triggers its action.
///
/// Titles, title colors, images and looks can differ by state, as in `UIButton`. A state without a value uses the
/// normal one.
open class Button: Control {
  private var titles = StateValues<String>()
  private var titleColors = StateValues<Color>()
  private var images = StateValues<Bitmap>()
  private var looks = StateValues<ControlLook>()
  /// The role of the title, which determines its font unless `font` is set. By default the body style with weight 500.
  public final var textStyle = TextStyle(Font(size: TextStyle.body.font.size, weight: 500)) {
    didSet { if textStyle != oldValue { contentDidChange() } }
  }
  private var ownFont: Font? { didSet { if ownFont != oldValue { contentDidChange() } } }
  private var ownTitleInset: Double? { didSet { if ownTitleInset != oldValue { contentDidChange() } } }

  /// The normal title.
  public final var title: String {
    get { titles[.normal] ?? "" }
    set { setTitle(newValue, for: .normal) }
  }
  /// The normal title color.
  public final var titleColor: Color {
    get { titleColor(for: .normal) }
    set { setTitleColor(newValue, for: .normal) }
  }
  /// By default the style's font, which grows with the text scale.
  public final var font: Font {
    get { ownFont ?? textStyle.font(for: self) }
    set { ownFont = newValue }
  }
  /// The minimum distance between the title and each side, in points. The default is 12 points.
  public final var titleInset: Double {
    get { ownTitleInset ?? 12 }
    set { ownTitleInset = newValue }
  }

  /// Drawn before the title in place of an image, at the title's size and in its color; `nil` for none.
  public final var icon: Icon? {
    didSet {
      guard icon != oldValue else { return }
      (icon == nil) == (oldValue == nil) ? setNeedsDisplay() : contentDidChange()
    }
  }

  /// The maximum number of lines of the title. A title of one line shrinks if it doesn't fit; in several, it wraps.
  public final var numberOfLines = 1 { didSet { if numberOfLines != oldValue { contentDidChange() } } }

  /// Called after a tap, Return or Space.
  public final var onPress: (() -> Void)?

  /// - Parameters:
  ///   - title: also the accessibility label.
  ///   - name: the view's name in `path`.
  ///   - frame: in the superview, in points.
  ///   - layer: the button's layer; `nil` for a new one.
  public init(_ title: String = "", name: String? = nil, frame: Rect = .zero, layer: Layer? = nil) {
    titles[.normal] = title
    super.init(name: name, frame: frame, layer: layer)
    accessibilityLabel = title
    addAction(for: .primaryActionTriggered) { [unowned self] _ in performPrimaryAction() }
  }

  /// Calls `onPress`. A subclass can do it at another time.
  open func performPrimaryAction() { onPress?() }

  // MARK: Per state

  public final func title(for state: State) -> String { titles.value(for: state) ?? "" }
  public final func image(for state: State) -> Bitmap? { images.value(for: state) }

  /// Returns the color for a state, by default the look's. A disabled button's color is faded.
  public final func titleColor(for state: State) -> Color {
    if let color = titleColors[state] { return color }
    guard !state.contains(.disabled) else {
      let color = titleColor(for: state.subtracting(.disabled))
      return titleColors[.disabled] ?? look.disabledText ?? color.withAlphaComponent(0.4 * color.alpha)
    }
    guard !state.contains(.selected) else { return titleColors[.selected] ?? look.selectedText }
    return titleColors.value(for: state) ?? look.text
  }

  /// Sets the title for a state. The normal title is also the accessibility label.
  public final func setTitle(_ title: String?, for state: State) {
    guard title != titles[state] else { return }
    if state == .normal, accessibilityLabel ?? "" == self.title { accessibilityLabel = title }
    titles[state] = title
    contentDidChange()
  }

  public final func setTitleColor(_ color: Color?, for state: State) {
    guard color != titleColors[state] else { return }
    titleColors[state] = color
    setNeedsDisplay()
  }

  /// Sets the image for a state. It is drawn before the title, one pixel per point.
  public final func setImage(_ image: Bitmap?, for state: State) {
    images[state] = image
    contentDidChange()
  }

  /// Sets the look for a state, in points. States without one use `look`.
  public final func setLook(_ look: ControlLook?, for state: State) {
    looks[state] = look
    setNeedsDisplay()
  }

  open override var accessibilityDefaults: AccessibilityDefaults { super.accessibilityDefaults.adding(.button) }

  /// The title that is drawn, by default that for the state.
  open var currentTitle: String { title(for: state) }
  /// The color of the title that is drawn, by default that for the state.
  open var currentTitleColor: Color { titleColor(for: state) }
  /// The look that is drawn, by default that for the state.
  open var drawnLook: ControlLook { looks.value(for: state) ?? look }

  // MARK: Layout and drawing

  open override var drawsContents: Bool { true }

  /// Returns the size of the image and the title with `titleInset` at both sides, in whole points. The height is at
  /// least `minimumHeight`. A title of one line ignores the available width.
  open override func sizeThatFits(_ size: Size) -> Size {
    let title = titleSize(currentTitle, font: font, width: size.width - imageWidth - 2 * titleInset)
    let width = title.width + imageWidth + 2 * titleInset
    return roundedUpToPixels(Size(width, max(title.height, imageSize.height, Control.minimumHeight)))
  }

  /// Returns the size of a title in as many lines as it needs within a width, at most `numberOfLines`.
  ///
  /// - Parameters:
  ///   - title: the title.
  ///   - font: the font of the title.
  ///   - width: in points; 0 or less, or infinite, for a title that doesn't wrap.
  public final func titleSize(_ title: String, font: Font, width: Double) -> Size {
    let layout = TextLayout(title, font: font)
    guard numberOfLines > 1, width > 0, width.isFinite, layout.size.width > width else { return layout.size }
    return wrappedTitle(TextSpan(title, font: font, color: .white), width: width, lines: numberOfLines).size
  }

  private func wrappedTitle(_ title: TextSpan, width: Double, lines: Int) -> TextLayout {
    let widest = TextLayout([title], maxWidth: width, lines: lines).size.width
    // Centered within the widest line, so that the layout is as wide as its lines.
    return TextLayout([title], maxWidth: min(widest.rounded(.up), width), lines: lines, alignment: .center)
  }

  /// The size of the icon or the image before the title, in points; zero for none.
  open var imageSize: Size {
    if icon != nil { return Self.iconSize(beside: drawnFont) }
    return image(for: state).map { Size(Double($0.width), Double($0.height)) } ?? .zero
  }

  /// Returns the size of an icon before a title.
  public static func iconSize(beside font: Font) -> Size {
    let side = (font.size * Label.iconScale).rounded()
    return Size(side, side)
  }

  /// Draws the icon or the image. Subclasses can draw an indicator instead.
  open func drawImage(_ canvas: Canvas, in frame: Rect) {
    if let icon { return canvas.draw(icon, in: frame, color: currentTitleColor) }
    if let image = image(for: state) { canvas.draw(image, in: frame) }
  }

  /// The room of the image and of the distance to the title.
  private var imageWidth: Double { imageSize.width + gap }
  private var gap: Double { imageSize.width == 0 || currentTitle.isEmpty ? 0 : 8 }

  override func baseline(in size: Size) -> Double {
    let title = TextLayout(currentTitle, font: font)
    return (size.height - title.size.height) / 2 + title.baseline
  }

  /// Returns the rectangle of the background and the title, by default the bounds, as in UIKit. A smaller one leaves
  /// room that still receives touches.
  open func backgroundRect(forBounds bounds: Rect) -> Rect { bounds }

  open override func draw(_ canvas: Canvas) {
    canvas.draw(drawnLook, of: self, in: backgroundRect(forBounds: bounds))
    drawTitle(canvas)
  }

  /// The title as it is drawn: shrunk, or in several lines, if it doesn't fit.
  public final var titleLayout: TextLayout {
    let frame = backgroundRect(forBounds: bounds)
    let width = max(frame.width - 2 * drawnTitleInset - imageWidth, 1)
    let layout = TextLayout(currentTitle, font: drawnFont, color: currentTitleColor)
    let room = Int(clamping: frame.height / max(layout.lineHeight, 1))
    guard numberOfLines > 1, room > 1, layout.size.width > width else {
      return layout.shrunk(toFit: width, minimumScale: minimumTitleScale)
    }
    let title = TextSpan(currentTitle, font: drawnFont, color: currentTitleColor)
    return wrappedTitle(title, width: width, lines: min(numberOfLines, room))
  }

  /// The font of `titleLayout`, by default `font`.
  open var drawnFont: Font { font }
  /// The inset of `titleLayout`, by default `titleInset`.
  open var drawnTitleInset: Double { titleInset }
  /// The factor to which `titleLayout` shrinks before it truncates.
  open var minimumTitleScale: Double { TextLayout.minimumTitleScale }

  /// The frame of the title as it is drawn, or of the image alone, in the button's points.
  public final var titleFrame: Rect {
    let frame = backgroundRect(forBounds: bounds)
    let isImageOnly = currentTitle.isEmpty && imageSize.width > 0
    let size = isImageOnly ? imageSize : titleLayout.size
    guard !isImageOnly else {
      return Rect(frame.midX - size.width / 2, frame.midY - size.height / 2, size.width, size.height)
    }
    return Rect(frame.midX - (size.width - imageWidth) / 2, frame.midY - size.height / 2, size.width, size.height)
  }

  /// True if the title is truncated with an ellipsis.
  public final var isTitleTruncated: Bool { titleLayout.isTruncated }

  /// Draws the image and the title centered. Subclasses can draw an icon instead.
  open func drawTitle(_ canvas: Canvas) {
    let (title, imageSize, frame) = (titleLayout, imageSize, backgroundRect(forBounds: bounds))
    guard imageSize.width > 0 else { return canvas.draw(title, centeredIn: frame) }
    let x = frame.midX - (imageWidth + title.size.width) / 2
    drawImage(canvas, in: Rect(origin: Point(x, frame.midY - imageSize.height / 2), size: imageSize))
    canvas.draw(
      title, centeredVerticallyIn: Rect(x + imageWidth, frame.minY, title.size.width, frame.height))
  }
}
