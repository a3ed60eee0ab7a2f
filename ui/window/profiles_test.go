package window

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"memoir/memory"
	"memoir/ui/draw"
	"memoir/ui/widgets"
)

// visibleTexts lists every visible text of the window.
func (s *harness) visibleTexts() string {
	var out []string
	walkVisible(s.window.root, func(o fyne.CanvasObject) {
		switch o := o.(type) {
		case *draw.Label:
			out = append(out, o.Text())
		case *widgets.WrappedText:
			out = append(out, o.Text())
		}
	})
	return strings.Join(out, "\n")
}

func walkVisible(o fyne.CanvasObject, visit func(fyne.CanvasObject)) {
	if o == nil || !o.Visible() {
		return
	}
	visit(o)
	switch o := o.(type) {
	case *fyne.Container:
		for _, c := range o.Objects {
			walkVisible(c, visit)
		}
	case fyne.Widget:
		for _, c := range test.WidgetRenderer(o).Objects() {
			walkVisible(c, visit)
		}
	}
}

// pressControl taps a button or a switch in the topmost overlay, or else in the window.
func (s *harness) pressControl(name string) {
	s.Helper()
	found := s.findControl(name)
	if found == nil {
		s.Fatalf("nothing is called %q", name)
	}
	test.Tap(found)
}

// hasControl reports whether there is a control of that name.
func (s *harness) hasControl(name string) bool { return s.findControl(name) != nil }

func (s *harness) findControl(name string) fyne.Tappable {
	root := fyne.CanvasObject(s.window.root)
	if top := s.win.Canvas().Overlays().Top(); top != nil {
		root = top
	}
	var found fyne.Tappable
	walkVisible(root, func(o fyne.CanvasObject) {
		switch o := o.(type) {
		case *widgets.Button:
			if found == nil && (o.Name() == name || o.Label() == name) {
				found = o
			}
		case *widgets.Tappable:
			if found == nil && o.Name() == name {
				found = o
			}
		case *widgets.Switch:
			if found == nil && o.Name() == name {
				found = o
			}
		}
	})
	return found
}

func (s *harness) openProfiles() {
	s.Helper()
	s.pressControl("Profiles")
	s.runUICallsUntil("the profiles", func() bool { return s.win.Canvas().Overlays().Top() != nil })
}

func TestProfilesDoNotLeakIntoEachOther(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	s.sendAndWait("I am allergic to peanuts.")
	s.runUICallsUntil(
		"what was learned", func() bool { return strings.Contains(s.visibleTexts(), "allergic to peanuts.") },
	)
	s.runUICallsUntil("the memory", func() bool { return strings.Contains(s.visibleTexts(), "1 memory") })
	s.window.chat.LeaveAndOpenNewChat(false)
	s.window.chat.Composer().SetText("half a thought")

	s.openProfiles()
	s.pressControl("Add profile")
	s.win.Canvas().Focused().TypedRune('B')
	s.win.Canvas().Focused().TypedRune('o')
	s.pressControl("Add")
	s.runUICallsUntil("the other profile", func() bool { return s.window.env.Session.ProfileID() != 1 })
	s.runUICallsUntil("its lists", func() bool { return strings.Contains(s.visibleTexts(), "No chats yet") })
	s.runUICallsUntil("its memories", func() bool { return strings.Contains(s.visibleTexts(), "No memories yet") })
	if text := s.visibleTexts(); strings.Contains(text, "peanuts") || !strings.Contains(text, "Bo") {
		t.Errorf("the new profile shows\n%s", text)
	}
	if got := s.window.chat.Composer().Text(); got != "" {
		t.Errorf("the draft of the other profile stands in the composer: %q", got)
	}
	bo := s.window.env.Session.ProfileID()
	s.runUICallsUntil("the choice to be kept", func() bool { return s.host.savedSetting(profileKey) == bo.String() })
	if got := LoadLastShownProfileUnlessGiven(t.Context(), s.service, s.host, memory.Profile{ID: 1}); got.ID != bo {
		t.Errorf("the next start opens profile %d, want %d", got.ID, bo)
	}
	s.window.chat.Composer().OnSend("I live in Oslo.")
	s.runUICallsUntil("what the other profile taught", func() bool {
		return strings.Contains(s.visibleTexts(), "lives in Oslo") ||
			strings.Contains(s.visibleTexts(), "live in Oslo.") && strings.Contains(s.visibleTexts(), "1 memory") &&
				!s.window.chat.IsAnswerInProgress()
	})
	if ts, err := s.service.Session(1, memory.ActorUser).ListChats(t.Context(), memory.ChatFilter{}); err != nil ||
		len(ts) != 1 {
		t.Errorf("the first profile has %d chats, %v", len(ts), err)
	}

	s.openProfiles()
	s.pressControl("You")
	s.runUICallsUntil("the first profile", func() bool { return s.window.env.Session.ProfileID() == 1 })
	s.runUICallsUntil("its memory", func() bool { return strings.Contains(s.visibleTexts(), "1 memory") })
	s.runUICallsUntil("its draft", func() bool { return s.window.chat.Composer().Text() == "half a thought" })
	if strings.Contains(s.visibleTexts(), "Oslo") {
		t.Error("something of the other profile is shown")
	}
}

func TestProfileIsRenamedAndDeletedAfterConfirmation(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	p, err := s.service.CreateProfile(t.Context(), "Bo")
	if err != nil {
		t.Fatal(err)
	}
	names := func() []string {
		ps, err := s.service.ListProfiles(t.Context())
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
	s.pressControl("Bo")
	s.runUICallsUntil("the profile", func() bool { return s.window.env.Session.ProfileID() == p.ID })
	s.openProfiles()
	s.pressControl("Copy profile ID")
	s.runUICallsUntil("the id", func() bool { return fyne.CurrentApp().Clipboard().Content() == "bo" })
	s.openProfiles()
	s.pressControl("Rename profile")
	s.win.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyBackspace})
	for _, r := range "Ann" {
		s.win.Canvas().Focused().TypedRune(r)
	}
	s.pressControl("Rename")
	s.runUICallsUntil("the new name", func() bool { return strings.Contains(s.visibleTexts(), "Ann") })
	if !slices.Contains(names(), "Ann") {
		t.Errorf("stored names: %q", names())
	}
	ask := func() {
		s.openProfiles()
		s.pressControl("Delete profile")
		s.runUICallsUntil("the question", func() bool { return s.win.Canvas().Overlays().Top() != nil })
	}
	ask()
	s.pressControl("Cancel")
	if !slices.Contains(names(), "Ann") {
		t.Fatal("deleted without a yes")
	}
	ask()
	s.pressControl("Delete profile")
	s.runUICallsUntil("the first profile", func() bool { return s.window.env.Session.ProfileID() == 1 })
	s.runUICallsUntil("the end of the other", func() bool { return !slices.Contains(names(), "Ann") })
	s.openProfiles()
	var offered []string
	walkVisible(s.win.Canvas().Overlays().Top(), func(o fyne.CanvasObject) {
		if b, ok := o.(*widgets.Button); ok {
			offered = append(offered, b.Label())
		}
	})
	if slices.Contains(offered, "Delete profile") {
		t.Error("the first profile can be deleted")
	}
}
