//go:build e2e

package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"memoir/ui/spots"
)

// spotsFile is where the program, built with the tag spots, writes what stands where.
func (w *world) spotsFile() string { return filepath.Join(w.dir, ".spots.json") }

// spots asks the program what stands where.
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

// find looks for something by name until it is there; prefix is enough.
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

// sees waits until a text that holds the words is on the screen.
func (w *world) sees(words string) {
	w.Helper()
	w.until("the words "+strconv.Quote(words), func() bool {
		var line strings.Builder
		for _, s := range w.spots() {
			if s.Kind == "text" {
				line.WriteString(s.Name + " ")
			}
		}
		return strings.Contains(strings.Join(strings.Fields(line.String()), " "), words)
	})
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

// reach turns the wheel until something can be seen.
func (w *world) reach(name string) {
	w.Helper()
	w.until(strconv.Quote(name)+" within reach", func() bool {
		if w.has(name) {
			return true
		}
		w.wheel(3)
		return false
	})
}

// wheel scrolls down in the middle of the window.
func (w *world) wheel(notches int) {
	w.Helper()
	s := w.size
	if s.X == 0 {
		s.X, s.Y = 1440, 900
	}
	w.xdo("mousemove", strconv.Itoa(s.X/2), strconv.Itoa(s.Y/2), "click", "--repeat", strconv.Itoa(notches), "5")
	w.xdo("mousemove", "1439", "899")
}

// press clicks what has the name.
func (w *world) press(name string) {
	w.Helper()
	s := w.find(name)
	w.click(int(s.X+s.W/2), int(s.Y+min(s.H/2, 20)))
	w.xdo("mousemove", "1439", "899") // nothing is pointed at in a picture
}

// doubtful lists texts that were cut or stand over an edge; people judge whether they had to.
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

// calm waits a moment for what fades in or out.
func calm() { time.Sleep(4 * poll) }
