import PanelLayers

/// One or more lines of text. A single line that doesn't fit is shrunk down to `TextLayout.minimumTitleScale`, then
/// truncated. A text is cut after 2,000 characters or 200 lines (`TextLimit`): it would take seconds to lay out.
///
/// As with `UILabel`, `isUserInteractionEnabled` is false by default: touches on the text reach what is behind it.
open class Label: View {
  /// The text without attributes. Setting it removes them.
  public final var text: String {
    get { attributedText.count == 1 ? attributedText[0].string : attributedText.map(\.string).joined() }
    set { attributedText = [AttributedSpan(newValue)] }
  }
  /// The text in parts with their own color and weight.
  public final var attributedText = [AttributedSpan("")] {
    didSet { if attributedText != oldValue { textDidChange() } }
  }
  /// Drawn before the text, at the text's size and in its color; `nil` for none. Beside several lines, it is level with
  /// the first one.
  public final var icon: Icon? {
    didSet {
      guard icon != oldValue else { return }
      preparedDrawing = nil
      (icon == nil) == (oldValue == nil) ? setNeedsDisplay() : contentDidChange()
    }
  }
  /// The role of the text, which determines its font unless `font` is set.
  public final var textStyle = TextStyle.body { didSet { if textStyle != oldValue { contentDidChange() } } }
  /// By default the style's font, which grows with the text scale.
  public final var font: Font {
    get { ownFont ?? textStyle.font(for: self) }
    set { ownFont = newValue }
  }
  private final var ownFont: Font? { didSet { if ownFont != oldValue { contentDidChange() } } }
  /// True to enlarge a font that you set by the text scale, as in UIKit. In the label's bounds, the text grows only as
  /// far as it fits.
  public final var adjustsFontForContentSizeCategory = false {
    didSet { if adjustsFontForContentSizeCategory != oldValue { contentDidChange() } }
  }
  /// The factor for the font's size, if there is enough room.
  private var fontScale: Double { adjustsFontForContentSizeCategory && ownFont != nil ? textScale : 1 }
  private var enlargedFont: Font { font.scaled(by: fontScale) }
  /// By default the look's color for `colorRole`. A color that you set doesn't change with the look.
  public final var color: Color {
    get { ownColor ?? inheritedLook[keyPath: colorRole] }
    set { ownColor = newValue }
  }
  private final var ownColor: Color? { didSet { if ownColor != oldValue { setNeedsDisplay() } } }
  /// The look's color that the text has, such as `\.secondaryText`, as UIKit's `UIColor.secondaryLabel`. The default is
  /// `\.text`.
  public final var colorRole = \ControlLook.text { didSet { if colorRole != oldValue { setNeedsDisplay() } } }

  public final var alignment = TextAlignment.center { didSet { if alignment != oldValue { setNeedsDisplay() } } }

  /// The maximum number of lines, if the bounds are high enough; 0 for any number, as in UIKit. Several lines are
  /// wrapped and never shrunk.
  public final var numberOfLines = 1 { didSet { if numberOfLines != oldValue { contentDidChange() } } }

  /// True to center what is drawn of the glyphs, their ink, instead of the line. Use it for a single large numeral,
  /// which has no descender.
  public final var centersInk = false { didSet { if centersInk != oldValue { setNeedsDisplay() } } }

  public override init(name: String? = nil, frame: Rect = .zero, transformsOnly: Bool = false, layer: Layer? = nil) {
    super.init(name: name, frame: frame, transformsOnly: transformsOnly, layer: layer)
    isUserInteractionEnabled = false
  }

  /// Creates a label with a text, at the leading side by default, as in UIKit.
  ///
  /// - Parameters:
  ///   - text: one line, unless you set `numberOfLines`.
  ///   - style: the role of the text, which determines its font.
  ///   - alignment: the position of the text in the label.
  public convenience init(_ text: String, style: TextStyle = .body, alignment: TextAlignment = .leading) {
    self.init()
    (self.text, textStyle, self.alignment) = (text, style, alignment)
  }

  class override var defaultHuggingPriority: Double { 251 }

  open override var accessibilityDefaults: AccessibilityDefaults { .init(isElement: !text.isEmpty, label: text) }

  open override var drawsContents: Bool { true }

  /// Returns the size of the icon and the text, rounded up to whole points. As in UIKit, a single line ignores the
  /// available width.
  open override func sizeThatFits(_ size: Size) -> Size {
    let icon = iconSize(scale: fontScale)
    let width = maximumLines > 1 && size.width > 0 && size.width.isFinite ? max(size.width - icon.width, 1) : nil
    let layout = TextLayout(spans(font: enlargedFont), maxWidth: width, lines: maximumLines)
    guard !text.isEmpty || self.icon == nil else { return roundedUpToPixels(icon) }
    return roundedUpToPixels(Size(icon.width + layout.size.width, max(icon.height, layout.size.height)))
  }

  override func baseline(in size: Size) -> Double {
    (size.height - sizeThatFits(size).height) / 2 + TextLayout(text, font: enlargedFont).baseline
  }

  open override func draw(_ canvas: Canvas) {
    let drawing = preparedDrawing.flatMap { $0.key == layoutKey ? $0.drawing : nil } ?? drawing
    preparedDrawing = nil
    lastDrawn = drawing
    canvas.draw(drawing.layout, at: drawing.origin)
    if let icon { canvas.draw(icon, in: drawing.iconFrame, color: color) }
  }

  /// A layout of the text and its position, and the icon's.
  private struct Drawing {
    let layout: TextLayout
    let origin: Point
    /// Empty without an icon.
    let iconFrame: Rect

