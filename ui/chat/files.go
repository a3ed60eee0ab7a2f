package chat

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/composer"
	"memoir/ui/parts"
)

// maxFileBytes is the size above which a file is not even read; the core refuses smaller ones
// already.
const mostFile = 64 << 20

// phaseStopping is the send button's phase between Esc and the end of the answer.
const phaseStopping = composer.Off

func (p *Pane) wireComposer() {
	c := p.composer
	c.OnSend = p.send
	c.OnStop = func() { p.Stop() }
	c.OnChanged = p.typed
	c.OnEditLast = p.editLast
	c.OnCancelEdit = p.cancelEdit
	c.OnAttach = func() { p.on.PickFile() }
	c.OnTemporary = p.setTemporary
	c.OnPaste = func(text string) { p.Attach(p.pasteName(), []byte(text)) }
	c.OnRemoveFile = func(id int64) { p.detach(memory.ID(id)) }
	c.OnOpenFile = func(id int64) { p.on.OpenFile(memory.ID(id)) }
	c.OnKey = p.key
	c.OnResize = func() { p.inner.Refresh() }
}

func (p *Pane) pasteName() string {
	return "Pasted text " + p.env.Now().Format("2006-01-02 15.04.05") + ".txt"
}

// setTemporary toggles whether the unstored chat is temporary. A stored chat is left for a new one.
func (p *Pane) setTemporary(on bool) {
	if p.thread.ID != 0 {
		p.New(on)
		return
	}
	text := p.composer.Text()
	files := p.files
	p.thread = p.fresh(on)
	p.files = files
	p.composer.SetText(text)
	p.show()
	p.on.Changed(p.thread)
}

// loadAttachedFiles returns the files of a chat. It runs off the UI goroutine.
func (p *Pane) attached(ctx context.Context, th memory.Thread) ([]memory.Context, error) {
	if len(th.Contexts) == 0 {
		return nil, nil
	}
	all, err := p.env.Service.Contexts(ctx, p.env.Profile)
	if err != nil {
		return nil, err
	}
	byID := make(map[memory.ID]memory.Context, len(all))
	for _, c := range all {
		byID[c.ID] = c
	}
	out := []memory.Context{}
	for _, id := range th.Contexts {
		if c, ok := byID[id]; ok {
			out = append(out, c)
		}
	}
	return out, nil
}

// reloadFiles reloads the attached files.
func (p *Pane) askFiles() {
	id := p.thread.ID
	if id == 0 {
		return
	}
	type answer struct {
		ids   []memory.ID
		files []memory.Context
	}
	app.Newest(p.env.Tasks, &p.fileAsk, func(ctx context.Context) (answer, error) {
		th, err := p.env.Service.Thread(ctx, p.env.Profile, id)
		if err != nil {
			return answer{}, err
		}
		files, err := p.attached(ctx, th)
		return answer{th.Contexts, files}, err
	}, func(a answer, err error) {
		if err == nil && id == p.thread.ID {
			p.thread.Contexts, p.files = a.ids, a.files
			p.show()
			p.on.Changed(p.thread)
		}
	})
}

// AttachURI reads a file that was dropped or chosen and attaches it.
func (p *Pane) AttachURI(name string, open func() (io.ReadCloser, error)) {
	p.attach(name, func() ([]byte, error) {
		r, err := open()
		if err != nil {
			return nil, fmt.Errorf("open file: %w", err)
		}
		data, err := io.ReadAll(io.LimitReader(r, mostFile+1))
		return data, errors.Join(err, r.Close())
	})
}

// AttachText stores a text as a file and attaches it.
func (p *Pane) Attach(name string, data []byte) {
	p.attach(name, func() ([]byte, error) { return data, nil })
}

func (p *Pane) attach(name string, read func() ([]byte, error)) {
	p.readSeq++
	seq := -p.readSeq // chips of files that are not stored have negative IDs
	name = filepath.Base(name)
	p.reading = append(p.reading, composer.File{ID: seq, Name: name, Note: "reading"})
	p.show()
	th, here, room := p.thread, p.visit, p.room()
	app.InOrder(p.env.Tasks, func(ctx context.Context) (added, error) {
		a := added{thread: th}
		data, err := read()
		if err != nil {
			return a, &memory.FieldError{Field: name, Problem: "it cannot be read"}
		}
		a.file, err = p.env.Service.AddContext(ctx, p.env.Profile, memory.NewContext{Name: name, Data: data})
		if a.large = err == nil && a.file.Tokens > room; a.large || err != nil {
			return a, err
		}
		return p.link(ctx, a, here)
	}, func(a added, err error) {
		switch {
		case p.visit != here: // another chat was opened meanwhile
			p.env.Fail(err)
		case a.large:
			p.dropReading(seq)
			p.askRoom(a.file)
		default:
			p.linked(a, seq, name, err)
		}
	})
}

