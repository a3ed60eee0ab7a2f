#!/bin/sh
# Drives the real program in a real window on a virtual display: ./e2e/. As people get it; as the demo; in a build with
# Fyne's check for calls from a wrong goroutine, one for goroutines that are left at the end, and the names of what is
# on the screen; and as people get it against a model server that is not ours.
#
# A story runs in the build with checks, which sees more, unless the checks have nothing to say or are in the way.
# As people get it run the whole story of a person, which finds everything by its place; one of the screen reader, whose
# calls come from other goroutines; and those that are not in the build with checks. A story that the flags name runs
# in both.
# With MEMOIR_E2E_BASE_URL (and MEMOIR_E2E_KEY) only the last, against the server it names.
# Usage: tools/e2e-window.sh [flags of go test]
set -eu
cd "$(dirname "$0")/.."
. scripts/compile.sh
bin=$(mktemp -d)
other=
trap '[ -z "$other" ] || kill "$other" 2>/dev/null || true; rm -rf "$bin"' EXIT INT TERM
go test -c -vet=off -tags e2e,x11,migrated_fynedo,no_animations -o "$bin/e2e" ./e2e
go test -c -vet=off -tags e2e,x11,migrated_fynedo,no_animations,checked -o "$bin/e2e-checked" ./e2e
make --no-print-directory build >/dev/null # which links nothing when ./memoir is of this code
cp memoir "$bin"

# drive PROGRAM TESTS flags...
drive() {
	memoir=$1
	tests=$2
	shift 2
	rm -rf "$bin/frames"
	mkdir "$bin/frames"
	(cd e2e && FRAMES=$bin/frames MEMOIR_BIN=$bin/$memoir ../tools/with-display.sh 1440x900 \
		"$bin/$tests" -test.timeout 30m -test.v "$@")
}

# A program that is killed reports nothing, how soon it stops or what it does at its start is a figure of the program
# people get, and that it asks no other server is a matter of the command line.
unchecked='TestKills|TestEscStops|TestSystemFonts|TestOtherModelServers'

# How often the window is killed; more looks further.
export MEMOIR_E2E_KILLS="${MEMOIR_E2E_KILLS:-8}"

if [ -z "${MEMOIR_E2E_BASE_URL:-}" ]; then
	echo "-- as people get it"
	drive memoir e2e -test.skip TestEveryFault -test.run "$unchecked|TestAPerson|TestAScreenReaderReads" "$@"
	echo "-- as the demo"
	MEMOIR_E2E_DEMO=1 drive memoir e2e "$@" -test.run TestAPerson
	echo "-- with checks for goroutines and the names of what is on the screen"
	go build -tags x11,no_metadata,no_animations,checked -ldflags '-s -w' -o "$bin/memoir-checked" .
	drive memoir-checked e2e-checked -test.skip "$unchecked" "$@"
	go build -o "$bin/otherserver" ./tools/otherserver
	"$bin/otherserver" >"$bin/address" &
	other=$!
	until [ -s "$bin/address" ]; do
		kill -0 "$other"
		sleep 0.1
	done
	MEMOIR_E2E_BASE_URL=$(cat "$bin/address")
	export MEMOIR_E2E_BASE_URL
fi
echo "-- against $MEMOIR_E2E_BASE_URL"
drive memoir e2e "$@" -test.run TestAPerson
