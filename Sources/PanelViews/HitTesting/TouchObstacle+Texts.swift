import Localization

extension TouchObstacle {
  /// The view that the obstacle is about, besides the control that gets no touch.
  package var view: View? {
    switch self {
    case .covered(let view, _), .outside(let view), .interactionOff(let view), .invisible(let view),
      .animating(let view),
      .declined(let view):
      view
    case .disabled(let control): control
    case .recognized(let recognizer): recognizer.view
    }
  }

  /// The sentence that says what became of the tap on a control.
  package var outcome: LocalizedText {
    switch self {
    case .disabled: .doesNothing
    case .recognized: .lostYourTap
    default: .getsNoTap
    }
  }

  /// The sentence that says why a control doesn't react.
  package func reason(for control: Control) -> String {
    let name = control.displayNameMidSentence.isEmpty ? LocalizedText.theButton.text : control.displayNameMidSentence
    let container = view?.displayNameMidSentence ?? ""
    let outer = container.isEmpty ? LocalizedText.areaAround.text : container
    func isOuter(_ view: View) -> Bool { view !== control }
    return switch self {
    case .covered(_, let isDrawn): (isDrawn ? LocalizedText.tapFromBehind : .tapUndrawn).text([.seen: name])
    case .outside: LocalizedText.tapOutside.text([.name: name, .container: outer])
    case .interactionOff(let view), .invisible(let view):
      isOuter(view)
        ? LocalizedText.outerDoesNotListen.text([.container: outer]) : LocalizedText.doesNotListen.text([.name: name])
    case .animating(let view): LocalizedText.isMoving.text([.name: isOuter(view) ? outer : name])
    case .declined(let view): LocalizedText.letItThrough.text([.name: isOuter(view) ? outer : name])
    case .disabled: LocalizedText.isDisabled.text([.name: name])
    case .recognized: LocalizedText.gestureClaimed.text([.container: outer])
    }
  }
}
