package conversation

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"memoir/memory"
)

var errDisk = errors.New("the disk is full")

// states brings a conversation into each of its states.
var states = map[string]func(h *harness){
	"empty":     func(*harness) {},
	"temporary": func(h *harness) { h.logEffectsAndQueueWork(h.LeaveAndOpenNewChat(true)) },
	"loading": func(h *harness) {
		h.core.addChat(memory.Chat{ID: 1}, "What is tea?", "A plant.")
		h.logEffectsAndQueueWork(h.LeaveAndOpenStoredChat(1, 0))
	},
	"open":    func(h *harness) { h.openChatWithQuestionAndAnswer() },
	"sending": func(h *harness) { h.openChatWithQuestionAndAnswer(); h.typeAndSendText("And coffee?") },
	"streaming": func(h *harness) {
		h.openChatWithQuestionAndAnswer()
		h.typeAndSendText("And coffee?")
		h.runPendingWork()
	},
	"stopping": func(h *harness) {
		h.openChatWithQuestionAndAnswer()
		h.typeAndSendText("And coffee?")
		h.runPendingWork()
		h.logEffectsAndQueueWork(h.Answers.StopAnswer())
	},
	"stopped": func(h *harness) {
		h.openChatWithQuestionAndAnswer()
		h.typeAndSendText("And coffee?")
		h.runPendingWork()
		h.logEffectsAndRunAllWork(h.Answers.StopAnswer())
		h.finishAnswerWithStatus(memory.MessageStopped)
	},
	"failed": func(h *harness) {
		h.openChatWithQuestionAndAnswer()
		h.typeAndSendText("And coffee?")
		h.runPendingWork()
		h.finishAnswerWithStatus(memory.MessageFailed)
	},
	"editing": func(h *harness) {
		h.openChatWithQuestionAndAnswer()
		h.logEffectsAndQueueWork(h.Composer.SaveDraftAndStartEditingUserMessage(2))
	},
	"other version": func(h *harness) {
		h.openChatWithQuestionAndAnswer()
		h.LoadedMessage(3).Versions = []memory.ID{3, 9}
	},
	"in the trash": func(h *harness) {
		h.core.addChat(memory.Chat{ID: 1, DeletedAt: time.Unix(1, 0)}, "What is tea?", "A plant.")
		h.logEffectsAndRunAllWork(h.LeaveAndOpenStoredChat(1, 0))
		h.takeEffectLog()
	},
}

// TestCommandsAreRefusedWhereTheyMakeNoSense tries every command in every state.
func TestCommandsAreRefusedWhereTheyMakeNoSense(t *testing.T) {
	commands := []struct {
		name string
		run  func(h *harness) []Effect
	}{
		{"send", func(h *harness) []Effect { return h.Outbox.SendTextWithComposerPictures("More.") }},
		{"blank", func(h *harness) []Effect { return h.Outbox.SendTextWithComposerPictures(" \n") }},
		{"continue", func(h *harness) []Effect { return h.Answers.ContinueAnswer(h.LastAnswerID()) }},
		{"regenerate", func(h *harness) []Effect { return h.Answers.RegenerateAnswer(h.LastAnswerID(), "") }},
		{"edit", func(h *harness) []Effect { return h.Composer.StartEditingLastUserMessage() }},
		{"edit answer", func(h *harness) []Effect {
			return h.Composer.SaveDraftAndStartEditingUserMessage(h.LastAnswerID())
		}},
		{"later", func(h *harness) []Effect { return h.Answers.StepLastMessageVersion(1) }},
		{"earlier", func(h *harness) []Effect { return h.Answers.StepLastMessageVersion(-1) }},
		{"stop", func(h *harness) []Effect { return h.Answers.StopAnswer() }},
		{"cancel", func(h *harness) []Effect { return h.Composer.CancelEditAndRestoreDraft() }},
		{"reload", func(h *harness) []Effect { return h.ReloadChatAndMessages() }},
	}
	for state, want := range map[string]string{
		"empty":         "send",
		"temporary":     "send",
		"loading":       "send",
		"open":          "send continue regenerate edit reload",
		"sending":       "stop reload",
		"streaming":     "stop reload",
		"stopping":      "stop reload",
		"stopped":       "send continue regenerate edit reload",
		"failed":        "send continue regenerate edit reload",
		"editing":       "send continue regenerate edit cancel reload",
		"other version": "send continue regenerate edit later reload",
		"in the trash":  "reload",
	} {
		var accepted []string
		for _, c := range commands {
			h := newHarness(t)
			states[state](h)
			effects := c.run(h)
			if len(effects) == 1 {
				if toast, ok := effects[0].(ShowToast); ok && toast.IsError {
					continue // refused with the reason
				}
			}
			if effects != nil {
				accepted = append(accepted, c.name)
			}
		}
		if got := strings.Join(accepted, " "); got != want {
			t.Errorf("%s accepts %q, want %q", state, got, want)
		}
	}
	if len(states) != 12 {
		t.Errorf("%d states", len(states))
	}
}

