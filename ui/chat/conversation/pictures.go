package conversation

import (
	"context"
	"errors"
	"slices"

	"memoir/memory"

	"memoir/ui/translate"
)

// Pictures are the pictures that wait in the chat shown. It must be used on the UI goroutine.
type Pictures struct {
	shown    *shownChat
	models   *Models
	composer *ComposerText
	queue    *MessageQueue
	// attachments have the chip of a picture that is being read.
	attachments *Attachments

	waiting []memory.Picture // all that wait in the chat, in order
	sent    []memory.ID      // of the message that is being stored
}

// ComposerPictures are the pictures that go with the message in the composer: those of the edit in
// progress, else those that wait and belong neither to a queued message nor to an edit.
func (p *Pictures) ComposerPictures() []memory.Picture {
	if p.composer.EditingID != 0 {
		return p.picturesOfMessageBeingEdited()
	}
	taken := slices.Clone(p.sent)
	for _, q := range p.queue.QueuedMessagesOfOpenChat() {
		if q.ID != p.queue.editedID {
			taken = append(taken, q.Pictures...)
		}
	}
	for _, u := range p.composer.edits {
		taken = append(taken, u.AddedPictures...)
	}
	return slices.DeleteFunc(slices.Clone(p.waiting), func(x memory.Picture) bool {
		return slices.Contains(taken, x.ID)
	})
}

// picturesOfMessageBeingEdited are those of the message being edited, but for the removed ones,
// then the added ones.
func (p *Pictures) picturesOfMessageBeingEdited() []memory.Picture {
	var out []memory.Picture
	u := p.composer.edits[p.composer.EditingID]
	if m := p.shown.LoadedMessage(p.composer.EditingID); m != nil {
		for _, x := range m.Pictures {
			if !slices.Contains(u.RemovedPictures, x.ID) {
				out = append(out, x)
			}
		}
	}
	for _, x := range p.waiting {
		if slices.Contains(u.AddedPictures, x.ID) {
			out = append(out, x)
		}
	}
	return out
}

func pictureIDs(ps []memory.Picture) []memory.ID {
	var out []memory.ID
	for _, p := range ps {
		out = append(out, p.ID)
	}
	return out
}

// SightForComposerPictures says whether the pictures in the composer can be sent: SightYes also
// without any.
func (p *Pictures) SightForComposerPictures() memory.Sight {
	m := p.models.CurrentModel()
	if m == nil || len(p.ComposerPictures()) == 0 {
		return memory.SightYes // without a model there is another obstacle
	}
	return m.Sees
}

// refusePicturesUnlessModelSees returns what happens instead of sending pictures to a model that is
// not known to take any; nil when they can be sent.
func (p *Pictures) refusePicturesUnlessModelSees() []Effect {
	name := translate.Text("This model")
	if m := p.models.CurrentModel(); m != nil {
		name = m.Name
	}
	switch p.SightForComposerPictures() {
	case memory.SightNo:
		return []Effect{ShowToast{
			Text:    translate.Text("{{.Name}} can't see pictures. Choose another model, or remove the picture.", "Name", name),
			IsError: true,
		}}
	case memory.SightUnknown:
		return []Effect{ShowToast{
			Text: translate.Text("Can {{.Name}} see pictures? Choose Yes or No above the message, then send it.",
				"Name", name),
			IsError: true,
		}}
	}
	return nil
}

// RemoveComposerPictureOfferingUndo takes a picture out of the composer. Undo brings back one that
// waited.
func (p *Pictures) RemoveComposerPictureOfferingUndo(id memory.ID) []Effect {
	if p.composer.EditingID == 0 {
		return []Effect{DetachPicture{Chat: p.shown.Chat.ID, Picture: id, visit: p.shown.visit}}
	}
	effects := []Effect{SaveEdits, ShowControls}
	p.composer.updateEditInProgress(func(u *UnsentEdit) {
		if !slices.Contains(u.AddedPictures, id) {
			u.RemovedPictures = append(slices.Clone(u.RemovedPictures), id)
			return
		}
		u.AddedPictures = slices.DeleteFunc(slices.Clone(u.AddedPictures), func(a memory.ID) bool { return a == id })
		effects = append(effects, DetachPicture{Chat: p.shown.Chat.ID, Picture: id, visit: p.shown.visit})
	})
	return effects
}

