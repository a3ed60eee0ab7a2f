package conversation

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"memoir/memory"
	"memoir/memory/lang"
)

// harness carries out the effects of a State as a pane does, but waits with the work until the test
// runs it.
type harness struct {
	*State
	t       *testing.T
	core    *fakeCore
	pending []Work
	log     []string // what the effects since the last takeEffectLog were
}

func newHarness(t *testing.T) *harness {
	h := &harness{t: t, core: &fakeCore{
		chats: map[memory.ID]*memory.Chat{}, messages: map[memory.ID][]memory.Message{},
		fail: map[string]error{}, calls: map[string]int{}, waiting: map[memory.ID][]memory.Picture{},
	}}
	h.State = New(Options{
		Profile: 1, Now: func() time.Time { return time.Date(2026, 5, 3, 12, 0, 0, 0, time.UTC) },
		Config: func() memory.Config { return memory.Config{DefaultContextWindow: 1000, ReplyReserve: 100} },
	})
	return h
}

// logEffectsAndQueueWork carries out effects.
func (h *harness) logEffectsAndQueueWork(effects []Effect) {
	for _, e := range effects {
		h.log = append(h.log, describeEffect(e))
		if w, ok := e.(Work); ok {
			h.pending = append(h.pending, w)
		}
	}
}

// runPendingWork runs the work that is pending and everything that follows from it.
func (h *harness) runPendingWork() {
	for len(h.pending) > 0 {
		w := h.pending[0]
		h.pending = h.pending[1:]
		if result := w.RunOnCore(h.t.Context(), h.core); result != nil {
			h.logEffectsAndQueueWork(result(h.State))
		}
	}
}

// logEffectsAndRunAllWork carries out effects and all work that follows from them.
func (h *harness) logEffectsAndRunAllWork(effects []Effect) {
	h.logEffectsAndQueueWork(effects)
	h.runPendingWork()
}

// takeEffectLog returns the log and begins a new one.
func (h *harness) takeEffectLog() string {
	out := strings.Join(h.log, ", ")
	h.log = nil
	return out
}

// assertAndTakeEffectLog compares the log, which it takes.
func (h *harness) assertAndTakeEffectLog(want string) {
	h.t.Helper()
	if got := h.takeEffectLog(); got != want {
		h.t.Errorf("effects:\n%s\nwant:\n%s", got, want)
	}
}

// takeLogAndCheckForEffect reports whether the log has an effect, and takes the log.
func (h *harness) takeLogAndCheckForEffect(effect string) bool {
	return slices.Contains(strings.Split(h.takeEffectLog(), ", "), effect)
}

// typeAndSendText types and sends a text.
func (h *harness) typeAndSendText(text string) {
	h.logEffectsAndQueueWork(h.Composer.SetTypedTextAndScheduleSave(text))
	h.logEffectsAndQueueWork(h.Outbox.SendTextWithComposerPictures(text))
}

// finishAnswerWithStatus ends the answer with a status.
func (h *harness) finishAnswerWithStatus(status memory.MessageStatus) {
	m := *h.LoadedMessage(h.Answers.answerID)
	m.Status, m.Content = status, "An answer."
	h.core.replaceMessage(m)
	m.Versions, m.Learned = nil, nil // an event does not carry them
	h.logEffectsAndQueueWork(
		h.HandleCoreEventAndSendNextQueued(
			memory.Event{Kind: memory.EventDone, ChatID: m.ChatID, MessageID: m.ID, Message: &m},
		),
	)
}

// openChatWithQuestionAndAnswer opens a chat with one question (2) and its answer (3).
func (h *harness) openChatWithQuestionAndAnswer() {
	h.core.addChat(memory.Chat{ID: 1, Title: "Tea"}, "What is tea?", "A plant.")
	h.logEffectsAndRunAllWork(h.LeaveAndOpenStoredChat(1, 0))
	h.takeEffectLog()
}

