package exercise_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"iter"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"memoir/assets/model"
	"memoir/llm/encoder"
	"memoir/memory"
	"memoir/memory/engine"
	"memoir/prompts"
	"memoir/storage/storagetest"
)

var allChanges = flag.Bool("all-changes", false, "tell every change of testdata/changes.txt, not every seventh person")

// change is one line of testdata/changes.txt.
type change struct {
	kind, key                       string
	oldSaid, oldFact, newSaid, fact string
}

// person is a group of lines: what one profile tells.
type person struct {
	language string
	keeps    []change // only oldSaid and oldFact
	changes  []change
}

func readPersons(t *testing.T) []person {
	t.Helper()
	text, err := os.ReadFile("testdata/changes.txt")
	if err != nil {
		t.Fatal(err)
	}
	var out []person
	for _, line := range strings.Split(string(text), "\n") {
		switch {
		case line == "" || line[0] == '#':
			continue
		case line[0] == '[':
			out = append(out, person{language: strings.Trim(line, "[]")})
			continue
		}
		cells := strings.Split(line, "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		p := &out[len(out)-1]
		if cells[0] == "keep" {
			p.keeps = append(p.keeps, change{oldSaid: cells[2], oldFact: cells[3]})
			continue
		}
		p.changes = append(p.changes, change{cells[0], cells[1], cells[2], cells[3], cells[4], cells[5]})
	}
	return out
}

// factModel is the world outside: it returns the fact of each message, and decides between facts as
// the test says.
type factModel struct {
	facts    map[string]string // JSON item by message
	replaces map[string]string // the known fact that a new one replaces
	decide   func(newFact string, known []string) (string, error)
}

func (m *factModel) StreamReply(_ context.Context, r memory.ModelRequest) iter.Seq2[memory.ReplyDelta, error] {
	return func(yield func(memory.ReplyDelta, error) bool) {
		text, err := m.reply(r)
		yield(memory.ReplyDelta{Text: text, FinishReason: "stop"}, err)
	}
}

func (m *factModel) reply(r memory.ModelRequest) (string, error) {
	system := r.Messages[0].Content
	if !strings.HasSuffix(r.Messages[len(r.Messages)-1].Content, "JSON list only.") {
		return "Noted.", nil
	}
	if _, after, ok := strings.Cut(system, "<user_message>\n"); ok {
		text, _, _ := strings.Cut(after, "\n</user_message>")
		return "[" + m.facts[text] + "]", nil
	}
	_, lists, _ := strings.Cut(system, "## New facts\n")
	news, olds, _ := strings.Cut(lists, "\n\n## Known facts\n")
	olds, _, _ = strings.Cut(olds, "\n\n")
	return m.decide(strings.TrimPrefix(news, "1. "), strings.Split(olds, "\n"))
}

// verdictRetiringReplacedFact is a perfect model: it retires the fact that the new one replaces.
func (m *factModel) verdictRetiringReplacedFact(fact string, known []string) (string, error) {
	for i, k := range known {
		if k == fmt.Sprintf("%d. %s", i+1, m.replaces[fact]) {
			return fmt.Sprintf(`[{"new":1,"action":"DELETE","known":%d}]`, i+1), nil
		}
	}
	return `[{"new":1,"action":"ADD"}]`, nil
}

// verdictTakingChangeForRepetition is a model that takes every change for a repetition.
func (m *factModel) verdictTakingChangeForRepetition(fact string, known []string) (string, error) {
	reply, err := m.verdictRetiringReplacedFact(fact, known)
	return strings.Replace(reply, "DELETE", "NONE", 1), err
}

// decider makes the decisions of a model.
type decider func(*factModel) func(newFact string, known []string) (string, error)

// changeOutcome counts what became of the changes.
type changeOutcome struct {
	changes, retired, marked, untouched int
	lost                                int // new facts that are neither active nor in the inbox
	keptRetired, keptMarked             int // statements that stay true
	notes                               []string
}

func (o *changeOutcome) addNote(format string, args ...any) {
	o.notes = append(o.notes, fmt.Sprintf(format, args...))
}

// tellChangesAndCountOutcomes lets a person tell what was and then what changed, and looks at what is remembered.
func tellChangesAndCountOutcomes(
	t *testing.T, enc memory.Embedder, p person, keys bool, decide decider, o *changeOutcome,
) {
	t.Helper()
	m := &factModel{facts: map[string]string{}, replaces: map[string]string{}}
	m.decide = decide(m)
	item := func(fact, key string) string {
		row := map[string]string{"fact": fact}
		if keys && key != "" {
			row["key"] = key
		}
		text, _ := json.Marshal(row)
		return string(text)
	}
	for _, c := range slices.Concat(p.keeps, p.changes) {
		m.facts[c.oldSaid], m.facts[c.newSaid] = item(c.oldFact, c.key), item(c.fact, c.key)
		m.replaces[c.fact] = c.oldFact
	}
	s := startEngine(t, enc, m)
	chat, err := s.CreateChat(t.Context(), memory.NewChat{})
	if err != nil {
		t.Fatal(err)
	}
	tell := func(text string) {
		turn, err := s.StoreMessageAndStartAnswer(t.Context(), memory.SendParams{ChatID: chat.ID, Text: text})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.WaitForLearningFromAnswer(t.Context(), turn.Answer.ID); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range slices.Concat(p.keeps, p.changes) {
		tell(c.oldSaid)
	}
	for _, c := range p.changes {
		tell(c.newSaid)
	}
	o.countOutcomesOfPerson(t, s, p)
}

// countOutcomesOfPerson looks at every memory of a person.
func (o *changeOutcome) countOutcomesOfPerson(t *testing.T, s *engine.Session, p person) {
	t.Helper()
	q := memory.MemoryQuery{MemoryFilter: memory.MemoryFilter{
		AnyScope: true, IncludeOutdated: true,
		Status: []memory.Status{memory.StatusActive, memory.StatusInbox},
	}}
	all, err := s.ListOrSearchMemories(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	byText, newer := map[string]memory.Memory{}, map[memory.ID]string{}
	for _, m := range all {
		byText[m.Content] = m
		if m.Proposes != 0 && m.SupersededBy == 0 {
			newer[m.Proposes] = m.Content
		}
	}
	for _, c := range p.changes {
		o.changes++
		old, known := byText[c.oldFact]
		if !known {
			o.addNote("%s: never learned: %q", p.language, c.oldFact)
			o.untouched++
			continue
		}
		if n, ok := byText[c.fact]; !ok || n.SupersededBy != 0 {
			o.lost++
			o.addNote("%s: lost %q", p.language, c.fact)
		}
		switch {
		case old.SupersededBy != 0 && old.SupersededBy == byText[c.fact].ID:
			o.retired++
		case newer[old.ID] == c.fact && isOldFactMarkedBehindNewOne(t, s, c, old.ID):
			o.marked++
		default:
			o.untouched++
			o.addNote("%s: %s untouched: %q, then %q (retired by %d, asks %q)", p.language, c.kind, c.oldFact, c.fact,
				old.SupersededBy, newer[old.ID])
		}
	}
	o.countOutcomesOfKeptFacts(p, byText, newer)
}

// countOutcomesOfKeptFacts looks at the statements that stay true.
func (o *changeOutcome) countOutcomesOfKeptFacts(
	p person, byText map[string]memory.Memory, newer map[memory.ID]string,
) {
	for _, c := range p.keeps {
		m, known := byText[c.oldFact]
		switch {
		case !known:
			o.lost++
			o.addNote("%s: never learned: %q", p.language, c.oldFact)
		case m.SupersededBy != 0:
			o.keptRetired++
			o.addNote("%s: retired although nothing changed: %q", p.language, c.oldFact)
		case newer[m.ID] != "":
			o.keptMarked++
			o.addNote("%s: marked although nothing changed: %q by %q", p.language, c.oldFact, newer[m.ID])
		}
	}
}

// isOldFactMarkedBehindNewOne reports whether a prompt about the change says that the old memory may be out of date,
// after the new one.
func isOldFactMarkedBehindNewOne(t *testing.T, s *engine.Session, c change, old memory.ID) bool {
	t.Helper()
	r, err := s.RetrieveMemories(t.Context(), memory.RetrieveParams{Query: c.oldSaid})
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(r.Memories, func(h memory.MemoryHit) bool { return h.ID == old })
	first := slices.IndexFunc(r.Memories, func(h memory.MemoryHit) bool { return h.Content == c.fact })
	return at >= 0 && r.Memories[at].NewerID != 0 && first >= 0 && first < at
}

func startEngine(t *testing.T, enc memory.Embedder, m memory.Model) *engine.Session {
	t.Helper()
	db := storagetest.OpenCreatingIfMissing(t, t.TempDir())
	set, err := prompts.LoadTemplatesWithOverrides("")
	if err != nil {
		t.Fatal(err)
	}
	cfg := memory.StandardPreset()
	cfg.RetrievalDeadline = 30 * time.Second // a busy machine must not change what is retrieved
	s, err := engine.New(memory.Deps{
		Store: db, VectorIndex: db.VectorIndex(), FullText: db.FullText(), Model: m, Catalog: singleModelCatalog{},
		Embedder: enc, Bus: memory.NewBus(), Prompts: set, Config: cfg,
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.RecoverStateAndStartBackgroundWork(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(s.ShutDownAndDeleteTemporaryChats(context.Background()), db.Close(context.Background())); err !=
			nil {
			t.Error(err)
		}
	})
	return s.Session(1, memory.ActorUser)
}

func TestChangesOfTheUserAreNotLost(t *testing.T) {
	enc := encoder.NewLazilyLoadedEmbedder(model.BGESmall, encoder.Config{})
	if err := enc.LoadModelAndWait(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer enc.Close()
	embedder := newEmbeddingCache(enc)
	persons := readPersons(t)
	failing := func(*factModel) func(string, []string) (string, error) {
		return func(string, []string) (string, error) { return "I am not able to compare these lists.", nil }
	}
	repeating := func(m *factModel) func(string, []string) (string, error) { return m.verdictTakingChangeForRepetition }
	perfect := func(m *factModel) func(string, []string) (string, error) { return m.verdictRetiringReplacedFact }
	for _, c := range []struct {
		name     string
		keys     bool
		decide   decider
		retired  float64 // at least this share
		answered float64 // retired or marked: at least this share
	}{
		{"a perfect model", true, perfect, 0.99, 0.99},
		{"a perfect model, no keys", false, perfect, 0.99, 0.99},
		{"a failing model", true, failing, 0, 0.8},
		{"a failing model, no keys", false, failing, 0, 0.8},
		{"a model that takes changes for repetitions", true, repeating, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			var o changeOutcome
			for i, p := range persons {
				if *allChanges || i%7 == 0 {
					tellChangesAndCountOutcomes(t, embedder, p, c.keys, c.decide, &o)
				}
			}
			t.Logf("%d changes: %d retired, %d marked, %d untouched, %d lost; of what stays true %d retired, %d marked",
				o.changes, o.retired, o.marked, o.untouched, o.lost, o.keptRetired, o.keptMarked)
			t.Log(strings.Join(o.notes, "\n"))
			all := float64(o.changes)
			if float64(o.retired) < c.retired*all || float64(o.retired+o.marked) < c.answered*all {
				t.Errorf("too few of %d changes were noticed", o.changes)
			}
			if o.lost > 0 || o.keptRetired > 0 || o.keptMarked > 0 {
				t.Errorf("%d new facts were lost; of what stays true %d were retired, %d marked", o.lost, o.keptRetired,
					o.keptMarked)
			}
		})
	}
}
