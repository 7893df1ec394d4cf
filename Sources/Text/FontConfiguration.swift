import CLinux
import CPangoCairo

/// The system's fonts, as fontconfig's rules select them.
public enum FontConfiguration {
  /// Starts reading fontconfig's files on another thread.
  ///
  /// There are some 60 of them. The first text waits for whatever is left to read.
  public static func preload() {
    clinux_start_thread(
      nil,
      { _ in
        _ = FontConfiguration.isLoaded
        return nil
      }, nil)
  }

  /// `true` once fontconfig has a configuration in memory, which Pango uses. Reading it waits for that.
  static let isLoaded: Bool = {
    // `FcInit` also parses every disabled rule, for a list of descriptions: twice the time.
    let configuration = FcConfigCreate()
    if FcConfigParseAndLoad(configuration, nil, 1) != 0, FcConfigBuildFonts(configuration) != 0,
      FcConfigSetCurrent(configuration) != 0
    {
      return true
    }
    FcConfigDestroy(configuration)
    return FcInit() != 0
  }()
}
