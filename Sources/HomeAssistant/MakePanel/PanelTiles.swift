/// The file tiles.json of a written panel: the templates of its tiles.
enum PanelTiles {
  static let fileName = "tiles.json"

  static let text = #"""
      "//": "The tiles of the pages. A change here changes all tiles of a kind.",
      "templates": {
        "switch": {
          "parameters": ["name", "title", "icon", "entity"],
          "values": { "${name}": { "from": "ha:${entity}" } },
          "node": {
            "backgroundColor": "#1B2130", "cornerRadius": 16, "margins": [14, 18, 14, 18],
            "stack": { "axis": "horizontal", "alignment": "center", "spacing": 12 },
            "children": [
              { "grow": true, "text": { "string": "${title}", "icon": "${icon}", "align": "leading", "lines": 2 } },
              { "name": "${name}", "width": 60, "switch": { "value": "${name}", "accessibleName": "${title}" } }
            ]
          }
        },
        "dimmer": {
          "parameters": ["name", "title", "icon", "entity", "member"],
          "values": {
            "${name}": { "from": "ha:${entity}" },
            "${name}-level": { "from": "ha:${entity}", "member": "${member}", "unit": "%", "format": 0 }
          },
          "node": {
            "backgroundColor": "#1B2130", "cornerRadius": 16, "margins": [14, 18, 14, 18], "stack": { "spacing": 8 },
            "children": [
              {
                "stack": { "axis": "horizontal", "alignment": "center", "spacing": 12 },
                "children": [
                  { "grow": true, "text": { "string": "${title}", "icon": "${icon}", "align": "leading", "lines": 2 } },
                  { "name": "${name}", "width": 60, "switch": { "value": "${name}", "accessibleName": "${title}" } }
                ]
              },
              {
                "name": "${name}-level",
                "slider": { "value": "${name}-level", "minimum": 0, "maximum": 100, "accessibleName": "${title}, level" }
              }
            ]
          }
        },
        "number": {
          "parameters": ["name", "title", "icon", "entity", "minimum", "maximum", "step"],
          "values": { "${name}": { "from": "ha:${entity}" } },
          "node": {
            "backgroundColor": "#1B2130", "cornerRadius": 16, "margins": [14, 18, 14, 18], "stack": { "spacing": 8 },
            "children": [
              {
                "stack": { "axis": "horizontal", "alignment": "center", "spacing": 12 },
                "children": [
                  { "grow": true, "text": { "string": "${title}", "icon": "${icon}", "align": "leading", "lines": 2 } },
                  { "width": 110, "text": { "string": "{${name}}", "align": "trailing" } }
                ]
              },
              {
                "name": "${name}",
                "slider": {
                  "value": "${name}", "minimum": "${minimum}", "maximum": "${maximum}", "step": "${step}",
                  "accessibleName": "${title}"
                }
              }
            ]
          }
        },
        "climate": {
          "parameters": ["name", "title", "icon", "entity", "unit", "minimum", "maximum", "step"],
          "values": {
            "${name}": { "from": "ha:${entity}", "member": "/attributes/current_temperature", "unit": "${unit}", "format": 1 },
            "${name}-target": { "from": "ha:${entity}", "member": "/attributes/temperature", "unit": "${unit}", "format": 1 }
          },
          "node": {
            "backgroundColor": "#1B2130", "cornerRadius": 16, "margins": [14, 18, 14, 18], "stack": { "spacing": 8 },
            "children": [
              {
                "stack": { "axis": "horizontal", "alignment": "center", "spacing": 12 },
                "children": [
                  { "grow": true, "text": { "string": "${title}", "icon": "${icon}", "align": "leading", "lines": 2 } },
                  { "text": { "string": "{${name}}", "size": 24 } }
                ]
              },
              {
                "stack": { "axis": "horizontal", "alignment": "center", "spacing": 12 },
                "children": [
                  { "grow": true, "text": { "string": "Target {${name}-target}", "align": "leading", "color": "#AAB2C4" } },
                  {
                    "name": "${name}-target",
                    "stepper": {
                      "value": "${name}-target", "minimum": "${minimum}", "maximum": "${maximum}", "step": "${step}",
                      "accessibleName": "${title}, target"
                    }
                  }
                ]
              }
            ]
          }
        },
        "state": {
          "parameters": ["name", "title", "icon", "entity", "words"],
          "values": { "${name}": { "from": "ha:${entity}", "map": "${words}" } },
          "node": {
            "backgroundColor": "#1B2130", "cornerRadius": 16, "margins": [14, 18, 14, 18],
            "stack": { "axis": "horizontal", "alignment": "center", "spacing": 12 },
            "children": [
              { "grow": true, "text": { "string": "${title}", "icon": "${icon}", "align": "leading", "lines": 2 } },
              { "width": 110, "height": 44, "text": { "string": "{${name}}", "align": "trailing", "lines": 2 } }
            ]
          }
        },
        "chart": {
          "parameters": ["name", "title", "icon", "entity"],
          "values": { "${name}": { "from": "ha:${entity}", "keep": true } },
          "node": {
            "backgroundColor": "#1B2130", "cornerRadius": 16, "masksToBounds": true, "stack": { "spacing": 4 },
            "children": [
              {
                "margins": [14, 18, 0, 18], "stack": { "axis": "horizontal", "alignment": "center", "spacing": 12 },
                "children": [
                  { "grow": true, "text": { "string": "${title}", "icon": "${icon}", "align": "leading", "lines": 2 } },
                  { "text": { "string": "{${name}}", "size": 24 } }
                ]
              },
              { "height": 60, "grow": true, "chart": { "value": "${name}", "hours": 24, "color": "#5AA9F0" } }
            ]
          }
        },
        "camera": {
          "parameters": ["name", "title", "icon", "entity"],
          "node": {
            "backgroundColor": "#1B2130", "cornerRadius": 16, "masksToBounds": true, "stack": {},
            "children": [
              {
                "name": "${name}", "label": "${title}", "height": 150, "grow": true,
                "picture": { "from": "ha:${entity}", "every": 5 }, "gravity": "resizeAspectFill"
              },
              {
                "margins": [8, 18, 10, 18], "stack": {},
                "children": [{ "text": { "string": "${title}", "icon": "${icon}", "align": "leading", "lines": 2 } }]
              }
            ]
          }
        },
        "button": {
          "parameters": ["name", "title", "icon", "entity", "call"],
          "node": {
            "name": "${name}", "height": 72,
            "button": {
              "title": "${title}", "icon": "${icon}", "style": { "color": "#39435A" },
              "action": { "call": "${call}", "target": "${entity}" }
            }
          }
        },
        "cover": {
          "parameters": ["name", "title", "icon", "entity"],
          "values": {
            "${name}": {
              "from": "ha:${entity}",
              "map": { "open": "Open", "closed": "Closed", "opening": "Opening", "closing": "Closing" }
            }
          },
          "node": {
            "backgroundColor": "#1B2130", "cornerRadius": 16, "margins": [14, 18, 14, 18], "stack": { "spacing": 8 },
            "children": [
              {
                "stack": { "axis": "horizontal", "alignment": "center", "spacing": 12 },
                "children": [
                  { "grow": true, "text": { "string": "${title}", "icon": "${icon}", "align": "leading", "lines": 2 } },
                  { "width": 110, "text": { "string": "{${name}}", "align": "trailing", "color": "#AAB2C4" } }
                ]
              },
              {
                "height": 48, "stack": { "axis": "horizontal", "spacing": 8, "distribution": "fillEqually" },
                "children": [
                  {
                    "name": "${name}-open",
                    "button": {
                      "icon": "mdi:arrow-up", "accessibleName": "${title}: open", "style": { "color": "#39435A" },
                      "action": { "call": "ha:cover.open_cover", "target": "${entity}" }
                    }
                  },
                  {
                    "name": "${name}-stop",
                    "button": {
                      "icon": "mdi:stop", "accessibleName": "${title}: stop", "style": { "color": "#39435A" },
                      "action": { "call": "ha:cover.stop_cover", "target": "${entity}" }
                    }
                  },
                  {
                    "name": "${name}-close",
                    "button": {
                      "icon": "mdi:arrow-down", "accessibleName": "${title}: close", "style": { "color": "#39435A" },
                      "action": { "call": "ha:cover.close_cover", "target": "${entity}" }
                    }
                  }
                ]
              }
            ]
          }
        },
        "position": {
          "parameters": ["name", "title", "icon", "entity"],
          "values": {
            "${name}": { "from": "ha:${entity}", "member": "/attributes/current_position", "unit": "%", "format": 0 }
          },
          "node": {
            "backgroundColor": "#1B2130", "cornerRadius": 16, "margins": [14, 18, 14, 18], "stack": { "spacing": 8 },
            "children": [
              {
                "stack": { "axis": "horizontal", "alignment": "center", "spacing": 12 },
                "children": [
                  { "grow": true, "text": { "string": "${title}", "icon": "${icon}", "align": "leading", "lines": 2 } },
                  { "width": 110, "text": { "string": "{${name}}", "align": "trailing", "color": "#AAB2C4" } }
                ]
              },
              {
                "name": "${name}",
                "slider": { "value": "${name}", "minimum": 0, "maximum": 100, "accessibleName": "${title}, open" }
              }
            ]
          }
        },
        "commands": {
          "parameters": ["name", "title", "icon", "entity", "words", "first", "firstCall", "second", "secondCall"],
          "values": { "${name}": { "from": "ha:${entity}", "map": "${words}" } },
          "node": {
            "backgroundColor": "#1B2130", "cornerRadius": 16, "margins": [14, 18, 14, 18], "stack": { "spacing": 8 },
            "children": [
              {
                "stack": { "axis": "horizontal", "alignment": "center", "spacing": 12 },
                "children": [
                  { "grow": true, "text": { "string": "${title}", "icon": "${icon}", "align": "leading", "lines": 2 } },
                  { "width": 110, "text": { "string": "{${name}}", "align": "trailing", "color": "#AAB2C4" } }
                ]
              },
              {
                "height": 48, "stack": { "axis": "horizontal", "spacing": 8, "distribution": "fillEqually" },
                "children": [
                  {
                    "name": "${name}-first",
                    "button": {
                      "title": "${first}", "accessibleName": "${title}: ${first}", "style": { "color": "#39435A" },
                      "action": { "call": "${firstCall}", "target": "${entity}" }
                    }
                  },
                  {
                    "name": "${name}-second",
                    "button": {
                      "title": "${second}", "accessibleName": "${title}: ${second}", "style": { "color": "#39435A" },
                      "action": { "call": "${secondCall}", "target": "${entity}" }
                    }
                  }
                ]
              }
            ]
          }
        },
        "lock": {
          "parameters": ["name", "title", "icon", "entity"],
          "values": {
            "${name}": {
              "from": "ha:${entity}",
              "map": { "locked": "Locked", "unlocked": "Unlocked", "locking": "Locking", "unlocking": "Unlocking", "jammed": "Jammed" }
            }
          },
          "node": {
            "backgroundColor": "#1B2130", "cornerRadius": 16, "margins": [14, 18, 14, 18], "stack": { "spacing": 8 },
            "children": [
              {
                "stack": { "axis": "horizontal", "alignment": "center", "spacing": 12 },
                "children": [
                  { "grow": true, "text": { "string": "${title}", "icon": "${icon}", "align": "leading", "lines": 2 } },
                  { "width": 110, "text": { "string": "{${name}}", "align": "trailing", "color": "#AAB2C4" } }
                ]
              },
              {
                "height": 48, "stack": { "axis": "horizontal", "spacing": 8, "distribution": "fillEqually" },
                "children": [
                  {
                    "name": "${name}-lock",
                    "button": {
                      "title": "Lock", "accessibleName": "${title}: lock", "style": { "color": "#39435A" },
                      "action": { "call": "ha:lock.lock", "target": "${entity}" }
                    }
                  },
                  {
                    "name": "${name}-unlock",
                    "button": {
                      "title": "Unlock", "accessibleName": "${title}: unlock", "confirm": "Hold", "style": { "color": "#39435A" },
                      "action": { "call": "ha:lock.unlock", "target": "${entity}" }
                    }
                  }
                ]
              }
            ]
          }
        },
        "media": {
          "parameters": ["name", "title", "icon", "entity"],
          "values": {
            "${name}": { "from": "ha:${entity}" },
            "${name}-media": { "from": "ha:${entity}", "member": "/attributes/media_title" },
            "${name}-volume": { "from": "ha:${entity}", "member": "/attributes/volume_level", "unit": "%", "format": 0 }
          },
          "node": {
            "backgroundColor": "#1B2130", "cornerRadius": 16, "margins": [14, 18, 14, 18], "stack": { "spacing": 8 },
            "children": [
              {
                "stack": { "axis": "horizontal", "alignment": "center", "spacing": 12 },
                "children": [
                  { "grow": true, "text": { "string": "${title}", "icon": "${icon}", "align": "leading", "lines": 2 } },
                  {
                    "name": "${name}-play", "width": 60, "height": 48,
                    "button": {
                      "icon": "mdi:play-pause", "accessibleName": "${title}: play or pause",
                      "style": [{ "when": "${name}", "is": "playing", "color": "#2D71BF" }, { "color": "#39435A" }],
                      "action": { "call": "ha:media_player.media_play_pause", "target": "${entity}" }
                    }
                  }
                ]
              },
              { "text": { "string": "{${name}-media}", "align": "leading", "color": "#AAB2C4" } },
              {
                "name": "${name}-volume",
                "slider": { "value": "${name}-volume", "minimum": 0, "maximum": 100, "accessibleName": "${title}, volume" }
              }
            ]
          }
        },
        "select": {
          "parameters": ["name", "title", "icon", "entity", "call"],
          "values": { "${name}": { "from": "ha:${entity}" } },
          "node": {
            "backgroundColor": "#1B2130", "cornerRadius": 16, "margins": [14, 18, 14, 18], "stack": { "spacing": 8 },
            "children": [
              { "text": { "string": "${title}", "icon": "${icon}", "align": "leading", "lines": 2 } },
              {
                "name": "${name}", "height": 48,
                "button": {
                  "title": "{${name}}", "accessibleName": "${title}: {${name}}", "style": { "color": "#39435A" },
                  "action": { "call": "${call}", "target": "${entity}" }
                }
              }
            ]
          }
        },
        "weather": {
          "parameters": ["name", "title", "entity", "unit"],
          "values": {
            "${name}": {
              "from": "ha:${entity}",
              "map": {
                "clear-night": "Clear night", "cloudy": "Cloudy", "exceptional": "Exceptional", "fog": "Fog", "hail": "Hail",
                "lightning": "Thunderstorm", "lightning-rainy": "Thunderstorm", "partlycloudy": "Partly cloudy",
                "pouring": "Heavy rain", "rainy": "Rain", "snowy": "Snow", "snowy-rainy": "Sleet", "sunny": "Sunny",
                "windy": "Windy", "windy-variant": "Windy"
              }
            },
            "${name}-temperature": { "from": "ha:${entity}", "member": "/attributes/temperature", "unit": "${unit}", "format": 0 }
          },
          "node": {
            "backgroundColor": "#1B2130", "cornerRadius": 16, "margins": [14, 18, 14, 18], "stack": { "spacing": 4 },
            "children": [
              { "text": { "string": "${title}", "icon": "mdi:weather-partly-cloudy", "align": "leading", "lines": 2 } },
              { "text": { "string": "{${name}}, {${name}-temperature}", "size": 24, "align": "leading" } }
            ]
          }
        }
      }
    }

    """#
}
