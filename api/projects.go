package api

import (
	"net/http"

	"memoir/memory"
)

func registerProjectRoutes(m *Mux) {
	m.Handle("GET", "/api/projects", handleListProjects)
	m.Handle("POST", "/api/projects", handleCreateProject)
	m.Handle("GET", "/api/projects/{id}", handleGetProject)
	m.Handle("PATCH", "/api/projects/{id}", handleUpdateProject)
	m.Handle("DELETE", "/api/projects/{id}", handleDeleteProjectAndItsMemories)
	m.Handle("PUT", "/api/projects/{id}/contexts/{ctx}", handleAttachStoredFileToProject)
	m.Handle("DELETE", "/api/projects/{id}/contexts/{ctx}", handleDetachFileFromProject)
	m.Handle("POST", "/api/chats/move", handleMoveChatsIntoOrOutOfProject)
	m.Handle("POST", "/api/chats/{id}/branch", handleCopyChatUpToMessage)
}

func handleListProjects(c *call) error {
	if c.anonymous {
		return writeJSONList[memory.Project](c, nil)
	}
	all, err := c.profileSession().ListProjects(c.requestContext())
	if err != nil {
		return err
	}
	return writeJSONList(c, all)
}

func handleCreateProject(c *call) error {
	var in struct {
		Name         string          `json:"name"`
		SystemPrompt memory.NullText `json:"system_prompt"`
		Model        memory.NullText `json:"model"`
		Scope        memory.Scope    `json:"scope"`
	}
	if err := c.decodeJSONBody(&in, false); err != nil {
		return err
	}
	if err := c.refuseIfAnonymous(); err != nil {
		return err
	}
	p, err := c.profileSession().CreateProject(c.requestContext(), memory.NewProject{
		Name: in.Name, SystemPrompt: in.SystemPrompt, Model: in.Model, LearnedScope: in.Scope,
	})
	if err != nil {
		return err
	}
	c.Header().Set("Location", "/api/projects/"+p.ID.String())
	return c.writeJSON(http.StatusCreated, p)
}

func handleGetProject(c *call) error {
	id, err := c.refuseIfAnonymousAndParsePathID("id")
	if err != nil {
		return err
	}
	p, err := c.profileSession().LoadProject(c.requestContext(), id)
	if err != nil {
		return err
	}
	return c.writeJSONOK(p)
}

func handleUpdateProject(c *call) error {
	var in struct {
		Name         optional[string]          `json:"name"`
		SystemPrompt optional[memory.NullText] `json:"system_prompt"`
		Model        optional[memory.NullText] `json:"model"`
		Scope        optional[memory.Scope]    `json:"scope"`
		Position     optional[int]             `json:"position"`
		Collapsed    optional[bool]            `json:"collapsed"`
	}
	id, err := c.refuseIfAnonymousAndParsePathID("id")
	if err != nil {
		return err
	}
	if err := c.decodeJSONBody(&in, false); err != nil {
		return err
	}
	patch := memory.ProjectPatch{
		Name: in.Name.pointerIfPresent(), SystemPrompt: in.SystemPrompt.pointerIfPresent(),
		Model: in.Model.pointerIfPresent(), LearnedScope: in.Scope.pointerIfPresent(),
		Position: in.Position.pointerIfPresent(), Collapsed: in.Collapsed.pointerIfPresent(),
	}
	if patch == (memory.ProjectPatch{}) {
		return errNothingToChange
	}
	p, err := c.profileSession().UpdateProject(c.requestContext(), id, patch)
	if err != nil {
		return err
	}
	return c.writeJSONOK(p)
}

// Values of the parameter memories, which says what becomes of memories.
const (
	memoriesForget = "forget"
	memoriesKeep   = "keep"
	memoriesStay   = "stay"
	memoriesMove   = "move"
)

func handleDeleteProjectAndItsMemories(c *call) error {
	id, err := c.refuseIfAnonymousAndParsePathID("id")
	if err != nil {
		return err
	}
	q := c.queryParams()
	what := enumValueOrRecordError(q, "memories", memoriesForget, memoriesKeep)
	if q.firstErr != nil {
		return q.firstErr
	}
	_, err = c.profileSession().DeleteProjectKeepingChats(c.requestContext(), id, memory.DeleteProjectOptions{
		KeepMemories: what == memoriesKeep,
	})
	if err != nil {
		return err
	}
	return c.writeNoContent()
}

func handleAttachStoredFileToProject(c *call) error {
	return changeFileByPathIDsAndRespond(c, c.profileSession().AttachStoredFileToProject)
}

func handleDetachFileFromProject(c *call) error {
	return changeFileByPathIDsAndRespond(c, c.profileSession().DetachFileFromProject)
}

// handleMoveChatsIntoOrOutOfProject moves chats into a project or, with a project_id of null, out
// of theirs.
func handleMoveChatsIntoOrOutOfProject(c *call) error {
	var in struct {
		ChatIDs   []memory.ID `json:"thread_ids"`
		ProjectID memory.ID   `json:"project_id"`
		Memories  string      `json:"memories"`
	}
	if err := c.decodeJSONBody(&in, false); err != nil {
		return err
	}
	if err := c.refuseIfAnonymous(); err != nil {
		return err
	}
	switch {
	case len(in.ChatIDs) == 0:
		return &memory.FieldError{Field: "thread_ids", Problem: "must name at least one chat"}
	case in.Memories != "" && in.Memories != memoriesStay && in.Memories != memoriesMove:
		return &memory.FieldError{Field: "memories", Problem: "must be stay or move"}
	}
	moved, err := c.profileSession().MoveChatsBetweenProjects(c.requestContext(), memory.MoveChatsParams{
		ChatIDs: in.ChatIDs, ProjectID: in.ProjectID, WithMemories: in.Memories == memoriesMove,
	})
	if err != nil {
		return err
	}
	return c.writeJSONOK(map[string]int{
		"moved": len(moved.From), "memories_moved": len(moved.DecisionIDs), "memories_left": moved.LeftBehind,
	})
}

// handleCopyChatUpToMessage copies a chat up to a message, the last one of the branch that is shown
// unless one is named.
func handleCopyChatUpToMessage(c *call) error {
	var in struct {
		MessageID memory.ID `json:"message_id"`
	}
	id, err := c.refuseIfAnonymousAndParsePathID("id")
	if err != nil {
		return err
	}
	if err := c.decodeJSONBody(&in, true); err != nil {
		return err
	}
	source, err := c.profileSession().LoadChat(c.requestContext(), id)
	if err != nil {
		return err
	}
	at := in.MessageID
	if at == 0 {
		at = source.HeadID
	}
	if at == 0 {
		return &memory.FieldError{Field: "message_id", Problem: "the chat has no message to branch from"}
	}
	m, err := c.profileSession().LoadMessage(c.requestContext(), at)
	if err != nil {
		return err
	}
	if m.ChatID != id {
		return &memory.FieldError{Field: "message_id", Problem: "is not a message of this chat"}
	}
	branch, err := c.profileSession().CopyChatUpToMessageAsNewChat(c.requestContext(), at)
	if err != nil {
		return err
	}
	c.Header().Set("Location", "/api/chats/"+branch.ID.String())
	return c.writeJSON(http.StatusCreated, branch)
}

// requireExistingProjectUnlessZero refuses a list that is limited to a project that does not exist:
// without it, a mistyped number would list what is in no project.
func (c *call) requireExistingProjectUnlessZero(id memory.ID) error {
	if id == 0 {
		return nil
	}
	_, err := c.profileSession().LoadProject(c.requestContext(), id)
	return err
}
