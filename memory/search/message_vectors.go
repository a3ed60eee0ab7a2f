package search

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"memoir/memory"
	"memoir/memory/lang"
)

// How messages are embedded. A backlog is what was imported, or written while messages were not
// embedded.
const (
	// messageBatchSize is how many messages are embedded between two looks at whether an answer is
	// being written: a long one takes a tenth of a second.
	messageBatchSize = 4
	backlogPageSize  = 256 // messages listed at a time
	smallBacklog     = 32  // up to so many are embedded without waiting for a quiet moment
	// backlogRest is how long is rested after a batch of a backlog, in times of what the batch took.
	backlogRest    = 3
	maxBacklogRest = 2 * time.Second
	maxNewMessages = 1000 // more are left to the next look at the store
	quietPoll      = 100 * time.Millisecond
)

// messageEmbedder embeds messages in the background, so that they are found by meaning: those of an
// exchange when its answer has ended, and a backlog, newest first, when no answer has been written
// for Config.LocalServerIdle, with rests that leave three quarters of the time to others. It
// belongs to one Searcher. All methods are safe for concurrent use; RunMessageEmbeddingLoop has one
// goroutine of its own.
type messageEmbedder struct {
	index *indexSync
	clock memory.Clock
	wake  chan struct{}

	mu            sync.Mutex
	replies       int // answers that are being written
	lastReplyAt   time.Time
	newMessages   []newMessages
	backlogWanted pendingProfiles // to be looked through for messages without a vector
}

// newMessages are messages of a profile that were just stored.
type newMessages struct {
	profile memory.ID
	ids     []memory.ID
}

// messageBacklog is how far the store was looked through. The loop's goroutine owns it.
type messageBacklog struct {
	profiles []memory.ID // still to be looked at; the first one is being embedded
	before   memory.ID   // the oldest message seen of the first profile; 0 = none yet
	page     []memory.ID // its messages that come next
	isSmall  bool
}

// PauseMessageEmbedding keeps messages from being embedded until ResumeEmbeddingQueueingNewMessages
// was called as often: the processor belongs to the answer.
func (e *messageEmbedder) PauseMessageEmbedding() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.replies++
}

// ResumeEmbeddingQueueingNewMessages ends a PauseMessageEmbedding and has the messages of the
// exchange embedded.
func (e *messageEmbedder) ResumeEmbeddingQueueingNewMessages(profile memory.ID, stored ...memory.ID) {
	e.mu.Lock()
	e.replies--
	e.lastReplyAt = e.clock()
	if len(e.newMessages) < maxNewMessages {
		e.newMessages = append(e.newMessages, newMessages{profile, stored})
	} else {
		e.backlogWanted.addSelection(oneProfile(profile))
	}
	e.mu.Unlock()
	e.wakeLoop()
}

// requestBacklogEmbedding has profiles looked through for messages without a vector.
func (e *messageEmbedder) requestBacklogEmbedding(profiles profileSelection) {
	e.backlogWanted.addSelection(profiles)
	e.wakeLoop()
}

func (e *messageEmbedder) wakeLoop() {
	select {
	case e.wake <- struct{}{}:
	default:
	}
}

// RunMessageEmbeddingLoop embeds messages until ctx ends. After a failure it looks through the
// store again in a minute.
func (e *messageEmbedder) RunMessageEmbeddingLoop(ctx context.Context) {
	var retry <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case <-e.wake:
		case <-retry:
			e.requestBacklogEmbedding(allProfiles())
		}
		if e.index.waitEmbedderReady(ctx) != nil {
			return
		}
		retry = nil
		if err := e.embedUntilNothingIsLeft(ctx); err != nil && ctx.Err() == nil {
			e.index.log.Warn("messages could not be embedded", "err", err)
			e.backlogWanted.addSelection(allProfiles()) // what was taken is lost; the loop is not woken
			retry = time.After(time.Minute)
		}
	}
}

