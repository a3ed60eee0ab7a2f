# Sourced by what compiles C: the flags of the C compiler, the same everywhere, so that everything is compiled once.
#
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
