import Glibc
import PanelSystem

/// The sounds of the freedesktop sound theme, from Debian's package sound-theme-freedesktop.
enum SoundTheme {
  static let directory = "/usr/share/sounds/freedesktop/stereo"

  /// The names of the installed sounds, such as `bell`.
  static func names(in directory: String = directory) -> [String] {
    guard let folder = opendir(directory) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if let dot = name.firstIndex(of: "."), dot > name.startIndex { names.append(String(name[..<dot])) }
    }
    return names
  }
}

extension JSONFormat<String> {
  private static let expectedSound = "the name of a sound, such as bell, or a file, such as ./bell.wav"

  /// A sound of the theme or a file. A missing one disables only what uses it.
  static let sound = Self(JSONValue.string) { json, reader throws(Diagnostic) in
    let sound = try json.string()
    guard sound.isSoundName else {
      guard sound.isSoundFile else { throw json.diagnostic(expected: expectedSound) }
      let path = json.resolved(sound).absolutePath
      json.files.note(path)
      guard access(path, R_OK) != 0 else { return path }
      let reason = errno == ENOENT ? "isn't there" : "can't be read"
      let error = json.diagnostic(found: "'\(sound)', which \(reason)", expected: "a sound file")
      reader.errors.append(error.disablingUses(of: path))
      return path
    }
    // Without the theme, the sounds of another machine can't be known.
    let names = SoundTheme.names()
    guard !names.isEmpty, !names.contains(sound) else { return sound }
    let suggestion = sound.nearest(among: names).map { "; did you mean \($0)?" } ?? ""
    let error = json.diagnostic(
      found: "'\(sound)'", expected: "the name of a sound in \(SoundTheme.directory)\(suggestion)")
    reader.errors.append(error.disablingUses(of: sound))
    return sound
  }

  /// A client's sound. Only files of the configuration name files.
  static let soundOfClient = string("the name of a sound, such as bell") { $0.isSoundName }
}

extension String {
  fileprivate var isSoundName: Bool {
    (1...100).contains(utf8.count)
      && unicodeScalars.allSatisfy {
        $0.isASCII && $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "-" || $0 == "_"
      }
  }

  /// Whether it is a path rather than a misspelled name.
  fileprivate var isSoundFile: Bool {
    utf8.count < 4096 && unicodeScalars.allSatisfy(\.isPrintable) && unicodeScalars.contains { $0 == "." || $0 == "/" }
  }
}
