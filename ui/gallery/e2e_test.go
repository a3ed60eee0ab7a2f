//go:build e2e

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Patience is how long a person would wait at most; the software renderer of a busy machine needs a part of it.
const patience = 30 * time.Second

type rect struct{ X, Y, W, H float64 }

func (r rect) middle() (x, y float64) { return r.X + r.W/2, r.Y + r.H/2 }

// seen is the state file of the gallery, see state.go.
type seen struct {
	Look   int
	Page   string
	Window rect
	Place  struct {
		Row       int64
		Offset    float64
		AtEnd     bool `json:"at_end"`
		Following bool
		NewText   bool `json:"new_text"`
	}
	Rows []struct {
		ID int64
		rect
	}
	Composer string
	Focus    string
	Selected string
	Words    int
	Done     bool
	Events   []string
	Boxes    map[string]rect
	Buttons  []struct {
		Name string
		rect
	}
}

// button finds the one of a name that lies within an area.
func (s seen) button(name string, in rect) (rect, bool) {
	for _, b := range s.Buttons {
		if x, y := b.middle(); b.Name == name && b.W > 0 && x > in.X && x < in.X+in.W && y > in.Y && y < in.Y+in.H {
			return b.rect, true
		}
	}
	return rect{}, false
}

func (s seen) row(id int64) (rect, bool) {
	for _, r := range s.Rows {
		if r.ID == id {
			return r.rect, true
		}
	}
	return rect{}, false
}

// desk is a running gallery with hands on its mouse and keyboard.
type desk struct {
	*testing.T
	file   string
	window string
	stderr *bytes.Buffer
}

// open starts the gallery on a page and waits until it is drawn and has the keyboard.
func open(t *testing.T, args ...string) *desk {
	t.Helper()
	bin := os.Getenv("GALLERY")
	if bin == "" {
		t.Fatal("GALLERY must name the built gallery; run tools/e2e-gallery.sh")
	}
	d := &desk{T: t, file: filepath.Join(t.TempDir(), "state.json"), stderr: &bytes.Buffer{}}
	cmd := exec.Command(bin, append(args, "-state", d.file)...)
	cmd.Stderr = d.stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		if err := cmd.Wait(); err != nil && !strings.Contains(err.Error(), "interrupt") {
			t.Errorf("the gallery ended with %v", err)
		}
		if out := d.stderr.String(); strings.Contains(out, "Error in Fyne call thread") || strings.Contains(out, "panic") {
			t.Error(out)
		}
		if t.Failed() {
			t.Log(d.stderr.String())
		}
	})
	d.until("the window is drawn", func(s seen) bool { return s.Window.W > 0 && len(s.Rows) > 0 })
	d.window = strings.TrimSpace(d.xdo("search", "--sync", "--onlyvisible", "--name", "Memoir gallery"))
	if i := strings.IndexByte(d.window, '\n'); i >= 0 {
		d.window = d.window[:i]
	}
	d.xdo("windowmove", d.window, "0", "0")
	d.xdo("windowfocus", "--sync", d.window)
	return d
}

func (d *desk) xdo(args ...string) string {
	d.Helper()
	out, err := exec.Command("xdotool", args...).CombinedOutput()
	if err != nil {
		d.Fatalf("xdotool %v: %v: %s", args, err, out)
	}
	return string(out)
}

func (d *desk) state() seen {
	var s seen
	b, err := os.ReadFile(d.file)
	if err != nil {
		return s
	}
	if err := json.Unmarshal(b, &s); err != nil {
		d.Fatal(err)
	}
	return s
}

// until waits for something a person would see.
func (d *desk) until(what string, ok func(seen) bool) seen {
	d.Helper()
	end := time.Now().Add(patience)
	for {
		s := d.state()
		if ok(s) {
			return s
		}
		if time.Now().After(end) {
			b, _ := json.Marshal(s)
			d.Fatalf("waited in vain until %s; last seen: %s\n%s", what, b, d.stderr)
		}
		time.Sleep(15 * time.Millisecond)
	}
}

func (d *desk) move(x, y float64) {
	d.Helper()
	d.xdo("mousemove", fmt.Sprint(int(x)), fmt.Sprint(int(y)))
}

func (d *desk) click(x, y float64) {
	d.Helper()
	d.move(x, y)
	d.xdo("click", "1")
}

func (d *desk) drag(x0, y0, x1, y1 float64) {
	d.Helper()
	d.move(x0, y0)
	d.xdo("mousedown", "1")
	for i := 1; i <= 8; i++ {
		d.move(x0+(x1-x0)*float64(i)/8, y0+(y1-y0)*float64(i)/8)
	}
	d.xdo("mouseup", "1")
}

func (d *desk) key(keys ...string) {
	d.Helper()
	d.xdo(append([]string{"key", "--clearmodifiers"}, keys...)...)
}

func (d *desk) wheel(up bool, notches int) {
	d.Helper()
	button := "5"
	if up {
		button = "4"
	}
	d.xdo("click", "--repeat", fmt.Sprint(notches), "--delay", "20", button)
}

func TestTextSelectedAcrossBlocksIsPastedElsewhere(t *testing.T) {
	d := open(t, "-page", "dinners")
	s := d.until("the reply's blocks are drawn", func(s seen) bool {
		return s.Boxes["heading"].W > 0 && s.Boxes["paragraph"].W > 0
	})
	from, to := s.Boxes["heading"], s.Boxes["paragraph"]
	d.drag(from.X+1, from.Y+from.H/2, to.X+to.W-2, to.Y+to.H-10)
	s = d.until("the text of both blocks is selected", func(s seen) bool {
		return strings.Contains(s.Selected, "Three quick dinners") && strings.Contains(s.Selected, "Amounts are in grams")
	})
	selected := s.Selected
	d.key("ctrl+c")
	d.click(s.Boxes["composer"].middle())
	d.until("the composer has the keyboard", func(s seen) bool { return s.Focus == "composer" })
	d.key("ctrl+v")
	s = d.until("something is pasted", func(s seen) bool { return s.Composer != "" })
	squeeze := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	if squeeze(s.Composer) != squeeze(selected) {
		t.Errorf("pasted %q, selected %q", s.Composer, selected)
	}
}

