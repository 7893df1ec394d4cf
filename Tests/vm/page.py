"""A manual page's commands and files, and which of them weren't followed yet."""
import re

from machine import Failure

PROGRAMS = ("apt", "cube-kiosk", "ctl", "grep", "journalctl", "loginctl", "make", "overlayroot-chroot", "ssh", "systemctl",
            "udevadm")


class Page:
    def __init__(self, path):
        """Collects the examples, .EX to .EE, and bold commands with arguments."""
        with open(path) as file:
            text = file.read().replace(r"\-", "-").replace(r"\(dq", '"').replace(r"\e", "\\")
        examples = re.findall(r"^\.EX\n(.*?)\n\.EE$", text, re.M | re.S)
        bold = re.findall(r'^\.B (.+)$|^\.(?:BR|RB) .*?"(.+?)"', text, re.M)
        commands = [a or b for a, b in bold]
        self.all = examples + [words for words in commands if words.split()[0] in PROGRAMS and " " in words]
        self.left = set(self.all)

    def take(self, beginning):
        """Returns the example or command with that beginning, and marks it as followed."""
        found = {text for text in self.all if text.startswith(beginning)}
        exact = {beginning} & found
        found = exact or found
        if len(found) != 1:
            raise Failure(f"the page has {len(found)} commands that begin with: {beginning}")
        self.left -= found
        return found.pop()
