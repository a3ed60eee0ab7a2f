package window

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"memoir/llm/llmtest"
	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/panel"
	"memoir/ui/theme"
	"memoir/ui/widgets"
)

func TestMessageCreatesAChatAndAMemory(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	m := s.sendAndWait("I moved to Lisbon")
	if m.Status != memory.MessageComplete {
		t.Fatalf("the answer is %s", m.Status)
	}
	if s.window.chat.Composer().Text() != "" {
		t.Errorf("%q still stands in the composer", s.window.chat.Composer().Text())
	}
	s.runUICallsUntil("the chat in the sidebar", func() bool { return len(s.window.sidebar.ListedChats()) == 1 })
	if got := s.window.sidebar.ListedChats()[0].Title; got != "I moved to Lisbon" {
		t.Errorf("the chat is called %q", got)
	}
	s.runUICallsUntil("a memory", func() bool { return len(s.memoryCards()) == 1 })
	if got := s.memoryCards()[0].Name(); !strings.Contains(got, "Lisbon") {
		t.Errorf("the panel shows %q", got)
	}
}

func TestUnstoredMessageStaysInTheComposer(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	s.sendAndWait("Hello there")
	id := s.window.chat.CurrentChat().ID
	session := s.service.Session(1, memory.ActorUser)
	if err := session.TrashOrEraseChatMaybeUnlearning(t.Context(), id, memory.DeleteChatOptions{}); err != nil {
		t.Fatal(err)
	}
	c := s.window.chat.Composer()
	c.SetText("do not lose this")
	c.OnSend("do not lose this")
	s.runUICallsUntil("the reason", func() bool { return s.chatToast() != "" })
	if c.Text() != "do not lose this" {
		t.Errorf("the composer holds %q", c.Text())
	}
}

func TestRetryAfterAFaultAnswersTheQuestion(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	if err := s.server.InjectFault(llmtest.Fault{Kind: llmtest.FaultUnauthorized}); err != nil {
		t.Fatal(err)
	}
	m := s.sendAndWait("Hello there")
	if m.Status != memory.MessageFailed || m.Error == nil || m.Error.Code != "unauthorized" {
		t.Fatalf("the answer is %s with %+v", m.Status, m.Error)
	}
	s.pressControl("Retry")
	s.runUICallsUntil(
		"another answer",
		func() bool { return !s.window.chat.IsAnswerInProgress() && s.window.chat.LastAnswerID() != m.ID },
	)
	last, err := s.service.Session(1, memory.ActorUser).LoadMessage(t.Context(), s.window.chat.LastAnswerID())
	if err != nil || last.Status != memory.MessageComplete {
		t.Errorf("the second answer is %s: %v", last.Status, err)
	}
}

func TestEscStopsTheAnswer(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	if err := s.server.InjectFault(llmtest.Fault{Kind: llmtest.FaultHang}); err != nil {
		t.Fatal(err)
	}
	c := s.window.chat.Composer()
	c.SetText("Anybody?")
	c.OnSend("Anybody?")
	s.runUICallsUntil("the answer to begin", func() bool { return s.window.chat.LastAnswerID() != 0 })
	c.FocusTarget().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	s.runUICallsUntil("the end", func() bool { return !s.window.chat.IsAnswerInProgress() })
	m, err := s.service.Session(1, memory.ActorUser).LoadMessage(t.Context(), s.window.chat.LastAnswerID())
	if err != nil || m.Status != memory.MessageStopped {
		t.Errorf("the answer is %s: %v", m.Status, err)
	}
}

func TestDraftsAreRestoredWithTheirChat(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	s.sendAndWait("Hello first")
	first := s.window.chat.CurrentChat().ID
	s.window.chat.Composer().SetText("half a thought")
	s.window.chat.LeaveAndOpenNewChat(false)
	s.window.chat.Composer().SetText("for a new chat")
	s.window.chat.LeaveAndOpenStoredChat(first, 0)
	s.runUICallsUntil("the first chat", func() bool { return s.window.chat.CurrentChat().ID == first })
	if got := s.window.chat.Composer().Text(); got != "half a thought" {
		t.Errorf("its draft is %q", got)
	}
	s.window.chat.LeaveAndOpenNewChat(false)
	s.runUICallsUntil("the other draft", func() bool { return s.window.chat.Composer().Text() == "for a new chat" })
}

func TestTemporaryChatIsErasedWhenLeft(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	s.window.chat.LeaveAndOpenNewChat(true)
	s.sendAndWait("I love cardamom")
	id := s.window.chat.CurrentChat().ID
	s.window.chat.LeaveAndOpenNewChat(false)
	s.runUICallsUntil("the chat to be gone", func() bool {
		_, err := s.service.Session(1, memory.ActorUser).LoadChat(t.Context(), id)
		return err != nil
	})
	ms, err := s.service.Session(1, memory.ActorUser).ListOrSearchMemories(t.Context(), memory.MemoryQuery{})
	if err != nil || len(ms) != 0 {
		t.Errorf("%d memories of it are left: %v", len(ms), err)
	}
}

