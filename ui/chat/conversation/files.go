package conversation

import (
	"context"
	"errors"
	"path/filepath"
	"slices"

	"memoir/memory"
	"memoir/ui/humanize"
	"memoir/ui/translate"
)

// Attachments are the files of the chat shown. It must be used on the UI goroutine.
type Attachments struct {
	shown    *shownChat
	models   *Models
	composer *ComposerText

	Files []memory.File // attached to the chat
	// PendingFiles are being read, or were refused; they are not attached.
	PendingFiles []PendingFile

	chipSeq int64
}

// PendingFile is a file that is being read, or that was refused.
type PendingFile struct {
	ChipID  int64 // negative, unlike the IDs of stored files
	Name    string
	Refused bool
}

// ReadAndAttachFile reads a file and attaches it to the chat, unless that is in the trash. read is
// called off the UI goroutine.
func (a *Attachments) ReadAndAttachFile(name string, read func() ([]byte, error)) []Effect {
	if refusal := a.shown.refuseInTrash(); refusal != nil {
		return refusal
	}
	a.chipSeq++
	name = filepath.Base(name)
	a.PendingFiles = append(a.PendingFiles, PendingFile{ChipID: -a.chipSeq, Name: name})
	return []Effect{ShowControls, AddFile{
		Name: name, read: read, chipID: -a.chipSeq, chat: a.shown.Chat, visit: a.shown.visit,
		tokenLimit: a.models.ContextWindowTokens() - a.models.config().ReplyReserve,
	}}
}

// FileTooLargeText says why the user is asked about a file.
func (a *Attachments) FileTooLargeText(f memory.File, formatTokens func(int) string) string {
	model := translate.Text("the model")
	if m := a.models.CurrentModel(); m != nil {
		model = m.Name
	}
	return translate.Text("{{.Name}} has about {{.Tokens}} tokens, but {{.Model}} can handle only {{.Limit}}.",
		"Name", f.Name, "Tokens", formatTokens(f.Tokens), "Model", model, "Limit",
		formatTokens(a.models.ContextWindowTokens()))
}

// AttachTooLargeFile attaches the file that AskTooLarge asked about; pickModel offers the models
// then.
func (a *Attachments) AttachTooLargeFile(q AskTooLarge, pickModel bool) []Effect {
	return []Effect{LinkFile{File: q.File, data: q.data, chat: q.chat, visit: q.visit, pickModel: pickModel}}
}

// DetachFileOrRemovePendingChip removes a file, or the chip of one that is not attached, from the
// chat.
func (a *Attachments) DetachFileOrRemovePendingChip(id int64) []Effect {
	if id < 0 {
		return a.removeChipOfPendingFile(id)
	}
	return []Effect{DetachFile{Chat: a.shown.Chat.ID, File: memory.ID(id)}}
}

func (a *Attachments) removeChipOfPendingFile(chipID int64) []Effect {
	a.PendingFiles = slices.DeleteFunc(a.PendingFiles, func(f PendingFile) bool { return f.ChipID == chipID })
	return []Effect{ShowControls}
}

// dropChipsOfRefusedFiles removes the chips of refused files.
func (a *Attachments) dropChipsOfRefusedFiles() {
	a.PendingFiles = slices.DeleteFunc(a.PendingFiles, func(f PendingFile) bool { return f.Refused })
}

// showFileAttachedOrRefused shows that a file was attached to a chat, or why it was not.
func (a *Attachments) showFileAttachedOrRefused(chat memory.Chat, chipID int64, name string, err error) []Effect {
	effects := a.composer.makeNewlyStoredChatOpenMovingQueue(chat)
	if err != nil {
		return append(effects, a.markFileRefusedWithToast(chipID, name, err)...)
	}
	effects = append(effects, a.removeChipOfPendingFile(chipID)...)
	return append(append(effects, a.reloadFilesAndWaitingPictures()...), FocusComposer)
}

// markFileRefusedWithToast leaves a chip that says why the file cannot be used.
func (a *Attachments) markFileRefusedWithToast(chipID int64, name string, err error) []Effect {
	for i := range a.PendingFiles {
		if a.PendingFiles[i].ChipID == chipID {
			a.PendingFiles[i].Refused = true
		}
	}
	fault := memory.FaultFromError(err)
	text := translate.TranslateKnown(fault.Title) + " " + translate.TranslateKnown(fault.Hint)
	var field *memory.FieldError
	if errors.As(err, &field) {
		text = humanize.AppendFullStop(name + " " + translate.TranslateKnown(field.Problem))
	}
	return []Effect{ShowControls, ShowToast{Text: text, IsError: true}}
}

// reloadFilesAndWaitingPictures reads the attached files again.
func (a *Attachments) reloadFilesAndWaitingPictures() []Effect {
	if a.shown.Chat.ID == 0 {
		return nil
	}
	return []Effect{ReadFiles{Chat: a.shown.Chat.ID, visit: a.shown.visit}}
}

// AddFile stores a file and attaches it, unless it is too large: then the user
// is asked first, so that neither the file nor an unstored chat is stored before the answer.
type AddFile struct {
	Name       string
	read       func() ([]byte, error)
	chipID     int64
	chat       memory.Chat
	visit      *visit
	tokenLimit int // the largest file that fits into the context window with the answer
}

