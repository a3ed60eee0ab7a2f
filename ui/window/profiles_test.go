package window

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"memoir/memory"
	"memoir/ui/kit"
	"memoir/ui/parts"
)

// visibleTexts lists every visible text of the window.
func (s *stage) reads() string {
	var out []string
	look(s.w.root, func(o fyne.CanvasObject) {
		switch o := o.(type) {
		case *kit.Label:
			out = append(out, o.Text())
		case *parts.Para:
			out = append(out, o.Text())
		}
	})
	return strings.Join(out, "\n")
}

func look(o fyne.CanvasObject, visit func(fyne.CanvasObject)) {
	if o == nil || !o.Visible() {
		return
	}
	visit(o)
	switch o := o.(type) {
	case *fyne.Container:
		for _, c := range o.Objects {
			look(c, visit)
		}
	case fyne.Widget:
		for _, c := range test.WidgetRenderer(o).Objects() {
			look(c, visit)
		}
	}
}

// pressControl taps a button or a switch in the topmost overlay, or else in the window.
func (s *stage) press(name string) {
	s.Helper()
	found := s.find(name)
	if found == nil {
		s.Fatalf("nothing is called %q", name)
	}
	test.Tap(found)
}

// hasControl reports whether there is a control of that name.
func (s *stage) offers(name string) bool { return s.find(name) != nil }

func (s *stage) find(name string) fyne.Tappable {
	root := fyne.CanvasObject(s.w.root)
	if top := s.win.Canvas().Overlays().Top(); top != nil {
		root = top
	}
	var found fyne.Tappable
	look(root, func(o fyne.CanvasObject) {
		switch o := o.(type) {
		case *parts.Button:
			if found == nil && (o.Name() == name || o.Label() == name) {
				found = o
			}
		case *parts.Tappable:
			if found == nil && o.Name() == name {
				found = o
			}
		case *parts.Switch:
			if found == nil && o.Name() == name {
				found = o
			}
		}
	})
	return found
}

func (s *stage) openProfiles() {
	s.Helper()
	s.press("Profiles")
	s.until("the profiles", func() bool { return s.win.Canvas().Overlays().Top() != nil })
}

func TestNothingOfAnotherProfileIsShown(t *testing.T) {
	s := newStage(t)
	s.say("I am allergic to peanuts.")
	s.until("what was learned", func() bool { return strings.Contains(s.reads(), "allergic to peanuts.") })
	s.until("the memory", func() bool { return strings.Contains(s.reads(), "1 memory") })
	s.w.chat.New(false)
	s.w.chat.Composer().SetText("half a thought")

	s.openProfiles()
	s.press("Add a profile")
	s.win.Canvas().Focused().TypedRune('B')
	s.win.Canvas().Focused().TypedRune('o')
	s.press("Add")
	s.until("the other profile", func() bool { return s.w.env.Profile != 1 })
	s.until("its lists", func() bool { return strings.Contains(s.reads(), "No chats yet") })
	s.until("its memories", func() bool { return strings.Contains(s.reads(), "No memories yet") })
	if text := s.reads(); strings.Contains(text, "peanuts") || !strings.Contains(text, "Bo") {
		t.Errorf("the new profile shows\n%s", text)
	}
	if got := s.w.chat.Composer().Text(); got != "" {
		t.Errorf("the draft of the other profile stands in the composer: %q", got)
	}
	bo := s.w.env.Profile
	s.until("the choice to be kept", func() bool { return s.host.kept(profileKey) == bo.String() })
	if got := LoadProfile(t.Context(), s.service, s.host, memory.Profile{ID: 1}); got.ID != bo {
		t.Errorf("the next start opens profile %d, want %d", got.ID, bo)
	}
	s.w.chat.Composer().OnSend("I live in Oslo.")
	s.until("what the other profile taught", func() bool {
		return strings.Contains(s.reads(), "lives in Oslo") ||
			strings.Contains(s.reads(), "live in Oslo.") && strings.Contains(s.reads(), "1 memory") && !s.w.chat.Busy()
	})
	if ts, err := s.service.Threads(t.Context(), memory.ThreadFilter{ProfileID: 1}); err != nil || len(ts) != 1 {
		t.Errorf("the first profile has %d chats, %v", len(ts), err)
	}

	s.openProfiles()
	s.press("You")
	s.until("the first profile", func() bool { return s.w.env.Profile == 1 })
	s.until("its memory", func() bool { return strings.Contains(s.reads(), "1 memory") })
	s.until("its draft", func() bool { return s.w.chat.Composer().Text() == "half a thought" })
	if strings.Contains(s.reads(), "Oslo") {
		t.Error("something of the other profile is shown")
	}
}

func TestProfilesAreRenamedAndDeletedAfterAQuestion(t *testing.T) {
	s := newStage(t)
	p, err := s.service.CreateProfile(t.Context(), "Bo")
	if err != nil {
		t.Fatal(err)
	}
	names := func() []string {
		ps, err := s.service.Profiles(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, p := range ps {
			out = append(out, p.Name)
		}
		return out
	}
	s.openProfiles()
	s.press("Bo")
	s.until("the profile", func() bool { return s.w.env.Profile == p.ID })
	s.openProfiles()
	s.press("Rename this profile")
	s.win.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyBackspace})
	for _, r := range "Ann" {
		s.win.Canvas().Focused().TypedRune(r)
	}
	s.press("Rename")
	s.until("the new name", func() bool { return strings.Contains(s.reads(), "Ann") })
	if !slices.Contains(names(), "Ann") {
		t.Errorf("stored names: %q", names())
	}
	ask := func() {
		s.openProfiles()
		s.press("Delete this profile")
		s.until("the question", func() bool { return s.win.Canvas().Overlays().Top() != nil })
	}
	ask()
	s.press("Cancel")
	if !slices.Contains(names(), "Ann") {
		t.Fatal("deleted without a yes")
	}
	ask()
	s.press("Delete the profile")
	s.until("the first profile", func() bool { return s.w.env.Profile == 1 })
	s.until("the end of the other", func() bool { return !slices.Contains(names(), "Ann") })
	s.openProfiles()
	var offered []string
	look(s.win.Canvas().Overlays().Top(), func(o fyne.CanvasObject) {
		if b, ok := o.(*parts.Button); ok {
			offered = append(offered, b.Label())
		}
	})
	if slices.Contains(offered, "Delete this profile") {
		t.Error("the first profile can be deleted")
	}
}
