package memory_test

import (
	"context"
	"errors"
	"io"
	"iter"
	"log/slog"
	"strings"
	"testing"
	"time"

	"memoir/memory"
)

const longQuestion = "I want to spend four days in Lisbon in May with two small children. Where should we stay?"

// setTitleReply makes the model reply with the given title.
func (m *scripted) titled(text string) {
	m.title = func(ctx context.Context, _ memory.Request) iter.Seq2[memory.Delta, error] {
		return pieces(ctx, nil, text)
	}
}

func (m *scripted) titleCalls() []memory.Request {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]memory.Request(nil), m.titles...)
}

// newIdleChat creates a chat with one exchange, waits until it was learned from, and advances the
// clock past the idle time.
func (h *house) chatAbout(text string) memory.Thread {
	h.t.Helper()
	th := h.thread()
	h.say(th, text)
	h.clock.tick(time.Minute)
	return h.again(th)
}

func (h *house) again(th memory.Thread) memory.Thread {
	h.t.Helper()
	th, err := h.Thread(h.ctx(), 1, th.ID)
	if err != nil {
		h.t.Fatal(err)
	}
	return th
}

// waitForTitle waits until a chat has the title.
func (h *house) named(th memory.Thread, title string) {
	h.t.Helper()
	wake, _, cancel := h.Subscribe()
	defer cancel()
	end := time.After(30 * time.Second)
	for h.again(th).Title != title {
		select {
		case <-wake:
		case <-end:
			h.t.Fatalf("the chat is called %q, want %q", h.again(th).Title, title)
		}
	}
}

// waitForTitleQueue waits until the worker has handled every chat queued for a title so far: it
// takes them in order, so a last chat, which is certain to get a title, marks the end.
func (h *house) afterThat() {
	h.t.Helper()
	h.model.mu.Lock()
	before := h.model.title
	h.model.title = func(ctx context.Context, r memory.Request) iter.Seq2[memory.Delta, error] {
		if strings.Contains(r.Messages[0].Content, "the last one") {
			return pieces(ctx, nil, "Marker")
		}
		return before(ctx, r)
	}
	h.model.mu.Unlock()
	last := h.chatAbout("This is the last one.")
	h.TitleWhenIdle(1, last.ID)
	h.named(last, "Marker")
}

func TestAModelNamesAChatOnceNothingElseIsToDo(t *testing.T) {
	h := newHouse(t)
	h.model.titled("“Lisbon with children”.\n")
	th := h.chatAbout(longQuestion)
	if !strings.HasPrefix(longQuestion, strings.TrimSuffix(th.Title, "…")) || th.Title == "" {
		t.Fatalf("at once the chat is called %q", th.Title)
	}
	h.TitleWhenIdle(1, th.ID)
	h.named(th, "Lisbon with children")
	calls := h.model.titleCalls()
	if len(calls) != 1 {
		t.Fatalf("%d calls", len(calls))
	}
	r, asked := calls[0], calls[0].Messages[0].Content
	if r.MaxTokens != 24 || r.Model != "test/small" || !strings.Contains(asked, longQuestion) {
		t.Errorf("asked %s for %d tokens: %s", r.Model, r.MaxTokens, asked)
	}
	if got := h.again(th); got.TitleByUser || !got.UpdatedAt.Equal(th.UpdatedAt) {
		t.Errorf("the title counts as the user's: %v; the chat moved in the list: %v", got.TitleByUser, got.UpdatedAt)
	}
	h.say(th, "And where do we eat?")
	h.TitleWhenIdle(1, th.ID)
	h.afterThat()
	if n := len(h.model.titleCalls()); n != 2 {
		t.Errorf("%d calls for two chats", n)
	}
}

func TestWhatIsNoTitleIsRefusedAndNotAskedForAgain(t *testing.T) {
	for name, reply := range map[string]string{
		"nothing":                "",
		"only quotation marks":   "\"\"",
		"several lines":          "Lisbon\nwith children",
		"a speech":               "This chat is about a journey to Lisbon with two children in May.",
		"the question again":     strings.ToUpper(longQuestion),
		"the question's start":   "I want to spend four days",
		"thinking without end":   "<think>The user wants a title",
		"thinking and no answer": "<think>The user wants a title</think>",
		"an escape":              "Lisbon \x1b[31mred",
	} {
		t.Run(name, func(t *testing.T) {
			h, kept := newWatchedHouse(t)
			h.model.titled(reply)
			th := h.chatAbout(longQuestion)
			h.TitleWhenIdle(1, th.ID)
			<-kept
			h.TitleWhenIdle(1, th.ID)
			h.afterThat()
			if got := h.again(th).Title; got != th.Title {
				t.Errorf("the chat is called %q", got)
			}
			if n := len(h.model.titleCalls()); n != 2 {
				t.Errorf("%d calls for two chats", n)
			}
		})
	}
}

