#!/bin/sh
# Takes screenshots of the real window into build/screenshots: every pane, dialog, empty and error state, light and
# dark, at text size 100 and 150 %, large and small. MEMOIR_LOOK=dark-720x520-150 takes one look only.
# With the argument "docs" it takes the light look and replaces the few screenshots that the guide uses.
# Usage: tools/screenshots.sh [docs]
set -eu
cd "$(dirname "$0")/.."
. scripts/compile.sh
[ "${1:-}" != docs ] || export MEMOIR_LOOK=light-1440x900-100
out=$PWD/build/screenshots
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT INT TERM
mkdir -p "$out" "$bin/frames"
version=$(sed -n 's/^Version = "\(.*\)"$/\1/p' FyneApp.toml)
go build -tags x11,migrated_fynedo,no_animations,checked -ldflags "-X memoir/cli.Version=$version" -o "$bin/memoir" .
go test -c -tags e2e,pictures,checked -o "$bin/e2e" ./e2e
rm -f "$out"/*"${MEMOIR_LOOK:-}".png
(cd e2e && FRAMES=$bin/frames MEMOIR_BIN=$bin/memoir MEMOIR_SHOTS=$out ../tools/with-display.sh 1440x900 \
	"$bin/e2e" -test.run '^TestPictures$' -test.timeout 120m)
[ "${1:-}" = docs ] || exit 0

# The guide's name of each screenshot and its name among all states. 64 colours are a third of the bytes, and hardly
# anybody sees the difference in flat grounds and text.
while read -r name state; do
	cp "$out/window-$state-$MEMOIR_LOOK.png" "docs/images/$name.png"
done <<'LIST'
main chat
first-run first-run-found
memories memories
answer answer
memory-editor editor
files files
models models
palette palette
settings-learning settings-learning
settings-privacy settings-privacy
LIST
mogrify -dither None -colors 64 -define png:compression-level=9 -define png:compression-filter=0 -strip -format png \
	docs/images/*.png