// removeSentPicturesFromWaiting takes up that pictures no longer wait because a message has them.
func (p *Pictures) removeSentPicturesFromWaiting(ids []memory.ID) {
	p.waiting = slices.DeleteFunc(p.waiting, func(x memory.Picture) bool { return slices.Contains(ids, x.ID) })
}

// OpenPicture shows one of some pictures as large as the window allows.
type OpenPicture struct {
	Pictures []memory.Picture
	ID       memory.ID
}

// OpenComposerPicture shows a picture of the composer.
func (p *Pictures) OpenComposerPicture(id memory.ID) []Effect {
	return []Effect{OpenPicture{Pictures: p.ComposerPictures(), ID: id}}
}

// addAttachedPictureToComposer shows a picture that was attached to the open chat.
func (p *Pictures) addAttachedPictureToComposer(chat memory.Chat, chipID int64, picture memory.Picture) []Effect {
	effects := p.composer.makeNewlyStoredChatOpenMovingQueue(chat)
	if !slices.ContainsFunc(p.waiting, func(w memory.Picture) bool { return w.ID == picture.ID }) {
		p.waiting = append(p.waiting, picture)
	}
	if p.composer.EditingID != 0 {
		p.composer.updateEditInProgress(func(u *UnsentEdit) {
			u.AddedPictures = append(slices.Clone(u.AddedPictures), picture.ID)
		})
		effects = append(effects, SaveEdits)
	}
	return append(append(effects, p.attachments.removeChipOfPendingFile(chipID)...), FocusComposer)
}

// storeChatAndAttachPicture stores a picture in the chat, which is stored for it if it is new.
func (w AddFile) storeChatAndAttachPicture(ctx context.Context, core Core, data []byte) Result {
	chat, err := w.visit.ensureChatStored(ctx, core, w.chat)
	if err != nil {
		return w.stateUpdateAfterAttach(chat, err)
	}
	p, err := core.NormalizeStoreAndAttachPicture(ctx, chat.ID, memory.NewFile{Name: w.Name, Data: data})
	if err != nil {
		return w.stateUpdateAfterAttach(chat, err)
	}
	return func(s *State) []Effect {
		if s.visit != w.visit {
			return nil
		}
		return s.Pictures.addAttachedPictureToComposer(chat, w.chipID, p)
	}
}

// DetachPicture takes a picture away that waits in a chat.
type DetachPicture struct {
	Chat, Picture memory.ID
	visit         *visit
}

// ConcurrencyPolicy is Queued, which keeps the order of the user's actions.
func (DetachPicture) ConcurrencyPolicy() Schedule { return Queued }

// RunOnCore takes the picture away.
func (w DetachPicture) RunOnCore(ctx context.Context, core Core) Result {
	p, err := core.DetachPictureDeletingIfUnused(ctx, w.Chat, w.Picture)
	if errors.Is(err, memory.ErrNotFound) { // it is gone already
		err = nil
	}
	return func(s *State) []Effect {
		if err != nil || s.visit != w.visit {
			return []Effect{ShowError{err}}
		}
		s.Pictures.waiting = slices.DeleteFunc(s.Pictures.waiting, func(x memory.Picture) bool { return x.ID == w.Picture })
		if p.ID == 0 {
			return []Effect{ShowControls}
		}
		return []Effect{ShowControls, ShowToast{
			Text: translate.Text("Removed {{.Name}}", "Name", p.Name), ActionLabel: translate.Text("Undo"),
			Action: AttachPictureAgain{Chat: w.Chat, Picture: p, visit: w.visit},
		}}
	}
}

// AttachPictureAgain undoes DetachPictureDeletingIfUnused.
type AttachPictureAgain struct {
	Chat    memory.ID
	Picture memory.Picture
	visit   *visit
}

// ConcurrencyPolicy is Queued, which keeps the order of the user's actions.
func (AttachPictureAgain) ConcurrencyPolicy() Schedule { return Queued }

// RunOnCore stores the picture again.
func (w AttachPictureAgain) RunOnCore(ctx context.Context, core Core) Result {
	p, err := core.StoreAndAttachNormalizedPicture(ctx, w.Chat, w.Picture)
	return func(s *State) []Effect {
		if err != nil || s.visit != w.visit {
			return []Effect{ShowError{err}}
		}
		return s.Pictures.addAttachedPictureToComposer(s.Chat, 0, p)
	}
}

func (OpenPicture) isEffect()        {}
func (DetachPicture) isEffect()      {}
func (AttachPictureAgain) isEffect() {}
