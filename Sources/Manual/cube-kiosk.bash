# bash completion of cube-kiosk
# from the program's tables, by make record

# Without compgen -W, which would expand what an address contains.
_cube_kiosk_addresses() {
	local address
	COMPREPLY=()
	while IFS= read -r address; do
		[[ $address == "$cur"* ]] && COMPREPLY+=("$(printf %q "$address")")
	done
}

_cube_kiosk() {
	local cur prev
	cur=${COMP_WORDS[COMP_CWORD]}
	prev=${COMP_WORDS[COMP_CWORD - 1]}
	case $prev in
	press | --wait) _cube_kiosk_addresses < <(cube-kiosk ctl list 2>/dev/null | awk -F '\t' '$2 == "button" { print $1 }') ;;
	set) _cube_kiosk_addresses < <(cube-kiosk ctl list 2>/dev/null | awk -F '\t' '$2 !~ /^(button|page|list)$/ { print $1 }') ;;
	append) _cube_kiosk_addresses < <(cube-kiosk ctl list 2>/dev/null | awk -F '\t' '$2 == "value" { print $1 }') ;;
	remove) _cube_kiosk_addresses < <(cube-kiosk ctl list 2>/dev/null | awk -F '\t' '$2 == "value" { print $1 }') ;;
	scene) _cube_kiosk_addresses < <(cube-kiosk ctl list 2>/dev/null | awk -F '\t' '$2 == "page" { print $1 }') ;;
	--scene) COMPREPLY=($(compgen -W "$(cube-kiosk scenes)" -- "$cur") $(compgen -f -- "$cur")) ;;
	--touch-fix) COMPREPLY=($(compgen -W "none user-interaction reorder depth" -- "$cur")) ;;
	--config) COMPREPLY=($(compgen -f -- "$cur")) ;;
	--lighting) COMPREPLY=($(compgen -W "book camera off" -- "$cur")) ;;
	--shade) COMPREPLY=() ;;
	--theme) COMPREPLY=($(compgen -W "dark light contrast" -- "$cur")) ;;
	--text-size) COMPREPLY=() ;;
	--reach) COMPREPLY=() ;;
	--language) COMPREPLY=($(compgen -W "en de zh" -- "$cur") $(compgen -f -- "$cur")) ;;
	--replay) COMPREPLY=($(compgen -f -- "$cur")) ;;
	--scale) COMPREPLY=($(compgen -W "auto" -- "$cur")) ;;
	--rotate) COMPREPLY=($(compgen -W "0 90 180 270" -- "$cur")) ;;
	--size) COMPREPLY=() ;;
	--as) COMPREPLY=($(compgen -f -- "$cur")) ;;
	--view) COMPREPLY=($(compgen -W "face-on corner-on face-1 face-2 face-3 face-4 face-5 face-6" -- "$cur")) ;;
	-o | --output) COMPREPLY=($(compgen -f -- "$cur")) ;;
	--at) COMPREPLY=() ;;
	--set) COMPREPLY=() ;;
	--explode) COMPREPLY=() ;;
	--socket) COMPREPLY=($(compgen -f -- "$cur")) ;;
	--windowed) COMPREPLY=() ;;
	--wait) COMPREPLY=() ;;
	--events) COMPREPLY=($(compgen -f -- "$cur")) ;;
	--screen) COMPREPLY=() ;;
	--record) COMPREPLY=($(compgen -f -- "$cur")) ;;
	--touch-slop) COMPREPLY=() ;;
	--log-level) COMPREPLY=($(compgen -W "error warning notice info debug" -- "$cur")) ;;
	--action-timeout) COMPREPLY=() ;;
	check-config | preview) COMPREPLY=($(compgen -f -- "$cur")) ;;
	ctl) COMPREPLY=($(compgen -W "status list get screenshot press set append remove scene message dismiss reload wake sleep speech watch" -- "$cur")) ;;
	*)
		if [[ $cur == -* ]]; then
			COMPREPLY=($(compgen -W "--scene --touch-fix --config --no-bar --lighting --shade --theme --text-size --reach --language --no-tap-feedback --replay --scale --rotate --size --as --view --output --at --set --explode --explain --socket --prometheus --wait --windowed --allow-quit --wait --events --screen --record --touch-slop --touch-test --diagnose --reduce-motion --log-level --action-timeout --help --version" -- "$cur"))
		elif [[ $COMP_CWORD -eq 1 ]]; then
			COMPREPLY=($(compgen -W "run preview render hit hit-map inspect check-config hash-pin ctl scenes words" -- "$cur"))
		fi
		;;
	esac
}
complete -F _cube_kiosk cube-kiosk
