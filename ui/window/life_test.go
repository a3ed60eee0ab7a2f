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
	"memoir/ui/parts"
	"memoir/ui/settings"
)

// countArcs counts the spinners in the window.
func (s *stage) arcs() int {
	n := 0
	look(s.w.root, func(o fyne.CanvasObject) {
		if _, ok := o.(*canvas.Arc); ok {
			n++
		}
	})
	return n
}

func TestAModelIsAskedForATitleAfterTheFirstExchangeAlone(t *testing.T) {
	s := newStage(t)
	asked := func() int {
		n := 0
		for _, r := range s.server.Requests() {
			if strings.Contains(r.Body, "Name this chat") {
				n++
			}
		}
		return n
	}
	s.say("I moved to Lisbon")
	s.until("the call", func() bool { return asked() > 0 }) // an interrupted call is repeated
	if got := s.w.chat.Thread().Title; got != "I moved to Lisbon" {
		t.Errorf("the title that repeats the message was taken: %q", got)
	}
}

func TestWithReducedMotionNothingTurns(t *testing.T) {
	s := newStage(t)
	if err := s.server.Fault(llmtest.Fault{Kind: llmtest.FaultHang}); err != nil {
		t.Fatal(err)
	}
	c := s.w.chat.Composer()
	c.SetText("Anybody?")
	c.OnSend("Anybody?")
	s.until("the arc", func() bool { return s.arcs() == 1 })
	if s.w.chat.List().ReducedMotion() {
		t.Error("the list stands still")
	}
	l := s.w.look
	l.Still = true
	s.w.setLook(l)
	if n := s.arcs(); n != 0 {
		t.Errorf("%d arcs are left", n)
	}
	if !s.w.chat.List().ReducedMotion() {
		t.Error("the list still glides")
	}
	l.Still = false
	s.w.setLook(l)
	if n := s.arcs(); n != 1 {
		t.Errorf("%d arcs came back", n)
	}
	s.w.chat.Stop()
	s.until("the end", func() bool { return !s.w.chat.Busy() })
}

func TestTheNoticeOfACrashStaysUntilItIsClosed(t *testing.T) {
	s := newStage(t)
	const text = "Memoir crashed last time."
	s.host.crash, s.host.crashFile = time.Now(), "/state/memoir.last-crash"
	s.w.crashNotice()
	s.press("Copy report")
	s.until("the word", func() bool { return s.w.chat.ToastText() != "" })
	if got := fyne.CurrentApp().Clipboard().Content(); got != "crash of profile 1" {
		t.Errorf("copied %q", got)
	}
	s.press("Show the file /state/memoir.last-crash")
	if len(s.opened) != 1 || s.opened[0] != "file:///state" {
		t.Errorf("opened %q", s.opened)
	}
	bo, err := s.service.CreateProfile(t.Context(), "Bo")
	if err != nil {
		t.Fatal(err)
	}
	s.w.switchTo(bo)
	if !strings.Contains(s.reads(), text) {
		t.Fatal("the notice is gone before it was closed")
	}
	s.press("Close this notice")
	if strings.Contains(s.reads(), text) {
		t.Error("it cannot be closed")
	}
	s.w.switchTo(memory.Profile{ID: 1})
	if strings.Contains(s.reads(), text) {
		t.Error("it came back")
	}
}

func TestDiagnosticsAreAboutTheProfileThatIsShown(t *testing.T) {
	s := newStage(t)
	bo, err := s.service.CreateProfile(t.Context(), "Bo")
	if err != nil {
		t.Fatal(err)
	}
	s.w.switchTo(bo)
	s.w.report()
	s.until("the word", func() bool { return s.w.chat.ToastText() != "" })
	if got, want := fyne.CurrentApp().Clipboard().Content(), "state of profile "+bo.ID.String(); got != want {
		t.Errorf("copied %q, want %q", got, want)
	}
}

func TestEmbeddingAnewGoesOnWhenAnotherProfileIsShown(t *testing.T) {
	s := newStage(t)
	tea := memory.NewMemory{Content: "The user likes tea"}
	if _, err := s.service.AddMemory(t.Context(), 1, memory.ActorUser, tea); err != nil {
		t.Fatal(err)
	}
	bo, err := s.service.CreateProfile(t.Context(), "Bo")
	if err != nil {
		t.Fatal(err)
	}
	s.w.embedding.Start()
	s.w.switchTo(bo)
	s.w.settings.Open(s.win.Canvas(), "")
	if got := s.w.embedding.Progress(); got == "" {
		t.Error("the new settings do not know of it")
	}
	s.until("its end", func() bool { return s.w.embedding.Progress() == "" })
	if got := s.w.chat.ToastText(); got != "" {
		t.Errorf("it ended with %q", got)
	}
}

