"""A panel under qemu: boots an image that `image` made, and has hands and eyes in it."""
import json
import os
import shutil
import socket
import struct
import subprocess
import tempfile
import time
import zlib


class Failure(Exception):
    pass


class Machine:
    def __init__(self, home, out, width=1280, height=800):
        self.home, self.out, self.size = home, out, (width, height)
        self.run_directory = tempfile.mkdtemp(prefix="panel-")
        self.pending = b""
        self.qemu = None
        # How much longer than a panel it may take for anything.
        self.slowness = 1

    def __enter__(self):
        try:
            self.boot_somehow()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.end()
        shutil.rmtree(self.run_directory, ignore_errors=True)

    def boot_somehow(self):
        """By KVM, or else by emulation. That /dev/kvm opens says little: a host that is itself a guest may interpret each
        instruction, and only a boot shows it."""
        if os.access("/dev/kvm", os.R_OK | os.W_OK) and not os.environ.get("PANEL_NO_KVM"):
            try:
                return self.boot("kvm", "host", first_word=20, hello=60)
            except Failure as failure:
                print(f"         no KVM: {failure}", flush=True)
                self.end()
        self.slowness = 6
        self.boot("tcg,thread=multi", "max", first_word=240, hello=600)

    def boot(self, accelerator, processor, first_word, hello):
        """Starts qemu; a failure where the kernel, and then the agent, say nothing for so many seconds."""
        disk = self.run_directory + "/disk.qcow2"
        subprocess.run(["qemu-img", "create", "-q", "-f", "qcow2", "-F", "raw", "-b", self.home + "/disk.ext4", disk],
                       check=True)
        width, height = self.size
        serial = self.out + "/serial.log"
        open(serial, "w").close()
        command = [
            "qemu-system-x86_64", "-machine", "q35", "-smp", "2", "-m", "1024", "-nodefaults", "-no-user-config",
            "-display", "none", "-accel", accelerator, "-cpu", processor,
            "-kernel", self.home + "/vmlinuz", "-initrd", self.home + "/initrd",
            "-append", f"root=/dev/vda rw console=ttyS0 systemd.show_status=0 mitigations=off panel={width}x{height}",
            "-drive", f"file={disk},if=none,id=disk,cache=unsafe", "-device", "virtio-blk-pci,drive=disk",
            "-device", f"virtio-gpu-pci,xres={width},yres={height}", "-device", "virtio-rng-pci",
            "-serial", f"file:{serial}", "-device", "virtio-serial-pci",
            "-chardev", f"socket,id=agent,path={self.run_directory}/agent,server=on,wait=off",
            "-device", "virtserialport,chardev=agent,name=panel.agent",
            "-qmp", f"unix:{self.run_directory}/qmp,server=on,wait=off",
        ]
        self.pending = b""
        self.qemu = subprocess.Popen(command, stdin=subprocess.DEVNULL)
        self.qmp = self.connect("qmp").makefile("rw")
        self.qmp.readline()
        self.monitor("qmp_capabilities")
        self.agent = self.connect("agent")
        self.expect_word(serial, first_word)
        self.expect_hello(hello)

    def end(self):
        # Nothing in it is kept, and a processor that crawls would hold up an orderly end.
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
            raise Failure("qemu is gone") from None
        while True:
            line = self.qmp.readline()
            if not line:
                raise Failure("qemu is gone")
            reply = json.loads(line)
            if "error" in reply:
                raise Failure(f"{command}: {reply['error']['desc']}")
            if "return" in reply:
                return reply["return"]

    def line(self, patience):
        self.agent.settimeout(patience)
        while b"\n" not in self.pending:
            try:
                data = self.agent.recv(65536)
            except socket.timeout:
                raise Failure(f"the guest says nothing for {patience} s") from None
            except OSError:
                data = b""
            if not data:
                raise Failure("the guest is gone")
            self.pending += data
        line, self.pending = self.pending.split(b"\n", 1)
        return json.loads(line)

    def expect_word(self, serial, patience):
        end = time.monotonic() + patience
        while os.path.getsize(serial) == 0:
            if self.qemu.poll() is not None:
                raise Failure(f"qemu ended with status {self.qemu.returncode}")
            if time.monotonic() > end:
                raise Failure(f"the kernel says nothing for {patience} s")
            time.sleep(0.1)

    def expect_hello(self, patience=600):
        while "hello" not in self.line(patience):
            pass

    def ask(self, **request):
        self.send(request)
        return self.line(300)

    def send(self, request):
        try:
            self.agent.sendall(json.dumps(request).encode() + b"\n")
        except OSError:
            raise Failure("the guest is gone") from None

    # What tests do.

    def sh(self, command):
        """Its status and what it wrote."""
        reply = self.ask(run=command)
        return reply["status"], reply["output"].strip()

    def need(self, command):
        """What it wrote; a failure where its status isn't 0."""
        status, output = self.sh(command)
        if status:
            raise Failure(f"{command}: status {status}: {output}")
        return output

    def until(self, seconds, command):
        """Repeats it until its status is 0; the seconds are a panel's."""
        end = time.monotonic() + seconds * self.slowness
        while True:
            status, output = self.sh(command)
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
        """Presses them together, on the keyboard that every such machine has; qemu's names."""
        self.monitor("send-key", keys=[{"type": "qcode", "data": name} for name in names])

    def plug(self, is_in):
        self.ask(plug=is_in)

    def reboot(self):
        self.send({"run": "systemctl reboot"})
        self.expect_hello()

    def screen(self, name):
        """The screen's pixels, row by row as (r, g, b), and a picture of it in the output directory."""
        path = f"{self.run_directory}/screen.ppm"
        self.monitor("screendump", filename=path)
        data = open(path, "rb").read()
        _, width, height, _ = data.split(None, 4)[:4]
        width, height = int(width), int(height)
        pixels = data[len(data) - width * height * 3:]
        rows = b"".join(b"\0" + pixels[y * width * 3:(y + 1) * width * 3] for y in range(height))

        def chunk(kind, body):
            return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        with open(f"{self.out}/{name}.png", "wb") as file:
            file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
                       + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
        return Screen(width, height, pixels)

    def settled(self, name, seconds=30):
        """The screen, once two pictures of it a panel's second apart are equal."""
        end = time.monotonic() + seconds * self.slowness
        last = self.screen(name)
        while time.monotonic() < end:
            time.sleep(self.slowness)
            next_one = self.screen(name)
            if next_one.pixels == last.pixels:
                return next_one
            last = next_one
        raise Failure("the screen doesn't come to rest")


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
