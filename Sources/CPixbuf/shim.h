/* Declares the few functions of gdk-pixbuf, GObject and GLib that are used: their headers need include paths from
 * pkg-config, whose -pthread SwiftPM warns of at every build. Tests/ConfigurationTests/Headers compares the declarations with the
 * headers. */
#pragma once
#include <stddef.h>

struct _GClosure;
typedef struct _GdkPixbuf GdkPixbuf;
typedef struct _GdkPixbufLoader GdkPixbufLoader;

#ifndef CPIXBUF_TEST
typedef struct {
	unsigned domain;
	int code;
	char *message;
} GError;
#endif

void g_error_free(GError *error);
void g_object_unref(void *object);
unsigned long g_signal_connect_data(void *instance, const char *signal, void (*handler)(void), void *data,
				    void (*destroy)(void *data, struct _GClosure *closure), unsigned flags);

GdkPixbufLoader *gdk_pixbuf_loader_new_with_type(const char *type, GError **error);
void gdk_pixbuf_loader_set_size(GdkPixbufLoader *loader, int width, int height);
int gdk_pixbuf_loader_write(GdkPixbufLoader *loader, const unsigned char *bytes, size_t count, GError **error);
int gdk_pixbuf_loader_close(GdkPixbufLoader *loader, GError **error);
GdkPixbuf *gdk_pixbuf_loader_get_pixbuf(GdkPixbufLoader *loader);

const char *gdk_pixbuf_get_option(GdkPixbuf *pixbuf, const char *key);
int gdk_pixbuf_set_option(GdkPixbuf *pixbuf, const char *key, const char *value);
GdkPixbuf *gdk_pixbuf_apply_embedded_orientation(GdkPixbuf *pixbuf);
int gdk_pixbuf_get_width(const GdkPixbuf *pixbuf);
int gdk_pixbuf_get_height(const GdkPixbuf *pixbuf);
int gdk_pixbuf_get_rowstride(const GdkPixbuf *pixbuf);
int gdk_pixbuf_get_n_channels(const GdkPixbuf *pixbuf);
const unsigned char *gdk_pixbuf_read_pixels(const GdkPixbuf *pixbuf);
