#compdef cube-kiosk
# from the program's tables, by make record

_cube_kiosk_scenes() {
	local -a scenes
	scenes=(${(f)"$(_call_program scenes cube-kiosk scenes)"})
	_alternative 'scenes:scene:compadd -a scenes' 'files:scene file:_files -g "*.json"'
}

_arguments \
	'1:command:(run preview render hit hit-map inspect check-config hash-pin ctl scenes words)' \
	'2:operand:->operand' \
	'3:address:->address' \
	'--scene[a built-in scene, or a scene file (.json)]:name|file:_cube_kiosk_scenes' \
	'--touch-fix[the rule that picks the view for a tap on the cube]:fix:(none user-interaction reorder depth)' \
	'--config[the configuration; run reads /etc/cube-kiosk/kiosk.json if it exists]:file:_files' \
	'--no-bar[hide the bar at the bottom]' \
	'--lighting[the shading of the cube'\''s faces]:light:(book camera off)' \
	'--shade[the strength of the shading]:n:' \
	'--theme[the colors around the scene]:theme:(dark light contrast)' \
	'--text-size[the size of texts, in percent]:percent:' \
	'--reach[the part of the panel'\''s height, from the top, without anything to touch]:percent:' \
	'--language[the language of the panel'\''s own texts, or a language file (.json)]:language|file:_files' \
	'--no-tap-feedback[don'\''t show which view took a tap, and don'\''t offer an explanation]' \
	'--replay[play recorded touches]:file:_files' \
	'--scale[pixels per point, multiplied by the compositor'\''s scale (run)]:n|auto:(auto)' \
	'--rotate[rotate the picture and touches clockwise]:degrees:(0 90 180 270)' \
	'--size[the panel'\''s size in points]:wxh:' \
	'--as[check FILE as if it were the file PATH]:path:_files' \
	'--view[the orientation of the cube\: face-on, corner-on, face-1 to face-6, or AX,AY in radians]:view:(face-on corner-on face-1 face-2 face-3 face-4 face-5 face-6)' \
	'(-o --output)'{-o,--output}'[the PNG file to write; - is standard output]:file:_files' \
	'--at[seconds from the start of the replay]:s:' \
	'--set[show this reading of a value; may be repeated]:name=value:' \
	'--explode[show the exploded view that explains a tap at this point]:x,y:' \
	'--explain[list the views that the touch was offered to, and why each declined it]' \
	'--socket[the control socket]:path:_files' \
	'--prometheus[print the status in the text format of Prometheus]' \
	'--wait[wait for the end of a button'\''s action or a control'\''s change, and fail if it failed (press, set)]' \
	'--windowed[open a window of this size in points instead of filling the screen]:wxh:' \
	'--allow-quit[let Esc, q and the compositor quit the program, as always in a window]' \
	'--wait[seconds to wait for a compositor]:s:' \
	'--events[append events to a file, one JSON object per line]:file|-:_files' \
	'--screen[the name of the output to use]:name:' \
	'--record[write all touches to a file, for --replay]:file:_files' \
	'--touch-slop[millimeters that a finger moves before a drag begins, if the screen'\''s size is known]:mm:' \
	'--touch-test[show each finger'\''s position and trail, and how the device reports touches]' \
	'--diagnose[show errors of the configuration on the panel until it is valid, instead of exiting with status 78]' \
	'--reduce-motion[skip animations and momentum]' \
	'--log-level[log messages of this level and above]:level:(error warning notice info debug)' \
	'--action-timeout[seconds until the command after -- gets SIGTERM]:s:' \
	'(-h --help)'{-h,--help}'[print the help]' \
	'--version[print the version]'

if [[ $state == operand ]]; then
	case $words[2] in
	ctl) _values command status list get screenshot press set append remove scene message dismiss reload wake sleep speech watch ;;
	check-config|preview) _files -g "*.json" ;;
	esac
elif [[ $state == address && $words[2] == ctl ]]; then
	case $words[3] in
	press) compadd -- ${(f)"$(cube-kiosk ctl list 2>/dev/null | awk -F '\t' '$2 == "button" { print $1 }')"} ;;
	set) compadd -- ${(f)"$(cube-kiosk ctl list 2>/dev/null | awk -F '\t' '$2 !~ /^(button|page|list)$/ { print $1 }')"} ;;
	append) compadd -- ${(f)"$(cube-kiosk ctl list 2>/dev/null | awk -F '\t' '$2 == "value" { print $1 }')"} ;;
	remove) compadd -- ${(f)"$(cube-kiosk ctl list 2>/dev/null | awk -F '\t' '$2 == "value" { print $1 }')"} ;;
	scene) compadd -- ${(f)"$(cube-kiosk ctl list 2>/dev/null | awk -F '\t' '$2 == "page" { print $1 }')"} ;;
	esac
fi
