#!/usr/bin/env bash
# All tests, in stages, each with its seconds. make test and .ci/run come here.
#
#   scripts/test.sh              every stage but lint, which has to build its tool once, and fast, which others cover
#   scripts/test.sh lint fast    some of them
#
# The windows of e2e wait more than they compute: what only computes is done beside them, and gives way to them.
# A failing stage does not stop the others; the end names it and the exit code is 1.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/compile.sh

all_stages=(deps build e2e bench rest headless size race)
beside=' rest headless size race '

# The packages whose goroutines share data. Left to the stage rest is what starts none: with the race detector its tests
# find nothing and take ten times as long. Those of memory/engine call it from several.
shared=(./memory/... ./storage/... ./api/... ./llm ./llm/llmtest ./llm/encoder)
alone='/memory/(archive|digest|documents|export|importer|lang|ledger|pictures)(/|$)'
alone+='|/storage/(diskspace|pagefile|storagetest)$'
list_shared() { go list -tags ci "${shared[@]}" | grep -vE "$alone|$partly"; }

# Of these packages all tests run without the race detector; with it those that have several goroutines at work on the
# same data. The encoder's do less then.
partly='/(memory/exercise|storage)$'
concurrent='^(TestThousandExchangesLeaveTheStoreConsistent|TestParallelReadersAndWritersLoseNothing)$'

# Vet is part of lint.
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

fast() { CGO_ENABLED=0 go test "${lean[@]}" -tags ci -p 4 -timeout 40m "$@"; }

# What race does not run, or not all of it.
stage_rest() {
	fast ./llm/encoder $(comm -23 <(go list -tags ci ./... | sort) <(list_shared | sort))
}

# The same program without the window: it builds without cgo and nothing of Fyne is in it. For other systems and
# processors its types are checked, in an eighth of the time that compiling it takes.
stage_headless() {
	local window platform packages
	window=$(CGO_ENABLED=0 go list -deps -tags headless . | grep -E '^(fyne\.io|github\.com/(fyne-io|go-gl))/' || true)
	if [ -n "$window" ]; then
		printf 'the headless build contains the window:\n%s\n' "$window"
		return 1
	fi
	# As packages contain it: without -trimpath the program grows with the length of the path it is built in.
	CGO_ENABLED=0 go build -trimpath "${lean[@]:1}" -tags headless -o build/memoir-headless .
	build/memoir-headless --version
	CGO_ENABLED=0 go build -o build/typecheck ./tools/typecheck
	for platform in linux/arm64 darwin/arm64 windows/amd64; do
		(
			export GOOS=${platform%/*} GOARCH=${platform#*/} CGO_ENABLED=0
			packages=$(go list -deps -tags headless . | grep '^memoir') || exit 1
			# shellcheck disable=SC2086 # one package a word
			build/typecheck -tags headless $packages
		) || { echo "on $platform"; return 1; }
	done
}

# Tests with the race detector. SQLite, C translated to Go, is left out of the instrumentation: it guards itself, its
# memory is not Go's, and with it everything takes six times as long. So is the models' SDK, which takes a minute to
# compile and seconds to run.
stage_race() {
	local failed=0
	with_race_detector $(list_shared) || failed=1
	with_race_detector -run "$concurrent" ./memory/exercise ./storage || failed=1
	return "$failed"
}

with_race_detector() {
	CGO_ENABLED=1 go test "${lean[@]}" -race -gcflags=all=-dwarf=false -gcflags='modernc.org/...=-race=false -dwarf=false' \
		-gcflags='github.com/openai/...=-race=false -dwarf=false -N -l' -p 4 -timeout 20m "$@"
}

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
	scripts/size.sh memoir 97200000 build/memoir-headless 70000000
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

# run STAGE: its output between two lines that name it, its seconds in build/stages.
run() {
	local start=$SECONDS result=ok
	printf '\n=== %s\n' "$1"
	"$0" --stage "$1" </dev/null || result=FAILED
	printf '=== %s: %s, %d s\n' "$1" "$result" $((SECONDS - start))
	printf '%-9s %6d s  %s\n' "$1" $((SECONDS - start)) "$result" >>build/stages
}

trap 'trap - INT; kill -INT 0' INT # a shell's background knows no Ctrl+C
mkdir -p build
: >build/stages
aside=()
for name in "$@"; do
	[[ " $* " != *' e2e '* || $beside != *" $name "* ]] || aside+=("$name")
done
for name in "$@"; do
	[[ " ${aside[*]} " != *" $name "* ]] || continue
	if [ "$name" = e2e ] && [ ${#aside[@]} -gt 0 ]; then
		(
			renice -n 10 -p $BASHPID >/dev/null
			for name in "${aside[@]}"; do run "$name"; done
		) >build/beside.log 2>&1 &
	fi
	run "$name"
done
if [ ${#aside[@]} -gt 0 ]; then
	wait
	cat build/beside.log
fi
printf '\n%s\n%-9s %6d s\n' "$(cat build/stages)" total $SECONDS
! grep -q FAILED build/stages