// topOf returns the vertical position of a control.
func (s *stage) top(name string) float32 {
	s.Helper()
	o, ok := s.find(name).(fyne.CanvasObject)
	if !ok || o.Size().Width == 0 {
		s.Fatalf("%q is not drawn", name)
	}
	return fyne.CurrentApp().Driver().AbsolutePositionForObject(o).Y
}

func TestTheHTTPInterfaceIsSwitchedOnInTheSettings(t *testing.T) {
	s := newStage(t)
	s.w.settings.OpenPage(s.win.Canvas(), settings.Data)
	copied := func(button, want string) {
		t.Helper()
		s.press(button)
		s.until(want, func() bool { return fyne.CurrentApp().Clipboard().Content() == want })
	}
	s.press("HTTP interface")
	s.until("the address", func() bool { return s.offers("Copy the address") })
	if a, b := s.top("Copy the address"), s.top("Back up now"); a <= 0 || a >= b {
		t.Errorf("the address is drawn at %v, what comes after it at %v", a, b)
	}
	copied("Copy the address", "http://127.0.0.1:1")
	copied("Copy the token", "token 0")
	s.press("New token")
	s.press("Cancel")
	copied("Copy the token", "token 0")
	s.press("New token")
	s.press("New token")
	s.until("the new one", func() bool {
		token, err := s.host.Token(t.Context())
		return err == nil && token == "token 1"
	})
	s.press("HTTP interface")
	s.until("its end", func() bool { return !s.offers("Copy the address") })
}

// pictureView finds the text of an answer that contains a picture chip.
func (s *stage) pictureText() *markdown.View {
	var found *markdown.View
	look(s.w.root, func(o fyne.CanvasObject) {
		if v, ok := o.(*markdown.View); ok && strings.Contains(v.Source(), "p.png") {
			found = v
		}
	})
	return found
}

func TestAPictureIsLoadedOnlyOnceItWasClicked(t *testing.T) {
	s := newStage(t)
	const address = "https://example.org/p.png"
	th, err := s.service.CreateThread(t.Context(), 1, memory.NewThread{Title: "Pictures"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.db.Messages().Insert(t.Context(), memory.Message{
		ThreadID: th.ID, Role: memory.RoleAssistant, Status: memory.MessageComplete, CreatedAt: time.Now(),
		Content: "Look: ![a cat](" + address + ")",
	}); err != nil {
		t.Fatal(err)
	}
	s.w.chat.Open(th.ID, 0)
	s.until("the answer", func() bool { return s.pictureText() != nil })
	if len(s.host.fetched) != 0 {
		t.Fatalf("%q were fetched without a click", s.host.fetched)
	}
	v := s.pictureText()
	before := v.HeightFor(v.Size().Width)
	v.OnLoadImage(address)
	s.until("the reason", func() bool {
		return strings.HasPrefix(s.w.chat.ToastText(), "The picture was not loaded. It is not")
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
	s.until("the picture", func() bool { return v.HeightFor(v.Size().Width) > before+100 })
	v.OnLoadImage(address)
	if got := len(s.host.fetched); got != 2 {
		t.Errorf("fetched %d times", got)
	}
	var shown image.Image
	look(v, func(o fyne.CanvasObject) {
		if i, ok := o.(*canvas.Image); ok && i.Image != nil {
			shown = i.Image
		}
	})
	if shown == nil || shown.Bounds().Dx() != 1400 {
		t.Errorf("what is kept of it: %v", shown)
	}
	menu := 0
	v.TappedSecondary(&fyne.PointEvent{Position: fyne.NewPos(5, 5)})
	look(s.win.Canvas().Overlays().Top(), func(o fyne.CanvasObject) {
		if b, ok := o.(*parts.Button); ok && strings.HasPrefix(b.Label(), "Copy paragraph") {
			menu++
		}
	})
	if menu != 2 {
		t.Errorf("a right click offers to copy the paragraph %d times", menu)
	}
}
