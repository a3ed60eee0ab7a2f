#!/bin/sh
# Drives the gallery (the chat surface alone) by mouse and keyboard on a virtual display: ./tools/gallery/. Built without
# migrated_fynedo, so that a call from a wrong goroutine is reported; such a report fails the test. The test program is
# also the gallery. Usage: tools/e2e-gallery.sh [flags of go test]
set -eu
cd "$(dirname "$0")/.."
. scripts/compile.sh
tools/with-display.sh 1440x900 go test -count=1 -vet=off -ldflags '-s -w' -tags e2e,x11,no_metadata,no_animations \
	-timeout 5m "$@" ./tools/gallery/
