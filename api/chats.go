package api

import (
	"net/http"

	"memoir/memory"
)

func registerChatRoutes(m *Mux) {
	m.Handle("GET", "/api/chats", handleListChats)
	m.Handle("POST", "/api/chats", handleCreateChat)
	m.Handle("GET", "/api/chats/{id}", handleGetChat)
	m.Handle("PATCH", "/api/chats/{id}", handleUpdateChat)
	m.Handle("DELETE", "/api/chats/{id}", handleTrashOrEraseChatMaybeUnlearning)
	m.Handle("POST", "/api/chats/{id}/restore", handleRestoreChatFromTrashOrArchive)
	m.Handle("PUT", "/api/chats/{id}/contexts/{ctx}", handleAttachStoredFileToChat)
	m.Handle("DELETE", "/api/chats/{id}/contexts/{ctx}", handleDetachFileFromChat)
}

func handleListChats(c *call) error {
	q := c.queryParams()
	f := memory.ChatFilter{
		InTrash: q.boolOrRecordError("trash"), Archived: q.boolOrRecordError("archived"),
		ProjectID: q.idOrRecordError("project_id"),
		Limit:     int(q.nonNegativeIntOrRecordError("limit")),
		BeforeID:  q.idOrRecordError("before"),
	}
	if q.firstErr != nil {
		return q.firstErr
	}
	if c.anonymous {
		return writeJSONList[memory.Chat](c, nil)
	}
	if err := c.requireExistingProjectUnlessZero(f.ProjectID); err != nil {
		return err
	}
	chatList, err := c.profileSession().ListChats(c.requestContext(), f)
	if err != nil {
		return err
	}
	return writeJSONList(c, chatList)
}

func handleCreateChat(c *call) error {
	var in struct {
		Title        string            `json:"title"`
		Model        memory.NullText   `json:"model"`
		Memory       memory.MemoryMode `json:"memory"`
		Recall       memory.RecallMode `json:"recall"`
		SystemPrompt memory.NullText   `json:"system_prompt"`
		Temperature  *float64          `json:"temperature"`
		MaxTokens    int               `json:"max_tokens"`
		Temporary    bool              `json:"temporary"`
		ProjectID    memory.ID         `json:"project_id"`
	}
	if err := c.decodeJSONBody(&in, true); err != nil {
		return err
	}
	if err := c.refuseIfAnonymous(); err != nil {
		return err
	}
	if err := validateMemoryMode(in.Memory); err != nil {
		return err
	}
	t, err := c.profileSession().CreateChat(c.requestContext(), memory.NewChat{
		Title: in.Title, Model: in.Model, Memory: in.Memory, SystemPrompt: in.SystemPrompt,
		Temperature: in.Temperature, MaxTokens: in.MaxTokens, Temporary: in.Temporary,
		Recall: in.Recall, ProjectID: in.ProjectID,
	})
	if err != nil {
		return err
	}
	c.Header().Set("Location", "/api/chats/"+t.ID.String())
	return c.writeJSON(http.StatusCreated, t)
}

func validateMemoryMode(m memory.MemoryMode) error {
	switch m {
	case "", memory.MemoryOn, memory.MemoryReadOnly, memory.MemoryOff:
		return nil
	}
	return &memory.FieldError{Field: "memory", Problem: "must be on, read or off"}
}

func handleGetChat(c *call) error {
	id, err := c.refuseIfAnonymousAndParsePathID("id")
	if err != nil {
		return err
	}
	t, err := c.profileSession().LoadChat(c.requestContext(), id)
	if err != nil {
		return err
	}
	return c.writeJSONOK(t)
}

func handleUpdateChat(c *call) error {
	var in struct {
		Title        optional[string]            `json:"title"`
		Model        optional[memory.NullText]   `json:"model"`
		Memory       optional[memory.MemoryMode] `json:"memory"`
		Recall       optional[memory.RecallMode] `json:"recall"`
		SystemPrompt optional[memory.NullText]   `json:"system_prompt"`
		Temperature  optional[float64]           `json:"temperature"`
		MaxTokens    optional[int]               `json:"max_tokens"`
		Pinned       optional[bool]              `json:"pinned"`
		Unread       optional[bool]              `json:"unread"`
		Draft        optional[string]            `json:"draft"`
		Archived     optional[bool]              `json:"archived"`
	}
	id, err := c.refuseIfAnonymousAndParsePathID("id")
	if err != nil {
		return err
	}
	if err := c.decodeJSONBody(&in, false); err != nil {
		return err
	}
	if err := validateMemoryMode(in.Memory.Value); err != nil {
		return err
	}
	p := memory.ChatPatch{
		Title: in.Title.pointerIfPresent(), Model: in.Model.pointerIfPresent(), Memory: in.Memory.pointerIfPresent(),
		SystemPrompt: in.SystemPrompt.pointerIfPresent(), Recall: in.Recall.pointerIfPresent(),
		MaxTokens: in.MaxTokens.pointerIfPresent(), Pinned: in.Pinned.pointerIfPresent(),
		Unread: in.Unread.pointerIfPresent(),
		Draft:  in.Draft.pointerIfPresent(), Archived: in.Archived.pointerIfPresent(),
	}
	if in.Temperature.Present {
		t := in.Temperature.pointerIfPresent()
		if in.Temperature.IsNull {
			t = nil
		}
		p.Temperature = &t
	}
	if p == (memory.ChatPatch{}) {
		return errNothingToChange
	}
	t, err := c.profileSession().UpdateChat(c.requestContext(), id, p)
	if err != nil {
		return err
	}
	return c.writeJSONOK(t)
}

func handleTrashOrEraseChatMaybeUnlearning(c *call) error {
	id, err := c.refuseIfAnonymousAndParsePathID("id")
	if err != nil {
		return err
	}
	q := c.queryParams()
	o := memory.DeleteChatOptions{Unlearn: q.boolOrRecordError("unlearn"), Purge: q.boolOrRecordError("purge")}
	if q.firstErr != nil {
		return q.firstErr
	}
	if err := c.profileSession().TrashOrEraseChatMaybeUnlearning(c.requestContext(), id, o); err != nil {
		return err
	}
	return c.writeNoContent()
}

func handleRestoreChatFromTrashOrArchive(c *call) error {
	id, err := c.refuseIfAnonymousAndParsePathID("id")
	if err != nil {
		return err
	}
	t, err := c.profileSession().RestoreChatFromTrashOrArchive(c.requestContext(), id)
	if err != nil {
		return err
	}
	return c.writeJSONOK(t)
}

func handleAttachStoredFileToChat(c *call) error {
	return changeFileByPathIDsAndRespond(c, c.profileSession().AttachStoredFileToChat)
}

func handleDetachFileFromChat(c *call) error {
	return changeFileByPathIDsAndRespond(c, c.profileSession().DetachFileFromChat)
}
