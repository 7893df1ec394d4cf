#include <stdarg.h>
#include <stdio.h>
#include <xkbcommon/xkbcommon.h>
#include <xkbcommon/xkbcommon-compose.h>

/* As in CWaylandClient: the handler gets the first 1,000 bytes of a message. */
static void (*xkb_text_handler)(const char *text) = 0;

static void xkb_format_message(struct xkb_context *context, enum xkb_log_level level, const char *format, va_list arguments) {
  char text[1001];
  vsnprintf(text, sizeof text, format, arguments);
  xkb_text_handler(text);
}

static inline void xkb_context_set_text_handler(struct xkb_context *context, void (*handler)(const char *text)) {
  xkb_text_handler = handler;
  xkb_context_set_log_fn(context, xkb_format_message);
}
