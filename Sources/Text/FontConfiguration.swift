import CLinux
import CPangoCairo
import Glibc

/// The machine's fonts, and which of them a text may be in.
///
/// Most of what a panel says is in the letters of one family, which is there as soon as its files are found. The rules for all others
/// fontconfig reads from some forty files: a tenth of the time until the first frame, and a megabyte. They are read when a text
/// first needs them.
public enum FontConfiguration {
  /// Begins to look for the family, on a thread of its own, so that it is there once a text is measured.
  public static func loadAhead() {
    clinux_start_thread(
      nil,
      { _ in
        // Where Inter isn't, each text needs the rules.
        if FontConfiguration.inter == nil { _ = FontConfiguration.all }
        return nil
      }, nil)
  }

  /// True where all letters of a text are Inter's, so that no rule has a say in it.
  static func isInInter(_ spans: [TextSpan]) -> Bool {
    guard let inter else { return false }
    return spans.allSatisfy { span in
      span.font.family == Font.inter
        && span.string.unicodeScalars.allSatisfy { letter in
          // From U+231A on there are some that fontconfig's rules want from a font of coloured pictures.
          letter.value < 0x20 || (letter.value < 0x2300 && FcCharSetHasChar(inter.letters, letter.value) != 0)
        }
    }
  }

  /// Inter's fonts alone, in the folders in which fontconfig looks by itself, and the letters that all of them have; `nil` where
  /// there are none, or somebody has rules of one's own.
  ///
  /// Threads may share it: fontconfig counts references and never changes what is built. It is also the current one, or Pango would
  /// have the rules read.
  nonisolated(unsafe) static let inter: (configuration: OpaquePointer, letters: OpaquePointer)? = {
    guard !hasOwnRules, let configuration = FcConfigCreate() else { return nil }
    guard FcConfigParseAndLoadFromMemory(configuration, interAlone, 1) != 0, FcConfigBuildFonts(configuration) != 0,
      let letters = commonLetters(configuration), FcConfigSetCurrent(configuration) != 0
    else {
      FcConfigDestroy(configuration)
      return nil
    }
    return (configuration, letters)
  }()

  /// True where the environment says where rules are, or there are such beside the distribution's: what they say of Inter counts.
  private static var hasOwnRules: Bool {
    func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    let home = variable("HOME") ?? "/"
    let places = [
      "/etc/fonts/local.conf", (variable("XDG_CONFIG_HOME") ?? home + "/.config") + "/fontconfig",
      home + "/.fonts.conf", home + "/.fonts.conf.d",
    ]
    return ["FONTCONFIG_FILE", "FONTCONFIG_PATH", "FONTCONFIG_SYSROOT"].contains { variable($0) != nil }
      || places.contains { access($0, F_OK) == 0 }
  }

  private static let interAlone = """
    <fontconfig>
    <dir>/usr/share/fonts</dir><dir>/usr/local/share/fonts</dir><dir prefix="xdg">fonts</dir><dir>~/.fonts</dir>
    <cachedir>/var/cache/fontconfig</cachedir><cachedir prefix="xdg">fontconfig</cachedir><cachedir>~/.fontconfig</cachedir>
    <selectfont>
    <rejectfont><pattern></pattern></rejectfont>
    <acceptfont><pattern><patelt name="family"><string>\(Font.inter)</string></patelt></pattern></acceptfont>
    </selectfont>
    </fontconfig>
    """

  private static func commonLetters(_ configuration: OpaquePointer) -> OpaquePointer? {
    guard let set = FcConfigGetFonts(configuration, Int32(CPANGO_FC_SET_SYSTEM))?.pointee else { return nil }
    var common: OpaquePointer?
    for font in UnsafeBufferPointer(start: set.fonts, count: Int(set.nfont)) {
      var letters: OpaquePointer?
      guard FcPatternGetCharSet(font, "charset", 0, &letters) == Int32(CPANGO_FC_MATCH) else { return nil }
      common = common.map { FcCharSetIntersect($0, letters) } ?? letters
    }
    return common
  }

  /// All fonts, by the machine's rules; `nil` where fontconfig itself has none to begin with.
  ///
  /// By itself fontconfig also reads every rule there is, those that are off, for a list that nobody here asks for: almost as
  /// much again. Where it needs its own defaults it is left to itself.
  nonisolated(unsafe) static let all: OpaquePointer? = {
    guard let configuration = FcConfigCreate() else { return FcInitLoadConfigAndFonts() }
    guard FcConfigParseAndLoad(configuration, nil, 1) != 0, hasCacheFolder(configuration),
      FcConfigBuildFonts(configuration) != 0, FcConfigSetCurrent(configuration) != 0
    else {
      FcConfigDestroy(configuration)
      return FcInitLoadConfigAndFonts()
    }
    return configuration
  }()

  private static func hasCacheFolder(_ configuration: OpaquePointer) -> Bool {
    guard let folders = FcConfigGetCacheDirs(configuration) else { return false }
    defer { FcStrListDone(folders) }
    return FcStrListNext(folders) != nil
  }
}
