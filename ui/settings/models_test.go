package settings

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/uitest"
	"memoir/ui/widgets"
)

func TestLearningModelIsChosen(t *testing.T) {
	h := newHarnessWithOllama(t)
	if !h.ShowsText("The smallest model available.") {
		t.Errorf("shown:\n%s", h.VisibleText())
	}
	h.TapControlNamed("Automatic (llama3.2)", nil)
	if h.ShowsText("embed · ollama") {
		t.Error("a model that cannot chat is offered")
	}
	h.TapControlNamed("qwen3 · Ollama", nil)
	if got := h.waitForHostRequest("extractor"); got != "extractor ollama/qwen3" {
		t.Errorf("asked for %q", got)
	}
	h.WaitForText("Chosen by you.")
	h.TapControlNamed("qwen3 · Ollama", nil)
	h.TapControlNamed("Automatic", nil)
	if got := h.waitForHostRequest("extractor"); got != "extractor " {
		t.Errorf("asked for %q", got)
	}
	h.WaitForText("Automatic (llama3.2)")
}

func TestModelOfNewChatsIsChosen(t *testing.T) {
	h := newHarnessWithOllama(t)
	h.TapControlNamed("Model for new chats", nil)
	h.TapControlNamed("qwen3 · Ollama", nil)
	h.RunUICallsUntil("the setting", func() bool { return h.Service.Config().DefaultModel == "ollama/qwen3" })
	if h.newChatModel != "ollama/qwen3" {
		t.Errorf("the open window has %q", h.newChatModel)
	}
}

func TestMemoryOfNewChatsIsStored(t *testing.T) {
	h := newHarnessWithModelsPage(t)
	h.TapControlNamed("Read-only", nil)
	h.RunUICallsUntil("the window to know", func() bool { return h.providerChanges == 1 })
	if got := h.host.settings[app.NewChatModeKey]; got != string(memory.MemoryReadOnly) {
		t.Errorf("stored: %q", got)
	}
	h.RunUICallsUntil("the page", func() bool { return h.dialog.models.state.newChatMode == memory.MemoryReadOnly })
}

func TestMemoriesPerAnswerAreSavedOnceTheSliderRests(t *testing.T) {
	h := newHarnessWithModelsPage(t)
	before := h.Service.Config().RetrievalTopK
	var slider *widgets.Slider
	uitest.VisitVisibleObjects(h.TopOverlayOrPane(), func(o fyne.CanvasObject) {
		if s, ok := o.(*widgets.Slider); ok {
			slider = s
		}
	})
	h.Win.Canvas().Focus(slider)
	for range before {
		h.PressKeys(fyne.KeyLeft)
	}
	if !h.ShowsText("none") || h.Service.Config().RetrievalTopK != before {
		t.Errorf("saved: %d, shown:\n%s", h.Service.Config().RetrievalTopK, h.VisibleText())
	}
	h.PressKeys(fyne.KeyRight)
	h.RunUICallsUntil("the setting", func() bool { return h.Service.Config().RetrievalTopK == 1 })
	h.WaitForText("1 memory")
}

func TestTitlesAreSwitchedOff(t *testing.T) {
	h := newHarnessWithModelsPage(t)
	before := h.Service.Config().GenerateTitles
	h.TapControlNamed("Name chats automatically", nil)
	h.RunUICallsUntil("the setting", func() bool { return h.Service.Config().GenerateTitles != before })
}

