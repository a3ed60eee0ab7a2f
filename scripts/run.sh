#!/usr/bin/env bash
# Opens Memoir's window. Without a display it shows the demo on a virtual one and says what else there is.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ -n "${DISPLAY:-}" ] || [ "$(uname -s)" != Linux ]; then
	exec ./memoir "$@"
fi
shots=$PWD/build/demo
mkdir -p "$shots"
cat <<TEXT
There is no display here, so the window cannot be shown to you.
The demo (scripted replies, a data folder of its own) runs on a virtual display now.
Its screenshots will be in $shots

Without a window you can use:
  ./memoir chat "Hello"    one turn in the terminal
  ./memoir serve           the HTTP interface at 127.0.0.1:8377

TEXT
exec scripts/demo.sh "$shots"
