package api

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"memoir/api/proxy"
	"memoir/memory"
)

func registerMemoryRoutes(m *Mux) {
	m.Handle("GET", "/api/memory", handleListOrSearchMemories)
	m.Handle("POST", "/api/memory", handleAddMemory)
	m.Handle("POST", "/api/memory/search", handleRetrieveMemoriesForQuery)
	m.Handle("POST", "/api/memory/add", handleLearnFromTextNow)
	m.Handle("GET", "/api/memory/{id}", handleGetMemory)
	m.Handle("PATCH", "/api/memory/{id}", handleUpdateMemory)
	m.Handle("DELETE", "/api/memory/{id}", handleForgetOrEraseMemory)
	m.Handle("GET", "/api/memory/{id}/history", handleListDecisionsOfMemory)
	m.Handle("GET", "/api/memory/{id}/answers", handleListAnswersUsingMemory)
	m.Handle("GET", "/api/find", handleSearchChatTitlesMessagesMemories)
}

// optional is a JSON field that may be absent, null or a value.
type optional[T any] struct {
	Present bool
	IsNull  bool
	Value   T
}

// UnmarshalJSON records that the field was present; encoding/json calls it only for such fields.
func (o *optional[T]) UnmarshalJSON(b []byte) error {
	o.Present = true
	if string(b) == "null" {
		o.IsNull = true
		return nil
	}
	return json.Unmarshal(b, &o.Value)
}

// pointerIfPresent is nil when the field was absent; null gives a pointer to the zero value.
func (o optional[T]) pointerIfPresent() *T {
	if !o.Present {
		return nil
	}
	return &o.Value
}

var errNothingToChange = &memory.FieldError{Field: "body", Problem: "must contain something to change"}

func handleListOrSearchMemories(c *call) error {
	q := c.queryParams()
	f := memory.MemoryQuery{Query: q.stringValue("q"), MemoryFilter: memory.MemoryFilter{
		Tag: q.stringValue("tag"),
		Key: q.stringValue("key"),
		Origin: enumValueOrRecordError(q, "origin", memory.OriginExtracted, memory.OriginManual, memory.OriginImport,
			memory.OriginAPI,
			memory.OriginFolder, memory.OriginSystem),
		ChatID: q.idOrRecordError("thread_id"), ProjectID: q.idOrRecordError("project_id"),
		Scope: enumValueOrRecordError(q, "scope", memory.ScopeGlobal, memory.ScopeProject, memory.ScopeChat),
		Since: q.timeOrRecordError("since"),
		Until: q.timeOrRecordError("until"),
		Type: enumValueOrRecordError(q, "type", memory.TypePersonal, memory.TypePreference, memory.TypeKnowledge,
			memory.TypeEvent,
			memory.TypeOther),
		Limit:    int(q.nonNegativeIntOrRecordError("limit")),
		BeforeID: q.idOrRecordError("before"),
	}}
	if s := enumValueOrRecordError(q, "status", memory.StatusActive, memory.StatusInbox, memory.StatusArchived,
		memory.StatusForgotten); s != "" {
		f.Status = []memory.Status{s}
		f.IncludeOutdated = true
	}
	f.AnyScope = true // unless a chat or a project reads
	if q.firstErr != nil {
		return q.firstErr
	}
	if c.anonymous {
		return writeJSONList[memory.Memory](c, nil)
	}
	if err := c.requireExistingProjectUnlessZero(f.ProjectID); err != nil {
		return err
	}
	found, err := c.profileSession().ListOrSearchMemories(c.requestContext(), f)
	if err != nil {
		return err
	}
	return writeJSONList(c, found)
}

func handleAddMemory(c *call) error {
	var in struct {
		Content   string          `json:"content"`
		Tags      []string        `json:"tags"`
		Type      memory.Type     `json:"type"`
		Key       memory.NullText `json:"key"`
		Pinned    bool            `json:"pinned"`
		ValidFrom memory.NullText `json:"valid_from"`
		ValidTo   memory.NullText `json:"valid_to"`
		Scope     memory.Scope    `json:"scope"`
		ChatID    memory.ID       `json:"thread_id"`
		ProjectID memory.ID       `json:"project_id"`
	}
	if err := c.decodeJSONBody(&in, false); err != nil {
		return err
	}
	if err := c.refuseIfAnonymous(); err != nil {
		return err
	}
	added, err := c.profileSession().AddMemory(c.requestContext(), memory.NewMemory{
		Content: in.Content, Tags: in.Tags, Type: in.Type, Key: in.Key, Pinned: in.Pinned, ValidFrom: in.ValidFrom,
		ValidTo: in.ValidTo, Scope: in.Scope, ChatID: in.ChatID, ProjectID: in.ProjectID,
	})
	if err != nil {
		return err
	}
	c.Header().Set("Location", "/api/memory/"+added.ID.String())
	return c.writeJSON(http.StatusCreated, added)
}

