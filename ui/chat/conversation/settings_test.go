package conversation

import (
	"testing"
	"time"

	"memoir/memory"
)

func TestNewChatIsChangedWithoutStoringIt(t *testing.T) {
	h := newHarness(t)
	model, off, prompt, tokens := memory.NullText("a/b"), memory.MemoryOff, memory.NullText("Be brief."), 9
	recall := memory.RecallOn
	h.logEffectsAndQueueWork(h.Settings.UpdateOpenChatAndNewChatModel(memory.ChatPatch{
		Model: &model, Memory: &off, SystemPrompt: &prompt, MaxTokens: &tokens, Recall: &recall,
	}))
	h.assertAndTakeEffectLog("SaveNewChatModel, ShowControls, ReportChanged")
	c := h.Chat
	if c.Model != model || c.Memory != off || c.SystemPrompt != prompt || c.MaxTokens != 9 || c.Recall != recall ||
		c.ID != 0 {
		t.Errorf("the chat is %+v", c)
	}
}

func TestStoredChatIsChangedAndKeepsItsDraft(t *testing.T) {
	h := newHarness(t)
	h.openChatWithQuestionAndAnswer()
	h.Chat.Draft = "half a thought"
	model := memory.NullText("a/b")
	h.logEffectsAndRunAllWork(h.Settings.UpdateOpenChatAndNewChatModel(memory.ChatPatch{Model: &model}))
	h.assertAndTakeEffectLog("SaveNewChatModel, UpdateChat, ShowControls, ReportChanged")
	if h.Chat.Model != model || h.Chat.Draft != "half a thought" {
		t.Errorf("the chat is %+v", h.Chat)
	}
	h.logEffectsAndQueueWork(h.Settings.UpdateOpenChatAndNewChatModel(memory.ChatPatch{Model: &model}))
	h.logEffectsAndQueueWork(h.LeaveAndOpenNewChat(false))
	h.takeEffectLog()
	h.runPendingWork() // the change of a chat that was left
	if got := h.takeEffectLog(); got != "" || h.Chat.ID != 0 {
		t.Errorf("%s in chat %d", got, h.Chat.ID)
	}
	h.core.fail["UpdateChat"] = errDisk
	h.logEffectsAndRunAllWork(h.LeaveAndOpenStoredChat(1, 0))
	h.takeEffectLog()
	h.logEffectsAndRunAllWork(h.Settings.UpdateOpenChatAndNewChatModel(memory.ChatPatch{Model: &model}))
	h.assertAndTakeEffectLog("UpdateChat, ShowError the disk is full")
}

func TestTitleAndPinOfTheOpenChatFollow(t *testing.T) {
	h := newHarness(t)
	h.openChatWithQuestionAndAnswer()
	archived := time.Date(2026, 5, 3, 12, 0, 0, 0, time.UTC)
	h.logEffectsAndQueueWork(h.SyncTitlePinProjectArchiveTrash(
		memory.Chat{ID: 1, Title: "Coffee", Pinned: true, ProjectID: 4, ArchivedAt: archived},
	))
	h.assertAndTakeEffectLog("ShowControls, ReportChanged")
	h.logEffectsAndQueueWork(h.SyncTitlePinProjectArchiveTrash(memory.Chat{ID: 2, Title: "Other"}))
	h.assertAndTakeEffectLog("")
	if h.Chat.Title != "Coffee" || !h.Chat.Pinned || h.Chat.ProjectID != 4 || !h.IsArchived() {
		t.Errorf("the chat is %+v", h.Chat)
	}
}

func TestTemporaryKeepsWhatWasChosenForTheNewChat(t *testing.T) {
	h := newHarness(t)
	instructions, model := memory.NullText("In verse."), memory.NullText("ollama/a")
	h.logEffectsAndQueueWork(
		h.Settings.UpdateOpenChatAndNewChatModel(memory.ChatPatch{Model: &model, SystemPrompt: &instructions}),
	)
	h.logEffectsAndQueueWork(h.SwitchToNewChatTemporaryOrNot(true))
	h.logEffectsAndQueueWork(h.SwitchToNewChatTemporaryOrNot(false))
	if c := h.Chat; c.Temporary || c.Memory != memory.MemoryOn || c.SystemPrompt != instructions || c.Model != model {
		t.Errorf("the chat is %+v", c)
	}
}

