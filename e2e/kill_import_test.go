//go:build e2e

package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// The archive of the test.
const killedChats, killedMessages = 150, 20

// writeChatGPTConversationsJSON writes an archive of chats with killedMessages messages, which have texts of their own.
func (h *harness) writeChatGPTConversationsJSON(chats int) string {
	h.Helper()
	type m = map[string]any
	all := make([]m, chats)
	for c := range all {
		nodes, id := m{}, func(i int) string { return fmt.Sprintf("n%d-%d", c, i) }
		for i := range killedMessages {
			node := m{"parent": nil, "children": []string{}, "message": m{
				"author":      m{"role": []string{"user", "assistant"}[i%2]},
				"create_time": 1714730400 + 1000*c + i,
				"content":     m{"content_type": "text", "parts": []string{fmt.Sprintf("Message %d of chat %d.", i, c)}},
			}}
			if i > 0 {
				node["parent"] = id(i - 1)
			}
			if i+1 < killedMessages {
				node["children"] = []string{id(i + 1)}
			}
			nodes[id(i)] = node
		}
		all[c] = m{
			"title": fmt.Sprintf("Chat %d", c), "create_time": 1714730400 + 1000*c,
			"conversation_id": fmt.Sprintf("c-%d", c),
			"current_node":    id(killedMessages - 1), "mapping": nodes,
		}
	}
	b, err := json.Marshal(all)
	if err != nil {
		h.Fatal(err)
	}
	path := filepath.Join(h.dir, "conversations.json")
	if err := os.WriteFile(path, b, 0o600); err != nil {
		h.Fatal(err)
	}
	return path
}

// An import that is killed again and again goes on where it was: nothing is double, nothing is lost.
func TestKillsInTheMiddleOfAnImportLoseNothing(t *testing.T) {
	h := newHarness(t)
	h.runMemoir("memory", "list") // creates the database
	file := h.writeChatGPTConversationsJSON(killedChats)
	stored := func() int {
		n, err := strconv.Atoi(h.queryText("SELECT count(*) FROM messages"))
		if err != nil {
			return -1
		}
		return n
	}
	kills := 0
	for at := 0; stored() < killedChats*killedMessages*3/4; kills++ {
		at = stored() + killedChats*killedMessages/8
		cmd := exec.Command(programPath(t), "import", file, "--data-dir", h.dir)
		cmd.Env = h.programEnv()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		h.waitFor("the import to go on", func() bool { return stored() >= at })
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}
	if left := stored(); kills < 3 || left >= killedChats*killedMessages {
		t.Fatalf("%d kills, %d messages stored before the last run: none was in the middle", kills, left)
	}
	out := h.runMemoir("import", file)
	h.waitForQuery(fmt.Sprintf("%d chats, %d messages, %d texts", killedChats, killedChats*killedMessages,
		killedChats*killedMessages), "SELECT (SELECT count(*) FROM threads) || ' chats, ' || count(*) || ' messages, ' || "+
		"count(DISTINCT content) || ' texts' FROM messages")
	// Every message but the first of a chat answers the one before it.
	h.waitForQuery(strconv.Itoa(killedChats), "SELECT count(*) FROM messages WHERE parent_id IS NULL")
	if again := h.runMemoir("import", file); !strings.Contains(again, "Already in Memoir") {
		t.Errorf("imported again: %s, before %s", again, out)
	}
	if check := h.runMemoir("check"); !strings.Contains(check, "No problems found") {
		t.Errorf("after the kills: %s", check)
	}
}
