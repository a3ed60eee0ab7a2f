package benchmarks

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"time"

	"memoir/memory"
)

// Files of one chat of BEAM (Tavakoli et al. 2025).
const (
	beamChatFile      = "chat.json"
	beamQuestionsFile = "probing_questions.json"
)

// beamBatch is a session of a BEAM chat: rounds of messages.
type beamBatch struct {
	Turns [][]struct {
		ID         int    `json:"id"`
		Role       string `json:"role"`
		Content    string `json:"content"`
		TimeAnchor string `json:"time_anchor"`
	} `json:"turns"`
}

// beamQuestion is a question; SourceChatIDs names its evidence as a list, or as an object of lists.
type beamQuestion struct {
	Question      string          `json:"question"`
	SourceChatIDs json.RawMessage `json:"source_chat_ids"`
}

// beamMark is the position in the data's plan that ends most messages: "->-> 1,3".
var beamMark = regexp.MustCompile(`\s*->->.*$`) //nolint:gochecknoglobals // a constant that has no literal

// readBEAMChat reads a chat with its questions. Those without evidence, which nothing in the chat
// answers, are kept without any.
func readBEAMChat(dir string) (benchChat, error) {
	chat := benchChat{name: filepath.Base(dir), dataset: "beam"}
	var batches []beamBatch
	if err := decodeBEAMFile(filepath.Join(dir, beamChatFile), &batches); err != nil {
		return chat, err
	}
	for session, batch := range batches {
		for _, round := range batch.Turns {
			for _, m := range round {
				if m.Content == "" {
					continue
				}
				said, _ := time.Parse("January-2-2006", m.TimeAnchor)
				chat.turns = append(chat.turns, benchTurn{
					ID: strconv.Itoa(m.ID), Role: memory.Role(m.Role), Text: beamMark.ReplaceAllString(m.Content, ""),
					Session: session, SaidAt: said,
				})
			}
		}
	}
	var questions map[string][]beamQuestion
	if err := decodeBEAMFile(filepath.Join(dir, beamQuestionsFile), &questions); err != nil {
		return chat, err
	}
	for _, ability := range slices.Sorted(maps.Keys(questions)) {
		for _, q := range questions[ability] {
			chat.questions = append(
				chat.questions, benchQuestion{q.Question, ability, uniqueNumberTextsInJSONValues(q.SourceChatIDs)},
			)
		}
	}
	if len(chat.turns) == 0 {
		return chat, newDataErrorf("%s has no messages.", filepath.Join(dir, beamChatFile))
	}
	return chat, nil
}

// decodeBEAMFile reads a JSON file. A file that is missing or in another form is a DataError.
func decodeBEAMFile(path string, into any) error {
	content, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		return newDataErrorf("%s is missing.", path)
	}
	if err != nil {
		return fmt.Errorf("read chats: %w", err)
	}
	if err := json.Unmarshal(content, into); err != nil {
		return newDataErrorf("%s is not in BEAM's form: %v.", path, err)
	}
	return nil
}

var wholeNumber = regexp.MustCompile(`\d+`) //nolint:gochecknoglobals // a constant that has no literal

// uniqueNumberTextsInJSONValues returns the whole numbers in a JSON value that are no keys, each
// once.
func uniqueNumberTextsInJSONValues(value json.RawMessage) []string {
	var list []json.RawMessage
	var object map[string]json.RawMessage
	var out []string
	switch {
	case json.Unmarshal(value, &list) == nil:
		for _, v := range list {
			out = append(out, uniqueNumberTextsInJSONValues(v)...)
		}
	case json.Unmarshal(value, &object) == nil:
		for _, key := range slices.Sorted(maps.Keys(object)) {
			out = append(out, uniqueNumberTextsInJSONValues(object[key])...)
		}
	default:
		out = wholeNumber.FindAllString(string(value), -1)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
