#!/usr/bin/env bash
# Shows the demo (scripted replies, a data folder of its own) on a virtual display and keeps a picture of its window:
# scripts/demo.sh FOLDER
set -euo pipefail
cd "$(dirname "$0")/.."

out=${1:?folder for the screenshots}
mkdir -p "$out"
if [ "${2:-}" != inside ]; then
	scripts/deps.sh test
	exec tools/with-display.sh 1440x900 "$0" "$out" inside
fi

data=$(mktemp -d)
./memoir gui --demo --data-dir "$data" &
memoir=$!
trap 'kill "$memoir" 2>/dev/null || true; wait "$memoir" 2>/dev/null || true; rm -rf "$data"' EXIT INT TERM

window=''
for _ in $(seq 150); do
	kill -0 "$memoir" 2>/dev/null || { echo "Memoir ended before its window came." >&2; exit 1; }
	window=$(xdotool search --onlyvisible --name 'Memoir' 2>/dev/null | head -n 1) || true
	[ -n "$window" ] && break
	sleep 0.2
done
[ -n "$window" ] || { echo "No window came within 30 seconds." >&2; exit 1; }
sleep 2 # the first frames: nothing tells from outside when a window has painted itself
import -window root "$out/window.png"
echo "The window was open on a virtual display; its picture: $out/window.png"
