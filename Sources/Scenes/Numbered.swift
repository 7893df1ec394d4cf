import Localization
import PanelViews

/// A view that is one of a numbered series, such as "faces 6, 5 and 4".
public protocol Numbered: View {
  var number: Int { get }
  /// The text for several of the views, with a placeholder for their numbers.
  static var names: LocalizedText { get }
  /// A color that identifies the view, for example on a map of hit-test results.
  var identifyingColor: Color? { get }
}
