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
    """An image for a suite and an architecture, and the directory for its screenshots."""

    # Installs Python, which the touchscreen needs, after each boot. Without it, there is no touchscreen.
    python_command = "true"

    def __init__(self, suite="trixie", architecture=OWN):
        self.architecture = architecture
        self.home, self.out = f"{HOME}/{suite}-{architecture}", f"{HOME}/out/{suite}-{architecture}"
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


class Qemu:
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
            *options, *(["-append", f"{words} {self.words}"] if "-kernel" in options else []),
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