func TestPhaseFollowsTheAnswer(t *testing.T) {
	for state, want := range map[string]Phase{
		"empty": Ready, "open": Ready, "sending": Sending, "streaming": Answering, "stopping": Stopping,
		"stopped": Ready, "failed": Ready, "editing": Ready, "temporary": Ready,
	} {
		h := newHarness(t)
		states[state](h)
		if got := h.Answers.AnswerPhase(); got != want || h.Answers.IsAnswerInProgress() != (want != Ready) {
			t.Errorf("%s: phase %d, want %d", state, got, want)
		}
	}
}

func TestOpeningShowsChatDraftAndPlace(t *testing.T) {
	h := newHarness(t)
	h.core.addChat(memory.Chat{ID: 1, Draft: "half a thought", Unread: true}, "What is tea?", "A plant.")
	h.logEffectsAndQueueWork(h.LeaveAndOpenStoredChat(1, 0))
	h.assertAndTakeEffectLog("CancelSave, LeaveChat, ReadChat")
	h.runPendingWork()
	h.assertAndTakeEffectLog(
		`OpenRows, SetText "half a thought", RestoreScroll, ShowControls, ReportChanged, FocusComposer, ` +
			"UpdateChat, ShowControls, ReportChanged",
	)
	if h.core.chats[1].Unread || len(h.Messages) != 2 || h.LastAnswerID() != 3 {
		t.Errorf("the chat is %+v with %d messages", h.core.chats[1], len(h.Messages))
	}
	h.logEffectsAndQueueWork(h.LeaveAndOpenStoredChat(1, 0))
	h.assertAndTakeEffectLog("FocusComposer")
	h.logEffectsAndQueueWork(h.LeaveAndOpenStoredChat(1, 2))
	h.assertAndTakeEffectLog("ScrollTo 2, FocusComposer")
}

// coreThatOpens panics at every call but the one.
type coreThatOpens struct {
	Core
	calls int
}

func (c *coreThatOpens) LoadChatWithSelectedBranch(
	_ context.Context, id memory.ID, _ int,
) (memory.ChatWithAttachments, []memory.Message, error) {
	c.calls++
	return memory.ChatWithAttachments{
		Chat: memory.Chat{ID: id, FileIDs: []memory.ID{8}}, Files: []memory.File{{ID: 8, Name: "a.txt"}},
		WaitingPictures: []memory.Picture{{ID: 9}}, Origin: memory.ChatOrigin{ChatID: 2},
	}, []memory.Message{{ID: 3, ChatID: id, Versions: []memory.ID{3, 4}}}, nil
}

func TestOpeningOrReloadingAChatMakesOneCall(t *testing.T) {
	h := newHarness(t)
	core := &coreThatOpens{}
	open := func() []Effect { return h.LeaveAndOpenStoredChat(1, 0) }
	for calls, command := range []func() []Effect{open, h.ReloadChatAndMessages} {
		for _, e := range command() {
			if w, ok := e.(Work); ok {
				for _, next := range w.RunOnCore(t.Context(), core)(h.State) {
					if w, ok := next.(Work); ok {
						t.Errorf("it goes on with %s", describeEffect(w))
					}
				}
			}
		}
		if core.calls != calls+1 || len(h.Messages) != 1 || len(h.Attachments.Files) != 1 ||
			len(h.Pictures.ComposerPictures()) != 1 || h.Origin.ChatID != 2 {
			t.Errorf("%d calls, state %+v", core.calls, h.State)
		}
	}
}

func TestChatThatCannotBeOpenedLeavesTheOldOne(t *testing.T) {
	h := newHarness(t)
	h.openChatWithQuestionAndAnswer()
	h.logEffectsAndRunAllWork(h.LeaveAndOpenStoredChat(7, 0))
	h.assertAndTakeEffectLog("CancelSave, LeaveChat, ReadChat, ShowError " + memory.ErrNotFound.Error())
	if h.Chat.ID != 1 {
		t.Errorf("chat %d is open", h.Chat.ID)
	}
	h.core.fail["Messages"] = errDisk
	h.logEffectsAndRunAllWork(h.ReloadChatAndMessages())
	h.assertAndTakeEffectLog("ReadChat") // an old state is better than none
}

