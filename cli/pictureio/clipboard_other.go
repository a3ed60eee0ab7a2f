//go:build !(linux || freebsd || openbsd || netbsd)

package pictureio

import (
	"context"
)

// ReadPictureFromX11Clipboard says what to do where pictures cannot be read from the clipboard.
func ReadPictureFromX11Clipboard(context.Context) ([]byte, error) {
	return nil, Error("Pictures can't be pasted on this system. Save the picture as a file and add that instead.")
}
