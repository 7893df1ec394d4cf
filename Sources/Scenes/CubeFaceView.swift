import Localization
import PanelViews

/// A face of the cube: a colored background, which the light may darken, and above it a number and other content.
final class CubeFaceView: View, Numbered {
  let number: Int
  static let names = LocalizedText.faces
  private let numeral: LiveLabel

  let textStyle: LegibleTextStyle

  /// The alpha of the shade, 0…1.
  var shade: Double {
    get { layer.shade }
    set { layer.shade = newValue }
  }

  /// True if the shade also covers the text and the buttons.
  var isContentShaded: Bool {
    get { layer.shadesSublayers }
    set { layer.shadesSublayers = newValue }
  }

  var identifyingColor: Color? { Palette.faces[number - 1].from }

  private let colors: (from: Color, to: Color)
  private var middleColor: Color { colors.from.mixed(with: colors.to, 0.5) }
  private let image: Bitmap?
  /// The number of button presses, if the face shows it.
  private let countLabel = Label(name: "count")
  private(set) var buttons: [ActionButton] = []
  private(set) var valueControls: [ValueControl] = []
  private var observers: [ChangeObserver] = []
  private(set) var lists: [LineList] = []

  init(number: Int, _ description: FaceDescription, values: Values) {
    self.number = number
    let colors = description.colors ?? Palette.faces[number - 1]
    self.colors = colors
    image = description.image
    textStyle =
      image.map { LegibleTextStyle(on: $0, over: colors.from.mixed(with: colors.to, 0.5)) }
      ?? LegibleTextStyle(from: colors.from, to: colors.to)
    let edgeLength = CubeGeometry.edgeLength
    let label = description.label ?? LiveText("\(number)")
    numeral = LiveLabel(name: "number", label, of: values, color: textStyle.color)
    super.init(name: "face\(number)", frame: Rect(0, 0, edgeLength, edgeLength))
    accessibilityLabel = LocalizedText.face.text([.number: "\(number)"])
    layer.transform = CubeGeometry.faceTransforms[number - 1]
    layer.shouldRasterize = true
    layer.isOpaque = true
    layer.shadesSublayers = false
    layer.backgroundColor = middleColor
    // The label is a numeral or a word, above the buttons if the face has any.
    let (hasButtons, isLive) = (!description.buttons.isEmpty, !label.names.isEmpty)
    let isWord = isLive || numeral.text.count > 2
    let inset = isWord ? 14.0 : 50
    // A changing label also redraws everything beneath it, so limit its frame to one line.
    numeral.frame =
      hasButtons
      ? Rect(inset, 14, edgeLength - 2 * inset, description.buttons.count > 2 ? 36 : 60)
      : Rect(inset, isLive ? 78 : 50, edgeLength - 2 * inset, isLive ? 44 : edgeLength - 100)
    numeral.font = Font(size: isWord ? 30 : hasButtons ? 56 : 104, weight: 700)
    numeral.explanationName = isWord ? numeral.text : LocalizedText.number.text
    // The face's accessibility label already has the number.
    if !isWord { numeral.isAccessibilityElement = false }
    // Centering the ink would move a changing number, because digits have different ink widths.
    numeral.centersInk = !isLive
    addContent(description.content, values)
    // Content replaces the default number, but not a configured label.
    if description.content == nil || description.label != nil { addSubview(numeral) }
    addButtons(description, values)
    if description.showsPressCount {
      addCount(isBelowButton: description.buttons.count == 1 && description.content == nil)
    }
  }

  private func addContent(_ node: SceneDescription.Node?, _ values: Values) {
    guard let node else { return }
    var builder = NodeBuilder(
      face: number, look: look, background: .init(middleColor, textColor: textStyle.color), values: values)
    let view = builder.view(of: node)
    addSubview(view)
    buttons += builder.buttons
    (observers, lists) = (builder.observers, builder.lists)
    valueControls = builder.controls
    builder.connectSearches()
  }

  private var look: ActionButtonLook { ActionButtonLook(on: colors, textColor: textStyle.color) }