// embedUntilNothingIsLeft embeds new messages as soon as no answer is being written, and what the
// store has without a vector when it is quiet.
func (e *messageEmbedder) embedUntilNothingIsLeft(ctx context.Context) error {
	var b messageBacklog
	for {
		for e.mustWaitForAnswers(true) {
			if err := sleepUnlessDone(ctx, quietPoll); err != nil {
				return err
			}
		}
		isNew, err := e.embedMessagesOfNextExchange(ctx)
		if err != nil {
			return err
		}
		if isNew {
			continue
		}
		if wanted := e.backlogWanted.takeSelection(); !wanted.isEmpty() {
			if b, err = e.backlogWith(ctx, b, wanted); err != nil {
				return err
			}
		}
		if len(b.profiles) == 0 {
			return ctx.Err()
		}
		if err := e.advanceBacklogByOneStep(ctx, &b); err != nil {
			return err
		}
	}
}

// mustWaitForAnswers reports whether an answer is being written or, unless that is enough, was a
// moment ago.
func (e *messageEmbedder) mustWaitForAnswers(onlyWhileAnswering bool) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.replies > 0 || onlyWhileAnswering || e.lastReplyAt.IsZero() {
		return e.replies > 0
	}
	return e.clock().Sub(e.lastReplyAt) < e.index.config().LocalServerIdle
}

