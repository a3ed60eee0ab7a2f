package chat

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"memoir/memory"
	"memoir/memory/lang"
	"memoir/ui/app"
	"memoir/ui/composer"
	"memoir/ui/widgets"
)

// maxFileBytes is the size above which a file is not even read; the core refuses smaller ones
// already.
const maxFileBytes = 64 << 20

// phaseStopping is the send button's phase between Esc and the end of the answer.
const phaseStopping = composer.Disabled

func (p *Pane) wireComposer() {
	c := p.composer
	c.OnSend = p.sendMessage
	c.OnStop = func() { p.StopAnswer() }
	c.OnChanged = p.onTextChanged
	c.OnEditLast = p.editLastMessage
	c.OnCancelEdit = p.cancelEdit
	c.OnAttach = func() { p.env.NavigateTo(app.Route{Screen: app.ScreenFilePicker}) }
	c.OnToggleTemporary = p.setTemporary
	c.OnLongPaste = func(text string) { p.AttachText(p.pastedFileName(), []byte(text)) }
	c.OnRemoveFile = func(id int64) { p.detachFile(memory.ID(id)) }
	c.OnOpenFile = func(int64) { p.env.NavigateTo(app.Route{Screen: app.ScreenFiles}) }
	c.OnUnhandledKey = p.handleKey
	c.OnHeightChanged = func() { p.content.Refresh() }
}

func (p *Pane) pastedFileName() string {
	return "Pasted text " + p.env.Now().Format("2006-01-02 15.04.05") + ".txt"
}

// setTemporary toggles whether the unstored chat is temporary. A stored chat is left for a new one.
func (p *Pane) setTemporary(on bool) {
	if p.chat.ID != 0 {
		p.NewChat(on)
		return
	}
	text := p.composer.Text()
	files := p.files
	p.chat = p.newUnstoredChat(on)
	p.files = files
	p.composer.SetText(text)
	p.updateControls()
	p.actions.OnChatChanged(p.chat)
}

// loadAttachedFiles returns the files of a chat. It runs off the UI goroutine.
func (p *Pane) loadAttachedFiles(ctx context.Context, chat memory.Chat) ([]memory.File, error) {
	if len(chat.FileIDs) == 0 {
		return nil, nil
	}
	all, err := p.env.Session.Files(ctx)
	if err != nil {
		return nil, err
	}
	byID := make(map[memory.ID]memory.File, len(all))
	for _, c := range all {
		byID[c.ID] = c
	}
	out := []memory.File{}
	for _, id := range chat.FileIDs {
		if c, ok := byID[id]; ok {
			out = append(out, c)
		}
	}
	return out, nil
}

// reloadFiles reloads the attached files.
func (p *Pane) reloadFiles() {
	id := p.chat.ID
	if id == 0 {
		return
	}
	type answer struct {
		ids   []memory.ID
		files []memory.File
	}
	app.Latest(p.env.Tasks, &p.fileRequest, func(ctx context.Context) (answer, error) {
		chat, err := p.env.Session.Chat(ctx, id)
		if err != nil {
			return answer{}, err
		}
		files, err := p.loadAttachedFiles(ctx, chat)
		return answer{chat.FileIDs, files}, err
	}, func(a answer, err error) {
		if err == nil && id == p.chat.ID {
			p.chat.FileIDs, p.files = a.ids, a.files
			p.updateControls()
			p.actions.OnChatChanged(p.chat)
		}
	})
}

// AttachURI reads a file that was dropped or chosen and attaches it.
func (p *Pane) AttachURI(name string, open func() (io.ReadCloser, error)) {
	p.attachFile(name, func() ([]byte, error) {
		r, err := open()
		if err != nil {
			return nil, fmt.Errorf("open file: %w", err)
		}
		data, err := io.ReadAll(io.LimitReader(r, maxFileBytes+1))
		return data, errors.Join(err, r.Close())
	})
}

// AttachText stores a text as a file and attaches it.
func (p *Pane) AttachText(name string, data []byte) {
	p.attachFile(name, func() ([]byte, error) { return data, nil })
}

func (p *Pane) attachFile(name string, read func() ([]byte, error)) {
	p.pendingSeq++
	chipID := -p.pendingSeq // chips of files that are not stored have negative IDs
	name = filepath.Base(name)
	p.pendingFiles = append(p.pendingFiles, composer.File{ID: chipID, Name: name, Detail: "reading"})
	p.updateControls()
	chat, startedIn, tokenLimit := p.chat, p.session, p.fileTokenLimit()
	app.Queue(p.env.Tasks, func(ctx context.Context) (attachment, error) {
		a := attachment{chat: chat}
		data, err := read()
		if err != nil {
			return a, &memory.FieldError{Field: name, Problem: "it cannot be read"}
		}
		a.file, err = p.env.Session.AddFile(ctx, memory.NewFile{Name: name, Data: data})
		if a.tooLarge = err == nil && a.file.Tokens > tokenLimit; a.tooLarge || err != nil {
			return a, err
		}
		return p.linkFile(ctx, a, startedIn)
	}, func(a attachment, err error) {
		switch {
		case p.session != startedIn: // another chat was opened meanwhile
			p.env.ShowError(err)
		case a.tooLarge:
			p.dropPendingFile(chipID)
			p.askFileTooLarge(a.file)
		default:
			p.onFileLinked(a, chipID, name, err)
		}
	})
}

