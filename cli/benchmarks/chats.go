package benchmarks

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"memoir/memory"
)

// benchChat is a long conversation in sessions, with questions about it.
type benchChat struct {
	name      string
	dataset   string // locomo or beam
	turns     []benchTurn
	questions []benchQuestion
}

// benchTurn is one message of a chat; ID is unique in the chat.
type benchTurn struct {
	ID      string
	Role    memory.Role
	Text    string
	Session int       // ascending
	SaidAt  time.Time // zero when the data do not say
}

// benchQuestion is a question with the turns that answer it.
type benchQuestion struct {
	Text     string
	Type     string // LoCoMo's category or BEAM's ability
	Evidence []string
}

// readBenchChats reads every chat of a folder: *.json in LoCoMo's form, and each folder with
// chat.json and probing_questions.json in BEAM's. It returns a DataError when there is none, and
// for a file in another form.
func readBenchChats(dir string) ([]benchChat, error) {
	if dir == "" {
		return nil, newDataErrorf("Say where the files of LoCoMo or BEAM are: --data DIR.")
	}
	chats, err := readLoCoMoChats(dir)
	if err != nil {
		return nil, err
	}
	folders, err := filepath.Glob(filepath.Join(dir, "*", beamChatFile))
	if err != nil {
		return nil, fmt.Errorf("look for BEAM's chats: %w", err)
	}
	if isFolderOfBEAMChat(dir) {
		folders = append(folders, filepath.Join(dir, beamChatFile))
	}
	for _, path := range folders {
		chat, err := readBEAMChat(filepath.Dir(path))
		if err != nil {
			return nil, err
		}
		chats = append(chats, chat)
	}
	if len(chats) == 0 {
		return nil, newDataErrorf("%s contains no *.json and no folder with %s.", dir, beamChatFile)
	}
	return chats, nil
}

// isFolderOfBEAMChat reports whether a folder holds the two files of a BEAM chat.
func isFolderOfBEAMChat(dir string) bool {
	for _, name := range []string{beamChatFile, beamQuestionsFile} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			return false
		}
	}
	return true
}

// turnsGroupedBySession splits turns by session, in order.
func (c benchChat) turnsGroupedBySession() [][]benchTurn {
	var out [][]benchTurn
	for part := range slices.Values(c.turns) {
		if n := len(out); n > 0 && out[n-1][0].Session == part.Session {
			out[n-1] = append(out[n-1], part)
			continue
		}
		out = append(out, []benchTurn{part})
	}
	return out
}

// generateTimesForSessionTurns gives the turns of a session their times: a minute after each other
// from the time that one of them names, or now without any.
func generateTimesForSessionTurns(turns []benchTurn, now time.Time) []time.Time {
	start := now
	for _, t := range turns {
		if !t.SaidAt.IsZero() {
			start = t.SaidAt
			break
		}
	}
	out := make([]time.Time, len(turns))
	for i := range turns {
		out[i] = start.Add(time.Duration(i) * time.Minute)
	}
	return out
}