func TestASelectionHeldBelowTheListScrollsToTheEndOfItsMessage(t *testing.T) {
	d := open(t, "-page", "blocks", "-height", "600")
	s := d.until("the list stands at its top", func(s seen) bool { return s.Boxes["list"].H > 0 && s.Place.Offset <= 0 })
	list, row := s.Boxes["list"], s.Rows[0]
	d.move(row.X+2, row.Y+12)
	d.xdo("mousedown", "1")
	for i := range 8 {
		d.move(list.X+list.W/2, row.Y+40+float64(i)*(list.Y+list.H+60-row.Y-40)/7)
	}
	d.until("the text came up by itself", func(s seen) bool {
		return s.Place.Offset > 200 && strings.Contains(s.Selected, "deeper")
	})
	s = d.until("the list stands still", steady(d))
	d.xdo("mouseup", "1")
	if end := s.Rows[0].Y + s.Rows[0].H; end > list.Y+list.H+60 {
		t.Errorf("the message ends at %v, the list at %v", end, list.Y+list.H)
	}
	if !strings.Contains(s.Selected, "stays") {
		t.Errorf("the end of the message is not selected: %q", s.Selected)
	}
}

func TestScrollingUpWhileAnAnswerStreamsDoesNotJump(t *testing.T) {
	d := open(t, "-page", "stream")
	d.until("the answer fills more than the window", func(s seen) bool { return s.Words > 300 && s.Place.Following })
	x, y := d.state().Boxes["list"].middle()
	d.move(x, y)
	d.wheel(true, 6)
	quiet := steady(d)
	still := d.until("the list no longer follows, and stands still", func(s seen) bool {
		return quiet(s) && !s.Place.Following // a busy machine may not have seen the wheel yet
	})
	anchor := still.Rows[0]
	for n := 0; n < 5; n++ {
		words := d.state().Words
		s := d.until("more text came", func(s seen) bool { return s.Words > words+10 || s.Done })
		got, ok := s.row(anchor.ID)
		if !ok || math.Abs(got.Y-anchor.Y) > 0.5 || s.Place.Row != still.Place.Row {
			t.Fatalf("row %d jumped from %v to %v", anchor.ID, anchor.Y, got.Y)
		}
	}
	s := d.until("the pill is shown", func(s seen) bool { return s.Place.NewText && s.Boxes["pill"].W > 0 })
	d.click(s.Boxes["pill"].middle())
	d.until("the end is in sight and followed", func(s seen) bool { return s.Place.AtEnd && s.Place.Following })
}

// steady reports true once the gallery itself, which a busy machine may hold up, has seen the same place for a while.
func steady(d *desk) func(seen) bool {
	var last seen
	same := 0
	return func(s seen) bool {
		if s.Look == last.Look {
			return false
		}
		if s.Place.Row == last.Place.Row && s.Place.Offset == last.Place.Offset {
			same++
		} else {
			same = 0
		}
		last = s
		return same >= 12
	}
}

func TestTheTopLineSurvivesTheSmallestWindowAndBack(t *testing.T) {
	d := open(t, "-page", "thread")
	x, y := d.state().Boxes["list"].middle()
	d.move(x, y)
	d.wheel(true, 40)
	before := d.until("the list stands still", steady(d))
	d.xdo("windowsize", d.window, "720", "520")
	small := d.until("the list is small", func(s seen) bool {
		return s.Window.W == 720 && s.Window.H == 520 && s.Boxes["list"].W == 720
	})
	if small.Place.Row != before.Place.Row {
		t.Errorf("row %d is at the top of the small window, it was %d", small.Place.Row, before.Place.Row)
	}
	d.xdo("windowsize", d.window, fmt.Sprint(int(before.Window.W)), fmt.Sprint(int(before.Window.H)))
	after := d.until("the list is large again", func(s seen) bool {
		return s.Window == before.Window && s.Boxes["list"] == before.Boxes["list"]
	})
	if after.Place != before.Place {
		t.Errorf("the list stands at %+v, it stood at %+v", after.Place, before.Place)
	}
}

func TestAQuestionIsTypedSentAndGoesToTheTop(t *testing.T) {
	d := open(t, "-page", "thread")
	d.click(d.state().Boxes["composer"].middle())
	d.until("the composer has the keyboard", func(s seen) bool { return s.Focus == "composer" })
	d.xdo("type", "--delay", "5", "first line")
	d.key("shift+Return")
	d.xdo("type", "--delay", "5", "second line")
	d.until("both lines are there", func(s seen) bool { return s.Composer == "first line\nsecond line" })
	d.key("Return")
	s := d.until("the answer begins below the question", func(s seen) bool { return s.Words > 3 && s.Composer == "" })
	last := s.Rows[len(s.Rows)-1].ID
	s = d.until("the answer ended", func(s seen) bool { return s.Done })
	q, ok := s.row(last - 1)
	if list := s.Boxes["list"]; !ok || q.Y < list.Y || q.Y > list.Y+40 {
		t.Errorf("the question stands at %v in a list at %v", q.Y, list.Y)
	}
	d.key("Up")
	d.until("Up in the empty composer edits the last message", func(s seen) bool {
		return strings.HasPrefix(s.Composer, "first line")
	})
}
