/// `wl_surface` becomes `WlSurface`.
func typeName(_ name: String) -> String {
  name.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
}

/// `get_xdg_surface` becomes `getXdgSurface`. Reserved words are quoted, and a name that begins with a digit gets an
/// underscore.
func memberName(_ name: String) -> String {
  let parts = name.split(separator: "_")
  let joined =
    (parts.first.map(String.init) ?? "") + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  if joined.first?.isNumber == true { return "_" + joined }
  return reserved.contains(joined) ? "`\(joined)`" : joined
}

private let reserved: Set = [
  "default", "repeat", "in", "class", "init", "self", "switch", "case", "import", "internal",
]
