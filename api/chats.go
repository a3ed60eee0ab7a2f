package api

import (
	"net/http"

	"memoir/memory"
)

func (a *API) chatRoutes(m *Mux) {
	m.Handle("GET", "/api/chats", a.listChats)
	m.Handle("POST", "/api/chats", a.createChat)
	m.Handle("GET", "/api/chats/{id}", a.getChat)
	m.Handle("PATCH", "/api/chats/{id}", a.editChat)
	m.Handle("DELETE", "/api/chats/{id}", a.deleteChat)
	m.Handle("POST", "/api/chats/{id}/restore", a.restoreChat)
	m.Handle("PUT", "/api/chats/{id}/contexts/{ctx}", a.attach)
	m.Handle("DELETE", "/api/chats/{id}/contexts/{ctx}", a.detach)
}

func (a *API) listChats(c *call) error {
	q := c.query()
	f := memory.ThreadFilter{
		ProfileID: c.profile, Trash: q.flag("trash"), Limit: int(q.number("limit")),
		BeforeID: q.id("before"),
	}
	if q.err != nil {
		return q.err
	}
	if c.anonymous {
		return list[memory.Thread](c, nil)
	}
	threads, err := a.service.Threads(c.ctx(), f)
	if err != nil {
		return err
	}
	return list(c, threads)
}

func (a *API) createChat(c *call) error {
	var in struct {
		Title        string      `json:"title"`
		Model        memory.Text `json:"model"`
		Memory       memory.Mode `json:"memory"`
		SystemPrompt memory.Text `json:"system_prompt"`
		Temporary    bool        `json:"temporary"`
	}
	if err := c.decode(&in, true); err != nil {
		return err
	}
	if err := c.needUser(); err != nil {
		return err
	}
	if err := checkMode(in.Memory); err != nil {
		return err
	}
	t, err := a.service.CreateThread(c.ctx(), c.profile, memory.NewThread{
		Title: in.Title, Model: in.Model, Memory: in.Memory, SystemPrompt: in.SystemPrompt, Temporary: in.Temporary,
	})
	if err != nil {
		return err
	}
	c.Header().Set("Location", "/api/chats/"+t.ID.String())
	return c.reply(http.StatusCreated, t)
}

func checkMode(m memory.Mode) error {
	switch m {
	case "", memory.ModeOn, memory.ModeRead, memory.ModeOff:
		return nil
	}
	return &memory.FieldError{Field: "memory", Problem: "must be on, read or off"}
}

func (a *API) getChat(c *call) error {
	id, err := c.ownID("id")
	if err != nil {
		return err
	}
	t, err := a.service.Thread(c.ctx(), c.profile, id)
	if err != nil {
		return err
	}
	return c.ok(t)
}

func (a *API) editChat(c *call) error {
	var in struct {
		Title        optional[string]      `json:"title"`
		Model        optional[memory.Text] `json:"model"`
		Memory       optional[memory.Mode] `json:"memory"`
		SystemPrompt optional[memory.Text] `json:"system_prompt"`
		Temperature  optional[float64]     `json:"temperature"`
		MaxTokens    optional[int]         `json:"max_tokens"`
		Pinned       optional[bool]        `json:"pinned"`
		Unread       optional[bool]        `json:"unread"`
		Draft        optional[string]      `json:"draft"`
	}
	id, err := c.ownID("id")
	if err != nil {
		return err
	}
	if err := c.decode(&in, false); err != nil {
		return err
	}
	if err := checkMode(in.Memory.V); err != nil {
		return err
	}
	p := memory.ThreadPatch{
		Title: in.Title.ptr(), Model: in.Model.ptr(), Memory: in.Memory.ptr(), SystemPrompt: in.SystemPrompt.ptr(),
		MaxTokens: in.MaxTokens.ptr(), Pinned: in.Pinned.ptr(), Unread: in.Unread.ptr(), Draft: in.Draft.ptr(),
	}
	if in.Temperature.Set {
		t := in.Temperature.ptr()
		if in.Temperature.Null {
			t = nil
		}
		p.Temperature = &t
	}
	if p == (memory.ThreadPatch{}) {
		return errNothingToChange
	}
	t, err := a.service.UpdateThread(c.ctx(), c.profile, id, p)
	if err != nil {
		return err
	}
	return c.ok(t)
}

func (a *API) deleteChat(c *call) error {
	id, err := c.ownID("id")
	if err != nil {
		return err
	}
	q := c.query()
	o := memory.DeleteThread{Unlearn: q.flag("unlearn"), Purge: q.flag("purge")}
	if q.err != nil {
		return q.err
	}
	if err := a.service.DeleteThread(c.ctx(), c.profile, id, o); err != nil {
		return err
	}
	return c.none()
}

func (a *API) restoreChat(c *call) error {
	id, err := c.ownID("id")
	if err != nil {
		return err
	}
	t, err := a.service.RestoreThread(c.ctx(), c.profile, id)
	if err != nil {
		return err
	}
	return c.ok(t)
}

func (a *API) attach(c *call) error {
	return a.attachment(c, a.service.AttachContext)
}

func (a *API) detach(c *call) error {
	return a.attachment(c, a.service.DetachContext)
}
