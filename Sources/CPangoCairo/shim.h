/* Includes cairo's header and declares the few functions of Pango, GLib, fontconfig and FreeType that are used. Pango's headers
 * need include paths from pkg-config, but with pkg-config every build would warn that -pthread (from harfbuzz.pc) is a
 * prohibited flag. Tests/PanelTextTests/Headers compares the declarations with the headers; enumerations are unsigned, as
 * C compilers choose. */
#pragma once
#include <cairo/cairo.h>
#include <stddef.h>

typedef struct _PangoContext PangoContext;
typedef struct _PangoFont PangoFont;
typedef struct _PangoFontDescription PangoFontDescription;
typedef struct _PangoFontMap PangoFontMap;
typedef struct _PangoGlyphString PangoGlyphString;
typedef struct _PangoLayout PangoLayout;
typedef struct _PangoAttrList PangoAttrList;
typedef struct _PangoAttribute PangoAttribute;

/* The test of the functions uses the headers' structures. */
#ifndef CPANGOCAIRO_TEST
typedef struct _PangoRectangle {
	int x, y, width, height;
} PangoRectangle;

/* The first members of every PangoAttribute, which Pango documents. The indices are byte offsets in the text. */
typedef struct {
	const void *klass;
	unsigned start_index, end_index;
} PangoAttributeRange;

/* A run of text in a single font. Pango documents the members of this structure and of the following ones. */
typedef struct {
	int offset, length, num_chars;
	struct {
		void *shape_engine, *lang_engine;
		PangoFont *font;
	} analysis;
} PangoItem;

typedef struct {
	PangoItem *item;
	PangoGlyphString *glyphs;
} PangoGlyphItem;

/* What may happen before a character, and after the last one. */
typedef struct {
	unsigned is_line_break : 1, is_mandatory_break : 1, is_char_break : 1, is_white : 1, is_cursor_position : 1,
		is_word_start : 1, is_word_end : 1, is_sentence_boundary : 1, is_sentence_start : 1,
		is_sentence_end : 1, backspace_deletes_character : 1, is_expandable_space : 1, is_word_boundary : 1,
		break_inserts_hyphen : 1, break_removes_preceding : 1, reserved : 17;
} PangoLogAttr;

/* GLib's singly linked list. */
typedef struct _GSList {
	void *data;
	struct _GSList *next;
} GSList;

typedef struct {
	PangoLayout *layout;
	int start_index, length;
	GSList *runs;
} PangoLayoutLine;

/* The first members of a font's structure, which FreeType documents. */
typedef struct FT_FaceRec_ {
	long num_faces, face_index, face_flags, style_flags, num_glyphs;
} FT_FaceRec;

/* A field of a structured message. */
typedef struct _GLogField {
	const char *key;
	const void *value;
	ptrdiff_t length;
} GLogField;
#endif

enum {
	CPANGO_SCALE = 1024,
	CPANGO_DIRECTION_RTL = 1,
	CPANGO_ELLIPSIZE_END = 3,
	CPANGO_WRAP_WORD_CHAR = 2,
	CGLIB_CHECKSUM_SHA256 = 2,
	CGLIB_NORMALIZE_NFD = 0,
	CGLIB_NORMALIZE_NFC = 1,
};

enum {
	CGLIB_LOG_LEVEL_ERROR = 1 << 2,
	CGLIB_LOG_LEVEL_CRITICAL = 1 << 3,
	CGLIB_LOG_LEVEL_WARNING = 1 << 4,
	CGLIB_LOG_WRITER_HANDLED = 1,
};

void g_log_set_writer_func(unsigned (*function)(int level, const GLogField *fields, size_t count, void *data),
			   void *data, void (*free_data)(void *data));

void g_object_unref(void *object);
void g_free(void *memory);
char *g_utf8_normalize(const char *text, ptrdiff_t length, unsigned mode);
char *g_compute_checksum_for_data(unsigned type, const unsigned char *data, size_t length);

