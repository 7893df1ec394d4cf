"""The entities of a Home Assistant on a panel, by cube-kiosk-homeassistant: states, changes, calls, quick taps with slow lamps, and
every restart."""
import json
import os
import random
import signal
import socket
import ssl
import subprocess
import threading
import time

from home_assistant import BIN, HomeAssistant, Panel, Program, check, start_weston, wait, write

# The delays of lamps, in milliseconds.
DELAYS = [0, 300, 1500]


def lamps(version):
    """Lamps that follow a call after some time."""
    text = "template:\n  - light:\n" if version >= "2025" else "light:\n  - platform: template\n    lights:\n"
    for delay in DELAYS:
        state = f"{{{{ is_state('input_boolean.filament_{delay}', 'on') }}}}"

        def actions(service):
            return json.dumps([{"delay": {"milliseconds": delay}}, {
                "action": f"input_boolean.{service}", "target": {"entity_id": f"input_boolean.filament_{delay}"}}])

        if version >= "2025":
            text += f"""
      - name: Lamp {delay}
        state: "{state}"
        turn_on: {actions("turn_on")}
        turn_off: {actions("turn_off")}
"""
        else:
            text += f"""
      lamp_{delay}:
        value_template: "{state}"
        turn_on: {actions("turn_on")}
        turn_off: {actions("turn_off")}
"""
    return text


def configuration(version):
    filaments = "".join(f"  filament_{delay}:\n    name: Filament {delay}\n" for delay in DELAYS)
    return f"""
demo:
recorder: {{commit_interval: 1}}
history:
input_boolean:
  hall: {{name: Hall}}
{filaments}
input_number:
  target: {{name: Target, min: 5, max: 30, step: 0.5}}
input_select:
  mode: {{name: Mode, options: [eco, comfort]}}
{lamps(version)}"""


def scene():
    """A page with the entities."""
    values = {
        "hall": {"from": "ha:input_boolean.hall"}, "target": {"from": "ha:input_number.target"},
        "mode": {"from": "ha:input_select.mode"}, "none": {"from": "ha:light.none"},
        "ceiling": {"from": "ha:light.ceiling_lights"},
        "level": {"from": "ha:light.ceiling_lights", "member": "/attributes/brightness", "unit": "%"},
        "outside": {"from": "ha:sensor.outside_temperature"}}
    children = [
        {"chart": {"value": "outside", "hours": 1}},
        {"text": {"string": "{outside} {ceiling} {none} {mode}"}}, {"name": "hall-switch", "switch": {"value": "hall"}},
        {"name": "target-slider", "slider": {"value": "target", "minimum": 0, "maximum": 40}},
        {"name": "level-slider", "slider": {"value": "level", "minimum": 0, "maximum": 100}},
        {"name": "comfort", "button": {"title": "Comfort", "action": {
            "call": "ha:input_select.select_option", "target": "input_select.mode", "data": {"option": "comfort"}}}},
        {"name": "nothing", "button": {"title": "Nothing", "action": {"call": "ha:light.nothing"}}}]
    for delay in DELAYS:
        values[f"lamp{delay}"] = {"from": f"ha:light.lamp_{delay}"}
        children.append({"name": f"switch{delay}", "switch": {"value": f"lamp{delay}"}})
    return {"values": values, "root": {"scroll": {}, "children": children}}


