"""A manual page as something to follow: its commands and its files, and which of them nobody has followed yet."""
import re

from machine import Failure

PROGRAMS = ("apt", "cube-kiosk", "ctl", "grep", "journalctl", "loginctl", "make", "overlayroot-chroot", "ssh", "systemctl",
            "udevadm")


class Page:
    def __init__(self, path):
        """Examples, .EX to .EE, are taken whole; of what is bold, a program's name with more than that."""
        with open(path) as file:
            text = file.read().replace(r"\-", "-").replace(r"\(dq", '"').replace(r"\e", "\\")
        examples = re.findall(r"^\.EX\n(.*?)\n\.EE$", text, re.M | re.S)
        bold = re.findall(r'^\.B (.+)$|^\.(?:BR|RB) .*?"(.+?)"', text, re.M)
        commands = [a or b for a, b in bold]
        self.all = examples + [words for words in commands if words.split()[0] in PROGRAMS and " " in words]
        self.left = set(self.all)

    def take(self, beginning):
        """The example or command that begins so."""
        found = {text for text in self.all if text.startswith(beginning)}
        exact = {beginning} & found
        found = exact or found
        if len(found) != 1:
            raise Failure(f"the page has {len(found)} commands that begin with: {beginning}")
        self.left -= found
        return found.pop()
