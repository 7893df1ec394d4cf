"""The time from an event of Home Assistant to the panel's frame, beside its arrival at a bare WebSocket client, and the time of ctl status
while an adapter sends many values."""
import base64
import json
import os
import random
import re
import socket
import statistics
import struct
import threading
import time

from home_assistant import BIN, HomeAssistant, Panel, Program, check, start_weston, wait, write

EVENTS = 60
VALUES = 256


class WebSocket:
    """A client that reads each message as soon as it arrives."""

    def __init__(self, host, token):
        self.socket = socket.create_connection((host, 8123))
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET /api/websocket HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        self.file = self.socket.makefile("rb")
        while self.file.readline().strip():
            pass
        self.receive()
        self.send({"type": "auth", "access_token": token})
        self.receive()

    def send(self, message):
        data, mask = json.dumps(message).encode(), os.urandom(4)
        length = bytes([128 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack(">H", len(data))
        self.socket.sendall(b"\x81" + length + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(data)))

    def receive(self):
        """Returns None at the end."""
        head = self.file.read(2)
        if len(head) < 2:
            return None
        first, length = head
        if length == 126:
            length, = struct.unpack(">H", self.file.read(2))
        elif length == 127:
            length, = struct.unpack(">Q", self.file.read(8))
        data = self.file.read(length)
        return json.loads(data) if first & 15 == 1 else {"ping": True}


def commits(log):
    """The times at which the panel committed frames, in seconds since 1970, modulo 2^32 microseconds."""
    pattern = re.compile(r"^\[ *(\d+)\.(\d+)\].*-> wl_surface[@#]\d+\.commit\(\)")
    with open(log, errors="replace") as file:
        found = [pattern.match(line) for line in file]
    return [int(match[1]) / 1e3 + int(match[2]) / 1e6 for match in found if match]


def check_frames(version, directory, programs):
    address = "127." + ".".join(str(random.randint(1, 254)) for _ in range(3))
    home, panel = HomeAssistant(version, directory, address, "input_number:\n  n: {name: N, min: 0, max: 999}\n"), Panel(directory)
    programs.append(home.start())
    if not check("Home Assistant runs", home.sign_in() is not None):
        return
    write(f"{directory}/token", home.token + "\n")
    write(f"{directory}/homeassistant.json", json.dumps(
        {"url": home.url, "tokenFile": "token", "socket": f"{directory}/adapters"}))
    write(f"{directory}/kiosk.json", json.dumps({"scene": "home.json", "bar": False}))
    write(f"{directory}/home.json", json.dumps(
        {"values": {"n": {"from": "ha:input_number.n"}}, "root": {"text": {"string": "{n}", "size": 96}}}))
    programs.append(start_weston(directory))
    panel.variables["WAYLAND_DEBUG"] = "client"
    panel.start()
    programs.append(panel.program)
    programs.append(Program(
        f"{directory}/adapter.log", f"{BIN}/cube-kiosk-homeassistant", "--config", f"{directory}/homeassistant.json"))
    if not check("the panel has the value", wait(lambda: panel.value("n") is not None)):
        return

    client, starts, arrivals = WebSocket(address, home.token), {}, {}
    client.send({"id": 1, "type": "subscribe_events", "event_type": "state_changed"})

    def read():
        while message := client.receive():
            data = message.get("event", {}).get("data", {})
            if data.get("entity_id") == "input_number.n":
                arrivals[float(data["new_state"]["state"])] = time.time()

    threading.Thread(target=read, daemon=True).start()
    for number in range(1, EVENTS + 1):
        starts[number] = time.time()
        home.request("/api/services/input_number/set_value", {"entity_id": "input_number.n", "value": number})
        time.sleep(0.15 + random.random() * 0.1)
    time.sleep(1)
    frames, delays, totals = commits(f"{directory}/panel.log"), [], []
    period = 2 ** 32 / 1e6
    for number, arrival in arrivals.items():
        start = starts[number]
        after = [delay for frame in frames if 0 < (delay := (frame - start + period / 2) % period - period / 2) < 1]
        if after:
            totals.append(min(after) * 1e3)
            # Negative if the frame comes before this process has read the event.
            delays.append(totals[-1] - (arrival - start) * 1e3)
    median = statistics.median(delays or [1e9])
    total = statistics.median(totals or [1e9])
    print(f"     event to frame after a bare client: median {median:.1f} ms, most {max(delays or [1e9]):.1f} ms, {len(delays)} events; "
          f"from the request to the frame: median {total:.1f} ms")
    check("an event is in a frame within 100 ms", len(delays) >= EVENTS * 0.9 and median < 100, delays)


def check_status(directory, programs):
    """Serves many values ten times a second."""
    folder = f"{directory}/flood"
    os.mkdir(folder)
    panel = Panel(folder)
    values = {f"v{i}": {"from": f"flood:a{i}"} for i in range(VALUES)}
    write(f"{folder}/kiosk.json", json.dumps({"scene": "home.json", "values": values}))
    write(f"{folder}/home.json", json.dumps({"root": {"text": {"string": "{v0} {v1}"}}}))
    programs.append(start_weston(folder))
    panel.start()
    programs.append(panel.program)
    adapter, isEnding = socket.socket(socket.AF_UNIX), threading.Event()
    adapter.connect(f"{folder}/adapters")
    adapter.sendall(b'{"serve":"flood"}\n')

    def flood():
        count = 0
        while not isEnding.wait(0.1):
            count += 1
            adapter.sendall(json.dumps({"values": {f"a{i}": count * 1000 + i for i in range(VALUES)}}).encode() + b"\n")

    thread = threading.Thread(target=flood)
    thread.start()
    client, times = socket.socket(socket.AF_UNIX), []
    client.connect(f"{folder}/control")
    file = client.makefile("rb")
    for _ in range(60):
        start = time.monotonic()
        client.sendall(b"status\n")
        reply = json.loads(file.readline())
        times.append((time.monotonic() - start) * 1e3)
        time.sleep(0.05)
    isEnding.set()
    thread.join()
    median = statistics.median(times)
    print(f"     status with {VALUES} values changing ten times a second: median {median:.1f} ms, most {max(times):.1f} ms")
    check("the values change", int(reply["values"]["v255"]["value"] or 0) > 1000)
    check("status takes less than 50 ms", median < 50, times)


def run_latency(version, directory, programs):
    check_status(directory, programs)
    check_frames(version, directory, programs)
