// Package exercise runs many exchanges through the whole engine and then checks the result: heap
// that stays flat, no memory, summary or text about the user that the ledger does not explain, no
// orphaned and no missing vectors, never more than three calls of memory work per exchange.
// Exchanges and model replies are generated from a seed, so that only the engine is measured. Its
// tests also run the corpora of testdata/trust: what may become a memory, and what may not.
package exercise

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"memoir/memory"
	"memoir/memory/engine"
)

// Report is the result of a run. Sizes are bytes of live heap after a garbage collection.
type Report struct {
	Exchanges           int     `json:"exchanges"`
	Seconds             float64 `json:"seconds"`
	Memories            int     `json:"memories"` // rows in any state
	Decisions           int     `json:"decisions"`
	MaxCallsPerExchange int     `json:"most_calls_per_exchange"` // of memory work that it pays for
	CallsPerExchange    float64 `json:"calls_per_exchange"`      // in the mean, the answer's included
	Summaries           int     `json:"summaries"`
	BaseVersions        int     `json:"base_versions"`
	MaxBaseWords        int     `json:"most_base_words"` // of any version, with its headings
	WrongTexts          int     `json:"wrong_texts"`     // see auditSummariesAndBaseMemory
	HeapAfterTenth      uint64  `json:"heap_after_a_tenth"`
	HeapAtEnd           uint64  `json:"heap_at_the_end"`
	HeapPerVector       float64 `json:"heap_bytes_per_vector"` // growth between the two per vector stored meanwhile
	UnexplainedRows     int     `json:"unexplained_rows"`      // rows that differ from their last ledger entry
	MissingVectors      int     `json:"memories_without_vector"`
	OrphanVectors       int     `json:"vectors_without_row"`
	EmbeddedMessages    int     `json:"embedded_messages"`
	MissingMessages     int     `json:"messages_without_vector"`
	earlyMemories       int
	learningCalls       map[memory.ID]int // by answer
}

// RunExchangesAndAudit sends n messages in a number of chats, one chat after the other, through the
// service and waits for what is learned from each. The service must use model as its Model and
// store as its Store. Progress may be nil.
func RunExchangesAndAudit(
	ctx context.Context, s *engine.Service, store memory.Store, model *RuleModel, embedder string, n, chats int,
	progress func(done int),
) (Report, error) {
	r := Report{Exchanges: n, learningCalls: map[memory.ID]int{}}
	random := rand.New(rand.NewPCG(uint64(n), 1))
	start := time.Now()
	var chat memory.Chat
	for i := range n {
		if i == 0 || i*chats/n != (i-1)*chats/n {
			var err error
			if chat, err = s.Session(1, memory.ActorUser).CreateChat(ctx, memory.NewChat{}); err != nil {
				return r, err
			}
		}
		if err := sendMessageAwaitJobsCountCalls(ctx, s, chat.ID, randomUserMessage(random, i), model, &r); err != nil {
			return r, fmt.Errorf("exchange %d: %w", i, err)
		}
		if i == n/10 {
			ms, err := listAllMemoriesOfFirstProfile(ctx, store)
			if err != nil {
				return r, err
			}
			r.earlyMemories, r.HeapAfterTenth = len(ms), liveHeapBytesAfterGC()
		}
		if progress != nil {
			progress(i + 1)
		}
	}
	r.CallsPerExchange = float64(model.memoryCalls.Load()+int64(n)) / float64(n)
	r.Seconds = time.Since(start).Seconds()
	if err := s.Session(1, memory.ActorUser).EmbedMessagesWithoutVectorNow(ctx); err != nil {
		return r, err
	}
	r.HeapAtEnd = liveHeapBytesAfterGC()
	return r, r.auditStoreCallsAndHeapGrowth(ctx, store, embedder)
}

func sendMessageAwaitJobsCountCalls(
	ctx context.Context, s *engine.Service, chatID memory.ID, text string, model *RuleModel, r *Report,
) error {
	before := model.learningCalls()
	turn, err := s.Session(1, memory.ActorUser).StoreMessageAndStartAnswer(
		ctx, memory.SendParams{ChatID: chatID, Text: text},
	)
	if err != nil {
		return err
	}
	if _, err := s.Session(1, memory.ActorUser).WaitForLearningFromAnswer(ctx, turn.Answer.ID); err != nil {
		return err
	}
	if err := waitUntilNoJobIsOpen(ctx, s); err != nil {
		return err
	}
	r.learningCalls[turn.Answer.ID] = model.learningCalls() - before
	return nil
}

// liveHeapBytesAfterGC is the live heap after a garbage collection, in bytes.
func liveHeapBytesAfterGC() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func listAllMemoriesOfFirstProfile(ctx context.Context, store memory.Store) ([]memory.Memory, error) {
	return store.MemoryStore().List(ctx, memory.MemoryFilter{
		ProfileID: 1, AnyScope: true, IncludeOutdated: true, Status: []memory.Status{
			memory.StatusActive, memory.StatusInbox, memory.StatusArchived, memory.StatusForgotten,
		},
	})
}