func TestFailedExchangesAreTriedAgain(t *testing.T) {
	h := newClosedHarness(t)
	chat := h.CreateChat("Cats")
	message := h.InsertMessageOrAnswerAsHead(chat, "I have a cat.", nil)
	// In one transaction, so that the service's worker does not claim the job first.
	if err := h.DB.InTx(t.Context(), func(tx memory.Store) error {
		if _, err := tx.JobStore().EnqueueIfNew(t.Context(), memory.Job{
			ProfileID: 1, Kind: memory.JobExtract, ChatID: chat, MessageID: message, PromptVersion: "1", RunAt: h.Now,
			CreatedAt: h.Now,
		}); err != nil {
			return err
		}
		job, err := tx.JobStore().ClaimNextDue(t.Context(), h.Now)
		if err != nil {
			return err
		}
		return tx.JobStore().RequeueOrMarkDead(t.Context(), job.ID, "the model\nsaid nothing", time.Time{})
	}); err != nil {
		t.Fatal(err)
	}
	h.dialog.OpenModelsPage(h.Win.Canvas(), "")
	h.WaitForText("Memoir couldn't learn from 1 exchange")
	if !h.ShowsText("the model said nothing") {
		t.Errorf("shown:\n%s", h.VisibleText())
	}
	h.TapControlNamed("Try again", nil)
	h.RunUICallsUntil("the row to go", func() bool { return !h.ShowsText("not learned from") })
}

func TestIndexIsRebuiltOnceAtATime(t *testing.T) {
	h := newHarnessWithModelsPage(t)
	h.AddMemoryAsUser("The user has a cat.")
	h.TapControlNamed("Rebuild", nil)
	h.TapControlNamed("Rebuild", nil)
	if !h.ShowsText("Rebuilding…") {
		t.Errorf("shown:\n%s", h.VisibleText())
	}
	h.RunUICallsUntil("its end", func() bool { return h.dialog.actions.Reembed.ProgressText() == "" })
	h.WaitForText("1 memory indexed")
}

func TestRebuildEndsWhileTheDialogIsClosed(t *testing.T) {
	h := newHarnessWithModelsPage(t)
	h.CloseStore()
	h.TapControlNamed("Rebuild", nil)
	h.PressKeys(fyne.KeyEscape)
	if n := h.WaitForToastAndClearToasts(""); !n.IsError {
		t.Errorf("said %+v", n)
	}
}

func TestEventsReloadTheOpenPageOnly(t *testing.T) {
	h := newHarnessWithModelsPage(t)
	h.Catalog.SetProvidersAndModels([]memory.ProviderInfo{newReachableProvider("ollama", "Ollama")}, nil)
	h.dialog.ReloadOpenPageOnEvent(memory.Event{Kind: memory.EventDelta})
	if h.ShowsText("Ollama") {
		t.Error("a word of an answer reloads the settings")
	}
	h.dialog.ReloadOpenPageOnEvent(memory.Event{Kind: memory.EventSettings})
	h.WaitForText("Ollama")
	h.TapControlNamed("About", nil)
	h.Catalog.SetListingError(errDiskFull)
	h.dialog.ReloadOpenPageOnEvent(memory.Event{Kind: memory.EventSettings})
	h.TapControlNamed("Close (Esc)", nil)
	h.dialog.ReloadOpenPageOnEvent(memory.Event{Kind: memory.EventSettings})
	last := false
	h.Env.Tasks.PostToUI(func() { last = true })
	h.RunUICallsUntil("the events", func() bool { return last })
	if len(h.Toasts) != 0 {
		t.Errorf("said %+v", h.Toasts)
	}
}

func TestPagesOfThePanelAreOpened(t *testing.T) {
	for name, screen := range map[string]app.Screen{
		"Open memory history": app.ScreenLedger, "Open memory health": app.ScreenHealth,
	} {
		h := newHarnessWithModelsPage(t)
		h.TapControlNamed(name, nil)
		if len(h.Routes) != 1 || h.Routes[0].Screen != screen || h.Win.Canvas().Overlays().Top() != nil {
			t.Errorf("%s leads to %+v", name, h.Routes)
		}
	}
}

func TestSearchStatusNamesWhatIsWrong(t *testing.T) {
	for want, h := range map[string]memory.Health{
		"Loading bge. Until it's ready, the newest memories are sent.": {Embedder: memory.EmbedderHealth{ID: "bge@384@1"}},
		"Limited: the disk is full": {
			Embedder: memory.EmbedderHealth{ID: "bge@384@1", Ready: true}, Index: memory.IndexHealth{Error: "the disk is full"},
		},
	} {
		if got := searchIndexStatusText(h); got != want {
			t.Errorf("shown as %q, want %q", got, want)
		}
	}
}
