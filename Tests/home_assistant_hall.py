"""The example panel of a hall, with the entities of Home Assistant's integration demo."""
import json
import os
import random
import re

from home_assistant import BIN, ROOT, HomeAssistant, Panel, Program, check, start_weston, wait, write

EXAMPLE = f"{ROOT}/Sources/Formats/examples/hall"
# The entities of the demo in place of those of the example.
ENTITIES = {
    "camera.front": "camera.demo_camera", "weather.home": "weather.demo_weather_south", "light.hall": "light.ceiling_lights",
    "light.living_room": "light.kitchen_lights", "sensor.living_room_temperature": "sensor.outside_temperature",
    "climate.living_room": "climate.hvac", "cover.living_room": "cover.hall_window",
    "binary_sensor.hall_motion": "input_boolean.motion", "binary_sensor.doorbell": "input_boolean.bell",
    "lock.front_door": "lock.front_door", "scene.movie": "script.movie"}


def run_hall(version, directory, programs):
    """Runs all checks with a version. Programs that have to be stopped are appended to the list."""
    address = "127." + ".".join(str(random.randint(1, 254)) for _ in range(3))
    panel = Panel(directory)
    home = HomeAssistant(version, directory, address, """
demo:
input_boolean:
  bell: {name: Bell}
  motion: {name: Motion}
""", automations="[]")
    for name in os.listdir(EXAMPLE):
        with open(f"{EXAMPLE}/{name}") as file:
            text = file.read()
        for old, new in ENTITIES.items():
            text = text.replace(old, new)
        write(f"{directory}/{name}", text)
    write(f"{directory}/homeassistant.json", json.dumps(
        {"url": home.url, "tokenFile": "token", "socket": f"{directory}/adapters"}))

    def values():
        return json.loads(panel.ctl("status") or "{}").get("values", {})

    def shows(**expected):
        current = values()
        return all(current.get(name.replace("_", "-"), {}).get("value") == text for name, text in expected.items())

    def agree(fact, **expected):
        check(fact, wait(lambda: shows(**expected)), values())

    def screenshot():
        """The size of the picture's file: that of a camera is many times larger than that of texts."""
        panel.ctl("screenshot", f"{directory}/screen.png")
        return os.path.getsize(f"{directory}/screen.png")

    def turn(entity, state):
        home.request(f"/api/services/{entity.split('.')[0]}/turn_{state}", {"entity_id": entity})

    programs.append(start_weston(directory))
    check("the hall's panel runs", panel.start())
    programs.append(panel.program)
    empty = screenshot()
    programs.append(home.start())
    if not check("Home Assistant runs", home.sign_in()):
        return
    write(f"{directory}/token", home.token + "\n")
    programs.append(Program(
        f"{directory}/adapter.log", f"{BIN}/cube-kiosk-homeassistant", "--config", f"{directory}/homeassistant.json"))
    agree("the hall has weather, light and blind", sky="sunny", outside="21.6", hall="on", hall_level="71", blind="10", bell="off")
    check("the front door's camera is shown", wait(lambda: screenshot() > 3 * empty), (empty, screenshot()))
    panel.ctl("set", "hall/hall-switch", "off")
    agree("the light is off, and so is its brightness", hall="off", hall_level="0")
    check("the house agrees", home.request("/api/states/light.ceiling_lights").get("state") == "off")

    turn("input_boolean.bell", "on")
    check("the doorbell is a message", wait(lambda: '"message":"bell"' in panel.events() and '"state":"shown"' in panel.events()), panel.events())
    panel.ctl("scene", "living-room")
    check("it shows the camera on another page", wait(lambda: screenshot() > 3 * empty), (empty, screenshot()))
    panel.ctl("dismiss", "bell")
    check("and leaves with it", wait(lambda: screenshot() < 3 * empty), (empty, screenshot()))
    turn("input_boolean.bell", "off")
    panel.ctl("set", "living-room/blind", "60")
    check("the blind moves", wait(lambda: home.request("/api/states/cover.hall_window")["attributes"]["current_position"] == 60))
    panel.ctl("set", "living-room/heating", "22.5")
    check("the heating is set", wait(lambda: home.request("/api/states/climate.hvac")["attributes"]["temperature"] == 22.5))

    panel.ctl("sleep")
    check("the panel is dark", wait(lambda: json.loads(panel.ctl("status"))["idle"] == "dark"))
    turn("input_boolean.motion", "on")
    check("motion wakes it", wait(lambda: json.loads(panel.ctl("status"))["idle"] == "active"))

    with open(f"{ROOT}/Sources/Manual/cube-kiosk-panel.7") as file:
        tutorial = next(text for text in re.findall(r"\.EX\n(.*?)\.EE", file.read(), re.DOTALL) if "ha:light.hall" in text)
    write(f"{directory}/home.json", tutorial.replace("\\-", "-").replace("light.hall", ENTITIES["light.hall"]))
    write(f"{directory}/kiosk.json", json.dumps({"scene": f"{directory}/home.json"}))
    panel.ctl("reload")
    agree("the tutorial's panel shows the light", light="off")
    panel.ctl("press", "light")
    agree("its button switches the light on", light="on")
    check("the house agrees again", home.request("/api/states/light.ceiling_lights").get("state") == "on")
