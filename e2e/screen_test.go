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

// frameBuffer is the file in which Xvfb -fbdir keeps the screen. Reading it sends no request to the display and starts
// no program.
type frameBuffer struct {
	*os.File
	width, height int
	line          int // bytes from one line to the next
	begin         int // offset of the first pixel: four bytes, blue, green, red and one more
}

// openFrameBuffer opens the file; the caller closes it.
func (h *harness) openFrameBuffer() frameBuffer {
	h.Helper()
	f, err := os.Open(filepath.Join(os.Getenv("FRAMES"), "Xvfb_screen0"))
	if err != nil {
		h.Fatalf("%v; FRAMES must name the folder that tools/with-display.sh gives to Xvfb", err)
	}
	b := make([]byte, 4*(xwdColors+1))
	if _, err := f.ReadAt(b, 0); err != nil {
		_ = f.Close()
		h.Fatal(err)
	}
	field := func(i int) int { return int(binary.BigEndian.Uint32(b[4*i:])) }
	if field(xwdBits) != 32 {
		_ = f.Close()
		h.Fatalf("the screen has %d bits a pixel, not 32", field(xwdBits))
	}
	return frameBuffer{
		File: f, width: field(xwdWidth), height: field(xwdHeight), line: field(xwdLine),
		begin: field(xwdHeader) + xwdColor*field(xwdColors),
	}
}

// captureScreen returns a picture of the whole screen.
func (h *harness) captureScreen() *image.RGBA {
	h.Helper()
	f := h.openFrameBuffer()
	defer f.Close()
	m := image.NewRGBA(image.Rect(0, 0, f.width, f.height))
	b := make([]byte, f.height*f.line)
	if _, err := f.ReadAt(b, int64(f.begin)); err != nil {
		h.Fatal(err)
	}
	for y := range m.Rect.Dy() {
		row, to := b[y*f.line:], m.Pix[y*m.Stride:]
		for x := range m.Rect.Dx() {
			to[4*x], to[4*x+1], to[4*x+2], to[4*x+3] = row[4*x+2], row[4*x+1], row[4*x], 255
		}
	}
	return m
}

// pixelAt is the colour at a point of the screen. It reads nothing else of it, because waits ask for it often.
func (h *harness) pixelAt(x, y int) color.RGBA {
	h.Helper()
	f := h.openFrameBuffer()
	defer f.Close()
	var b [4]byte
	if _, err := f.ReadAt(b[:], int64(f.begin+y*f.line+4*x)); err != nil {
		h.Fatal(err)
	}
	return color.RGBA{b[2], b[1], b[0], 255}
}

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