// memoryCards returns the cards of the memories that the panel shows.
func (s *harness) memoryCards() []*widgets.Tappable {
	var cards []*widgets.Tappable
	walkVisible(s.window.panel, func(o fyne.CanvasObject) {
		if t, ok := o.(*widgets.Tappable); ok && strings.HasPrefix(t.Name(), "Memory: ") {
			cards = append(cards, t)
		}
	})
	return cards
}

func TestCtrlZUndoesForgettingAMemory(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	tea := memory.NewMemory{Content: "The user likes tea"}
	if _, err := s.service.Session(1, memory.ActorUser).AddMemory(t.Context(), tea); err != nil {
		t.Fatal(err)
	}
	s.runUICallsUntil("the memory", func() bool { return len(s.memoryCards()) == 1 })
	s.memoryCards()[0].TypedKey(&fyne.KeyEvent{Name: fyne.KeyDelete})
	s.runUICallsUntil("it to go", func() bool {
		return len(s.memoryCards()) == 0 && strings.Contains(s.visibleTexts(), "Forgotten")
	})
	s.window.keyboard.undoLastMemoryChange()
	s.runUICallsUntil("it to come back", func() bool { return len(s.memoryCards()) == 1 })
}

func TestBinaryFileIsRefusedWithAReason(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	s.window.chat.AttachDataAsFile("photo.dat", []byte{0, 1, 2, 3})
	s.runUICallsUntil(
		"the refusal", func() bool { return strings.Contains(s.chatToast(), "isn't a text file or document") },
	)
	s.window.chat.AttachDataAsFile("notes.txt", []byte("buy rice"))
	s.runUICallsUntil("the file", func() bool { return len(s.window.chat.CurrentChat().FileIDs) == 1 })
}

func TestTheSearchFindsChatsMessagesAndMemories(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	s.sendAndWait("I moved to Lisbon")
	s.runUICallsUntil("a memory", func() bool { return len(s.memoryCards()) == 1 })
	s.window.router.navigateTo(app.Route{Screen: app.ScreenSearch})
	test.Type(s.win.Canvas().Focused(), "lisb")
	s.runUICallsUntil(
		"results", func() bool { return s.isDrawn("Chats") && s.isDrawn("Memories") && s.isDrawn("Messages") },
	)
}

func TestPanesFloatInANarrowWindow(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	for _, c := range []struct {
		width          float32
		sidebar, panel bool
	}{{1440, true, true}, {1100, true, false}, {720, false, false}} {
		s.win.Resize(fyne.NewSize(c.width, 700))
		if s.window.frame.isSidebarShown() != c.sidebar || s.window.frame.isPanelShown() != c.panel {
			t.Errorf("at %v the sidebar is shown: %v, the panel: %v", c.width, s.window.frame.isSidebarShown(),
				s.window.frame.isPanelShown())
		}
	}
	s.window.router.showPanelTab(panel.Files)
	if got := s.window.panel.Size().Width; !s.window.frame.isPanelShown() || got != theme.PanelWidth {
		t.Errorf("the panel floats %v wide", got)
	}
	if got := s.window.chat.Size().Width; got != 720 {
		t.Errorf("beneath it the chat has %v", got)
	}
	if !s.window.frame.closeFloatingPanes() || s.window.frame.isPanelShown() {
		t.Error("Esc does not take it away")
	}
}

// showFirstRunWithOllamaAndWait shows the first run, with Ollama running, until its model is chosen.
func (s *harness) showFirstRunWithOllamaAndWait() {
	s.Helper()
	s.host.mu.Lock()
	s.host.servers = []app.Server{{
		Name: "ollama", Title: "Ollama", BaseURL: "http://127.0.0.1:11434/v1",
		Models: []app.ServerModel{{ID: "huge:70b", LikelySlow: true}, {ID: "llama3.2"}},
	}}
	s.host.mu.Unlock()
	s.window.firstRun.showFirstRun()
	s.runUICallsUntil("the server", func() bool {
		start, ok := s.findControl("Start chatting").(*widgets.Button)
		return ok && start.IsEnabled()
	})
}

