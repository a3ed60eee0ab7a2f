package learn

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

	"memoir/memory"
	"memoir/memory/lang"
	"memoir/memory/lang/secrets"
	"memoir/prompts"
)

// Limits for generated chat titles.
const (
	maxGeneratedTitleRunes = 60 // of a title
	maxTitleTokens         = 24 // in the model's reply
	maxTitleReplyBytes     = 4 << 10
	maxTitleReasoning      = 16 << 10 // of servers that do not count it as tokens
	maxTitleInputTokens    = 500      // of the first message, in tokens
	maxMessagesForTitle    = 6        // longer chats keep their title
)

// errYieldToTyping cancels a title call because the user is typing; the call is repeated when they
// stop.
var errYieldToTyping = errors.New("yields to somebody who writes")

// errChatNamed cancels a title call because the user has named the chat.
var errChatNamed = errors.New("its user has named the chat")

// titleQueue holds the chats that wait for a generated title. It is not durable: a chat whose turn
// never comes keeps the first words of its first message as its title. It has a mutex of its own,
// so that a key press never waits for the store.
type titleQueue struct {
	mu          sync.Mutex
	waiting     []titleRequest
	refused     map[memory.ID]bool // got an unusable title; not asked again until restart
	lastKeyTime time.Time
	currentChat memory.ID // of the call in progress
	cancelCall  context.CancelCauseFunc
}

type titleRequest struct{ profileID, chatID memory.ID }

// QueueTitleForIdleTime queues a chat for a generated title. The call is made once no answer, no
// learning and no typing has been going on for Config.LocalServerIdle, at most once per chat; not
// while Config.GenerateTitles is off, not for temporary chats or those with memory off, and not
// when the user set a title. The text is sent only to models that may receive it (see
// PickExtractor; a model named for learning is no exception here).
func (l *Learner) QueueTitleForIdleTime(profile, chatID memory.ID) {
	t := &l.titles
	t.mu.Lock()
	a := titleRequest{profile, chatID}
	fresh := !t.refused[chatID] && !slices.Contains(t.waiting, a)
	if fresh {
		t.waiting = append(t.waiting, a)
	}
	t.mu.Unlock()
	if fresh {
		l.WakeJobWorker()
	}
}

// CancelTitleCallAndDelayWhileTyping records a key press: a title call in progress is cancelled, to
// free the server for the user's message, and titles wait until typing has stopped. It never
// blocks.
func (l *Learner) CancelTitleCallAndDelayWhileTyping() {
	now := l.clock()
	t := &l.titles
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lastKeyTime = now
	if t.cancelCall != nil {
		t.cancelCall(errYieldToTyping)
	}
}

// CancelTitleForNamedChat takes a chat out of the queue because its user has named it.
func (l *Learner) CancelTitleForNamedChat(chatID memory.ID) {
	t := &l.titles
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waiting = slices.DeleteFunc(t.waiting, func(a titleRequest) bool { return a.chatID == chatID })
	if t.currentChat == chatID && t.cancelCall != nil {
		t.cancelCall(errChatNamed)
	}
}

// timeUntilTitleAllowed is how long to wait before a chat may be named, or none when no chat waits.
func (l *Learner) timeUntilTitleAllowed(none time.Duration) time.Duration {
	l.mu.Lock()
	last := l.lastReplyAt
	l.mu.Unlock()
	t := &l.titles
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.waiting) == 0 {
		return none
	}
	if t.lastKeyTime.After(last) {
		last = t.lastKeyTime
	}
	if last.IsZero() {
		return 0
	}
	return l.config().LocalServerIdle - l.clock().Sub(last)
}

