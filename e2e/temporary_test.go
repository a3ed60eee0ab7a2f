//go:build e2e && checked

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A temporary chat is sent to the model with its file and leaves nothing behind when it is left: no row, no file, no
// word in the full text or anywhere in the files of the database.
func TestTemporaryChatLeavesNothingBehind(t *testing.T) {
	h := newHarness(t)
	h.writeModelsFileAndCreateDatabase()
	h.runMemoir("memory", "add", "The user lives in Lisbon.")
	file := filepath.Join(h.homeDir(), "zanzibar.md")
	if err := os.WriteFile(file, []byte("The password of the lodge is mongoose."), 0o600); err != nil {
		t.Fatal(err)
	}
	h.startWindow("MEMOIR_ELEMENTS=" + h.elementsFile())
	h.pressKeys("ctrl+shift+n")
	h.waitForText("Temporary chat. Nothing is remembered")
	h.attachFileThroughDialog(file)
	h.waitForText("zanzibar.md")
	h.sendAndWait("I am allergic to kumquats")
	if p := h.lastChatRequestBody(); !strings.Contains(p, "mongoose") || strings.Contains(p, "Lisbon") {
		t.Errorf("the model was sent %s", p)
	}
	h.typeText("half a pomelo")
	h.saveScreenshot("temporary-1")
	if n := h.queryText("SELECT count(*) FROM jobs"); n != "0" {
		t.Errorf("%s jobs are to learn from it", n)
	}
	h.pressKeys("ctrl+n")
	h.waitForText("What's on your mind?")
	for _, table := range []string{
		"threads", "messages", "message_words_docsize", "message_grams_docsize", "thread_words_docsize", "contexts",
		"thread_contexts", "jobs",
	} {
		h.waitForQuery("0", "SELECT count(*) FROM "+table)
	}
	h.waitForQuery("0", "SELECT count(*) FROM vectors WHERE owner_kind<>'memory'")
	h.waitFor("its words to be gone from all files", func() bool {
		return h.listFilesWithAnyWord("kumquat", "mongoose", "pomelo") == ""
	})
	for _, r := range h.server.ChatRequests() {
		if strings.Contains(r.Body, "long-term memory of an assistant") {
			t.Errorf("it was learned from: %s", r.Body)
		}
	}
}

// listFilesWithAnyWord names the files of the data folder, apart from the test's own, that have one of the words.
func (h *harness) listFilesWithAnyWord(words ...string) (names string) {
	h.Helper()
	err := filepath.WalkDir(h.dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if d != nil && path == h.homeDir() {
				return filepath.SkipDir
			}
			return err
		}
		b, err := os.ReadFile(path)
		for _, w := range words {
			if path != h.elementsFile() && strings.Contains(strings.ToLower(string(b)), w) {
				names += path + " has " + w + "\n"
			}
		}
		return err
	})
	if err != nil && !os.IsNotExist(err) {
		h.Fatal(err)
	}
	return names
}