func TestATitleIsCleaned(t *testing.T) {
	for reply, want := range map[string]string{
		"**Title:** Lisbon with children":                 "Lisbon with children",
		"# Lisbon with children":                          "Lisbon with children",
		"«Лиссабон с детьми»":                             "Лиссабон с детьми",
		"「リスボン旅行」。":                                       "リスボン旅行",
		"<think>Short.</think>\nLisbon: children, hotels": "Lisbon: children, hotels",
	} {
		h := newHouse(t)
		h.model.titled(reply)
		th := h.chatAbout(longQuestion)
		h.TitleWhenIdle(1, th.ID)
		h.named(th, want)
	}
}

func TestATitleThatWasCutOffIsRefused(t *testing.T) {
	h, kept := newWatchedHouse(t)
	h.model.title = func(context.Context, memory.Request) iter.Seq2[memory.Delta, error] {
		return func(yield func(memory.Delta, error) bool) {
			_ = yield(memory.Delta{Text: "Four days in Lisbon with"}, nil) && yield(memory.Delta{FinishReason: "length"}, nil)
		}
	}
	th := h.chatAbout(longQuestion)
	h.TitleWhenIdle(1, th.ID)
	<-kept
	if got := h.again(th).Title; got != th.Title {
		t.Errorf("the chat is called %q", got)
	}
}

// blockTitleCalls makes title calls block until end is closed or, when cancellable, until their
// context is cancelled.
func (m *scripted) slowTitle(obedient bool) (begun chan context.Context, end chan struct{}) {
	begun, end = make(chan context.Context, 10), make(chan struct{})
	m.title = func(ctx context.Context, _ memory.Request) iter.Seq2[memory.Delta, error] {
		return func(yield func(memory.Delta, error) bool) {
			off := ctx.Done()
			if !obedient {
				off = nil
			}
			begun <- ctx
			select {
			case <-off:
				yield(memory.Delta{}, ctx.Err())
			case <-end:
				yield(memory.Delta{Text: "Made by the model"}, nil)
			}
		}
	}
	return begun, end
}

func TestTheUsersNameWinsOverTheModels(t *testing.T) {
	for name, obedient := range map[string]bool{"called off": true, "too late to be called off": false} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			begun, end := h.model.slowTitle(obedient)
			th := h.chatAbout(longQuestion)
			h.TitleWhenIdle(1, th.ID)
			call := <-begun
			own := "Our holiday"
			if _, err := h.UpdateThread(h.ctx(), 1, th.ID, memory.ThreadPatch{Title: &own}); err != nil {
				t.Fatal(err)
			}
			<-call.Done()
			close(end)
			h.afterThat()
			if got := h.again(th).Title; got != own {
				t.Errorf("the chat is called %q", got)
			}
			if n := len(h.model.titleCalls()); n != 2 {
				t.Errorf("%d calls for two chats", n)
			}
		})
	}
}

func TestTypingEndsTheCallAndTheTitleComesLater(t *testing.T) {
	h := newHouse(t)
	begun, end := h.model.slowTitle(true)
	th := h.chatAbout(longQuestion)
	h.TitleWhenIdle(1, th.ID)
	call := <-begun
	h.Typing()
	<-call.Done()
	if errors.Is(context.Cause(call), context.Canceled) {
		t.Error("it ended for another reason")
	}
	other := h.thread() // still typing: sending wakes the worker, which must not start
	h.TitleWhenIdle(1, other.ID)
	if _, ds := h.say(other, "What is a tram?"); len(ds) != 0 {
		t.Fatal("learned something")
	}
	if n := len(h.model.titleCalls()); n != 1 {
		t.Fatalf("%d calls while somebody types", n)
	}
	h.clock.tick(time.Minute)
	close(end)
	h.TitleWhenIdle(1, h.thread().ID)
	h.named(th, "Made by the model")
}

func TestAReplyGoesBeforeATitle(t *testing.T) {
	h := newHouse(t)
	begun, end := h.model.slowTitle(true)
	th := h.chatAbout(longQuestion)
	h.TitleWhenIdle(1, th.ID)
	call := <-begun
	h.say(th, "And where do we eat?")
	if call.Err() == nil {
		t.Fatal("the call for a title went on")
	}
	h.clock.tick(time.Minute)
	close(end)
	h.TitleWhenIdle(1, h.thread().ID)
	h.named(th, "Made by the model")
}