PangoFontMap *pango_cairo_font_map_new(void);
PangoContext *pango_font_map_create_context(PangoFontMap *map);
void pango_cairo_context_set_font_options(PangoContext *context, const cairo_font_options_t *options);
void pango_context_set_round_glyph_positions(PangoContext *context, int round_positions);

PangoLayout *pango_layout_new(PangoContext *context);
void pango_layout_set_text(PangoLayout *layout, const char *text, int length);
void pango_layout_set_attributes(PangoLayout *layout, PangoAttrList *attributes);
void pango_layout_set_width(PangoLayout *layout, int width);
void pango_layout_set_height(PangoLayout *layout, int height);
void pango_layout_set_ellipsize(PangoLayout *layout, unsigned mode);
void pango_layout_set_wrap(PangoLayout *layout, unsigned mode);
int pango_layout_is_ellipsized(PangoLayout *layout);
int pango_layout_get_line_count(PangoLayout *layout);
PangoLayoutLine *pango_layout_get_line_readonly(PangoLayout *layout, int line);
unsigned pango_layout_line_get_resolved_direction(PangoLayoutLine *line);
void pango_layout_line_get_extents(PangoLayoutLine *line, PangoRectangle *ink, PangoRectangle *logical);

int pango_layout_get_unknown_glyphs_count(PangoLayout *layout);

const PangoLogAttr *pango_layout_get_log_attrs_readonly(PangoLayout *layout, int *count);
void pango_layout_get_cursor_pos(PangoLayout *layout, int index, PangoRectangle *strong, PangoRectangle *weak);
void pango_layout_move_cursor_visually(PangoLayout *layout, int strong, int index, int trailing, int direction,
				       int *new_index, int *new_trailing);
void pango_layout_line_index_to_x(PangoLayoutLine *line, int index, int trailing, int *x);
int pango_layout_line_x_to_index(PangoLayoutLine *line, int x, int *index, int *trailing);
void pango_layout_line_get_x_ranges(PangoLayoutLine *line, int start, int end, int **ranges, int *count);

int pango_glyph_string_get_width(PangoGlyphString *glyphs);
void pango_cairo_show_glyph_string(cairo_t *cr, PangoFont *font, PangoGlyphString *glyphs);

PangoFontDescription *pango_font_description_new(void);
void pango_font_description_free(PangoFontDescription *font);
void pango_font_description_set_family(PangoFontDescription *font, const char *family);
void pango_font_description_set_weight(PangoFontDescription *font, unsigned weight);
void pango_font_description_set_absolute_size(PangoFontDescription *font, double size);

PangoAttrList *pango_attr_list_new(void);
void pango_attr_list_unref(PangoAttrList *list);
void pango_attr_list_insert(PangoAttrList *list, PangoAttribute *attribute);
PangoAttribute *pango_attr_foreground_new(unsigned short red, unsigned short green, unsigned short blue);
PangoAttribute *pango_attr_font_desc_new(const PangoFontDescription *font);
PangoAttribute *pango_attr_font_features_new(const char *features);

/* fontconfig. FcBool is an int, FcChar8 an unsigned char. */
typedef struct _FcConfig FcConfig;
int FcInit(void);
FcConfig *FcConfigCreate(void);
int FcConfigParseAndLoad(FcConfig *config, const unsigned char *file, int complain);
int FcConfigBuildFonts(FcConfig *config);
int FcConfigSetCurrent(FcConfig *config);
void FcConfigDestroy(FcConfig *config);

/* FreeType, and cairo's function for its fonts. */
typedef struct FT_LibraryRec_ *FT_Library;
typedef struct FT_FaceRec_ *FT_Face;
int FT_Init_FreeType(FT_Library *library);
int FT_Done_FreeType(FT_Library library);
int FT_New_Face(FT_Library library, const char *path, long index, FT_Face *face);
unsigned FT_Get_Name_Index(FT_Face face, const char *name);
int FT_Get_Glyph_Name(FT_Face face, unsigned glyph, void *buffer, unsigned size);
cairo_font_face_t *cairo_ft_font_face_create_for_ft_face(FT_Face face, int load_flags);
