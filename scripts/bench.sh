#!/usr/bin/env bash
# Measures, in parts; without arguments all of them:
#
#   scripts/bench.sh window     the window beside an empty one, and every key of the search (some minutes, quiet machine)
#   scripts/bench.sh packages   Go benchmarks of every package that has some, then what memoir bench offers
#
# COUNT (default 5) is how often each benchmark of the packages runs. Results go to build/bench-window.txt, .json and
# build/bench.txt as well.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/compile.sh

tags=$(sed -n 's/^TAGS := //p' Makefile)

head() {
	echo "# $(date -u +%FT%TZ) $(git describe --always --dirty 2>/dev/null) $(go version)"
	grep -m 1 'model name' /proc/cpuinfo 2>/dev/null || true
}

window() {
	bin=$(mktemp -d)
	trap 'rm -rf "$bin"' EXIT INT TERM
	mkdir "$bin/frames"
	go build -tags "$tags" -ldflags '-s -w' -o "$bin/emptywindow" ./tools/emptywindow
	CGO_ENABLED=0 go build -o "$bin/windowbench" ./tools/windowbench
	CGO_ENABLED=0 go test -tags ci -c -o "$bin/window.test" ./ui/window
	head
	FRAMES=$bin/frames tools/with-display.sh 1440x900 "$bin/windowbench" -memoir ./memoir -empty "$bin/emptywindow" \
		-frames "$bin/frames" -json build/bench-window.json
	echo
	echo "Ctrl+K over 100,000 messages, each key from the press to the results in the list (at most 50 ms each):"
	(cd ui/window && "$bin/window.test" -test.run '^$' -test.bench SearchKeystroke -test.benchtime 11x) |
		awk '/^BenchmarkSearch/ {sub(/^[^\/]*\//, "", $1); printf "%-44s %10.1f ms\n", $1, $3 / 1e6; next} /^(FAIL|panic)/'
}

packages() {
	head
	for dir in $(grep -rl --include='*_test.go' '^func Benchmark' . | xargs -r -n 1 dirname | sort -u); do
		CGO_ENABLED=0 go test -tags ci -run '^$' -bench . -benchmem -count "${COUNT:-5}" -timeout 60m "$dir"
	done
	./memoir bench embed
}

mkdir -p build
[ $# -gt 0 ] || set -- window packages
for part in "$@"; do
	case $part in
	window) (window) | tee build/bench-window.txt ;;
	packages) packages | tee build/bench.txt ;;
	*)
		echo "no part $part; there are: window packages" >&2
		exit 2
		;;
	esac
done
