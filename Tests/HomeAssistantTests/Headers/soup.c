/* Compiles only if the functions and values that CSoup declares are those of the libraries' headers. */
#include <glib-unix.h>
#include <libsoup/soup.h>
#include <stddef.h>

/* GLib defines a macro of this name. */
#undef g_object_ref

#define CSOUP_TEST
#include "../../../Sources/CSoup/shim.h"

#define SAME(ours, theirs) _Static_assert((int)(ours) == (int)(theirs), #theirs)

struct our_error {
	unsigned domain;
	int code;
	char *message;
};
SAME(sizeof(struct our_error), sizeof(GError));
SAME(offsetof(struct our_error, message), offsetof(GError, message));
SAME(CSOUP_IO_IN, G_IO_IN);
SAME(CSOUP_PRIORITY_DEFAULT, G_PRIORITY_DEFAULT);
SAME(CSOUP_WEBSOCKET_DATA_TEXT, SOUP_WEBSOCKET_DATA_TEXT);
SAME(CSOUP_WEBSOCKET_STATE_OPEN, SOUP_WEBSOCKET_STATE_OPEN);
SAME(CSOUP_WEBSOCKET_CLOSE_NORMAL, SOUP_WEBSOCKET_CLOSE_NORMAL);
