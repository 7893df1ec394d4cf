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

  /// Returns the text's size, rounded up to whole points. As in UIKit, a single line ignores the available width.
  open override func sizeThatFits(_ size: Size) -> Size {
    let width = maximumLines > 1 && size.width > 0 && size.width.isFinite ? size.width : nil
    return roundedUpToPixels(TextLayout(spans(font: enlargedFont), maxWidth: width, lines: maximumLines).size)
  }

  override func baseline(in size: Size) -> Double {
    (size.height - sizeThatFits(size).height) / 2 + TextLayout(text, font: enlargedFont).baseline
  }

  open override func draw(_ canvas: Canvas) {
    let layout = preparedLayout.flatMap { $0.key == layoutKey ? $0.layout : nil } ?? layout
    preparedLayout = nil
    let origin = origin(of: layout)
    lastDrawn = (layout, origin)
    canvas.draw(layout, at: origin)
  }

  /// The last drawn layout and its position, from which the ink is measured when the text changes.
  private final var lastDrawn: (layout: TextLayout, origin: Point)?
  /// The layout of a changed text for the next drawing, valid as long as its key is the same.
  private final var preparedLayout: (key: LayoutKey, layout: TextLayout)?

  /// The properties on which a layout depends.
  private typealias LayoutKey = ([AttributedSpan], Font, Color, TextAlignment, lines: Int, Size)
  private var layoutKey: LayoutKey { (attributedText, enlargedFont, color, alignment, numberOfLines, bounds.size) }

  /// Redraws only the old and the new glyphs.
  private func textDidChange() {
    invalidateIntrinsicContentSize()
    guard let lastDrawn, window != nil else { return setNeedsDisplay() }
    let layout = layout
    preparedLayout = (layoutKey, layout)
    // Two points more for antialiasing and hinting.
    let ink = ink(of: lastDrawn.layout, at: lastDrawn.origin).union(ink(of: layout, at: origin(of: layout)))
    setNeedsDisplay(ink.insetBy(-2, -2))
  }

  private func ink(of layout: TextLayout, at origin: Point) -> Rect {
    Rect(origin: origin + layout.inkBounds.origin, size: layout.inkBounds.size)
  }

  private func origin(of layout: TextLayout) -> Point {
    let y = bounds.midY - layout.size.height / 2
    guard !isMultiline else { return Point(bounds.minX, y) }
    guard !centersInk else { return Point(bounds.midX - layout.inkBounds.midX, bounds.midY - layout.inkBounds.midY) }
    let spareWidth = bounds.width - layout.size.width
    switch alignment {
    case .leading: return Point(bounds.minX, y)
    case .center: return Point(bounds.minX + spareWidth / 2, y)
    case .trailing: return Point(bounds.minX + spareWidth, y)
    }
  }

  private var layout: TextLayout { enlargedLayout.layout }

  /// The font as enlarged by the text scale in the label's bounds. A text that is still too wide is drawn smaller.
  public final var fittingFont: Font { font.scaled(by: enlargedLayout.scale) }

  private var enlargedLayout: (layout: TextLayout, scale: Double) {
    let enlarged = stride(from: fontScale, to: 1, by: -0.125).lazy.map { (layout: self.layout(scale: $0), scale: $0) }
    return enlarged.first { !$0.layout.isTruncated && $0.layout.size.height <= self.bounds.height }
      ?? (layout(scale: 1), 1)
  }

  private func layout(scale: Double) -> TextLayout {
    let spans = spans(font: font.scaled(by: scale))
    return isMultiline
      ? TextLayout(spans, maxWidth: bounds.width, lines: lineCount(scale: scale), alignment: alignment)
      : TextLayout(spans).shrunk(toFit: bounds.width, minimumScale: TextLayout.minimumTitleScale / scale)
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

  /// The frame of the text. For several lines, it is as wide as the widest line's ink.
  public final var textFrame: Rect {
    let layout = layout
    let origin = origin(of: layout)
    let ink = ink(of: layout, at: origin)
    guard !isMultiline else { return Rect(ink.minX, origin.y, ink.width, layout.size.height) }
    return centersInk ? ink : Rect(origin.x, origin.y, layout.size.width, layout.size.height)
  }

  private var isMultiline: Bool { lineCount(scale: 1) > 1 }

  /// Returns the number of lines for which the bounds are high enough, at most `numberOfLines`.
  private func lineCount(scale: Double) -> Int {
    guard maximumLines > 1 else { return 1 }
    let height = TextLayout("", font: font).size.height * scale
    return max(1, Int(clamping: min(Double(maximumLines), bounds.height / max(height, 1))))
  }
}
