//go:build !(linux || freebsd || openbsd || netbsd) && !headless

package cli

import (
	"context"

	"memoir/ui"
)

// readClipboardPicture says what to do where pictures cannot be read from the clipboard.
func readClipboardPicture(context.Context) ([]byte, error) {
	return nil, ui.PictureError("Pictures can't be pasted on this system. Save the picture as a file, then add that.")
}
