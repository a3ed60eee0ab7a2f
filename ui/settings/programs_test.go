package settings

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
)

func TestSetupsOfProgramsAreCopiedByKeyboard(t *testing.T) {
	h := newClosedHarness(t)
	h.host.network = app.Network{On: true, Address: "http://127.0.0.1:8377"}
	h.dialog.OpenPage(h.Win.Canvas(), DataPage)
	h.WaitForText("Set up an app")
	for i, want := range []struct{ program, text string }{
		{"curl", "curl http://127.0.0.1:8377/v1/models -H 'Authorization: Bearer token 0'"},
		{"Open WebUI", "Base URL: http://127.0.0.1:8377/v1\nAPI key: token 0"},
		{"LibreChat", "baseURL: http://127.0.0.1:8377/v1"},
		{"aider", "export OPENAI_API_BASE=http://127.0.0.1:8377/v1\nexport OPENAI_API_KEY=token 0"},
		{"Continue", "apiBase: http://127.0.0.1:8377/v1\n    apiKey: token 0"},
		{"another app", "API key: token 0"},
	} {
		h.TapControlNamed("Copy for…", nil)
		if !h.ShowsText("Copy for " + want.program) {
			t.Fatalf("shown:\n%s", h.VisibleText())
		}
		menu := h.Win.Canvas().Focused()
		for range i + 1 {
			menu.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
		}
		menu.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		h.WaitForToastAndClearToasts("Copied for " + want.program)
		if got := h.CopiedTexts[len(h.CopiedTexts)-1]; !strings.Contains(got, want.text) {
			t.Errorf("for %s copied %q", want.program, got)
		}
	}
}

func TestProgramsThatUsedTheInterfaceAreListed(t *testing.T) {
	h := newClosedHarness(t)
	chat, err := h.Service.Session(1, memory.ActorAPI).FindOrCreateProgramConversationChat(t.Context(), "trip", "Aider")
	if err != nil || chat.Title != "Aider: trip" {
		t.Fatalf("%+v, %v", chat, err)
	}
	if err := h.Service.RecordProgramUse(t.Context(), "Aider"); err != nil {
		t.Fatal(err)
	}
	h.dialog.OpenPage(h.Win.Canvas(), DataPage)
	h.WaitForText("Aider")
}
