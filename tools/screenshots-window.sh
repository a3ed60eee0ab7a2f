#!/bin/sh
# Takes the pictures of the real window into docs/images: every pane, dialog, empty and error state, light and dark, at
# text size 100 and 150 %, large and small. MEMOIR_LOOK names one look, such as dark-720x520-150.
# Usage: tools/screenshots-window.sh [folder]
set -eu
cd "$(dirname "$0")/.."
. scripts/compile.sh
mkdir -p "${1:-docs/images}"
out=$(cd "${1:-docs/images}" && pwd)
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT INT TERM
mkdir "$bin/frames" "$bin/shots"
version=$(sed -n 's/^Version = "\(.*\)"$/\1/p' FyneApp.toml)
go build -tags x11,migrated_fynedo,no_animations,spots -ldflags "-X memoir/cli.Version=$version" -o "$bin/memoir" .
go test -c -tags e2e,pictures -o "$bin/e2e" ./e2e
(cd e2e && FRAMES=$bin/frames MEMOIR_BIN=$bin/memoir MEMOIR_SHOTS=$bin/shots ../tools/with-display.sh 1440x900 \
	"$bin/e2e" -test.run TestPictures -test.timeout 60m)
# 64 colours are a third of the bytes, and hardly anybody sees it in flat grounds and text.
mogrify -dither None -colors 64 -define png:compression-level=9 -define png:compression-filter=0 -strip -format png \
	"$bin"/shots/*.png
rm -f "$out"/window-*"${MEMOIR_LOOK:-}".png
mv "$bin"/shots/*.png "$out"
if [ -f "$out/window-chat-light-1440x900-100.png" ]; then
	cp "$out/window-chat-light-1440x900-100.png" "$out/main-light.png"
fi
ls "$out"/window-*.png
