package window

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"memoir/memory"
	"memoir/ui/parts"
)

// allAnswered reports whether the sidebar has this many chats, each with one complete answer.
func (s *stage) ended(chats int) func() bool {
	return func() bool {
		ts := s.w.sidebar.Threads()
		if len(ts) != chats {
			return false
		}
		for _, t := range ts {
			ms, err := s.service.Messages(s.ctx(), 1, t.ID, 0, 0)
			if err != nil || len(ms) != 2 || ms[1].Status != memory.MessageComplete {
				return false
			}
		}
		return true
	}
}

func TestAChatThatIsLeftWhileItsFirstMessageIsStoredDoesNotComeBack(t *testing.T) {
	s := newStage(t)
	s.w.chat.Composer().SetText("Hello first")
	s.w.chat.Composer().OnSend("Hello first")
	s.w.chat.New(false) // before anything of the first chat was stored
	if s.w.chat.Busy() {
		t.Error("the new chat cannot be written in while another one is stored")
	}
	s.until("the first answer", s.ended(1))
	if id := s.w.chat.Thread().ID; id != 0 {
		t.Fatalf("the window shows chat %d again", id)
	}
	s.w.chat.Composer().OnSend("Hello second")
	s.until("the second answer", s.ended(2))
}

func TestATemporaryChatThatIsLeftWhileItIsStoredIsErased(t *testing.T) {
	s := newStage(t)
	s.w.chat.New(true)
	s.w.chat.Composer().OnSend("Hello secret")
	s.w.chat.New(false)
	s.say("Hello open")
	s.until("the temporary chat to be gone", func() bool {
		ts, err := s.service.Threads(s.ctx(), memory.ThreadFilter{ProfileID: 1})
		return err == nil && len(ts) == 1 && !ts[0].Temporary
	})
}

func TestFilesThatComeTogetherGoToOneNewChat(t *testing.T) {
	s := newStage(t)
	s.w.chat.Attach("a.txt", []byte("buy rice"))
	s.w.chat.Attach("b.txt", []byte("buy miso"))
	s.w.chat.Composer().OnSend("What do I buy?")
	s.until("the answer", s.ended(1))
	s.until("both files", func() bool { return len(s.w.chat.Thread().Contexts) == 2 })
}

// answerQuestion clicks a button of the open dialog.
func (s *stage) answer(label string) {
	s.Helper()
	s.until("the question", func() bool { return s.sees(label) })
	for _, o := range test.LaidOutObjects(s.win.Canvas().Overlays().Top()) {
		if b, ok := o.(*parts.Button); ok && b.Label() == label {
			test.Tap(b)
			return
		}
	}
	s.Fatalf("%q cannot be clicked", label)
}

func TestAFileThatDoesNotFitMakesAChatOnlyOnceItIsWanted(t *testing.T) {
	s := newStage(t)
	large := []byte(strings.Repeat("A long line of an archive.\n", 20_000))
	threads := func() []memory.Thread {
		ts, err := s.service.Threads(s.ctx(), memory.ThreadFilter{ProfileID: 1})
		if err != nil {
			t.Fatal(err)
		}
		return ts
	}
	s.w.chat.Attach("archive.txt", large)
	s.answer("Do not attach")
	s.say("Hello") // queued work is done by now
	if ts := threads(); len(ts) != 1 || len(ts[0].Contexts) != 0 {
		t.Fatalf("after a file that was not attached there are the chats %+v", ts)
	}
	s.w.chat.New(false)
	s.w.chat.Attach("archive.txt", large)
	s.answer("Send the best parts")
	s.until("the file in a chat of its own", func() bool { return len(s.w.chat.Thread().Contexts) == 1 })
	if ts := threads(); len(ts) != 2 {
		t.Errorf("there are %d chats", len(ts))
	}
}
