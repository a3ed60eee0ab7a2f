package window

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/inspect"
)

// storeChatOfRandomMessages stores a chat of n messages.
func (s *harness) storeChatOfRandomMessages(b testing.TB, n int) memory.ID {
	b.Helper()
	chat, err := s.service.Session(1, memory.ActorUser).CreateChat(s.ctx(), memory.NewChat{Title: "A long chat"})
	if err != nil {
		b.Fatal(err)
	}
	now := time.Now().UTC()
	words := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // the same text in every run
	err = s.db.InTx(s.ctx(), func(tx memory.Store) error {
		parent := memory.ID(0)
		for i := range n {
			m := memory.Message{
				ChatID: chat.ID, ParentID: parent, Role: memory.RoleUser, Status: memory.MessageComplete, CreatedAt: now,
				Content: "The word in every text: " + randomSentence(words),
			}
			if i%50 == 0 {
				m.Content += "用户对花生过敏"
			}
			if i%2 == 1 {
				m.Role, m.FinishedAt = memory.RoleAssistant, now
			}
			if parent, err = tx.MessageStore().InsertAsHeadUpdatingChatTime(s.ctx(), m); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	return chat.ID
}

// randomSentence returns twelve words with the frequency distribution of English (Zipf, exponent
// 1).
func randomSentence(r *rand.Rand) string {
	const vocabulary = 20000
	var b strings.Builder
	for range 12 {
		rank := int(math.Exp(r.Float64() * math.Log(vocabulary)))
		fmt.Fprintf(&b, "%c%c%c%d ", 'a'+rank%26, 'a'+rank/26%26, 'a'+rank/676%26, rank)
	}
	return b.String()
}

// tenThousand is the length of a long chat; with -short just long enough to see that a benchmark runs.
func tenThousand() int {
	if testing.Short() {
		return 200
	}
	return 10_000
}

// From the click on a chat of 10,000 messages until its newest ones are in the list, without
// drawing.
func BenchmarkSwitchToTenThousandMessages(b *testing.B) {
	s := newHarnessWithDemoModels(b)
	long, short := s.storeChatOfRandomMessages(b, tenThousand()), s.storeChatOfRandomMessages(b, 2)
	for b.Loop() {
		s.window.chat.LeaveAndOpenStoredChat(long, 0)
		s.runUICallsUntil("the long chat", func() bool { return s.window.chat.CurrentChat().ID == long })
		b.StopTimer()
		s.window.chat.LeaveAndOpenStoredChat(short, 0)
		s.runUICallsUntil("the short chat", func() bool { return s.window.chat.CurrentChat().ID == short })
		b.StartTimer()
	}
}

// What is on the screen, as a screen reader is given it: a chat of 10,000 messages is open, with the panel.
func BenchmarkReadScreenForScreenReaders(b *testing.B) {
	s := newHarnessWithDemoModels(b)
	long := s.storeChatOfRandomMessages(b, tenThousand())
	s.window.chat.LeaveAndOpenStoredChat(long, 0)
	s.runUICallsUntil("the long chat", func() bool { return s.window.chat.CurrentChat().ID == long })
	for b.Loop() {
		if len(inspect.TopmostElementsForScreenReader(s.win.Canvas())) < 20 {
			b.Fatal("the window is empty")
		}
	}
}

// One keystroke of the search over 100,000 messages, from the key to the results in the list:
// letters, prefixes and infixes of words that few, many and all messages contain, alone and
// combined.
func BenchmarkSearchKeystrokeOverHundredThousandMessages(b *testing.B) {
	s := newHarnessWithDemoModels(b)
	s.storeChatOfRandomMessages(b, 100000)
	s.runUICallsUntil("the chat in the list", func() bool { return len(s.window.sidebar.ListedChats()) == 1 })
	s.window.router.navigateTo(app.Route{Screen: app.ScreenSearch})
	query := s.win.Canvas().Focused()
	edit := query.(fyne.Shortcutable)
	for _, text := range []string{
		"a", "b", "t", "th", "the", "them", "every", "every t", "b every",
		"gva", "gvac", "va1", "zzb", "kt", "用", "用户", "用户对",
	} {
		b.Run(text, func(b *testing.B) {
			clipboard := test.NewClipboard()
			clipboard.SetContent(text)
			for b.Loop() {
				edit.TypedShortcut(&fyne.ShortcutSelectAll{})
				query.TypedKey(&fyne.KeyEvent{Name: fyne.KeyBackspace})
				s.runUICallsUntil("the start", func() bool { return s.isDrawn("Recent") })
				edit.TypedShortcut(&fyne.ShortcutPaste{Clipboard: clipboard})
				s.runUICallsUntil("results", func() bool { return !s.isDrawn("Recent") })
			}
		})
	}
}
