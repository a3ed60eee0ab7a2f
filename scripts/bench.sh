#!/usr/bin/env bash
# Measures: Go benchmarks of every package that has some, then what memoir bench offers without data of its own.
# COUNT (default 5) is how often each benchmark runs; results go to build/bench.txt as well.
set -euo pipefail
cd "$(dirname "$0")/.."

mkdir -p build
{
	echo "# $(date -u +%FT%TZ) $(git describe --always --dirty 2>/dev/null) $(go version)"
	grep -m 1 'model name' /proc/cpuinfo 2>/dev/null || true
	for dir in $(grep -rl --include='*_test.go' '^func Benchmark' . | xargs -r -n 1 dirname | sort -u); do
		CGO_ENABLED=0 go test -tags ci -run '^$' -bench . -benchmem -count "${COUNT:-5}" -timeout 60m "$dir"
	done
	./memoir bench embed
} | tee build/bench.txt
