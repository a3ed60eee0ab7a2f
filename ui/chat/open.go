package chat

import (
	"context"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/messagelist"
)

// initialMessages is how many messages are loaded when a chat opens; older ones follow when the
// list nears its top.
const firstLoad = 60

// chatData is what a chat is shown from.
type loaded struct {
	thread   memory.Thread
	messages []memory.Message
	more     bool
	files    []memory.Context
}

// OpenChat shows a stored chat, and scrolls to one of its messages when at is not 0.
func (p *Pane) Open(id, at memory.ID) {
	if id == p.thread.ID && id != 0 {
		if at != 0 {
			p.jump(at)
		}
		p.FocusComposer()
		return
	}
	p.leave()
	p.goTo, p.limit = at, firstLoad
	p.older.Drop()
	app.Soon(p.env.Tasks, &p.loads, func(ctx context.Context) (loaded, error) {
		return p.load(ctx, id, firstLoad)
	}, func(l loaded, err error) {
		if err != nil {
			p.env.Fail(err)
			return
		}
		p.shown(l)
	})
}

// loadChat reads a chat. It runs off the UI goroutine.
func (p *Pane) load(ctx context.Context, id memory.ID, limit int) (loaded, error) {
	th, err := p.env.Service.Thread(ctx, p.env.Profile, id)
	if err != nil {
		return loaded{}, err
	}
	ms, err := p.env.Service.Messages(ctx, p.env.Profile, id, 0, limit)
	if err != nil {
		return loaded{}, err
	}
	files, err := p.attached(ctx, th)
	return loaded{th, ms, limit > 0 && len(ms) == limit, files}, err
}

// chatLoaded shows a chat that was loaded.
func (p *Pane) shown(l loaded) {
	p.thread, p.more, p.files = l.thread, l.more, l.files
	if d, ok := p.drafts[l.thread.ID]; ok {
		p.thread.Draft = d
	}
	titles := p.view.titles
	p.view = newView()
	p.view.titles = titles
	p.view.messages = l.messages
	p.reading = nil
	p.watchAnswer()
	p.list.Open(p.view.rows())
	p.composer.SetText(p.thread.Draft)
	p.composer.SetEditing(false)
	if place, ok := p.places[l.thread.ID]; ok && p.goTo == 0 {
		p.list.Restore(place)
	}
	p.show()
	p.on.Changed(p.thread)
	p.FocusComposer()
	p.resume()
	p.askVersions()
	if p.goTo != 0 {
		p.jump(p.goTo)
	}
	if l.thread.Unread {
		p.patch(memory.ThreadPatch{Unread: new(bool)})
	}
}

// NewChat shows a chat that is not stored yet.
func (p *Pane) New(temporary bool) {
	p.leave()
	p.loads.Drop()
	p.older.Drop()
	p.version.Drop()
	p.thread, p.more, p.files, p.reading, p.answer, p.goTo = p.fresh(temporary), false, nil, nil, 0, 0
	titles := p.view.titles
	p.view = newView()
	p.view.titles = titles
	p.list.Open(nil)
	p.composer.SetEditing(false)
	p.composer.SetText("")
	p.show()
	p.on.Changed(p.thread)
	p.FocusComposer()
	if !temporary {
		p.restoreNewDraft()
	}
	p.restoreEdits()
}

// leaveChat saves draft and scroll position of the open chat; a temporary chat is erased.
func (p *Pane) leave() {
	p.keepDraft()
	p.toast.Dismiss()
	p.find.close()
	p.visit, p.sending, p.stopNext = &visit{}, false, false
	if p.thread.ID == 0 {
		return
	}
	p.places[p.thread.ID] = p.list.Place()
	if p.thread.Temporary {
		p.erase(p.thread.ID)
	}
}

// eraseChat deletes a temporary chat that was left.
func (p *Pane) erase(id memory.ID) {
	app.InOrder(p.env.Tasks, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, p.env.Service.DeleteThread(ctx, p.env.Profile, id, memory.DeleteThread{Purge: true})
	}, nil)
}

