package engine_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"memoir/memory"
	"memoir/memory/engine"
)

// nearEmbedder gives every two texts the same cosine, so that each concerns each and none repeats another.
type nearEmbedder struct{ *angleEmbedder }

const nearCosine = 0.7

func (e nearEmbedder) Embed(ctx context.Context, kind memory.EmbedKind, texts []string) ([][]float32, error) {
	own, err := e.angleEmbedder.Embed(ctx, kind, texts)
	if err != nil {
		return nil, err
	}
	out := make([][]float32, len(own))
	for i, v := range own {
		out[i] = slices.Clone(v)
		for j := range out[i] {
			out[i][j] *= float32(math.Sqrt(1 - nearCosine))
		}
		out[i][angleDimensions-1] = float32(math.Sqrt(nearCosine))
	}
	return out, nil
}

// where is the reach of a fact as the rules of projects have it.
type where struct {
	scope   memory.Scope
	project memory.ID
	chat    memory.ID
	gone    bool // forgotten with its project
}

// scopeModel is what the rules say, kept beside the real core.
type scopeModel struct {
	t        *rapid.T
	h        *harness
	s        *engine.Session
	projects map[memory.ID]memory.Scope
	chats    map[memory.ID]memory.ID // the project of each chat
	facts    map[string]where        // by the word that only this fact has
	saidIn   map[string]memory.ID    // the chat whose messages have the word
	learned  int                     // requests that were looked at
	checks   int
}

var factWords = regexp.MustCompile(`zor[a-z]+`)

// uniqueWordForFact is a word without digits, so that no rule about numbers is met.
func uniqueWordForFact(n int) string {
	return "zor" + string(rune('a'+n/26/26%26)) + string(rune('a'+n/26%26)) + string(rune('a'+n%26)) + "ik"
}

// mayRead reports whether a chat (0 = a new one) in a project may be shown what was said in another chat.
func (m *scopeModel) mayRead(reader, project, chat memory.ID) bool {
	of := m.chats[chat]
	scope, exists := m.projects[of]
	return chat == reader || of == 0 || !exists || scope == memory.ScopeGlobal ||
		scope == memory.ScopeProject && of == project
}

// isUsed reports whether a fact is used in a chat of a project.
func (m *scopeModel) isUsed(f where, reader, project memory.ID) bool {
	switch {
	case f.gone:
		return false
	case f.scope == memory.ScopeProject:
		return f.project == project
	case f.scope == memory.ScopeChat:
		return f.chat == reader
	}
	return true
}

// failOnForbiddenFactWord fails when a text for a chat has the word of a fact that neither a memory nor a message may
// bring there.
func (m *scopeModel) failOnForbiddenFactWord(what, text string, reader, project memory.ID) {
	m.checks++
	for _, word := range factWords.FindAllString(text, -1) {
		f := m.facts[word]
		if !m.isUsed(f, reader, project) && !m.mayRead(reader, project, m.saidIn[word]) {
			m.t.Fatalf("%s of chat %d in project %d has %s of %+v, said in chat %d in project %d:\n%s",
				what, reader, project, word, f, m.saidIn[word], m.chats[m.saidIn[word]], text)
		}
	}
}

func (m *scopeModel) failOnError(err error) {
	if err != nil {
		m.t.Helper()
		m.t.Fatal(err)
	}
}

func (m *scopeModel) newProject(scope memory.Scope) {
	p, err := m.s.CreateProject(m.h.ctx(), memory.NewProject{
		Name: fmt.Sprintf("Project %d", len(m.projects)+1), LearnedScope: scope,
	})
	m.failOnError(err)
	m.projects[p.ID] = scope
}

// drawProject draws a project, or 0 for none.
func (m *scopeModel) drawProject() memory.ID {
	all := append(slices.Sorted(maps.Keys(m.projects)), 0)
	return rapid.SampledFrom(all).Draw(m.t, "project")
}

func (m *scopeModel) drawChat() memory.ID {
	return rapid.SampledFrom(slices.Sorted(maps.Keys(m.chats))).Draw(m.t, "chat")
}

func (m *scopeModel) newChat(project memory.ID) {
	c, err := m.s.CreateChat(m.h.ctx(), memory.NewChat{ProjectID: project})
	m.failOnError(err)
	m.chats[c.ID] = project
}