// describeEffect returns an effect as one or two words.
func describeEffect(e Effect) string {
	names := []string{
		"ShowRows", "OpenRows", "RestoreScroll", "ShowControls", "FocusComposer", "LeaveChat", "ScheduleSave",
		"CancelSave", "SaveEdits", "SaveNewDraft", "SaveQueue", "ReportStored", "ReportChanged", "PickModel", "RefreshModels",
		"ShowMeter",
	}
	switch e := e.(type) {
	case Signal:
		return names[e]
	case ShowRow:
		return fmt.Sprintf("ShowRow %d", e.ID)
	case PinQuestion:
		return fmt.Sprintf("PinQuestion %d", e.ID)
	case ScrollTo:
		return fmt.Sprintf("ScrollTo %d", e.ID)
	case SetText:
		return fmt.Sprintf("SetText %q", e.Text)
	case ReportBusy:
		return fmt.Sprintf("ReportBusy %d %t", e.Chat, e.On)
	case ShowToast:
		return "ShowToast " + e.Text
	case ShowError:
		return fmt.Sprintf("ShowError %v", e.Err)
	case SaveDraft:
		return fmt.Sprintf("SaveDraft %d %q", e.Chat, e.Text)
	}
	return strings.TrimPrefix(fmt.Sprintf("%T", e), "conversation.")
}

// fakeCore keeps chats in memory. A method whose name is in fail fails with that error.
type fakeCore struct {
	chats    map[memory.ID]*memory.Chat
	messages map[memory.ID][]memory.Message // by chat, the current branch
	branches map[memory.ID][]memory.Message // by leaf, those that SelectMessageVersionBranch selects
	files    []memory.File
	waiting  map[memory.ID][]memory.Picture // by chat
	fail     map[string]error
	calls    map[string]int
	lastID   memory.ID
	sent     []memory.SendParams
	patches  []memory.ChatPatch
}

var _ Core = (*fakeCore)(nil)

func (c *fakeCore) countCallReturningItsFault(name string) error {
	c.calls[name]++
	return c.fail[name]
}

func (c *fakeCore) nextID() memory.ID {
	c.lastID++
	return c.lastID
}

// addChat stores a chat with texts of the user and of the model in turn.
func (c *fakeCore) addChat(chat memory.Chat, texts ...string) {
	c.lastID = max(c.lastID, chat.ID)
	c.chats[chat.ID] = &chat
	parent := memory.ID(0)
	for i, text := range texts {
		role := memory.RoleUser
		if i%2 == 1 {
			role = memory.RoleAssistant
		}
		m := memory.Message{
			ID: c.nextID(), ChatID: chat.ID, ParentID: parent, Role: role, Content: text,
			Status: memory.MessageComplete,
		}
		parent = m.ID
		c.messages[chat.ID] = append(c.messages[chat.ID], m)
	}
}

// replaceMessage stores a newer state of a message.
func (c *fakeCore) replaceMessage(m memory.Message) {
	for i, old := range c.messages[m.ChatID] {
		if old.ID == m.ID {
			c.messages[m.ChatID][i] = m
		}
	}
}

func (c *fakeCore) LoadChatWithAttachments(_ context.Context, id memory.ID) (memory.ChatWithAttachments, error) {
	if err := c.countCallReturningItsFault("Chat"); err != nil {
		return memory.ChatWithAttachments{}, err
	}
	if c.chats[id] == nil {
		return memory.ChatWithAttachments{}, memory.ErrNotFound
	}
	out := memory.ChatWithAttachments{Chat: *c.chats[id], WaitingPictures: slices.Clone(c.waiting[id])}
	for _, file := range out.FileIDs {
		if i := slices.IndexFunc(c.files, func(f memory.File) bool { return f.ID == file }); i >= 0 {
			out.Files = append(out.Files, c.files[i])
		}
	}
	return out, nil
}

func (c *fakeCore) CreateChat(_ context.Context, n memory.NewChat) (memory.Chat, error) {
	if err := c.countCallReturningItsFault("CreateChat"); err != nil {
		return memory.Chat{}, err
	}
	chat := memory.Chat{
		ID: c.nextID(), Model: n.Model, Memory: n.Memory, SystemPrompt: n.SystemPrompt,
		Temperature: n.Temperature, MaxTokens: n.MaxTokens, Temporary: n.Temporary,
	}
	c.chats[chat.ID] = &chat
	return chat, nil
}

func (c *fakeCore) UpdateChat(_ context.Context, id memory.ID, p memory.ChatPatch) (memory.Chat, error) {
	if err := c.countCallReturningItsFault("UpdateChat"); err != nil {
		return memory.Chat{}, err
	}
	c.patches = append(c.patches, p)
	assignIfSet(&c.chats[id].Model, p.Model)
	assignIfSet(&c.chats[id].Draft, p.Draft)
	assignIfSet(&c.chats[id].Unread, p.Unread)
	return *c.chats[id], nil
}

