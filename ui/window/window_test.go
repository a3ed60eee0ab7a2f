package window

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"memoir/llm/llmtest"
	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/panel"
	"memoir/ui/theme"
)

func TestAMessageMakesAChatAndItsAnswerTeaches(t *testing.T) {
	s := newStage(t)
	m := s.say("I moved to Lisbon")
	if m.Status != memory.MessageComplete {
		t.Fatalf("the answer is %s", m.Status)
	}
	if s.w.chat.Composer().Text() != "" {
		t.Errorf("%q still stands in the composer", s.w.chat.Composer().Text())
	}
	s.until("the chat in the sidebar", func() bool { return len(s.w.sidebar.Threads()) == 1 })
	if got := s.w.sidebar.Threads()[0].Title; got != "I moved to Lisbon" {
		t.Errorf("the chat is called %q", got)
	}
	s.until("a memory", func() bool { return len(s.w.panel.MemoryTexts()) == 1 })
	if got := s.w.panel.MemoryTexts()[0]; !strings.Contains(got, "Lisbon") {
		t.Errorf("the panel shows %q", got)
	}
}

func TestWhatIsTypedStaysWhenTheMessageCannotBeStored(t *testing.T) {
	s := newStage(t)
	s.say("Hello there")
	id := s.w.chat.Thread().ID
	if err := s.service.DeleteThread(t.Context(), 1, id, memory.DeleteThread{}); err != nil {
		t.Fatal(err)
	}
	c := s.w.chat.Composer()
	c.SetText("do not lose this")
	c.OnSend("do not lose this")
	s.until("the reason", func() bool { return s.w.chat.ToastText() != "" })
	if c.Text() != "do not lose this" {
		t.Errorf("the composer holds %q", c.Text())
	}
}

func TestAFaultKeepsTheQuestionAndRetryAnswersIt(t *testing.T) {
	s := newStage(t)
	if err := s.server.Fault(llmtest.Fault{Kind: llmtest.FaultUnauthorized}); err != nil {
		t.Fatal(err)
	}
	m := s.say("Hello there")
	if m.Status != memory.MessageFailed || m.Error == nil || m.Error.Code != "unauthorized" {
		t.Fatalf("the answer is %s with %+v", m.Status, m.Error)
	}
	s.w.chat.Press(m.ID, "retry")
	s.until("another answer", func() bool { return !s.w.chat.Busy() && s.w.chat.LastAnswer() != m.ID })
	last, err := s.service.Message(t.Context(), 1, s.w.chat.LastAnswer())
	if err != nil || last.Status != memory.MessageComplete {
		t.Errorf("the second answer is %s: %v", last.Status, err)
	}
}

func TestEscStopsTheAnswer(t *testing.T) {
	s := newStage(t)
	if err := s.server.Fault(llmtest.Fault{Kind: llmtest.FaultHang}); err != nil {
		t.Fatal(err)
	}
	c := s.w.chat.Composer()
	c.SetText("Anybody?")
	c.OnSend("Anybody?")
	s.until("the answer to begin", func() bool { return s.w.chat.LastAnswer() != 0 })
	c.Focusable().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	s.until("the end", func() bool { return !s.w.chat.Busy() })
	m, err := s.service.Message(t.Context(), 1, s.w.chat.LastAnswer())
	if err != nil || m.Status != memory.MessageStopped {
		t.Errorf("the answer is %s: %v", m.Status, err)
	}
}

func TestDraftsComeBackWithTheirChat(t *testing.T) {
	s := newStage(t)
	s.say("Hello first")
	first := s.w.chat.Thread().ID
	s.w.chat.Composer().SetText("half a thought")
	s.w.chat.New(false)
	s.w.chat.Composer().SetText("for a new chat")
	s.w.chat.Open(first, 0)
	s.until("the first chat", func() bool { return s.w.chat.Thread().ID == first })
	if got := s.w.chat.Composer().Text(); got != "half a thought" {
		t.Errorf("its draft is %q", got)
	}
	s.w.chat.New(false)
	s.until("the other draft", func() bool { return s.w.chat.Composer().Text() == "for a new chat" })
}