// sayFactAndCheckPrompts says a fact in a chat, from which it is learned, and checks what the learning model is shown.
func (m *scopeModel) sayFactAndCheckPrompts(chat memory.ID) {
	word := uniqueWordForFact(len(m.facts))
	m.h.model.setFact("The user hid the " + word + " in the attic.")
	m.h.clock.advance(time.Second)
	turn, err := m.s.StoreMessageAndStartAnswer(
		m.h.ctx(), memory.SendParams{ChatID: chat, Text: "I hid the " + word + " in the attic."},
	)
	m.failOnError(err)
	ds, err := m.s.WaitForLearningFromAnswer(m.h.ctx(), turn.Answer.ID)
	m.failOnError(err)
	if len(ds) != 1 || ds[0].Action != memory.ActionAdd {
		m.t.Fatalf("learned %+v", ds)
	}
	project := m.chats[chat]
	f := where{scope: memory.ScopeGlobal}
	if project != 0 {
		f = where{scope: m.projects[project], project: project}
	}
	if f.scope == memory.ScopeChat {
		f.chat = chat
	}
	m.facts[word], m.saidIn[word] = f, chat
	got := ds[0].After
	if got.Scope != f.scope || f.scope == memory.ScopeProject != (got.ProjectID != 0) ||
		f.scope == memory.ScopeChat != (got.ChatID != 0) {
		m.t.Fatalf("stored %+v, want %+v", got, f)
	}
	m.h.model.mu.Lock()
	requests := m.h.model.learnRequests[m.learned:]
	m.learned += len(requests)
	m.h.model.mu.Unlock()
	for _, r := range requests {
		m.failOnForbiddenFactWord("the learning prompt", promptText(r.Messages), chat, project)
	}
	m.failOnForbiddenFactWord("the sent prompt", promptText(m.h.model.lastChatRequest().Messages), chat, project)
}

func promptText(ms []memory.PromptMessage) string {
	var out []string
	for _, p := range ms {
		out = append(out, p.Content)
	}
	return strings.Join(out, "\n")
}

// moveProjectFactsOfChats is what the rules make of the facts of chats that leave their project.
func (m *scopeModel) moveProjectFactsOfChats(chats []memory.ID, to memory.ID) {
	for word, f := range m.facts {
		chat := m.saidIn[word]
		if f.gone || f.scope != memory.ScopeProject || !slices.Contains(chats, chat) || f.project != m.chats[chat] ||
			f.project == to {
			continue
		}
		f.project = to
		if to == 0 {
			f.scope, f.chat = memory.ScopeChat, chat
		}
		m.facts[word] = f
	}
}

// moveChatsAndMaybeUndo moves chats and sometimes takes that back.
func (m *scopeModel) moveChatsAndMaybeUndo(to memory.ID) {
	ids := []memory.ID{m.drawChat()}
	if other := m.drawChat(); other != ids[0] {
		ids = append(ids, other)
	}
	with := rapid.Bool().Draw(m.t, "with memories")
	moved, err := m.s.MoveChatsBetweenProjects(
		m.h.ctx(), memory.MoveChatsParams{ChatIDs: ids, ProjectID: to, WithMemories: with},
	)
	m.failOnError(err)
	if rapid.IntRange(0, 3).Draw(m.t, "undo") == 0 {
		m.failOnError(m.s.MoveChatsBackUndoingDecisions(m.h.ctx(), moved))
		return
	}
	if with {
		m.moveProjectFactsOfChats(ids, to)
	}
	for _, id := range ids {
		m.chats[id] = to
	}
}

// deleteProjectAndMaybeRestore deletes a project with its facts, or keeps them, and sometimes takes that back.
func (m *scopeModel) deleteProjectAndMaybeRestore(id memory.ID) {
	if id == 0 {
		return
	}
	keep := rapid.Bool().Draw(m.t, "keep")
	gone, err := m.s.DeleteProjectKeepingChats(m.h.ctx(), id, memory.DeleteProjectOptions{KeepMemories: keep})
	m.failOnError(err)
	if rapid.Bool().Draw(m.t, "restore") {
		m.failOnError(m.s.RestoreDeletedProjectAndUndoDecisions(m.h.ctx(), gone))
		return
	}
	for word, f := range m.facts {
		if f.scope == memory.ScopeProject && f.project == id && !f.gone {
			m.facts[word] = where{scope: memory.ScopeGlobal, gone: !keep}
		}
	}
	for chat, project := range m.chats {
		if project == id {
			m.chats[chat] = 0
		}
	}
	delete(m.projects, id)
}

