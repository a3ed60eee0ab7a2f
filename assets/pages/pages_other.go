//go:build !linux

package pages

// ReleaseEmbeddedPages does nothing: the bytes might lose their content.
func ReleaseEmbeddedPages([]byte) {}

// ReleaseMappedFilePages does nothing.
func ReleaseMappedFilePages() {}
