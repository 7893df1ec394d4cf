import CPangoCairo
import Glibc

/// The Pango context for shaping text, which caches font lookups. Pango's fonts aren't thread-safe, so each thread has
/// its own context.
enum TextContext {
  /// The current thread's context.
  static var current: OpaquePointer {
    if let context = pthread_getspecific(key) { return OpaquePointer(context) }
    let context = makeContext()
    pthread_setspecific(key, UnsafeRawPointer(context))
    return context
  }

  /// The thread-local storage of the context.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { context in if let context { g_object_unref(context) } }
    return key
  }()

  private static func makeContext() -> OpaquePointer {
    // Wait for `FontConfiguration.preload`; otherwise Pango would load the same configuration at the same time.
    _ = FontConfiguration.isLoaded
    // GLib aborts if it is out of memory.
    // swift-format-ignore: NeverForceUnwrap
    let fontMap = pango_cairo_font_map_new()!
    defer { g_object_unref(UnsafeMutableRawPointer(fontMap)) }
    // swift-format-ignore: NeverForceUnwrap
    let context = pango_font_map_create_context(fontMap)!
    let options = cairo_font_options_create()
    defer { cairo_font_options_destroy(options) }
    // Hinting fits glyphs to one pixel grid, but layers are rotated and scaled.
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    pango_cairo_context_set_font_options(context, options)
    pango_context_set_round_glyph_positions(context, 0)
    return context
  }
}
