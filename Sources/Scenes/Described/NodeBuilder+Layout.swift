import PanelViews

extension NodeBuilder {
  /// The maximum fitting length of scrolling content: three rows. Otherwise long content would take the room
  /// of its neighbors.
  private static let maximumScrollLength = 144.0

  /// Creates the view of a node that arranges its children; `nil` for other nodes.
  mutating func makeContainer(for node: SceneDescription.Node, _ layer: Layer) -> View? {
    let margins = node.margins ?? .zero
    if let stack = node.stack {
      let view = StackView(
        axis: stack.axis == .vertical ? .vertical : .horizontal, spacing: stack.spacing, alignment: stack.alignment,
        distribution: stack.distribution, margins: margins, name: node.name, layer: layer)
      if stack.axis == .automatic { automaticAxis.add(view) }
      return view
    }
    if let grid = node.grid {
      return GridView(
        columns: Array(repeating: .flexible(), count: grid.columns), spacing: grid.spacing,
        rowSpacing: grid.rowSpacing, margins: margins, name: node.name, layer: layer)
    }
    if let scroll = node.scroll {
      let axis: Axis = scroll.axis == .vertical ? .vertical : .horizontal
      let content = StackView(axis: axis, spacing: scroll.spacing, margins: margins)
      let view = ScrollView(axis: axis, content: content, name: node.name, layer: layer)
      view.maximumFittingLength = Self.maximumScrollLength
      return view
    }
    if let list = node.list { return makeList(list, of: node, layer) }
    return nil
  }

  /// Lets each search field filter the lists of its value.
  func connectSearches() {
    for control in controls where control.description.kind == .search {
      let lists = lists.filter { $0.valueName == control.description.valueName }
      control.onSearch = { text in for list in lists { list.filter = text } }
    }
  }

  private mutating func makeList(_ list: SceneDescription.List, of node: SceneDescription.Node, _ layer: Layer) -> View
  {
    let background = Background(
      background.color, textColor: textColor(for: node, in: path), contrast: background.contrast)
    let (face, look, values, automaticAxis) = (face, look, values, automaticAxis)
    let lines = LineList(
      list, name: node.name, opacity: node.opacity, layer: layer, margins: node.margins ?? Insets(horizontal: 16),
      of: values
    ) { line, occurrence, margins in
      var builder = NodeBuilder(
        face: face, look: look, background: background, values: values, automaticAxis: automaticAxis)
      let view = list.row.first.map {
        builder.row(of: $0.replacing(list.parse(line), of: list.valueName), margins: margins)
      }
      return LineRow(view ?? View(), of: RowLine(line, of: list.valueName), occurrence, builder)
    } makeEmptyText: { text in
      let label = LiveLabel(name: nil, text, of: values, color: background.textColor)
      (label.numberOfLines, label.font) = (0, SceneDescription.Text().font)
      return label
    }
    lines.face = face
    lists.append(lines)
    lines.view.maximumFittingLength = Self.maximumScrollLength
    return lines.view
  }
}
