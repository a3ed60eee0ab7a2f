#!/usr/bin/env bash
# Plays the demo in a real window on a virtual display: scripted replies, a data folder of its own, mouse and keyboard.
# It prints what happens and keeps a picture of each step: scripts/demo.sh FOLDER
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/compile.sh

out=${1:?folder for the screenshots}
mkdir -p "$out"
out=$(cd "$out" && pwd)
scripts/deps.sh test
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT INT TERM
go test -c -tags e2e -o "$bin/e2e" ./e2e
echo "The demo: every reply is scripted and says so; no model is asked."
mkdir "$bin/frames"
FRAMES=$bin/frames MEMOIR_BIN=$PWD/memoir MEMOIR_E2E_DEMO=1 MEMOIR_TELL=1 MEMOIR_SHOTS=$out \
	tools/with-display.sh 1440x900 "$bin/e2e" -test.run TestAPerson -test.timeout 5m >"$bin/log" 2>&1 &
story=$!
tail -n +1 -f --pid=$story "$bin/log" | grep --line-buffered '^  ' || true
wait "$story" || { cat "$bin/log" >&2; exit 1; }
echo "The pictures:"
ls "$out"/story-*.png
