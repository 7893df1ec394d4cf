import Control
import Scenes

/// The addresses of what the panel shows.
extension Kiosk {
  /// The page of the panel's scene file, which addresses may leave out; `nil` if the panel shows a built-in scene.
  private var homePage: String? { options.sceneDescription.map { _ in Address.page(ofFile: options.scene) } }

  /// False for errors, and for a scene file that doesn't lead to the cube: its buttons then have no addresses.
  private var showsCube: Bool {
    guard home is FileScene else { return errors.isEmpty }
    return fileScenes.values.flatMap(\.buttons).flatMap(\.action.steps).contains { action in
      switch action {
      case .press, .turn, .scene(CubeScene.name): true
      default: false
      }
    }
  }

  var addressedButtons: [ActionButton] {
    (showsCube ? cube.buttons : []) + shownFileScenes.flatMap { $0.buttons }
  }

  private var addressedControls: [ValueControl] {
    (showsCube ? cube.valueControls : []) + shownFileScenes.flatMap { $0.valueControls }
  }

  private var addressedLists: [LineList] {
    (showsCube ? cube.lists : []) + shownFileScenes.flatMap { $0.lists }
  }

  /// The scenes of the scene files, in the order of their paths.
  private var shownFileScenes: [FileScene] { fileScenes.sorted { $0.key < $1.key }.map(\.value) }

  private func address(face: Int?, file: String, name: String?) -> Address? {
    guard let name else { return nil }
    let page = face.map(Address.page(ofFace:)) ?? (file.isEmpty ? homePage : Address.page(ofFile: file))
    return page.map { Address(page: $0, name: name) }
  }

  func address(of button: ActionButton) -> Address? {
    address(face: button.face, file: button.file, name: button.isNamed ? button.name : nil)
  }

  private func address(of control: ValueControl) -> Address? {
    address(face: control.face, file: control.file, name: control.description.isNamed ? control.name : nil)
  }

  private func address(of list: LineList) -> Address? {
    address(face: list.face, file: list.file, name: list.name)
  }

  /// The buttons and controls in the rows of lists, once for all rows.
  private var rowAddressees: [Addressee] {
    addressedLists.flatMap { list in
      (list.row?.addressedElements ?? []).compactMap { name, kind in
        address(face: list.face, file: list.file, name: name).map {
          Addressee("\($0)", kind: kind, state: "with one of \(list.lines.count) lines", needsLine: true)
        }
      }
    }
  }

  /// Everything that has an address: pages, buttons, controls, lists and values.
  package var addressees: [Addressee] {
    var result = addressedPages + addressees(of: addressedButtons)
    for control in addressedControls {
      guard let address = address(of: control) else { continue }
      let (kind, value) = (control.description.kind.rawValue, control.description.valueName)
      result.append(
        Addressee(
          "\(address)", kind: kind, state: publicReading(of: value), isStale: options.values.isStale(value),
          staleReason: options.values.publicStaleReason(of: value), isDisabled: !control.isEnabled))
    }
    for list in addressedLists {
      guard let address = address(of: list) else { continue }
      result.append(Addressee("\(address)", kind: "list", state: "\(list.lines.count) lines"))
    }
    result += rowAddressees
    for (name, _) in options.values.definitions.sorted(by: { $0.key < $1.key }) {
      result.append(
        Addressee(
          name, kind: "value", state: publicReading(of: name), isStale: options.values.isStale(name),
          staleReason: options.values.publicStaleReason(of: name)))
    }
    return result
  }

  /// The reading of a value for clients; `nil` for a text that people type.
  private func publicReading(of name: String) -> String? {
    options.values.isPrivate(name) ? nil : options.values.reading(name)?.raw
  }

  /// Returns the page of a scene; `nil` for a built-in scene.
  func page(of scene: Scene) -> String? {
    fileScenes.first { $0.value === scene }.map { Address.page(ofFile: $0.key) }
  }

  /// The names of the values on the visible page; empty while the screen is dark.
  var visibleValueNames: Set<String> {
    guard idle.state != .dark else { return [] }
    // These values have an effect on every page.
    let names = Set((options.wakeCondition?.names ?? []) + [options.brightness, options.volume].compactMap { $0 })
    if stage.scene === cube { return names.union(options.cubeValueNames) }
    let path = fileScenes.first { $0.value === stage.scene }?.key
    return names.union(path.flatMap { options.sceneFiles[$0]?.root.valueNames } ?? [])
  }

  var addressedPages: [Addressee] {
    fileScenes.sorted { $0.key < $1.key }.map { path, scene in
      Addressee(Address.page(ofFile: path), kind: "page", state: stage.scene === scene ? "shown" : nil)
    }
  }