func TestATemporaryChatIsGoneWhenItIsLeft(t *testing.T) {
	s := newStage(t)
	s.w.chat.New(true)
	s.say("I love cardamom")
	id := s.w.chat.Thread().ID
	s.w.chat.New(false)
	s.until("the chat to be gone", func() bool {
		_, err := s.service.Thread(t.Context(), 1, id)
		return err != nil
	})
	ms, err := s.service.Memories(t.Context(), memory.MemoryQuery{MemoryFilter: memory.MemoryFilter{ProfileID: 1}})
	if err != nil || len(ms) != 0 {
		t.Errorf("%d memories of it are left: %v", len(ms), err)
	}
}

func TestForgettingAMemoryCanBeTakenBackByCtrlZ(t *testing.T) {
	s := newStage(t)
	a, err := s.service.AddMemory(t.Context(), 1, memory.ActorUser, memory.NewMemory{Content: "The user likes tea"})
	if err != nil {
		t.Fatal(err)
	}
	s.until("the memory", func() bool { return len(s.w.panel.MemoryTexts()) == 1 })
	s.w.panel.Forget(a.ID)
	s.until("it to go", func() bool { return len(s.w.panel.MemoryTexts()) == 0 && s.w.panel.ToastText() == "Forgotten" })
	s.w.undo()
	s.until("it to come back", func() bool { return len(s.w.panel.MemoryTexts()) == 1 })
}

func TestABinaryFileIsRefusedWithItsReason(t *testing.T) {
	s := newStage(t)
	s.w.chat.Attach("photo.dat", []byte{0, 1, 2, 3})
	s.until("the refusal", func() bool { return strings.Contains(s.w.chat.ToastText(), "not a text file") })
	s.w.chat.Attach("notes.txt", []byte("buy rice"))
	s.until("the file", func() bool { return len(s.w.chat.Thread().Contexts) == 1 })
}

func TestTheSearchFindsChatsMessagesAndMemories(t *testing.T) {
	s := newStage(t)
	s.say("I moved to Lisbon")
	s.until("a memory", func() bool { return len(s.w.panel.MemoryTexts()) == 1 })
	s.w.search()
	s.w.palette.Type("lisb")
	s.until("results", func() bool {
		all := strings.Join(s.w.palette.Results(), "\n")
		return strings.Contains(all, "Chats: ") && strings.Contains(all, "Memories: ") && strings.Contains(all, "Messages: ")
	})
}

func TestPanesFoldWhereThereIsNoRoom(t *testing.T) {
	s := newStage(t)
	for _, c := range []struct {
		width          float32
		sidebar, panel bool
	}{{1440, true, true}, {1100, true, false}, {720, false, false}} {
		s.win.Resize(fyne.NewSize(c.width, 700))
		if s.w.frame.sidebarShown() != c.sidebar || s.w.frame.panelShown() != c.panel {
			t.Errorf("at %v the sidebar is shown: %v, the panel: %v", c.width, s.w.frame.sidebarShown(), s.w.frame.panelShown())
		}
	}
	s.w.showPanel(panel.Files)
	if got := s.w.panel.Size().Width; !s.w.frame.panelShown() || got != theme.PanelWidth {
		t.Errorf("the panel floats %v wide", got)
	}
	if got := s.w.chat.Size().Width; got != 720 {
		t.Errorf("beneath it the chat has %v", got)
	}
	if !s.w.frame.tuck() || s.w.frame.panelShown() {
		t.Error("Esc does not take it away")
	}
}

