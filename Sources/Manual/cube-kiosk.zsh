#compdef cube-kiosk
# from the program's tables, by make record

_cube_kiosk_scenes() {
	local -a scenes
	scenes=(${(f)"$(_call_program scenes cube-kiosk scenes)"})
	_alternative 'scenes:scene:compadd -a scenes' 'files:scene file:_files -g "*.json"'
}

_arguments \
	'1:command:(run render hit hit-map inspect check-config hash-pin ctl scenes words)' \
	'2:operand:->operand' \
	'--scene[a scene of the list, or a scene file (.json)]:name|file:_cube_kiosk_scenes' \
	'--touch-fix[how taps find their face]:fix:(none user-interaction reorder depth)' \
	'--config[the configuration; run reads the one in /etc/cube-kiosk if it is there]:file:_files' \
	'--no-bar[without the bar at the bottom]' \
	'--lighting[how the faces are shaded]:light:(book camera off)' \
	'--shade[how deep the faces'\'' shade gets]:n:' \
	'--theme[the colours around the scene]:theme:(dark light)' \
	'--language[what the panel speaks, or a file with words of one'\''s own (.json)]:language|file:_files' \
	'--inspector[show how each touch is routed]' \
	'--no-tap-feedback[without the picture of where a tap went, and without the explanation]' \
	'--replay[play recorded touches]:file:_files' \
	'--scale[pixels to a point; times the compositor'\''s (run)]:n|auto:(auto)' \
	'--rotate[turn picture and touches clockwise]:degrees:(0 90 180 270)' \
	'--size[the panel'\''s size in points]:wxh:' \
	'--view[how the cube is turned\: face-on, corner-on, face-1 to face-6, or AX,AY in radians]:view:(face-on corner-on face-1 face-2 face-3 face-4 face-5 face-6)' \
	'(-o --output)'{-o,--output}'[the picture; - is standard output]:file:_files' \
	'--at[seconds from the replay'\''s beginning]:s:' \
	'--explode[show the views apart, as panes, and a tap there as a needle through those that are asked]:x,y:' \
	'--explain[tell whom the touch was offered to, and why each passed]' \
	'--socket[the control socket]:path:_files' \
	'--prometheus[status in the text format of Prometheus]' \
	'--windowed[a window of that size in points, not the whole screen]:wxh:' \
	'--allow-quit[Esc, q and the compositor end the program; in a window they always do]' \
	'--wait[seconds to wait for a compositor]:s:' \
	'--events[write what happens, one JSON object a line]:file|-:_files' \
	'--screen[the output to be on, such as HDMI-A-1]:name:' \
	'--record[write every touch, for --replay]:file:_files' \
	'--touch-slop[how far a finger moves before it is a drag, where the compositor knows the screen'\''s size]:mm:' \
	'--touch-test[show every finger with its place and trail, and how the device reports them]' \
	'--diagnose[show on the panel what is wrong with the configuration, and wait for a better one, instead of exit status 78]' \
	'--reduce-motion[nothing eases and nothing is flung]' \
	'--log-level[what is logged, and what is heavier]:level:(error warning notice info debug)' \
	'--action-timeout[seconds until the command gets SIGTERM]:s:' \
	'(-h --help)'{-h,--help}'[print the help]' \
	'--version[print the version]'

if [[ $state == operand ]]; then
	case $words[2] in
	ctl) _values command status screenshot press set scene reload wake sleep watch ;;
	check-config) _files -g "*.json" ;;
	esac
fi
