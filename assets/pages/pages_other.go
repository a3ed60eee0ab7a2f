//go:build !linux

package pages

// ReleaseEmbeddedPagesOnLinux does nothing: the bytes might lose their content.
func ReleaseEmbeddedPagesOnLinux([]byte) {}

// ReleaseMappedFilePagesOnLinux does nothing.
func ReleaseMappedFilePagesOnLinux() {}
