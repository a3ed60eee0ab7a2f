package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memoir/llm/llmtest"
	"memoir/memory"
)

// unrelatedMemories returns forty memories that have nothing to do with food or Lisbon.
func unrelatedMemories() []string {
	return strings.Split(strings.TrimSpace(`
The user plays the cello in an amateur orchestra.
The user's car is a blue station wagon from 2014.
The user works as a land surveyor.
The user's sister Carla studies astronomy.
The user reads one crime novel a week.
The user's bicycle has a flat rear tyre.
The user collects stamps with lighthouses on them.
The user's desk is made of oak.
The user is learning Norwegian.
The user's first computer was a Commodore 64.
The user votes by mail.
The user's neighbour repairs antique clocks.
The user runs ten kilometres on Sundays.
The user's printer only works over a cable.
The user prefers trains to planes.
The user's brother lives on a sailing boat.
The user has a dentist appointment in March.
The user's favourite colour is dark green.
The user wrote a thesis about medieval bridges.
The user's umbrella is broken.
The user keeps a diary since 1999.
The user's phone contract ends in October.
The user dislikes loud open-plan offices.
The user's daughter plays goalkeeper.
The user paints watercolours of harbours.
The user's roof was insulated last winter.
The user is afraid of heights.
The user's favourite film is a silent one.
The user sings bass in a choir.
The user's passport expires in 2031.
The user builds model railways.
The user's wedding day was a Friday.
The user uses a mechanical keyboard.
The user's uncle was a lighthouse keeper.
The user sleeps with the window open.
The user's telescope needs a new mirror.
The user donates blood twice a year.
The user's garden fence is two metres high.
The user takes the stairs instead of the lift.
The user's tax adviser is called Meyer.`), "\n")
}

// modelHarness is a harness with a scripted model server.
type modelHarness struct {
	*harness
	modelServer *llmtest.Server
}

func newModelHarness(t *testing.T) *modelHarness {
	t.Helper()
	s := &modelHarness{harness: newHarness(t)}
	var err error
	if s.modelServer, err = startModelServer(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.modelServer.Close)
	if err := writeModelsYAML(s.dir, s.modelServer.URL); err != nil {
		t.Fatal(err)
	}
	return s
}

// lastPrompt returns the messages of the last chat request, as the server received them.
func (s *modelHarness) lastPrompt() []memory.PromptMessage {
	s.t.Helper()
	var last llmtest.Request
	for _, r := range s.modelServer.ChatRequests() {
		if !strings.HasPrefix(r.Rule, "learn-") {
			last = r
		}
	}
	var body struct{ Messages []memory.PromptMessage }
	if err := json.Unmarshal([]byte(last.Body), &body); err != nil || len(body.Messages) == 0 {
		s.t.Fatalf("no request for an answer: %v", err)
	}
	return body.Messages
}

// chatAndCheckReceipt sends one message, checks that the receipt equals what the server received,
// and returns the stored answer.
func (s *modelHarness) chatAndCheckReceipt(text string, flags ...string) memory.Message {
	s.t.Helper()
	s.runMemoir(append(append([]string{"chat"}, flags...), text)...)
	received := s.lastPrompt()
	var answer memory.Message
	var prompt []memory.PromptMessage
	s.withInProcessClient(func(c *client) {
		var chats []memory.Chat
		s.getJSON(c, "/api/chats?limit=1", &chats)
		s.getJSON(c, "/api/messages/"+chats[0].HeadID.String(), &answer)
		s.getJSON(c, "/api/messages/"+chats[0].HeadID.String()+"/prompt", &prompt)
	})
	if answer.Receipt == nil || answer.Receipt.SystemMessage != received[0].Content {
		s.t.Errorf("the receipt of %q is not what was sent:\n%+v\n%s", text, answer.Receipt, received[0].Content)
	}
	if fmt.Sprint(prompt) != fmt.Sprint(received) {
		s.t.Errorf("the prompt of %q is rebuilt as\n%v\nsent was\n%v", text, prompt, received)
	}
	return answer
}

// withInProcessClient runs fn with a client of the API handler in this process, on the same folder.
func (h *harness) withInProcessClient(fn func(c *client)) {
	h.t.Helper()
	vars := map[string]string{}
	for _, v := range h.env {
		name, value, _ := strings.Cut(v, "=")
		vars[name] = value
	}
	e := &env{printer: printer{err: os.Stderr}, getenv: func(k string) string { return vars[k] }}
	if err := e.withSession(h.t.Context(), func(s *session) error {
		fn(s.client)
		return nil
	}); err != nil {
		h.t.Fatal(err)
	}
}