// waitForVectors waits until every message that may be recalled has its vector.
func (m *scopeModel) waitForVectors() {
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(2 * time.Millisecond) {
		missing, err := m.h.db.VectorStore().ListOwnersNeedingVectors(m.h.ctx(), m.s.ProfileID(), memory.OwnerMessage,
			m.h.embedder.ID(), 1)
		m.failOnError(err)
		if len(missing) == 0 {
			return
		}
		if time.Now().After(end) {
			m.t.Fatal("a message has no vector")
		}
	}
}

// checkPromptRecallAndSearch checks prompt, recall and search of a chat, 0 for a new one of the project: nothing that
// may not be there, and every memory that the chat uses.
func (m *scopeModel) checkPromptRecallAndSearch(reader, project memory.ID) {
	chat := memory.Chat{ID: reader, ProjectID: project, Memory: memory.MemoryOn}
	p, err := m.s.PreviewPrompt(m.h.ctx(), memory.PreviewParams{Chat: chat, Text: "Where in the attic is it?"})
	m.failOnError(err)
	m.failOnForbiddenFactWord("the prompt", promptText(p.Messages), reader, project)
	for _, q := range p.Receipt.Recalled {
		for _, word := range factWords.FindAllString(q.Text, -1) {
			if !m.mayRead(reader, project, m.saidIn[word]) {
				m.t.Fatalf("chat %d in project %d is quoted %q", reader, project, q.Text)
			}
		}
	}
	found, err := m.s.RetrieveMemories(m.h.ctx(), memory.RetrieveParams{
		ChatID: reader, ProjectID: project, Query: "Where in the attic is it?",
	})
	m.failOnError(err)
	got := map[string]bool{}
	for _, hit := range found.Memories {
		word := factWords.FindString(hit.Content)
		got[word] = true
		if !m.isUsed(m.facts[word], reader, project) {
			m.t.Fatalf("chat %d in project %d finds %q of %+v", reader, project, hit.Content, m.facts[word])
		}
	}
	for word, f := range m.facts {
		if m.isUsed(f, reader, project) && !got[word] {
			m.t.Fatalf("chat %d in project %d does not find %s of %+v: %+v", reader, project, word, f, found.Memories)
		}
	}
}

// checkProjectListsAndDistilPrompt checks what is listed, and so exported, of each project, and what the text about the
// user is made of.
func (m *scopeModel) checkProjectListsAndDistilPrompt() {
	for id := range m.projects {
		ms, err := m.s.ListOrSearchMemories(m.h.ctx(), memory.MemoryQuery{MemoryFilter: memory.MemoryFilter{
			ProjectID: id, Scope: memory.ScopeProject,
		}})
		m.failOnError(err)
		for _, found := range ms {
			word := factWords.FindString(found.Content)
			if f := m.facts[word]; f.gone || f.scope != memory.ScopeProject || f.project != id {
				m.t.Fatalf("project %d lists %q of %+v", id, found.Content, f)
			}
		}
	}
	for id := range m.projects {
		m.checkExport(id)
	}
	_, err := m.s.RewriteBaseMemoryFromSummariesNow(m.h.ctx())
	if errors.Is(err, memory.ErrNothingNew) {
		return
	}
	m.failOnError(err)
	m.h.model.mu.Lock()
	last := m.h.model.baseRequests[len(m.h.model.baseRequests)-1]
	m.h.model.mu.Unlock()
	m.failOnForbiddenFactWord("what the text about the user is made of", promptText(last.Messages), -1, -1)
}

// checkExport checks the export of a project: facts of the project and what was said in its chats, and nothing
// of another one. What was sent for an answer before its chat was moved is left out.
func (m *scopeModel) checkExport(id memory.ID) {
	for _, format := range []memory.ExportFormat{memory.FormatJSON, memory.FormatMarkdown, memory.FormatHTML} {
		var b strings.Builder
		_, err := m.s.Export(m.h.ctx(), &b, memory.ExportOptions{
			Format: format, Contents: memory.ExportProject, ProjectID: id, WithoutReceipts: true,
		}, nil)
		m.failOnError(err)
		m.checks++
		got := map[string]bool{}
		for _, word := range factWords.FindAllString(b.String(), -1) {
			got[word] = true
			f := m.facts[word]
			isFact := !f.gone && f.scope == memory.ScopeProject && f.project == id
			if !isFact && m.chats[m.saidIn[word]] != id {
				m.t.Fatalf("the %s export of project %d has %s of %+v, said in project %d:\n%s",
					format, id, word, f, m.chats[m.saidIn[word]], b.String())
			}
		}
		for word, f := range m.facts {
			if !f.gone && f.scope == memory.ScopeProject && f.project == id && !got[word] {
				m.t.Fatalf("the %s export of project %d lacks %s", format, id, word)
			}
		}
	}
}

