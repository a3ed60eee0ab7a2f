package engine_test

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
func (m *scriptedModel) setTitleReply(text string) {
	m.titleStream = func(ctx context.Context, _ memory.ModelRequest) iter.Seq2[memory.ReplyDelta, error] {
		return streamTexts(ctx, nil, text)
	}
}

func (m *scriptedModel) recordedTitleRequests() []memory.ModelRequest {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]memory.ModelRequest(nil), m.titleRequests...)
}

// newIdleChat creates a chat with one exchange, waits until it was learned from, and advances the
// clock past the idle time.
func (h *harness) newIdleChat(text string) memory.Chat {
	h.t.Helper()
	chat := h.newChat()
	h.sendAndLearn(chat, text)
	h.clock.advance(time.Minute)
	return h.reloadChat(chat)
}

func (h *harness) reloadChat(chat memory.Chat) memory.Chat {
	h.t.Helper()
	chat, err := h.Session(1, memory.ActorUser).LoadChat(h.ctx(), chat.ID)
	if err != nil {
		h.t.Fatal(err)
	}
	return chat
}

// waitForTitle waits until a chat has the title.
func (h *harness) waitForTitle(chat memory.Chat, title string) {
	h.t.Helper()
	wake, _, cancel := h.SubscribeToQueuedEvents()
	defer cancel()
	end := time.After(2 * time.Minute)
	for h.reloadChat(chat).Title != title {
		select {
		case <-wake:
		case <-end:
			h.t.Fatalf("the chat is called %q, want %q", h.reloadChat(chat).Title, title)
		}
	}
}

// waitForTitleQueue waits until the worker has handled every chat queued for a title so far: it
// takes them in order, so a last chat, which is certain to get a title, marks the end.
func (h *harness) waitForTitleQueue() {
	h.t.Helper()
	h.model.mu.Lock()
	before := h.model.titleStream
	h.model.titleStream = func(ctx context.Context, r memory.ModelRequest) iter.Seq2[memory.ReplyDelta, error] {
		if strings.Contains(r.Messages[0].Content, "the last one") {
			return streamTexts(ctx, nil, "Marker")
		}
		return before(ctx, r)
	}
	h.model.mu.Unlock()
	last := h.newIdleChat("This is the last one.")
	h.QueueTitleForIdleTime(1, last.ID)
	h.waitForTitle(last, "Marker")
}

func TestIdleChatGetsAGeneratedTitleOnce(t *testing.T) {
	h := newHarness(t)
	h.model.setTitleReply("“Lisbon with children”.\n")
	chat := h.newIdleChat(longQuestion)
	if !strings.HasPrefix(longQuestion, strings.TrimSuffix(chat.Title, "…")) || chat.Title == "" {
		t.Fatalf("at once the chat is called %q", chat.Title)
	}
	h.QueueTitleForIdleTime(1, chat.ID)
	h.waitForTitle(chat, "Lisbon with children")
	calls := h.model.recordedTitleRequests()
	if len(calls) != 1 {
		t.Fatalf("%d calls", len(calls))
	}
	r, asked := calls[0], calls[0].Messages[0].Content
	if r.MaxTokens != 24 || r.Model != "test/small" || !strings.Contains(asked, longQuestion) {
		t.Errorf("asked %s for %d tokens: %s", r.Model, r.MaxTokens, asked)
	}
	if got := h.reloadChat(chat); got.TitleByUser || !got.UpdatedAt.Equal(chat.UpdatedAt) {
		t.Errorf("the title counts as the user's: %v; the chat moved in the list: %v", got.TitleByUser, got.UpdatedAt)
	}
	h.sendAndLearn(chat, "And where do we eat?")
	h.QueueTitleForIdleTime(1, chat.ID)
	h.waitForTitleQueue()
	if n := len(h.model.recordedTitleRequests()); n != 2 {
		t.Errorf("%d calls for two chats", n)
	}
}

func TestUnusableTitleIsRefusedAndNotRequestedAgain(t *testing.T) {
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
			h, kept := newHarnessWithTitleLog(t)
			h.model.setTitleReply(reply)
			chat := h.newIdleChat(longQuestion)
			h.QueueTitleForIdleTime(1, chat.ID)
			<-kept
			h.QueueTitleForIdleTime(1, chat.ID)
			h.waitForTitleQueue()
			if got := h.reloadChat(chat).Title; got != chat.Title {
				t.Errorf("the chat is called %q", got)
			}
			if n := len(h.model.recordedTitleRequests()); n != 2 {
				t.Errorf("%d calls for two chats", n)
			}
		})
	}
}

