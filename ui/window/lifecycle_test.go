package window

import (
	"bytes"
	"image"
	"image/png"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"memoir/llm/llmtest"
	"memoir/memory"
	"memoir/ui/markdown"
	"memoir/ui/settings"
	"memoir/ui/widgets"
)

// countArcs counts the spinners in the window.
func (s *harness) countArcs() int {
	n := 0
	walkVisible(s.window.root, func(o fyne.CanvasObject) {
		if _, ok := o.(*canvas.Arc); ok {
			n++
		}
	})
	return n
}

func TestTitleIsRequestedOnceTheFirstExchangeIsOver(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	titleCalls := func() int {
		n := 0
		for _, r := range s.server.Requests() {
			if strings.Contains(r.Body, "Name this chat") {
				n++
			}
		}
		return n
	}
	s.sendAndWait("I moved to Lisbon")
	s.runUICallsUntil("the call", func() bool { return titleCalls() > 0 }) // an interrupted call is repeated
	if got := s.window.chat.CurrentChat().Title; got != "I moved to Lisbon" {
		t.Errorf("the title that repeats the message was taken: %q", got)
	}
}

func TestReducedMotionStopsSpinners(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	if err := s.server.InjectFault(llmtest.Fault{Kind: llmtest.FaultHang}); err != nil {
		t.Fatal(err)
	}
	c := s.window.chat.Composer()
	c.SetText("Anybody?")
	c.OnSend("Anybody?")
	s.runUICallsUntil("the arc", func() bool { return s.countArcs() == 1 })
	if s.window.chat.MessageList().ReducedMotion() {
		t.Error("the list stands still")
	}
	l := s.window.display.options
	l.Still = true
	s.window.display.applyAndSaveDisplayOptions(l)
	if n := s.countArcs(); n != 0 {
		t.Errorf("%d arcs are left", n)
	}
	if !s.window.chat.MessageList().ReducedMotion() {
		t.Error("the list still glides")
	}
	l.Still = false
	s.window.display.applyAndSaveDisplayOptions(l)
	if n := s.countArcs(); n != 1 {
		t.Errorf("%d arcs came back", n)
	}
	s.window.chat.CancelEditOrStopAnswerOrCloseFind()
	s.runUICallsUntil("the end", func() bool { return !s.window.chat.IsAnswerInProgress() })
}

func TestCrashNoticeStaysUntilClosed(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	const text = "Memoir crashed last time."
	s.host.crashedAt, s.host.crashFile = time.Now(), "/state/memoir.last-crash"
	s.window.notices.showCrashNoticeOrPresetOffer()
	s.pressControl("Copy report")
	s.runUICallsUntil("the word", func() bool { return s.chatToast() != "" })
	if got := fyne.CurrentApp().Clipboard().Content(); got != "crash of profile 1" {
		t.Errorf("copied %q", got)
	}
	s.pressControl("Show file /state/memoir.last-crash")
	if len(s.openedURLs) != 1 || s.openedURLs[0] != "file:///state" {
		t.Errorf("opened %q", s.openedURLs)
	}
	bo, err := s.service.CreateProfile(t.Context(), "Bo")
	if err != nil {
		t.Fatal(err)
	}
	s.window.switchProfileRebuildingPanes(bo)
	if !strings.Contains(s.visibleTexts(), text) {
		t.Fatal("the notice is gone before it was closed")
	}
	s.pressControl("Dismiss this notice")
	if strings.Contains(s.visibleTexts(), text) {
		t.Error("it cannot be closed")
	}
	s.window.switchProfileRebuildingPanes(memory.Profile{ID: 1})
	if strings.Contains(s.visibleTexts(), text) {
		t.Error("it came back")
	}
}

func TestDiagnosticsCoverTheShownProfile(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	bo, err := s.service.CreateProfile(t.Context(), "Bo")
	if err != nil {
		t.Fatal(err)
	}
	s.window.switchProfileRebuildingPanes(bo)
	s.window.env.CopyDiagnostics()
	s.runUICallsUntil("the word", func() bool { return s.chatToast() != "" })
	if got, want := fyne.CurrentApp().Clipboard().Content(), "state of profile "+bo.ID.String(); got != want {
		t.Errorf("copied %q, want %q", got, want)
	}
}

func TestEmbeddingRebuildContinuesAcrossProfileSwitch(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	tea := memory.NewMemory{Content: "The user likes tea"}
	if _, err := s.service.Session(1, memory.ActorUser).AddMemory(t.Context(), tea); err != nil {
		t.Fatal(err)
	}
	bo, err := s.service.CreateProfile(t.Context(), "Bo")
	if err != nil {
		t.Fatal(err)
	}
	s.window.embedding.StartReembedding()
	s.window.switchProfileRebuildingPanes(bo)
	s.window.settings.OpenModelsPage(s.win.Canvas(), "")
	if got := s.window.embedding.ProgressText(); got == "" {
		t.Error("the new settings do not know of it")
	}
	s.runUICallsUntil("its end", func() bool { return s.window.embedding.ProgressText() == "" })
	if got := s.chatToast(); got != "" {
		t.Errorf("it ended with %q", got)
	}
}

// topOf returns the vertical position of a control.
func (s *harness) topOf(name string) float32 {
	s.Helper()
	o, ok := s.findControl(name).(fyne.CanvasObject)
	if !ok || o.Size().Width == 0 {
		s.Fatalf("%q is not drawn", name)
	}
	return fyne.CurrentApp().Driver().AbsolutePositionForObject(o).Y
}

