extension Options {
  /// What `--help` prints, 80 columns wide.
  public static let help = """
    Usage: cube-kiosk [run] [OPTION…] [-- COMMAND ARGUMENT…]
           cube-kiosk render  [OPTION…] -o FILE
           cube-kiosk hit     [OPTION…] X Y
           cube-kiosk hit-map [OPTION…] -o FILE
           cube-kiosk inspect [OPTION…]
           cube-kiosk check-config [FILE]
           cube-kiosk hash-pin
           cube-kiosk ctl COMMAND [OPERAND…]
           cube-kiosk scenes

    A solid cube of live views on a touch panel. Taps find their face by sibling
    order, as UIKit routes them, so the button on face 3 is dead until a touch fix
    is chosen.

    Commands
      run                   show it on the Wayland compositor (the default)
      render                write the picture to a PNG file
      hit                   print the path of the view that takes a touch at X, Y
      hit-map               write a picture of who takes touches where
      inspect               print the tree of layers as JSON
      check-config          tell all that is wrong with a configuration
                            [/etc/cube-kiosk/kiosk.json]
      hash-pin              read a PIN from standard input and print its hash, for
                            the configuration
      ctl                   talk to the running panel: status, screenshot FILE,
                            press FACE BUTTON, scene NAME, reload, wake, sleep
      scenes                list the scenes

    What is shown (all commands but scenes)
      --scene NAME|FILE     a scene of the list, or a scene file (.json) [cube]
      --touch-fix FIX       none, user-interaction, reorder or depth [none]
      --config FILE         the configuration; run reads the one in
                            /etc/cube-kiosk if it is there
      --no-bar              without the bar at the bottom
      --lighting LIGHT      book, camera or off [book] (run, render)
      --theme THEME         dark or light [dark] (run, render)
      --inspector           show how each touch is routed (run, render)
      --replay FILE         play recorded touches (run, render)
      --scale N             pixels to a point, 0.25 to 8 [1] (render, hit-map);
                            times the compositor's (run)
      --rotate DEGREES      turn picture and touches clockwise by 0, 90, 180 or 270
                            (run, render) [0]

    render, hit, hit-map, inspect
      --size WxH            the panel's size in points [1280x800]
      --view VIEW           face-on, corner-on, or AX,AY: radians about x, then y
      -o, --output FILE     the picture (render, hit-map)
      --at S                seconds from the replay's beginning [0] (render)
      --explain             tell whom the touch was offered to, and why each
                            passed (hit)

    ctl
      --socket PATH         the control socket [/run/cube-kiosk/control]
      --prometheus          status in the text format of Prometheus

    run
      --windowed=WxH        a window of that size in points, not the whole screen
      --allow-quit          Esc and q end the program; in a window they always do
      --wait S              seconds to wait for a compositor [10]
      --events FILE|-       write what happens, one JSON object a line
      --screen NAME         the output to be on, such as HDMI-A-1
      --record FILE         write every touch, for --replay
      --touch-slop MM       how far a finger moves before it is a drag, where the
                            compositor knows the screen's size [10 points]
      --touch-test          show every finger with its place and trail, and how the
                            device reports them
      --diagnose            show on the panel what is wrong with the configuration,
                            and wait for a better one, instead of exit status 78
      --reduce-motion       nothing eases and nothing is flung
      --log-level LEVEL     error, warning, notice, info or debug [notice]
      --action-timeout S    seconds until the command gets SIGTERM [30]
      -- COMMAND …          what the button runs, without a shell, in place of
                            switching the light

    Keys: Tab moves the focus, Return or Space presses, 1 to 4 choose the touch
    fix, L the lighting, I the inspector, S the scenes, F11 fullscreen. Drag to turn
    the cube; a double tap on the background turns it back.

      -h, --help            print this
      --version             print the version

    Environment
      WAYLAND_DISPLAY       the compositor's socket [wayland-0]
      RUNTIME_DIRECTORY     where the control socket is made
      STATE_DIRECTORY       where the count is kept; else
                            $XDG_STATE_HOME/cube-kiosk, ~/.local/state/cube-kiosk
      The command gets CUBE_KIOSK_FACE and CUBE_KIOSK_COUNT.

    Exit status
      0   asked to stop            74  the output can't be written
      64  wrong command line       75  no compositor within the time allowed
      65  wrong recording          78  wrong configuration or scene file
      69  no panel to talk to      1   the panel refused (ctl)
      73  a file can't be made

    """
}