// auditStoreCallsAndHeapGrowth compares memories, ledger and vectors.
func (r *Report) auditStoreCallsAndHeapGrowth(ctx context.Context, store memory.Store, embedder string) error {
	ms, err := listAllMemoriesOfFirstProfile(ctx, store)
	if err != nil {
		return err
	}
	ds, err := store.DecisionStore().List(ctx, memory.DecisionFilter{ProfileID: 1})
	if err != nil {
		return err
	}
	if err := r.auditSummariesAndBaseMemory(ctx, store, ds); err != nil {
		return err
	}
	if err := r.countMaxCallsPerExchange(ctx, store); err != nil {
		return err
	}
	last := map[memory.ID]*memory.Memory{}
	for i := len(ds) - 1; i >= 0; i-- {
		for _, c := range ds[i].Changes {
			last[c.MemoryID] = c.After
		}
	}
	r.Memories, r.Decisions = len(ms), len(ds)
	rows := map[memory.ID]bool{}
	for _, m := range ms {
		rows[m.ID] = m.Status != memory.StatusForgotten
		w := last[m.ID]
		if w == nil || w.Content != m.Content || w.Status != m.Status || w.SupersededBy != m.SupersededBy {
			r.UnexplainedRows++
		}
	}
	if err := r.countMessagesEmbeddedAndToEmbed(ctx, store, embedder); err != nil {
		return err
	}
	grown := len(ms) - r.earlyMemories + 9*r.EmbeddedMessages/10
	if grown > 0 && r.HeapAtEnd > r.HeapAfterTenth {
		r.HeapPerVector = float64(r.HeapAtEnd-r.HeapAfterTenth) / float64(grown)
	}
	return r.countMissingAndOrphanMemoryVectors(ctx, store, embedder, rows)
}

// countMaxCallsPerExchange adds to the calls that learned from each exchange one for each summary
// and base memory that it paid for: their jobs name its answer, also when they ran during a later
// exchange.
func (r *Report) countMaxCallsPerExchange(ctx context.Context, store memory.Store) error {
	jobs, err := store.JobStore().List(ctx, 1)
	if err != nil {
		return err
	}
	for _, j := range jobs {
		if j.Kind != memory.JobExtract {
			r.learningCalls[j.MessageID]++
		}
	}
	for _, n := range r.learningCalls {
		r.MaxCallsPerExchange = max(r.MaxCallsPerExchange, n)
	}
	r.learningCalls = nil
	return nil
}

// countMessagesEmbeddedAndToEmbed counts the messages that are embedded, and those that are not and
// should be.
func (r *Report) countMessagesEmbeddedAndToEmbed(ctx context.Context, store memory.Store, embedder string) error {
	c := memory.VectorCollection{ProfileID: 1, Embedder: embedder, Kind: memory.OwnerMessage}
	hashes, err := store.VectorStore().ContentHashByKey(ctx, c)
	if err != nil {
		return err
	}
	missing, err := store.VectorStore().ListMessagesNeedingVectors(ctx, memory.MessagesToEmbed{
		ProfileID: 1, Embedder: embedder,
	})
	r.EmbeddedMessages, r.MissingMessages = len(hashes), len(missing)
	return err
}

// countMissingAndOrphanMemoryVectors counts the memories that want a vector and have none, and the
// vectors without a memory.
func (r *Report) countMissingAndOrphanMemoryVectors(
	ctx context.Context, store memory.Store, embedder string, rows map[memory.ID]bool,
) error {
	c := memory.VectorCollection{ProfileID: 1, Embedder: embedder, Kind: memory.OwnerMemory}
	err := store.VectorStore().ForEachWithLiveOwner(ctx, c, func(v memory.Vector) error {
		if !rows[v.Key.Owner] {
			r.OrphanVectors++
		}
		delete(rows, v.Key.Owner)
		return nil
	})
	for _, wants := range rows {
		if wants {
			r.MissingVectors++
		}
	}
	return err
}

// randomUserMessage generates the next user message: new facts, repetitions, contradicting moves,
// small talk.
func randomUserMessage(r *rand.Rand, i int) string {
	switch r.IntN(10) {
	case 0:
		return "Thanks, that helps. What else could I try?"
	case 1, 2:
		return fmt.Sprintf("I live in %s now.", inventWordFromNumber(r.IntN(400)))
	case 3:
		return fmt.Sprintf(
			"I have a dog called %s and I like %s.",
			inventWordFromNumber(r.IntN(900)),
			inventWordFromNumber(r.IntN(900)),
		)
	case 4:
		return fmt.Sprintf("I like %s.", inventWordFromNumber(r.IntN(60)))
	default:
		return fmt.Sprintf("I own a %s that I bought in %s, number %d.", inventWordFromNumber(r.IntN(3000)),
			inventWordFromNumber(r.IntN(3000)), 100+i)
	}
}

