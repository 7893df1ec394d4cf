"""Home Assistant, a panel and their checks, for home-assistant."""
import json
import os
import re
import signal
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), ".."))
BIN = os.environ.get("BIN", f"{ROOT}/.build/debug")
# The oldest version that the manual names and a current one, with the Debian release whose Python they need.
VERSIONS = {
    # It needs the packages after josepy for its integration demo.
    "2024.11.3": ("trixie", ["paho-mqtt==1.6.1", "josepy<2", "PyTurboJPEG==1.7.5", "audioop-lts", "ha-ffmpeg==3.2.2", "mutagen",
                             "numpy==2.1.3", "pymicro-vad", "pyspeex-noise"]),
    "2026.11.0": ("forky", ["paho-mqtt==2.1.0"])}
PACKAGES = "python3-venv python3-dev ca-certificates gcc g++ libc6-dev libffi-dev zlib1g-dev libturbojpeg0 libpcap0.8"
WORK = f"{ROOT}/.build/home-assistant"
CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"
(passed, failures) = ([], [])


def check(fact, holds, output=""):
    print(f"{'ok  ' if holds else 'FAIL'} {fact}", flush=True)
    (passed if holds else failures).append(fact)
    if not holds:
        print(str(output)[-3000:])
    return holds


def write(path, text):
    """Replaces a file, so that a watched one never is incomplete."""
    with open(path + ".new", "w") as file:
        file.write(text)
    os.rename(path + ".new", path)


def wait(condition, seconds=30):
    """Waits for a condition, and returns whether it holds."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.1)
    return True


class Program:
    """A program in a process group, with its output in a file."""

    def __init__(self, log, *words, **environment):
        self.log = log
        with open(log, "a") as file:
            self.process = subprocess.Popen(
                words, env=os.environ | environment, stdin=subprocess.DEVNULL, stdout=file, stderr=file, start_new_session=True)

    def stop(self, number=signal.SIGTERM):
        if self.process.poll() is None:
            os.killpg(self.process.pid, number)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait()


class HomeAssistant:
    """A Home Assistant that was set up like by an owner, and its REST API."""

    def __init__(self, version, directory, address, configuration="", automations=""):
        """Writes the configuration, to which a text and automations in YAML are added."""
        self.version = version
        self.directory = directory
        self.url = f"http://{address}:8123"
        self.token = None
        http = f"http: {{server_host: {address}}}"
        if version >= "2026":
            # Home Assistant would take the key for a trial of five minutes.
            http = ""
            os.mkdir(f"{directory}/.storage")
            stable = {
                "server_port": 8123, "server_host": [address], "cors_allowed_origins": [], "login_attempts_threshold": -1,
                "ip_ban_enabled": True, "ssl_profile": "intermediate_v6", "use_x_frame_options": True,
                "created_at": "2026-11-01T00:00:00+00:00", "error": None, "error_message": None}
            write(f"{directory}/.storage/http", json.dumps({"version": 3, "minor_version": 1, "key": "http", "data": {
                "stable": stable, "pending": None, "yaml_migration_done": True}}))
        write(f"{directory}/configuration.yaml", f"""
