package conversation

import (
	"context"

	"memoir/memory"
	"memoir/memory/engine"
)

// Effect is a step that follows from a change of the state. Effects are carried out in order, on
// the UI goroutine.
type Effect interface{ isEffect() }

// Signal is an effect without parameters.
type Signal int

// The signals.
const (
	ShowRows      Signal = iota // the list of messages changed; it stays where it is scrolled to
	OpenRows                    // another chat is shown, at its end
	RestoreScroll               // scroll to where the chat was left, if it was
	ShowControls                // what surrounds the messages changed
	FocusComposer               // move the keyboard focus to the composer
	LeaveChat                   // another chat is going to be shown
	ScheduleSave                // call SaveDraftOrEdit after a pause in typing
	CancelSave                  // drop the scheduled call of SaveDraftOrEdit
	SaveEdits                   // save UnsentEdits
	SaveNewDraft                // save DraftOfUnstoredChat
	SaveQueue                   // save QueuesOfNonTemporaryChats
	ReportStored                // a new chat was stored
	ReportChanged               // another chat is shown, or its settings changed
	PickModel                   // offer the models
	RefreshModels               // ask the servers again which models they have
	ShowMeter                   // EstimateNextPromptTokens has changed
)

// ShowRow draws the row of one message again.
type ShowRow struct{ ID memory.ID }

// PinQuestion scrolls so that a user message is at the top and its answer follows.
type PinQuestion struct{ ID memory.ID }

// ScrollTo scrolls to a message.
type ScrollTo struct{ ID memory.ID }

// SetText replaces the text of the composer.
type SetText struct{ Text string }

// SaveNewChatModel saves the model of new chats.
type SaveNewChatModel struct{ Model memory.NullText }

// ReportBusy tells that an answer in a chat started or ended.
type ReportBusy struct {
	Chat memory.ID
	On   bool
}

// ShowToast shows a short message, with a button that carries out Action when ActionLabel is not
// empty.
type ShowToast struct {
	Text        string
	ActionLabel string
	Action      Effect
	IsError     bool
}

// ShowError shows why a call failed; Err may be nil.
type ShowError struct{ Err error }

// ShowTextNotSaved shows why what was typed could not be stored, and that it is still in the
// composer.
type ShowTextNotSaved struct{ Err error }

// AskTooLarge asks what to do with a file that does not fit into the context window.
// AttachTooLargeFile attaches it; until then it is not stored, unless it was before.
type AskTooLarge struct {
	File  memory.File
	data  []byte // its bytes
	chat  memory.Chat
	visit *visit
}

// Work is an effect that calls the core. Run is called off the UI goroutine; the Result it returns
// is applied to the state on the UI goroutine.
type Work interface {
	Effect
	RunOnCore(ctx context.Context, core Core) Result
	ConcurrencyPolicy() Schedule
}

// Result takes up the outcome of some work.
type Result func(*State) []Effect

// Schedule says when some work runs, relative to other work.
type Schedule int

// The schedules. Work of the last four replaces older work of the same schedule, whose result is
// dropped.
const (
	Concurrent  Schedule = iota // at once
	Queued                      // after all work queued before
	LoadChat                    // at once
	LoadOlder                   // at once
	LoadFiles                   // at once
	CountPrompt                 // at once
	ScheduleCount
)

// Core is the part of engine.Session that a conversation uses.
type Core interface {
	LoadChatWithAttachments(ctx context.Context, id memory.ID) (memory.ChatWithAttachments, error)
	CreateChat(ctx context.Context, n memory.NewChat) (memory.Chat, error)
	UpdateChat(ctx context.Context, id memory.ID, p memory.ChatPatch) (memory.Chat, error)
	TrashOrEraseChatMaybeUnlearning(ctx context.Context, id memory.ID, o memory.DeleteChatOptions) error
	LoadChatWithSelectedBranch(
		ctx context.Context, id memory.ID, limit int,
	) (memory.ChatWithAttachments, []memory.Message, error)
	ListBranchMessages(ctx context.Context, chat, leaf memory.ID, limit int) ([]memory.Message, error)
	LoadMessage(ctx context.Context, id memory.ID) (memory.Message, error)
	SelectMessageVersionBranch(ctx context.Context, id memory.ID) (memory.Chat, error)
	StoreMessageAndStartAnswer(ctx context.Context, p memory.SendParams) (memory.Turn, error)
	StartRegeneratedAnswer(ctx context.Context, chat, answer memory.ID, model memory.NullText) (memory.Turn, error)
	StartContinuedAnswer(ctx context.Context, chat, answer memory.ID) (memory.Turn, error)
	StopAnswer(ctx context.Context, answer memory.ID) error
	PreviewPrompt(ctx context.Context, p memory.PreviewParams) (memory.PromptPreview, error)
	RestoreChatFromTrashOrArchive(ctx context.Context, id memory.ID) (memory.Chat, error)
	UndoDecision(ctx context.Context, id memory.ID) (memory.Decision, error)
	AddFileUnlessKnownOrTooLong(ctx context.Context, n memory.NewFile) (memory.File, error)
	AttachStoredFileToChat(ctx context.Context, chat, file memory.ID) error
	DetachFileFromChat(ctx context.Context, chat, file memory.ID) error
	HasPictureSignature(data []byte) bool
	NormalizeStoreAndAttachPicture(ctx context.Context, chat memory.ID, n memory.NewFile) (memory.Picture, error)
	StoreAndAttachNormalizedPicture(ctx context.Context, chat memory.ID, p memory.Picture) (memory.Picture, error)
	DetachPictureDeletingIfUnused(ctx context.Context, chat, picture memory.ID) (memory.Picture, error)
}

var _ Core = (*engine.Session)(nil)

func (Signal) isEffect()           {}
func (ShowRow) isEffect()          {}
func (PinQuestion) isEffect()      {}
func (ScrollTo) isEffect()         {}
func (SetText) isEffect()          {}
func (SaveNewChatModel) isEffect() {}
func (ReportBusy) isEffect()       {}
func (ShowToast) isEffect()        {}
func (ShowTextNotSaved) isEffect() {}
func (ShowError) isEffect()        {}
func (AskTooLarge) isEffect()      {}
