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

	"memoir/ui/inspect"
	"memoir/ui/theme"
)

// learnAtOnce is the setting that begins to learn when an answer has ended; else that waits until a local server has
// been idle for some seconds.
const learnAtOnce = "MEMOIR_LEARN_LOCAL_IDLE=0s"

// elementsFile is where the program, built with the tag checked, writes the elements on the screen.
func (h *harness) elementsFile() string { return filepath.Join(h.dir, ".elements.json") }

// screenElements asks the program for the elements on the screen. Only the checked build knows them: a test
// that asks another one fails at once.
func (h *harness) screenElements() []inspect.Element {
	h.Helper()
	if !namesControls {
		h.Fatal("only the checked build names what is on the screen: give this test the build tag checked")
	}
	var out []inspect.Element
	h.waitFor("the list of what is on the screen", func() bool {
		if err := os.Remove(h.elementsFile()); err != nil && !os.IsNotExist(err) {
			h.Fatal(err)
		}
		if err := h.cmd.Process.Signal(syscall.SIGUSR1); err != nil {
			h.Fatal(err)
		}
		return h.becomesTrueWithinTwoSeconds(func() bool {
			b, err := os.ReadFile(h.elementsFile())
			return err == nil && json.Unmarshal(b, &out) == nil
		})
	})
	return out
}

// waitForControl waits until a control with this name, or a name with this prefix, is on the
// screen.
func (h *harness) waitForControl(name string) inspect.Element {
	h.Helper()
	return h.waitForElement(strconv.Quote(name), func(s inspect.Element) bool {
		return strings.HasPrefix(s.Name, name) && (s.Tappable || s.Focusable)
	})
}

// waitForElement waits until an element is on the screen that is the one meant.
func (h *harness) waitForElement(what string, isMeant func(inspect.Element) bool) (found inspect.Element) {
	h.Helper()
	h.waitFor(what+" on the screen", func() bool {
		for _, s := range h.screenElements() {
			if isMeant(s) {
				found = s
				return true
			}
		}
		return false
	})
	return found
}

// waitForText waits until the words are on the screen.
func (h *harness) waitForText(words string) {
	h.Helper()
	h.waitFor("the words "+strconv.Quote(words), func() bool { return h.isTextShown(words) })
}

// isTextShown reports whether the words are on the screen.
func (h *harness) isTextShown(words string) bool {
	var line strings.Builder
	for _, s := range h.screenElements() {
		if s.Kind == "text" {
			line.WriteString(s.Name + " ")
		}
	}
	return strings.Contains(strings.Join(strings.Fields(line.String()), " "), words)
}

func (h *harness) waitUntilElementGone(name string) {
	h.Helper()
	h.waitFor(strconv.Quote(name)+" to be gone", func() bool {
		for _, s := range h.screenElements() {
			if strings.HasPrefix(s.Name, name) {
				return false
			}
		}
		return true
	})
}

func (h *harness) isElementShown(name string) bool {
	for _, s := range h.screenElements() {
		if strings.HasPrefix(s.Name, name) {
			return true
		}
	}
	return false
}

// scrollUntilShown scrolls until a control with this name, or a text that contains it, is visible.
func (h *harness) scrollUntilShown(name string) {
	h.Helper()
	h.scrollUntilShownAtX(name, h.windowSize().X/2)
}

// scrollUntilShownAtX is scrollUntilShown with the pointer at x. It scrolls to the top first, then down.
func (h *harness) scrollUntilShownAtX(name string, x int) {
	h.Helper()
	notches := -60
	h.waitFor(strconv.Quote(name)+" within reach", func() bool {
		if h.isElementShown(name) || h.isTextShown(name) {
			return true
		}
		h.scrollDownOrUpAtX(notches, x)
		notches = 3
		return false
	})
}

// windowSize is the size of the window.
func (h *harness) windowSize() image.Point {
	if h.pictureSize == (image.Point{}) {
		return image.Pt(1440, 900)
	}
	return h.pictureSize
}

// scrollWindow scrolls down with the pointer in the middle of the window.
func (h *harness) scrollWindow(notches int) {
	h.Helper()
	h.scrollDownOrUpAtX(notches, h.windowSize().X/2)
}

// scrollDownOrUpAtX scrolls down, or up when notches is negative.
func (h *harness) scrollDownOrUpAtX(notches, x int) {
	h.Helper()
	button := "5"
	if notches < 0 {
		notches, button = -notches, "4"
	}
	h.runXdotool("mousemove", strconv.Itoa(x), strconv.Itoa(h.windowSize().Y/2), "click", "--delay", "15",
		"--repeat", strconv.Itoa(notches), button) // without --delay 200 ms a notch
	h.movePointerOffControls()
}

// movePointerOffControls moves the pointer away from all controls, so that pictures show no hover.
func (h *harness) movePointerOffControls() {
	h.Helper()
	h.runXdotool("mousemove", "0", "899")
}

// pressControlWithPrefix clicks the first control with this name, or a name with this prefix, once it has stopped
// moving.
func (h *harness) pressControlWithPrefix(name string) {
	h.Helper()
	h.clickOnceStill(func() inspect.Element { return h.waitForControl(name) })
}

// pressControlNamedExactly is pressControlWithPrefix for a name that others begin with.
func (h *harness) pressControlNamedExactly(name string) {
	h.Helper()
	h.pressControlRightOf(0, name)
}

// pressControlInPanel is pressControlNamedExactly for the panel at the right.
func (h *harness) pressControlInPanel(name string) {
	h.Helper()
	h.pressControlRightOf(float32(h.windowSize().X)-theme.PanelWidth, name)
}

// pressControlRightOf clicks the first control with this name at the right of x.
func (h *harness) pressControlRightOf(x float32, name string) {
	h.Helper()
	h.clickOnceStill(func() inspect.Element {
		h.Helper()
		return h.waitForElement(strconv.Quote(name), func(s inspect.Element) bool {
			return s.Name == name && s.X >= x && (s.Tappable || s.Focusable)
		})
	})
}

func (h *harness) clickOnceStill(find func() inspect.Element) {
	h.Helper()
	s := find()
	for was := (inspect.Element{}); s != was; {
		was, s = s, find()
	}
	h.clickAt(int(s.X+s.W/2), int(s.Y+min(s.H/2, 20)))
	h.movePointerOffControls()
}

// appendClippedTextsToFile lists texts that are cut off or overflow; the list is reviewed by hand.
func (h *harness) appendClippedTextsToFile(picture string) {
	var out strings.Builder
	all := h.screenElements()
	for i, s := range all {
		if s.FullText != "" && i+1 < len(all) && all[i+1].Kind == "text" && all[i+1].Name != s.FullText {
			out.WriteString(picture + ": cut: " + s.FullText + "\n")
		}
		if s.Kind == "text" && s.Overflow >= 1 || s.Tappable && s.Overflow >= 1 {
			out.WriteString(picture + ": over the edge by " + strconv.Itoa(int(s.Overflow)) + ": " + s.Name + "\n")
		}
	}
	if name := os.Getenv("MEMOIR_DOUBTS"); name != "" && out.Len() > 0 {
		f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			h.Fatal(err)
		}
		defer f.Close()
		if _, err := f.WriteString(out.String()); err != nil {
			h.Fatal(err)
		}
	}
}

// waitForFade waits for fade animations to finish.
func waitForFade() { time.Sleep(4 * pollInterval) }
