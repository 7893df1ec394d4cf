#compdef cube-kiosk

_cube_kiosk_scenes() {
	local -a scenes
	scenes=(${(f)"$(_call_program scenes cube-kiosk scenes)"})
	_alternative 'scenes:scene:compadd -a scenes' 'files:scene file:_files -g "*.json"'
}

_arguments \
	'1:command:(run render hit hit-map inspect check-config hash-pin ctl scenes)' \
	'2:operand:->operand' \
	'--scene[a scene, or a scene file]:scene:_cube_kiosk_scenes' \
	'--touch-fix[how taps find their face]:fix:(none user-interaction reorder depth)' \
	'--config[the configuration]:file:_files -g "*.json"' \
	'--no-bar[without the bar]' \
	'--lighting[the light]:light:(book camera off)' \
	'--theme[the colours]:theme:(dark light)' \
	'--inspector[show how touches are routed]' \
	'--replay[play recorded touches]:file:_files' \
	'--scale[pixels to a point]:number:' \
	'--rotate[turn picture and touches]:degrees:(0 90 180 270)' \
	'--size[the panel in points]:WxH:' \
	'--view[how the cube is turned]:view:(face-on corner-on)' \
	'(-o --output)'{-o,--output}'[the picture]:file:_files' \
	'--at[seconds from the beginning of the replay]:seconds:' \
	'--explain[tell whom the touch was offered to]' \
	'--socket[the control socket]:path:_files' \
	'--prometheus[status as metrics]' \
	'--windowed=[a window]:WxH:' \
	'--allow-quit[Esc and q end the program]' \
	'--wait[seconds to wait for a compositor]:seconds:' \
	'--events[write what happens]:file:_files' \
	'--screen[the output to be on]:name:' \
	'--record[write every touch]:file:_files' \
	'--touch-slop[millimetres until a drag]:mm:' \
	'--touch-test[show how touches come]' \
	'--diagnose[show what is wrong with the configuration]' \
	'--reduce-motion[nothing eases]' \
	'--log-level[what is logged]:level:(error warning notice info debug)' \
	'--action-timeout[seconds until SIGTERM]:seconds:' \
	'(-h --help)'{-h,--help}'[print the help]' \
	'--version[print the version]'

if [[ $state == operand ]]; then
	case $words[2] in
	ctl) _values command status screenshot press scene reload wake sleep ;;
	check-config) _files -g "*.json" ;;
	esac
fi
