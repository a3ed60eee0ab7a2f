//go:build e2e && checked

package e2e

import (
	"image/color"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"memoir/ui/inspect"
)

// Ctrl+K lists every action with its key. From there the theme is changed, and the tokens of the chat are shown with
// what they cost.
func TestPaletteHasEveryActionWithItsKey(t *testing.T) {
	h := newHarness(t)
	yaml := "providers:\n  - name: local\n    base_url: " + h.baseURL +
		"\n    models:\n      - {id: scripted-demo, context: 32768, input_price: 500, output_price: 1000}\n"
	if err := os.WriteFile(filepath.Join(h.dir, "models.yaml"), []byte(yaml), 0o600); err != nil {
		t.Fatal(err)
	}
	h.runMemoir("chat", "Tell me of the tides")
	h.startWindow("MEMOIR_ELEMENTS=" + h.elementsFile())
	h.openListedChat("Tell me of the tides")
	keys := h.openPaletteAndReadKeys()
	for action, key := range map[string]string{
		"New chat": "Ctrl+N", "New temporary chat": "Ctrl+Shift+N", "Find in this chat": "Ctrl+F", "Rename this chat": "F2",
		"Memories": "Ctrl+M", "Add memory": "Ctrl+Shift+M", "What was sent for the last answer": "Ctrl+I",
		"What will be sent with this message": "Ctrl+Shift+I", "Insert a prompt": "/", "Settings": "Ctrl+,",
		"Show or hide sidebar": "Ctrl+B", "Show or hide right panel": "Ctrl+J", "Shortcuts": "F1",
		"Memories waiting for your OK": "", "About you": "", "Memory tiers": "", "Memory history": "", "Memory health": "",
		"Add file": "", "Tokens and cost": "", "Prompts and instructions for all chats": "",
		"Instructions and parameters of this chat": "", "Export this chat": "", "Archive this chat": "", "Copy chat": "",
		"Delete this chat": "", "Branch this chat into a new one": "", "New project": "", "Archived chats": "",
		"Export everything": "", "Export memories": "", "Import from another app": "", "Trash": "", "Light theme": "",
		"Dark theme": "", "System theme": "",
	} {
		if got, ok := keys[action]; !ok || got != key {
			t.Errorf("%q is listed %t with the key %q, want %q", action, ok, got, key)
		}
	}
	h.pressKeys("Escape")
	h.waitForDialogClosed()

	const mode = "SELECT json_extract(value, '$.mode') FROM settings WHERE key='ui.look'"
	for _, c := range []struct {
		mode   string
		isLike func(color.RGBA) bool
	}{
		{"dark", func(c color.RGBA) bool { return c.R < 80 }}, {"light", func(c color.RGBA) bool { return c.R > 200 }},
	} {
		h.runFirstPaletteHit(c.mode + " theme")
		h.waitForQuery(c.mode, mode)
		h.waitFor("a window that is "+c.mode, func() bool { return c.isLike(h.pixelAt(8, 400)) })
		h.saveScreenshot("commands-" + c.mode)
	}
	h.runFirstPaletteHit("Tokens and cost")
	h.waitForText(h.queryText("SELECT printf('1 answer · %d tokens read, %d written', json_extract(usage, " +
		"'$.prompt_tokens'), json_extract(usage, '$.completion_tokens')) FROM messages WHERE role='assistant'"))
	h.waitForText(h.queryText("SELECT printf('≈ $%.2f', (json_extract(usage, '$.prompt_tokens') * 500 + " +
		"json_extract(usage, '$.completion_tokens') * 1000) / 1e6) FROM messages WHERE role='assistant'"))
	h.saveScreenshot("commands-usage")
	h.pressKeys("Escape")
	h.waitForDialogClosed()
	h.runFirstPaletteHit("Copy chat")
	h.clickAt(composerX, composerY)
	h.pressKeys("ctrl+v")
	whole := h.queryText("SELECT group_concat('**' || CASE role WHEN 'user' THEN 'You' ELSE 'scripted-demo' END || " +
		"'**' || char(10, 10) || trim(content), char(10, 10) ORDER BY id) FROM messages")
	h.waitForQuery(whole, "SELECT trim(draft, char(10)) FROM threads")
}

