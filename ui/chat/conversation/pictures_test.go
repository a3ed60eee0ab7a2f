package conversation

import (
	"fmt"
	"slices"
	"testing"

	"memoir/memory"
)

// setSingleModel gives the conversation one model.
func (h *harness) setSingleModel(sees memory.Sight) {
	h.logEffectsAndQueueWork(h.Settings.SetModelListsAndNewChatMode(ModelLists{Models: []memory.ModelInfo{{
		ID: "test/m", Provider: "test", Name: "m", CanChat: true, Available: true, ContextWindow: 8000, Sees: sees,
	}}, Providers: []memory.ProviderInfo{{Name: "test", Title: "Test", Reachable: true}}}))
	h.takeEffectLog()
}

func (h *harness) attachPicture(name string) {
	h.logEffectsAndRunAllWork(
		h.Attachments.ReadAndAttachFile(name, func() ([]byte, error) { return []byte("picture of " + name), nil }),
	)
}

func (h *harness) composerPictureNames() string {
	var out []string
	for _, p := range h.Pictures.ComposerPictures() {
		out = append(out, p.Name)
	}
	return fmt.Sprint(out)
}

func TestPicturesAreAttachedAndSentWithTheMessage(t *testing.T) {
	h := newHarness(t)
	h.setSingleModel(memory.SightYes)
	h.attachPicture("boat.png")
	h.attachPicture("dog.png")
	if got := h.composerPictureNames(); got != "[boat.png dog.png]" || h.Chat.ID == 0 ||
		len(h.Attachments.PendingFiles) != 0 {
		t.Fatalf("composer %s, chat %d, %+v", got, h.Chat.ID, h.Attachments.PendingFiles)
	}
	if n := h.EstimateNextPromptTokens(); n < 510 {
		t.Errorf("the next prompt is estimated at %d tokens", n)
	}
	if p := h.NextMessagePreviewParams(); len(p.Pictures) != 2 {
		t.Errorf("the preview has %+v", p)
	}
	h.logEffectsAndQueueWork(h.Composer.SetTypedTextAndScheduleSave("Compare"))
	h.logEffectsAndQueueWork(h.Outbox.SendOrQueueTextOrEndQueuedEdit("Compare"))
	if got := h.composerPictureNames(); got != "[]" {
		t.Errorf("while it is sent the composer has %s", got)
	}
	h.runPendingWork()
	if sent := h.core.sent[0]; len(sent.Pictures) != 2 || sent.Text != "Compare" || h.composerPictureNames() != "[]" {
		t.Errorf("sent %+v", sent)
	}
}

func TestAPictureIsSentWithoutText(t *testing.T) {
	h := newHarness(t)
	h.setSingleModel(memory.SightYes)
	h.attachPicture("boat.png")
	h.logEffectsAndRunAllWork(h.Outbox.SendOrQueueTextOrEndQueuedEdit(""))
	if len(h.core.sent) != 1 || len(h.core.sent[0].Pictures) != 1 {
		t.Errorf("sent %+v", h.core.sent)
	}
}

func TestPicturesOfAMessageThatCouldNotBeSentStay(t *testing.T) {
	h := newHarness(t)
	h.setSingleModel(memory.SightYes)
	h.attachPicture("boat.png")
	h.core.fail["SendMessage"] = memory.ErrDiskFull
	h.logEffectsAndQueueWork(h.Composer.SetTypedTextAndScheduleSave("Look"))
	h.logEffectsAndRunAllWork(h.Outbox.SendOrQueueTextOrEndQueuedEdit("Look"))
	if got := h.composerPictureNames(); got != "[boat.png]" {
		t.Errorf("composer %s", got)
	}
}

func TestPicturesForAModelThatDoesNotSeeAreNotSent(t *testing.T) {
	for sight, text := range map[memory.Sight]string{
		memory.SightNo:      "ShowToast m can't see pictures. Choose another model, or remove the picture.",
		memory.SightUnknown: "ShowToast Can m see pictures? Choose Yes or No above the message, then send it.",
	} {
		h := newHarness(t)
		h.setSingleModel(sight)
		h.attachPicture("boat.png")
		h.takeEffectLog()
		h.logEffectsAndRunAllWork(h.Outbox.SendOrQueueTextOrEndQueuedEdit("Look"))
		h.assertAndTakeEffectLog(text)
		if len(h.core.sent) != 0 || h.composerPictureNames() != "[boat.png]" {
			t.Errorf("sent %+v, composer %s", h.core.sent, h.composerPictureNames())
		}
		effects := h.Models.RecordSightOfCurrentModel(true)
		if len(effects) != 1 || effects[0] != (SetModelSight{Model: "test/m", Sees: true}) {
			t.Errorf("%+v", effects)
		}
	}
}