// attachment is a stored file and the chat it goes to; isNew reports that the chat was created for
// it.
type added struct {
	file   memory.Context
	large  bool // the user is asked before it is attached
	thread memory.Thread
	isNew  bool
}

// linkFile attaches a stored file to its chat. It runs off the UI goroutine.
func (p *Pane) link(ctx context.Context, a added, here *visit) (added, error) {
	var err error
	if a.thread, a.isNew, err = p.store(ctx, a.thread, here); err != nil {
		return a, err
	}
	return a, p.env.Service.AttachContext(ctx, p.env.Profile, a.thread.ID, a.file.ID)
}

// onFileLinked shows the result of linkFile; chipID and name identify the chip.
func (p *Pane) linked(a added, seq int64, name string, err error) {
	if a.isNew && p.thread.ID == 0 {
		p.adopt(a.thread)
	}
	if err != nil {
		p.refused(seq, name, err)
		return
	}
	p.dropReading(seq)
	p.askFiles()
	p.FocusComposer()
}

// markFileRefused leaves a chip that says why the file cannot be used.
func (p *Pane) refused(seq int64, name string, err error) {
	f := memory.FaultOf(err)
	for i := range p.reading {
		if p.reading[i].ID == seq {
			p.reading[i].Error = "cannot be used"
		}
	}
	var field *memory.FieldError
	text := f.Title + " " + f.Hint
	if errors.As(err, &field) {
		text = name + ": " + field.Problem + "."
	}
	p.show()
	p.toast.Say(text, "", true, nil)
}

// dropRefusedFiles removes the chips of refused files.
func (p *Pane) dropRefused() {
	p.reading = slices.DeleteFunc(p.reading, func(f composer.File) bool { return f.Error != "" })
}

func (p *Pane) dropReading(seq int64) {
	kept := p.reading[:0]
	for _, f := range p.reading {
		if f.ID != seq {
			kept = append(kept, f)
		}
	}
	p.reading = kept
	p.show()
}

// fileTokenLimit is the largest file, in tokens, that fits into the context window with the answer.
func (p *Pane) room() int { return p.window() - p.env.Service.Config().ReplyReserve }

// askFileTooLarge asks what to do with a stored file that does not fit into the context window. The
// file is attached only after the user agrees, so that an unstored chat stays unstored until then.
func (p *Pane) askRoom(f memory.Context) {
	text := fmt.Sprintf("%s has about %s tokens; %s takes %s.", f.Name, composer.Tokens(f.Tokens), p.modelTitle(),
		composer.Tokens(p.window()))
	take := func(then func()) func() {
		th, here := p.thread, p.visit
		return func() {
			app.InOrder(p.env.Tasks, func(ctx context.Context) (added, error) {
				return p.link(ctx, added{file: f, thread: th}, here)
			}, func(a added, err error) {
				if p.visit != here {
					p.env.Fail(err)
					return
				}
				p.linked(a, 0, f.Name, err)
				then()
			})
		}
	}
	parts.Ask(p, "This file does not fit", text, []parts.Answer{
		{Label: "Do not attach"},
		{Label: "Pick another model", Do: take(p.header.pickModel)},
		{Label: "Send the best parts", Main: true, Do: take(func() {})},
	})
}

// detachFile removes a file from the chat.
func (p *Pane) detach(id memory.ID) {
	if id < 0 {
		p.dropReading(int64(id))
		return
	}
	th := p.thread.ID
	app.InOrder(p.env.Tasks, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, p.env.Service.DetachContext(ctx, p.env.Profile, th, id)
	}, func(_ struct{}, err error) {
		p.env.Fail(err)
		p.askFiles()
	})
}

// fileChips returns the chips above the text.
func (p *Pane) chips() []composer.File {
	out := make([]composer.File, 0, len(p.files)+len(p.reading))
	for _, f := range p.files {
		out = append(out, composer.File{ID: int64(f.ID), Name: f.Name, Note: composer.Tokens(f.Tokens)})
	}
	return append(out, p.reading...)
}

// updateMeter shows how full the context window would be: the last prompt and its answer, files,
// and the text being typed.
func (p *Pane) meter() {
	limit := p.window()
	used := memory.EstimateTokens(p.composer.Text())
	for i := len(p.view.messages) - 1; i >= 0; i-- {
		if r := p.view.messages[i].Receipt; r != nil {
			used += r.PromptTokens + memory.EstimateTokens(p.view.messages[i].Content)
			p.composer.SetMeter(composer.Meter{Used: used, Limit: limit})
			return
		}
	}
	for _, f := range p.files {
		used += f.Tokens
	}
	p.composer.SetMeter(composer.Meter{Used: used, Limit: limit})
}

// contextWindow is the context window of the model in tokens.
func (p *Pane) window() int {
	if m := p.model(); m != nil && m.Context > 0 {
		return m.Context
	}
	return p.env.Service.Config().WindowDefault
}
