#!/usr/bin/env bash
# All tests, in stages, each with its seconds. make test and .ci/run come here.
#
#   scripts/test.sh              every stage but lint, which has to build its tool once, and fast, which others cover
#   scripts/test.sh lint fast    some of them
#
# A failing stage does not stop the later ones; the end names it and the exit code is 1.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/cgo.sh

all_stages=(deps build rest headless e2e race size bench)

# The packages whose goroutines share data.
shared=(./memory/... ./storage/... ./api/... ./llm/...)

# Vet is part of lint, and nobody debugs these binaries.
lean=(-vet=off '-ldflags=-s -w')

# What the machine needs beside Go. The project's own tools are built by the stages that use them.
stage_deps() {
	scripts/deps.sh test
	go mod download
}

# The program people get; its C parts are compiled here, once.
stage_build() { make --no-print-directory build; }

# Formatting, lint of every build variant, shell scripts that parse, a current list of licences.
stage_lint() {
	local script
	for script in .ci/run scripts/*.sh tools/*.sh; do bash -n "$script"; done
	scripts/lint.sh
	scripts/licences.sh --check
}

# All packages without cgo; the ci tag builds Fyne with its software driver. Some wait more than they compute, so more
# of them run at a time than there are cores.
stage_fast() { fast ./...; }

fast() { CGO_ENABLED=0 go test "${lean[@]}" -tags ci -p 4 -timeout 10m "$@"; }

# What race does not run: the other packages, and those whose tests do less with the race detector.
stage_rest() {
	fast ./llm/encoder/... ./storage $(comm -23 <(go list -tags ci ./... | sort) <(go list -tags ci "${shared[@]}" | sort))
}

# The same program without the window: it builds without cgo and nothing of Fyne is in it.
stage_headless() {
	local window
	window=$(CGO_ENABLED=0 go list -deps -tags headless . | grep -E '^(fyne\.io|github\.com/(fyne-io|go-gl))/' || true)
	if [ -n "$window" ]; then
		printf 'the headless build contains the window:\n%s\n' "$window"
		return 1
	fi
	CGO_ENABLED=0 go build -tags headless -ldflags '-s -w' -o build/memoir-headless .
	build/memoir-headless --version
}

# Tests with the race detector. SQLite, C translated to Go, is left out of the instrumentation: it guards itself, its
# memory is not Go's, and with it everything takes six times as long.
stage_race() { race; }

race() { CGO_ENABLED=1 go test "${lean[@]}" -race '-gcflags=modernc.org/...=-race=false' -timeout 20m "$@" "${shared[@]}"; }

# What race compiles, without its tests: the windows of e2e wait more than they compute.
stage_ahead() { race -exec true; }

# Real windows on a virtual display, driven by mouse and keyboard. Each tools/e2e-*.sh is one such test.
stage_e2e() {
	local script dir
	for dir in $(grep -rl --include='*_test.go' '^//go:build .*e2e' . | xargs -r -n 1 dirname | sort -u); do
		if ! grep -qwF -- "./${dir#./}" tools/e2e-*.sh; then
			echo "end-to-end tests in $dir are run by no tools/e2e-*.sh"
			return 1
		fi
	done
	for script in tools/e2e-*.sh; do
		echo "-- $script"
		"$script"
	done
}

# Neither build is larger than it may be (bytes).
stage_size() {
	scripts/size.sh memoir 90000000 build/memoir-headless 65000000
}

# The benchmarks run once with small data, so that they do not rot; figures come from make bench. Left out is what is
# slow by nature: the encoder without its kernels, Fyne's own RichText, giant blocks, 100,000 messages.
stage_bench() {
	CGO_ENABLED=0 go test "${lean[@]}" -tags ci -short -run '^$' -bench . -benchtime 1x -timeout 10m \
		-skip 'Embed/plain|Streaming/.*/richtext|Streaming/(mixed64KB|mixed256KB|[a-z]+64KB|table)|100000|HundredThousand' \
		$(grep -rl --include='*_test.go' '^func Benchmark' . | xargs -n 1 dirname | sort -u)
}

if [ "${1:-}" = --stage ]; then
	"stage_$2"
	exit
fi

[ $# -gt 0 ] || set -- "${all_stages[@]}"
for name in "$@"; do
	if ! declare -F "stage_$name" >/dev/null; then
		echo "no stage $name; there are: ${all_stages[*]} lint" >&2
		exit 2
	fi
done

mkdir -p build
summary='' failed=0 began=$SECONDS
for name in "$@"; do
	printf '\n=== %s\n' "$name"
	start=$SECONDS result=ok
	case $name in
	e2e) [[ " $* " != *" race "* ]] || nice -n 19 "$0" --stage ahead </dev/null >/dev/null 2>&1 & ;;
	race) wait ;;
	esac
	"$0" --stage "$name" </dev/null || { result=FAILED failed=1; }
	printf '=== %s: %s, %d s\n' "$name" "$result" $((SECONDS - start))
	summary+=$(printf '%-9s %6d s  %s' "$name" $((SECONDS - start)) "$result")$'\n'
done
printf '\n%s%-9s %6d s\n' "$summary" total $((SECONDS - began))
exit "$failed"
