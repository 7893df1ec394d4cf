/// The keyboard layouts that xkeyboard-config lists.
public enum KeyboardLayoutList {
  /// The list, as plain text: 45 KB.
  public static let path = "/usr/share/X11/xkb/rules/evdev.lst"
  private static let maximumSize = 1 << 20

  /// Reads the layouts and their variants, in the list's order.
  ///
  /// - Parameter path: the list's path.
  /// - Returns: names such as `de` and `ch(fr)`, with titles in English such as "German".
  /// - Throws: `SystemError` if the list can't be read, or has more than 1 MiB.
  public static func read(_ path: String = path) throws(SystemError) -> [(name: String, title: String)] {
    var (section, layouts) = (Substring(), [] as [(name: String, title: String)])
    let text = String(decoding: try File.read(path, upTo: maximumSize), as: UTF8.self)
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1)
      guard words.count == 2 else { continue }
      let rest = words[1].drop { $0 == " " }
      guard words[0] != "!" else {
        section = rest
        continue
      }
      switch section {
      case "layout" where words[0] != "custom": layouts.append((String(words[0]), String(rest)))
      case "variant":
        guard let colon = rest.firstIndex(of: ":") else { continue }
        let title = rest[colon...].dropFirst().drop { $0 == " " }
        layouts.append(("\(rest[..<colon])(\(words[0]))", String(title)))
      default: continue
      }
    }
    return layouts
  }
}
