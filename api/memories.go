package api

import (
	"encoding/json"
	"net/http"
	"strconv"

	"memoir/memory"
)

func (a *API) memoryRoutes(m *Mux) {
	m.Handle("GET", "/api/memory", a.listMemories)
	m.Handle("POST", "/api/memory", a.addMemory)
	m.Handle("GET", "/api/memory/base", a.baseMemory)
	m.Handle("PUT", "/api/memory/base", a.setBaseMemory)
	m.Handle("POST", "/api/memory/search", a.searchMemory)
	m.Handle("POST", "/api/memory/add", a.learn)
	m.Handle("GET", "/api/memory/{id}", a.getMemory)
	m.Handle("PATCH", "/api/memory/{id}", a.editMemory)
	m.Handle("DELETE", "/api/memory/{id}", a.deleteMemory)
	m.Handle("GET", "/api/memory/{id}/history", a.memoryHistory)
	m.Handle("GET", "/api/memory/{id}/answers", a.memoryAnswers)
}

// optional is a JSON field that may be absent, null or a value.
type optional[T any] struct {
	Set  bool
	Null bool
	V    T
}

// UnmarshalJSON records that the field was present; encoding/json calls it only for such fields.
func (o *optional[T]) UnmarshalJSON(b []byte) error {
	o.Set = true
	if string(b) == "null" {
		o.Null = true
		return nil
	}
	return json.Unmarshal(b, &o.V)
}

// ptrOrNil is nil when the field was absent; null gives a pointer to the zero value.
func (o optional[T]) ptr() *T {
	if !o.Set {
		return nil
	}
	return &o.V
}

var errNothingToChange = &memory.FieldError{Field: "body", Problem: "names nothing that can be changed"}

func (a *API) listMemories(c *call) error {
	q := c.query()
	f := memory.MemoryQuery{Query: q.text("q"), MemoryFilter: memory.MemoryFilter{
		ProfileID: c.profile,
		AnyScope:  true,
		Tag:       q.text("tag"),
		Type: oneOf(q, "type", memory.TypePersonal, memory.TypePreference, memory.TypeKnowledge, memory.TypeEvent,
			memory.TypeOther),
		Limit:    int(q.number("limit")),
		BeforeID: q.id("before"),
	}}
	if s := oneOf(q, "status", memory.StatusActive, memory.StatusInbox, memory.StatusArchived,
		memory.StatusForgotten); s != "" {
		f.Status = []memory.Status{s}
		f.Closed = true
	}
	if q.err != nil {
		return q.err
	}
	if c.anonymous {
		return list[memory.Memory](c, nil)
	}
	found, err := a.service.Memories(c.ctx(), f)
	if err != nil {
		return err
	}
	return list(c, found)
}

func (a *API) addMemory(c *call) error {
	var in struct {
		Content  string       `json:"content"`
		Tags     []string     `json:"tags"`
		Type     memory.Type  `json:"type"`
		Key      memory.Text  `json:"key"`
		Scope    memory.Scope `json:"scope"`
		ThreadID memory.ID    `json:"thread_id"`
	}
	if err := c.decode(&in, false); err != nil {
		return err
	}
	if err := c.needUser(); err != nil {
		return err
	}
	added, err := a.service.AddMemory(c.ctx(), c.profile, c.door.actor, memory.NewMemory{
		Content: in.Content, Tags: in.Tags, Type: in.Type, Key: in.Key, Scope: in.Scope, ThreadID: in.ThreadID,
	})
	if err != nil {
		return err
	}
	c.Header().Set("Location", "/api/memory/"+added.ID.String())
	return c.reply(http.StatusCreated, added)
}

func (a *API) getMemory(c *call) error {
	id, err := c.ownID("id")
	if err != nil {
		return err
	}
	m, err := a.service.Memory(c.ctx(), c.profile, id)
	if err != nil {
		return err
	}
	return c.ok(m)
}

// ownedPathID is pathID for things that belong to a profile.
func (c *call) ownID(name string) (memory.ID, error) {
	if err := c.needUser(); err != nil {
		return 0, err
	}
	return c.pathID(name)
}

func (a *API) editMemory(c *call) error {
	var in struct {
		Content   optional[string]        `json:"content"`
		Tags      optional[[]string]      `json:"tags"`
		Type      optional[memory.Type]   `json:"type"`
		Key       optional[memory.Text]   `json:"key"`
		Pinned    optional[bool]          `json:"pinned"`
		Status    optional[memory.Status] `json:"status"`
		ValidFrom optional[memory.Text]   `json:"valid_from"`
		ValidTo   optional[memory.Text]   `json:"valid_to"`
	}
	id, err := c.ownID("id")
	if err != nil {
		return err
	}
	if err := c.decode(&in, false); err != nil {
		return err
	}
	p := memory.MemoryPatch{
		Content: in.Content.ptr(), Tags: in.Tags.ptr(), Type: in.Type.ptr(), Key: in.Key.ptr(),
		Pinned: in.Pinned.ptr(), Status: in.Status.ptr(), ValidFrom: in.ValidFrom.ptr(), ValidTo: in.ValidTo.ptr(),
	}
	if p == (memory.MemoryPatch{}) {
		return errNothingToChange
	}
	m, err := a.service.UpdateMemory(c.ctx(), c.profile, c.door.actor, id, p)
	if err != nil {
		return err
	}
	return c.ok(m)
}

