#!/bin/sh
# Drives the real program in a real window on a virtual display, against a scripted model server or the one named by
# MEMOIR_E2E_BASE_URL: ./e2e/. It runs twice: as people get it, and with Fyne's check for calls from a wrong goroutine.
# Usage: tools/e2e-window.sh [flags of go test]
set -eu
cd "$(dirname "$0")/.."
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT INT TERM
go test -c -tags e2e -o "$bin/e2e" ./e2e
for tags in x11,migrated_fynedo x11,no_metadata; do
	go build -tags "$tags" -o "$bin/memoir" .
	echo "-- $tags"
	(cd e2e && MEMOIR_BIN=$bin/memoir ../tools/with-display.sh 1440x900 "$bin/e2e" -test.timeout 15m -test.v "$@")
done
