package conversation

import (
	"context"
	"errors"
	"slices"

	"memoir/memory"

	"memoir/ui/translate"
)

// pictureState are the pictures that wait in the chat shown. It must be used on the UI goroutine.
type pictureState struct {
	waiting []memory.Picture // all that wait in the chat, in order
	sent    []memory.ID      // of the message that is being stored
}

// ComposerPictures are the pictures that go with the message in the composer: those of the edit in
// progress, else those that wait and belong neither to a queued message nor to an edit.
func (s *State) ComposerPictures() []memory.Picture {
	if s.EditingID != 0 {
		return s.editedPictures()
	}
	taken := slices.Clone(s.sent)
	for _, q := range s.queued[s.Chat.ID] {
		if q.ID != s.editedID {
			taken = append(taken, q.Pictures...)
		}
	}
	for _, u := range s.edits {
		taken = append(taken, u.AddedPictures...)
	}
	return slices.DeleteFunc(slices.Clone(s.waiting), func(p memory.Picture) bool {
		return slices.Contains(taken, p.ID)
	})
}

// editedPictures are those of the message being edited, but for the removed ones, then the added ones.
func (s *State) editedPictures() []memory.Picture {
	var out []memory.Picture
	u := s.edits[s.EditingID]
	if m := s.LoadedMessage(s.EditingID); m != nil {
		for _, p := range m.Pictures {
			if !slices.Contains(u.RemovedPictures, p.ID) {
				out = append(out, p)
			}
		}
	}
	for _, p := range s.waiting {
		if slices.Contains(u.AddedPictures, p.ID) {
			out = append(out, p)
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

// ComposerSight says whether the pictures in the composer can be sent: SightYes also without any.
func (s *State) ComposerSight() memory.Sight {
	m := s.CurrentModel()
	if m == nil || len(s.ComposerPictures()) == 0 {
		return memory.SightYes // without a model there is another obstacle
	}
	return m.Sees
}

// refusePicturesForBlindModel returns what happens instead of sending pictures to a model that is not
// known to take any; nil when they can be sent.
func (s *State) refusePicturesForBlindModel() []Effect {
	name := translate.Text("This model")
	if m := s.CurrentModel(); m != nil {
		name = m.Name
	}
	switch s.ComposerSight() {
	case memory.SightNo:
		return []Effect{ShowToast{
			Text:    translate.Text("{{.Name}} can't see pictures. Choose another model, or remove the picture.", "Name", name),
			IsError: true,
		}}
	case memory.SightUnknown:
		return []Effect{ShowToast{
			Text:    translate.Text("Can {{.Name}} see pictures? Answer above the message, then send it.", "Name", name),
			IsError: true,
		}}
	}
	return nil
}

// AnswerSightQuestion records whether the model of the chat sees.
func (s *State) AnswerSightQuestion(sees bool) []Effect {
	m := s.CurrentModel()
	if m == nil {
		return nil
	}
	return []Effect{SetModelSight{Model: m.ID, Sees: sees}}
}

// SetModelSight records whether a model takes pictures; the models are loaded again afterwards.
type SetModelSight struct {
	Model string
	Sees  bool
}

// RemovePicture takes a picture out of the composer. Undo brings back one that waited.
func (s *State) RemovePicture(id memory.ID) []Effect {
	if s.EditingID == 0 {
		return []Effect{DetachPicture{Chat: s.Chat.ID, Picture: id, visit: s.visit}}
	}
	u := s.edits[s.EditingID]
	u.ChatID, u.Text = s.Chat.ID, s.text
	effects := []Effect{SaveEdits, ShowControls}
	if slices.Contains(u.AddedPictures, id) {
		u.AddedPictures = slices.DeleteFunc(slices.Clone(u.AddedPictures), func(a memory.ID) bool { return a == id })
		effects = append(effects, DetachPicture{Chat: s.Chat.ID, Picture: id, visit: s.visit})
	} else {
		u.RemovedPictures = append(slices.Clone(u.RemovedPictures), id)
	}
	s.edits[s.EditingID] = u
	return effects
}

// OpenPicture shows one of some pictures as large as the window allows.
type OpenPicture struct {
	Pictures []memory.Picture
	ID       memory.ID
}

// OpenComposerPicture shows a picture of the composer.
func (s *State) OpenComposerPicture(id memory.ID) []Effect {
	return []Effect{OpenPicture{Pictures: s.ComposerPictures(), ID: id}}
}

// OpenMessagePicture shows a picture of a message.
func (s *State) OpenMessagePicture(message, id memory.ID) []Effect {
	if m := s.LoadedMessage(message); m != nil {
		return []Effect{OpenPicture{Pictures: m.Pictures, ID: id}}
	}
	return nil
}

// showPictureAttached shows a picture that was attached to the open chat.
func (s *State) showPictureAttached(chat memory.Chat, chipID int64, p memory.Picture) []Effect {
	effects := s.setOpenChatIfNewlyStored(chat)
	if !slices.ContainsFunc(s.waiting, func(w memory.Picture) bool { return w.ID == p.ID }) {
		s.waiting = append(s.waiting, p)
	}
	if s.EditingID != 0 {
		u := s.edits[s.EditingID]
		u.ChatID, u.Text, u.AddedPictures = s.Chat.ID, s.text, append(slices.Clone(u.AddedPictures), p.ID)
		s.edits[s.EditingID] = u
		effects = append(effects, SaveEdits)
	}
	return append(append(effects, s.dropPendingFile(chipID)...), FocusComposer)
}

// attachPicture stores a picture in the chat, which is stored for it if it is new.
func (w AddFile) attachPicture(ctx context.Context, core Core, data []byte) Result {
	chat, err := w.visit.ensureChatStored(ctx, core, w.chat)
	if err != nil {
		return w.stateUpdateAfterAttach(chat, err)
	}
	p, err := core.AttachPicture(ctx, chat.ID, memory.NewFile{Name: w.Name, Data: data})
	if err != nil {
		return w.stateUpdateAfterAttach(chat, err)
	}
	return func(s *State) []Effect {
		if s.visit != w.visit {
			return nil
		}
		return s.showPictureAttached(chat, w.chipID, p)
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
	p, err := core.DetachPicture(ctx, w.Chat, w.Picture)
	if errors.Is(err, memory.ErrNotFound) { // it is gone already
		err = nil
	}
	return func(s *State) []Effect {
		if err != nil || s.visit != w.visit {
			return []Effect{ShowError{err}}
		}
		s.waiting = slices.DeleteFunc(s.waiting, func(x memory.Picture) bool { return x.ID == w.Picture })
		if p.ID == 0 {
			return []Effect{ShowControls}
		}
		return []Effect{ShowControls, ShowToast{
			Text: translate.Text("Removed {{.Name}}", "Name", p.Name), ActionLabel: translate.Text("Undo"),
			Action: AttachPictureAgain{Chat: w.Chat, Picture: p, visit: w.visit},
		}}
	}
}

// AttachPictureAgain undoes DetachPicture.
type AttachPictureAgain struct {
	Chat    memory.ID
	Picture memory.Picture
	visit   *visit
}

// ConcurrencyPolicy is Queued, which keeps the order of the user's actions.
func (AttachPictureAgain) ConcurrencyPolicy() Schedule { return Queued }

// RunOnCore stores the picture again.
func (w AttachPictureAgain) RunOnCore(ctx context.Context, core Core) Result {
	p, err := core.AttachStoredPicture(ctx, w.Chat, w.Picture)
	return func(s *State) []Effect {
		if err != nil || s.visit != w.visit {
			return []Effect{ShowError{err}}
		}
		return s.showPictureAttached(s.Chat, 0, p)
	}
}

func (SetModelSight) isEffect()      {}
func (OpenPicture) isEffect()        {}
func (DetachPicture) isEffect()      {}
func (AttachPictureAgain) isEffect() {}
