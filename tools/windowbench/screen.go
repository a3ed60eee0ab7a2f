package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/maphash"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"
)

// screen is the frame buffer of the virtual display, as Xvfb -fbdir maps it into a file
// (X11/XWDFile.h). Reading it costs no round trip to the server.
type screen struct {
	pixels        []byte
	lineBytes     int // bytes
	width, height int // pixels
	seed          maphash.Seed
}

// area is a part of the screen in pixels.
type area struct{ x, y, w, h int }

func mapXvfbFrameBuffer(dir string) (*screen, error) {
	f, err := os.Open(filepath.Join(dir, "Xvfb_screen0"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	b, err := unix.Mmap(int(f.Fd()), 0, int(info.Size()), unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return nil, fmt.Errorf("map the frame buffer: %w", err)
	}
	field := func(i int) int { return int(binary.BigEndian.Uint32(b[4*i:])) }
	const bits, line, colours, size, width, height = 11, 12, 19, 0, 4, 5
	if field(bits) != 32 {
		return nil, errors.New("the frame buffer has not 32 bits a pixel")
	}
	return &screen{
		pixels: b[field(size)+12*field(colours):], lineBytes: field(line), width: field(width), height: field(height),
		seed: maphash.MakeSeed(),
	}, nil
}

func (s *screen) pixelRGBAt(x, y int) uint32 {
	return binary.LittleEndian.Uint32(s.pixels[y*s.lineBytes+4*x:]) & 0xffffff
}

// areaHash returns a hash of the pixels in the area.
func (s *screen) areaHash(a area) uint64 {
	var h maphash.Hash
	h.SetSeed(s.seed)
	for y := a.y; y < a.y+a.h; y++ {
		_, _ = h.Write(s.pixels[y*s.lineBytes+4*a.x:][:4*a.w])
	}
	return h.Sum64()
}

// countPixelsUnlikeFirst counts the pixels of the area whose colour differs from its first one.
func (s *screen) countPixelsUnlikeFirst(a area) int {
	n, ground := 0, s.pixelRGBAt(a.x, a.y)
	for y := a.y; y < a.y+a.h; y++ {
		for x := a.x; x < a.x+a.w; x++ {
			if s.pixelRGBAt(x, y) != ground {
				n++
			}
		}
	}
	return n
}

// textLineCentersY returns the vertical centres of the lines of text in the area, top down.
func (s *screen) textLineCentersY(a area) []int {
	var out []int
	from := -1
	for y := a.y; y < a.y+a.h; y++ {
		ink := s.countPixelsUnlikeFirst(area{a.x, y, a.w, 1}) > 0
		switch {
		case ink && from < 0:
			from = y
		case !ink && from >= 0:
			out = append(out, (from+y)/2)
			from = -1
		}
	}
	return out
}

// timeToFirstChangeAfter calls do and returns the time from then to the first change in the area.
func (s *screen) timeToFirstChangeAfter(a area, do func() error) (time.Duration, error) {
	before := s.areaHash(a)
	began := time.Now()
	if err := do(); err != nil {
		return 0, err
	}
	for s.areaHash(a) == before {
		if time.Since(began) > maxWait {
			return 0, errors.New("nothing changed on the screen")
		}
		time.Sleep(sampleTime)
	}
	return time.Since(began), nil
}

// timeToLastChangeAfter calls do and returns the time from then to the last change in the area. It
// waits until nothing has changed for calm.
func (s *screen) timeToLastChangeAfter(a area, calm time.Duration, do func() error) (time.Duration, error) {
	before := s.areaHash(a)
	began := time.Now()
	if err := do(); err != nil {
		return 0, err
	}
	last, changed := before, time.Time{}
	for {
		time.Sleep(time.Millisecond)
		now := time.Now()
		if sum := s.areaHash(a); sum != last {
			last, changed = sum, now
		}
		switch {
		case !changed.IsZero() && now.Sub(changed) > calm:
			return changed.Sub(began), nil
		case now.Sub(began) > maxWait:
			return 0, errors.New("nothing changed on the screen")
		}
	}
}
