#!/usr/bin/env bash
# Format and lint, with one pinned golangci-lint that is built once and kept in the user's cache folder.
#
#   scripts/lint.sh            formatting and lint of every build variant
#   scripts/lint.sh fmt        formats the files in place
#   scripts/lint.sh ./memory   lint of some packages only
#   scripts/lint.sh install    only makes sure the tool is there, and prints its path
set -euo pipefail
cd "$(dirname "$0")/.."

version=v2.15.0 # its gofumpt is v0.12.0

# tool prints the path of golangci-lint, building it when this version (with this Go) is not in the cache yet.
tool() {
	local dir go
	go=$(go env GOVERSION)
	dir=${XDG_CACHE_HOME:-$HOME/.cache}/memoir-build/golangci-lint-$version-$go
	if [ ! -x "$dir/golangci-lint" ]; then
		echo "lint: building golangci-lint $version once (some minutes), into $dir" >&2
		mkdir -p "$dir"
		(cd "$dir" && GOBIN="$dir" CGO_ENABLED=0 GOFLAGS='' \
			go install "github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$version") >&2
	fi
	printf '%s\n' "$dir/golangci-lint"
}

lint=$(tool)
export CGO_ENABLED=0 # the ci tag builds the window without cgo, so lint needs no headers

case ${1:-} in
install)
	printf '%s\n' "$lint"
	exit 0
	;;
fmt)
	exec "$lint" fmt
	;;
esac

paths=("$@")
[ $# -gt 0 ] || paths=(./...)

# Everything at once: the ci tag for a window without cgo, the end-to-end tests and the checked build.
# Formatting is one of the checks; make fmt mends it.
failed=0
"$lint" run --build-tags ci,e2e,pictures,checked,modelserver "${paths[@]}" || failed=1
# What only a build without the window sees.
if [ $# -eq 0 ]; then
	"$lint" run --build-tags headless . ./cli/... || failed=1
fi
exit "$failed"
