import CLinux
import CPangoCairo

/// The system's fonts, as selected by fontconfig's rules.
public enum FontConfiguration {
  /// Starts to load fontconfig's configuration, about 60 files, on another thread.
  ///
  /// The first text that is laid out waits until it is loaded.
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
    // `FcInit` takes twice as long, because it also parses the disabled rule files, for a list of their descriptions.
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