func TestFirstRunSavesTheChosenModel(t *testing.T) {
	for name, start := range map[string]func(*harness){
		"by a click": func(s *harness) { s.pressControl("Start chatting") },
		"by Enter":   func(s *harness) { s.win.Canvas().OnTypedKey()(&fyne.KeyEvent{Name: fyne.KeyReturn}) },
	} {
		t.Run(name, func(t *testing.T) {
			s := newHarnessWithDemoModels(t)
			s.showFirstRunWithOllamaAndWait()
			start(s)
			s.runUICallsUntil("the end of it", func() bool {
				return !s.window.firstRun.isShown() && s.host.savedSetting(firstRunDoneKey) == "true"
			})
			s.runUICallsUntil("the model", func() bool { return s.service.Config().DefaultModel == "ollama/llama3.2" })
			if len(s.host.added) != 1 || s.host.added[0].Name != "ollama" {
				t.Errorf("written down: %+v", s.host.added)
			}
		})
	}
}

func TestKeysOfTheChatDoNothingInTheFirstRun(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	if err := s.server.InjectFault(llmtest.Fault{Kind: llmtest.FaultHang}); err != nil {
		t.Fatal(err)
	}
	s.window.chat.Composer().OnSend("Anybody?")
	s.showFirstRunWithOllamaAndWait()
	for _, k := range []fyne.KeyName{fyne.KeyEscape, fyne.KeyF1, fyne.KeyHome} {
		s.win.Canvas().OnTypedKey()(&fyne.KeyEvent{Name: k})
	}
	if !s.window.chat.IsAnswerInProgress() || s.win.Canvas().Overlays().Top() != nil || !s.window.firstRun.isShown() {
		t.Error("a key reached what the first run covers")
	}
}

func TestDeletingAChatCanBeUndone(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	s.sendAndWait("Hello there")
	th := s.window.chat.CurrentChat()
	s.window.chatCommands.trashOrEraseChatWithUndoToast(th, false)
	s.runUICallsUntil("the chat to go", func() bool { return s.chatToast() == "Chat moved to the trash" })
	s.runUICallsUntil("the list", func() bool { return len(s.window.sidebar.ListedChats()) == 0 })
	s.window.chatCommands.restoreChatAndOpenIfWanted(th.ID, true)
	s.runUICallsUntil("the chat", func() bool {
		return s.window.chat.CurrentChat().ID == th.ID && len(s.window.sidebar.ListedChats()) == 1
	})
}

func TestEditingAMessageCreatesABranch(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	s.sendAndWait("Hello first")
	s.tapEditOfLastUserMessage()
	if got := s.window.chat.Composer().Text(); got != "Hello first" {
		t.Fatalf("the composer holds %q", got)
	}
	first := s.window.chat.LastAnswerID()
	s.window.chat.Composer().OnSend("Hello second")
	s.runUICallsUntil("the second answer", func() bool {
		return !s.window.chat.IsAnswerInProgress() && s.window.chat.LastAnswerID() != first &&
			s.window.chat.LastAnswerID() != 0
	})
	ms, err := s.service.Session(1, memory.ActorUser).ListBranchMessages(t.Context(), s.window.chat.CurrentChat().ID, 0, 0)
	if err != nil || len(ms) != 2 || ms[0].Content != "Hello second" {
		t.Fatalf("the branch is %+v: %v", ms, err)
	}
	vs, err := s.service.Session(1, memory.ActorUser).ListMessageVersions(t.Context(), ms[0].ID)
	if err != nil || len(vs) != 2 {
		t.Errorf("%d versions: %v", len(vs), err)
	}
}

func TestNewChatsUseTheConfiguredMemoryMode(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	if err := s.host.SaveSetting(t.Context(), app.NewChatModeKey, string(memory.MemoryReadOnly)); err != nil {
		t.Fatal(err)
	}
	s.window.reloadModelsWithoutCache()
	s.runUICallsUntil("the chip", func() bool { return s.window.chat.CurrentChat().Memory == memory.MemoryReadOnly })
	s.sendAndWait("Hello there")
	th, err := s.service.Session(1, memory.ActorUser).LoadChat(t.Context(), s.window.chat.CurrentChat().ID)
	if err != nil || th.Memory != memory.MemoryReadOnly {
		t.Errorf("the chat is stored with memory %q: %v", th.Memory, err)
	}
}

func TestEscStopsAnAnswerThatHasNotStarted(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	if err := s.server.InjectFault(llmtest.Fault{Kind: llmtest.FaultHang}); err != nil {
		t.Fatal(err)
	}
	c := s.window.chat.Composer()
	c.SetText("Anybody?")
	c.OnSend("Anybody?")
	c.FocusTarget().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	s.runUICallsUntil(
		"the end", func() bool { return s.window.chat.LastAnswerID() != 0 && !s.window.chat.IsAnswerInProgress() },
	)
	m, err := s.service.Session(1, memory.ActorUser).LoadMessage(t.Context(), s.window.chat.LastAnswerID())
	if err != nil || m.Status != memory.MessageStopped {
		t.Errorf("the answer is %s: %v", m.Status, err)
	}
}
