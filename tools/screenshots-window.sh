#!/bin/sh
# Takes the pictures of the real window into docs/images: every pane, light and dark, large, zoomed and small.
# Usage: tools/screenshots-window.sh [folder]
set -eu
cd "$(dirname "$0")/.."
mkdir -p "${1:-docs/images}"
out=$(cd "${1:-docs/images}" && pwd)
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT INT TERM
go build -tags x11,migrated_fynedo -o "$bin/memoir" .
go test -c -tags e2e -o "$bin/e2e" ./e2e
(cd e2e && MEMOIR_BIN=$bin/memoir MEMOIR_PICTURES=1 MEMOIR_SHOTS=$out ../tools/with-display.sh 1440x900 \
	"$bin/e2e" -test.run TestPictures -test.timeout 15m)
for picture in "$out"/window-*-720x520-*.png; do
	mogrify -crop 720x520+0+0 +repage "$picture"
done
ls "$out"/window-*.png
