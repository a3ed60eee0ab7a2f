//go:build e2e

package main

import (
	"os/exec"
	"strings"
	"testing"
	"time"
)

// clipboard is what another program would paste.
func (d *desk) clipboard() string {
	out, _ := exec.Command("xclip", "-selection", "clipboard", "-out").Output() // It fails while the clipboard is empty.
	return string(out)
}

// press clicks a button once it is there.
func (d *desk) press(name string, in rect) {
	d.Helper()
	s := d.until("there is a button "+name, func(s seen) bool {
		_, ok := s.button(name, in)
		return ok
	})
	b, _ := s.button(name, in)
	d.click(b.middle())
}

// copied waits until the clipboard holds text that was not there before.
func (d *desk) copied(what string, ok func(string) bool) {
	d.Helper()
	end := time.Now().Add(patience)
	for got := d.clipboard(); !ok(got); got = d.clipboard() {
		if time.Now().After(end) {
			d.Fatalf("%s: the clipboard holds %q", what, got)
		}
		time.Sleep(15 * time.Millisecond)
	}
}

func is(want string) func(string) bool { return func(got string) bool { return got == want } }

func (d *desk) menu(on rect) {
	d.Helper()
	d.move(on.X+on.W/4, on.Y+on.H/2)
	d.xdo("click", "3")
}

func TestBlocksSelectionsAndMessagesAreCopied(t *testing.T) {
	d := open(t, "-page", "dinners", "-height", "900", "-buttons")
	s := d.until("the reply's blocks are drawn", func(s seen) bool {
		return s.Boxes["heading"].W > 0 && s.Boxes["paragraph"].W > 0
	})
	heading, paragraph := s.Boxes["heading"], s.Boxes["paragraph"]
	// Blocks have their buttons on the right, the whole answer on the left.
	left := rect{0, paragraph.Y, s.Window.W / 2, s.Window.H}
	right := rect{s.Window.W / 2, paragraph.Y, s.Window.W / 2, s.Window.H}

	d.menu(heading)
	d.press("Copy heading as Markdown", s.Window)
	d.copied("a heading as Markdown", is("### Three quick dinners"))
	d.menu(paragraph)
	d.press("Copy paragraph", s.Window)
	d.copied("a paragraph", func(got string) bool {
		return strings.HasPrefix(got, "All three take under 30 minutes, serve two, and use no peanuts") &&
			strings.HasSuffix(got, "against pantry.csv.")
	})

	d.press("Copy", right)
	code := dinners[strings.Index(dinners, "from collections"):strings.LastIndex(dinners, "\n```")]
	d.copied("a block of code", is(code))
	d.until("the button says so", func(s seen) bool {
		_, ok := s.button("Copied", right)
		return ok
	})
	d.until("the button is itself again", func(s seen) bool {
		_, ok := s.button("Copied", right)
		return !ok
	})

	d.drag(heading.X+1, heading.Y+heading.H/2, paragraph.X+paragraph.W-2, paragraph.Y+paragraph.H-10)
	d.until("both blocks are selected", func(s seen) bool {
		return strings.Contains(s.Selected, "Three quick dinners") && strings.Contains(s.Selected, "Amounts are in grams")
	})
	d.key("ctrl+shift+c")
	d.copied("a selection as Markdown", func(got string) bool {
		return strings.HasPrefix(got, "### Three quick dinners\n\nAll three take **under 30 minutes**") &&
			!strings.Contains(got, "| Day |")
	})
	d.key("ctrl+c")
	d.copied("a selection as it reads", func(got string) bool {
		return strings.HasPrefix(got, "Three quick dinners\n\nAll three take under 30 minutes, serve two")
	})

	d.press("Copy", left)
	d.copied("a whole answer", is(dinners))
}
