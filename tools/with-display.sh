#!/bin/sh
# Runs a command on a virtual display of its own: with-display.sh 1440x900 command args...
# The server picks a free display number and is stopped, by its process id, when the command ends. FRAMES names a folder
# in which it keeps the frame buffer as a file.
set -eu
size=$1
shift
tmp=$(mktemp -d)
server=
trap '[ -z "$server" ] || { kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; }; rm -rf "$tmp"' \
	EXIT INT TERM

# start_server starts the server and waits until it says its display number. A busy computer whose files are not in
# memory yet needs more than ten seconds for it.
start_server() {
	: >"$tmp/number"
	Xvfb -displayfd 3 -screen 0 "${size}x24" -nolisten tcp -noreset -dpi 96 ${FRAMES:+-fbdir "$FRAMES"} \
		3>"$tmp/number" 2>>"$tmp/log" &
	server=$!
	tries=0
	until [ -s "$tmp/number" ]; do
		tries=$((tries + 1))
		if [ "$tries" -gt 600 ] || ! kill -0 "$server" 2>/dev/null; then
			kill "$server" 2>/dev/null || true
			wait "$server" 2>/dev/null || true
			return 1
		fi
		sleep 0.1
	done
}

# Two servers that start at once can take the same number, and the later one ends.
start_server || start_server || start_server || {
	cat "$tmp/log" >&2
	echo "with-display: Xvfb did not start" >&2
	exit 1
}
DISPLAY=:$(cat "$tmp/number")
export DISPLAY LIBGL_ALWAYS_SOFTWARE=1 FYNE_SCALE=1
# A program that finds no session bus starts one that outlives it; a few hundred of them use up the machine's inotify
# instances. So the session gets one bus that ends with it where there is the tool for it. It starts the services that
# are installed here but for the desktop's dialogs, which not every desktop has: tests are about Memoir's own.
if ! command -v dbus-run-session >/dev/null 2>&1; then
	"$@"
	exit
fi
mkdir "$tmp/services"
for service in /usr/share/dbus-1/services/*.service; do
	case $service in
	*portal* | *'*'*) ;;
	*) cp "$service" "$tmp/services" ;;
	esac
done
cat >"$tmp/bus.conf" <<XML
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <auth>EXTERNAL</auth>
  <servicedir>$tmp/services</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
XML
dbus-run-session --config-file="$tmp/bus.conf" -- "$@"