func TestOnlyTheChatOpenedLastIsShown(t *testing.T) {
	h := newHarness(t)
	h.core.addChat(memory.Chat{ID: 1}, "One?")
	h.core.addChat(memory.Chat{ID: 10}, "Ten?")
	h.logEffectsAndQueueWork(h.LeaveAndOpenStoredChat(1, 0))
	h.logEffectsAndQueueWork(h.LeaveAndOpenStoredChat(10, 0))
	h.runPendingWork()
	if h.Chat.ID != 10 {
		t.Errorf("chat %d is open", h.Chat.ID)
	}
	h.logEffectsAndQueueWork(h.LeaveAndOpenStoredChat(1, 0))
	h.logEffectsAndQueueWork(h.LeaveAndOpenNewChat(false))
	h.runPendingWork()
	if h.Chat.ID != 0 || len(h.Messages) != 0 {
		t.Errorf("chat %d is open with %d messages", h.Chat.ID, len(h.Messages))
	}
}

func TestJumpLoadsAsManyMessagesAsItTakes(t *testing.T) {
	h := newHarness(t)
	texts := make([]string, 200)
	h.core.addChat(memory.Chat{ID: 1}, texts...)
	h.logEffectsAndRunAllWork(h.LeaveAndOpenStoredChat(1, 5))
	if len(h.Messages) != 200 || h.core.calls["Messages"] != 2 {
		t.Errorf("%d messages after %v", len(h.Messages), h.core.calls)
	}
	if log := h.takeEffectLog(); !strings.Contains(log, "ScrollTo 5") || strings.Contains(log, "RestoreScroll") {
		t.Errorf("it scrolls elsewhere: %s", log)
	}
}

func TestJumpSwitchesToTheVersionThatHasTheMessage(t *testing.T) {
	h := newHarness(t)
	h.openChatWithQuestionAndAnswer()
	h.core.branches = map[memory.ID][]memory.Message{9: {
		{ID: 8, ChatID: 1, Role: memory.RoleUser, Content: "What is coffee?"},
		{ID: 9, ChatID: 1, Role: memory.RoleAssistant, Content: "A bean."},
	}, 3: h.core.messages[1]}
	h.logEffectsAndRunAllWork(h.LeaveAndOpenStoredChat(1, 9))
	h.assertAndTakeEffectLog(
		"SelectVersion, FocusComposer, ShowToast Switched to the version of the chat that contains this message., " +
			"ReadChat, ShowRows, ShowControls, ReportChanged, ScrollTo 9",
	)
	h.logEffectsAndRunAllWork([]Effect{SelectVersion{ID: 3, visit: h.visit}}) // what Undo does
	if h.LastAnswerID() != 3 || h.target != 0 {
		t.Errorf("Undo shows answer %d, still looks for %d", h.LastAnswerID(), h.target)
	}
	h.takeEffectLog()
	h.logEffectsAndRunAllWork(h.LeaveAndOpenStoredChat(1, 999))
	if log := h.takeEffectLog(); !strings.Contains(log, "This message no longer exists.") || h.target != 0 {
		t.Errorf("a message that is gone: %s", log)
	}
	h.core.fail["SelectVersion"] = errDisk
	h.logEffectsAndRunAllWork(h.LeaveAndOpenStoredChat(1, 9))
	if log := h.takeEffectLog(); !strings.Contains(log, "ShowError the disk is full") || h.target != 0 {
		t.Errorf("a failure: %s", log)
	}
}

func TestChatInTheTrashIsReadOnlyUntilRestored(t *testing.T) {
	h := newHarness(t)
	states["in the trash"](h)
	for name, effects := range map[string][]Effect{
		"send": h.Outbox.SendTextWithComposerPictures("More."), "regenerate": h.Answers.RegenerateAnswer(3, ""),
		"continue": h.Answers.ContinueAnswer(3), "attach": h.Attachments.ReadAndAttachFile(
			"a.txt", readFuncReturningText("a"),
		),
	} {
		if len(effects) != 1 || effects[0] != (ShowToast{
			Text: "This chat is in the trash. Restore it to continue.", IsError: true,
		}) {
			t.Errorf("%s: %+v", name, effects)
		}
	}
	h.takeEffectLog()
	h.logEffectsAndRunAllWork(h.RestoreOpenChatFromTrashOrArchive())
	h.assertAndTakeEffectLog("RestoreChat, ShowControls, ReportChanged, FocusComposer")
	if h.IsInTrash() || h.Outbox.SendTextWithComposerPictures("More.") == nil ||
		h.RestoreOpenChatFromTrashOrArchive() != nil {
		t.Error("the restored chat is still read-only")
	}
}

