//go:build !amd64

package encoder

func availableKernels() []kernel { return []kernel{plainKernel{}} }
