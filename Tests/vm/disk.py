"""The disk image of .ci/image under qemu. Nothing is added to the image: the kernel's command line has the test's unit."""
import base64
import os
import subprocess

from qemu import HERE, HOME, Image

BUILD = HERE + "/../../.build/image"
ARCHITECTURES = {"pc": "amd64", "pi": "arm64"}

# An emulated processor is too slow for the units' timeouts.
SLOW = {"cube-kiosk.service": "[Service]\nTimeoutStartSec=infinity\nWatchdogSec=60\n",
        "cube-kiosk-compositor.service": "[Service]\nTimeoutStartSec=infinity\nWatchdogSec=180\n",
        "panel.mount": "[Mount]\nTimeoutSec=infinity\n", "state.mount": "[Mount]\nTimeoutSec=infinity\n"}


def credential(name, text):
    return f"systemd.set_credential_binary={name}:{base64.b64encode(text.encode()).decode()}"


class DiskImage(Image):
    """A copy of the image. Its changes are kept."""

    has_touchscreen = False

    def __init__(self, board="pc"):
        if board not in ARCHITECTURES or not os.path.exists(f"{BUILD}/{board}.img"):
            raise SystemExit(f"There is no image: make image BOARD={board}")
        self.architecture, self.home, self.out = ARCHITECTURES[board], f"{BUILD}/{board}", f"{HOME}/out/{board}"
        os.makedirs(self.out, exist_ok=True)
        self.disk = self.out + "/disk.img"
        subprocess.run(["cp", "--sparse=always", f"{BUILD}/{board}.img", self.disk], check=True)
        loader = {"pc": "loader/entries/cube-kiosk.conf", "pi": "cmdline.txt"}[board]
        with open(f"{self.home}/loader/{loader}") as file:
            self.words = file.read().strip().split("\n")[-1].removeprefix("options ")
        with open(HERE + "/guest/panel-agent.service") as file:
            self.agent = file.read().split("\n", 1)[1].split("[Install]")[0]
        # Further options for qemu. Each boot begins in the past, as that of a board without a battery does.
        self.options = ["-rtc", "base=2020-01-01"]

    def drive(self):
        return ["-drive", f"file={self.disk},format=raw,if=none,id=disk"]

    def boot_options(self, run_directory, console):
        words = [word for word in self.words.split() if not word.startswith(("quiet", "loglevel", "systemd.machine_id"))]
        words += [f"console={console}", "mitigations=off", "systemd.wants=panel-agent.service",
                  credential("systemd.extra-unit.panel-agent.service", self.agent),
                  "systemd.default_device_timeout_sec=infinity",
                  *(credential(f"systemd.unit-dropin.{unit}", text) for unit, text in SLOW.items())]
        return ["-kernel", self.home + "/loader/linux", "-initrd", self.home + "/loader/initrd", *self.drive(),
                "-device", "virtio-blk-pci,drive=disk", *self.options], " ".join(words)

    def damage(self):
        """Overwrites the first sectors of the FAT partition."""
        with open(self.disk, "r+b") as disk:
            disk.seek(257 << 20)
            disk.write(bytes(1 << 16))

    def put(self, name, text):
        """Writes a file to the folder of the FAT partition, or deletes it if the text is None."""
        place = f"{self.disk}@@257M"
        if text is None:
            subprocess.run(["mdel", "-i", place, f"::/panel/{name}"], check=True)
        else:
            subprocess.run(["mcopy", "-o", "-i", place, "-", f"::/panel/{name}"], input=text.encode(), check=True)

