#include <stdarg.h>
#include <stdio.h>
#include <wayland-client-core.h>

/* Swift 6.0 can't compile a callback with a va_list for arm64, so this handler gets the text of a message: its first 1,000 bytes. */
static void (*wl_text_handler)(const char *text) = 0;

static void wl_format_message(const char *format, va_list arguments) {
  char text[1001];
  vsnprintf(text, sizeof text, format, arguments);
  wl_text_handler(text);
}

static inline void wl_log_set_text_handler_client(void (*handler)(const char *text)) {
  wl_text_handler = handler;
  wl_log_set_handler_client(wl_format_message);
}