  /// Lays out the buttons: a single button has `CubeGeometry.buttonSize`, two or three are wider and stacked, more are
  /// in columns.
  private func addButtons(_ description: FaceDescription, _ values: Values) {
    let descriptions = description.buttons
    let (edgeLength, count) = (CubeGeometry.edgeLength, descriptions.count)
    let columns = count <= 3 ? 1 : count <= 8 ? 2 : 3
    let rows = (count + columns - 1) / columns
    let gap = 6.0
    let width = columns == 1 ? 150 : (edgeLength - 28 - Double(columns - 1) * gap) / Double(columns)
    let bottom = description.showsPressCount ? Self.countHeight + 4 : 14
    let height = min(40, (edgeLength - 56 - bottom) / Double(rows) - gap)
    let size = count == 1 ? CubeGeometry.buttonSize : Size(width, height)
    let top = count == 1 ? (edgeLength - size.height) / 2 : edgeLength - bottom - Double(rows) * (height + gap)
    let left = (edgeLength - Double(columns) * (size.width + gap) + gap) / 2
    for (index, description) in descriptions.enumerated() {
      let button = ActionButton(description, face: number, look: look, values: values)
      let (row, column) = (index / columns, index % columns)
      button.frame = Rect(
        left + Double(column) * (size.width + gap), top + Double(row) * (size.height + gap), size.width, size.height)
      addSubview(button)
      buttons.append(button)
    }
  }

  private static let countHeight = 28.0

  /// - Parameter isBelowButton: true to place the count below the only button, false to place it at the bottom edge.
  private func addCount(isBelowButton: Bool) {
    let edgeLength = CubeGeometry.edgeLength
    countLabel.frame = Rect(
      20, isBelowButton ? 128 : edgeLength - Self.countHeight - 4, edgeLength - 40, Self.countHeight)
    countLabel.font = Font(size: 13.5, weight: 500)
    countLabel.adjustsFontForContentSizeCategory = true
    countLabel.color = textStyle.color
    countLabel.explanationName = LocalizedText.numberOfPresses.text
    addSubview(countLabel)
    for button in buttons { button.onPressCountChange = { [unowned self] _ in showCount() } }
    showCount()
  }

  private func showCount() {
    let presses = buttons.reduce(0) { $0 + $1.pressCount }
    countLabel.text = presses == 0 ? "" : LocalizedText.presses.text(count: presses)
  }

  /// Called with 1 or -1 to turn the cube to the next or previous face.
  var onTurn: ((Int) -> Void)?

  /// True if the face is in front, or will be once the cube has turned.
  var isInFront: (() -> Bool)?

  override var accessibilityDefaults: AccessibilityDefaults {
    let value = isInFront?() == true ? spokenContents + LocalizedText.spokenInFront.text : nil
    let hint: LocalizedText = window?.touchExplorer?.usesKeys == true ? .hintTurnKey : .hintTurn
    return .init(value: value, hint: hint.text, traits: .adjustable, elements: subviewsInReadingOrder)
  }

  /// The first elements on the face, for those who turn the cube to find something.
  private var spokenContents: String {
    let separator = Language.current[.listSeparator]
    let names = elementsOnFace.prefix(3).map(\.spokenLabel).joined(separator: separator)
    return names.isEmpty ? "" : LocalizedText.faceShows.text([.name: names]) + separator
  }

  private var elementsOnFace: [View] { subviewsInReadingOrder.flatMap(\.elementsInReadingOrder) }

  /// Goes to the first element on the face: people who hear what is on it may expect that a double tap presses it.
  override func accessibilityActivate() -> Bool {
    guard let element = elementsOnFace.first else { return false }
    window?.moveAccessibilityFocus(to: element)
    return true
  }

  override func accessibilityIncrement() { onTurn?(1) }
  override func accessibilityDecrement() { onTurn?(-1) }

  override var drawsContents: Bool { true }

  override func draw(_ canvas: Canvas) {
    canvas.fillDiagonal(from: colors.from, to: colors.to)
    if let image {
      let size = Size(Double(image.width), Double(image.height))
      canvas.clipped(to: bounds) { canvas.draw(image, in: ContentsGravity.resizeAspectFill.rect(of: size, in: bounds)) }
    }
    if let backing = textStyle.backing {
      for label in [numeral, countLabel] where label.superview === self {
        canvas.fill(label.frame.insetBy(-4, -2), radius: 12, color: backing)
      }
    }
    // A light hairline along the edges, with square corners so that no gap shows where three faces meet.
    canvas.stroke(bounds, width: 1, color: Color(1, 1, 1, 0.32))
  }
}

/// The container of the faces. Entering it speaks which face is in front, unless that is the face of the element.
final class CubeContainer: View {
  override func accessibilityContainerText(entering element: View) -> String? {
    let front = subviews.lazy.compactMap { $0 as? CubeFaceView }.first { $0.isInFront?() == true }
    guard let front, !element.isDescendant(of: front) else { return LocalizedText.spokenCube.text }
    return LocalizedText.cubeShows.text([.name: front.spokenLabel])
  }
}
