package api

import (
	"strconv"
	"time"

	"memoir/memory"
	"memoir/memory/engine"
)

// memoryHit is an entry of memory_hits (source 001).
type memoryHit struct {
	Role      string    `json:"role"` // memory, user, assistant or summary
	Content   string    `json:"content"`
	CreatedAt time.Time `json:"created_at"`
	Score     float64   `json:"score"`
}

// The bundle memory_context (source 002).
type (
	memoryContext struct {
		Context   []similarMessage `json:"context"`
		Recent    []recentMessage  `json:"recent_messages"`
		Summaries []sessionSummary `json:"summaries"`
		Memories  []keyedMemory    `json:"memories"`
		QueryDim  int              `json:"query_embedding_dim"`
	}
	similarMessage struct {
		Role       memory.Role `json:"role"`
		Content    string      `json:"content"`
		Similarity float64     `json:"similarity"`
		Timestamp  time.Time   `json:"timestamp"`
		SessionID  string      `json:"session_id"`
	}
	recentMessage struct {
		Role      memory.Role `json:"role"`
		Content   string      `json:"content"`
		Timestamp time.Time   `json:"timestamp"`
	}
	sessionSummary struct {
		SessionID    string    `json:"session_id"`
		Summary      string    `json:"summary"`
		MessageCount int       `json:"message_count"`
		Model        string    `json:"model"`
		Timestamp    time.Time `json:"timestamp"`
	}
	keyedMemory struct {
		Key        memory.NullText `json:"key"`
		Value      string          `json:"value"`
		UpdatedAt  time.Time       `json:"updated_at"`
		TokenCount int             `json:"tokenCount"`
	}
)

// memoryFieldsForReply returns what a reply that is not streamed gains.
func (f *forwardedCall) memoryFieldsForReply() (names []string, values []any) {
	names, values = []string{"memory_hits", "memories"}, []any{f.listSentMemoriesMessagesSummaries(), f.retrieval.Memories}
	if !f.wantsMemoryContextInReply() {
		return names, values
	}
	reason := string(f.retrieval.Mode)
	if f.retrieval.Reason != "" {
		reason = string(f.retrieval.Reason)
	}
	return append(names, "memory_context", "need_memory", "memory_reason"),
		append(values, f.buildMemoryContextForReply(), f.text != "", reason)
}

// listSentMemoriesMessagesSummaries lists the memories and the parts of messages and summaries that
// were sent.
func (f *forwardedCall) listSentMemoriesMessagesSummaries() []memoryHit {
	hits := []memoryHit{}
	for _, m := range f.retrieval.Memories {
		hits = append(hits, memoryHit{"memory", m.Content, m.CreatedAt, m.Score})
	}
	for _, m := range f.collected.Recalled {
		hits = append(hits, memoryHit{string(m.Role), m.Text, m.CreatedAt, m.Score})
	}
	if f.summary.ID != 0 {
		hits = append(hits, memoryHit{Role: "summary", Content: f.summary.Content, CreatedAt: f.summary.CreatedAt})
	}
	for _, s := range f.collected.RecalledSummaries {
		hits = append(hits, memoryHit{Role: "summary", Content: s.Text, CreatedAt: s.CreatedAt})
	}
	return hits
}

func (f *forwardedCall) buildMemoryContextForReply() memoryContext {
	c := memoryContext{
		Context: []similarMessage{}, Recent: []recentMessage{}, Summaries: []sessionSummary{}, Memories: []keyedMemory{},
		QueryDim: f.service.EmbeddingDimensions(),
	}
	for _, m := range f.collected.Recalled {
		session := f.request.Conversation
		if m.ChatTitle != "" {
			session = strconv.FormatInt(int64(m.ChatID), 10)
		}
		c.Context = append(c.Context, similarMessage{m.Role, m.Text, m.Score, m.CreatedAt, session})
	}
	for _, m := range f.collected.Recent {
		c.Recent = append(c.Recent, recentMessage{m.Role, m.Content, m.CreatedAt})
	}
	for _, s := range f.collected.Summaries {
		c.Summaries = append(c.Summaries, sessionSummary{
			f.request.Conversation, s.Content, s.MessageCount, string(s.Model), s.CreatedAt,
		})
	}
	isListed := map[memory.ID]bool{}
	for _, h := range f.retrieval.Memories {
		c.Memories = append(c.Memories, toKeyedMemoryResponse(h.Memory))
		isListed[h.ID] = true
	}
	for _, m := range f.collected.Keyed {
		if !isListed[m.ID] {
			c.Memories = append(c.Memories, toKeyedMemoryResponse(m))
		}
	}
	return c
}

func toKeyedMemoryResponse(m memory.Memory) keyedMemory {
	return keyedMemory{m.Key, m.Content, m.UpdatedAt, engine.EstimateTokens(m.Content)}
}
