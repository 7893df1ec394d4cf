/* A weston module that gives the compositor a seat with a touch screen, a pointer and a keyboard, and simulates their
 * input. The headless backend has no devices, and kiosk-shell shows nothing without a seat.
 *
 * Commands are lines written to the pipe $FINGERS, which the module creates:
 *
 *   down ID X Y | motion ID X Y | up ID | frame | cancel | tap X Y
 *   pointer X Y | button down|up | key CODE down|up | touch|mouse|keyboard add|remove
 *   seat add (with $FINGERS_SEAT=late, the seat doesn't exist before) | output add (weston 10 only)
 *
 * X and Y are logical coordinates of the output, CODE is from linux/input-event-codes.h. Only tap sends wl_touch.frame by
 * itself. Unknown commands are reported on standard error. Built for libweston 10 (Debian 12) and 14 (Debian 13).
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <libweston/libweston.h>
#include <libweston/version.h>
#include <libweston/windowed-output-api.h>

/* libweston exports these functions for its backends, and declares them only in headers that aren't installed. */
int weston_seat_init_touch(struct weston_seat *seat);
void weston_seat_release_touch(struct weston_seat *seat);
void weston_seat_release_pointer(struct weston_seat *seat);
void weston_seat_release_keyboard(struct weston_seat *seat);
void weston_seat_init(struct weston_seat *seat, struct weston_compositor *compositor, const char *name);
struct weston_touch_device *weston_touch_create_touch_device(struct weston_touch *touch, const char *path, void *data,
							     const struct weston_touch_device_ops *ops);
void weston_touch_device_destroy(struct weston_touch_device *device);
void notify_touch_frame(struct weston_touch_device *device);
void notify_touch_cancel(struct weston_touch_device *device);
void notify_pointer_frame(struct weston_seat *seat);
#if WESTON_VERSION_MAJOR >= 14
int weston_seat_init_pointer(struct weston_seat *seat);
#else
void weston_seat_init_pointer(struct weston_seat *seat);
#endif
int weston_seat_init_keyboard(struct weston_seat *seat, struct xkb_keymap *keymap);
void notify_keyboard_focus_in(struct weston_seat *seat, struct wl_array *keys, enum weston_key_state_update update);
void notify_key(struct weston_seat *seat, const struct timespec *time, uint32_t key, enum wl_keyboard_key_state state,
		enum weston_key_state_update update);
void notify_button(struct weston_seat *seat, const struct timespec *time, int32_t button,
		   enum wl_pointer_button_state state);
#if WESTON_VERSION_MAJOR >= 12
void notify_touch_normalized(struct weston_touch_device *device, const struct timespec *time, int id,
			     const struct weston_coord_global *position,
			     const struct weston_point2d_device_normalized *normalized, int type);
void notify_motion_absolute(struct weston_seat *seat, const struct timespec *time, struct weston_coord_global position);
#else
void notify_touch_normalized(struct weston_touch_device *device, const struct timespec *time, int id, double x, double y,
			     const struct weston_point2d_device_normalized *normalized, int type);
void notify_motion_absolute(struct weston_seat *seat, const struct timespec *time, double x, double y);
#endif

static struct weston_compositor *compositor;
static struct weston_seat seat;
static struct weston_touch_device *touch;
static bool has_pointer, has_keyboard;
static char buffer[4096];
static size_t filled;

static struct timespec now(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return time;
}

static bool finger(int type, int id, double x, double y)
{
	struct timespec time = now();

	if (!touch)
		return false;
#if WESTON_VERSION_MAJOR >= 12
	struct weston_coord_global position = { .c = weston_coord(x, y) };
	notify_touch_normalized(touch, &time, id, type == WL_TOUCH_UP ? NULL : &position, NULL, type);
#else
	notify_touch_normalized(touch, &time, id, x, y, NULL, type);
#endif
	return true;
}

static bool frame(void)
{
	if (touch)
		notify_touch_frame(touch);
	return touch;
}

/* Cancels all touches, as a compositor does that recognizes a gesture of its own. notify_touch_cancel doesn't send
 * wl_touch.cancel to clients, so send it here. */
static bool cancel(void)
{
	struct wl_resource *resource;

	if (!touch)
		return false;
	notify_touch_cancel(touch);
	wl_resource_for_each(resource, &touch->aggregate->focus_resource_list)
		wl_touch_send_cancel(resource);
	touch->aggregate->num_tp = 0;
	weston_touch_set_focus(touch->aggregate, NULL);
	return true;
}

static bool pointer(double x, double y)
{
	struct timespec time = now();

	if (!has_pointer)
		return false;
#if WESTON_VERSION_MAJOR >= 12
	notify_motion_absolute(&seat, &time, (struct weston_coord_global){ .c = weston_coord(x, y) });
#else
	notify_motion_absolute(&seat, &time, x, y);
#endif
	notify_pointer_frame(&seat);
	return true;
}