// inventWordFromNumber generates a pronounceable word, always the same for the same number.
func inventWordFromNumber(n int) string {
	heads := []string{"Bar", "Cor", "Del", "Fan", "Gol", "Har", "Jul", "Kel", "Lom", "Mar", "Nor", "Pal", "Quin", "Ros"}
	mids := []string{"a", "e", "i", "o", "u", "an", "er", "il", "on"}
	tails := []string{"to", "na", "va", "di", "lla", "mon", "rin", "sted", "via", "berg", "ton"}
	return heads[n%len(heads)] + mids[n/len(heads)%len(mids)] + tails[n/len(heads)/len(mids)%len(tails)] +
		mids[n%len(mids)]
}

// RuleModel is a memory.Model that answers by rule: it returns the user's statements in the third
// person as facts, and lets a new home replace the old one. It counts the calls of memory work.
// Safe for concurrent use.
type RuleModel struct {
	memoryCalls atomic.Int64
	textCalls   atomic.Int64 // those of them for summaries and the base memory
}

var _ memory.Model = (*RuleModel)(nil)

// ErrNoMessages is returned for a request without messages.
var ErrNoMessages = errors.New("request without messages")

// StreamReply yields the whole reply as one delta.
func (p *RuleModel) StreamReply(_ context.Context, r memory.ModelRequest) iter.Seq2[memory.ReplyDelta, error] {
	return func(yield func(memory.ReplyDelta, error) bool) {
		if len(r.Messages) == 0 {
			yield(memory.ReplyDelta{}, ErrNoMessages)
			return
		}
		yield(memory.ReplyDelta{Text: p.replyToPromptByRules(r), FinishReason: "stop"}, nil)
	}
}

func (p *RuleModel) replyToPromptByRules(r memory.ModelRequest) string {
	system, last := r.Messages[0].Content, r.Messages[len(r.Messages)-1].Content
	switch {
	case last == "Write the summary now.":
		p.incrementTextCalls()
		return bulletSummaryOfUserMessages(system)
	case last == "Write the text about the user now.":
		p.incrementTextCalls()
		return baseTextWithSummariesAppended(system)
	case !strings.HasSuffix(last, "JSON list only."):
		return "Noted."
	}
	p.memoryCalls.Add(1)
	if _, after, ok := strings.Cut(system, "<user_message>\n"); ok {
		text, _, _ := strings.Cut(after, "\n</user_message>")
		return thirdPersonFactsJSON(text)
	}
	return verdictsJSONReplacingOldHome(system)
}

func (p *RuleModel) incrementTextCalls() {
	p.memoryCalls.Add(1)
	p.textCalls.Add(1)
}

// learningCalls is how many calls there were to learn from exchanges.
func (p *RuleModel) learningCalls() int { return int(p.memoryCalls.Load() - p.textCalls.Load()) }

// thirdPersonFactsJSON rewrites first-person statements in the third person.
func thirdPersonFactsJSON(text string) string {
	var items []string
	for _, part := range strings.Split(strings.TrimSuffix(text, "."), " and ") {
		if rest, ok := strings.CutPrefix(part, "I "); ok {
			verb, object, _ := strings.Cut(rest, " ")
			verb = map[string]string{"have": "has"}[verb] + strings.TrimPrefix(verb+"s", "haves")
			items = append(items, fmt.Sprintf(`{"fact": "The user %s %s."}`, verb, strings.TrimSuffix(object, " now")))
		}
	}
	return "[" + strings.Join(items, ",") + "]"
}

// verdictsJSONReplacingOldHome replaces the old home when a new one is stated, and adds every other
// fact.
func verdictsJSONReplacingOldHome(system string) string {
	_, lists, _ := strings.Cut(system, "## New facts\n")
	news, olds, _ := strings.Cut(lists, "\n\n## Known facts\n")
	olds, _, _ = strings.Cut(olds, "\n\n")
	home := 0
	for i, line := range strings.Split(olds, "\n") {
		if strings.Contains(line, "The user lives in") {
			home = i + 1
		}
	}
	var items []string
	for i, line := range strings.Split(news, "\n") {
		if home > 0 && strings.Contains(line, "The user lives in") {
			items = append(items, fmt.Sprintf(`{"new": %d, "action": "DELETE", "known": %d, "reason": "moved"}`, i+1, home))
			continue
		}
		items = append(items, fmt.Sprintf(`{"new": %d, "action": "ADD"}`, i+1))
	}
	return "[" + strings.Join(items, ",") + "]"
}
