"""A panel under qemu: boots an image, touches its screen, and takes screenshots."""
import array
import json
import os
import shutil
import socket
import struct
import subprocess
import tempfile
import time
import zlib


# For each architecture: qemu's program and machine type, the processor for emulation, and the kernel's console. An
# emulated arm64 `max` would compute a cipher for each signed pointer.
ARCHITECTURES = {
    "amd64": ("qemu-system-x86_64", "q35", "max", "ttyS0"),
    "arm64": ("qemu-system-aarch64", "virt,gic-version=max", "cortex-a72", "ttyAMA0"),
}
OWN = subprocess.run(["dpkg", "--print-architecture"], check=True, capture_output=True, text=True).stdout.strip()


class Failure(Exception):
    pass


started = time.monotonic()


def step(text):
    print(f"{time.monotonic() - started:6.1f} s  {text}", flush=True)


def expect(condition, text):
    if not condition:
        raise Failure(text)


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


class Image:
    """An image for a suite and an architecture, and the directory for its screenshots."""

    def __init__(self, suite="trixie", architecture=OWN):
        base = os.environ.get("PANEL_VM") or os.path.expanduser("~/.cache/cube-kiosk-vm")
        self.architecture = architecture
        self.home, self.out = f"{base}/{suite}-{architecture}", f"{base}/out/{suite}-{architecture}"
        if architecture not in ARCHITECTURES or not os.path.exists(self.home + "/disk.ext4"):
            raise SystemExit(f"There is no image in {self.home}: Tests/vm/image {suite} {architecture}")
        os.makedirs(self.out, exist_ok=True)

    def boot_options(self, run_directory, console):
        """Returns qemu's options for the kernel, its command line and the disk. Changes to the disk aren't kept."""
        disk = run_directory + "/disk.qcow2"
        subprocess.run(["qemu-img", "create", "-q", "-f", "qcow2", "-F", "raw", "-b", self.home + "/disk.ext4", disk], check=True)
        return ["-kernel", self.home + "/vmlinuz", "-initrd", self.home + "/initrd", "-device", "i6300esb",
                "-drive", f"file={disk},if=none,id=disk,cache=unsafe", "-device", "virtio-blk-pci,drive=disk"], \
            f"root=/dev/vda rw console={console} systemd.show_status=0 mitigations=off"


