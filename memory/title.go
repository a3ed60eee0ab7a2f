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

// Bounds of naming a chat.
const (
	titleLimit    = 60  // runes of a title
	titleTokens   = 24  // that the model may write
	titleReads    = 500 // tokens of the first message that the model is given
	titleMessages = 6   // a longer chat keeps its title
)

// errTyping ends a call for a title because somebody writes; it is made again when they have rested.
var errTyping = errors.New("yields to somebody who writes")

// titles are the chats that wait for a model's title. The list is not durable: a chat whose turn never comes keeps the
// first words of its first message. It has a lock of its own, so that a key never waits for the store.
type titles struct {
	mu      sync.Mutex
	waiting []titleAsk
	refused map[ID]bool // what came was no title; nobody is asked again while the program runs
	lastKey time.Time
	now     ID // the chat of the call under way
	stop    context.CancelCauseFunc
}

type titleAsk struct{ profile, thread ID }

// TitleWhenIdle has a chat named by a model once nothing else is to do: no reply, no learning, nobody typing, for as
// long as Config.LocalIdle. It makes one call in the life of a chat, or none: not while Config.Titles is off, not for
// temporary chats and those whose memory is off, not when the user gave a title, and nothing of a chat is sent where it
// has not been (see PickExtractor; a model named for learning is no exception here).
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

// Typing says that somebody writes at this moment: a call for a title ends at once, so that the server is free for what
// comes, and titles wait until the keys have rested. It never blocks.
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

// drop takes a chat off the list, because its user has named it.
func (t *titles) drop(thread ID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waiting = slices.DeleteFunc(t.waiting, func(a titleAsk) bool { return a.thread == thread })
	if t.now == thread && t.stop != nil {
		t.stop(errStopped)
	}
}

// untilTitle is how long it is until a chat may be named; none when no chat waits.
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

// nameNext names the chat that has waited longest. A call that was cut off leaves it waiting.
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

// Why a chat keeps the title it has: what a model wrote cannot stand above it, or no model is to be asked.
var (
	errNoTitle  = errors.New("the answer is no title")
	errNotAsked = errors.New("it is not to be named by a model")
)

// name asks a model and stores what it says, unless the chat was named meanwhile.
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

// mayName reports whether a chat may be given a model's title.
func (s *Service) mayName(th Thread) bool {
	return s.Config().Titles && !th.TitleByUser && !th.Temporary && th.Memory != ModeOff && th.DeletedAt.IsZero()
}

// untitled returns a chat with its first message and the model that may name it; errNotAsked when the title is another
// than the first words, nothing was answered, or no model may read the chat.
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

// readTitle takes the title from what a model wrote: thinking, quotation marks and marks of Markdown come off. It
// refuses what cannot stand in one line of the sidebar: nothing, several lines, more than 60 runes, and the beginning
// of the question, which stands there already.
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
