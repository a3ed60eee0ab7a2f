#!/bin/sh
# Streams ten replies of 64 KB and turns the wheel 20,000 times, round after round, in a real window on a virtual display,
# and fails when the heap after collection grows. Usage: tools/soak.sh [rounds]
set -eu
cd "$(dirname "$0")/.."
. scripts/compile.sh
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT INT TERM
go build -tags x11,migrated_fynedo,no_animations -o "$bin/gallery" ./tools/gallery
FYNE_CACHE=1s tools/with-display.sh 1000x800 "$bin/gallery" -reduced -soak "${1:-4}" -heap "${HEAP:-}"
