import PanelSystem

/// An error in a file, with the location and a reason such as "found …; expected …".
package struct Diagnostic: Error, Equatable, CustomStringConvertible {
  package let file: String
  /// A JSONPath, or line and column; empty for the whole file.
  package let location: String
  package let reason: String
  /// The program, picture or sound that can't be used, if the error disables only what uses it, such as a button. `nil` for
  /// all other errors.
  package var missingFile: String?

  /// Creates a diagnostic. The location is sanitized, because it may contain keys of the file, with any character.
  package init(_ file: String, at location: String = "", _ reason: String) {
    (self.file, self.location, self.reason) = (file, location.sanitized, reason)
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
  /// Calls `body` and adds the error that it throws.
  package mutating func collect(_ body: () throws(Diagnostic) -> Void) {
    do throws(Diagnostic) { try body() } catch { append(error) }
  }
}
