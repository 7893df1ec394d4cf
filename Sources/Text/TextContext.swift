import CPangoCairo
import Glibc

/// Pango's contexts: for texts in Inter alone, and for all others. There is one of each for each thread, as Pango's fonts are; it
/// keeps those that were looked up.
enum TextContext {
  static var inter: OpaquePointer { context(interKey, FontConfiguration.inter?.configuration) }
  static var all: OpaquePointer { context(key, FontConfiguration.all) }

  private static let interKey = makeKey()
  private static let key = makeKey()

  private static func makeKey() -> pthread_key_t {
    var key = pthread_key_t()
    pthread_key_create(&key) { context in if let context { g_object_unref(context) } }
    return key
  }

  private static func context(_ key: pthread_key_t, _ configuration: OpaquePointer?) -> OpaquePointer {
    if let context = pthread_getspecific(key) { return OpaquePointer(context) }
    let context = makeContext(configuration)
    pthread_setspecific(key, UnsafeRawPointer(context))
    return context
  }

  private static func makeContext(_ configuration: OpaquePointer?) -> OpaquePointer {
    let map = pango_cairo_font_map_new()!
    defer { g_object_unref(UnsafeMutableRawPointer(map)) }
    pango_fc_font_map_set_config(map, configuration)
    let context = pango_font_map_create_context(map)!
    let options = cairo_font_options_create()
    defer { cairo_font_options_destroy(options) }
    // A face is turned and the panel scaled: hints made for one pixel grid would be wrong in every other.
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    pango_cairo_context_set_font_options(context, options)
    pango_context_set_round_glyph_positions(context, 0)
    return context
  }
}
