import PanelSystem

/// An error in a file, with the location and a reason such as "found …; expected …".
package struct Diagnostic: Error, Equatable, CustomStringConvertible {
  package let file: String
  /// A JSONPath, or line and column; empty for the whole file.
  package let location: String
  /// The error, with the use of the template that contains it.
  package var reason: String {
    let places = otherUseCount == 1 ? "place" : "places"
    return cause + use + (otherUseCount > 0 ? " and \(otherUseCount) more \(places)" : "")
  }
  fileprivate let cause: String
  /// The use of the template that contains the error, as `TemplateUse` describes it; empty outside of templates.
  fileprivate let use: String
  /// The number of other uses with the same error.
  fileprivate var otherUseCount = 0
  /// The program, picture or sound that can't be used, if the error disables only what uses it, such as a button. `nil` for
  /// all other errors.
  package var missingFile: String?

  /// Creates a diagnostic. The location is sanitized, because it may contain keys of the file, with any character.
  package init(_ file: String, at location: String = "", _ reason: String, in use: TemplateUse? = nil) {
    (self.file, self.location, cause) = (file, location.sanitized, reason)
    self.use = use.map { "\($0)" } ?? ""
  }

  /// Returns an error that disables only what uses a program, a picture or a sound.
  package func disablingUses(of file: String) -> Diagnostic {
    var diagnostic = self
    diagnostic.missingFile = file
    return diagnostic
  }

  /// The diagnostic on one line: `FILE: PATH: REASON`, or `FILE:LINE:COLUMN: REASON` as compilers print it.
  package var description: String {
    let separator = location.hasPrefix("$") ? ": " : location.isEmpty ? "" : ":"
    return "\(file)\(separator)\(location): \(reason)"
  }
}

extension [Diagnostic] {
  /// Each error once, also if it is in a template that is used several times. The first one names its use and counts the others.
  package var mergingUses: [Diagnostic] {
    var (merged, indices) = ([Diagnostic](), [String: Int]())
    for error in self {
      let key = "\(error.file)\0\(error.location)\0\(error.cause)"
      if !error.use.isEmpty, let index = indices[key] {
        merged[index].otherUseCount += 1 + error.otherUseCount
      } else {
        indices[key] = merged.count
        merged.append(error)
      }
    }
    return merged
  }

  /// Calls `body` and adds the error that it throws.
  package mutating func collect(_ body: () throws(Diagnostic) -> Void) {
    do throws(Diagnostic) { try body() } catch { append(error) }
  }
}