func TestTheFirstRunEndsWithTheModelThatWasChosen(t *testing.T) {
	s := newStage(t)
	s.host.mu.Lock()
	s.host.servers = []app.Server{{
		Name: "ollama", Title: "Ollama", BaseURL: "http://127.0.0.1:11434/v1",
		Models: []app.ServerModel{{ID: "huge:70b", Slow: true}, {ID: "llama3.2"}},
	}}
	s.host.mu.Unlock()
	s.w.showFirstRun()
	s.until("the server", func() bool { return s.w.first.Chosen() == "ollama/llama3.2" })
	s.w.first.Take()
	s.until("the end of it", func() bool { return s.w.first == nil && s.host.kept(firstKey) == "true" })
	s.until("the model", func() bool { return s.service.Config().ModelDefault == "ollama/llama3.2" })
	if len(s.host.added) != 1 || s.host.added[0].Name != "ollama" {
		t.Errorf("written down: %+v", s.host.added)
	}
}

func TestDeletingAChatCanBeUndone(t *testing.T) {
	s := newStage(t)
	s.say("Hello there")
	th := s.w.chat.Thread()
	s.w.doRemove(th, false)
	s.until("the chat to go", func() bool { return s.w.chat.ToastText() == "Chat moved to the trash" })
	s.until("the list", func() bool { return len(s.w.sidebar.Threads()) == 0 })
	s.w.restore(th.ID, true)
	s.until("the chat", func() bool { return s.w.chat.Thread().ID == th.ID && len(s.w.sidebar.Threads()) == 1 })
}

func TestEditingAMessageBranchesAndTheOldVersionStays(t *testing.T) {
	s := newStage(t)
	s.say("Hello first")
	s.w.chat.EditLast()
	if got := s.w.chat.Composer().Text(); got != "Hello first" {
		t.Fatalf("the composer holds %q", got)
	}
	first := s.w.chat.LastAnswer()
	s.w.chat.Composer().OnSend("Hello second")
	s.until("the second answer", func() bool {
		return !s.w.chat.Busy() && s.w.chat.LastAnswer() != first &&
			s.w.chat.LastAnswer() != 0
	})
	ms, err := s.service.Messages(t.Context(), 1, s.w.chat.Thread().ID, 0, 0)
	if err != nil || len(ms) != 2 || ms[0].Content != "Hello second" {
		t.Fatalf("the branch is %+v: %v", ms, err)
	}
	vs, err := s.service.Versions(t.Context(), 1, ms[0].ID)
	if err != nil || len(vs) != 2 {
		t.Errorf("%d versions: %v", len(vs), err)
	}
}

func TestNewChatsDoWithTheMemoryWhatTheSettingSays(t *testing.T) {
	s := newStage(t)
	if err := s.host.Keep(t.Context(), app.NewChatMode, string(memory.ModeRead)); err != nil {
		t.Fatal(err)
	}
	s.w.modelsChanged()
	s.until("the chip", func() bool { return s.w.chat.Thread().Memory == memory.ModeRead })
	s.say("Hello there")
	th, err := s.service.Thread(t.Context(), 1, s.w.chat.Thread().ID)
	if err != nil || th.Memory != memory.ModeRead {
		t.Errorf("the chat is stored with memory %q: %v", th.Memory, err)
	}
}

func TestEscBeforeTheAnswerHasBegunStopsItToo(t *testing.T) {
	s := newStage(t)
	if err := s.server.Fault(llmtest.Fault{Kind: llmtest.FaultHang}); err != nil {
		t.Fatal(err)
	}
	c := s.w.chat.Composer()
	c.SetText("Anybody?")
	c.OnSend("Anybody?")
	c.Focusable().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	s.until("the end", func() bool { return s.w.chat.LastAnswer() != 0 && !s.w.chat.Busy() })
	m, err := s.service.Message(t.Context(), 1, s.w.chat.LastAnswer())
	if err != nil || m.Status != memory.MessageStopped {
		t.Errorf("the answer is %s: %v", m.Status, err)
	}
}
