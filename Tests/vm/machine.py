"""A panel under qemu: boots an image, touches its screen, and takes screenshots."""
import array
import json
import time

from qemu import HERE, Failure, Image, Qemu, expect, step  # noqa: F401
from screen import Screen


def run_test(main, image, journal):
    """Runs main with a machine, then the command that prints the guest's journal. After a failure, saves a screenshot and exits
    with status 1."""
    passed = False
    try:
        with Machine(image) as machine:
            try:
                main(machine)
                passed = True
            except Failure as failure:
                step(f"FAILED: {failure}")
                machine.screen("failed")
            with open(image.out + "/journal.txt", "w") as file:
                file.write(machine.run(journal)[1] + "\n")
    except Failure as failure:
        step(f"FAILED: {failure}")
        passed = False
    if not passed:
        raise SystemExit(1)
    step("passed")


class Machine(Qemu):
    # The seconds of sound that were expected so far.
    heard = 0

    def wait_for_agent(self, timeout=600):
        super().wait_for_agent(timeout)
        if self.image.has_touchscreen:
            with open(HERE + "/guest/touchscreen.py") as file:
                self.write("/run/touchscreen.py", file.read())
            width, height = self.size
            self.require("cd /run && modprobe uinput && mkfifo touchscreen touchscreen-error && "
                         f"(python3 touchscreen.py {width} {height} >touchscreen.log 2>&1 &)")

    def ask_touchscreen(self, **request):
        output = self.require(f"cd /run && echo '{json.dumps(request)}' >touchscreen && cat touchscreen-error")
        expect(not output, output)

    def wait_until(self, seconds, command):
        """Repeats a command until its exit status is 0. On a slow machine, the timeout is longer."""
        end = time.monotonic() + seconds * self.slowness
        while True:
            status, output = self.run(command)
            if status == 0:
                return output
            if time.monotonic() > end:
                raise Failure(f"not in {seconds} s: {command}: {output}")
            time.sleep(0.3)

    def touch(self, *frames):
        self.ask_touchscreen(touch=frames)

    def tap(self, x, y):
        self.touch([0, [1, x, y]], [120], )

    def keys(self, *names):
        """Presses keys together, by qemu's names."""
        self.monitor("send-key", keys=[{"type": "qcode", "data": name} for name in names])

    def status(self):
        return json.loads(self.require("cube-kiosk ctl status"))

    def write(self, path, text):
        """Replaces a file atomically."""
        self.require(f"cat > {path}.new <<'END'\n{text}\nEND\nmv {path}.new {path}")

    def configure(self, value):
        self.write("/etc/cube-kiosk/kiosk.json", json.dumps(value))

    def place(self, name):
        """Returns the center of a button, from `inspect`."""
        width, height = self.size
        tree = json.loads(self.require(f"cube-kiosk inspect --config /etc/cube-kiosk/kiosk.json --size {width}x{height}"))
        nodes = [tree["root"]]
        while nodes:
            node = nodes.pop()
            if node["name"] == name:
                return [sum(corner[k] for corner in node["corners"]) / 4 for k in (0, 1)]
            nodes += node["children"]
        raise Failure(f"inspect prints no {name}")

    def slow_units(self):
        """Extends the units' timeouts on a slow machine."""
        for unit, watchdog in (("cube-kiosk", 10), ("cube-kiosk-compositor", 30)):
            folder = f"/etc/systemd/system/{unit}.service.d"
            self.require(f"mkdir -p {folder}")
            self.write(f"{folder}/slow.conf", "[Service]\nTimeoutStartSec={}\nWatchdogSec={}".format(
                120 * self.slowness, watchdog * self.slowness))
        self.require("systemctl daemon-reload")

    def plug(self, is_in):
        self.ask_touchscreen(plug=is_in)

    def plug_headphones(self, is_in):
        self.ask_touchscreen(headphones=is_in)

    def sound(self):
        """Returns the seconds of sound so far, in tenths. While nothing plays, nothing is recorded."""
        with open(self.image.out + "/sound.wav", "rb") as file:
            data = file.read()[44:]
        # 16 bits, two channels, 44100 Hz.
        samples = array.array("h", data[:len(data) // 2 * 2])
        # A codec's noise would be far below 1000.
        return sum(max(map(abs, samples[start:start + 8820])) > 1000 for start in range(0, len(samples), 8820)) / 10

    def expect_sound(self, seconds=0.5):
        """Waits until something is spoken after the last sound."""
        end = time.monotonic() + 60 * self.slowness
        while self.sound() < self.heard + seconds:
            if time.monotonic() > end:
                raise Failure("nothing is spoken")
            time.sleep(0.5)
        # Wait for the end of the text.
        while self.sound() > self.heard:
            self.heard = self.sound()
            time.sleep(2 * self.slowness)

    def reboot(self):
        self.send("systemctl reboot")
        self.wait_for_agent()

    def wait_for_new_frame(self, command):
        """Runs a command, and waits for the first frame after it."""
        frames = "journalctl -b -t cube-kiosk -o cat | grep -c 'first frame'"
        before = self.run(frames)[1]
        self.require(command)
        self.wait_until(120, f"test $({frames}) -gt {before} && systemctl is-active cube-kiosk")

    def screen(self, name):
        """Takes a screenshot, and saves it in the output directory."""
        path = f"{self.run_directory}/screen.ppm"
        self.monitor("screendump", filename=path)
        screen = Screen(path)
        screen.save(f"{self.image.out}/{name}.png")
        return screen

    def still_screen(self, name, seconds=30):
        """Returns the screen once two screenshots, a second apart or more, are equal."""
        end = time.monotonic() + seconds * self.slowness
        last = self.screen(name)
        while time.monotonic() < end:
            time.sleep(self.slowness)
            next_one = self.screen(name)
            if next_one.pixels == last.pixels:
                return next_one
            last = next_one
        raise Failure("the screen keeps changing")