func TestTemporaryChatHasNoMemory(t *testing.T) {
	h := newHarness(t)
	h.logEffectsAndQueueWork(h.Settings.SetModelListsAndNewChatMode(ModelLists{NewChatMode: memory.MemoryReadOnly}))
	h.assertAndTakeEffectLog("ReportChanged, ShowControls")
	if h.Chat.Memory != memory.MemoryReadOnly {
		t.Errorf("new chats are %s", h.Chat.Memory)
	}
	h.logEffectsAndQueueWork(h.Composer.SetTypedTextAndScheduleSave("typed before"))
	h.takeEffectLog()
	h.logEffectsAndQueueWork(h.SwitchToNewChatTemporaryOrNot(true))
	h.assertAndTakeEffectLog("ShowControls, ReportChanged")
	if !h.Chat.Temporary || h.Chat.Memory != memory.MemoryOff || h.Composer.text != "typed before" {
		t.Errorf("the chat is %+v", h.Chat)
	}
	h.logEffectsAndQueueWork(h.Settings.SetModelListsAndNewChatMode(ModelLists{NewChatMode: memory.MemoryOn}))
	if h.Chat.Memory != memory.MemoryOff {
		t.Errorf("the temporary chat is %s", h.Chat.Memory)
	}
	h.openChatWithQuestionAndAnswer()
	h.logEffectsAndQueueWork(h.SwitchToNewChatTemporaryOrNot(true))
	if h.Chat.ID != 0 || !h.Chat.Temporary {
		t.Errorf("the chat is %+v", h.Chat)
	}
}

func TestModelDecidesWhatStandsInTheWay(t *testing.T) {
	fault := &memory.Fault{Title: "Ollama is not running."}
	lists := func(providers ...memory.ProviderInfo) *ModelLists {
		return &ModelLists{
			Models: []memory.ModelInfo{
				{ID: "ollama/e", Name: "E", Provider: "ollama", Available: true},
				{ID: "ollama/gone", Name: "Gone", Provider: "ollama", CanChat: true},
				{ID: "ollama/a", Name: "A", Provider: "ollama", CanChat: true, Available: true, Local: true},
			},
			Providers: providers, Titles: map[string]string{"openai": "OpenAI"},
		}
	}
	up := memory.ProviderInfo{Name: "ollama", Title: "Ollama", Local: true, Reachable: true}
	down := memory.ProviderInfo{Name: "ollama", Title: "Ollama", Local: true, Fault: fault}
	noKey := &memory.Fault{Title: "No key."}
	refusing := memory.ProviderInfo{Name: "openai", Title: "OpenAI", Reachable: true, Fault: noKey}
	away := memory.ProviderInfo{Name: "openai", Title: "OpenAI", Fault: &memory.Fault{Title: "No network."}}
	for _, c := range []struct {
		name     string
		lists    *ModelLists
		own      memory.NullText
		model    string
		obstacle string
		awaits   bool
	}{
		{"nothing is loaded", nil, "", "", "Looking for a model…", false},
		{"no provider", &ModelLists{}, "", "", "No model is set up yet.", true},
		{"first available", lists(up), "", "A", "", false},
		{"unknown model", lists(up), "openai/any", "openai/any", "OpenAI isn't responding.", true},
		{"server is down", lists(down), "ollama/a", "A", "Ollama is not running.", true},
		{
			"no model, server is down", &ModelLists{Providers: []memory.ProviderInfo{down}}, "", "",
			"Ollama is not running.", true,
		},
		{"provider refuses", lists(up, refusing), "openai/any", "openai/any", "No key.", false},
		{"service is away", lists(up, away), "openai/any", "openai/any", "No network.", false},
		{
			"no model, provider refuses", &ModelLists{Providers: []memory.ProviderInfo{refusing}}, "", "",
			"No key.", false,
		},
	} {
		h := newHarness(t)
		if c.lists != nil {
			h.logEffectsAndQueueWork(h.Settings.SetModelListsAndNewChatMode(*c.lists))
		}
		h.Chat.Model = c.own
		m, name := h.Models.CurrentModel(), ""
		if m != nil {
			name = m.Name
		}
		if name != c.model || h.Models.ModelUnusableReason(m) != c.obstacle {
			t.Errorf("%s: model %q, obstacle %q", c.name, name, h.Models.ModelUnusableReason(m))
		}
		if got := h.Models.IsAwaitingLocalServer(m); got != c.awaits {
			t.Errorf("%s: awaits a server: %t", c.name, got)
		}
	}
}