func (a *API) deleteMemory(c *call) error {
	id, err := c.ownID("id")
	if err != nil {
		return err
	}
	q := c.query()
	erase := q.flag("erase")
	if q.err != nil {
		return q.err
	}
	if !erase {
		if err := a.service.ForgetMemory(c.ctx(), c.profile, c.door.actor, id); err != nil {
			return err
		}
		return c.none()
	}
	gone, err := a.service.EraseMemory(c.ctx(), c.profile, c.door.actor, id)
	if err != nil {
		return err
	}
	copies := gone.Copies
	if copies == nil {
		copies = []string{}
	}
	return c.ok(map[string]any{"id": id, "copies": copies})
}

func (a *API) memoryHistory(c *call) error {
	id, err := c.ownID("id")
	if err != nil {
		return err
	}
	rows, err := a.service.History(c.ctx(), c.profile, id)
	if err != nil {
		return err
	}
	return list(c, rows)
}

const defaultAnswers = 100 // answers of a memory when no limit is given

func (a *API) memoryAnswers(c *call) error {
	id, err := c.ownID("id")
	if err != nil {
		return err
	}
	q := c.query()
	limit := int(q.number("limit"))
	if q.err != nil {
		return q.err
	}
	if limit == 0 {
		limit = defaultAnswers
	}
	uses, err := a.service.AnswersUsing(c.ctx(), c.profile, id, limit)
	if err != nil {
		return err
	}
	return list(c, uses)
}

// chatRef names the chat that a search or an add belongs to: by thread_id, or by memory_id, the
// name other memory servers use. memory_id may be a number or text; "default" means no chat.
type chatRef struct {
	MemoryID json.RawMessage `json:"memory_id"`
	ThreadID memory.ID       `json:"thread_id"`
}

func (r chatRef) thread() (memory.ID, error) {
	s := string(r.MemoryID)
	if r.ThreadID != 0 || s == "" || s == "null" {
		return r.ThreadID, nil
	}
	var text string
	if json.Unmarshal(r.MemoryID, &text) == nil {
		s = text
	}
	if s == "" || s == "default" {
		return 0, nil
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n <= 0 {
		return 0, &memory.FieldError{Field: "memory_id", Problem: `must be the id of a chat or "default"`}
	}
	return memory.ID(n), nil
}

// requireChat refuses a chat that does not exist; 0 means no chat.
func (a *API) knownChat(c *call, thread memory.ID) error {
	if thread == 0 {
		return nil
	}
	_, err := a.service.Thread(c.ctx(), c.profile, thread)
	return err
}

func (a *API) searchMemory(c *call) error {
	var in struct {
		chatRef
		Query     string   `json:"query"`
		TopK      int      `json:"top_k"`
		Threshold *float64 `json:"score_threshold"`
		Recency   *float64 `json:"recency_weight"`
	}
	if err := c.decode(&in, false); err != nil {
		return err
	}
	thread, err := in.thread()
	if err != nil {
		return err
	}
	if in.Query == "" {
		return &memory.FieldError{Field: "query", Problem: "must not be empty"}
	}
	if c.anonymous {
		return c.ok(memory.Retrieval{
			Query: in.Query, Mode: memory.ModeRetrievalOff, Memories: []memory.Hit{},
			Near: []memory.Hit{},
		})
	}
	if err := a.knownChat(c, thread); err != nil {
		return err
	}
	found, err := a.service.Retrieve(c.ctx(), memory.RetrieveParams{
		ProfileID: c.profile, ThreadID: thread, Query: in.Query, TopK: in.TopK, Threshold: in.Threshold,
		Recency: in.Recency,
	})
	if err != nil {
		return err
	}
	if found.Memories == nil {
		found.Memories = []memory.Hit{}
	}
	if found.Near == nil {
		found.Near = []memory.Hit{}
	}
	return c.ok(found)
}

func (a *API) learn(c *call) error {
	var in struct {
		chatRef
		Text string `json:"text"`
	}
	if err := c.decode(&in, false); err != nil {
		return err
	}
	if err := c.needUser(); err != nil {
		return err
	}
	thread, err := in.thread()
	if err != nil {
		return err
	}
	if err := a.knownChat(c, thread); err != nil {
		return err
	}
	rows, err := a.service.Learn(c.ctx(), memory.LearnParams{ProfileID: c.profile, ThreadID: thread, Text: in.Text})
	if err != nil {
		return err
	}
	return list(c, rows)
}

func (a *API) baseMemory(c *call) error {
	if err := c.needUser(); err != nil {
		return err
	}
	b, err := a.service.BaseMemory(c.ctx(), c.profile)
	if err != nil {
		return err
	}
	return c.ok(b)
}

func (a *API) setBaseMemory(c *call) error {
	var in struct {
		Content optional[string] `json:"content"`
	}
	if err := c.decode(&in, false); err != nil {
		return err
	}
	if err := c.needUser(); err != nil {
		return err
	}
	if !in.Content.Set || in.Content.Null {
		return &memory.FieldError{Field: "content", Problem: "is missing"}
	}
	b, err := a.service.SetBaseMemory(c.ctx(), c.profile, c.door.actor, in.Content.V)
	if err != nil {
		return err
	}
	return c.ok(b)
}
