#!/usr/bin/env bash
# Fails when a file is larger than its limit: scripts/size.sh file bytes [file bytes…]
set -euo pipefail
while [ $# -gt 0 ]; do
	size=$(wc -c <"$1")
	printf '%s: %d bytes, at most %d\n' "$1" "$size" "$2"
	[ "$size" -le "$2" ] || { echo "$1 is too large: look at what was added before raising the limit"; exit 1; }
	shift 2
done