func handleGetMemory(c *call) error {
	id, err := c.refuseIfAnonymousAndParsePathID("id")
	if err != nil {
		return err
	}
	m, err := c.profileSession().LoadMemory(c.requestContext(), id)
	if err != nil {
		return err
	}
	return c.writeJSONOK(m)
}

// refuseIfAnonymousAndParsePathID is parsePathID for things that belong to a profile.
func (c *call) refuseIfAnonymousAndParsePathID(name string) (memory.ID, error) {
	if err := c.refuseIfAnonymous(); err != nil {
		return 0, err
	}
	return c.parsePathID(name)
}

func handleUpdateMemory(c *call) error {
	var in struct {
		Content   optional[string]          `json:"content"`
		Tags      optional[[]string]        `json:"tags"`
		Type      optional[memory.Type]     `json:"type"`
		Key       optional[memory.NullText] `json:"key"`
		Pinned    optional[bool]            `json:"pinned"`
		Status    optional[memory.Status]   `json:"status"`
		Replace   optional[bool]            `json:"replace"`
		ValidFrom optional[memory.NullText] `json:"valid_from"`
		ValidTo   optional[memory.NullText] `json:"valid_to"`
		Scope     optional[memory.Scope]    `json:"scope"`
		ChatID    optional[memory.ID]       `json:"thread_id"`
		ProjectID optional[memory.ID]       `json:"project_id"`
	}
	id, err := c.refuseIfAnonymousAndParsePathID("id")
	if err != nil {
		return err
	}
	if err := c.decodeJSONBody(&in, false); err != nil {
		return err
	}
	p := memory.MemoryPatch{
		Content: in.Content.pointerIfPresent(), Tags: in.Tags.pointerIfPresent(), Type: in.Type.pointerIfPresent(),
		Key:    in.Key.pointerIfPresent(),
		Pinned: in.Pinned.pointerIfPresent(), Status: in.Status.pointerIfPresent(), Replace: in.Replace.pointerIfPresent(),
		ValidFrom: in.ValidFrom.pointerIfPresent(), ValidTo: in.ValidTo.pointerIfPresent(),
		Scope: in.Scope.pointerIfPresent(), ChatID: in.ChatID.pointerIfPresent(),
		ProjectID: in.ProjectID.pointerIfPresent(),
	}
	if p == (memory.MemoryPatch{}) {
		return errNothingToChange
	}
	changed, err := c.profileSession().UpdateMemory(c.requestContext(), id, p)
	if err != nil {
		return err
	}
	return c.writeJSONOK(changed.Memory)
}

func handleForgetOrEraseMemory(c *call) error {
	id, err := c.refuseIfAnonymousAndParsePathID("id")
	if err != nil {
		return err
	}
	q := c.queryParams()
	erase := q.boolOrRecordError("erase")
	if q.firstErr != nil {
		return q.firstErr
	}
	if !erase {
		if _, err := c.profileSession().ForgetMemory(c.requestContext(), id); err != nil {
			return err
		}
		return c.writeNoContent()
	}
	erased, err := c.profileSession().EraseMemory(c.requestContext(), id)
	if err != nil {
		return err
	}
	copies := erased.RemainingCopies
	if copies == nil {
		copies = []string{}
	}
	return c.writeJSONOK(map[string]any{"id": id, "copies": copies})
}

func handleListDecisionsOfMemory(c *call) error {
	id, err := c.refuseIfAnonymousAndParsePathID("id")
	if err != nil {
		return err
	}
	rows, err := c.profileSession().ListDecisionsOfMemory(c.requestContext(), id)
	if err != nil {
		return err
	}
	return writeJSONList(c, rows)
}

const defaultAnswerLimit = 100 // answers of a memory when no limit is given

func handleListAnswersUsingMemory(c *call) error {
	id, err := c.refuseIfAnonymousAndParsePathID("id")
	if err != nil {
		return err
	}
	q := c.queryParams()
	limit := int(q.nonNegativeIntOrRecordError("limit"))
	if q.firstErr != nil {
		return q.firstErr
	}
	if limit == 0 {
		limit = defaultAnswerLimit
	}
	uses, err := c.profileSession().ListAnswersUsingMemory(c.requestContext(), id, limit)
	if err != nil {
		return err
	}
	return writeJSONList(c, uses)
}