func TestRemovedPicturesComeBackByUndo(t *testing.T) {
	h := newHarness(t)
	h.setSingleModel(memory.SightYes)
	h.attachPicture("boat.png")
	effects := h.Pictures.RemoveComposerPictureOfferingUndo(h.Pictures.ComposerPictures()[0].ID)
	h.logEffectsAndQueueWork(effects)
	var undo Effect
	for _, w := range h.pending {
		for _, e := range w.RunOnCore(t.Context(), h.core)(h.State) {
			if toast, ok := e.(ShowToast); ok {
				undo = toast.Action
			}
		}
	}
	h.pending = nil
	if h.composerPictureNames() != "[]" || undo == nil || len(h.core.waiting[h.Chat.ID]) != 0 {
		t.Fatalf("composer %s, undo %+v", h.composerPictureNames(), undo)
	}
	h.logEffectsAndRunAllWork([]Effect{undo})
	if h.composerPictureNames() != "[boat.png]" || len(h.core.waiting[h.Chat.ID]) != 1 {
		t.Errorf("composer %s", h.composerPictureNames())
	}
}

func TestEditedMessagesKeepTheirPictures(t *testing.T) {
	h := newHarness(t)
	h.setSingleModel(memory.SightYes)
	h.openChatWithQuestionAndAnswer()
	h.Messages[0].Pictures = []memory.Picture{{ID: 71, Name: "a.png"}, {ID: 72, Name: "b.png"}}
	h.logEffectsAndQueueWork(h.Composer.SaveDraftAndStartEditingUserMessage(h.Messages[0].ID))
	if got := h.composerPictureNames(); got != "[a.png b.png]" {
		t.Errorf("editing: %s", got)
	}
	h.logEffectsAndQueueWork(h.Pictures.RemoveComposerPictureOfferingUndo(71))
	h.attachPicture("c.png")
	if got := h.composerPictureNames(); got != "[b.png c.png]" {
		t.Errorf("changed: %s", got)
	}
	h.logEffectsAndQueueWork(h.Composer.CancelEditAndRestoreDraft())
	if got := h.composerPictureNames(); got != "[c.png]" {
		t.Errorf("a picture that was attached meanwhile is lost: %s", got)
	}
	h.logEffectsAndQueueWork(h.Composer.SaveDraftAndStartEditingUserMessage(h.Messages[0].ID))
	h.logEffectsAndRunAllWork(h.Outbox.SendOrQueueTextOrEndQueuedEdit("What is tea, really?"))
	if sent := h.core.sent[0].Pictures; !slices.Equal(sent, []memory.ID{71, 72}) {
		t.Errorf("sent %v", sent)
	}
}

func TestQueuedMessagesKeepTheirPictures(t *testing.T) {
	h := newHarness(t)
	h.setSingleModel(memory.SightYes)
	h.openChatWithQuestionAndAnswer()
	h.typeAndSendText("Again?")
	h.runPendingWork()
	h.attachPicture("boat.png")
	h.logEffectsAndQueueWork(h.Composer.SetTypedTextAndScheduleSave("Look"))
	h.logEffectsAndQueueWork(h.Outbox.SendOrQueueTextOrEndQueuedEdit("Look"))
	queued := h.Queue.QueuedMessagesOfOpenChat()
	if len(queued) != 1 || len(queued[0].Pictures) != 1 || h.composerPictureNames() != "[]" {
		t.Fatalf("queued %+v, composer %s", queued, h.composerPictureNames())
	}
	h.logEffectsAndQueueWork(h.Outbox.QueueTypedTextAndEditQueuedMessage(queued[0].ID))
	if got := h.composerPictureNames(); got != "[boat.png]" {
		t.Errorf("editing: %s", got)
	}
	h.logEffectsAndQueueWork(h.Outbox.SendOrQueueTextOrEndQueuedEdit("Look here"))
	h.finishAnswerWithStatus(memory.MessageComplete)
	h.runPendingWork()
	last := h.core.sent[len(h.core.sent)-1]
	if last.Text != "Look here" || len(last.Pictures) != 1 {
		t.Errorf("sent %+v", last)
	}
}

func TestWaitingPicturesAreThereWhenTheChatIsOpenedAgain(t *testing.T) {
	h := newHarness(t)
	h.setSingleModel(memory.SightYes)
	h.core.addChat(memory.Chat{ID: 1, Title: "Tea"}, "What is tea?", "A plant.")
	h.core.waiting[1] = []memory.Picture{{ID: 5, Name: "boat.png"}}
	h.logEffectsAndRunAllWork(h.LeaveAndOpenStoredChat(1, 0))
	if got := h.composerPictureNames(); got != "[boat.png]" {
		t.Errorf("composer %s", got)
	}
	h.logEffectsAndRunAllWork(h.LeaveAndOpenNewChat(false))
	if got := h.composerPictureNames(); got != "[]" {
		t.Errorf("in the new chat %s", got)
	}
}