// maxPeople bounds the runs of a plain test, of which each takes a third of a second; rapid asks for a hundred.
// With -rapid.checks=300 there are as many.
const maxPeople = 15

// isRapidCheckCountGiven reports whether the command line says how many runs there are to be.
func isRapidCheckCountGiven() bool {
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "rapid.checks" })
	return given
}

// A fact of one project is in no other project's prompt, recall, search, list or export, and in nothing that all
// chats are sent, whatever moved where.
func TestFactsOfAProjectStayInItOverRandomMoves(t *testing.T) {
	for name, change := range map[string]func(*memory.Config){
		"ranked by cosine": func(*memory.Config) {},
		"ranked by words and meaning": func(c *memory.Config) {
			c.Ranking = memory.RankByHybrid
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHarness(t, func(c *memory.Config) {
				c.RecallChats, c.RecallThreshold, c.RecallTopK, c.RecallInject = true, -1, 500, 500
				c.RecallWidenBelow, c.RecallCandidates = 500, 500
				c.RetrievalTopK, c.SendAllUpTo, c.ExtractionExistingTopK = 500, 1, 500
				c.SummaryTrigger, c.SummaryKeep, c.BaseKeep = 2, 0, 0
				c.MaxActiveMemories = 0
				change(c)
			})
			h.wrapEmbedder = func(memory.Embedder) memory.Embedder { return nearEmbedder{h.embedder} }
			h.restart()
			h.model.summaryReply = func(_ context.Context, r memory.ModelRequest) (string, error) {
				words := factWords.FindAllString(promptText(r.Messages), -1)
				return "- The user hid " + strings.Join(words, ", ") + ".", nil
			}
			checks, people := 0, 0
			rapid.Check(t, func(t1 *rapid.T) {
				if people++; people > maxPeople && !isRapidCheckCountGiven() {
					return
				}
				h.embedder.changeUnderLock(func(e *angleEmbedder) { e.vectors, e.nextAxis = map[string][]float32{}, 0 })
				profile, err := h.CreateProfile(h.ctx(), fmt.Sprintf("Person %d", time.Now().UnixNano()))
				if err != nil {
					t1.Fatal(err)
				}
				defer func() { _ = h.DeleteProfileAlsoFromSnapshots(h.ctx(), profile.ID) }() // the index looks at every profile
				m := &scopeModel{
					t: t1, h: h, s: h.Session(profile.ID, memory.ActorUser), projects: map[memory.ID]memory.Scope{},
					chats: map[memory.ID]memory.ID{}, facts: map[string]where{}, saidIn: map[string]memory.ID{},
					learned: h.model.countLearnRequests(),
				}
				for _, scope := range []memory.Scope{
					memory.ScopeProject, memory.ScopeProject, memory.ScopeChat, memory.ScopeGlobal,
				} {
					m.newProject(scope)
				}
				for _, project := range append(slices.Sorted(maps.Keys(m.projects)), 0) {
					m.newChat(project)
				}
				for range rapid.IntRange(3, 8).Draw(t1, "steps") {
					switch rapid.IntRange(0, 9).Draw(t1, "step") {
					case 0, 1, 2, 3:
						m.sayFactAndCheckPrompts(m.drawChat())
					case 4, 5, 6, 7:
						m.moveChatsAndMaybeUndo(m.drawProject())
					case 8:
						m.newChat(m.drawProject())
					case 9:
						m.deleteProjectAndMaybeRestore(m.drawProject())
					}
					m.waitForVectors()
					reader := m.drawChat()
					m.checkPromptRecallAndSearch(reader, m.chats[reader])
					m.checkPromptRecallAndSearch(0, m.drawProject())
				}
				m.checkProjectListsAndDistilPrompt()
				checks += m.checks
			})
			if checks < 50 {
				t.Errorf("only %d texts were looked at", checks)
			}
		})
	}
}