// Reload reloads the messages and keeps the scroll position.
func (p *Pane) Reload() {
	id, limit := p.thread.ID, p.limit
	if id == 0 {
		return
	}
	app.Newest(p.env.Tasks, &p.loads, func(ctx context.Context) (loaded, error) {
		return p.load(ctx, id, limit)
	}, func(l loaded, err error) {
		if err != nil || l.thread.ID != p.thread.ID {
			return
		}
		draft := p.thread.Draft
		p.thread, p.more, p.files = l.thread, l.more, l.files
		p.thread.Draft = draft
		p.view.messages = l.messages
		p.watchAnswer()
		p.list.SetRows(p.view.rows())
		p.show()
		p.on.Changed(p.thread)
		p.askVersions()
	})
}

// detectStreamingAnswer sets answerID when the newest message is being written.
func (p *Pane) watchAnswer() {
	was := p.answer
	p.answer = 0
	if n := len(p.view.messages); n > 0 && p.view.messages[n-1].Status == memory.MessageStreaming {
		p.answer = p.view.messages[n-1].ID
	}
	if was != p.answer && p.thread.ID != 0 {
		p.on.Busy(p.thread.ID, p.answer != 0)
	}
}

// loadOlderMessages loads four times as many messages; the list keeps its scroll position.
func (p *Pane) loadOlder() {
	if !p.more || p.thread.ID == 0 {
		return
	}
	id, limit := p.thread.ID, p.limit*4
	app.Newest(p.env.Tasks, &p.older, func(ctx context.Context) ([]memory.Message, error) {
		return p.env.Service.Messages(ctx, p.env.Profile, id, 0, limit)
	}, func(ms []memory.Message, err error) {
		if err != nil || id != p.thread.ID || p.answer != 0 && !contains(ms, p.answer) {
			return
		}
		p.limit, p.more = limit, len(ms) == limit
		for i := range ms { // a streaming message is newer here than in the store
			if old := p.find1(ms[i].ID); old != nil && old.Status == memory.MessageStreaming {
				ms[i] = *old
			}
		}
		p.view.messages = ms
		p.list.SetRows(p.view.rows())
		p.askVersions()
		if p.goTo != 0 {
			p.jump(p.goTo)
		}
	})
}

func contains(ms []memory.Message, id memory.ID) bool {
	for _, m := range ms {
		if m.ID == id {
			return true
		}
	}
	return false
}

// jumpToMessage scrolls to a message and loads as many messages as that takes.
func (p *Pane) jump(id memory.ID) {
	p.goTo = id
	if p.list.ScrollTo(int64(id)) {
		p.goTo = 0
		return
	}
	if p.more {
		p.limit = max(p.limit, 2500) // loadOlderMessages multiplies it to 10,000
		p.loadOlder()
		return
	}
	p.goTo = 0
	p.env.Notify(app.Note{Text: "This message is in another version of the chat."})
}

// ScrollPosition returns the scroll position of the list, for tests.
func (p *Pane) Place() messagelist.Place { return p.list.Place() }

func (p *Pane) find1(id memory.ID) *memory.Message {
	for i := len(p.view.messages) - 1; i >= 0; i-- {
		if p.view.messages[i].ID == id {
			return &p.view.messages[i]
		}
	}
	return nil
}

// loadVersions loads the sibling versions of the newest messages.
func (p *Pane) askVersions() {
	ids := []memory.ID{}
	for i := len(p.view.messages) - 1; i >= 0 && len(ids) < firstLoad; i-- {
		ids = append(ids, p.view.messages[i].ID)
	}
	thread := p.thread.ID
	app.Newest(p.env.Tasks, &p.version, func(ctx context.Context) (map[memory.ID][]memory.ID, error) {
		out := map[memory.ID][]memory.ID{}
		for _, id := range ids {
			vs, err := p.env.Service.Versions(ctx, p.env.Profile, id)
			if err != nil {
				return out, err
			}
			if len(vs) > 1 {
				for _, v := range vs {
					out[id] = append(out[id], v.ID)
				}
			}
		}
		return out, nil
	}, func(vs map[memory.ID][]memory.ID, err error) {
		if err != nil || thread != p.thread.ID {
			return
		}
		p.view.versions = vs
		for id := range vs {
			p.update(id)
		}
		p.settled()
	})
}

// updateRow redraws the row of a message.
func (p *Pane) update(id memory.ID) {
	if m := p.find1(id); m != nil {
		p.list.Update(p.view.row(*m))
	}
}

func (p *Pane) settled() {
	if p.on.Settled != nil {
		p.on.Settled()
	}
}
