#!/bin/sh
# Renders the gallery into docs/images, light and dark, in the window's usual and its smallest size.
# Usage: tools/screenshots.sh [folder]
set -eu
cd "$(dirname "$0")/.."
. scripts/compile.sh
out=${1:-docs/images}
mkdir -p "$out"
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT INT TERM
go build -tags gallery,x11,migrated_fynedo,no_animations -o "$bin/gallery" ./ui/gallery
mkdir "$bin/shots"
tools/with-display.sh 1440x900 "$bin/gallery" -shots "$bin/shots"
# 128 colours are a third of the bytes, and hardly anybody sees it in flat grounds and text.
mogrify -dither None -colors 128 -define png:compression-level=9 -define png:compression-filter=0 -strip \
	-format png "$bin"/shots/*.png
rm -f "$out"/gallery-*.png
mv "$bin"/shots/*.png "$out"
ls -l "$out"/gallery-*.png