homeassistant: {{name: Test, latitude: 52, longitude: 13, elevation: 30, unit_system: metric, time_zone: Europe/Berlin,
  country: DE, currency: EUR}}
{http}
logger: {{default: warning}}
frontend:
onboarding:
config:
api:
automation: !include automations.yaml
{configuration}""")
        write(f"{directory}/automations.yaml", automations)

    @staticmethod
    def chroot(version, *words):
        arch = subprocess.run(["dpkg", "--print-architecture"], capture_output=True, text=True).stdout.strip()
        environment = [f"{name}={WORK}/certificates" for name in ("PIP_CERT", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE")]
        suite = VERSIONS[version][0]
        return [f"{ROOT}/.ci/in-debian", arch, suite, "env", *environment, *words]

    @classmethod
    def install(cls, version):
        """Returns the reason if that fails."""
        folder = f"/opt/home-assistant-{version}"
        packages = " ".join(f"'{package}'" for package in [f"homeassistant=={version}", *VERSIONS[version][1]])
        script = f"""
            [ "$(cat {folder}/complete 2>/dev/null)" != "{packages}" ] || exit 0
            apt-get -qq update && apt-get -qqy install --no-install-recommends {PACKAGES} >/dev/null
            [ -e {folder}/complete ] || {{ rm -rf {folder} && python3 -m venv {folder}; }}
            {folder}/bin/pip -q install {packages}
            echo "{packages}" >{folder}/complete"""
        result = subprocess.run(cls.chroot(version, "sh", "-euc", script), capture_output=True, text=True)
        return (result.stderr or result.stdout).strip()[-300:] if result.returncode else None

    def start(self):
        hass = f"/opt/home-assistant-{self.version}/bin/hass"
        return Program(f"{self.directory}/log", *self.chroot(self.version, hass, "-c", self.directory))

    def request(self, path, body=None, form=None):
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        data = urllib.parse.urlencode(form).encode() if form else None
        if body is not None:
            data, headers["Content-Type"] = json.dumps(body).encode(), "application/json"
        try:
            with urllib.request.urlopen(urllib.request.Request(self.url + path, data, headers), timeout=20) as reply:
                text = reply.read().decode()
        except urllib.error.HTTPError as error:
            return {"error": error.code, "text": error.read().decode()}
        except OSError as error:
            return {"error": str(error)}
        try:
            return json.loads(text)
        except ValueError:
            return text

    def sign_in(self):
        """Creates the owner, whose refresh token is returned; None if that fails."""
        if not wait(lambda: isinstance(self.request("/api/onboarding"), list), 600):
            return None
        client = self.url + "/"
        owner = {"client_id": client, "name": "Owner", "username": "owner", "password": "owner", "language": "en"}
        code = self.request("/api/onboarding/users", owner)["auth_code"]
        grant = {"client_id": client, "grant_type": "authorization_code", "code": code}
        tokens = self.request("/auth/token", form=grant)
        self.token = tokens["access_token"]
        return tokens["refresh_token"]

    def set_up(self, broker):
        """Creates the owner, and adds the MQTT integration as its dialog does."""
        if not self.sign_in():
            return False
        flow = self.request("/api/config/config_entries/flow", {"handler": "mqtt", "show_advanced_options": False})
        data = {"broker": broker, "port": 1883}
        if self.version >= "2025":
            data |= {"protocol": "5", "other_settings": {
                "set_client_cert": False, "set_ca_cert": "off", "transport": "tcp"}}
        reply = self.request(f"/api/config/config_entries/flow/{flow['flow_id']}", data)
        return reply.get("type") == "create_entry" or print(reply)

    def states(self):
        """The states of the panel's entities, by their ids without the panel's name."""
        all = self.request("/api/states")
        return {s["entity_id"].replace("hall_", "", 1): s for s in all if ".hall_" in s["entity_id"]}

    def state(self, entity):
        return self.states().get(entity, {}).get("state")

    def call(self, service, entity, **data):
        domain, name = service.split(".")
        return self.request(f"/api/services/{domain}/{name}", {"entity_id": entity.replace(".", ".hall_", 1), **data})

    def template(self, text):
        return self.request("/api/template", {"template": text})

    def complaints(self):
        with open(f"{self.directory}/log", errors="replace") as file:
            return [line for line in file if re.search(r" (WARNING|ERROR|CRITICAL) ", line)
                    and re.search("mqtt|hall|template|automation", line, re.IGNORECASE)]


class Panel:
    """A panel on a headless weston."""

    def __init__(self, directory):
        self.directory = directory
        self.variables = {"XDG_RUNTIME_DIR": directory, "WAYLAND_DISPLAY": "wayland", "RUNTIME_DIRECTORY": directory,
                          "STATE_DIRECTORY": directory, "LC_ALL": "C.UTF-8"}

    def start(self):
        self.program = Program(
            f"{self.directory}/panel.log", f"{BIN}/cube-kiosk", "--config", f"{self.directory}/kiosk.json",
            "--events", f"{self.directory}/events", **self.variables)
        return wait(lambda: self.ctl("status").startswith("{"))

    def ctl(self, *words):
        command = (f"{BIN}/cube-kiosk", "ctl", "--socket", f"{self.directory}/control", *words)
        return subprocess.run(command, capture_output=True, text=True).stdout

    def events(self):
        with open(f"{self.directory}/events") as file:
            return file.read()

    def status(self, *words):
        """Returns the exit status of a command of ctl."""
        command = (f"{BIN}/cube-kiosk", "ctl", "--socket", f"{self.directory}/control", *words)
        return subprocess.run(command, capture_output=True).returncode

    def value(self, name):
        return json.loads(self.ctl("status"))["values"][name]["value"]


def start_weston(directory):
    """Starts a headless weston for a panel."""
    libraries = "/usr/lib/" + subprocess.run(["gcc", "-print-multiarch"], capture_output=True, text=True).stdout.strip()
    options = ["--backend=headless"] if os.path.exists(f"{libraries}/libweston-14") else [
        "--backend=headless-backend.so", "--use-pixman"]
    weston = Program(f"{directory}/weston.log", "weston", *options, "--socket=wayland", "--idle-time=0",
                     XDG_RUNTIME_DIR=directory)
    wait(lambda: os.path.exists(f"{directory}/wayland"))
    return weston
