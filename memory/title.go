package memory

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"memoir/prompts"
)

// Limits for generated chat titles.
const (
	titleLimit    = 60  // of a title
	titleTokens   = 24  // in the model's reply
	titleReads    = 500 // of the first message, in tokens
	titleMessages = 6   // longer chats keep their title
)

// errYieldToTyping cancels a title call because the user is typing; the call is repeated when they
// stop.
var errTyping = errors.New("yields to somebody who writes")

// titleQueue holds the chats that wait for a generated title. It is not durable: a chat whose turn
// never comes keeps the first words of its first message as its title. It has a mutex of its own,
// so that a key press never waits for the store.
type titles struct {
	mu      sync.Mutex
	waiting []titleAsk
	refused map[ID]bool // got an unusable title; not asked again until restart
	lastKey time.Time
	now     ID // of the call in progress
	stop    context.CancelCauseFunc
}

type titleAsk struct{ profile, thread ID }

// TitleWhenIdle queues a chat for a generated title. The call is made once no answer, no learning
// and no typing has been going on for Config.LocalServerIdle, at most once per chat; not while
// Config.GenerateTitles is off, not for temporary chats or those with memory off, and not when the
// user set a title. The text is sent only to models that may receive it (see PickExtractor; a model
// named for learning is no exception here).
func (s *Service) TitleWhenIdle(profile, thread ID) {
	t := &s.titles
	t.mu.Lock()
	a := titleAsk{profile, thread}
	fresh := !t.refused[thread] && !slices.Contains(t.waiting, a)
	if fresh {
		t.waiting = append(t.waiting, a)
	}
	t.mu.Unlock()
	if fresh {
		s.poke()
	}
}

// NotifyTyping records a key press: a title call in progress is cancelled, to free the server for
// the user's message, and titles wait until typing has stopped. It never blocks.
func (s *Service) Typing() {
	now := s.now()
	t := &s.titles
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lastKey = now
	if t.stop != nil {
		t.stop(errTyping)
	}
}

// removeChat removes a chat from the queue because its user has named it.
func (t *titles) drop(thread ID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waiting = slices.DeleteFunc(t.waiting, func(a titleAsk) bool { return a.thread == thread })
	if t.now == thread && t.stop != nil {
		t.stop(errStopped)
	}
}

// titleDelay is how long to wait before a chat may be named, or none when no chat waits.
func (s *Service) untilTitle(none time.Duration) time.Duration {
	s.mu.Lock()
	last := s.lastTurn
	s.mu.Unlock()
	t := &s.titles
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.waiting) == 0 {
		return none
	}
	if t.lastKey.After(last) {
		last = t.lastKey
	}
	if last.IsZero() {
		return 0
	}
	return s.Config().LocalIdle - s.now().Sub(last)
}

// generateNextTitle names the chat that has waited longest. If the call is cancelled, the chat
// stays in the queue.
func (s *Service) nameNext(ctx context.Context) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	s.mu.Lock()
	busy := len(s.turns) > 0
	s.yieldJob = cancel
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		s.yieldJob = nil
		s.mu.Unlock()
	}()
	t := &s.titles
	t.mu.Lock()
	if busy || len(t.waiting) == 0 {
		t.mu.Unlock()
		return
	}
	a := t.waiting[0]
	t.now, t.stop = a.thread, cancel
	t.mu.Unlock()
	err := s.name(ctx, a)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.now, t.stop = 0, nil
	if err != nil && context.Cause(ctx) != nil {
		return
	}
	t.waiting = slices.DeleteFunc(t.waiting, func(w titleAsk) bool { return w == a })
	if err != nil {
		s.log.Info("a chat keeps its title", "thread", a.thread, "err", err)
	}
	if errors.Is(err, errNoTitle) {
		if t.refused == nil {
			t.refused = map[ID]bool{}
		}
		t.refused[a.thread] = true
	}
}

// Why a chat keeps its title: the model's reply is unusable, or no model may be asked.
var (
	errNoTitle  = errors.New("the answer is no title")
	errNotAsked = errors.New("it is not to be named by a model")
)

