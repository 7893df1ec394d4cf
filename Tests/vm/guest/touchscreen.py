"""Runs in the guest: touchscreen.py WIDTH HEIGHT creates a touchscreen and a jack for headphones. It reads requests from the
FIFO /run/touchscreen, and writes to /run/touchscreen-error why a request failed, or nothing. Requests are JSON objects:

    {"touch": [FRAME, ...]}        each frame [MS, [ID, X, Y], ...]: after a delay, the touches in pixels of the screen; a
                                   touch that is missing has ended
    {"plug": true or false}        plugs the touchscreen in, or pulls it
    {"headphones": true or false}  plugs the headphones in, or pulls them
"""
import fcntl
import json
import os
import struct
import sys
import time

# linux/uinput.h and linux/input-event-codes.h.
CREATE, DESTROY, SETUP, ABS_SETUP = 0x5501, 0x5502, 0x405C5503, 0x401C5504
EVENTS, KEYS, AXES, PROPERTIES, SWITCHES = 0x40045564, 0x40045565, 0x40045567, 0x4004556E, 0x4004556D
EV_SYN, EV_KEY, EV_ABS, EV_SW = 0, 1, 3, 5
SW_HEADPHONE_INSERT = 2
BTN_TOUCH, DIRECT = 0x14A, 1
ABS_X, ABS_Y, SLOT, TOUCH_X, TOUCH_Y, TRACKING = 0x00, 0x01, 0x2F, 0x35, 0x36, 0x39
# Real touchscreens have a finer resolution than the screen.
FINE = 16
SLOTS = 10


class Touchscreen:
    def __init__(self, width, height):
        self.limits = {ABS_X: width * FINE, ABS_Y: height * FINE, TOUCH_X: width * FINE, TOUCH_Y: height * FINE,
                       SLOT: SLOTS, TRACKING: 65536}
        self.slots = {}
        self.number = 0
        self.fd = None
        self.plug(True)

    def plug(self, is_in):
        if is_in == (self.fd is not None):
            return
        if not is_in:
            fcntl.ioctl(self.fd, DESTROY)
            os.close(self.fd)
            self.fd = None
            return
        fd = os.open("/dev/uinput", os.O_WRONLY)
        for event in (EV_SYN, EV_KEY, EV_ABS):
            fcntl.ioctl(fd, EVENTS, event)
        fcntl.ioctl(fd, KEYS, BTN_TOUCH)
        fcntl.ioctl(fd, PROPERTIES, DIRECT)
        for axis, limit in self.limits.items():
            fcntl.ioctl(fd, AXES, axis)
            # Resolution of positions, in units per millimeter.
            fine = 0 if axis in (SLOT, TRACKING) else 4 * FINE
            fcntl.ioctl(fd, ABS_SETUP, struct.pack("=H2x6i", axis, 0, 0, limit - 1, 0, 0, fine))
        fcntl.ioctl(fd, SETUP, struct.pack("=4H80sI", 0x18, 0x0EEF, 0x0001, 1, b"Panel in a box", 0))
        fcntl.ioctl(fd, CREATE)
        self.fd, self.slots = fd, {}

    def play(self, frames):
        due = time.monotonic()
        for wait, *fingers in frames:
            due += wait / 1000
            time.sleep(max(0, due - time.monotonic()))
            self.frame({finger: (x, y) for finger, x, y in fingers})

    def frame(self, fingers):
        events = []
        was_touched = bool(self.slots)
        for finger in [f for f in self.slots if f not in fingers]:
            events += [(EV_ABS, SLOT, self.slots.pop(finger)), (EV_ABS, TRACKING, -1)]
        first = None
        for finger, (x, y) in fingers.items():
            place = [min(max(round(v * FINE), 0), self.limits[axis] - 1) for v, axis in ((x, ABS_X), (y, ABS_Y))]
            first = first or place
            if finger not in self.slots:
                self.slots[finger] = min(set(range(SLOTS)) - set(self.slots.values()))
                self.number = (self.number + 1) % 65536
                events += [(EV_ABS, SLOT, self.slots[finger]), (EV_ABS, TRACKING, self.number)]
            else:
                events.append((EV_ABS, SLOT, self.slots[finger]))
            events += [(EV_ABS, TOUCH_X, place[0]), (EV_ABS, TOUCH_Y, place[1])]
        if bool(self.slots) != was_touched:
            events.append((EV_KEY, BTN_TOUCH, int(not was_touched)))
        if first:
            events += [(EV_ABS, ABS_X, first[0]), (EV_ABS, ABS_Y, first[1])]
        write_events(self.fd, events)


class Jack:
    """A sound card's jack that reports whether headphones are in it."""

    def __init__(self):
        self.fd = os.open("/dev/uinput", os.O_WRONLY)
        fcntl.ioctl(self.fd, EVENTS, EV_SW)
        fcntl.ioctl(self.fd, SWITCHES, SW_HEADPHONE_INSERT)
        fcntl.ioctl(self.fd, SETUP, struct.pack("=4H80sI", 0, 0, 0, 1, b"Headphone jack", 0))
        fcntl.ioctl(self.fd, CREATE)

    def plug(self, is_in):
        write_events(self.fd, [(EV_SW, SW_HEADPHONE_INSERT, int(is_in))])


def write_events(fd, events):
    """Writes events of one moment."""
    events = [*events, (EV_SYN, 0, 0)]
    os.write(fd, b"".join(struct.pack("=qqHHi", 0, 0, *event) for event in events))


def main():
    width, height = map(int, sys.argv[1:])
    screen, jack = Touchscreen(width, height), Jack()
    perform = {"touch": screen.play, "plug": screen.plug, "headphones": jack.plug}
    while True:
        with open("/run/touchscreen") as requests:
            (name, value), = json.load(requests).items()
        error = ""
        try:
            perform[name](value)
        except Exception as reason:
            error = repr(reason)
        with open("/run/touchscreen-error", "w") as reply:
            reply.write(error)


main()