// ConcurrencyPolicy is Queued, which keeps the order of the user's actions.
func (AddFile) ConcurrencyPolicy() Schedule { return Queued }

// RunOnCore reads, stores and attaches the file.
func (w AddFile) RunOnCore(ctx context.Context, core Core) Result {
	data, err := w.read()
	if err != nil {
		return w.stateUpdateAfterAttach(w.chat, &memory.FieldError{Field: w.Name, Problem: translate.Text("can't be read")})
	}
	if core.HasPictureSignature(data) {
		return w.storeChatAndAttachPicture(ctx, core, data)
	}
	if w.chat.Temporary { // before the file, so that it goes with the chat
		if w.chat, err = w.visit.ensureChatStored(ctx, core, w.chat); err != nil {
			return w.stateUpdateAfterAttach(w.chat, err)
		}
	}
	file, err := core.AddFileUnlessKnownOrTooLong(ctx, memory.NewFile{Name: w.Name, Data: data, MaxTokens: w.tokenLimit})
	if err != nil {
		return w.stateUpdateAfterAttach(w.chat, err)
	}
	if file.Tokens > w.tokenLimit {
		return func(s *State) []Effect {
			if s.visit != w.visit {
				return nil
			}
			effects := s.Composer.makeNewlyStoredChatOpenMovingQueue(w.chat)
			return append(append(effects, s.Attachments.removeChipOfPendingFile(w.chipID)...),
				AskTooLarge{File: file, data: data, chat: s.Chat, visit: w.visit})
		}
	}
	return w.stateUpdateAfterAttach(w.visit.storeChatAndAttachFile(ctx, core, w.chat, file.ID))
}

func (w AddFile) stateUpdateAfterAttach(chat memory.Chat, err error) Result {
	return func(s *State) []Effect {
		if s.visit != w.visit { // another chat was opened meanwhile
			return []Effect{ShowError{err}}
		}
		return s.Attachments.showFileAttachedOrRefused(chat, w.chipID, w.Name, err)
	}
}

// storeChatAndAttachFile attaches a stored file to a chat, which is stored for it if it is new.
func (v *visit) storeChatAndAttachFile(
	ctx context.Context,
	core Core,
	chat memory.Chat,
	file memory.ID,
) (memory.Chat, error) {
	stored, err := v.ensureChatStored(ctx, core, chat)
	if err != nil {
		return stored, err
	}
	return stored, core.AttachStoredFileToChat(ctx, stored.ID, file)
}

// LinkFile attaches a file to a chat and stores it first if it is not yet.
type LinkFile struct {
	File      memory.File // without an ID if it is not stored
	data      []byte      // its bytes
	chat      memory.Chat
	visit     *visit
	pickModel bool
}

// ConcurrencyPolicy is Queued, which keeps the order of the user's actions.
func (LinkFile) ConcurrencyPolicy() Schedule { return Queued }

// RunOnCore attaches the file.
func (w LinkFile) RunOnCore(ctx context.Context, core Core) Result {
	chat, err := w.storeAndAttachFile(ctx, core)
	return func(s *State) []Effect {
		if s.visit != w.visit {
			return []Effect{ShowError{err}}
		}
		effects := s.Attachments.showFileAttachedOrRefused(chat, 0, w.File.Name, err)
		if w.pickModel {
			effects = append(effects, PickModel)
		}
		return effects
	}
}

func (w LinkFile) storeAndAttachFile(ctx context.Context, core Core) (memory.Chat, error) {
	id := w.File.ID
	if id == 0 {
		stored, err := core.AddFileUnlessKnownOrTooLong(ctx, memory.NewFile{Name: w.File.Name, Data: w.data})
		if err != nil {
			return w.chat, err
		}
		id = stored.ID
	}
	return w.visit.storeChatAndAttachFile(ctx, core, w.chat, id)
}

// DetachFile removes a file from a chat.
type DetachFile struct{ Chat, File memory.ID }

// ConcurrencyPolicy is Queued, which keeps the order of the user's actions.
func (DetachFile) ConcurrencyPolicy() Schedule { return Queued }

// RunOnCore removes the file.
func (w DetachFile) RunOnCore(ctx context.Context, core Core) Result {
	err := core.DetachFileFromChat(ctx, w.Chat, w.File)
	return func(s *State) []Effect {
		return append([]Effect{ShowError{err}}, s.Attachments.reloadFilesAndWaitingPictures()...)
	}
}

// ReadFiles reads the files of the open chat.
type ReadFiles struct {
	Chat  memory.ID
	visit *visit
}

// ConcurrencyPolicy lets it replace an older ReadFiles.
func (ReadFiles) ConcurrencyPolicy() Schedule { return LoadFiles }

// RunOnCore reads the files.
func (w ReadFiles) RunOnCore(ctx context.Context, core Core) Result {
	chat, err := core.LoadChatWithAttachments(ctx, w.Chat)
	return func(s *State) []Effect {
		if err != nil || s.visit != w.visit {
			return nil
		}
		s.setFilesAndWaitingPictures(chat)
		return []Effect{ShowControls, ReportChanged}
	}
}

func (AddFile) isEffect()    {}
func (LinkFile) isEffect()   {}
func (DetachFile) isEffect() {}
func (ReadFiles) isEffect()  {}