func TestOlderMessagesKeepTheStreamingOne(t *testing.T) {
	h := newHarness(t)
	h.core.addChat(memory.Chat{ID: 1}, make([]string, 100)...)
	h.logEffectsAndRunAllWork(h.LeaveAndOpenStoredChat(1, 0))
	if len(h.Messages) != initialMessages || !h.HasOlder {
		t.Fatalf("%d messages", len(h.Messages))
	}
	h.typeAndSendText("And?")
	h.runPendingWork()
	h.logEffectsAndQueueWork(h.HandleCoreEventAndSendNextQueued(memory.Event{
		Kind: memory.EventDelta, ChatID: 1, MessageID: h.Answers.answerID,
		Message: &memory.Message{Content: "So far"},
	}))
	h.takeEffectLog()
	h.logEffectsAndRunAllWork(h.LoadOlderMessages())
	h.assertAndTakeEffectLog("ReadOlder, ShowRows")
	if got := h.LoadedMessage(h.Answers.answerID).Content; got != "So far" || len(h.Messages) != 102 || h.HasOlder {
		t.Errorf("the answer is %q of %d messages", got, len(h.Messages))
	}
	if h.LoadOlderMessages() != nil || h.LoadWholeChatForSearch() != nil {
		t.Error("it asks for messages that do not exist")
	}
}

func TestWholeChatIsCopiedWithMessagesThatAreNotLoaded(t *testing.T) {
	h := newHarness(t)
	texts := make([]string, 100)
	for i := range texts {
		texts[i] = fmt.Sprintf("Text %d.", i)
	}
	h.core.addChat(memory.Chat{ID: 1}, texts...)
	h.core.addChat(memory.Chat{ID: 500}, "Short.", "Yes.")
	h.logEffectsAndRunAllWork(h.LeaveAndOpenStoredChat(1, 0))
	h.typeAndSendText("And?")
	h.runPendingWork()
	h.logEffectsAndQueueWork(h.HandleCoreEventAndSendNextQueued(memory.Event{
		Kind: memory.EventDelta, ChatID: 1, MessageID: h.Answers.answerID,
		Message: &memory.Message{Content: "So far"},
	}))
	copied := func() string {
		var text string
		h.logEffectsAndQueueWork(h.CopyWholeChat())
		for len(h.pending) > 0 {
			w := h.pending[0]
			h.pending = h.pending[1:]
			for _, e := range w.RunOnCore(t.Context(), h.core)(h.State) {
				if c, ok := e.(CopyText); ok {
					text = c.Text
				}
			}
		}
		return text
	}
	text := copied()
	for i := range texts {
		if n := strings.Count(text, texts[i]); n != 1 {
			t.Errorf("%q is copied %d times", texts[i], n)
		}
	}
	if !strings.HasPrefix(text, "**You**\n\nText 0.\n\n**") || !strings.HasSuffix(text, "So far\n\n") {
		t.Errorf("copied is %q", text)
	}
	left := h.CopyWholeChat()
	h.logEffectsAndRunAllWork(h.LeaveAndOpenStoredChat(500, 0))
	if got := left[0].(Work).RunOnCore(t.Context(), h.core)(h.State); got != nil {
		t.Errorf("a chat that was left: %v", got)
	}
	h.takeEffectLog()
	h.logEffectsAndQueueWork(h.CopyWholeChat())
	h.assertAndTakeEffectLog("CopyText")
}

func TestOlderMessagesWithoutTheRunningAnswerAreIgnored(t *testing.T) {
	h := newHarness(t)
	h.core.addChat(memory.Chat{ID: 1}, make([]string, 100)...)
	h.logEffectsAndRunAllWork(h.LeaveAndOpenStoredChat(1, 0))
	h.logEffectsAndQueueWork(h.LoadWholeChatForSearch())
	read := h.pending[0].(ReadOlder)
	if read.Limit != 100_000 {
		t.Errorf("the search reads %d messages", read.Limit)
	}
	result := read.RunOnCore(t.Context(), h.core) // before the turn was stored
	h.pending = nil
	h.typeAndSendText("And?")
	h.runPendingWork()
	if effects := result(h.State); effects != nil || len(h.Messages) != initialMessages+2 {
		t.Errorf("effects %v, %d messages", effects, len(h.Messages))
	}
}