    var textInk: Rect { Rect(origin: origin + layout.inkBounds.origin, size: layout.inkBounds.size) }
    var ink: Rect { iconFrame.isEmpty ? textInk : textInk.union(iconFrame) }
  }

  /// The last drawing, from which the ink is measured when the text changes.
  private final var lastDrawn: Drawing?
  /// The layout of a changed text for the next drawing, valid as long as its key is the same.
  private final var preparedDrawing: (key: LayoutKey, drawing: Drawing)?

  /// The properties on which a layout depends.
  private typealias LayoutKey = ([AttributedSpan], Font, Color, TextAlignment, lines: Int, Size)
  private var layoutKey: LayoutKey { (attributedText, enlargedFont, color, alignment, numberOfLines, bounds.size) }

  /// Redraws only the old and the new glyphs.
  private func textDidChange() {
    invalidateIntrinsicContentSize()
    guard let lastDrawn, window != nil else { return setNeedsDisplay() }
    let drawing = drawing
    preparedDrawing = (layoutKey, drawing)
    // Two points more for antialiasing and hinting.
    setNeedsDisplay(lastDrawn.ink.union(drawing.ink).insetBy(-2, -2))
  }

  private var drawing: Drawing {
    let (layout, scale) = enlargedLayout
    let icon = iconSize(scale: scale)
    let area = Rect(bounds.minX + icon.width, bounds.minY, bounds.width - icon.width, bounds.height)
    // Within several lines, the layout aligns each one.
    let x = alignment.offset(in: area.width - layout.size.width)
    let ink = isMultiline || !centersInk ? nil : layout.inkBounds
    let origin =
      ink.map { Point(area.midX - $0.midX, area.midY - $0.midY) }
      ?? Point(area.minX + (isMultiline ? 0 : x), area.midY - layout.size.height / 2)
    guard self.icon != nil else { return Drawing(layout: layout, origin: origin, iconFrame: .zero) }
    let side = min(icon.height, bounds.width, bounds.height)
    // A lone icon is in the middle of its height, as a text is.
    let middle = text.isEmpty ? bounds.midY : origin.y + layout.lineHeight / 2
    let iconX = text.isEmpty ? alignment.offset(in: bounds.width - side) : x
    return Drawing(
      layout: layout, origin: origin, iconFrame: Rect(bounds.minX + iconX, middle - side / 2, side, side))
  }

  private var layout: TextLayout { enlargedLayout.layout }

  /// The side of an icon's box, relative to the size of the font: icons are drawn with a margin in their boxes, and so are
  /// about as high as a line.
  public static let iconScale = 1.25
  /// The distance from the icon to the text, relative to the size of the font.
  private static let iconGap = 0.35

  /// Returns the icon's width, including the distance to the text, and height; zero without an icon.
  private func iconSize(scale: Double) -> Size {
    guard icon != nil else { return .zero }
    let side = font.size * scale * Self.iconScale
    return Size(side + (text.isEmpty ? 0 : font.size * scale * Self.iconGap), side)
  }

  /// The font as enlarged by the text scale in the label's bounds. A text that is still too wide is drawn smaller.
  public final var fittingFont: Font { font.scaled(by: enlargedLayout.scale) }

  private var enlargedLayout: (layout: TextLayout, scale: Double) {
    let enlarged = stride(from: fontScale, to: 1, by: -0.125).lazy.map { (layout: self.layout(scale: $0), scale: $0) }
    return enlarged.first { !$0.layout.isTruncated && $0.layout.size.height <= self.bounds.height }
      ?? (layout(scale: 1), 1)
  }

  private func layout(scale: Double) -> TextLayout {
    let spans = spans(font: font.scaled(by: scale))
    let width = max(bounds.width - iconSize(scale: scale).width, 0)
    return isMultiline
      ? TextLayout(spans, maxWidth: width, lines: lineCount(scale: scale), alignment: alignment)
      : TextLayout(spans).shrunk(toFit: width, minimumScale: TextLayout.minimumTitleScale / scale)
  }

  private func spans(font: Font) -> [TextSpan] {
    let color = color
    return attributedText.map { span in
      var spanFont = font
      spanFont.weight = span.weight ?? font.weight
      spanFont.hasMonospacedDigits = span.hasMonospacedDigits ?? font.hasMonospacedDigits
      return TextSpan(span.string, font: spanFont, color: span.color ?? color)
    }
  }

  private var maximumLines: Int { numberOfLines > 0 ? numberOfLines : 1000 }

  /// True if the text is truncated.
  public final var isTruncated: Bool { layout.isTruncated }

  /// The frame of the text, or of a lone icon. For several lines, it is as wide as the widest line's ink.
  public final var textFrame: Rect {
    let drawing = drawing
    let (origin, size, ink) = (drawing.origin, drawing.layout.size, drawing.textInk)
    guard !text.isEmpty || icon == nil else { return drawing.iconFrame }
    guard !isMultiline else { return Rect(ink.minX, origin.y, ink.width, size.height) }
    return centersInk ? ink : Rect(origin: origin, size: size)
  }

  private var isMultiline: Bool { lineCount(scale: 1) > 1 }

  /// Returns the number of lines for which the bounds are high enough, at most `numberOfLines`.
  private func lineCount(scale: Double) -> Int {
    guard maximumLines > 1 else { return 1 }
    let height = TextLayout("", font: font).size.height * scale
    return max(1, Int(clamping: min(Double(maximumLines), bounds.height / max(height, 1))))
  }
}

extension TextAlignment {
  /// Returns the distance from the leading side, if this much width is left.
  fileprivate func offset(in spareWidth: Double) -> Double {
    switch self {
    case .leading: 0
    case .center: spareWidth / 2
    case .trailing: spareWidth
    }
  }
}
