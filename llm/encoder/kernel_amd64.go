package encoder

func availableKernels() []kernel { return []kernel{plain{}} }