func (h *harness) getJSON(c *client, path string, v any) {
	h.t.Helper()
	if err := c.requestJSON(h.t.Context(), "GET", path, nil, v); err != nil {
		h.t.Fatalf("GET %s: %v", path, err)
	}
}

func (s *modelHarness) listMemories(flags ...string) []string {
	s.t.Helper()
	var out []string
	for _, m := range runJSON[[]memory.Memory](s.harness, append([]string{"memory", "list"}, flags...)...) {
		out = append(out, m.Content)
	}
	return out
}

// lastPromptHasRelevantMemory reports whether the last prompt lists a memory under "## Relevant memory".
func (s *modelHarness) lastPromptHasRelevantMemory(text string) bool {
	s.t.Helper()
	_, section, ok := strings.Cut(s.lastPrompt()[0].Content, "## Relevant memory\n")
	section, _, _ = strings.Cut(section, "\n\n")
	return ok && strings.Contains(section, "- "+text)
}

func TestFactLearnedInOneProcessIsUsedInTheNext(t *testing.T) {
	s := newModelHarness(t)
	s.withInProcessClient(func(c *client) {
		c.waitForEmbedderAtMost(t.Context(), searchEmbedderTimeout)
		for _, m := range unrelatedMemories() {
			if err := c.requestJSON(t.Context(), "POST", "/api/memory", map[string]string{"content": m}, nil); err != nil {
				t.Fatal(err)
			}
		}
	})
	const told = "I moved to Lisbon and I am allergic to peanuts"
	const fact = "The user is allergic to peanuts."
	const question = "Which food am I allergic to?"
	s.chatAndCheckReceipt(told)
	if got := s.listMemories(); len(got) != 41 || got[0] != fact {
		t.Fatalf("%d memories, the newest is %q", len(got), got[0])
	}

	if m := s.chatAndCheckReceipt(question); m.Receipt.Mode != memory.RetrievalRelevant ||
		!s.lastPromptHasRelevantMemory(fact) {
		t.Errorf("mode %s, the fact is sent: %v", m.Receipt.Mode, s.lastPromptHasRelevantMemory(fact))
	}
	s.chatAndCheckReceipt(told) // a repetition
	if got := s.listMemories("--query", "peanuts"); len(got) != 1 {
		t.Errorf("said twice it is stored as %q", got)
	}

	const edited = "The user is allergic to walnuts."
	s.runMemoir("memory", "edit", "41", "--content", edited)
	s.chatAndCheckReceipt(question)
	if s.lastPromptHasRelevantMemory(fact) || !s.lastPromptHasRelevantMemory(edited) {
		t.Errorf("after an edit the old text is sent: %v, the new one: %v", s.lastPromptHasRelevantMemory(fact),
			s.lastPromptHasRelevantMemory(edited))
	}

	s.runMemoir("memory", "rm", "41")
	s.chatAndCheckReceipt(question)
	if strings.Contains(s.lastPrompt()[0].Content, "walnuts") {
		t.Errorf("a forgotten memory is sent: %s", s.lastPrompt()[0].Content)
	}
	if got := s.listMemories("--query", "walnuts"); len(got) != 0 {
		t.Errorf("a forgotten memory is found by its words: %q", got)
	}
	for _, h := range append(runJSON[memory.Retrieval](s.harness, "search", question).Memories,
		runJSON[memory.Retrieval](s.harness, "search", edited).Memories...) {
		if h.ID == 41 {
			t.Errorf("a forgotten memory is found by its meaning: %+v", h)
		}
	}
}

func TestFactFromAFileIsNotLearnedButANewFactIs(t *testing.T) {
	s := newModelHarness(t)
	var b strings.Builder
	for i := 0; b.Len() < 100<<10; i++ {
		fmt.Fprintf(&b, "Paragraph %d is about the weather of the year %d, which was mild and of no interest.\n", i, 1000+i)
		if i == 700 {
			b.WriteString("The code name of the launch is Bluebird.\n")
		}
	}
	path := filepath.Join(t.TempDir(), "plan.txt")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	s.runMemoir("context", "add", path)
	s.env = append(s.env, "MEMOIR_EXTRACTION_STYLE=structured")
	m := s.chatAndCheckReceipt("The code name is Bluebird and I ride a red scooter")
	if got := s.listMemories(); len(got) != 1 || got[0] != "The user rides a red scooter." {
		t.Errorf("learned were %q", got)
	}
	var rows []memory.Decision
	s.withInProcessClient(func(c *client) {
		s.getJSON(c, "/api/decisions?action=ignore&message_id="+m.ID.String(), &rows)
	})
	if len(rows) != 1 || !strings.Contains(string(rows[0].Candidate), "Bluebird") || rows[0].FileID != 1 {
		t.Errorf("the ledger says %+v", rows)
	}
}
