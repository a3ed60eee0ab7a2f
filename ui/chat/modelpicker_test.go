package chat

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"memoir/memory"
	"memoir/ui/chat/conversation"
	"memoir/ui/uitest"
)

// newPaneWithOpenModelPicker shows a pane that knows three models of two providers, with the picker open.
func newPaneWithOpenModelPicker(t *testing.T) (*uitest.Harness, *Pane) {
	t.Helper()
	h := uitest.NewHarness(t)
	p := New(h.Env, Events{OnChatChanged: func(memory.Chat) {}})
	h.ShowPaneInWindow(p, 1000, 700)
	p.loadUnsentTextsModelAndFavoritesOnce()
	h.RunUICallsUntil("the favorites", func() bool { return p.header.favorites.stored.IsLoaded() })
	model := func(id, name string, available bool) memory.ModelInfo {
		provider, _, _ := strings.Cut(id, "/")
		return memory.ModelInfo{ID: id, Name: name, Provider: provider, CanChat: true, Available: available}
	}
	p.carryOutEffects(p.state.Settings.SetModelListsAndNewChatMode(conversation.ModelLists{
		Models: []memory.ModelInfo{
			model("openrouter/meta/llama-4", "meta/llama-4", true), model("openrouter/qwen/qwen3", "qwen/qwen3", true),
			model("openrouter/gone", "gone", false), model("ollama/qwen3", "qwen3", true),
		},
		Providers: []memory.ProviderInfo{{Name: "openrouter", Title: "OpenRouter"}, {Name: "ollama", Title: "Ollama"}},
	}))
	h.TapControlNamed("Model for this chat", nil)
	return h, p
}

func TestModelIsFilteredAndPickedByKeyboard(t *testing.T) {
	h, p := newPaneWithOpenModelPicker(t)
	h.TypeText("qw")
	if h.ShowsText("meta/llama-4") || !h.ShowsText("qwen/qwen3") || !h.ShowsText("Ollama") {
		t.Errorf("the filter leaves\n%s", h.VisibleText())
	}
	h.PressKeys(fyne.KeyDown, fyne.KeyReturn)
	if got := p.CurrentChat().Model; got != "ollama/qwen3" {
		t.Errorf("the chat has %q", got)
	}
	h.TapControlNamed("Model for this chat", nil)
	h.TypeText("qw olla")
	if h.ShowsText("qwen/qwen3") {
		t.Error("the words of the provider do not filter")
	}
	h.TypeText(" nothing")
	h.WaitForText("No matching models")
	h.PressKeys(fyne.KeyReturn, fyne.KeyEscape)
	if h.ShowsText("No matching models") || p.CurrentChat().Model != "ollama/qwen3" {
		t.Error("Esc left the picker open, or Enter picked something")
	}
}

func TestFavoriteModelsComeFirstAndAreKept(t *testing.T) {
	h, p := newPaneWithOpenModelPicker(t)
	h.TapControlNamed("Add to favorites: qwen3", nil)
	h.TypeText("meta")
	h.Win.Canvas().Focused().(fyne.Shortcutable).TypedShortcut(&desktop.CustomShortcut{
		KeyName: fyne.KeyD, Modifier: fyne.KeyModifierShortcutDefault,
	})
	h.PressKeys(fyne.KeyEscape)
	h.TapControlNamed("Model for this chat", nil)
	text := h.VisibleText()
	if at := strings.Index(text, "Favorites"); at < 0 || at > strings.Index(text, "OpenRouter") {
		t.Errorf("the favorites are not first:\n%s", text)
	}
	again := New(h.Env, Events{})
	again.header.favorites.loadOnce()
	h.RunUICallsUntil("the stored favorites", func() bool { return len(again.header.favorites.ids) == 2 })
	if got := strings.Join(again.header.favorites.ids, " "); got != "ollama/qwen3 openrouter/meta/llama-4" {
		t.Errorf("stored are %s", got)
	}
	h.TapControlNamed("Remove from favorites: qwen3", nil)
	if got := strings.Join(p.header.favorites.ids, " "); got != "openrouter/meta/llama-4" {
		t.Errorf("left are %s", got)
	}
}