func TestModelsHaveNamesAndPlaces(t *testing.T) {
	h := newHarness(t)
	h.logEffectsAndQueueWork(h.Settings.SetModelListsAndNewChatMode(ModelLists{
		Models: []memory.ModelInfo{{ID: "openai/x", Name: "X"}}, Titles: map[string]string{"openai": "OpenAI"},
	}))
	for id, want := range map[memory.NullText]string{"": "the model", "openai/x": "X", "ollama/gone": "gone"} {
		if got := h.Models.AnswerModelName(memory.Message{Model: id}); got != want {
			t.Errorf("%q is called %q", id, got)
		}
	}
	if got := h.Models.ModelLocationText(memory.ModelInfo{Provider: "openai"}); got != "at OpenAI" {
		t.Error(got)
	}
	if got := h.Models.ModelLocationText(memory.ModelInfo{Local: true}); got != "on this computer" {
		t.Error(got)
	}
}

func TestNewChatsUseTheModelChosenLast(t *testing.T) {
	h := newHarness(t)
	h.openChatWithQuestionAndAnswer()
	model := memory.NullText("a/b")
	h.logEffectsAndRunAllWork(h.Settings.UpdateOpenChatAndNewChatModel(memory.ChatPatch{Model: &model}))
	h.logEffectsAndQueueWork(h.LeaveAndOpenNewChat(false))
	if h.Chat.Model != model {
		t.Errorf("a new chat uses %q", h.Chat.Model)
	}
	h.takeEffectLog()
	h.logEffectsAndQueueWork(h.Settings.UpdateOpenChatAndNewChatModel(memory.ChatPatch{Model: &model}))
	h.assertAndTakeEffectLog("ShowControls, ReportChanged") // it is saved already
	listed := []memory.ModelInfo{{ID: "c/d", CanChat: true, Available: true}}
	h.logEffectsAndQueueWork(h.Settings.SetModelListsAndNewChatMode(ModelLists{Models: listed}))
	if h.Chat.Model != "" {
		t.Errorf("the new chat keeps %q, which is gone", h.Chat.Model)
	}
	h.logEffectsAndQueueWork(h.LeaveAndOpenNewChat(true))
	if h.Chat.Model != "" {
		t.Errorf("a new chat uses %q, which is gone", h.Chat.Model)
	}
}

func TestModelOfTheLastRunIsThatOfTheNewChat(t *testing.T) {
	h := newHarness(t)
	h.logEffectsAndQueueWork(h.Settings.SetModelOfNewAndOpenEmptyChat("a/b"))
	if h.Chat.Model != "a/b" {
		t.Errorf("the new chat uses %q", h.Chat.Model)
	}
	own := memory.NullText("c/d")
	h.logEffectsAndQueueWork(h.Settings.UpdateOpenChatAndNewChatModel(memory.ChatPatch{Model: &own}))
	h.logEffectsAndQueueWork(h.Settings.SetModelOfNewAndOpenEmptyChat("a/b"))
	if h.Chat.Model != own {
		t.Errorf("what the user chose is replaced by %q", h.Chat.Model)
	}
}
