/* Declares the few functions of libsoup 3, GIO, GObject and GLib that are used: their headers need include paths from
 * pkg-config, whose -pthread SwiftPM warns of at every build. Tests/HomeAssistantTests/Headers compares the declarations
 * with the headers. Pointers to GObjects whose class doesn't matter are void *. */
#pragma once
#include <stddef.h>
#include <stdint.h>

struct _GClosure;
typedef struct _GAsyncResult GAsyncResult;
typedef struct _GBytes GBytes;
typedef struct _GCancellable GCancellable;
typedef struct _GInputStream GInputStream;
typedef struct _GMainContext GMainContext;
typedef struct _GProxyResolver GProxyResolver;
typedef struct _GTlsDatabase GTlsDatabase;
typedef struct _SoupAuth SoupAuth;
typedef struct _SoupMessage SoupMessage;
typedef struct _SoupMessageHeaders SoupMessageHeaders;
typedef struct _SoupMultipartInputStream SoupMultipartInputStream;
typedef struct _SoupSession SoupSession;
typedef struct _SoupWebsocketConnection SoupWebsocketConnection;

#ifndef CSOUP_TEST
typedef struct {
	unsigned domain;
	int code;
	char *message;
} GError;
typedef void (*GAsyncReadyCallback)(void *object, GAsyncResult *result, void *data);
#endif

enum {
	CSOUP_IO_IN = 1,
	CSOUP_PRIORITY_DEFAULT = 0,
	CSOUP_WEBSOCKET_DATA_TEXT = 1,
	CSOUP_WEBSOCKET_STATE_OPEN = 1,
	CSOUP_WEBSOCKET_CLOSE_NORMAL = 1000,
};

/* GLib and GObject */
void g_error_free(GError *error);
void *g_object_ref(void *object);
void g_object_unref(void *object);
unsigned long g_signal_connect_data(void *instance, const char *signal, void (*handler)(void), void *data,
				    void (*destroy)(void *data, struct _GClosure *closure), unsigned flags);
unsigned g_signal_handlers_disconnect_matched(void *instance, unsigned mask, unsigned id, unsigned detail,
					      struct _GClosure *closure, void *function, void *data);
const void *g_bytes_get_data(GBytes *bytes, size_t *size);
void g_bytes_unref(GBytes *bytes);
int g_main_context_iteration(GMainContext *context, int may_block);
int g_source_remove(unsigned tag);
unsigned g_unix_fd_add(int fd, unsigned condition, int (*handler)(int fd, unsigned condition, void *data), void *data);

/* GIO */
GCancellable *g_cancellable_new(void);
void g_cancellable_cancel(GCancellable *cancellable);
void g_input_stream_read_async(GInputStream *stream, void *buffer, size_t count, int priority,
			       GCancellable *cancellable, GAsyncReadyCallback callback, void *data);
ptrdiff_t g_input_stream_read_finish(GInputStream *stream, GAsyncResult *result, GError **error);
void g_input_stream_read_all_async(GInputStream *stream, void *buffer, size_t count, int priority,
				   GCancellable *cancellable, GAsyncReadyCallback callback, void *data);
int g_input_stream_read_all_finish(GInputStream *stream, GAsyncResult *result, size_t *count, GError **error);
int g_input_stream_close(GInputStream *stream, GCancellable *cancellable, GError **error);
GTlsDatabase *g_tls_file_database_new(const char *path, GError **error);

/* Sessions and messages */
SoupSession *soup_session_new(void);
void soup_session_abort(SoupSession *session);
void soup_session_set_idle_timeout(SoupSession *session, unsigned seconds);
void soup_session_set_proxy_resolver(SoupSession *session, GProxyResolver *resolver);
void soup_session_set_timeout(SoupSession *session, unsigned seconds);
void soup_session_set_tls_database(SoupSession *session, GTlsDatabase *database);
void soup_session_set_user_agent(SoupSession *session, const char *name);
void soup_session_send_async(SoupSession *session, SoupMessage *message, int priority, GCancellable *cancellable,
			     GAsyncReadyCallback callback, void *data);
GInputStream *soup_session_send_finish(SoupSession *session, GAsyncResult *result, GError **error);
void soup_session_send_and_read_async(SoupSession *session, SoupMessage *message, int priority,
				      GCancellable *cancellable, GAsyncReadyCallback callback, void *data);
GBytes *soup_session_send_and_read_finish(SoupSession *session, GAsyncResult *result, GError **error);
SoupMessage *soup_message_new(const char *method, const char *address);
SoupMessageHeaders *soup_message_get_request_headers(SoupMessage *message);
SoupMessageHeaders *soup_message_get_response_headers(SoupMessage *message);
unsigned soup_message_get_status(SoupMessage *message);
unsigned soup_message_get_tls_peer_certificate_errors(SoupMessage *message);
void soup_message_headers_append(SoupMessageHeaders *headers, const char *name, const char *value);
const char *soup_message_headers_get_one(SoupMessageHeaders *headers, const char *name);
int64_t soup_message_headers_get_content_length(SoupMessageHeaders *headers);

void soup_auth_authenticate(SoupAuth *auth, const char *user, const char *password);

/* Multipart replies */
SoupMultipartInputStream *soup_multipart_input_stream_new(SoupMessage *message, GInputStream *stream);
SoupMessageHeaders *soup_multipart_input_stream_get_headers(SoupMultipartInputStream *stream);
void soup_multipart_input_stream_next_part_async(SoupMultipartInputStream *stream, int priority,
						 GCancellable *cancellable, GAsyncReadyCallback callback, void *data);
GInputStream *soup_multipart_input_stream_next_part_finish(SoupMultipartInputStream *stream, GAsyncResult *result,
							   GError **error);

/* WebSockets */
void soup_session_websocket_connect_async(SoupSession *session, SoupMessage *message, const char *origin,
					  char **protocols, int priority, GCancellable *cancellable,
					  GAsyncReadyCallback callback, void *data);
SoupWebsocketConnection *soup_session_websocket_connect_finish(SoupSession *session, GAsyncResult *result,
							       GError **error);
void soup_websocket_connection_close(SoupWebsocketConnection *connection, unsigned short code, const char *data);
unsigned short soup_websocket_connection_get_close_code(SoupWebsocketConnection *connection);
unsigned soup_websocket_connection_get_state(SoupWebsocketConnection *connection);
void soup_websocket_connection_send_text(SoupWebsocketConnection *connection, const char *text);
void soup_websocket_connection_set_max_incoming_payload_size(SoupWebsocketConnection *connection, uint64_t bytes);