// chatRef names the chat that a search or an add belongs to: by thread_id, or by memory_id, which
// is the number of a chat or what another program calls its conversation. Without either, with
// "global", and with "default" as long as no program has used it, no chat is meant.
type chatRef struct {
	MemoryID json.RawMessage `json:"memory_id"`
	ChatID   memory.ID       `json:"thread_id"`
}

// parseChatRef returns the number of a chat, or the name of a conversation; neither when no chat is
// meant.
func (r chatRef) parseChatRef() (chat memory.ID, conversation string, err error) {
	s := string(r.MemoryID)
	if r.ChatID != 0 || s == "" || s == "null" {
		return r.ChatID, "", nil
	}
	if json.Unmarshal(r.MemoryID, &conversation) == nil {
		s = strings.TrimSpace(conversation)
	} else if _, err := strconv.ParseFloat(s, 64); err != nil { // a list, an object or a truth value
		return 0, "", &memory.FieldError{Field: "memory_id", Problem: "must be a string or a chat ID"}
	}
	switch n, err := strconv.ParseInt(s, 10, 64); {
	case s == "" || s == string(memory.GlobalConversation):
		return 0, "", nil
	case err == nil && n > 0:
		return memory.ID(n), "", nil
	}
	return 0, s, proxy.ValidateConversationName(s)
}

// findChatOrCreateIfAsked returns the chat that is meant, 0 for none. A number must be that of a
// chat; a conversation that is not there is made where create is set, else it has no chat.
func (r chatRef) findChatOrCreateIfAsked(c *call, create bool) (memory.ID, error) {
	id, conversation, err := r.parseChatRef()
	if err != nil {
		return 0, err
	}
	s, ctx := c.profileSession(), c.requestContext()
	var chat memory.Chat
	switch {
	case id != 0:
		chat, err = s.LoadChat(ctx, id)
	case conversation == "":
		return 0, nil
	case create && conversation != memory.DefaultConversation:
		chat, err = s.FindOrCreateProgramConversationChat(ctx, conversation, c.callerProgramName())
	default:
		if chat, err = s.FindProgramChatNotInTrash(ctx, conversation); errors.Is(err, memory.ErrNotFound) {
			return 0, nil
		}
	}
	return chat.ID, err
}

func handleRetrieveMemoriesForQuery(c *call) error {
	var in struct {
		chatRef
		Query         string   `json:"query"`
		TopK          *int     `json:"top_k"`
		Threshold     *float64 `json:"score_threshold"`
		RecencyWeight *float64 `json:"recency_weight"`
	}
	if err := c.decodeJSONBody(&in, false); err != nil {
		return err
	}
	if _, _, err := in.parseChatRef(); err != nil {
		return err
	}
	if in.Query == "" {
		return &memory.FieldError{Field: "query", Problem: "must not be empty"}
	}
	if c.anonymous {
		return c.writeJSONOK(memory.Retrieval{
			Query: in.Query, Mode: memory.RetrievalOff, Memories: []memory.MemoryHit{},
			NearMisses: []memory.MemoryHit{},
		})
	}
	chatID, err := in.findChatOrCreateIfAsked(c, false)
	if err != nil {
		return err
	}
	found, err := c.profileSession().RetrieveMemories(c.requestContext(), memory.RetrieveParams{
		ChatID: chatID, Query: in.Query, TopK: in.TopK, Threshold: in.Threshold, RecencyWeight: in.RecencyWeight,
	})
	if err != nil {
		return err
	}
	if found.Memories == nil {
		found.Memories = []memory.MemoryHit{}
	}
	if found.NearMisses == nil {
		found.NearMisses = []memory.MemoryHit{}
	}
	return c.writeJSONOK(found)
}

func handleLearnFromTextNow(c *call) error {
	var in struct {
		chatRef
		Text string `json:"text"`
	}
	if err := c.decodeJSONBody(&in, false); err != nil {
		return err
	}
	if err := c.refuseIfAnonymous(); err != nil {
		return err
	}
	if _, _, err := in.parseChatRef(); err != nil {
		return err
	}
	if strings.TrimSpace(in.Text) == "" {
		return &memory.FieldError{Field: "text", Problem: "enter at least one word"}
	}
	chatID, err := in.findChatOrCreateIfAsked(c, true)
	if err != nil {
		return err
	}
	rows, err := c.profileSession().LearnFromTextAndUpdateSummaryNow(
		c.requestContext(), memory.LearnParams{ChatID: chatID, Text: in.Text},
	)
	if err != nil {
		return err
	}
	return writeJSONList(c, rows)
}