// attachment is a stored file and the chat it goes to; isNew reports that the chat was created for
// it.
type attachment struct {
	file     memory.File
	tooLarge bool // the user is asked before it is attached
	chat     memory.Chat
	isNew    bool
}

// linkFile attaches a stored file to its chat. It runs off the UI goroutine.
func (p *Pane) linkFile(ctx context.Context, a attachment, startedIn *session) (attachment, error) {
	var err error
	if a.chat, a.isNew, err = p.ensureStored(ctx, a.chat, startedIn); err != nil {
		return a, err
	}
	return a, p.env.Session.AttachFile(ctx, a.chat.ID, a.file.ID)
}

// onFileLinked shows the result of linkFile; chipID and name identify the chip.
func (p *Pane) onFileLinked(a attachment, chipID int64, name string, err error) {
	if a.isNew && p.chat.ID == 0 {
		p.setStoredChat(a.chat)
	}
	if err != nil {
		p.markFileRefused(chipID, name, err)
		return
	}
	p.dropPendingFile(chipID)
	p.reloadFiles()
	p.FocusComposer()
}

// markFileRefused leaves a chip that says why the file cannot be used.
func (p *Pane) markFileRefused(chipID int64, name string, err error) {
	f := memory.FaultOf(err)
	for i := range p.pendingFiles {
		if p.pendingFiles[i].ID == chipID {
			p.pendingFiles[i].Error = "cannot be used"
		}
	}
	var field *memory.FieldError
	text := f.Title + " " + f.Hint
	if errors.As(err, &field) {
		text = name + ": " + field.Problem + "."
	}
	p.updateControls()
	p.toast.ShowToast(text, "", true, nil)
}

// dropRefusedFiles removes the chips of refused files.
func (p *Pane) dropRefusedFiles() {
	p.pendingFiles = slices.DeleteFunc(p.pendingFiles, func(f composer.File) bool { return f.Error != "" })
}

func (p *Pane) dropPendingFile(chipID int64) {
	kept := p.pendingFiles[:0]
	for _, f := range p.pendingFiles {
		if f.ID != chipID {
			kept = append(kept, f)
		}
	}
	p.pendingFiles = kept
	p.updateControls()
}

// fileTokenLimit is the largest file, in tokens, that fits into the context window with the answer.
func (p *Pane) fileTokenLimit() int { return p.contextWindow() - p.env.Session.Config().ReplyReserve }

// askFileTooLarge asks what to do with a stored file that does not fit into the context window. The
// file is attached only after the user agrees, so that an unstored chat stays unstored until then.
func (p *Pane) askFileTooLarge(f memory.File) {
	text := fmt.Sprintf("%s has about %s tokens; %s takes %s.", f.Name, composer.FormatTokens(f.Tokens), p.modelTitle(),
		composer.FormatTokens(p.contextWindow()))
	attachThen := func(then func()) func() {
		chat, startedIn := p.chat, p.session
		return func() {
			app.Queue(p.env.Tasks, func(ctx context.Context) (attachment, error) {
				return p.linkFile(ctx, attachment{file: f, chat: chat}, startedIn)
			}, func(a attachment, err error) {
				if p.session != startedIn {
					p.env.ShowError(err)
					return
				}
				p.onFileLinked(a, 0, f.Name, err)
				then()
			})
		}
	}
	widgets.ShowQuestion(p, "This file does not fit", text, []widgets.DialogButton{
		{Label: "Do not attach"},
		{Label: "Pick another model", OnTapped: attachThen(p.header.openModelMenu)},
		{Label: "Send the best parts", Primary: true, OnTapped: attachThen(func() {})},
	})
}

// detachFile removes a file from the chat.
func (p *Pane) detachFile(id memory.ID) {
	if id < 0 {
		p.dropPendingFile(int64(id))
		return
	}
	chat := p.chat.ID
	app.Queue(p.env.Tasks, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, p.env.Session.DetachFile(ctx, chat, id)
	}, func(_ struct{}, err error) {
		p.env.ShowError(err)
		p.reloadFiles()
	})
}

// fileChips returns the chips above the text.
func (p *Pane) fileChips() []composer.File {
	out := make([]composer.File, 0, len(p.files)+len(p.pendingFiles))
	for _, f := range p.files {
		out = append(out, composer.File{ID: int64(f.ID), Name: f.Name, Detail: composer.FormatTokens(f.Tokens)})
	}
	return append(out, p.pendingFiles...)
}

// updateMeter shows how full the context window would be: the last prompt and its answer, files,
// and the text being typed.
func (p *Pane) updateMeter() {
	limit := p.contextWindow()
	used := lang.EstimateTokens(p.composer.Text())
	for i := len(p.transcript.messages) - 1; i >= 0; i-- {
		if r := p.transcript.messages[i].Receipt; r != nil {
			used += r.PromptTokens + lang.EstimateTokens(p.transcript.messages[i].Content)
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
func (p *Pane) contextWindow() int {
	if m := p.currentModel(); m != nil && m.ContextWindow > 0 {
		return m.ContextWindow
	}
	return p.env.Session.Config().DefaultContextWindow
}
