#!/bin/sh
# Uses a window for an hour, at the speed of a script: 2,000 messages, 300 switches of chats, 500 memories. Fails when it then
# holds more than 1.3 times the memory of a fresh start on the same folder, has more goroutines, or takes longer to draw.
# Takes about a quarter of an hour. Usage: tools/soak-window.sh
set -eu
cd "$(dirname "$0")/.."
. scripts/compile.sh
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT INT TERM
mkdir "$bin/frames"
# The build that says how many goroutines there are differs from what people get in nothing else that counts here.
go test -c -vet=off -tags e2e,soak,checked,x11,migrated_fynedo,no_animations -o "$bin/e2e" ./e2e
go build -tags x11,migrated_fynedo,no_animations,checked -ldflags '-s -w' -o "$bin/memoir" .
cd e2e
FRAMES=$bin/frames MEMOIR_BIN=$bin/memoir ../tools/with-display.sh 1440x900 "$bin/e2e" -test.v -test.timeout 90m \
	-test.run TestHourOfUse