func TestGeneratedTitleIsCleaned(t *testing.T) {
	for reply, want := range map[string]string{
		"**Title:** Lisbon with children":                 "Lisbon with children",
		"# Lisbon with children":                          "Lisbon with children",
		"«Лиссабон с детьми»":                             "Лиссабон с детьми",
		"「リスボン旅行」。":                                       "リスボン旅行",
		"<think>Short.</think>\nLisbon: children, hotels": "Lisbon: children, hotels",
	} {
		h := newHarness(t)
		h.model.setTitleReply(reply)
		chat := h.newIdleChat(longQuestion)
		h.QueueTitleForIdleTime(1, chat.ID)
		h.waitForTitle(chat, want)
	}
}

func TestTruncatedTitleIsRefused(t *testing.T) {
	h, kept := newHarnessWithTitleLog(t)
	h.model.titleStream = func(context.Context, memory.ModelRequest) iter.Seq2[memory.ReplyDelta, error] {
		return func(yield func(memory.ReplyDelta, error) bool) {
			_ = yield(memory.ReplyDelta{Text: "Four days in Lisbon with"}, nil) &&
				yield(memory.ReplyDelta{FinishReason: "length"}, nil)
		}
	}
	chat := h.newIdleChat(longQuestion)
	h.QueueTitleForIdleTime(1, chat.ID)
	<-kept
	if got := h.reloadChat(chat).Title; got != chat.Title {
		t.Errorf("the chat is called %q", got)
	}
}

// blockTitleCalls makes title calls block until end is closed or, when cancellable, until their
// context is cancelled.
func (m *scriptedModel) blockTitleCalls(cancellable bool) (started chan context.Context, end chan struct{}) {
	started, end = make(chan context.Context, 10), make(chan struct{})
	m.titleStream = func(ctx context.Context, _ memory.ModelRequest) iter.Seq2[memory.ReplyDelta, error] {
		return func(yield func(memory.ReplyDelta, error) bool) {
			off := ctx.Done()
			if !cancellable {
				off = nil
			}
			started <- ctx
			select {
			case <-off:
				yield(memory.ReplyDelta{}, ctx.Err())
			case <-end:
				yield(memory.ReplyDelta{Text: "Made by the model"}, nil)
			}
		}
	}
	return started, end
}

func TestUserTitleWinsOverTheGeneratedOne(t *testing.T) {
	for name, cancellable := range map[string]bool{"called off": true, "too late to be called off": false} {
		t.Run(name, func(t *testing.T) {
			h := newHarness(t)
			started, end := h.model.blockTitleCalls(cancellable)
			chat := h.newIdleChat(longQuestion)
			h.QueueTitleForIdleTime(1, chat.ID)
			call := <-started
			own := "Our holiday"
			if _, err := h.Session(1, memory.ActorUser).UpdateChat(h.ctx(), chat.ID, memory.ChatPatch{Title: &own}); err != nil {
				t.Fatal(err)
			}
			<-call.Done()
			close(end)
			h.waitForTitleQueue()
			if got := h.reloadChat(chat).Title; got != own {
				t.Errorf("the chat is called %q", got)
			}
			if n := len(h.model.recordedTitleRequests()); n != 2 {
				t.Errorf("%d calls for two chats", n)
			}
		})
	}
}

func TestTypingCancelsTheTitleCallUntilIdle(t *testing.T) {
	h := newHarness(t)
	started, end := h.model.blockTitleCalls(true)
	chat := h.newIdleChat(longQuestion)
	h.QueueTitleForIdleTime(1, chat.ID)
	call := <-started
	h.DelayTitlesWhileTyping()
	<-call.Done()
	if errors.Is(context.Cause(call), context.Canceled) {
		t.Error("it ended for another reason")
	}
	other := h.newChat() // still typing: sending wakes the worker, which must not start
	h.QueueTitleForIdleTime(1, other.ID)
	if _, ds := h.sendAndLearn(other, "What is a tram?"); len(ds) != 0 {
		t.Fatal("learned something")
	}
	if n := len(h.model.recordedTitleRequests()); n != 1 {
		t.Fatalf("%d calls while somebody types", n)
	}
	h.clock.advance(time.Minute)
	close(end)
	h.QueueTitleForIdleTime(1, h.newChat().ID)
	h.waitForTitle(chat, "Made by the model")
}

func TestReplyCancelsTheTitleCall(t *testing.T) {
	h := newHarness(t)
	started, end := h.model.blockTitleCalls(true)
	chat := h.newIdleChat(longQuestion)
	h.QueueTitleForIdleTime(1, chat.ID)
	call := <-started
	h.sendAndLearn(chat, "And where do we eat?")
	if call.Err() == nil {
		t.Fatal("the call for a title went on")
	}
	h.clock.advance(time.Minute)
	close(end)
	h.QueueTitleForIdleTime(1, h.newChat().ID)
	h.waitForTitle(chat, "Made by the model")
}

