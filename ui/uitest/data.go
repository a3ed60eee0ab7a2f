package uitest

import (
	"slices"
	"strings"

	"memoir/memory"
)

// NewExtractedFact returns a memory of profile 1 as extraction would store it.
func (h *Harness) NewExtractedFact(text string) memory.Memory {
	return memory.Memory{
		ProfileID: 1, Content: text, Tags: []string{}, Kind: memory.KindFact, Type: memory.TypeOther,
		Scope: memory.ScopeGlobal, Status: memory.StatusActive, Origin: memory.OriginExtracted, CreatedAt: h.Now,
		UpdatedAt: h.Now,
	}
}

// StoreMemoryWithoutDecision stores a memory without a decision.
func (h *Harness) StoreMemoryWithoutDecision(m memory.Memory) memory.Memory {
	h.Helper()
	var err error
	if m.ID, err = h.DB.MemoryStore().Insert(h.Context(), m); err != nil {
		h.Fatal(err)
	}
	return m
}

// AddMemoryAsUser adds a memory as the user would.
func (h *Harness) AddMemoryAsUser(text string) memory.AddedMemory {
	h.Helper()
	m, err := h.Service.Session(1, memory.ActorUser).AddMemory(h.Context(), memory.NewMemory{Content: text})
	if err != nil {
		h.Fatal(err)
	}
	return m
}

// StoreMemoryWithExtractorDecision stores a memory as the pipeline does, with the decision that
// explains it.
func (h *Harness) StoreMemoryWithExtractorDecision(m memory.Memory, by memory.Decision) memory.Memory {
	h.Helper()
	m = h.StoreMemoryWithoutDecision(m)
	by.MemoryID, by.After, by.Changes = m.ID, &m, []memory.Change{{MemoryID: m.ID, After: &m}}
	if by.Action == "" {
		by.Action = memory.ActionAdd
	}
	h.AppendExtractorDecision(by)
	return m
}

// AppendExtractorDecision writes a decision of the extractor to the ledger.
func (h *Harness) AppendExtractorDecision(by memory.Decision) {
	h.Helper()
	by.ProfileID, by.Actor = 1, memory.ActorExtractor
	if by.CreatedAt.IsZero() {
		by.CreatedAt = h.Now
	}
	if _, err := h.DB.DecisionStore().Append(h.Context(), by); err != nil {
		h.Fatal(err)
	}
}

// CreateChat creates a chat and returns its id.
func (h *Harness) CreateChat(title string) memory.ID {
	h.Helper()
	chat, err := h.Service.Session(1, memory.ActorUser).CreateChat(h.Context(), memory.NewChat{Title: title})
	if err != nil {
		h.Fatal(err)
	}
	return chat.ID
}

// InsertMessageOrAnswerAsHead stores a user message, or an answer if it has a receipt.
func (h *Harness) InsertMessageOrAnswerAsHead(chat memory.ID, text string, receipt *memory.Receipt) memory.ID {
	h.Helper()
	m := memory.Message{
		ChatID: chat, Role: memory.RoleUser, Status: memory.MessageComplete, Content: text, CreatedAt: h.Now,
	}
	if receipt != nil {
		m.Role, m.Receipt = memory.RoleAssistant, receipt
	}
	id, err := h.DB.MessageStore().InsertAsHeadUpdatingChatTime(h.Context(), m)
	if err != nil {
		h.Fatal(err)
	}
	return id
}

// LoadMemory reads a memory.
func (h *Harness) LoadMemory(id memory.ID) memory.Memory {
	h.Helper()
	m, err := h.Service.Session(1, memory.ActorUser).LoadMemory(h.Context(), id)
	if err != nil {
		h.Fatal(err)
	}
	return m
}

// JoinedActiveMemoryTexts returns the texts of all active memories, sorted.
func (h *Harness) JoinedActiveMemoryTexts() string {
	h.Helper()
	ms, err := h.Service.Session(1, memory.ActorUser).ListOrSearchMemories(h.Context(), memory.MemoryQuery{
		MemoryFilter: memory.MemoryFilter{AnyScope: true},
	})
	if err != nil {
		h.Fatal(err)
	}
	var out []string
	for _, m := range ms {
		out = append(out, m.Content)
	}
	slices.Sort(out)
	return strings.Join(out, " | ")
}

// CloseStore makes every later call of the core fail.
func (h *Harness) CloseStore() {
	h.Helper()
	if err := h.DB.Close(h.Context()); err != nil {
		h.Fatal(err)
	}
}
