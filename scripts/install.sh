#!/usr/bin/env bash
# Puts Memoir where the desktop finds it, or takes it away again: scripts/install.sh install|uninstall PREFIX
#
# PREFIX/bin/memoir, PREFIX/share/applications/memoir.desktop, the icon in PREFIX/share/icons/hicolor, the manual page
# in PREFIX/share/man and what completes commands in bash, zsh and fish.
# DESTDIR is put in front when a package is made. The data folder is never touched.
set -euo pipefail
cd "$(dirname "$0")/.."

what=${1:-} prefix=${2:-}
if [ -z "$prefix" ] || { [ "$what" != install ] && [ "$what" != uninstall ]; }; then
	echo "usage: scripts/install.sh install|uninstall PREFIX" >&2
	exit 2
fi
case $prefix in
/*) ;;
*) prefix=$PWD/$prefix ;;
esac
root=${DESTDIR:-}$prefix
bin=$root/bin/memoir
entry=$root/share/applications/memoir.desktop
scalable=$root/share/icons/hicolor/scalable/apps/memoir.svg
raster=$root/share/icons/hicolor/512x512/apps/memoir.png
manual=$root/share/man/man1/memoir.1
bash_completion=$root/share/bash-completion/completions/memoir
zsh_completion=$root/share/zsh/site-functions/_memoir
fish_completion=$root/share/fish/vendor_completions.d/memoir.fish

# The desktop's caches are refreshed where there is a desktop.
refresh() {
	[ -z "${DESTDIR:-}" ] || return 0
	if command -v update-desktop-database >/dev/null 2>&1; then
		update-desktop-database "$root/share/applications" || true
	fi
	if command -v gtk-update-icon-cache >/dev/null 2>&1; then
		gtk-update-icon-cache -q -t "$root/share/icons/hicolor" || true
	fi
}

if [ "$what" = uninstall ]; then
	rm -f "$bin" "$entry" "$scalable" "$raster" "$manual" "$bash_completion" "$zsh_completion" "$fish_completion"
	refresh
	echo "Memoir is gone from $prefix. Your data folder was left as it is."
	exit 0
fi

install -D -m 755 memoir "$bin.new"
mv -f "$bin.new" "$bin" # a running Memoir keeps the file it started from
install -d "$(dirname "$entry")"
sed "s|@BIN@|$prefix/bin/memoir|g" packaging/memoir.desktop.in >"$entry"
chmod 644 "$entry"
install -D -m 644 assets/icons/memoir.svg "$scalable"
install -D -m 644 assets/icons/memoir.png "$raster"
# They are made by the program itself, so that they name the commands it has.
generated=$(mktemp)
trap 'rm -f "$generated"' EXIT
./memoir man >"$generated"
install -D -m 644 "$generated" "$manual"
for shell in bash zsh fish; do
	target=${shell}_completion
	./memoir completion "$shell" >"$generated"
	install -D -m 644 "$generated" "${!target}"
done
refresh
echo "Memoir is installed: $prefix/bin/memoir, and in your desktop's menu."
case ":$PATH:" in
*":$prefix/bin:"*) ;;
*) echo "$prefix/bin is not in PATH; the menu works all the same." ;;
esac
