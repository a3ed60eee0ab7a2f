//go:build !linux

package pages

// ReleaseEmbedded does nothing: the bytes might lose their content.
func ReleaseEmbedded([]byte) {}

// ReleaseMappedFiles does nothing.
func ReleaseMappedFiles() {}
