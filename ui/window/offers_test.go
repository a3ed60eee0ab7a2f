package window

import (
	"fmt"
	"strings"
	"testing"

	"memoir/llm/llmtest"
	"memoir/memory"
)

// A folder that was made before there was a choice is asked once, and each answer is kept.
func TestOlderFolderIsOfferedStandardOnce(t *testing.T) {
	for label, want := range map[string]string{"Keep Classic": "classic", "Switch to Standard": "standard"} {
		const text = "Memoir can now check what it learns."
		if s := newHarnessWithDemoModels(t); strings.Contains(s.visibleTexts(), text) {
			t.Fatal("a folder whose preset was chosen is asked")
		}
		s := newHarnessWithModelServerAt(t, "http://127.0.0.1:9", func(c *memory.Config) { *c = memory.ClassicPreset() })
		if !strings.Contains(s.visibleTexts(), text) {
			t.Fatalf("the offer is not shown:\n%s", s.visibleTexts())
		}
		s.pressControl(label)
		s.runUICallsUntil("the answer", func() bool { return !strings.Contains(s.visibleTexts(), text) })
		cfg := s.service.Config()
		if cfg.Preset != want || !cfg.HasChosenPreset() {
			t.Errorf("%s: preset %s, chosen %t", label, cfg.Preset, cfg.HasChosenPreset())
		}
		if v, err := s.db.SettingStore().Get(t.Context(), "config.preset"); err != nil || v != want {
			t.Errorf("%s: stored is %q, %v", label, v, err)
		}
		s.window.notices.offerStandardPresetUnlessChosen()
		if strings.Contains(s.visibleTexts(), text) {
			t.Errorf("%s: it is asked again", label)
		}
	}
}

// Recall is offered with the tenth chat, and not asked again.
func TestRecallIsOfferedWithTheTenthChat(t *testing.T) {
	for label, want := range map[string]bool{"No, thanks": false, "Quote earlier messages": true} {
		server := llmtest.StartServerForTest(t, demoScript(t))
		s := newHarnessWithModelServerAt(t, server.URL, func(c *memory.Config) {
			if err := c.SetExplicitlyFromText("preset", "standard"); err != nil {
				t.Fatal(err)
			}
		})
		s.server = server
		s.runUICallsUntil("the models", func() bool { return s.showsLocalModelNote() })
		const text = "Now that you have some chats"
		for i := range 10 {
			if strings.Contains(s.visibleTexts(), text) {
				t.Fatalf("asked with %d chats", i)
			}
			s.window.chat.LeaveAndOpenNewChat(false)
			s.sendAndWait(fmt.Sprintf("Hello number %d", i))
			s.runUICallsUntil("the list", func() bool { return len(s.window.sidebar.ListedChats()) == i+1 })
		}
		s.runUICallsUntil("the offer", func() bool { return strings.Contains(s.visibleTexts(), text) })
		s.pressControl(label)
		s.runUICallsUntil("the answer", func() bool { return !strings.Contains(s.visibleTexts(), text) })
		cfg := s.service.Config()
		if cfg.RecallChats != want || !cfg.IsSetExplicitly("chats.recall") {
			t.Errorf("%s: recall %t, set %t", label, cfg.RecallChats, cfg.IsSetExplicitly("chats.recall"))
		}
		s.window.notices.showRecallOfferFromTenthChat()
		if strings.Contains(s.visibleTexts(), text) {
			t.Errorf("%s: it is asked again", label)
		}
	}
}

func demoScript(t *testing.T) *llmtest.Script {
	t.Helper()
	script, err := llmtest.DemoScript()
	if err != nil {
		t.Fatal(err)
	}
	return script
}