func TestRunningAnswerIsFoundWhenItsChatIsOpened(t *testing.T) {
	h := newHarness(t)
	h.core.addChat(memory.Chat{ID: 1}, "What is tea?", "")
	h.core.messages[1][1].Status = memory.MessageStreaming
	h.logEffectsAndRunAllWork(h.LeaveAndOpenStoredChat(1, 0))
	if !h.takeLogAndCheckForEffect("ReportBusy 1 true") || h.Answers.AnswerPhase() != Answering {
		t.Errorf("phase %d", h.Answers.AnswerPhase())
	}
}

func TestVersionOfCountsFromOne(t *testing.T) {
	for _, c := range []struct {
		ids    []memory.ID
		at, of int
	}{{nil, 0, 0}, {[]memory.ID{5}, 0, 0}, {[]memory.ID{4, 5, 6}, 2, 3}} {
		if at, of := VersionPositionAndCount(memory.Message{ID: 5, Versions: c.ids}); at != c.at || of != c.of {
			t.Errorf("%v: %d of %d", c.ids, at, of)
		}
	}
}

func TestTheNextPromptIsCountedAsItWouldBeSent(t *testing.T) {
	h := newHarness(t)
	if h.CountNextPrompt() != nil {
		t.Error("an empty composer is counted")
	}
	h.logEffectsAndQueueWork(h.Composer.SetTypedTextAndScheduleSave("Hello there"))
	typed := h.EstimateNextPromptTokens()
	h.takeEffectLog()
	h.logEffectsAndRunAllWork(h.CountNextPrompt())
	h.assertAndTakeEffectLog("CountNextPrompt, ShowMeter")
	if got := h.EstimateNextPromptTokens(); got != 300+typed {
		t.Errorf("%d tokens are counted, want %d", got, 300+typed)
	}
	h.logEffectsAndQueueWork(h.Composer.SetTypedTextAndScheduleSave("Hello there, and good evening to all of you"))
	if got := h.EstimateNextPromptTokens(); got <= 300+typed {
		t.Errorf("with a longer text: %d", got)
	}
	h.logEffectsAndRunAllWork(h.LeaveAndOpenNewChat(false))
	if got := h.EstimateNextPromptTokens(); got >= 300 {
		t.Errorf("in another chat: %d", got)
	}
	h.core.fail["PreviewPrompt"] = errDisk
	h.logEffectsAndQueueWork(h.Composer.SetTypedTextAndScheduleSave("Hello there"))
	h.logEffectsAndRunAllWork(h.CountNextPrompt())
	if got := h.EstimateNextPromptTokens(); got != typed {
		t.Errorf("a prompt that cannot be built counts %d", got)
	}
	h.core.fail = map[string]error{}
	h.logEffectsAndRunAllWork(h.CountNextPrompt())
	h.logEffectsAndQueueWork(h.Composer.SetTypedTextAndScheduleSave(""))
	if h.HasNextMessageElseForgetCount() || h.EstimateNextPromptTokens() != 0 {
		t.Errorf("an empty composer counts %d", h.EstimateNextPromptTokens())
	}
}

func TestUsedTokensCountThePromptOrTheFiles(t *testing.T) {
	h := newHarness(t)
	h.openChatWithQuestionAndAnswer()
	h.Attachments.Files = []memory.File{{Tokens: 40}}
	if got := h.EstimateNextPromptTokens(); got != 40 {
		t.Errorf("with a file: %d", got)
	}
	h.logEffectsAndQueueWork(h.Composer.SetTypedTextAndScheduleSave("four words are here"))
	typed := h.EstimateNextPromptTokens() - 40
	h.LoadedMessage(3).Receipt = &memory.Receipt{PromptTokens: 500}
	h.LoadedMessage(3).Content = ""
	if got := h.EstimateNextPromptTokens(); typed == 0 || got != 500+typed {
		t.Errorf("with a receipt: %d, typed %d", got, typed)
	}
	if got := h.Models.ContextWindowTokens(); got != 1000 {
		t.Errorf("the context window is %d", got)
	}
	small := memory.ModelInfo{ID: "a/b", CanChat: true, Available: true, ContextWindow: 8}
	h.logEffectsAndQueueWork(h.Settings.SetModelListsAndNewChatMode(ModelLists{Models: []memory.ModelInfo{small}}))
	if got := h.Models.ContextWindowTokens(); got != 8 {
		t.Errorf("the model's context window is %d", got)
	}
}
