//go:build !linux

package encoder

// releaseMappedPages does nothing on systems where the pages might lose their content.
func releaseMappedPages([]byte) {}
