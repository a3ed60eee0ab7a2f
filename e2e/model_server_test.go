//go:build e2e && checked && modelserver

package e2e

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// TestAChatWithARealModelServer plays the window's story against a real model server on its usual port, which no
// setting names: scripts/test-clients.sh starts llama.cpp's with a small model, whose log is MEMOIR_E2E_SERVER_LOG.
// What so small a model answers is nonsense; checked is what holds for any answer, in the database and in that log.
func TestAChatWithARealModelServer(t *testing.T) {
	h := newHarness(t)
	log := os.Getenv("MEMOIR_E2E_SERVER_LOG")
	if _, err := os.Stat(log); err != nil {
		t.Fatalf("MEMOIR_E2E_SERVER_LOG must name the log of the model server; run scripts/test-clients.sh: %v", err)
	}
	// Empty: the usual ports of this computer. Learning does not wait until nobody uses the model.
	env := []string{
		"MEMOIR_LOCAL_SERVERS=" + os.Getenv("MEMOIR_LOCAL_SERVERS"), "MEMOIR_LEARN_LOCAL_IDLE=0",
		"MEMOIR_ELEMENTS=" + h.elementsFile(),
	}
	h.startWindow(env...)
	h.printStep("The first run has found the server; one click begins.")
	h.waitForText("Found llama.cpp on this computer")
	h.saveScreenshot("model-server-1-found")
	h.pressControlWithPrefix("Start chatting")
	h.waitForQuery("true", "SELECT value FROM settings WHERE key='ui.first_run_done'")

	h.printStep("Answers stream in: a part is on the screen before the end.")
	streamed := false
	for i := 1; i <= 5 && !streamed; i++ { // an answer of few words may be there at once
		streamed = h.sendAndReportShownWhileStreaming(fmt.Sprintf("Tell me story number %d about a lighthouse", i))
	}
	if !streamed {
		t.Error("no part of an answer was on the screen before its end")
	}
	h.saveScreenshot("model-server-2-answer")

	h.printStep("Esc stops an answer; its part is kept, and the server has ended the request.")
	h.sendUntilAnswerIsStopped(log)

	h.printStep("What was said is learned from, by the model or by rule; the second chat is given the memory.")
	h.waitFor("learning", func() bool { // each job was tried: it is done, or waits to be tried again
		return h.queryText("SELECT count(*) > 0 AND sum(state IN ('queued','running') AND attempts=0) = 0 FROM jobs "+
			"WHERE kind='extract'") == "1"
	})
	h.runMemoir("memory", "add", "The user plays the oboe.")
	h.pressKeys("ctrl+n")
	h.sendAndWait("Which instrument do I play?")
	h.waitForQuery("2", "SELECT count(*) FROM threads")
	if p := h.queryText("SELECT json_extract(receipt, '$.system') FROM messages WHERE role='assistant' " +
		"ORDER BY id DESC LIMIT 1"); !strings.Contains(p, "The user plays the oboe.") {
		t.Errorf("the second chat was asked without the memory: %s", p)
	}
	h.saveScreenshot("model-server-3-second-chat")

	h.printStep("After a restart all is there, and the chat goes on.")
	count := h.queryText("SELECT count(*) FROM messages")
	h.stopProgram()
	h.startWindow(env...)
	if n := h.queryText("SELECT count(*) FROM messages"); n != count {
		t.Errorf("%s messages before the restart, %s after it", count, n)
	}
	h.clickAt(composerX, composerY)
	h.sendAndWait("And what did I ask before?")
	h.checkAnswersAgainstServerLog(log)
	if n := len(h.server.ChatRequests()); n > 0 {
		t.Errorf("%d requests went to the scripted server, which nothing names", n)
	}
	h.stopProgram()
}

// sendAndReportShownWhileStreaming sends a message and reports whether a part of its answer was on the screen while it
// streamed: three words of it in a row, more often than before. Marks of Markdown are not on the
// screen, so words with anything but letters do not count; neither do the user's own.
func (h *harness) sendAndReportShownWhileStreaming(text string) bool {
	h.Helper()
	before := h.textOnScreen()
	h.typeText(text)
	h.pressKeys("Return")
	h.waitForQuery(text, "SELECT content FROM messages WHERE role='user' ORDER BY id DESC LIMIT 1")
	const status = "SELECT status FROM messages WHERE role='assistant' ORDER BY id DESC LIMIT 1"
	var seen []string
	h.waitFor("the answer", func() bool {
		s := h.textOnScreen()
		if h.queryText(status) == "streaming" {
			seen = append(seen, s)
			return false
		}
		return true
	})
	if s := h.queryText(status); s != "complete" {
		h.Fatalf("the answer is %s: %s", s, h.queryText("SELECT error FROM messages ORDER BY id DESC LIMIT 1"))
	}
	answer := h.queryText("SELECT content FROM messages WHERE role='assistant' ORDER BY id DESC LIMIT 1")
	for _, run := range runsOfThreeWords(answer) {
		if strings.Contains(text, run) {
			continue
		}
		for _, s := range seen {
			if strings.Count(s, run) > strings.Count(before, run) {
				return true
			}
		}
	}
	h.Logf("the screen was read %d times while this streamed: %q", len(seen), answer)
	return false
}