// openPaletteAndReadKeys opens the palette and reads its actions with their keys.
func (h *harness) openPaletteAndReadKeys() map[string]string {
	h.Helper()
	h.doAndWaitForDimmedWindow("the palette", func() { h.pressKeys("ctrl+k") })
	keys := map[string]string{}
	h.pressKeys("Down", "Down", "Down") // near the lower edge, so that every page down scrolls
	for {
		page := h.screenElements()
		var row inspect.Element
		for _, s := range page {
			switch {
			case s.Tappable:
				row = s
				keys[row.Name] = ""
			case s.Kind == "text" && s.Name != row.Name && s.Y < row.Y+row.H:
				keys[row.Name] = s.Name
			}
		}
		if _, done := keys["Shortcuts"]; done {
			return keys
		}
		h.pressKeys("Next")
		h.waitFor("the next page", func() bool { return !slices.Equal(h.screenElements(), page) })
	}
}

// runFirstPaletteHit runs the first hit of the palette, which may open a dialog.
func (h *harness) runFirstPaletteHit(name string) {
	h.Helper()
	h.doAndWaitForDimmedWindow("the palette", func() { h.pressKeys("ctrl+k") })
	h.typeText(name)
	h.pressKeys("Return")
	h.waitUntilElementGone("Search chats, messages and memories")
}

// In every dialog Tab reaches all that can have the focus, leaves nothing with it for good, and comes back.
func TestTabComesBackInEveryDialog(t *testing.T) {
	h := newHarness(t)
	h.writeModelsFileAndCreateDatabase()
	h.startWindow("MEMOIR_ELEMENTS="+h.elementsFile(), learnAtOnce)
	h.sendAndWait("I live in Porto")
	h.waitForQuery("1", "SELECT count(*) FROM memory_links WHERE status='active'")
	for _, c := range []struct{ command, shows string }{
		{"Rename this chat", "Rename"},
		{"Instructions and parameters", "Save"},
		{"Tokens and cost", "Close"},
		{"Add file", "Cancel"},
		{"Export this chat", "Cancel"},
		{"New project", "Create"},
		{"Delete this chat", "Cancel"},
		{"Prompts and instructions", "Add prompt"},
	} {
		h.runFirstPaletteHit(c.command)
		h.waitForControl(c.shows)
		h.assertTabVisitsEveryControl(c.command)
		h.pressKeys("Escape")
		h.waitForDialogClosed()
	}
}

// assertTabVisitsEveryControl presses Tab until the control has the focus again that had it first, and compares the
// controls on the way with those on the screen.
func (h *harness) assertTabVisitsEveryControl(dialog string) {
	h.Helper()
	place := func(e inspect.Element) inspect.Element { return inspect.Element{Name: e.Name, X: e.X, Y: e.Y} }
	missing := map[inspect.Element]bool{}
	for _, e := range h.screenElements() {
		if e.Focusable {
			missing[place(e)] = true
		}
	}
	focused := func() inspect.Element {
		return place(h.waitForElement("a control with the focus in "+dialog, func(e inspect.Element) bool {
			return e.HasFocus
		}))
	}
	if h.focusedControl() == "" {
		h.pressKeys("Tab")
	}
	first := focused()
	for e := first; ; {
		delete(missing, e)
		h.pressKeys("Tab")
		last := e
		h.waitFor("Tab to leave "+last.Name+" in "+dialog, func() bool {
			e = focused()
			return e == first && len(missing) == 0 || e != last
		})
		if e == first {
			break
		}
	}
	for e := range missing {
		h.Errorf("%s: Tab does not reach %q", dialog, e.Name)
	}
}
