# bash completion of cube-kiosk

_cube_kiosk() {
	local cur prev
	cur=${COMP_WORDS[COMP_CWORD]}
	prev=${COMP_WORDS[COMP_CWORD - 1]}
	case $prev in
	--scene) COMPREPLY=($(compgen -W "$(cube-kiosk scenes)" -- "$cur") $(compgen -f -X '!*.json' -- "$cur")) ;;
	--touch-fix) COMPREPLY=($(compgen -W "none user-interaction reorder depth" -- "$cur")) ;;
	--lighting) COMPREPLY=($(compgen -W "book camera off" -- "$cur")) ;;
	--theme) COMPREPLY=($(compgen -W "dark light" -- "$cur")) ;;
	--view) COMPREPLY=($(compgen -W "face-on corner-on" -- "$cur")) ;;
	--rotate) COMPREPLY=($(compgen -W "0 90 180 270" -- "$cur")) ;;
	--log-level) COMPREPLY=($(compgen -W "error warning notice info debug" -- "$cur")) ;;
	-o | --output | --record | --replay | --events | --config | check-config) COMPREPLY=($(compgen -f -- "$cur")) ;;
	ctl) COMPREPLY=($(compgen -W "status screenshot press scene reload wake sleep" -- "$cur")) ;;
	*)
		if [[ $cur == -* ]]; then
			COMPREPLY=($(compgen -W "--scene --touch-fix --lighting --theme --view --size --scale --no-bar --inspector
				--explain --output --config --rotate --screen --record --replay --at --windowed --allow-quit --wait
				--events --reduce-motion --touch-slop --touch-test --diagnose --socket --prometheus --log-level
				--action-timeout --help --version" -- "$cur"))
		elif [[ $COMP_CWORD -eq 1 ]]; then
			COMPREPLY=($(compgen -W "run render hit hit-map inspect check-config hash-pin ctl scenes" -- "$cur"))
		fi
		;;
	esac
}
complete -F _cube_kiosk cube-kiosk
