//go:build !linux || ci || wayland

package primary

func readSelectionOnX11() string { return "" }

func writeSelectionOnX11(string) {}
