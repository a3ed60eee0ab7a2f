//go:build e2e

package e2e

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"time"
)

// Indexes of fields in an X window dump (X11/XWDFile.h), four bytes each, big-endian.
const (
	xwdHeader = 0
	xwdWidth  = 4
	xwdHeight = 5
	xwdBits   = 11
	xwdLine   = 12
	xwdColors = 19
	xwdColor  = 12 // bytes of a colour map entry after the header
)

// captureScreen reads the frame buffer that Xvfb -fbdir keeps as a file: it sends no request to the
// display and starts no program.
func (h *harness) captureScreen() *image.RGBA {
	h.Helper()
	b, err := os.ReadFile(filepath.Join(os.Getenv("FRAMES"), "Xvfb_screen0"))
	if err != nil {
		h.Fatalf("%v; FRAMES must name the folder that tools/with-display.sh gives to Xvfb", err)
	}
	field := func(i int) int { return int(binary.BigEndian.Uint32(b[4*i:])) }
	if field(xwdBits) != 32 {
		h.Fatalf("the screen has %d bits a pixel, not 32", field(xwdBits))
	}
	m := image.NewRGBA(image.Rect(0, 0, field(xwdWidth), field(xwdHeight)))
	line := field(xwdLine)
	b = b[field(xwdHeader)+xwdColor*field(xwdColors):]
	for y := range m.Rect.Dy() {
		row, to := b[y*line:], m.Pix[y*m.Stride:]
		for x := range m.Rect.Dx() {
			to[4*x], to[4*x+1], to[4*x+2], to[4*x+3] = row[4*x+2], row[4*x+1], row[4*x], 255
		}
	}
	return m
}

// pixelAt is the colour at a point of the screen.
func (h *harness) pixelAt(x, y int) color.RGBA { return h.captureScreen().RGBAAt(x, y) }

// waitForStillScreen waits, for a short time only, until the screen stops changing: a screenshot of
// a window that is still being drawn is useless.
func (h *harness) waitForStillScreen() {
	var last []byte
	for range 12 {
		now := h.captureScreen().Pix
		if bytes.Equal(now, last) {
			return
		}
		last = now
		time.Sleep(4 * pollInterval)
	}
}

// saveScreenshot saves a screenshot of the window when MEMOIR_SHOTS names a folder.
func (h *harness) saveScreenshot(name string) {
	dir := os.Getenv("MEMOIR_SHOTS")
	if dir == "" {
		return
	}
	h.waitForStillScreen()
	m := image.Image(h.captureScreen())
	if h.pictureSize != (image.Point{}) {
		m = h.captureScreen().SubImage(image.Rectangle{Max: h.pictureSize})
	}
	f, err := os.Create(filepath.Join(dir, name+".png"))
	if err != nil {
		h.Fatal(err)
	}
	if err := png.Encode(f, m); err != nil {
		h.Error(err)
	}
	if err := f.Close(); err != nil {
		h.Error(err)
	}
}