  func addressees(of buttons: [ActionButton]) -> [Addressee] {
    buttons.compactMap { button in
      address(of: button).map {
        Addressee(
          "\($0)", kind: "button",
          state: actions.problem(of: button).map { "unavailable: \($0.reason)" } ?? button.stateName,
          title: button.publicLabel, needsHold: button.needsHold)
      }
    }
  }

  /// Returns the button at an address.
  ///
  /// - Parameter line: the line of its row; `nil` outside of lists.
  func button(at text: String, line: String?) throws(Refusal) -> ActionButton {
    let buttons = try line.map { line throws(Refusal) in try rows(of: line, for: text).flatMap(\.buttons) }
    return try only((buttons ?? addressedButtons).filter { named(text, address(of: $0)) }, text, "button")
  }

  /// Returns the control at an address.
  ///
  /// - Parameter line: the line of its row; `nil` outside of lists.
  func control(at text: String, line: String?) throws(Refusal) -> ValueControl {
    let controls = try line.map { line throws(Refusal) in try rows(of: line, for: text).flatMap(\.controls) }
    let control = try only((controls ?? addressedControls).filter { named(text, address(of: $0)) }, text, "control")
    guard control.description.setsValue else { throw Refusal("\(text) only shows a value") }
    return control
  }

  /// Returns the name of a value: the given one, or that of the control at an address.
  func valueName(at text: String) throws(Refusal) -> String {
    if options.values.definitions[text] != nil { return text }
    return try only(addressedControls.filter { named(text, address(of: $0)) }, text, "value").description.valueName
  }

  /// Returns the rows with a line, of the list with an addressed element if there is one.
  private func rows(of line: String, for text: String) throws(Refusal) -> [LineRow] {
    let lists = addressedLists.filter { list in
      list.row?.addressedElements.contains { name, _ in
        named(text, address(face: list.face, file: list.file, name: name))
      } == true
    }
    let rows = lists.compactMap { $0.row(of: line) }
    guard !lists.isEmpty, rows.isEmpty else { return rows }
    let all = lists.filter { !options.values.isPrivate($0.valueName) }.flatMap(\.lines)
    let nearest = line.nearest(among: all).map { "; did you mean '\($0)'?" } ?? ""
    throw Refusal("\(text) has no line '\(line.shortened(to: 80))'\(nearest)", kind: .noSuchAddress)
  }

  private func named(_ text: String, _ address: Address?) -> Bool {
    address != nil && Address(text, home: homePage) == address
  }

  /// Returns the only element. Throws for no element, and for several.
  private func only<Element>(_ found: [Element], _ text: String, _ kind: String) throws(Refusal) -> Element {
    guard let first = found.first else {
      if let other = addressees.first(where: { $0.address == text || named(text, Address($0.address, home: nil)) }) {
        let isOtherKind = kind == "control" ? other.kind == "button" : other.kind != kind
        throw Refusal(
          isOtherKind
            ? "\(other.address) is a \(other.kind), not a \(kind)"
            : other.needsLine
              ? "\(other.address) is in the rows of a list; expected a line after it"
              : "\(other.address) isn't in a list; expected no line after it", kind: .noSuchAddress)
      }
      let known = addressees.map(\.address)
      let names = known.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
      let nearest =
        text.nearest(among: known) ?? names.firstIndex(of: text.nearest(among: names) ?? text).map { known[$0] }
      throw Refusal(
        "no such \(kind): \(text)" + (nearest.map { "; did you mean \($0)?" } ?? ""), kind: .noSuchAddress)
    }
    guard found.count == 1 else {
      throw Refusal(
        "\(text) names \(found.count) of them; expected a name that is unique in its page", kind: .ambiguous)
    }
    return first
  }
}

extension SceneDescription.Node {
  /// The named buttons and controls of the node and its descendants, and their kinds.
  fileprivate var addressedElements: [(name: String, kind: String)] {
    var elements: [(name: String, kind: String)] = []
    if let name, (button ?? rowButton)?.isNamed == true { elements.append((name, "button")) }
    if let name, let control, control.isNamed, control.setsValue { elements.append((name, control.kind.rawValue)) }
    return elements + children.flatMap(\.addressedElements)
  }
}

extension ActionButton {
  /// The state in `ctl list`.
  fileprivate var stateName: String {
    switch phase {
    case .idle: isAllowed ? "idle" : "disabled"
    case .running: "running"
    case .succeeded: "succeeded"
    case .failed(let status): "failed with status \(status)"
    case .refused(let reason): "failed: \(reason)"
    case .outcomeUnknown: "outcome unknown"
    }
  }
}