func (c *fakeCore) TrashOrEraseChatMaybeUnlearning(_ context.Context, id memory.ID, _ memory.DeleteChatOptions) error {
	delete(c.chats, id)
	return c.countCallReturningItsFault("DeleteChat")
}

func (c *fakeCore) LoadChatWithSelectedBranch(
	ctx context.Context,
	id memory.ID,
	limit int,
) (memory.ChatWithAttachments, []memory.Message, error) {
	chat, err := c.LoadChatWithAttachments(ctx, id)
	if err != nil {
		return chat, nil, err
	}
	ms, err := c.ListBranchMessages(ctx, id, 0, limit)
	return chat, ms, err
}

func (c *fakeCore) ListBranchMessages(_ context.Context, chat, _ memory.ID, limit int) ([]memory.Message, error) {
	ms := c.messages[chat]
	if limit == 0 {
		limit = len(ms)
	}
	return slices.Clone(ms[max(0, len(ms)-limit):]), c.countCallReturningItsFault("Messages")
}

func (c *fakeCore) LoadMessage(_ context.Context, id memory.ID) (memory.Message, error) {
	for _, ms := range c.messages {
		for _, m := range ms {
			if m.ID == id {
				return m, c.countCallReturningItsFault("Message")
			}
		}
	}
	return memory.Message{}, memory.ErrNotFound
}

func (c *fakeCore) SelectMessageVersionBranch(_ context.Context, id memory.ID) (memory.Chat, error) {
	if err := c.countCallReturningItsFault("SelectVersion"); err != nil {
		return memory.Chat{}, err
	}
	if branch, ok := c.branches[id]; ok {
		c.messages[branch[0].ChatID] = branch
	}
	return memory.Chat{HeadID: id}, nil
}

func (c *fakeCore) StoreMessageAndStartAnswer(_ context.Context, p memory.SendParams) (memory.Turn, error) {
	if err := c.countCallReturningItsFault("SendMessage"); err != nil {
		return memory.Turn{}, err
	}
	c.sent = append(c.sent, p)
	chat := c.chats[p.ChatID]
	if chat == nil || !chat.DeletedAt.IsZero() {
		return memory.Turn{}, memory.ErrNotFound
	}
	user := memory.Message{ID: c.nextID(), ChatID: chat.ID, Role: memory.RoleUser, Content: p.Text}
	if p.ParentID != nil {
		user.ParentID = *p.ParentID
		c.messages[chat.ID] = nil // the branch shown begins anew
	}
	for _, id := range p.Pictures {
		if w := c.waiting[chat.ID]; slices.ContainsFunc(w, func(p memory.Picture) bool { return p.ID == id }) {
			user.Pictures = append(user.Pictures, memory.Picture{ID: id})
		}
		c.waiting[chat.ID] = slices.DeleteFunc(c.waiting[chat.ID], func(p memory.Picture) bool { return p.ID == id })
	}
	chat.Title = p.Text
	if p.FromDraft {
		chat.Draft = ""
	}
	return c.addUserMessageAndStreamingAnswer(chat, user), nil
}

func (c *fakeCore) addUserMessageAndStreamingAnswer(chat *memory.Chat, user memory.Message) memory.Turn {
	answer := memory.Message{
		ID: c.nextID(), ChatID: chat.ID, ParentID: user.ID, Role: memory.RoleAssistant,
		Status: memory.MessageStreaming,
	}
	c.messages[chat.ID] = append(c.messages[chat.ID], user, answer)
	return memory.Turn{Chat: *chat, User: user, Answer: answer}
}

func (c *fakeCore) StartRegeneratedAnswer(
	_ context.Context, chat, answer memory.ID, _ memory.NullText,
) (memory.Turn, error) {
	if err := c.countCallReturningItsFault("RegenerateAnswer"); err != nil {
		return memory.Turn{}, err
	}
	user := c.messages[chat][0]
	c.messages[chat] = nil
	turn := c.addUserMessageAndStreamingAnswer(c.chats[chat], user)
	versions := []memory.ID{answer, turn.Answer.ID}
	c.messages[chat][1].Versions = versions
	return turn, nil
}

