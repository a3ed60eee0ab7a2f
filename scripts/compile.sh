# Sourced by what compiles: the same flags everywhere, so that everything is compiled once, and quickly.

# cgo asks the compiler of each C name whether it is a type, with the line "name *__cgo_undefined__2;", which is an error
# where it is none. For that error gcc looks for a similar name to propose, among the 10,000 of OpenGL, and takes five
# minutes. With the name of a function that every compiler knows it is another error, with nothing to propose.
case $(go env CC) in
*gcc*)
	case ${CGO_CFLAGS-} in
	*__cgo_undefined__2*) ;;
	*) export CGO_CFLAGS="${CGO_CFLAGS:--g -O2} -D__cgo_undefined__2=__builtin_abort" ;;
	esac
	;;
esac

# Nobody debugs these programs, so what a debugger reads is left out. The compiler, which spends a fifth of its time on
# collecting garbage, does so only when it fills an eighth of the computer's memory, and no less than 1 GiB.
flags=$(go env GOFLAGS)
case $flags in
*-toolexec*) ;;
*)
	gib=$(awk '/^MemTotal/ { print int($2 / 8 / 1048576) }' /proc/meminfo 2>/dev/null || true)
	[ "${gib:-0}" -gt 0 ] || gib=1
	export GOFLAGS="${flags:+$flags }'-toolexec=env GOGC=off GOMEMLIMIT=${gib}GiB' -gcflags=all=-dwarf=false"
	;;
esac
