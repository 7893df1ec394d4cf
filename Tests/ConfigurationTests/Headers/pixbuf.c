/* Compiles only if the functions that CPixbuf declares have the types of the libraries' headers. */
#include <gdk-pixbuf/gdk-pixbuf.h>
#include <stddef.h>

/* Newer versions of GLib define a macro of this name. */
#undef g_object_unref

#define CPIXBUF_TEST
#include "../../../Sources/CPixbuf/shim.h"

#undef CPIXBUF_TEST
#define GError OurError
struct our_error {
	unsigned domain;
	int code;
	char *message;
};
#undef GError
_Static_assert(sizeof(struct our_error) == sizeof(GError), "GError");
_Static_assert(offsetof(struct our_error, message) == offsetof(GError, message), "GError.message");