// generateAndStoreLongestWaitingTitle names the chat that has waited longest. If the call is
// cancelled, the chat stays in the queue.
func (l *Learner) generateAndStoreLongestWaitingTitle(ctx context.Context) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	l.mu.Lock()
	busy := l.replies > 0
	l.preemptJob = cancel
	l.mu.Unlock()
	defer func() {
		l.mu.Lock()
		l.preemptJob = nil
		l.mu.Unlock()
	}()
	t := &l.titles
	t.mu.Lock()
	if busy || len(t.waiting) == 0 {
		t.mu.Unlock()
		return
	}
	a := t.waiting[0]
	t.currentChat, t.cancelCall = a.chatID, cancel
	t.mu.Unlock()
	err := l.generateAndStoreTitle(ctx, a)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.currentChat, t.cancelCall = 0, nil
	if err != nil && context.Cause(ctx) != nil {
		return
	}
	t.waiting = slices.DeleteFunc(t.waiting, func(w titleRequest) bool { return w == a })
	if err != nil {
		l.log.Info("a chat keeps its title", "chat", a.chatID, "err", err)
	}
	if errors.Is(err, errUnusableTitle) {
		if t.refused == nil {
			t.refused = map[memory.ID]bool{}
		}
		t.refused[a.chatID] = true
	}
}

// Why a chat keeps its title: the model's reply is unusable, or no model may be asked.
var (
	errUnusableTitle  = errors.New("the answer is not a title")
	errTitleNotWanted = errors.New("it is not to be named by a model")
)

// generateAndStoreTitle asks a model for a title and stores it, unless the chat was renamed
// meanwhile.
func (l *Learner) generateAndStoreTitle(ctx context.Context, a titleRequest) error {
	chat, first, model, err := l.loadChatAndModelForTitle(ctx, a)
	if err != nil {
		return err
	}
	prompt, err := l.prompts.Render(prompts.Title, map[string]string{
		"USER_TEXT": lang.EscapeExtractionPromptTags(
			lang.TruncateToTokens(l.config().RedactSecretsForModel(first), maxTitleInputTokens),
		),
	})
	if err != nil {
		return err
	}
	title, err := l.requestTitleFromModel(ctx, a.profileID, model.ID, prompt, first)
	if err != nil {
		return err
	}
	if err := context.Cause(ctx); err != nil {
		return err
	}
	stale := false
	err = l.store.InTx(ctx, func(tx memory.Store) error {
		now, err := tx.ChatStore().Get(ctx, a.profileID, a.chatID)
		if stale = err != nil || !l.canGenerateTitle(now) || now.Title != chat.Title; stale {
			return err
		}
		now.Title = title
		return tx.ChatStore().Update(ctx, now)
	})
	if err != nil {
		return fmt.Errorf("name chat %d: %w", a.chatID, err)
	}
	if !stale {
		memory.PublishStaleDataEvent(l.bus, memory.EventChats, a.profileID, a.chatID)
	}
	return nil
}

// requestTitleFromModel asks a model for the title of a chat that begins with a message. A reply
// that is no title is errUnusableTitle.
func (l *Learner) requestTitleFromModel(
	ctx context.Context,
	profile memory.ID,
	model, prompt, first string,
) (string, error) {
	reply, err := l.calls.collectReplyWithinLimitsCountingTokens(ctx, profile, memory.ModelRequest{
		Model: model, Messages: []memory.PromptMessage{{Role: memory.RoleUser, Content: prompt}},
		MaxTokens: maxTitleTokens,
	}, memory.ReplyLimits{Text: maxTitleReplyBytes, Reasoning: maxTitleReasoning})
	var unusable *memory.UnusableReplyError
	if errors.Is(err, memory.ErrEmptyReply) || errors.Is(err, memory.ErrReplyTooLong) || errors.As(err, &unusable) {
		return "", fmt.Errorf("%w: %w", errUnusableTitle, err)
	}
	if err != nil {
		return "", err
	}
	title, ok := parseTitleFromReply(reply, first)
	if !ok {
		return "", errUnusableTitle
	}
	return title, nil
}

