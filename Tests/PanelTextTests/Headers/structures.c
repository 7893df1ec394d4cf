/* Compiles only if the structures that CPangoCairo declares have the layout of the libraries' headers. */
#include <ft2build.h>
#include FT_FREETYPE_H
#include <pango/pangocairo.h>
#include <stddef.h>

/* Our structures get other names, and with them the functions. */
#define _PangoRectangle _OurRectangle
#define PangoRectangle OurRectangle
#define PangoAttributeRange OurAttributeRange
#define PangoItem OurItem
#define PangoGlyphItem OurGlyphItem
#define PangoLogAttr OurLogAttr
#define _GSList _OurList
#define GSList OurList
#define PangoLayoutLine OurLayoutLine
#define _GLogField _OurLogField
#define GLogField OurLogField
#define pango_layout_get_line_readonly our_layout_get_line_readonly
#define pango_layout_line_get_resolved_direction our_layout_line_get_resolved_direction
#define pango_layout_line_get_extents our_layout_line_get_extents
#define pango_layout_get_log_attrs_readonly our_layout_get_log_attrs_readonly
#define pango_layout_get_cursor_pos our_layout_get_cursor_pos
#define pango_layout_line_index_to_x our_layout_line_index_to_x
#define pango_layout_line_x_to_index our_layout_line_x_to_index
#define pango_layout_line_get_x_ranges our_layout_line_get_x_ranges
#define g_log_set_writer_func our_log_set_writer_func
#define FT_FaceRec_ OurFaceRec_
#define FT_FaceRec OurFaceRec
#define FT_Face OurFace
#define FT_New_Face our_new_face
#define FT_Get_Name_Index our_get_name_index
#define FT_Get_Glyph_Name our_get_glyph_name
#undef g_free
#undef g_object_unref
#include "../../../Sources/CPangoCairo/shim.h"
#undef _PangoRectangle
#undef PangoRectangle
#undef PangoItem
#undef PangoGlyphItem
#undef PangoLogAttr
#undef _GSList
#undef GSList
#undef PangoLayoutLine
#undef _GLogField
#undef GLogField
#undef FT_FaceRec_
#undef FT_FaceRec
#undef FT_Face

/* The member has the same place and size. */
#define MEMBER(ours, theirs, member)                                                                                   \
	_Static_assert(offsetof(ours, member) == offsetof(theirs, member), #theirs "." #member);                       \
	_Static_assert(sizeof((ours){ 0 }.member) == sizeof((theirs){ 0 }.member), #theirs "." #member)
#define SIZE(ours, theirs) _Static_assert(sizeof(ours) == sizeof(theirs), #theirs)

SIZE(OurRectangle, PangoRectangle);
MEMBER(OurRectangle, PangoRectangle, x);
MEMBER(OurRectangle, PangoRectangle, y);
MEMBER(OurRectangle, PangoRectangle, width);
MEMBER(OurRectangle, PangoRectangle, height);

/* Only the first members are declared. */
MEMBER(OurAttributeRange, PangoAttribute, klass);
MEMBER(OurAttributeRange, PangoAttribute, start_index);
MEMBER(OurAttributeRange, PangoAttribute, end_index);
MEMBER(OurItem, PangoItem, offset);
MEMBER(OurItem, PangoItem, length);
MEMBER(OurItem, PangoItem, num_chars);
MEMBER(OurItem, PangoItem, analysis.font);
MEMBER(OurGlyphItem, PangoGlyphItem, item);
MEMBER(OurGlyphItem, PangoGlyphItem, glyphs);
MEMBER(OurLayoutLine, PangoLayoutLine, layout);
MEMBER(OurLayoutLine, PangoLayoutLine, start_index);
MEMBER(OurLayoutLine, PangoLayoutLine, length);
MEMBER(OurLayoutLine, PangoLayoutLine, runs);

SIZE(OurLogAttr, PangoLogAttr);

SIZE(OurList, GSList);
MEMBER(OurList, GSList, data);
MEMBER(OurList, GSList, next);

SIZE(OurLogField, GLogField);
MEMBER(OurLogField, GLogField, key);
MEMBER(OurLogField, GLogField, value);
MEMBER(OurLogField, GLogField, length);

MEMBER(OurFaceRec, FT_FaceRec, num_glyphs);