def encrypt(directory, address):
    """Serves Home Assistant with TLS, by a certificate for localhost, and returns the port."""
    subprocess.run(
        ("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
         "subjectAltName=DNS:localhost", "-keyout", f"{directory}/tls.key", "-out", f"{directory}/tls.crt"),
        check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(f"{directory}/tls.crt", f"{directory}/tls.key")
    listener = socket.create_server(("127.0.0.1", 0))

    def copy(source, target):
        try:
            while data := source.recv(65536):
                target.sendall(data)
        except OSError:
            pass
        source.close()
        target.close()

    def serve():
        while True:
            client = listener.accept()[0]
            try:
                client = context.wrap_socket(client, server_side=True)
            except OSError:
                continue
            server = socket.create_connection((address, 8123))
            for ends in ((client, server), (server, client)):
                threading.Thread(target=copy, args=ends, daemon=True).start()

    threading.Thread(target=serve, daemon=True).start()
    return listener.getsockname()[1]


def check_certificates(directory, address):
    port = encrypt(directory, address)

    def error(host, **keys):
        write(f"{directory}/tls.json", json.dumps({"url": f"https://{host}:{port}", "tokenFile": "token"} | keys))
        command = (f"{BIN}/cube-kiosk-homeassistant", "make-panel", "--config", f"{directory}/tls.json", "--output", directory + "/pages")
        return subprocess.run(command, capture_output=True, text=True).stderr

    check("a certificate of the given authority is accepted", error("localhost", ca="tls.crt") == "", error("localhost", ca="tls.crt"))
    check("another certificate is refused", "Unacceptable TLS certificate" in error("localhost"), error("localhost"))
    check("another name is refused", "Unacceptable TLS certificate" in error("127.0.0.1", ca="tls.crt"), error("127.0.0.1", ca="tls.crt"))


def run_entities(version, directory, programs):
    """Runs all checks with a version. Programs that have to be stopped are appended to the list."""
    address = "127." + ".".join(str(random.randint(1, 254)) for _ in range(3))
    panel = Panel(directory)
    home = HomeAssistant(version, directory, address, configuration(version), automations="[]")
    write(f"{directory}/hall.json", json.dumps(scene()))
    write(f"{directory}/kiosk.json", json.dumps({"scene": f"{directory}/hall.json"}))
    write(f"{directory}/homeassistant.json", json.dumps(
        {"url": home.url, "tokenFile": "token", "socket": f"{directory}/adapters"}))
    log = f"{directory}/adapter.log"

    def start_adapter():
        adapter = Program(log, f"{BIN}/cube-kiosk-homeassistant", "--config", f"{directory}/homeassistant.json")
        programs.append(adapter)
        return adapter

    def start_home():
        programs.append(home.start())
        return programs[-1]

    def state(entity):
        return home.request(f"/api/states/{entity}").get("state")

    def values():
        return json.loads(panel.ctl("status") or "{}").get("values", {})

    def shows(**expected):
        """Whether the panel shows readings that aren't stale."""
        current = values()
        return all(current.get(name, {}).get("value") == text and not current[name].get("stale") for name, text in expected.items())

    def agree(fact, seconds=20, **expected):
        check(fact, wait(lambda: shows(**expected), seconds), {name: values().get(name) for name in expected})

    def stale(fact, seconds=20):
        check(fact, wait(lambda: all(value.get("stale") for value in values().values() if value["value"]), seconds), values())

    def lines(text):
        with open(log) as file:
            return sum(text in line for line in file)

    programs.append(start_weston(directory))
    check("the panel runs", panel.start())
    programs.append(panel.program)
    core = start_home()
    refresh_token = home.sign_in()
    if not check("Home Assistant runs", refresh_token):
        return
    write(f"{directory}/token", home.token + "\n")
    adapter = start_adapter()
    agree("the panel has the states", hall="off", ceiling="on", level="71", outside="15.6", mode="eco")
    check("an entity that doesn't exist is unset", values()["none"]["value"] is None, values())
    home.request("/api/services/input_boolean/turn_on", {"entity_id": "input_boolean.hall"})
    agree("the panel follows the house", hall="on")

    def change(name, text, entity, expected):
        panel.ctl("set", f"hall/{name}", text)
        check(f"{entity} follows the panel", wait(lambda: state(entity) == expected), state(entity))

    change("hall-switch", "off", "input_boolean.hall", "off")
    change("target-slider", "21.5", "input_number.target", "21.5")
    change("level-slider", "0", "light.ceiling_lights", "off")
    agree("what is off has no brightness", level="0", ceiling="off")
    change("level-slider", "40", "light.ceiling_lights", "on")
    agree("the brightness is a percentage", level="40")
    panel.ctl("set", "hall/target-slider", "35")
    agree("a refused change is undone", target="21.5")
    panel.ctl("press", "--wait", "hall/comfort")
    agree("a button calls a service", mode="comfort")
    check("an unknown service is a failure", panel.status("press", "--wait", "hall/nothing") != 0)

    ranges = [value.get("range") for value in values().values()]
    write(f"{directory}/hall.json", json.dumps({"root": {"text": {"string": "empty"}}}))
    panel.ctl("reload")
    check("a page without values has none", wait(lambda: "target" not in values()), values())
    write(f"{directory}/hall.json", json.dumps(scene()))
    panel.ctl("reload")
    agree("values that come back have their states", hall="off", level="40", target="21.5")
    check("and their ranges", wait(lambda: [value.get("range") for value in values().values()] == ranges) and any(ranges), (ranges, values()))

    for delay in DELAYS:
        for taps in range(1, 6):
            for tap in range(taps):
                text = "off" if shows(**{f"lamp{delay}": "on"}) == (tap % 2 == 0) else "on"
                panel.ctl("set", f"hall/switch{delay}", text)
            time.sleep(1 + 3 * delay / 1000)
            check(f"{taps} taps on a lamp of {delay} ms settle on {text}",
                  state(f"light.lamp_{delay}") == text and shows(**{f"lamp{delay}": text}), values())

    home.request("/api/services/input_boolean/turn_on", {"entity_id": [f"input_boolean.filament_{d}" for d in DELAYS]})
    lit = {f"lamp{delay}": "on" for delay in DELAYS}
    agree("all lamps are on", **lit)
    unchanged = {f"input_boolean.filament_{delay}": "on" for delay in DELAYS}

    def nothing_was_switched(after):
        agree(f"the panel has the states after {after}", 90, **lit)
        check(f"nothing is switched by {after}", {name: state(name) for name in unchanged} == unchanged)

    for number in (signal.SIGTERM, signal.SIGKILL):
        time.sleep(11)  # Home Assistant saves states of helpers at times, and at its end.
        if number == signal.SIGKILL:
            os.sync()
        core.stop(number)
        stale(f"the values are stale after the core's {number.name}")
        core = start_home()
        wait(lambda: state("input_boolean.hall") is not None, 120)
        nothing_was_switched(f"the core's {number.name}")
    for number in (signal.SIGTERM, signal.SIGKILL):
        adapter.stop(number)
        stale(f"the values are stale after the adapter's {number.name}")
        adapter = start_adapter()
        nothing_was_switched(f"the adapter's {number.name}")
        panel.program.stop(number)
        check("the panel runs again", panel.start())
        programs.append(panel.program)
        nothing_was_switched(f"the panel's {number.name}")

    os.killpg(core.process.pid, signal.SIGSTOP)
    stale("a frozen core is noticed", 11)
    os.killpg(core.process.pid, signal.SIGCONT)
    agree("the panel has the states after the freeze", 60, **lit)

    def make_panel(*words):
        command = (f"{BIN}/cube-kiosk-homeassistant", "make-panel", "--config", f"{directory}/homeassistant.json", *words)
        return subprocess.run(command, capture_output=True, text=True).stdout

    pages = f"{directory}/pages"
    output = make_panel("--output", pages)
    check("make-panel writes pages", f"wrote {pages}/light.json" in output and "kept" not in output, output)
    check("it says what it leaves out", "entities have no tile, because of their kind" in output
          and "entities have no area" in output, output)
    result = subprocess.run((f"{BIN}/cube-kiosk", "check-config", f"{pages}/kiosk.json"), capture_output=True, text=True)
    # An owner chooses the size of texts. The demo's names and readings are long.
    warnings = [line for line in result.stderr.splitlines() if not any(
        text in line for text in ("its capital letters", "doesn't fit and is truncated", "is squeezed to"))]
    check("its pages are valid", result.stdout.endswith(": good\n") and not warnings, result)
    with open(f"{pages}/home.json", "a") as file:
        file.write("\n")
    output = make_panel("--output", pages)
    check("make-panel keeps an edited page", f"kept {pages}/home.json" in output and f"wrote {pages}/light.json" in output, output)
    check("and writes the new one next to it", os.path.exists(f"{pages}/home.json.new"))
    check("--force replaces it", "kept" not in make_panel("--output", pages, "--force"))

    check_certificates(directory, address)

    connections = lines("connected to Home Assistant")
    home.request("/auth/revoke", form={"token": refresh_token, "action": "revoke"})
    stale("the values are stale after the token was revoked", 15)
    check("one line says that the token is refused", wait(lambda: lines("the token is refused") == 1) and not time.sleep(5)
          and lines("the token is refused") == 1 and lines("connected to Home Assistant") == connections)
    with open(f"{directory}/panel.log") as file:
        refused = [line for line in file if "adapter ha: " in line and "$." in line]
    check("the panel refused no line of the adapter", not refused and lines("$.") == 0, refused)
    check("the adapter ends when asked to", adapter.stop() or adapter.process.returncode == 0, adapter.process.returncode)
