/* Compiles only if the functions that CPangoCairo declares have the types of the libraries' headers. */
#include <cairo/cairo-ft.h>
#include <fontconfig/fontconfig.h>
#include <pango/pangocairo.h>

/* Newer versions of GLib define macros of these names. */
#undef g_free
#undef g_object_unref

#define CPANGOCAIRO_TEST
#include "../../../Sources/CPangoCairo/shim.h"

#define SAME(ours, theirs) _Static_assert((int)(ours) == (int)(theirs), #ours)
SAME(CPANGO_SCALE, PANGO_SCALE);
SAME(CPANGO_DIRECTION_RTL, PANGO_DIRECTION_RTL);
SAME(CPANGO_ELLIPSIZE_END, PANGO_ELLIPSIZE_END);
SAME(CPANGO_WRAP_WORD_CHAR, PANGO_WRAP_WORD_CHAR);
SAME(CGLIB_CHECKSUM_SHA256, G_CHECKSUM_SHA256);
SAME(CGLIB_NORMALIZE_NFD, G_NORMALIZE_NFD);
SAME(CGLIB_NORMALIZE_NFC, G_NORMALIZE_NFC);
SAME(CGLIB_LOG_LEVEL_ERROR, G_LOG_LEVEL_ERROR);
SAME(CGLIB_LOG_LEVEL_CRITICAL, G_LOG_LEVEL_CRITICAL);
SAME(CGLIB_LOG_LEVEL_WARNING, G_LOG_LEVEL_WARNING);
SAME(CGLIB_LOG_WRITER_HANDLED, G_LOG_WRITER_HANDLED);