// generateTitle asks a model for a title and stores it, unless the chat was renamed meanwhile.
func (s *Service) name(ctx context.Context, a titleAsk) error {
	th, first, model, err := s.untitled(ctx, a)
	if err != nil {
		return err
	}
	prompt, err := s.prompts.Render(prompts.Title, map[string]string{
		"USER_TEXT": disarmTags(headOf(s.discreet(first), titleReads)),
	})
	if err != nil {
		return err
	}
	reply, cut, err := s.collectReply(ctx, a.profile, Request{
		Model: model.ID, Messages: []ChatMessage{{RoleUser, prompt}}, MaxTokens: titleTokens,
	})
	if err != nil {
		return err
	}
	title, ok := readTitle(reply, first)
	if !ok || cut {
		return errNoTitle
	}
	if err := context.Cause(ctx); err != nil {
		return err
	}
	stale := false
	err = s.store.InTx(ctx, func(tx Store) error {
		now, err := tx.Threads().Get(ctx, a.profile, a.thread)
		if stale = err != nil || !s.mayName(now) || now.Title != th.Title; stale {
			return err
		}
		now.Title = title
		return tx.Threads().Update(ctx, now)
	})
	if err != nil {
		return fmt.Errorf("name chat %d: %w", a.thread, err)
	}
	if !stale {
		s.changed(EventThreads, a.profile, a.thread)
	}
	return nil
}

// canGenerateTitle reports whether a chat may get a generated title.
func (s *Service) mayName(th Thread) bool {
	return s.Config().Titles && !th.TitleByUser && !th.Temporary && th.Memory != ModeOff && th.DeletedAt.IsZero()
}

// loadUntitledChat returns a chat with its first message and the model that may name it;
// errTitleNotWanted when the chat may not get a title, its title is no longer the first words or
// nothing was answered; ErrNoModel when no model may read the chat.
func (s *Service) untitled(ctx context.Context, a titleAsk) (th Thread, first string, m ModelInfo, err error) {
	if th, err = s.store.Threads().Get(ctx, a.profile, a.thread); err != nil {
		return th, "", m, err
	}
	path, err := s.store.Messages().Path(ctx, a.profile, a.thread, 0, titleMessages)
	if err != nil {
		return th, "", m, err
	}
	if !s.mayName(th) || len(path) == 0 {
		return th, "", m, errNotAsked
	}
	first = path[0].Content
	answered := ""
	for _, x := range path {
		if x.Role == RoleAssistant && x.Status == MessageComplete {
			answered = string(x.Model)
		}
	}
	if answered == "" || th.Title != firstWords(first, titleRunes) {
		return th, first, m, errNotAsked
	}
	all, err := s.catalog.Models(ctx)
	if err != nil {
		return th, first, m, fmt.Errorf("list models: %w", err)
	}
	m, _, ok := PickExtractor(all, "", answered)
	if !ok {
		return th, first, m, ErrNoModel
	}
	return th, first, m, nil
}

// parseTitle extracts the title from a model's reply: thinking, quotation marks and Markdown marks
// are removed. It rejects an empty title, several lines, more than 60 runes, and the beginning of
// the question, which is the title already.
func readTitle(reply, question string) (string, bool) {
	t := strings.TrimSpace(reply)
	if strings.HasPrefix(t, "<think>") {
		_, after, ok := strings.Cut(t, "</think>")
		if !ok {
			return "", false
		}
		t = strings.TrimSpace(after)
	}
	if label, after, ok := strings.Cut(t, ":"); ok && strings.EqualFold(strings.Trim(label, "*# "), "title") {
		t = after
	}
	t = strings.Trim(t, " \t\r\n\"'`*_#.“”„«»‘’‚「」『』。")
	if t == "" || utf8.RuneCountInString(t) > titleLimit || strings.ContainsFunc(t, unicode.IsControl) {
		return "", false
	}
	return t, !strings.HasPrefix(FoldText(question), FoldText(t))
}
