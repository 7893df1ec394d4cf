import CPangoCairo
import Glibc

/// The Pango context for shaping text, which caches font lookups. Pango's fonts aren't thread-safe, so each thread has
/// its own context.
enum TextContext {
  static var current: OpaquePointer {
    if let context = pthread_getspecific(key) { return OpaquePointer(context) }
    let context = makeContext()
    pthread_setspecific(key, UnsafeRawPointer(context))
    return context
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { context in if let context { g_object_unref(context) } }
    return key
  }()

  private static func makeContext() -> OpaquePointer {
    // Otherwise Pango would read the configuration a second time while the preloading thread does.
    _ = FontConfiguration.isLoaded
    // GLib aborts if it is out of memory.
    // swift-format-ignore: NeverForceUnwrap
    let map = pango_cairo_font_map_new()!
    defer { g_object_unref(UnsafeMutableRawPointer(map)) }
    // swift-format-ignore: NeverForceUnwrap
    let context = pango_font_map_create_context(map)!
    let options = cairo_font_options_create()
    defer { cairo_font_options_destroy(options) }
    // Layers are rotated and scaled, but hinting fits only one pixel grid.
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    pango_cairo_context_set_font_options(context, options)
    pango_context_set_round_glyph_positions(context, 0)
    return context
  }
}
