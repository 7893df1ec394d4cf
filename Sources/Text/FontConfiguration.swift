import CLinux
import CPangoCairo

/// The machine's rules about fonts, which fontconfig reads from some forty files: 2 ms of 36 until the first frame.
public enum FontConfiguration {
  /// Begins to read it, on a thread of its own, so that it is there once a text is measured.
  public static func loadAhead() {
    clinux_start_thread(
      nil,
      { _ in
        FontConfiguration.load()
        return nil
      }, nil)
  }

  /// Reads it, or waits for the thread that does.
  static func load() { loaded }

  /// By itself fontconfig also reads every rule there is, those that are off, for a list that nobody here asks for: almost as
  /// much again. Where it needs its own defaults it is left to itself.
  private static let loaded: Void = {
    guard let configuration = FcConfigCreate() else { return }
    guard FcConfigParseAndLoad(configuration, nil, 1) != 0, hasCacheFolder(configuration),
      FcConfigBuildFonts(configuration) != 0, FcConfigSetCurrent(configuration) != 0
    else { return FcConfigDestroy(configuration) }
  }()

  private static func hasCacheFolder(_ configuration: OpaquePointer) -> Bool {
    guard let folders = FcConfigGetCacheDirs(configuration) else { return false }
    defer { FcStrListDone(folders) }
    return FcStrListNext(folders) != nil
  }
}
