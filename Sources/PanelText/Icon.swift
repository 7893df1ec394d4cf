/// An icon of `IconFont`, which is drawn in the color of the text that it belongs to.
public struct Icon: Hashable, Sendable {
  /// The name with its prefix, such as `mdi:lightbulb-on`; empty for an icon that takes room but isn't drawn.
  public let name: String

  /// The prefix of all names. It says which collection has the icon.
  public static let prefix = "mdi:"

  public init(_ name: String) { self.name = name }

  /// The name of the glyph; `nil` if the name has another prefix.
  var glyphName: String? { name.hasPrefix(Self.prefix) ? String(name.dropFirst(Self.prefix.count)) : nil }
}
