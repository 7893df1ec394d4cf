"""A Debian under qemu, whose agent runs commands."""
import base64
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
HOME = os.environ.get("PANEL_VM") or os.path.expanduser("~/.cache/cube-kiosk-vm")

# For each architecture: qemu's program and machine type, the processor for emulation, and the kernel's console. An
# emulated arm64 `max` would compute a cipher for each signed pointer.
ARCHITECTURES = {
    "amd64": ("qemu-system-x86_64", "q35", "max", "ttyS0"),
    "arm64": ("qemu-system-aarch64", "virt,gic-version=max", "cortex-a72", "ttyAMA0"),
}
OWN = subprocess.run(["dpkg", "--print-architecture"], check=True, capture_output=True, text=True).stdout.strip()

# A signal also ends qemu.
for number in signal.SIGTERM, signal.SIGHUP:
    signal.signal(number, lambda number, _: sys.exit(128 + number))


class Failure(Exception):
    pass


started = time.monotonic()


def step(text):
    print(f"{time.monotonic() - started:6.1f} s  {text}", flush=True)


def expect(condition, text):
    if not condition:
        raise Failure(text)


class Image:
    """The image for a suite that Tests/vm/image made."""

    architecture = OWN
    # True if the image has Python, which the touchscreen needs.
    has_touchscreen = True

    def __init__(self, suite):
        self.home, self.out = f"{HOME}/{suite}", f"{HOME}/out/{suite}"
        if not os.path.exists(self.home + "/disk.ext4"):
            raise SystemExit(f"There is no image in {self.home}: Tests/vm/image {suite} PREVIOUS")
        os.makedirs(self.out, exist_ok=True)

    def boot_options(self, run_directory, console):
        """Returns qemu's options for the kernel, its command line and the disk. Changes to the disk aren't kept."""
        disk = run_directory + "/disk.qcow2"
        subprocess.run(["qemu-img", "create", "-q", "-f", "qcow2", "-F", "raw", "-b", self.home + "/disk.ext4", disk], check=True)
        return ["-kernel", self.home + "/vmlinuz", "-initrd", self.home + "/initrd",
                "-drive", f"file={disk},if=none,id=disk,cache=unsafe", "-device", "virtio-blk-pci,drive=disk"], \
            f"root=/dev/vda rw console={console} systemd.show_status=0 mitigations=off nowatchdog rcupdate.rcu_cpu_stall_suppress=1"


class Qemu:
    def __init__(self, image, memory=1024):
        """The output of the sound card is written to `sound.wav`."""
        self.image, self.memory, self.size = image, memory, (1280, 800)
        self.run_directory = tempfile.mkdtemp(prefix="panel-")
        self.pending = b""
        self.qemu = None
        self.is_emulated = (image.architecture != OWN or not os.access("/dev/kvm", os.R_OK | os.W_OK)
                            or "PANEL_NO_KVM" in os.environ)
        # Multiplies all timeouts, which are meant for a real panel.
        self.slowness = 6 if self.is_emulated else 1

    def __enter__(self):
        try:
            self.boot()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.end()
        shutil.rmtree(self.run_directory, ignore_errors=True)

    def boot(self):
        """Starts qemu. Fails if the kernel, and then the agent, print nothing in time."""
        width, height = self.size
        program, machine, processor, console = ARCHITECTURES[self.image.architecture]
        accelerator = "tcg,thread=multi"
        if not self.is_emulated:
            accelerator, processor = "kvm", "host"
        options, words = self.image.boot_options(self.run_directory, console)
        serial = self.image.out + "/serial.log"
        open(serial, "w").close()
        command = [
            program, "-machine", machine, "-smp", "2", "-m", str(self.memory), "-nodefaults", "-no-user-config",
            "-display", "none", "-accel", accelerator, "-cpu", processor,
            *options, *(["-append", words] if "-kernel" in options else []),
            "-device", f"virtio-gpu-pci,xres={width},yres={height}", "-device", "virtio-rng-pci",
            "-device", "virtio-keyboard-pci",
            "-serial", f"file:{serial}", "-device", "virtio-serial-pci",
            "-chardev", f"socket,id=agent,path={self.run_directory}/agent,server=on,wait=off",
            "-device", "virtserialport,chardev=agent,name=panel.agent",
            "-qmp", f"unix:{self.run_directory}/qmp,server=on,wait=off",
            "-audiodev", f"wav,id=sound,path={self.image.out}/sound.wav", "-device", "intel-hda",
            "-device", "hda-output,audiodev=sound",
        ]
        self.pending = b""
        with open(self.image.out + "/qemu.log", "w") as log:
            self.qemu = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=log)
        self.qmp = self.connect("qmp").makefile("rw")
        self.qmp.readline()
        self.monitor("qmp_capabilities")
        self.agent = self.connect("agent")
        self.wait_for_kernel(serial)
        self.wait_for_agent()

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
                    raise Failure(f"qemu didn't start, see {self.image.out}/qemu.log") from None
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

    def wait_for_kernel(self, serial):
        """A host that is itself a guest may interpret each instruction for KVM, which only a boot shows."""
        end = time.monotonic() + 40 * self.slowness
        while os.path.getsize(serial) == 0:
            if self.qemu.poll() is not None:
                raise Failure(f"qemu ended with status {self.qemu.returncode}, see {self.image.out}/qemu.log")
            if time.monotonic() > end:
                raise Failure("the kernel prints nothing; PANEL_NO_KVM=1 emulates the processor")
            time.sleep(0.1)

    def wait_for_agent(self, timeout=600):
        while "hello" not in self.text_line(timeout):
            pass

    def send(self, command):
        try:
            self.agent.sendall(base64.b64encode(command.encode()) + b"\n")
        except OSError:
            raise Failure("the guest ended") from None

    def run(self, command):
        """Returns the exit status and the output."""
        self.send(command)
        status, _, output = self.text_line(600).partition(" ")
        return int(status), base64.b64decode(output).decode(errors="replace").strip()

    def require(self, command):
        """Returns the output. Fails if the exit status isn't 0."""
        status, output = self.run(command)
        if status:
            raise Failure(f"{command}: status {status}: {output}")
        return output