func TestHTTPInterfaceIsEnabledInSettings(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	s.window.settings.OpenPage(s.win.Canvas(), settings.DataPage)
	copied := func(button, want string) {
		t.Helper()
		s.pressControl(button)
		s.runUICallsUntil(want, func() bool { return fyne.CurrentApp().Clipboard().Content() == want })
	}
	s.pressControl("HTTP interface")
	s.runUICallsUntil("the address", func() bool { return s.hasControl("Copy address") })
	if a, b := s.topOf("Copy address"), s.topOf("Back up now"); a <= 0 || a >= b {
		t.Errorf("the address is drawn at %v, what comes after it at %v", a, b)
	}
	copied("Copy address", "http://127.0.0.1:1")
	copied("Copy token", "token 0")
	s.pressControl("New token")
	s.pressControl("Cancel")
	copied("Copy token", "token 0")
	s.pressControl("New token")
	s.pressControl("New token")
	s.runUICallsUntil("the new one", func() bool {
		token, err := s.host.ReadOrCreateAPIToken(t.Context())
		return err == nil && token == "token 1"
	})
	s.pressControl("HTTP interface")
	s.runUICallsUntil("its end", func() bool { return !s.hasControl("Copy address") })
}

// findAnswerViewWithPicture finds the text of an answer that contains a picture chip.
func (s *harness) findAnswerViewWithPicture() *markdown.View {
	var found *markdown.View
	walkVisible(s.window.root, func(o fyne.CanvasObject) {
		if v, ok := o.(*markdown.View); ok && strings.Contains(v.SourceText(), "p.png") {
			found = v
		}
	})
	return found
}

func TestPictureIsFetchedOnlyAfterAClick(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	const address = "https://example.org/p.png"
	th, err := s.service.Session(1, memory.ActorUser).CreateChat(t.Context(), memory.NewChat{Title: "Pictures"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.db.MessageStore().InsertAsHeadUpdatingChatTime(t.Context(), memory.Message{
		ChatID: th.ID, Role: memory.RoleAssistant, Status: memory.MessageComplete, CreatedAt: time.Now(),
		Content: "Look: ![a cat](" + address + ")",
	}); err != nil {
		t.Fatal(err)
	}
	s.window.chat.LeaveAndOpenStoredChat(th.ID, 0)
	s.runUICallsUntil("the answer", func() bool { return s.findAnswerViewWithPicture() != nil })
	if len(s.host.fetched) != 0 {
		t.Fatalf("%q were fetched without a click", s.host.fetched)
	}
	v := s.findAnswerViewWithPicture()
	before := v.HeightFor(v.Size().Width)
	v.OnLoadImage(address)
	s.runUICallsUntil("the reason", func() bool {
		return strings.HasPrefix(s.chatToast(), "The image isn't a PNG")
	})
	var file bytes.Buffer
	if err := png.Encode(&file, image.NewNRGBA(image.Rect(0, 0, 3000, 1000))); err != nil {
		t.Fatal(err)
	}
	s.host.mu.Lock()
	s.host.picture = file.Bytes()
	s.host.mu.Unlock()
	v.OnLoadImage(address)
	v.OnLoadImage(address) // a double click
	s.runUICallsUntil("the picture", func() bool { return v.HeightFor(v.Size().Width) > before+100 })
	v.OnLoadImage(address)
	if got := len(s.host.fetched); got != 2 {
		t.Errorf("fetched %d times", got)
	}
	var shown image.Image
	walkVisible(v, func(o fyne.CanvasObject) {
		if i, ok := o.(*canvas.Image); ok && i.Image != nil {
			shown = i.Image
		}
	})
	if shown == nil || shown.Bounds().Dx() != 1400 {
		t.Errorf("what is kept of it: %v", shown)
	}
	menu := 0
	v.TappedSecondary(&fyne.PointEvent{Position: fyne.NewPos(5, 5)})
	walkVisible(s.win.Canvas().Overlays().Top(), func(o fyne.CanvasObject) {
		if b, ok := o.(*widgets.Button); ok && strings.HasPrefix(b.Label(), "Copy paragraph") {
			menu++
		}
	})
	if menu != 2 {
		t.Errorf("a right click offers to copy the paragraph %d times", menu)
	}
}

func TestPanelAndSuggestionsAreLoadedAfterTheFirstFrame(t *testing.T) {
	s := newHarnessWithDemoModels(t)
	tea := memory.NewMemory{Content: "The user drinks green tea."}
	if _, err := s.service.Session(1, memory.ActorUser).AddMemory(t.Context(), tea); err != nil {
		t.Fatal(err)
	}
	s.window.Close()
	s.openWindowWithoutFrame()
	s.runUICallsUntil("the models", s.showsLocalModelNote)
	s.runUICallsUntil("the chats", func() bool { return strings.Contains(s.visibleTexts(), "No chats yet") })
	if strings.Contains(s.visibleTexts(), "green tea") {
		t.Error("memories were read before the first frame")
	}
	s.window.loadPanelAndSuggestions()
	s.runUICallsUntil("the panel and the suggestion", func() bool {
		return strings.Count(s.visibleTexts(), "green tea") == 2
	})
}
