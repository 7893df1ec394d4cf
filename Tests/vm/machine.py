"""A panel under qemu: boots an image, touches its screen, and takes screenshots."""
import array
import json
import time

from qemu import HERE, Failure, Image, Qemu, expect, step  # noqa: F401
from screen import Screen


def run_test(main, image, journal, **options):
    """Runs main with a machine that has these options, then the command that prints the guest's journal. After a failure,
    saves a screenshot and exits with status 1."""
    passed = False
    try:
        with Machine(image, **options) as machine:
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
    def wait_for_agent(self, timeout=600):
        super().wait_for_agent(timeout)
        if self.image.python_command:
            with open(HERE + "/guest/touchscreen.py") as file:
                self.write("/run/touchscreen.py", file.read())
            width, height = self.size
            self.require(f"cd /run && {self.image.python_command} && modprobe uinput && mkfifo touchscreen touchscreen-error && "
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

    def place(self, name, size=None):
        """Returns the center of a button, from `inspect`."""
        width, height = size or self.size
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
        for unit, text in (("", f"WatchdogSec={10 * self.slowness}"), ("-compositor", f"WatchdogSec={30 * self.slowness}"),
                           ("-cage", f"Environment=WATCHDOG_USEC={10_000_000 * self.slowness}")):
            folder = f"/etc/systemd/system/cube-kiosk{unit}.service.d"
            self.require(f"mkdir -p {folder}")
            self.write(f"{folder}/slow.conf", f"[Service]\nTimeoutStartSec={120 * self.slowness}\n{text}")
        self.require("systemctl daemon-reload")

    def plug(self, is_in):
        self.ask_touchscreen(plug=is_in)

    def plug_headphones(self, is_in):
        self.ask_touchscreen(headphones=is_in)

    def sound(self):
        """Returns the loudest sample of each tenth of a second of sound so far. While nothing plays, nothing is recorded."""
        with open(self.image.out + "/sound.wav", "rb") as file:
            data = file.read()[44:]
        # 16 bits, two channels, 44100 Hz.
        samples = array.array("h", data[:len(data) // 2 * 2])
        return [max(map(abs, samples[start:start + 8820])) for start in range(0, len(samples), 8820)]

    def reboot(self, command="systemctl reboot"):
        self.send(command)
        self.wait_for_agent()

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
