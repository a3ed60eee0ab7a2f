#!/bin/sh
# Drives the gallery by mouse and keyboard on a virtual display. Built without migrated_fynedo, so that a call from a
# wrong goroutine is reported; such a report fails the test.
set -eu
cd "$(dirname "$0")/.."
. scripts/compile.sh
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT INT TERM
go build -ldflags '-s -w' -tags gallery,x11,no_metadata,no_animations -o "$bin/gallery" ./ui/gallery
GALLERY=$bin/gallery tools/with-display.sh 1440x900 go test -count=1 -vet=off -tags e2e,x11,no_metadata,no_animations -timeout 5m "$@" ./ui/gallery/
