import CLinux
import CPangoCairo

/// The system's fonts, as selected by fontconfig's rules.
public enum FontConfiguration {
  /// Starts reading fontconfig's files, about 60, on another thread.
  ///
  /// The first text waits until they are loaded.
  public static func preload() {
    clinux_start_thread(
      nil,
      { _ in
        _ = FontConfiguration.isLoaded
        return nil
      }, nil)
  }

  /// `true` once fontconfig has loaded a configuration, which Pango uses. Reading this property waits until then.
  static let isLoaded: Bool = {
    // `FcInit` also parses every disabled rule for a list of descriptions, which doubles the time.
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
