/// The address of something that an adapter, a separate program, serves, such as `ha:light.hall`.
public struct AdapterAddress: Hashable, Sendable, CustomStringConvertible {
  /// The adapter, such as `ha`.
  public let prefix: String
  /// The adapter's own name for it, such as `light.hall`.
  public let name: String

  /// For error messages.
  public static let prefixCharacters = "letters from a to z, digits and -"
  public static let maximumPrefixLength = 32
  /// The maximum length of a name, in characters.
  public static let maximumNameLength = 256

  public init(prefix: String, name: String) { (self.prefix, self.name) = (prefix, name) }

  /// Reads `PREFIX:NAME`. Returns `nil` if the prefix has other characters, or if either is empty or too long.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, Self.isPrefix(parts[0]) else { return nil }
    guard (1...Self.maximumNameLength).contains(parts[1].unicodeScalars.count) else { return nil }
    self.init(prefix: parts[0], name: parts[1])
  }

  public static func isPrefix(_ text: String) -> Bool {
    (1...maximumPrefixLength).contains(text.unicodeScalars.count)
      && text.unicodeScalars.allSatisfy {
        switch $0 {
        case "a"..."z", "0"..."9", "-": true
        default: false
        }
      }
  }

  public var description: String { "\(prefix):\(name)" }
}
