/* Cairo's own header, and by hand the few functions of Pango, GObject and fontconfig that are used: Pango's headers need include
 * paths which only pkg-config knows, and what pkg-config says for it (-pthread, from harfbuzz.pc) SwiftPM reports as a
 * prohibited flag in every build. The declarations are those of Pango 1.50; its ABI has been stable since 1.0. */
#pragma once
#include <cairo/cairo.h>

typedef struct _PangoContext PangoContext;
typedef struct _PangoFont PangoFont;
typedef struct _PangoFontDescription PangoFontDescription;
typedef struct _PangoFontMap PangoFontMap;
typedef struct _PangoGlyphString PangoGlyphString;
typedef struct _PangoLayout PangoLayout;
typedef struct _PangoAttrList PangoAttrList;
typedef struct _PangoAttribute PangoAttribute;

typedef struct _PangoRectangle {
	int x, y, width, height;
} PangoRectangle;

/* The common beginning of every attribute, which Pango documents: the range is in bytes. */
typedef struct {
	const void *klass;
	unsigned start_index, end_index;
} PangoAttributeRange;

/* A stretch of a text in one font. Pango documents what follows, too. */
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

/* GLib's two lists. */
typedef struct _GSList {
	void *data;
	struct _GSList *next;
} GSList;

typedef struct _GList {
	void *data;
	struct _GList *next, *prev;
} GList;

typedef struct {
	PangoLayout *layout;
	int start_index, length;
	GSList *runs;
} PangoLayoutLine;

enum {
	CPANGO_SCALE = 1024,
	CPANGO_DIRECTION_RTL = 1,
	CPANGO_ELLIPSIZE_END = 3,
	CPANGO_GLYPH_EMPTY = 0x0FFFFFFF,
	CPANGO_SHAPE_NONE = 0,
	CPANGO_WRAP_WORD_CHAR = 2,
};

void g_object_unref(void *object);

PangoFontMap *pango_cairo_font_map_new(void);
void pango_fc_font_map_set_config(PangoFontMap *map, struct _FcConfig *config);
PangoContext *pango_font_map_create_context(PangoFontMap *map);
void pango_cairo_context_set_font_options(PangoContext *context, const cairo_font_options_t *options);
void pango_context_set_round_glyph_positions(PangoContext *context, int round_positions);

PangoLayout *pango_layout_new(PangoContext *context);
void pango_layout_set_text(PangoLayout *layout, const char *text, int length);
void pango_layout_set_font_description(PangoLayout *layout, const PangoFontDescription *font);
void pango_layout_set_attributes(PangoLayout *layout, PangoAttrList *attributes);
void pango_layout_set_width(PangoLayout *layout, int width);
void pango_layout_set_height(PangoLayout *layout, int height);
void pango_layout_set_ellipsize(PangoLayout *layout, int mode);
void pango_layout_set_wrap(PangoLayout *layout, int mode);
int pango_layout_is_ellipsized(PangoLayout *layout);
int pango_layout_get_line_count(PangoLayout *layout);
PangoLayoutLine *pango_layout_get_line_readonly(PangoLayout *layout, int line);
int pango_layout_line_get_resolved_direction(PangoLayoutLine *line);
void pango_layout_line_get_extents(PangoLayoutLine *line, PangoRectangle *ink, PangoRectangle *logical);

GList *pango_itemize(
	PangoContext *context, const char *text, int start, int length, PangoAttrList *attributes, void *iterator);
void pango_item_free(PangoItem *item);
void pango_shape_item(
	PangoItem *item, const char *paragraph, int length, void *characters, PangoGlyphString *glyphs, int flags);
PangoGlyphString *pango_glyph_string_new(void);
void pango_glyph_string_free(PangoGlyphString *glyphs);
int pango_glyph_string_get_width(PangoGlyphString *glyphs);
void pango_glyph_string_extents(
	PangoGlyphString *glyphs, PangoFont *font, PangoRectangle *ink, PangoRectangle *logical);
void pango_font_get_glyph_extents(PangoFont *font, unsigned glyph, PangoRectangle *ink, PangoRectangle *logical);
void pango_cairo_show_glyph_string(cairo_t *cr, PangoFont *font, PangoGlyphString *glyphs);
void g_list_free(GList *list);

PangoFontDescription *pango_font_description_new(void);
void pango_font_description_free(PangoFontDescription *font);
void pango_font_description_set_family(PangoFontDescription *font, const char *family);
void pango_font_description_set_weight(PangoFontDescription *font, int weight);
void pango_font_description_set_absolute_size(PangoFontDescription *font, double size);

PangoAttrList *pango_attr_list_new(void);
void pango_attr_list_unref(PangoAttrList *list);
void pango_attr_list_insert(PangoAttrList *list, PangoAttribute *attribute);
PangoAttribute *pango_attr_foreground_new(unsigned short red, unsigned short green, unsigned short blue);
PangoAttribute *pango_attr_font_desc_new(const PangoFontDescription *font);
PangoAttribute *pango_attr_font_features_new(const char *features);

/* An FcBool is an int, an FcChar8 an unsigned char, an FcResult and an FcSetName an enumeration. */
typedef struct _FcConfig FcConfig;
typedef struct _FcStrList FcStrList;
typedef struct _FcPattern FcPattern;
typedef struct _FcCharSet FcCharSet;

typedef struct _FcFontSet {
	int nfont, sfont;
	FcPattern **fonts;
} FcFontSet;

enum {
	CPANGO_FC_MATCH = 0,
	CPANGO_FC_SET_SYSTEM = 0,
};

FcConfig *FcConfigCreate(void);
int FcConfigParseAndLoad(FcConfig *config, const unsigned char *file, int complain);
int FcConfigParseAndLoadFromMemory(FcConfig *config, const char *buffer, int complain);
int FcConfigBuildFonts(FcConfig *config);
FcConfig *FcInitLoadConfigAndFonts(void);
FcFontSet *FcConfigGetFonts(FcConfig *config, int set);
int FcPatternGetCharSet(const FcPattern *pattern, const char *object, int index, FcCharSet **letters);
FcCharSet *FcCharSetIntersect(const FcCharSet *a, const FcCharSet *b);
int FcCharSetHasChar(const FcCharSet *letters, unsigned letter);
int FcConfigSetCurrent(FcConfig *config);
void FcConfigDestroy(FcConfig *config);
FcStrList *FcConfigGetCacheDirs(FcConfig *config);
unsigned char *FcStrListNext(FcStrList *list);
void FcStrListDone(FcStrList *list);