// canGenerateTitle reports whether a chat may get a generated title.
func (l *Learner) canGenerateTitle(chat memory.Chat) bool {
	return l.config().GenerateTitles && !chat.TitleByUser && !chat.Temporary && chat.Memory != memory.MemoryOff &&
		chat.DeletedAt.IsZero()
}

// loadChatAndModelForTitle returns a chat with its first message and the model that may name it;
// errTitleNotWanted when the chat may not get a title, its title is no longer the first words or
// nothing was answered; ErrNoModel when no model may read the chat.
func (l *Learner) loadChatAndModelForTitle(
	ctx context.Context, a titleRequest,
) (chat memory.Chat, first string, m memory.ModelInfo, err error) {
	if chat, err = l.store.ChatStore().Get(ctx, a.profileID, a.chatID); err != nil {
		return chat, "", m, err
	}
	path, err := l.store.MessageStore().ListBranchWithoutReceiptsAndVersions(
		ctx, a.profileID, a.chatID, 0, maxMessagesForTitle,
	)
	if err != nil {
		return chat, "", m, err
	}
	if !l.canGenerateTitle(chat) || len(path) == 0 {
		return chat, "", m, errTitleNotWanted
	}
	first = path[0].Content
	answered := ""
	for _, x := range path {
		if x.Role == memory.RoleAssistant && x.Status == memory.MessageComplete {
			answered = string(x.Model)
		}
	}
	if answered == "" || chat.Title != TitleFromFirstMessage(first) {
		return chat, first, m, errTitleNotWanted
	}
	all, err := l.catalog.ListModels(ctx)
	if err != nil {
		return chat, first, m, fmt.Errorf("list models: %w", err)
	}
	m, _, ok := memory.PickExtractorModel(all, "", answered)
	if !ok {
		return chat, first, m, memory.ErrNoModel
	}
	return chat, first, m, nil
}

// parseTitleFromReply extracts the title from a model's reply: thinking, quotation marks and
// Markdown marks are removed. It rejects an empty title, several lines or sentences, more than 60
// runes, and the beginning of the question, which is the title already.
func parseTitleFromReply(reply, question string) (string, bool) {
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
	if t == "" || utf8.RuneCountInString(t) > maxGeneratedTitleRunes || strings.ContainsFunc(t, unicode.IsControl) {
		return "", false
	}
	return t, !isSeveralSentences(t) && !strings.HasPrefix(lang.FoldText(question), lang.FoldText(t))
}

// isSeveralSentences reports whether one sentence ends and another begins in a text, which a small
// model writes when it answers instead of naming the chat.
func isSeveralSentences(t string) bool {
	for i, r := range t {
		after := t[i+utf8.RuneLen(r):]
		switch r {
		case '。', '！', '？':
			if after != "" {
				return true
			}
		case '!', '?':
			if strings.HasPrefix(after, " ") {
				return true
			}
		case '.': // not of "St. Gallen", "v. 2" or "U.S. trip"
			word := t[strings.LastIndexAny(t[:i], " .")+1 : i]
			first, _ := utf8.DecodeRuneInString(word)
			next, _ := utf8.DecodeRuneInString(strings.TrimPrefix(after, " "))
			isWord := unicode.IsLower(first) && utf8.RuneCountInString(word) > 1 || utf8.RuneCountInString(word) > 3
			if isWord && strings.HasPrefix(after, " ") && unicode.IsUpper(next) {
				return true
			}
		}
	}
	return false
}

// maxFirstTitleRunes is the length of a title made from the first words of a chat.
const maxFirstTitleRunes = 48

// TitleFromFirstMessage is the title of a chat until it gets another: the first words of its first
// message, without secrets.
func TitleFromFirstMessage(message string) string {
	start := lang.TruncateToTokens(strings.TrimSpace(message), maxTitleInputTokens)
	return lang.TitleFromMessage(secrets.RedactSecrets(start), maxFirstTitleRunes)
}
