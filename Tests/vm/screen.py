"""A picture of the machine's screen."""
import struct
import zlib


class Screen:
    def __init__(self, path):
        """Reads a PPM file."""
        with open(path, "rb") as file:
            data = file.read()
        self.width, self.height = map(int, data.split(None, 4)[1:3])
        self.pixels = data[len(data) - self.width * self.height * 3:]

    def save(self, path):
        """Writes a PNG file."""
        def chunk(kind, body):
            return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        stride = self.width * 3
        rows = b"".join(b"\0" + self.pixels[y * stride:(y + 1) * stride] for y in range(self.height))
        with open(path, "wb") as file:
            file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0))
                       + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))

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
