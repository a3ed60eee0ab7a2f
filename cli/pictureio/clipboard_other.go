//go:build !(linux || freebsd || openbsd || netbsd)

package pictureio

import (
	"context"
)

// ReadClipboard says what to do where pictures cannot be read from the clipboard.
func ReadClipboard(context.Context) ([]byte, error) {
	return nil, Error("Pictures can't be pasted on this system. Save the picture as a file, then add that.")
}
