//go:build e2e

package e2e

import (
	"encoding/json"
	"image"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"memoir/ui/spots"
)

// elementsFile is where the program, built with the tag spots, writes the elements on the screen.
func (w *world) spotsFile() string { return filepath.Join(w.dir, ".spots.json") }

// screenElements asks the program for the elements on the screen.
func (w *world) spots() []spots.Spot {
	w.Helper()
	var out []spots.Spot
	w.until("the list of what is on the screen", func() bool {
		if err := os.Remove(w.spotsFile()); err != nil && !os.IsNotExist(err) {
			w.Fatal(err)
		}
		if err := w.cmd.Process.Signal(syscall.SIGUSR1); err != nil {
			w.Fatal(err)
		}
		return w.soon(func() bool {
			b, err := os.ReadFile(w.spotsFile())
			return err == nil && json.Unmarshal(b, &out) == nil
		})
	})
	return out
}

// waitForControl waits until a control with this name, or a name with this prefix, is on the
// screen.
func (w *world) find(name string) spots.Spot {
	w.Helper()
	var found spots.Spot
	w.until(strconv.Quote(name)+" on the screen", func() bool {
		for _, s := range w.spots() {
			if strings.HasPrefix(s.Name, name) && (s.Tapped || s.Focus) {
				found = s
				return true
			}
		}
		return false
	})
	return found
}

// waitForText waits until the words are on the screen.
func (w *world) sees(words string) {
	w.Helper()
	w.until("the words "+strconv.Quote(words), func() bool { return w.reads(words) })
}

// isTextShown reports whether the words are on the screen.
func (w *world) reads(words string) bool {
	var line strings.Builder
	for _, s := range w.spots() {
		if s.Kind == "text" {
			line.WriteString(s.Name + " ")
		}
	}
	return strings.Contains(strings.Join(strings.Fields(line.String()), " "), words)
}

func (w *world) gone(name string) {
	w.Helper()
	w.until(strconv.Quote(name)+" to be gone", func() bool {
		for _, s := range w.spots() {
			if strings.HasPrefix(s.Name, name) {
				return false
			}
		}
		return true
	})
}

func (w *world) has(name string) bool {
	for _, s := range w.spots() {
		if strings.HasPrefix(s.Name, name) {
			return true
		}
	}
	return false
}

// scrollTo scrolls until a control with this name, or a text that contains it, is visible.
func (w *world) reach(name string) {
	w.Helper()
	w.reachAt(name, w.whole().X/2)
}

// scrollToAt is scrollTo with the pointer at x. It scrolls to the top first, then down.
func (w *world) reachAt(name string, x int) {
	w.Helper()
	notches := -60
	w.until(strconv.Quote(name)+" within reach", func() bool {
		if w.has(name) || w.reads(name) {
			return true
		}
		w.wheelAt(notches, x)
		notches = 3
		return false
	})
}

// windowSize is the size of the window.
func (w *world) whole() image.Point {
	if w.size == (image.Point{}) {
		return image.Pt(1440, 900)
	}
	return w.size
}

// scrollWindow scrolls down with the pointer in the middle of the window.
func (w *world) wheel(notches int) {
	w.Helper()
	w.wheelAt(notches, w.whole().X/2)
}

// scrollAt scrolls down, or up when notches is negative.
func (w *world) wheelAt(notches, x int) {
	w.Helper()
	button := "5"
	if notches < 0 {
		notches, button = -notches, "4"
	}
	w.xdo("mousemove", strconv.Itoa(x), strconv.Itoa(w.whole().Y/2), "click", "--repeat", strconv.Itoa(notches), button)
	w.away()
}

// parkPointer moves the pointer away from all controls, so that pictures show no hover.
func (w *world) away() {
	w.Helper()
	w.xdo("mousemove", "0", "899")
}

// pressControl clicks the control once it has stopped moving.
func (w *world) press(name string) {
	w.Helper()
	s := w.find(name)
	for was := (spots.Spot{}); s != was; {
		was, s = s, w.find(name)
	}
	w.click(int(s.X+s.W/2), int(s.Y+min(s.H/2, 20)))
	w.away()
}

// reportClippedTexts lists texts that are cut off or overflow; the list is reviewed by hand.
func (w *world) doubtful(picture string) {
	var out strings.Builder
	all := w.spots()
	for i, s := range all {
		if s.Whole != "" && i+1 < len(all) && all[i+1].Kind == "text" && all[i+1].Name != s.Whole {
			out.WriteString(picture + ": cut: " + s.Whole + "\n")
		}
		if s.Kind == "text" && s.Spill >= 1 || s.Tapped && s.Spill >= 1 {
			out.WriteString(picture + ": over the edge by " + strconv.Itoa(int(s.Spill)) + ": " + s.Name + "\n")
		}
	}
	if name := os.Getenv("MEMOIR_DOUBTS"); name != "" && out.Len() > 0 {
		f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			w.Fatal(err)
		}
		defer f.Close()
		if _, err := f.WriteString(out.String()); err != nil {
			w.Fatal(err)
		}
	}
}

// waitForFade waits for fade animations to finish.
func calm() { time.Sleep(4 * poll) }