func TestAChatIsNamedOnlyWhereItsTextHasBeen(t *testing.T) {
	remote := func(id string) memory.ModelInfo {
		provider, name, _ := strings.Cut(id, "/")
		return memory.ModelInfo{ID: id, Provider: provider, Name: name, Chat: true, Available: true, Context: 8192}
	}
	local := remote("ollama/big")
	local.Local = true
	small := remote("ollama/small")
	small.Local, small.Size = true, 1
	nano, other := remote("cloud/nano"), remote("other/x")
	type list = []memory.ModelInfo
	for name, c := range map[string]struct {
		models list
		chat   string
		want   string // "" if no model is asked
	}{
		"a local chat":                       {list{nano, local, small}, "ollama/big", "ollama/small"},
		"a local chat whose server is gone":  {list{nano}, "ollama/big", ""},
		"a chat with a provider":             {list{other, nano}, "cloud/nano", "cloud/nano"},
		"a chat whose provider is now gone":  {list{other}, "cloud/nano", ""},
		"a provider beside a local computer": {list{small, nano}, "cloud/nano", "ollama/small"},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			h.model.titled("A title")
			th, err := h.CreateThread(h.ctx(), 1, memory.NewThread{Model: memory.Text(c.chat), Memory: memory.ModeRead})
			if err != nil {
				t.Fatal(err)
			}
			h.cat.mu.Lock()
			h.cat.models = list{local, nano}
			h.cat.mu.Unlock()
			h.say(th, longQuestion)
			h.cat.mu.Lock()
			h.cat.models, h.cat.named = c.models, "cloud/nano"
			h.cat.mu.Unlock()
			h.clock.tick(time.Minute)
			h.TitleWhenIdle(1, th.ID)
			if c.want != "" {
				h.named(th, "A title")
				if got := h.model.titleCalls()[0].Model; got != c.want {
					t.Errorf("asked %s, want %s", got, c.want)
				}
				return
			}
			h.cat.mu.Lock()
			h.cat.models = newCatalog().models
			h.cat.mu.Unlock()
			h.afterThat()
			if n := len(h.model.titleCalls()); n != 1 {
				t.Errorf("%d calls, want the last chat's alone", n)
			}
		})
	}
}

func TestChatsThatAreNotToBeNamed(t *testing.T) {
	own := "My own"
	for name, prepare := range map[string]func(h *house) memory.Thread{
		"temporary": func(h *house) memory.Thread {
			th, err := h.CreateThread(h.ctx(), 1, memory.NewThread{Temporary: true})
			wantErr(h.t, err, nil)
			return th
		},
		"memory off": func(h *house) memory.Thread {
			th, err := h.CreateThread(h.ctx(), 1, memory.NewThread{Memory: memory.ModeOff})
			wantErr(h.t, err, nil)
			return th
		},
		"named by its user": func(h *house) memory.Thread {
			th, err := h.CreateThread(h.ctx(), 1, memory.NewThread{Title: own})
			wantErr(h.t, err, nil)
			return th
		},
		"long already": func(h *house) memory.Thread {
			th := h.thread()
			for _, text := range []string{"One", "Two", "Three"} {
				h.say(th, text)
			}
			return th
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			h.model.titled("Made by the model")
			th := prepare(h)
			h.say(th, longQuestion)
			h.clock.tick(time.Minute)
			before := h.again(th).Title
			h.TitleWhenIdle(1, th.ID)
			h.afterThat()
			if got := h.again(th).Title; got != before {
				t.Errorf("the chat is called %q, was %q", got, before)
			}
			if n := len(h.model.titleCalls()); n != 1 {
				t.Errorf("%d calls, want the last chat's alone", n)
			}
		})
	}
}

// titleLogHandler is a log handler that signals when the service decides to keep a title.
type watched struct {
	slog.Handler
	kept chan struct{}
}

func (w watched) Handle(ctx context.Context, r slog.Record) error {
	if r.Message == "a chat keeps its title" {
		w.kept <- struct{}{}
	}
	return w.Handler.Handle(ctx, r)
}

// newHarnessWithTitleLog returns a harness with a titleLogHandler.
func newWatchedHouse(t *testing.T) (*house, <-chan struct{}) {
	t.Helper()
	h := newHouse(t)
	kept := make(chan struct{}, 10)
	h.log = slog.New(watched{slog.NewTextHandler(io.Discard, nil), kept})
	h.reopen()
	return h, kept
}

func TestNoTitleIsAskedForWhenTheSettingIsOffOrTheDaysTokensAreSpent(t *testing.T) {
	for key, value := range map[string]string{"chats.titles": "false", "learn.tokens_per_day": "1"} {
		h, kept := newWatchedHouse(t)
		h.model.titled("Made by the model")
		th := h.chatAbout(longQuestion)
		if err := h.SetConfig(h.ctx(), key, value); err != nil {
			t.Fatal(err)
		}
		h.TitleWhenIdle(1, th.ID)
		<-kept
		if n := len(h.model.titleCalls()); n != 0 {
			t.Errorf("%s = %s: %d calls", key, value, n)
		}
	}
}