func (c *fakeCore) StartContinuedAnswer(_ context.Context, chat, answer memory.ID) (memory.Turn, error) {
	if err := c.countCallReturningItsFault("ContinueAnswer"); err != nil {
		return memory.Turn{}, err
	}
	ms := c.messages[chat]
	last := &ms[len(ms)-1]
	if last.ID != answer {
		return memory.Turn{}, memory.ErrConflict
	}
	last.Status = memory.MessageStreaming
	return memory.Turn{Chat: *c.chats[chat], User: ms[len(ms)-2], Answer: *last}, nil
}

func (c *fakeCore) RestoreChatFromTrashOrArchive(_ context.Context, id memory.ID) (memory.Chat, error) {
	if err := c.countCallReturningItsFault("RestoreChat"); err != nil {
		return memory.Chat{}, err
	}
	c.chats[id].DeletedAt = time.Time{}
	return *c.chats[id], nil
}

func (c *fakeCore) StopAnswer(context.Context, memory.ID) error {
	return c.countCallReturningItsFault("StopAnswer")
}

func (c *fakeCore) UndoDecision(_ context.Context, id memory.ID) (memory.Decision, error) {
	return memory.Decision{ID: id}, c.countCallReturningItsFault("UndoDecision")
}

func (c *fakeCore) AddFileUnlessKnownOrTooLong(_ context.Context, n memory.NewFile) (memory.File, error) {
	f := memory.File{Name: n.Name, Tokens: len(n.Data)}
	if n.MaxTokens > 0 && f.Tokens > n.MaxTokens {
		return f, c.countCallReturningItsFault("AddFile")
	}
	f.ID = c.nextID()
	c.files = append(c.files, f)
	return f, c.countCallReturningItsFault("AddFile")
}

func (c *fakeCore) AttachStoredFileToChat(_ context.Context, chat, file memory.ID) error {
	if err := c.countCallReturningItsFault("AttachFile"); err != nil {
		return err
	}
	c.chats[chat].FileIDs = append(c.chats[chat].FileIDs, file)
	return nil
}

// PreviewPrompt counts 300 tokens apart from the text.
func (c *fakeCore) PreviewPrompt(_ context.Context, p memory.PreviewParams) (memory.PromptPreview, error) {
	receipt := memory.Receipt{PromptTokens: 300 + lang.EstimateTokens(p.Text)}
	return memory.PromptPreview{Receipt: receipt}, c.countCallReturningItsFault("PreviewPrompt")
}

func (c *fakeCore) HasPictureSignature(data []byte) bool {
	return bytes.HasPrefix(data, []byte("picture"))
}

func (c *fakeCore) NormalizeStoreAndAttachPicture(
	_ context.Context, chat memory.ID, n memory.NewFile,
) (memory.Picture, error) {
	c.lastID++
	p := memory.Picture{ID: c.lastID, Name: n.Name, Tokens: 255}
	if err := c.countCallReturningItsFault("AttachPicture"); err != nil {
		return memory.Picture{}, err
	}
	c.waiting[chat] = append(c.waiting[chat], p)
	return p, nil
}

func (c *fakeCore) StoreAndAttachNormalizedPicture(
	_ context.Context, chat memory.ID, p memory.Picture,
) (memory.Picture, error) {
	c.waiting[chat] = append(c.waiting[chat], p)
	return p, c.countCallReturningItsFault("AttachStoredPicture")
}

func (c *fakeCore) DetachPictureDeletingIfUnused(_ context.Context, chat, id memory.ID) (memory.Picture, error) {
	i := slices.IndexFunc(c.waiting[chat], func(p memory.Picture) bool { return p.ID == id })
	if i < 0 {
		return memory.Picture{}, memory.ErrNotFound
	}
	p := c.waiting[chat][i]
	c.waiting[chat] = slices.Delete(slices.Clone(c.waiting[chat]), i, i+1)
	return p, c.countCallReturningItsFault("DetachPicture")
}

func (c *fakeCore) DetachFileFromChat(_ context.Context, chat, file memory.ID) error {
	c.chats[chat].FileIDs = slices.DeleteFunc(c.chats[chat].FileIDs, func(id memory.ID) bool { return id == file })
	return c.countCallReturningItsFault("DetachFile")
}
