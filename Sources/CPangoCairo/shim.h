/* Cairo's own header, and by hand the few functions of Pango, GObject and fontconfig that are used: Pango's headers need include
 * paths which only pkg-config knows, and what pkg-config says for it (-pthread, from harfbuzz.pc) SwiftPM reports as a
 * prohibited flag in every build. The declarations are those of Pango 1.50; its ABI has been stable since 1.0. */
#pragma once
#include <cairo/cairo.h>

typedef struct _PangoContext PangoContext;
typedef struct _PangoFontDescription PangoFontDescription;
typedef struct _PangoFontMap PangoFontMap;
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

enum {
	CPANGO_SCALE = 1024,
	CPANGO_ALIGN_LEFT = 0,
	CPANGO_ALIGN_CENTER = 1,
	CPANGO_ALIGN_RIGHT = 2,
	CPANGO_ELLIPSIZE_END = 3,
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
void pango_layout_set_alignment(PangoLayout *layout, int alignment);
void pango_layout_get_extents(PangoLayout *layout, PangoRectangle *ink, PangoRectangle *logical);
int pango_layout_get_baseline(PangoLayout *layout);
/* Of the paragraph at a byte: 0 from left to right, 1 from right to left. */
int pango_layout_get_direction(PangoLayout *layout, int index);
int pango_layout_is_ellipsized(PangoLayout *layout);
void pango_cairo_update_layout(cairo_t *cr, PangoLayout *layout);
void pango_cairo_show_layout(cairo_t *cr, PangoLayout *layout);

PangoFontDescription *pango_font_description_new(void);
void pango_font_description_free(PangoFontDescription *font);
void pango_font_description_set_family(PangoFontDescription *font, const char *family);
void pango_font_description_set_weight(PangoFontDescription *font, int weight);
void pango_font_description_set_absolute_size(PangoFontDescription *font, double size);

PangoAttrList *pango_attr_list_new(void);
void pango_attr_list_unref(PangoAttrList *list);
void pango_attr_list_insert(PangoAttrList *list, PangoAttribute *attribute);
PangoAttribute *pango_attr_foreground_new(unsigned short red, unsigned short green, unsigned short blue);
PangoAttribute *pango_attr_foreground_alpha_new(unsigned short alpha);
PangoAttribute *pango_attr_weight_new(int weight);
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