static bool button(bool down)
{
	struct timespec time = now();

	if (!has_pointer)
		return false;
	notify_button(&seat, &time, 0x110 /* BTN_LEFT */, down);
	notify_pointer_frame(&seat);
	return true;
}

static bool key(unsigned code, bool down)
{
	struct timespec time = now();

	if (!has_keyboard)
		return false;
	notify_key(&seat, &time, code, down, STATE_UPDATE_AUTOMATIC);
	return true;
}

static void set_has_touch(bool add)
{
	if (add == (touch != NULL))
		return;
	if (add) {
		weston_seat_init_touch(&seat);
		touch = weston_touch_create_touch_device(weston_seat_get_touch(&seat), "fingers", NULL, NULL);
	} else {
		weston_touch_device_destroy(touch);
		weston_seat_release_touch(&seat);
		touch = NULL;
	}
}

static void set_has_pointer(bool add)
{
	if (add == has_pointer)
		return;
	has_pointer = add;
	if (add)
		weston_seat_init_pointer(&seat);
	else
		weston_seat_release_pointer(&seat);
}

static void set_has_keyboard(bool add)
{
	struct wl_array none;

	if (add == has_keyboard)
		return;
	has_keyboard = add;
	if (!add) {
		weston_seat_release_keyboard(&seat);
		return;
	}
	wl_array_init(&none);
	weston_seat_init_keyboard(&seat, NULL);
	notify_keyboard_focus_in(&seat, &none, STATE_UPDATE_NONE);
}

static void add_seat(void)
{
	weston_seat_init(&seat, compositor, "fingers");
	set_has_pointer(true);
	set_has_keyboard(true);
	set_has_touch(true);
}

static bool add_output(void)
{
#if WESTON_VERSION_MAJOR < 12
	const struct weston_windowed_output_api *api = weston_windowed_output_get_api(compositor);

	return api && api->create_head(compositor, "headless") == 0;
#else
	return false;
#endif
}

static bool run_command(const char *line)
{
	char device[16], verb[16];
	unsigned code;
	double x, y;
	int id;

	if (sscanf(line, "down %d %lf %lf", &id, &x, &y) == 3)
		return finger(WL_TOUCH_DOWN, id, x, y);
	if (sscanf(line, "motion %d %lf %lf", &id, &x, &y) == 3)
		return finger(WL_TOUCH_MOTION, id, x, y);
	if (sscanf(line, "up %d", &id) == 1)
		return finger(WL_TOUCH_UP, id, 0, 0);
	if (strcmp(line, "frame") == 0)
		return frame();
	if (strcmp(line, "cancel") == 0)
		return cancel();
	if (sscanf(line, "tap %lf %lf", &x, &y) == 2)
		return finger(WL_TOUCH_DOWN, 0, x, y) && frame() && finger(WL_TOUCH_UP, 0, 0, 0) && frame();
	if (sscanf(line, "pointer %lf %lf", &x, &y) == 2)
		return pointer(x, y);
	if (sscanf(line, "key %u %15s", &code, verb) == 2)
		return key(code, strcmp(verb, "down") == 0);
	if (sscanf(line, "%15s %15s", device, verb) != 2)
		return false;
	bool add = strcmp(verb, "add") == 0;
	if (strcmp(device, "button") == 0)
		return button(strcmp(verb, "down") == 0);
	if (strcmp(device, "seat") == 0)
		add_seat();
	else if (strcmp(device, "output") == 0)
		return add_output();
	else if (strcmp(device, "touch") == 0)
		set_has_touch(add);
	else if (strcmp(device, "mouse") == 0)
		set_has_pointer(add);
	else if (strcmp(device, "keyboard") == 0)
		set_has_keyboard(add);
	else
		return false;
	return true;
}

static int readable(int fd, uint32_t mask, void *data)
{
	ssize_t count = read(fd, buffer + filled, sizeof buffer - 1 - filled);
	char *end;

	if (count <= 0)
		return 0;
	filled += count;
	buffer[filled] = 0;
	while ((end = strchr(buffer, '\n'))) {
		*end = 0;
		if (!run_command(buffer))
			fprintf(stderr, "fingers: invalid command '%s'\n", buffer);
		filled -= end + 1 - buffer;
		memmove(buffer, end + 1, filled + 1);
	}
	if (filled == sizeof buffer - 1)
		filled = 0;
	return 0;
}

WL_EXPORT int wet_module_init(struct weston_compositor *weston, int *argc, char *argv[])
{
	const char *path = getenv("FINGERS");

	/* Open the pipe for writing, too: without a writer, it would be readable forever. */
	if (!path || mkfifo(path, 0600) != 0) {
		fprintf(stderr, "fingers: FINGERS=%s: %s\n", path ? path : "", strerror(path ? errno : EINVAL));
		return -1;
	}
	int fd = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0) {
		perror(path);
		return -1;
	}
	compositor = weston;
	if (!getenv("FINGERS_SEAT"))
		add_seat();
	wl_event_loop_add_fd(wl_display_get_event_loop(compositor->wl_display), fd, WL_EVENT_READABLE, readable, NULL);
	return 0;
}
