#!/bin/sh
# Builds Memoir so that it times its event loop: build.sh PROGRAM. It is built with copies of Fyne and GLFW whose loop and
# whose wait take the time; nothing of Memoir is changed. The program writes its frames to the file that TIMED_FRAMES
# names when it ends, one a line: when it ended, how long the window's goroutine worked since the frame before without
# drawing, the processor time of that, the longest piece of it, and how long it drew, in microseconds.
set -eu
program=$(realpath -m "$1")
cd "$(dirname "$0")/../../.."
. scripts/compile.sh
dir=$(mktemp -d)
trap 'chmod -R u+w "$dir"; rm -rf "$dir"' EXIT INT TERM
for module in fyne.io/fyne/v2 github.com/go-gl/glfw/v3.4/glfw; do
	cp -r "$(go list -m -f '{{.Dir}}' $module)" "$dir/$(basename $module)"
done
chmod -R u+w "$dir"
loop=$dir/v2/internal/driver/glfw
sed -i -e 's/^\t\t\tf\.f()$/\t\t\ttimeCall(f.f)/' \
	-e 's/^\t\t\td\.pollEvents()$/\t\t\tbeginTimedWork()\n&/' \
	-e 's/^\t\t\td\.drawSingleFrame()$/&\n\t\t\tendTimedFrame()/' \
	-e 's/^\tupdateGLContext(w)$/\tbeginTimedPaint()\n&/' \
	-e 's/^\t\/\/ mark that we have walked the window/\tendTimedPaint()\n&/' \
	-e 's/^\t\t\tdrained\.Store(true)$/\t\t\twriteTimedFrames()\n&/' "$loop/loop.go"
[ "$(grep -c 'timeCall\|Timed' "$loop/loop.go")" = 6 ] || { echo "Fyne's loop is not as it was" >&2; exit 1; }
cp tools/windowbench/timedloop/timedloop.go.txt "$loop/timedloop.go"
sed -i -e 's/^func WaitEventsTimeout(timeout float64) {$/\/\/ Waited is how long WaitEventsTimeout waited.\nvar Waited time.Duration\n\n&\n\tdefer func(began time.Time) { Waited += time.Since(began) }(time.Now())/' \
	-e '0,/^import ($/s//import (\n\t"time"/' "$dir/glfw/window.go"
cp go.mod "$dir/go.mod"
cp go.sum "$dir/go.sum"
go mod edit -replace "fyne.io/fyne/v2=$dir/v2" -replace "github.com/go-gl/glfw/v3.4/glfw=$dir/glfw" "$dir/go.mod"
tags=$(sed -n 's/^TAGS := //p' Makefile)
CGO_ENABLED=1 go build -modfile "$dir/go.mod" -tags "$tags" -ldflags '-s -w' -o "$program" .