class Machine:
    def __init__(self, image, memory=1024, cores=2, size=(1280, 800), words="", has_sound=False):
        """The words are added to the kernel's command line. A sound card's output is written to `sound.wav`."""
        self.image, self.memory, self.cores, self.size, self.words = image, memory, cores, size, words
        self.has_sound = has_sound
        self.run_directory = tempfile.mkdtemp(prefix="panel-")
        self.pending = b""
        self.qemu = None
        # Multiplies all timeouts, which are meant for a real panel.
        self.slowness = 1

    def __enter__(self):
        try:
            self.boot_with_fallback()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.end()
        shutil.rmtree(self.run_directory, ignore_errors=True)

    def boot_with_fallback(self):
        """Boots with KVM, or else with emulation. Opening /dev/kvm is no proof: a host that is itself a guest may interpret
        each instruction, which only a boot shows."""
        if self.image.architecture == OWN and os.access("/dev/kvm", os.R_OK | os.W_OK) and not os.environ.get("PANEL_NO_KVM"):
            try:
                return self.boot("kvm", "host", kernel_timeout=20, agent_timeout=60)
            # A qemu that can't use KVM exits, which closes the connection.
            except (Failure, ConnectionError) as failure:
                print(f"         no KVM: {failure}", flush=True)
                self.end()
        self.slowness = 6
        self.boot("tcg,thread=multi", None, kernel_timeout=240, agent_timeout=600)

    def boot(self, accelerator, processor, kernel_timeout, agent_timeout):
        """Starts qemu. Fails if the kernel, and then the agent, print nothing in time."""
        width, height = self.size
        program, machine, emulated, console = ARCHITECTURES[self.image.architecture]
        options, words = self.image.boot_options(self.run_directory, console)
        serial = self.image.out + "/serial.log"
        open(serial, "w").close()
        command = [
            program, "-machine", machine, "-smp", str(self.cores), "-m", str(self.memory), "-nodefaults", "-no-user-config",
            "-display", "none", "-accel", accelerator, "-cpu", processor or emulated,
            *options, "-append", f"{words} panel={width}x{height} {self.words}",
            "-device", f"virtio-gpu-pci,xres={width},yres={height}", "-device", "virtio-rng-pci",
            "-device", "virtio-keyboard-pci",
            "-serial", f"file:{serial}", "-device", "virtio-serial-pci",
            "-chardev", f"socket,id=agent,path={self.run_directory}/agent,server=on,wait=off",
            "-device", "virtserialport,chardev=agent,name=panel.agent",
            "-qmp", f"unix:{self.run_directory}/qmp,server=on,wait=off",
        ]
        if self.has_sound:
            command += ["-audiodev", f"wav,id=sound,path={self.image.out}/sound.wav", "-device", "intel-hda",
                        "-device", "hda-output,audiodev=sound"]
        self.pending = b""
        self.qemu = subprocess.Popen(command, stdin=subprocess.DEVNULL)
        self.qmp = self.connect("qmp").makefile("rw")
        self.qmp.readline()
        self.monitor("qmp_capabilities")
        self.agent = self.connect("agent")
        self.wait_for_kernel(serial, kernel_timeout)
        self.wait_for_agent(agent_timeout)

    def end(self):
        # The machine's state isn't kept, and an orderly shutdown would take long on a slow processor.
        if self.qemu:
            self.qemu.kill()
            self.qemu.wait()
        self.qemu = None

    def connect(self, name):
        end = time.monotonic() + 20
        while True:
            link = socket.socket(socket.AF_UNIX)
            try:
                link.connect(f"{self.run_directory}/{name}")
                return link
            except OSError:
                link.close()
                if self.qemu.poll() is not None or time.monotonic() > end:
                    raise Failure("qemu didn't start") from None
                time.sleep(0.05)

    def monitor(self, command, **arguments):
        try:
            self.qmp.write(json.dumps({"execute": command, "arguments": arguments}) + "\n")
            self.qmp.flush()
        except OSError:
            raise Failure("qemu ended") from None
        while True:
            line = self.qmp.readline()
            if not line:
                raise Failure("qemu ended")
            reply = json.loads(line)
            if "error" in reply:
                raise Failure(f"{command}: {reply['error']['desc']}")
            if "return" in reply:
                return reply["return"]

    def text_line(self, timeout):
        self.agent.settimeout(timeout)
        while b"\n" not in self.pending:
            try:
                data = self.agent.recv(65536)
            except socket.timeout:
                raise Failure(f"the guest prints nothing for {timeout} s") from None
            except OSError:
                data = b""
            if not data:
                raise Failure("the guest ended")
            self.pending += data
        line, self.pending = self.pending.split(b"\n", 1)
        return line.decode()

    def wait_for_kernel(self, serial, timeout):
        end = time.monotonic() + timeout
        while os.path.getsize(serial) == 0:
            if self.qemu.poll() is not None:
                raise Failure(f"qemu ended with status {self.qemu.returncode}")
            if time.monotonic() > end:
                raise Failure(f"the kernel prints nothing for {timeout} s")
            time.sleep(0.1)

    def wait_for_agent(self, timeout=600):
        while "hello" not in self.text_line(timeout):
            pass

    def ask(self, **request):
        self.send(request)
        return json.loads(self.text_line(300))

    def send(self, request):
        try:
            self.agent.sendall(json.dumps(request).encode() + b"\n")
        except OSError:
            raise Failure("the guest ended") from None

    # Operations for tests.

    def run(self, command):
        """Returns the exit status and the output."""
        reply = self.ask(run=command)
        return reply["status"], reply["output"].strip()

    def require(self, command):
        """Returns the output. Fails if the exit status isn't 0."""
        status, output = self.run(command)
        if status:
            raise Failure(f"{command}: status {status}: {output}")
        return output

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
        reply = self.ask(touch=list(frames))
        if reply["status"]:
            raise Failure(reply["output"])

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
        self.ask(plug=is_in)

    def plug_headphones(self, is_in):
        self.ask(headphones=is_in)

    def sound(self):
        """Returns the loudest sample of each tenth of a second of sound so far. While nothing plays, nothing is recorded."""
        with open(self.image.out + "/sound.wav", "rb") as file:
            data = file.read()[44:]
        # 16 bits, two channels, 44100 Hz.
        samples = array.array("h", data[:len(data) // 2 * 2])
        return [max(map(abs, samples[start:start + 8820])) for start in range(0, len(samples), 8820)]

    def reboot(self, command="systemctl reboot"):
        self.send({"run": command})
        self.wait_for_agent()

    def screen(self, name):
        """Takes a screenshot, and saves it in the output directory."""
        path = f"{self.run_directory}/screen.ppm"
        self.monitor("screendump", filename=path)
        data = open(path, "rb").read()
        _, width, height, _ = data.split(None, 4)[:4]
        width, height = int(width), int(height)
        pixels = data[len(data) - width * height * 3:]
        rows = b"".join(b"\0" + pixels[y * width * 3:(y + 1) * width * 3] for y in range(height))

        def chunk(kind, body):
            return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        with open(f"{self.image.out}/{name}.png", "wb") as file:
            file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
                       + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
        return Screen(width, height, pixels)

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


class Screen:
    def __init__(self, width, height, pixels):
        self.width, self.height, self.pixels = width, height, pixels

    def at(self, x, y):
        start = (int(y) * self.width + int(x)) * 3
        return tuple(self.pixels[start:start + 3])

    @property
    def is_dark(self):
        return max(self.pixels) < 24

    def differing(self, other, above):
        """The share of pixels above a row that differ by more than rounding."""
        count, end = 0, above * self.width * 3
        for i in range(0, end, 3):
            if any(abs(self.pixels[i + k] - other.pixels[i + k]) > 8 for k in range(3)):
                count += 1
        return count / (end / 3)
