"""The disk image of .ci/image under qemu. Nothing is added to the image: the kernel's command line has the test's unit."""
import base64
import os
import subprocess

from machine import Image, Machine

BUILD = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.build/image")
ARCHITECTURES = {"pc": "amd64", "pi": "arm64"}

# Runs each command that the host sends, as a line in base64, and replies with its status and output.
SHELL = r"""[Unit]
DefaultDependencies=no
[Service]
ExecStart=:sh -c 'cd /dev; until [ -e virtio-ports/panel.agent ]; do sleep 1; done; exec <>virtio-ports/panel.agent >&0; \
 echo hello; while read -r line; do command=$(echo $line | base64 -d); output=$(sh -c "$command" 2>&1 </dev/null); \
 status=$?; echo $status $(echo "$output" | base64 -w 0); done'
"""
# An emulated processor is too slow for the units' timeouts.
SLOW = {"cube-kiosk.service": "[Service]\nTimeoutStartSec=infinity\n",
        "cube-kiosk-compositor.service": "[Service]\nTimeoutStartSec=infinity\n",
        "panel.mount": "[Mount]\nTimeoutSec=infinity\n", "state.mount": "[Mount]\nTimeoutSec=infinity\n"}


def credential(name, text):
    return f"systemd.set_credential_binary={name}:{base64.b64encode(text.encode()).decode()}"


class DiskImage(Image):
    """A copy of the image. Its changes are kept."""

    # Further options for qemu.
    options = ()

    def __init__(self, board="pc"):
        if board not in ARCHITECTURES or not os.path.exists(f"{BUILD}/{board}.img"):
            raise SystemExit(f"There is no image: make image BOARD={board}")
        home = os.environ.get("PANEL_VM") or os.path.expanduser("~/.cache/cube-kiosk-vm")
        self.architecture, self.home, self.out = ARCHITECTURES[board], f"{BUILD}/{board}", f"{home}/out/{board}"
        os.makedirs(self.out, exist_ok=True)
        self.disk = self.out + "/disk.img"
        subprocess.run(["cp", "--sparse=always", f"{BUILD}/{board}.img", self.disk], check=True)
        loader = {"pc": "loader/entries/cube-kiosk.conf", "pi": "cmdline.txt"}[board]
        with open(f"{self.home}/loader/{loader}") as file:
            self.words = file.read().strip().split("\n")[-1].removeprefix("options ")

    def drive(self):
        return ["-drive", f"file={self.disk},format=raw,if=none,id=disk"]

    def boot_options(self, run_directory, console):
        words = [word for word in self.words.split() if not word.startswith(("quiet", "loglevel", "systemd.machine_id"))]
        words += [f"console={console}", "mitigations=off", "systemd.service_watchdogs=no", "systemd.wants=panel-agent.service",
                  credential("systemd.extra-unit.panel-agent.service", SHELL),
                  "systemd.default_device_timeout_sec=infinity",
                  *(credential(f"systemd.unit-dropin.{unit}", text) for unit, text in SLOW.items())]
        return ["-kernel", self.home + "/loader/linux", "-initrd", self.home + "/loader/initrd", *self.drive(),
                "-device", "virtio-blk-pci,drive=disk", "-device", "virtio-tablet-pci",
                *self.options], " ".join(words)

    def put(self, name, text):
        """Writes a file to the folder of the FAT partition, or deletes it if the text is None."""
        place = f"{self.disk}@@257M"
        if text is None:
            subprocess.run(["mdel", "-i", place, f"::/panel/{name}"], check=True)
        else:
            subprocess.run(["mcopy", "-o", "-i", place, "-", f"::/panel/{name}"], input=text.encode(), check=True)


class DiskMachine(Machine):
    def ask(self, run):
        self.agent.sendall(base64.b64encode(run.encode()) + b"\n")
        status, _, output = self.text_line(600).partition(" ")
        return {"status": int(status), "output": base64.b64decode(output).decode()}

    def tap(self, x, y):
        """Clicks with the tablet."""
        def event(kind, **data):
            return {"type": kind, "data": data}
        place = [event("abs", axis=axis, value=int(value * 32767 / size))
                 for axis, value, size in zip("xy", (x, y), self.size)]
        for events in (place, [event("btn", button="left", down=True)], [event("btn", button="left", down=False)]):
            self.monitor("input-send-event", events=events)
