#!/usr/bin/env bash
# Checks for what Memoir needs on this computer, and installs it on Debian and Ubuntu.
#
#   scripts/deps.sh go             is there a Go that is new enough?
#   scripts/deps.sh build          packages for building the window (installs what is missing)
#   scripts/deps.sh test           the same, and what the tests need: a virtual display, a mouse, screenshots, shells
#   scripts/deps.sh check build    the same question, installing nothing; fails when something is missing
#
# Root is asked for (sudo) only when something is missing, and the packages are named before.
set -euo pipefail
cd "$(dirname "$0")/.."

build_packages=(gcc libc6-dev pkg-config libgl1-mesa-dev xorg-dev libxkbcommon-dev)
test_packages=(xvfb xauth dbus xdotool imagemagick xclip libgl1-mesa-dri curl ca-certificates git zsh fish mandoc at-spi2-core
	libheif-examples openbox)

say() { printf '%s\n' "$*" >&2; }

need_go() {
	local want have
	want=$(awk '$1 == "go" {print $2; exit}' go.mod)
	if ! command -v go >/dev/null 2>&1; then
		say "Memoir is built with Go $want or newer, and this computer has no go command."
		say "Get it from https://go.dev/doc/install, then run the same command again."
		return 1
	fi
	# Go 1.21 and newer fetch the version that go.mod asks for by themselves, unless GOTOOLCHAIN forbids it.
	have=$(go env GOVERSION 2>/dev/null || go version | awk '{print $3}')
	have=${have#go}
	have=${have%%[- ]*}
	if [ "$(printf '%s\n%s\n' "$want" "$have" | sort -V | head -n 1)" != "$want" ]; then
		say "Memoir is built with Go $want or newer; this is Go $have."
		say "Get a newer one from https://go.dev/doc/install, then run the same command again."
		return 1
	fi
}

# missing prints those of the named Debian packages that are not installed, one a line.
missing() {
	local p
	for p in "$@"; do
		dpkg-query -W -f '${Status}\n' "$p" 2>/dev/null | grep -q '^install ok installed$' || printf '%s\n' "$p"
	done
}

other_systems() {
	case $(uname -s) in
	Linux)
		say "This is not Debian or Ubuntu, so nothing was installed. Memoir's window needs a C compiler, pkg-config,"
		say "OpenGL and X11 headers. Fedora: sudo dnf install gcc pkgconf mesa-libGL-devel libXcursor-devel"
		say "libXrandr-devel libXinerama-devel libXi-devel libXxf86vm-devel. Arch: sudo pacman -S gcc pkgconf xorg-server-devel"
		say "libxcursor libxrandr libxinerama libxi. The end-to-end tests also need Xvfb, openbox, xdotool, xclip, at-spi2-core and ImageMagick, others libheif's programs, zsh, fish and mandoc."
		;;
	Darwin) say "On macOS the window needs Apple's command line tools: xcode-select --install" ;;
	*) say "On this system the window needs a C compiler that Go can use (on Windows: MSYS2 with mingw-w64)." ;;
	esac
}

as_root() {
	if [ "$(id -u)" -eq 0 ]; then
		"$@"
	elif command -v sudo >/dev/null 2>&1; then
		sudo "$@"
	else
		say "Root is needed for that and there is no sudo. As root, run: $*"
		return 1
	fi
}

install_packages() {
	say "Installing with apt-get: $*"
	as_root env DEBIAN_FRONTEND=noninteractive apt-get update -q >/dev/null
	as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@" </dev/null >&2
}

packages() {
	local install=$1 gone
	shift
	if ! command -v dpkg-query >/dev/null 2>&1 || ! command -v apt-get >/dev/null 2>&1; then
		"$install" && other_systems
		command -v cc >/dev/null 2>&1 && return 0 # perhaps all is there: the compiler will say
		return 1
	fi
	mapfile -t gone < <(missing "$@")
	[ ${#gone[@]} -eq 0 ] && return 0
	if "$install"; then
		install_packages "${gone[@]}"
		return
	fi
	say "Missing Debian packages: ${gone[*]}. Install them with: make deps"
	return 1
}

install=true
if [ "${1:-}" = check ]; then
	install=false
	shift
fi
case ${1:-} in
go) need_go ;;
build) need_go && packages "$install" "${build_packages[@]}" ;;
test) need_go && packages "$install" "${build_packages[@]}" "${test_packages[@]}" ;;
*)
	say "usage: scripts/deps.sh [check] go|build|test"
	exit 2
	;;
esac