// textOnScreen returns every text on the screen, its blanks made single.
func (h *harness) textOnScreen() string {
	h.Helper()
	var words []string
	for _, e := range h.screenElements() {
		if e.Kind == "text" {
			words = append(words, strings.Fields(e.Name)...)
		}
	}
	return strings.Join(words, " ")
}

// runsOfThreeWords returns every three words that follow each other and consist of letters.
func runsOfThreeWords(text string) []string {
	hasOther := func(w string) bool { return strings.ContainsFunc(w, func(r rune) bool { return !unicode.IsLetter(r) }) }
	var runs []string
	words := strings.Fields(text)
	for i := range max(0, len(words)-2) {
		if three := words[i : i+3]; !slices.ContainsFunc(three, hasOther) {
			runs = append(runs, strings.Join(three, " "))
		}
	}
	return runs
}

// sendUntilAnswerIsStopped sends messages until Esc has met an answer before its end.
func (h *harness) sendUntilAnswerIsStopped(log string) {
	h.Helper()
	const running = "SELECT count(*) FROM messages WHERE status='streaming'"
	for i := range 5 {
		text := fmt.Sprintf("Count slowly from one to a hundred, round %d", i)
		before := countServerCompletions(h, log)
		h.typeText(text)
		h.pressKeys("Return")
		h.waitForQuery(text, "SELECT content FROM messages WHERE role='user' ORDER BY id DESC LIMIT 1")
		h.waitFor(
			"the request", func() bool { return countServerCompletions(h, log) > before || h.queryText(running) == "0" },
		)
		h.pressKeys("Escape")
		h.waitForQuery("0", running)
		if h.queryText("SELECT status FROM messages WHERE role='assistant' ORDER BY id DESC LIMIT 1") == "stopped" {
			h.waitFor("the server to end the request", func() bool {
				b, err := os.ReadFile(log)
				return err == nil && strings.Count(string(b), "launch_slot_") == strings.Count(string(b), "stop processing:")
			})
			return
		}
	}
	h.Fatal("none of five answers was stopped before its end")
}

// countServerCompletions is how many requests for a completion the model server has begun.
func countServerCompletions(h *harness, log string) int {
	h.Helper()
	b, err := os.ReadFile(log)
	if err != nil {
		h.Fatal(err)
	}
	return strings.Count(string(b), "launch_slot_")
}

// checkAnswersAgainstServerLog compares the tokens of each complete answer in the database with what the server says
// it has processed: all of prompt and answer but the last token, which is not read any more.
func (h *harness) checkAnswersAgainstServerLog(log string) {
	h.Helper()
	b, err := os.ReadFile(log)
	if err != nil {
		h.Fatal(err)
	}
	db := h.openDB("ro")
	defer db.Close()
	rows, err := db.Query("SELECT id, model, content, usage FROM messages WHERE role='assistant' AND status='complete'")
	if err != nil {
		h.Fatal(err)
	}
	defer rows.Close()
	answers := 0
	for rows.Next() {
		var id, tokens int
		var model, content, usage string
		if err := rows.Scan(&id, &model, &content, &usage); err != nil {
			h.Fatal(err)
		}
		if err := db.QueryRow("SELECT json_extract(?1, '$.prompt_tokens') + json_extract(?1, '$.completion_tokens')", usage).
			Scan(&tokens); err != nil {
			h.Fatal(err)
		}
		answers++
		if !strings.HasPrefix(model, "llamacpp/") || strings.TrimSpace(content) == "" {
			h.Errorf("answer %d is by %s: %q", id, model, content)
		}
		if !strings.Contains(string(b), fmt.Sprintf("stop processing: n_tokens = %d,", tokens-1)) {
			h.Errorf("answer %d has %d tokens, and the server's log no request with as many", id, tokens)
		}
	}
	if err := rows.Err(); err != nil || answers < 3 {
		h.Errorf("%d complete answers, %v", answers, err)
	}
}
