/// The file tiles.json of a written panel: the templates of its tiles.
enum PanelTiles {
  static let fileName = "tiles.json"

  static let text = #"""
      "//": "The tiles of the pages. A change here changes all tiles of a kind.",
      "templates": {
        "row": {
          "parameters": ["tiles"],
          "node": { "stack": { "axis": "automatic", "spacing": 16, "distribution": "fillEqually" }, "children": "${tiles}" }
        },
        "buttons": {
          "parameters": ["tiles"],
          "node": { "stack": { "axis": "horizontal", "spacing": 16, "distribution": "fillEqually" }, "children": "${tiles}" }
        },
        "card": {
          "parameters": ["rows"],
          "node": {
            "backgroundColor": "#1B2130", "cornerRadius": 16, "margins": [12, 18, 12, 18], "stack": { "spacing": 8 },
            "children": "${rows}"
          }
        },
        "head": {
          "parameters": ["title", "icon", "text"],
          "node": {
            "grow": true, "stack": { "axis": "horizontal", "alignment": "center", "spacing": 12 },
            "children": [
              { "grow": true, "text": { "string": "${title}", "icon": "${icon}", "align": "leading", "lines": 2 } },
              { "width": 120, "height": 44, "text": { "string": "${text}", "align": "trailing", "lines": 2, "color": "#AAB2C4" } }
            ]
          }
        },
        "command": {
          "parameters": ["name", "title", "icon", "call", "entity"],
          "node": {
            "name": "${name}", "height": 48,
            "button": {
              "icon": "${icon}", "accessibleName": "${title}", "style": { "color": "#39435A" },
              "action": { "call": "${call}", "target": "${entity}" }
            }
          }
        },
        "target": {
          "parameters": ["name", "title", "text", "icon", "minimum", "maximum", "step"],
          "node": {
            "stack": { "axis": "horizontal", "alignment": "center", "spacing": 12 },
            "children": [
              { "grow": true, "text": { "string": "${text}", "icon": "${icon}", "align": "leading", "color": "#AAB2C4" } },
              {
                "name": "${name}",
                "stepper": {
                  "value": "${name}", "minimum": "${minimum}", "maximum": "${maximum}", "step": "${step}",
                  "accessibleName": "${title}"
                }
              }
            ]
          }
        },
        "switch": {
          "parameters": ["name", "title", "icon", "entity", "sample1"],
          "values": { "${name}": { "from": "ha:${entity}", "sample": "${sample1}" } },
          "node": {
            "template": "card",
            "with": {
              "rows": [
                {
                  "grow": true, "stack": { "axis": "horizontal", "alignment": "center", "spacing": 12 },
                  "children": [
                    { "grow": true, "text": { "string": "${title}", "icon": "${icon}", "align": "leading", "lines": 2 } },
                    { "name": "${name}", "width": 60, "switch": { "value": "${name}", "accessibleName": "${title}" } }
                  ]
                }
              ]
            }
          }
        },
        "dimmer": {
          "parameters": ["name", "title", "icon", "entity", "sample1", "sample2", "member"],
          "values": {
            "${name}": { "from": "ha:${entity}", "sample": "${sample1}" },
            "${name}-level": {
              "from": "ha:${entity}", "member": "${member}", "unit": "%", "format": 0, "sample": "${sample2}"
            }
          },
          "node": {
            "template": "card",
            "with": {
              "rows": [
                {
                  "grow": true, "stack": { "axis": "horizontal", "alignment": "center", "spacing": 12 },
                  "children": [
                    { "grow": true, "text": { "string": "${title}", "icon": "${icon}", "align": "leading", "lines": 2 } },
                    { "width": 64, "text": { "string": "{${name}-level}", "align": "trailing", "color": "#AAB2C4" } },
                    { "name": "${name}", "width": 60, "switch": { "value": "${name}", "accessibleName": "${title}" } }
                  ]
                },
                {
                  "name": "${name}-level",
                  "slider": { "value": "${name}-level", "minimum": 0, "maximum": 100, "accessibleName": "${title}, %" }
                }
              ]
            }
          }
        },
        "number": {
          "parameters": ["name", "title", "icon", "entity", "sample1", "unit", "minimum", "maximum", "step"],
          "values": { "${name}": { "from": "ha:${entity}", "unit": "${unit}", "sample": "${sample1}" } },
          "node": {
            "template": "card",
            "with": {
              "rows": [
                { "template": "head", "with": { "title": "${title}", "icon": "${icon}", "text": "{${name}}" } },
                {
                  "name": "${name}",
                  "slider": {
                    "value": "${name}", "minimum": "${minimum}", "maximum": "${maximum}", "step": "${step}",
                    "accessibleName": "${title}"
                  }
                }
              ]
            }
          }
        },
        "climate": {
          "parameters": [
            "name", "title", "icon", "entity", "sample1", "sample2", "sample3", "words", "unit", "minimum", "maximum", "step"
          ],
          "values": {
            "${name}": { "from": "ha:${entity}", "map": "${words}", "sample": "${sample1}" },
            "${name}-now": {
              "from": "ha:${entity}", "member": "/attributes/current_temperature", "unit": "${unit}", "format": 1,
              "sample": "${sample2}"
            },
            "${name}-target": {
              "from": "ha:${entity}", "member": "/attributes/temperature", "unit": "${unit}", "format": 1, "sample": "${sample3}"
            }
          },
          "node": {
            "template": "card",
            "with": {
              "rows": [
                { "template": "head", "with": { "title": "${title}", "icon": "${icon}", "text": "{${name}-now}" } },
                {
                  "template": "target",
                  "with": {
                    "name": "${name}-target", "title": "${title}", "text": "{${name}}: {${name}-target}", "icon": "mdi:target",
                    "minimum": "${minimum}", "maximum": "${maximum}", "step": "${step}"
                  }
                }
              ]
            }
          }
        },
        "climateRange": {
          "parameters": [
            "name", "title", "icon", "entity", "sample1", "sample2", "sample3", "sample4", "sample5", "words", "unit", "minimum",
            "maximum", "step"
          ],
          "values": {
            "${name}": { "from": "ha:${entity}", "map": "${words}", "sample": "${sample1}" },
            "${name}-now": {
              "from": "ha:${entity}", "member": "/attributes/current_temperature", "unit": "${unit}", "format": 1,
              "sample": "${sample2}"
            },
            "${name}-target": {
              "from": "ha:${entity}", "member": "/attributes/temperature", "unit": "${unit}", "format": 1, "sample": "${sample3}"
            },
            "${name}-low": {
              "from": "ha:${entity}", "member": "/attributes/target_temp_low", "unit": "${unit}", "format": 1,
              "sample": "${sample4}"
            },
            "${name}-high": {
              "from": "ha:${entity}", "member": "/attributes/target_temp_high", "unit": "${unit}", "format": 1,
              "sample": "${sample5}"
            }
          },
          "node": {
            "template": "card",
            "with": {
              "rows": [
                { "template": "head", "with": { "title": "${title}", "icon": "${icon}", "text": "{${name}-now}" } },
                {
                  "visible": { "not": { "when": "${name}", "is": "heat_cool" } }, "stack": {},
                  "children": [
                    {
                      "template": "target",
                      "with": {
                        "name": "${name}-target", "title": "${title}", "text": "{${name}}: {${name}-target}",
                        "icon": "mdi:target", "minimum": "${minimum}", "maximum": "${maximum}", "step": "${step}"
                      }
                    }
                  ]
                },
                {
                  "visible": { "when": "${name}", "is": "heat_cool" }, "stack": { "spacing": 8 },
                  "children": [
                    {
                      "template": "target",
                      "with": {
                        "name": "${name}-low", "title": "${title}", "text": "{${name}-low}", "icon": "mdi:fire",
                        "minimum": "${minimum}", "maximum": "${maximum}", "step": "${step}"
                      }
                    },
                    {
                      "template": "target",
                      "with": {
                        "name": "${name}-high", "title": "${title}", "text": "{${name}-high}", "icon": "mdi:snowflake",
                        "minimum": "${minimum}", "maximum": "${maximum}", "step": "${step}"
                      }
                    }
                  ]
                }
              ]
            }
          }
        },
        "state": {
          "parameters": ["name", "title", "icon", "entity", "sample1", "words"],
          "values": { "${name}": { "from": "ha:${entity}", "map": "${words}", "sample": "${sample1}" } },
          "node": {
            "template": "card",
            "with": {
              "rows": [{ "template": "head", "with": { "title": "${title}", "icon": "${icon}", "text": "{${name}}" } }]
            }
          }
        },
        "chart": {
          "parameters": ["name", "title", "icon", "entity", "sample1", "unit"],
          "values": { "${name}": { "from": "ha:${entity}", "unit": "${unit}", "keep": true, "sample": "${sample1}" } },
          "node": {
            "backgroundColor": "#1B2130", "cornerRadius": 16, "masksToBounds": true, "stack": { "spacing": 4 },
            "children": [
              {
                "margins": [12, 18, 0, 18], "stack": { "axis": "horizontal", "alignment": "center", "spacing": 12 },
                "children": [
                  { "grow": true, "text": { "string": "${title}", "icon": "${icon}", "align": "leading", "lines": 2 } },
                  { "width": 120, "height": 44, "text": { "string": "{${name}}", "size": 24, "align": "trailing" } }
                ]
              },
              { "grow": true, "chart": { "value": "${name}", "hours": 24, "color": "#5AA9F0" } }
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
            "stack": { "axis": "horizontal" },
            "children": [
              { "width": 0, "height": 68 },
              {
                "name": "${name}", "grow": true,
                "button": {
                  "title": "${title}", "icon": "${icon}", "style": { "color": "#39435A" },
                  "action": { "call": "${call}", "target": "${entity}" }
                }
              }
            ]
          }
        },
        "cover": {
          "parameters": ["name", "title", "icon", "entity", "sample1", "words", "open", "closed"],
          "values": { "${name}": { "from": "ha:${entity}", "map": "${words}", "sample": "${sample1}" } },
          "node": {
            "template": "card",
            "with": {
              "rows": [
                { "template": "head", "with": { "title": "${title}", "icon": "${icon}", "text": "{${name}}" } },
                {
                  "stack": { "axis": "horizontal", "spacing": 8, "distribution": "fillEqually" },
                  "children": [
                    {
                      "template": "command",
                      "with": {
                        "name": "${name}-open", "title": "${title}: ${open}", "icon": "mdi:arrow-up",
                        "call": "ha:cover.open_cover", "entity": "${entity}"
                      }
                    },
                    {
                      "template": "command",
                      "with": {
                        "name": "${name}-stop", "title": "${title}: Stop", "icon": "mdi:stop",
                        "call": "ha:cover.stop_cover", "entity": "${entity}"
                      }
                    },
                    {
                      "template": "command",
                      "with": {
                        "name": "${name}-close", "title": "${title}: ${closed}", "icon": "mdi:arrow-down",
                        "call": "ha:cover.close_cover", "entity": "${entity}"
                      }
                    }
                  ]
                }
              ]
            }
          }
        },
        "position": {
          "parameters": ["name", "title", "icon", "entity", "sample1"],
          "values": {
            "${name}": {
              "from": "ha:${entity}", "member": "/attributes/current_position", "unit": "%", "format": 0, "sample": "${sample1}"
            }
          },
          "node": {
            "template": "card",
            "with": {
              "rows": [
                { "template": "head", "with": { "title": "${title}", "icon": "${icon}", "text": "{${name}}" } },
                {
                  "name": "${name}",
                  "slider": { "value": "${name}", "minimum": 0, "maximum": 100, "accessibleName": "${title}, %" }
                }
              ]
            }
          }
        },
        "commands": {
          "parameters": [
            "name", "title", "icon", "entity", "sample1", "words", "first", "firstIcon", "firstCall", "second", "secondIcon",
            "secondCall"
          ],
          "values": { "${name}": { "from": "ha:${entity}", "map": "${words}", "sample": "${sample1}" } },
          "node": {
            "template": "card",
            "with": {
              "rows": [
                { "template": "head", "with": { "title": "${title}", "icon": "${icon}", "text": "{${name}}" } },
                {
                  "stack": { "axis": "horizontal", "spacing": 8, "distribution": "fillEqually" },
                  "children": [
                    {
                      "template": "command",
                      "with": {
                        "name": "${name}-first", "title": "${title}: ${first}", "icon": "${firstIcon}", "call": "${firstCall}",
                        "entity": "${entity}"
                      }
                    },
                    {
                      "template": "command",
                      "with": {
                        "name": "${name}-second", "title": "${title}: ${second}", "icon": "${secondIcon}",
                        "call": "${secondCall}", "entity": "${entity}"
                      }
                    }
                  ]
                }
              ]
            }
          }
        },
        "gate": {
          "parameters": [
            "name", "title", "icon", "entity", "sample1", "words", "first", "firstIcon", "firstCall", "second", "secondIcon",
            "secondCall"
          ],
          "values": { "${name}": { "from": "ha:${entity}", "map": "${words}", "sample": "${sample1}" } },
          "node": {
            "template": "card",
            "with": {
              "rows": [
                { "template": "head", "with": { "title": "${title}", "icon": "${icon}", "text": "{${name}}" } },
                {
                  "stack": { "axis": "horizontal", "spacing": 8, "distribution": "fillEqually" },
                  "children": [
                    {
                      "template": "held",
                      "with": {
                        "name": "${name}-first", "title": "${title}", "text": "${first}", "icon": "${firstIcon}",
                        "call": "${firstCall}", "entity": "${entity}"
                      }
                    },
                    {
                      "template": "held",
                      "with": {
                        "name": "${name}-second", "title": "${title}", "text": "${second}", "icon": "${secondIcon}",
                        "call": "${secondCall}", "entity": "${entity}"
                      }
                    }
                  ]
                }
              ]
            }
          }
        },
        "held": {
          "parameters": ["name", "title", "text", "icon", "call", "entity"],
          "node": {
            "name": "${name}", "height": 48,
            "button": {
              "title": "${text}", "icon": "${icon}", "accessibleName": "${title}: ${text}", "confirm": "Hold",
              "style": { "color": "#39435A" }, "action": { "call": "${call}", "target": "${entity}" }
            }
          }
        },
        "lock": {
          "parameters": ["name", "title", "icon", "entity", "sample1", "words", "locked", "unlocked"],
          "values": { "${name}": { "from": "ha:${entity}", "map": "${words}", "sample": "${sample1}" } },
          "node": {
            "template": "card",
            "with": {
              "rows": [
                { "template": "head", "with": { "title": "${title}", "icon": "${icon}", "text": "{${name}}" } },
                {
                  "stack": { "axis": "horizontal", "spacing": 8, "distribution": "fillEqually" },
                  "children": [
                    {
                      "template": "command",
                      "with": {
                        "name": "${name}-lock", "title": "${title}: ${locked}", "icon": "mdi:lock", "call": "ha:lock.lock",
                        "entity": "${entity}"
                      }
                    },
                    {
                      "template": "held",
                      "with": {
                        "name": "${name}-unlock", "title": "${title}", "text": "${unlocked}", "icon": "mdi:lock-open-variant",
                        "call": "ha:lock.unlock", "entity": "${entity}"
                      }
                    }
                  ]
                }
              ]
            }
          }
        },
        "media": {
          "parameters": ["name", "title", "icon", "entity", "sample1", "sample2", "sample3", "words"],
          "values": {
            "${name}": { "from": "ha:${entity}", "map": "${words}", "sample": "${sample1}" },
            "${name}-media": { "from": "ha:${entity}", "member": "/attributes/media_title", "sample": "${sample2}" },
            "${name}-volume": {
              "from": "ha:${entity}", "member": "/attributes/volume_level", "unit": "%", "format": 0, "sample": "${sample3}"
            }
          },
          "node": {
            "template": "card",
            "with": {
              "rows": [
                {
                  "grow": true, "stack": { "axis": "horizontal", "alignment": "center", "spacing": 12 },
                  "children": [
                    {
                      "grow": true, "stack": {},
                      "children": [
                        { "text": { "string": "${title}", "icon": "${icon}", "align": "leading", "lines": 2 } },
                        {
                          "visible": { "not": { "when": "${name}-media", "is": "–" } },
                          "text": { "string": "{${name}-media}", "align": "leading", "lines": 2, "color": "#AAB2C4" }
                        }
                      ]
                    },
                    { "width": 80, "text": { "string": "{${name}}", "align": "trailing", "color": "#AAB2C4" } },
                    {
                      "name": "${name}-play", "width": 60, "height": 48,
                      "button": {
                        "icon": "mdi:play-pause", "accessibleName": "${title}", "style": { "color": "#39435A" },
                        "action": { "call": "ha:media_player.media_play_pause", "target": "${entity}" }
                      }
                    }
                  ]
                },
                {
                  "name": "${name}-volume",
                  "slider": { "value": "${name}-volume", "minimum": 0, "maximum": 100, "accessibleName": "${title}, %" }
                }
              ]
            }
          }
        },
        "select": {
          "parameters": ["name", "title", "icon", "entity", "sample1", "words", "call"],
          "values": { "${name}": { "from": "ha:${entity}", "map": "${words}", "sample": "${sample1}" } },
          "node": {
            "template": "card",
            "with": {
              "rows": [
                {
                  "grow": true, "stack": { "axis": "horizontal", "alignment": "center", "spacing": 12 },
                  "children": [
                    { "grow": true, "text": { "string": "${title}", "icon": "${icon}", "align": "leading", "lines": 2 } },
                    { "width": 100, "height": 48, "text": { "string": "{${name}}", "align": "trailing", "lines": 2, "color": "#AAB2C4" } },
                    {
                      "name": "${name}", "width": 60, "height": 48,
                      "button": {
                        "icon": "mdi:chevron-right", "accessibleName": "${title}", "style": { "color": "#39435A" },
                        "action": { "call": "${call}", "target": "${entity}" }
                      }
                    }
                  ]
                }
              ]
            }
          }
        },
        "weather": {
          "parameters": ["name", "title", "entity", "sample1", "sample2", "sample3", "words", "unit"],
          "node": {
            "template": "card",
            "with": {
              "rows": [
                { "text": { "string": "${title}", "align": "leading" } },
                {
                  "template": "sky",
                  "with": {
                    "name": "${name}", "title": "${title}", "entity": "${entity}", "sample1": "${sample1}",
                    "sample2": "${sample2}", "sample3": "${sample3}", "words": "${words}", "unit": "${unit}"
                  }
                }
              ]
            }
          }
        },
        "sky": {
          "parameters": ["name", "title", "entity", "sample1", "sample2", "sample3", "words", "unit"],
          "values": {
            "${name}": { "from": "ha:${entity}", "map": "${words}", "sample": "${sample1}" },
            "${name}-icon": {
              "from": "ha:${entity}", "sample": "${sample2}",
              "map": {
                "clear-night": "night", "exceptional": "cloudy-alert", "partlycloudy": "partly-cloudy", "–": "cloudy"
              }
            },
            "${name}-degrees": {
              "from": "ha:${entity}", "member": "/attributes/temperature", "unit": "${unit}", "format": 0, "sample": "${sample3}"
            }
          },
          "node": {
            "stack": { "axis": "horizontal", "alignment": "center", "spacing": 12 },
            "children": [
              { "width": 44, "height": 44, "label": "${title}", "icon": { "name": "mdi:weather-{${name}-icon}", "size": 40 } },
              {
                "stack": {},
                "children": [
                  { "text": { "string": "{${name}-degrees}", "size": 24, "align": "leading" } },
                  { "text": { "string": "{${name}}", "align": "leading", "color": "#AAB2C4" } }
                ]
              }
            ]
          }
        }
      }
    }

    """#
}
