package uitest

import (
	"slices"
	"strings"

	"memoir/memory"
)

// ExtractedFact returns a memory of profile 1 as extraction would store it.
func (d *Desk) Fact(text string) memory.Memory {
	return memory.Memory{
		ProfileID: 1, Content: text, Tags: []string{}, Kind: memory.KindFact, Type: memory.TypeOther,
		Scope: memory.ScopeGlobal, Status: memory.StatusActive, Origin: memory.OriginExtracted, CreatedAt: d.Now,
		UpdatedAt: d.Now,
	}
}

// InsertMemory stores a memory without a decision.
func (d *Desk) Insert(m memory.Memory) memory.Memory {
	d.Helper()
	var err error
	if m.ID, err = d.DB.Memories().Insert(d.Context(), m); err != nil {
		d.Fatal(err)
	}
	return m
}

// AddMemory adds a memory as the user would.
func (d *Desk) Add(text string) memory.Added {
	d.Helper()
	m, err := d.Service.AddMemory(d.Context(), 1, memory.ActorUser, memory.NewMemory{Content: text})
	if err != nil {
		d.Fatal(err)
	}
	return m
}

// LearnMemory stores a memory as the pipeline does, with the decision that explains it.
func (d *Desk) Learn(m memory.Memory, by memory.Decision) memory.Memory {
	d.Helper()
	m = d.Insert(m)
	by.MemoryID, by.After, by.Changes = m.ID, &m, []memory.Change{{MemoryID: m.ID, After: &m}}
	if by.Action == "" {
		by.Action = memory.ActionAdd
	}
	d.Decide(by)
	return m
}

// AppendDecision writes a decision of the extractor to the ledger.
func (d *Desk) Decide(by memory.Decision) {
	d.Helper()
	by.ProfileID, by.Actor = 1, memory.ActorExtractor
	if by.CreatedAt.IsZero() {
		by.CreatedAt = d.Now
	}
	if _, err := d.DB.Decisions().Append(d.Context(), by); err != nil {
		d.Fatal(err)
	}
}

// CreateChat creates a chat and returns its id.
func (d *Desk) Chat(title string) memory.ID {
	d.Helper()
	th, err := d.Service.CreateThread(d.Context(), 1, memory.NewThread{Title: title})
	if err != nil {
		d.Fatal(err)
	}
	return th.ID
}

// InsertMessage stores a user message, or an answer if it has a receipt.
func (d *Desk) Said(chat memory.ID, text string, receipt *memory.Receipt) memory.ID {
	d.Helper()
	m := memory.Message{
		ThreadID: chat, Role: memory.RoleUser, Status: memory.MessageComplete, Content: text, CreatedAt: d.Now,
	}
	if receipt != nil {
		m.Role, m.Receipt = memory.RoleAssistant, receipt
	}
	id, err := d.DB.Messages().Insert(d.Context(), m)
	if err != nil {
		d.Fatal(err)
	}
	return id
}

// LoadMemory reads a memory.
func (d *Desk) Stored(id memory.ID) memory.Memory {
	d.Helper()
	m, err := d.Service.Memory(d.Context(), 1, id)
	if err != nil {
		d.Fatal(err)
	}
	return m
}

// ActiveContents returns the texts of all active memories, sorted.
func (d *Desk) Active() string {
	d.Helper()
	ms, err := d.Service.Memories(d.Context(), memory.MemoryQuery{
		MemoryFilter: memory.MemoryFilter{ProfileID: 1, AnyScope: true},
	})
	if err != nil {
		d.Fatal(err)
	}
	var out []string
	for _, m := range ms {
		out = append(out, m.Content)
	}
	slices.Sort(out)
	return strings.Join(out, " | ")
}
