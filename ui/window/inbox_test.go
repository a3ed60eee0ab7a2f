package window

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"memoir/memory"
	"memoir/ui/widgets"
)

func TestProposalIsDecidedInTheInbox(t *testing.T) {
	for _, c := range []struct {
		name, button string
		oldStays     bool
	}{
		{"Replace closes the older one", "Replace", false},
		{"Keep both leaves it", "Keep both", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newHarnessWithDemoModels(t)
			rome := memory.NewMemory{Content: "The user lives in Rome."}
			old, err := s.service.Session(1, memory.ActorUser).AddMemory(t.Context(), rome)
			if err != nil {
				t.Fatal(err)
			}
			fresh := memory.Memory{
				ProfileID: 1, Content: "The user lives in Lisbon.", Tags: []string{}, Kind: memory.KindFact,
				Type: memory.TypeOther, Scope: memory.ScopeGlobal, Status: memory.StatusInbox,
				Origin: memory.OriginExtracted, Proposes: old.ID, CreatedAt: time.Now(), UpdatedAt: time.Now(),
			}
			if fresh.ID, err = s.db.MemoryStore().Insert(t.Context(), fresh); err != nil {
				t.Fatal(err)
			}
			s.window.panel.ReloadMemoriesFilesRestoreDrafts()
			s.runUICallsUntil("the question", func() bool {
				return strings.Contains(s.visibleTexts(),
					"Replace “The user lives in Rome.”?")
			})
			s.pressControl(c.button)
			s.runUICallsUntil("the answer", func() bool {
				m, err := s.service.Session(1, memory.ActorUser).LoadMemory(t.Context(), fresh.ID)
				return err == nil && m.Status == memory.StatusActive && m.Proposes == 0
			})
			m, err := s.service.Session(1, memory.ActorUser).LoadMemory(t.Context(), old.ID)
			if err != nil || (m.SupersededBy == 0) != c.oldStays {
				t.Errorf("the older one is replaced by %d, %v", m.SupersededBy, err)
			}
		})
	}
}

func TestSwitchMarksAFileAsNeverLearn(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	f, err := s.service.Session(1, memory.ActorUser).AddFileUnlessKnownOrTooLong(t.Context(), memory.NewFile{
		Name: "cats.txt", Data: []byte("Cats sleep."),
	})
	if err != nil {
		t.Fatal(err)
	}
	s.pressControl("Files")
	var sw *widgets.Switch
	s.runUICallsUntil("the switch", func() bool {
		walkVisible(s.window.root, func(o fyne.CanvasObject) {
			if x, ok := o.(*widgets.Switch); ok && x.Name() == "Don't learn from chats that use cats.txt" {
				sw = x
			}
		})
		return sw != nil
	})
	test.Tap(sw)
	s.runUICallsUntil("the file to be marked", func() bool {
		x, err := s.service.Session(1, memory.ActorUser).LoadFile(t.Context(), f.ID)
		return err == nil && x.NeverLearn
	})
}

func TestInboxMemoryIsEditedAndKept(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	x := memory.Memory{
		ProfileID: 1, Content: "The user lives in Lisbon.", Tags: []string{}, Kind: memory.KindFact,
		Type: memory.TypeOther, Scope: memory.ScopeGlobal, Status: memory.StatusInbox,
		Origin: memory.OriginExtracted, CreatedAt: time.Now(), UpdatedAt: time.Now(),
	}
	var err error
	if x.ID, err = s.db.MemoryStore().Insert(t.Context(), x); err != nil {
		t.Fatal(err)
	}
	s.window.panel.ReloadMemoriesFilesRestoreDrafts()
	s.runUICallsUntil("the card", func() bool { return strings.Contains(s.visibleTexts(), "Waiting for your OK") })
	s.pressControl("Edit")
	s.runUICallsUntil("the editor", func() bool { return strings.Contains(s.visibleTexts(), "What Memoir remembers") })
	s.win.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEnd})
	s.win.Canvas().Focused().TypedRune('!')
	s.pressControl("Keep")
	s.runUICallsUntil("the memory to be kept", func() bool {
		m, err := s.service.Session(1, memory.ActorUser).LoadMemory(t.Context(), x.ID)
		return err == nil && m.Status == memory.StatusActive && strings.Contains(m.Content, "!")
	})
}
