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
	"time"

	"memoir/memory"
)

// adversarialCategory is LoCoMo's category of questions whose premise is false; the evidence of
// those is no answer.
const adversarialCategory = "5"

// locomoTurn is one message of a chat; ID is unique in the chat.
type locomoTurn struct {
	ID      string `json:"dia_id"`
	Speaker string `json:"speaker"`
	Text    string `json:"text"`
}

// toBenchTurn returns the turn as it is stored: "Name: text", said by a person.
func (t locomoTurn) toBenchTurn(session int, said time.Time) benchTurn {
	return benchTurn{
		ID: t.ID, Role: memory.RoleUser, Text: t.Speaker + ": " + t.Text, Session: session, SaidAt: said,
	}
}

// locomoQuestion is a question about a chat; Evidence names the turns that answer it.
type locomoQuestion struct {
	Question string   `json:"question"`
	Evidence []string `json:"evidence"`
	Category int      `json:"category"`
}

// readLoCoMoChats reads every *.json of a folder, by name, but BEAM's. It returns a DataError for a
// file that is not in LoCoMo's form: one chat, or a list of chats, each with session_1, session_2 …
// (directly or in "conversation") and qa.
func readLoCoMoChats(dir string) ([]benchChat, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return nil, fmt.Errorf("look for LoCoMo files: %w", err)
	}
	var chats []benchChat
	for _, name := range files {
		if isFolderOfBEAMChat(dir) && slices.Contains([]string{beamChatFile, beamQuestionsFile}, filepath.Base(name)) {
			continue
		}
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
			chat.name = filepath.Base(name)
			chats = append(chats, chat)
		}
	}
	return chats, nil
}

func parseLoCoMoChat(text []byte) (benchChat, error) {
	c := benchChat{dataset: "locomo"}
	var questions []locomoQuestion
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return c, err
	}
	if fields["qa"] == nil {
		return c, fmt.Errorf("it has no questions (qa)")
	}
	if err := json.Unmarshal(fields["qa"], &questions); err != nil {
		return c, fmt.Errorf("qa: %w", err)
	}
	if inner := fields["conversation"]; inner != nil {
		fields = nil
		if err := json.Unmarshal(inner, &fields); err != nil {
			return c, fmt.Errorf("conversation: %w", err)
		}
	}
	seen := map[string]bool{}
	for _, n := range sessionNumbersInFields(fields) {
		name := "session_" + strconv.Itoa(n)
		var turns []locomoTurn
		said := parseLoCoMoDate(fields[name+"_date_time"])
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
			c.turns = append(c.turns, t.toBenchTurn(n, said))
		}
	}
	if len(c.turns) == 0 {
		return c, fmt.Errorf("it has no turns (session_1 …)")
	}
	for _, q := range questions {
		c.questions = append(
			c.questions, benchQuestion{q.Question, strconv.Itoa(q.Category), uniqueTurnIDsOfEvidence(q.Evidence)},
		)
	}
	return c, nil
}

// parseLoCoMoDate reads the date of a session, "1:56 pm on 8 May, 2023"; anything else is the zero
// time.
func parseLoCoMoDate(text json.RawMessage) time.Time {
	var s string
	if json.Unmarshal(text, &s) != nil {
		return time.Time{}
	}
	t, _ := time.Parse("3:04 pm on 2 January, 2006", s)
	return t
}

// sessionNumbersInFields returns the numbers of the fields session_1, session_2 …, ascending.
func sessionNumbersInFields(fields map[string]json.RawMessage) []int {
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

// uniqueTurnIDsOfEvidence returns the turns that a question names, each once. Some entries of
// LoCoMo name several turns ("D8:6; D9:17").
func uniqueTurnIDsOfEvidence(entries []string) []string {
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
