package benchmarks

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// adversarialCategory is LoCoMo's category of questions whose premise is false; the evidence of those is
// no answer.
const adversarialCategory = 5

// locomoChat is one chat of LoCoMo (Maharana et al. 2024) with its questions.
type locomoChat struct {
	file      string
	turns     []locomoTurn // in the order said
	questions []locomoQuestion
}

// locomoTurn is one message of a chat; ID is unique in the chat.
type locomoTurn struct {
	ID      string `json:"dia_id"`
	Speaker string `json:"speaker"`
	Text    string `json:"text"`
}

// content returns the turn as it is stored: "Name: text".
func (t locomoTurn) content() string { return t.Speaker + ": " + t.Text }

// locomoQuestion is a question about a chat; Evidence names the turns that answer it.
type locomoQuestion struct {
	Question string   `json:"question"`
	Evidence []string `json:"evidence"`
	Category int      `json:"category"`
}

// readLoCoMoChats reads every *.json of a folder, by name. It returns a DataError when there is none, and
// for a file that is not in LoCoMo's form: one chat, or a list of chats, each with session_1, session_2 …
// (directly or in "conversation") and qa.
func readLoCoMoChats(dir string) ([]locomoChat, error) {
	if dir == "" {
		return nil, newDataErrorf("Say where the LoCoMo files are: --data DIR.")
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return nil, fmt.Errorf("look for LoCoMo files: %w", err)
	}
	if len(files) == 0 {
		return nil, newDataErrorf("%s contains no *.json.", dir)
	}
	var chats []locomoChat
	for _, name := range files {
		content, err := os.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("read chats: %w", err)
		}
		list := []json.RawMessage{content}
		if bytes.HasPrefix(bytes.TrimSpace(content), []byte("[")) {
			if err := json.Unmarshal(content, &list); err != nil {
				return nil, newDataErrorf("%s is not valid JSON: %v.", name, err)
			}
		}
		for _, text := range list {
			chat, err := parseLoCoMoChat(text)
			if err != nil {
				return nil, newDataErrorf("%s is no chat of LoCoMo: %v.", name, err)
			}
			chat.file = filepath.Base(name)
			chats = append(chats, chat)
		}
	}
	return chats, nil
}

func parseLoCoMoChat(text []byte) (locomoChat, error) {
	var c locomoChat
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return c, err
	}
	if fields["qa"] == nil {
		return c, fmt.Errorf("it has no questions (qa)")
	}
	if err := json.Unmarshal(fields["qa"], &c.questions); err != nil {
		return c, fmt.Errorf("qa: %w", err)
	}
	if inner := fields["conversation"]; inner != nil {
		fields = nil
		if err := json.Unmarshal(inner, &fields); err != nil {
			return c, fmt.Errorf("conversation: %w", err)
		}
	}
	seen := map[string]bool{}
	for _, n := range sessionNumbers(fields) {
		name := "session_" + strconv.Itoa(n)
		var turns []locomoTurn
		if err := json.Unmarshal(fields[name], &turns); err != nil {
			return c, fmt.Errorf("%s: %w", name, err)
		}
		for _, t := range turns {
			switch {
			case t.ID == "" || t.Speaker == "":
				return c, fmt.Errorf("a turn of %s has no dia_id or no speaker", name)
			case seen[t.ID]:
				return c, fmt.Errorf("two turns are called %s", t.ID)
			case strings.TrimSpace(t.Text) == "": // a picture alone
				continue
			}
			seen[t.ID] = true
			c.turns = append(c.turns, t)
		}
	}
	if len(c.turns) == 0 {
		return c, fmt.Errorf("it has no turns (session_1 …)")
	}
	return c, nil
}

// sessionNumbers returns the numbers of the fields session_1, session_2 …, ascending.
func sessionNumbers(fields map[string]json.RawMessage) []int {
	var numbers []int
	for key := range fields {
		digits, ok := strings.CutPrefix(key, "session_")
		if n, err := strconv.Atoi(digits); ok && err == nil && strconv.Itoa(n) == digits {
			numbers = append(numbers, n)
		}
	}
	slices.SortFunc(numbers, cmp.Compare[int])
	return numbers
}

// splitEvidence returns the turns that a question names, each once. Some entries of LoCoMo name several
// turns ("D8:6; D9:17").
func splitEvidence(entries []string) []string {
	var ids []string
	for _, entry := range entries {
		for _, id := range strings.FieldsFunc(entry, func(r rune) bool { return strings.ContainsRune(";, ", r) }) {
			if !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	return ids
}
