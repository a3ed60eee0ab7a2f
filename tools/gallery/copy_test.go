//go:build e2e

package main

import (
	"os/exec"
	"strings"
	"testing"
	"time"
)

// readClipboard returns what another program would paste.
func readClipboard() string {
	out, _ := exec.Command("xclip", "-selection", "clipboard", "-out").Output() // fails while the clipboard is empty
	return string(out)
}

// waitForClipboard waits until the clipboard holds the wanted text.
func (h *harness) waitForClipboard(what string, ok func(string) bool) {
	h.Helper()
	end := time.Now().Add(waitTimeout)
	for got := readClipboard(); !ok(got); got = readClipboard() {
		if time.Now().After(end) {
			h.Fatalf("%s: the clipboard holds %q", what, got)
		}
		time.Sleep(pollInterval)
	}
}

func conditionEquals(want string) func(string) bool {
	return func(got string) bool { return got == want }
}

// clickControl clicks the control of a name within an area once it is there.
func (h *harness) clickControl(name string, area box) {
	h.Helper()
	s := h.waitForState("there is a control "+name, func(s windowState) bool {
		_, ok := s.controlBox(name, area)
		return ok
	})
	b, _ := s.controlBox(name, area)
	h.clickAt(b.center())
}

func (h *harness) rightClickOn(b box) {
	h.Helper()
	h.movePointer(b.X+b.W/4, b.Y+b.H/2)
	h.runXdotool("click", "3")
}

func TestBlocksSelectionsAndMessagesAreCopied(t *testing.T) {
	h := startGallery(t, "-page", "reply", "-height", "900", "-controls")
	s := h.waitForState("the reply's blocks are drawn", blocksAreDrawn)
	heading, paragraph := s.HeadingBox, s.ParagraphBox
	// Blocks have their buttons on the right, the whole answer on the left.
	left := box{0, paragraph.Y, s.Window.W / 2, s.Window.H}
	right := box{s.Window.W / 2, paragraph.Y, s.Window.W / 2, s.Window.H}

	h.rightClickOn(heading)
	h.clickControl("Copy heading as Markdown", s.Window)
	h.waitForClipboard("a heading as Markdown", conditionEquals("### Three quick dinners"))
	h.rightClickOn(paragraph)
	h.clickControl("Copy paragraph", s.Window)
	h.waitForClipboard("a paragraph", func(got string) bool {
		return strings.HasPrefix(got, "All three take under 30 minutes, serve two, and use no peanuts") &&
			strings.HasSuffix(got, "against pantry.csv.")
	})

	h.clickControl("Copy", right)
	code := dinners[strings.Index(dinners, "from collections"):strings.LastIndex(dinners, "\n```")]
	h.waitForClipboard("a block of code", conditionEquals(code))
	h.waitForState("the button says so", func(s windowState) bool {
		_, ok := s.controlBox("Copied", right)
		return ok
	})
	h.waitForState("the button is itself again", func(s windowState) bool {
		_, ok := s.controlBox("Copied", right)
		return !ok
	})

	h.dragPointer(heading.X+1, heading.Y+heading.H/2, paragraph.X+paragraph.W-2, paragraph.Y+paragraph.H-10)
	h.waitForState("both blocks are selected", func(s windowState) bool {
		return strings.Contains(s.Selected, "Three quick dinners") && strings.Contains(s.Selected, "Amounts are in grams")
	})
	h.pressKeys("ctrl+shift+c")
	h.waitForClipboard("a selection as Markdown", func(got string) bool {
		return strings.HasPrefix(got, "### Three quick dinners\n\nAll three take **under 30 minutes**") &&
			!strings.Contains(got, "| Day |")
	})
	h.pressKeys("ctrl+c")
	h.waitForClipboard("a selection as plain text", func(got string) bool {
		return strings.HasPrefix(got, "Three quick dinners\n\nAll three take under 30 minutes, serve two")
	})

	h.clickControl("Copy", left)
	h.waitForClipboard("a whole answer", conditionEquals(dinners))
}

func TestFormulasAreSelectedAsAWholeAndCopiedAsSource(t *testing.T) {
	h := startGallery(t, "-page", "formulas", "-height", "900", "-controls")
	s := h.waitForState("the reply's blocks are drawn", blocksAreDrawn)
	line, row := s.HeadingBox, s.HeadingBox
	display := box{row.X, row.Y + 36, row.W, 48}

	h.dragPointer(line.X+1, line.Y+line.H/2, display.X+display.W/2+40, display.Y+display.H/2)
	const both = "The roots of $ax^2 + bx + c = 0$ with $a \\ne 0$ are\n\n" +
		`$$x_{1,2} = \frac{-b \pm \sqrt{b^2 - 4ac}}{2a}.$$`
	h.waitForState("words, formulas in them and the one below are selected",
		func(s windowState) bool { return s.Selected == both })
	h.pressKeys("ctrl+c")
	h.waitForClipboard("the selection", conditionEquals(both))

	h.movePointer(display.X+display.W/2+20, display.Y+display.H/2)
	h.runXdotool("click", "3")
	h.clickControl("Copy formula", s.Window)
	h.waitForClipboard("the formula", conditionEquals(`x_{1,2} = \frac{-b \pm \sqrt{b^2 - 4ac}}{2a}.`))
}
