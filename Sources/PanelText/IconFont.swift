import CPangoCairo
import Glibc
import Synchronization

/// The font of Material Design Icons, whose glyphs have names. It is opened by its path, because it isn't in a directory
/// of fontconfig.
///
/// `@unchecked Sendable`: `face` is only used with the mutex locked, and outlines never change.
public final class IconFont: @unchecked Sendable {
  /// Debian's package with the font.
  public static let package = "python-qtawesome-common"

  /// The patterns of the font's path: a newer version that an owner installed, and the one of `package`, whose file name
  /// has a version on Debian 13.
  public static let patterns = [
    "/usr/local/share/cube-kiosk/materialdesignicons*.ttf",
    "/usr/share/python-qtawesome/fonts/materialdesignicons6-webfont*.ttf",
  ]

  /// The installed font; `nil` if no pattern matches. The first use opens it, so that a panel without icons doesn't.
  public static let installed = IconFont(patterns: patterns)

  /// The side of an icon's box in the units of an outline.
  static let boxSide = 512.0
  /// The distance from the top of the box to the baseline.
  private static let ascent = 448.0

  private let face: FT_Face
  private let outlines = Mutex<[String: Outline]>([:])

  /// An icon's shape, in a box with the side `boxSide`.
  struct Outline: @unchecked Sendable {
    let path: UnsafeMutablePointer<cairo_path_t>
  }

  /// Opens the first font that matches one of the patterns; `nil` if none does. A font is never closed.
  init?(patterns: [String]) {
    var (library, face): (FT_Library?, FT_Face?)
    guard let path = patterns.lazy.compactMap(Self.lastFile).first, FT_Init_FreeType(&library) == 0 else { return nil }
    guard FT_New_Face(library, path, 0, &face) == 0, let face else {
      FT_Done_FreeType(library)
      return nil
    }
    self.face = face
  }

  /// Returns the last of the files that match a pattern, which has the highest version.
  private static func lastFile(matching pattern: String) -> String? {
    var matches = glob_t()
    defer { globfree(&matches) }
    guard glob(pattern, 0, nil, &matches) == 0, matches.gl_pathc > 0 else { return nil }
    return matches.gl_pathv[Int(matches.gl_pathc) - 1].map { String(cString: $0) }
  }

  /// Returns whether the font has an icon.
  public func contains(_ icon: Icon) -> Bool {
    outlines.withLock { _ in icon.glyphName.flatMap(glyph) != nil }
  }

  /// The names of all icons.
  public var names: [String] {
    outlines.withLock { _ in
      (0..<UInt32(clamping: face.pointee.num_glyphs)).compactMap { glyph in
        var buffer = [CChar](repeating: 0, count: 100)
        guard FT_Get_Glyph_Name(face, glyph, &buffer, UInt32(buffer.count)) == 0 else { return nil }
        let name = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return name.hasPrefix(".") || name.isEmpty ? nil : Icon.prefix + name
      }
    }
  }

  /// Returns the outline of an icon; `nil` if the font doesn't have the icon.
  func outline(of icon: Icon) -> Outline? {
    outlines.withLock { outlines in
      if let outline = outlines[icon.name] { return outline }
      guard let outline = icon.glyphName.flatMap(glyph).flatMap(makeOutline) else { return nil }
      outlines[icon.name] = outline
      return outline
    }
  }

  private func glyph(named name: String) -> UInt32? {
    let glyph = FT_Get_Name_Index(face, name)
    // Glyph 0 is that of missing characters.
    return glyph == 0 ? nil : glyph
  }

  /// An outline is the same at any size and in each release of FreeType, unlike the pixels of a glyph.
  private func makeOutline(_ glyph: UInt32) -> Outline? {
    let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1)
    defer { cairo_surface_destroy(surface) }
    let context = cairo_create(surface)
    defer { cairo_destroy(context) }
    let font = cairo_ft_font_face_create_for_ft_face(face, 0)
    defer { cairo_font_face_destroy(font) }
    let options = cairo_font_options_create()
    defer { cairo_font_options_destroy(options) }
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_set_font_face(context, font)
    cairo_set_font_options(context, options)
    cairo_set_font_size(context, Self.boxSide)
    var placed = cairo_glyph_t(index: UInt(glyph), x: 0, y: Self.ascent)
    cairo_glyph_path(context, &placed, 1)
    guard let path = cairo_copy_path(context), path.pointee.status == CAIRO_STATUS_SUCCESS else { return nil }
    return Outline(path: path)
  }
}