func TestTitleIsRequestedOnlyFromModelsThatMayReadTheChat(t *testing.T) {
	remote := func(id string) memory.ModelInfo {
		provider, name, _ := strings.Cut(id, "/")
		return memory.ModelInfo{ID: id, Provider: provider, Name: name, CanChat: true, Available: true, ContextWindow: 8192}
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
			h := newHarness(t)
			h.model.setTitleReply("A title")
			chat, err := h.Session(1, memory.ActorUser).CreateChat(h.ctx(), memory.NewChat{
				Model:  memory.NullText(c.chat),
				Memory: memory.MemoryReadOnly,
			})
			if err != nil {
				t.Fatal(err)
			}
			h.catalog.mu.Lock()
			h.catalog.models = list{local, nano}
			h.catalog.mu.Unlock()
			h.sendAndLearn(chat, longQuestion)
			h.catalog.mu.Lock()
			h.catalog.models, h.catalog.extractorID = c.models, "cloud/nano"
			h.catalog.mu.Unlock()
			h.clock.advance(time.Minute)
			h.QueueTitleForIdleTime(1, chat.ID)
			if c.want != "" {
				h.waitForTitle(chat, "A title")
				if got := h.model.recordedTitleRequests()[0].Model; got != c.want {
					t.Errorf("asked %s, want %s", got, c.want)
				}
				return
			}
			h.catalog.mu.Lock()
			h.catalog.models = newFakeCatalog().models
			h.catalog.mu.Unlock()
			h.waitForTitleQueue()
			if n := len(h.model.recordedTitleRequests()); n != 1 {
				t.Errorf("%d calls, want the last chat's alone", n)
			}
		})
	}
}

func TestSomeChatsGetNoGeneratedTitle(t *testing.T) {
	own := "My own"
	for name, prepare := range map[string]func(h *harness) memory.Chat{
		"temporary": func(h *harness) memory.Chat {
			chat, err := h.Session(1, memory.ActorUser).CreateChat(h.ctx(), memory.NewChat{Temporary: true})
			wantErr(h.t, err, nil)
			return chat
		},
		"memory off": func(h *harness) memory.Chat {
			chat, err := h.Session(1, memory.ActorUser).CreateChat(h.ctx(), memory.NewChat{Memory: memory.MemoryOff})
			wantErr(h.t, err, nil)
			return chat
		},
		"named by its user": func(h *harness) memory.Chat {
			chat, err := h.Session(1, memory.ActorUser).CreateChat(h.ctx(), memory.NewChat{Title: own})
			wantErr(h.t, err, nil)
			return chat
		},
		"long already": func(h *harness) memory.Chat {
			chat := h.newChat()
			for _, text := range []string{"One", "Two", "Three"} {
				h.sendAndLearn(chat, text)
			}
			return chat
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHarness(t)
			h.model.setTitleReply("Made by the model")
			chat := prepare(h)
			h.sendAndLearn(chat, longQuestion)
			h.clock.advance(time.Minute)
			before := h.reloadChat(chat).Title
			h.QueueTitleForIdleTime(1, chat.ID)
			h.waitForTitleQueue()
			if got := h.reloadChat(chat).Title; got != before {
				t.Errorf("the chat is called %q, was %q", got, before)
			}
			if n := len(h.model.recordedTitleRequests()); n != 1 {
				t.Errorf("%d calls, want the last chat's alone", n)
			}
		})
	}
}

// titleLogHandler is a log handler that signals when the service decides to keep a title.
type titleLogHandler struct {
	slog.Handler
	titleKept chan struct{}
}

func (w titleLogHandler) Handle(ctx context.Context, r slog.Record) error {
	if r.Message == "a chat keeps its title" {
		w.titleKept <- struct{}{}
	}
	return w.Handler.Handle(ctx, r)
}

// newHarnessWithTitleLog returns a harness with a titleLogHandler.
func newHarnessWithTitleLog(t *testing.T) (*harness, <-chan struct{}) {
	t.Helper()
	h := newHarness(t)
	kept := make(chan struct{}, 10)
	h.log = slog.New(titleLogHandler{slog.NewTextHandler(io.Discard, nil), kept})
	h.restart()
	return h, kept
}

func TestNoTitleIsRequestedWhenDisabledOrOverTheTokenLimit(t *testing.T) {
	for key, value := range map[string]string{"chats.titles": "false", "learn.tokens_per_day": "1"} {
		h, kept := newHarnessWithTitleLog(t)
		h.model.setTitleReply("Made by the model")
		chat := h.newIdleChat(longQuestion)
		if err := h.SetAndStoreSetting(h.ctx(), key, value); err != nil {
			t.Fatal(err)
		}
		h.QueueTitleForIdleTime(1, chat.ID)
		<-kept
		if n := len(h.model.recordedTitleRequests()); n != 0 {
			t.Errorf("%s = %s: %d calls", key, value, n)
		}
	}
}