func sleepUnlessDone(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// embedMessagesOfNextExchange embeds the messages of one exchange and reports whether there was
// one.
func (e *messageEmbedder) embedMessagesOfNextExchange(ctx context.Context) (bool, error) {
	e.mu.Lock()
	var next newMessages
	found := len(e.newMessages) > 0
	if found {
		next, e.newMessages = e.newMessages[0], e.newMessages[1:]
	}
	e.mu.Unlock()
	if !found || len(next.ids) == 0 {
		return found, nil
	}
	if wanted, err := e.shouldEmbedMessages(ctx, next.profile); err != nil || !wanted {
		return true, err
	}
	ids, err := e.listIDsOfMessagesWithoutVector(ctx, memory.MessagesToEmbed{ProfileID: next.profile, IDs: next.ids})
	if err == nil {
		err = e.waitForSyncThenEmbedMessages(ctx, next.profile, ids)
	}
	return true, err
}

// backlogWith returns a backlog of the profiles that are left of another one and of those that are
// wanted. It begins with the newest messages again.
func (e *messageEmbedder) backlogWith(
	ctx context.Context, left messageBacklog, wanted profileSelection,
) (messageBacklog, error) {
	var b messageBacklog
	ps, err := e.index.store.ProfileStore().List(ctx)
	for _, p := range ps {
		if wanted.includesProfile(p.ID) || slices.Contains(left.profiles, p.ID) {
			b.profiles = append(b.profiles, p.ID)
		}
	}
	return b, err
}

// advanceBacklogByOneStep embeds one batch, or waits a moment, or goes on to the next profile.
func (e *messageEmbedder) advanceBacklogByOneStep(ctx context.Context, b *messageBacklog) error {
	profile := b.profiles[0]
	wanted, err := e.shouldEmbedMessages(ctx, profile)
	if err != nil {
		return err
	}
	if wanted && len(b.page) == 0 {
		isFirst := b.before == 0
		b.page, err = e.listIDsOfMessagesWithoutVector(ctx, memory.MessagesToEmbed{
			ProfileID: profile, BeforeID: b.before, Limit: backlogPageSize,
		})
		if err != nil {
			return err
		}
		b.isSmall = isFirst && len(b.page) <= smallBacklog
	}
	if !wanted || len(b.page) == 0 {
		*b = messageBacklog{profiles: b.profiles[1:]}
		return nil
	}
	if e.mustWaitForAnswers(b.isSmall) { // asked after the listing: one may have begun since the loop asked
		return sleepUnlessDone(ctx, quietPoll)
	}
	batch := b.page[:min(messageBatchSize, len(b.page))]
	began := time.Now()
	if err := e.waitForSyncThenEmbedMessages(ctx, profile, batch); err != nil {
		return err
	}
	b.page, b.before = b.page[len(batch):], batch[len(batch)-1]
	if b.isSmall {
		return nil
	}
	return sleepUnlessDone(ctx, min(backlogRest*time.Since(began), maxBacklogRest))
}

// shouldEmbedMessages reports whether the messages of a profile are embedded: as the setting says,
// unless they would be sent to another computer and nobody asked for that; and where recall is on.
func (e *messageEmbedder) shouldEmbedMessages(ctx context.Context, profile memory.ID) (bool, error) {
	cfg := e.index.config()
	switch {
	case cfg.RecallChats:
		return true, nil
	case cfg.EmbedMessages && (e.index.embedder.IsLocal() || cfg.IsSetExplicitly("chats.embed")):
		return true, nil
	}
	return e.index.store.ChatStore().HasChatWithRecallOn(ctx, profile)
}

func (e *messageEmbedder) listIDsOfMessagesWithoutVector(
	ctx context.Context, f memory.MessagesToEmbed,
) ([]memory.ID, error) {
	f.Embedder = e.index.embedder.ID()
	return e.index.store.VectorStore().ListMessagesNeedingVectors(ctx, f)
}

// waitForSyncThenEmbedMessages embeds messages while no sync and no ReembedMemoriesFilesMessages
// does its work.
func (e *messageEmbedder) waitForSyncThenEmbedMessages(ctx context.Context, profile memory.ID, ids []memory.ID) error {
	e.index.embedMu.Lock()
	defer e.index.embedMu.Unlock()
	return e.index.embedStoreAndIndexMessages(ctx, profile, ids)
}

// EmbedMessagesWithoutVectorNow embeds every message of a profile that has no vector and returns
// when that is done. It neither waits nor rests, and does nothing where messages are not embedded.
func (e *messageEmbedder) EmbedMessagesWithoutVectorNow(ctx context.Context, profile memory.ID) error {
	if err := e.index.waitEmbedderReady(ctx); err != nil {
		return fmt.Errorf("embed messages: %w", err)
	}
	e.index.embedMu.Lock()
	defer e.index.embedMu.Unlock()
	_, err := e.embedMessagesWithoutVectorIfWanted(ctx, profile, func(int) {})
	return err
}

// embedMessagesWithoutVectorIfWanted embeds what EmbedMessagesWithoutVectorNow says and returns how
// many there were. tell is called with their number so far. The caller holds embedMu.
func (e *messageEmbedder) embedMessagesWithoutVectorIfWanted(
	ctx context.Context, profile memory.ID, tell func(int),
) (int, error) {
	if wanted, err := e.shouldEmbedMessages(ctx, profile); err != nil || !wanted {
		return 0, err
	}
	n, before := 0, memory.ID(0)
	for {
		page, err := e.listIDsOfMessagesWithoutVector(ctx, memory.MessagesToEmbed{
			ProfileID: profile, BeforeID: before, Limit: backlogPageSize,
		})
		if err != nil || len(page) == 0 {
			return n, err
		}
		for len(page) > 0 {
			batch := page[:min(messageBatchSize, len(page))]
			if err := e.index.embedStoreAndIndexMessages(ctx, profile, batch); err != nil {
				return n, err
			}
			page, before, n = page[len(batch):], batch[len(batch)-1], n+len(batch)
			tell(n)
		}
	}
}

// embedStoreAndIndexMessages embeds messages as passages. Those that were deleted meanwhile are
// left out.
func (s *indexSync) embedStoreAndIndexMessages(ctx context.Context, profile memory.ID, ids []memory.ID) error {
	var ms []memory.Message
	var texts []string
	for _, id := range ids {
		m, err := s.store.MessageStore().Get(ctx, profile, id)
		if errors.Is(err, memory.ErrNotFound) {
			continue
		}
		if err != nil {
			return fmt.Errorf("embed messages: %w", err)
		}
		ms, texts = append(ms, m), append(texts, m.Content)
	}
	if len(ms) == 0 {
		return nil
	}
	vecs, err := s.embedder.Embed(ctx, memory.EmbedPassage, texts)
	if err != nil {
		return fmt.Errorf("embed messages: %w", err)
	}
	out := make([]memory.Vector, len(ms))
	for i, m := range ms {
		out[i] = memory.Vector{
			Key: memory.VectorKey{Kind: memory.OwnerMessage, Owner: m.ID}, Embedder: s.embedder.ID(),
			ContentHash: lang.ContentHash(m.Content), Values: vecs[i],
		}
	}
	return s.storeAndIndexVectors(ctx, s.vectorCollection(profile, memory.OwnerMessage), out)
}
