package panel

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"memoir/memory"
	"memoir/memory/engine"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// usedIn is where a memory is used: in all chats, in those of a project, or in one.
type usedIn struct {
	scope memory.Scope
	id    memory.ID // of the project or the chat
}

// newGlobalUsedIn is where a memory is used that is one of all chats.
func newGlobalUsedIn() usedIn { return usedIn{scope: memory.ScopeGlobal} }

// usedInOfMemory returns where a memory is used.
func usedInOfMemory(m memory.Memory) usedIn {
	switch m.Scope {
	case memory.ScopeProject:
		return usedIn{m.Scope, m.ProjectID}
	case memory.ScopeChat:
		return usedIn{m.Scope, m.ChatID}
	}
	return newGlobalUsedIn()
}

// usedInForScopeOfChat returns where facts of a scope are used that belong to a chat.
func usedInForScopeOfChat(scope memory.Scope, chat memory.Chat) usedIn {
	return usedInOfMemory(memory.Memory{Scope: scope, ChatID: chat.ID, ProjectID: chat.ProjectID})
}

// String is how fields and drafts hold it: "global", "project 12", "thread 34".
func (u usedIn) String() string {
	if u.id == 0 {
		return string(u.scope)
	}
	return fmt.Sprintf("%s %d", u.scope, u.id)
}

// parseUsedIn reads what String wrote; what it cannot read is everywhere.
func parseUsedIn(s string) usedIn {
	var id int64
	name, number, _ := strings.Cut(s, " ")
	if _, err := fmt.Sscan(number, &id); err != nil || id <= 0 {
		return newGlobalUsedIn()
	}
	return usedIn{memory.Scope(name), memory.ID(id)}
}

// setScopeInPatch changes where a memory is used.
func (u usedIn) setScopeInPatch(p *memory.MemoryPatch) {
	p.Scope = &u.scope
	switch u.scope {
	case memory.ScopeProject:
		p.ProjectID = &u.id
	case memory.ScopeChat:
		p.ChatID = &u.id
	}
}

// usedInChoices lists where a memory can be used: everywhere, in the projects of chats, and in the
// chats. The open chat comes first; chats without an id are left out.
func usedInChoices(open memory.Chat, others ...memory.Chat) []widgets.Option {
	out := []widgets.Option{{Value: newGlobalUsedIn().String(), Label: translate.Text("Everywhere")}}
	known := map[string]bool{}
	add := func(u usedIn, label string) {
		if u.id > 0 && !known[u.String()] {
			known[u.String()] = true
			out = append(out, widgets.Option{Value: u.String(), Label: label})
		}
	}
	chats := append([]memory.Chat{open}, others...)
	for _, c := range chats {
		if c.Project != nil {
			add(usedIn{memory.ScopeProject, c.ProjectID},
				translate.Text("Only in the project “{{.Name}}”", "Name", c.Project.Name))
		}
	}
	for i, c := range chats {
		if c.Temporary {
			continue
		}
		label := translate.Text("Only in “{{.Title}}”", "Title", c.Title)
		if i == 0 {
			label = translate.Text("Only in this chat")
		}
		add(usedIn{memory.ScopeChat, c.ID}, label)
	}
	return out
}

// usedInChoicesResettingImpossible lists where the memory can be used, what is chosen among them. A
// choice of a draft that is possible no more is dropped.
func (e *editorModel) usedInChoicesResettingImpossible(open memory.Chat) []widgets.Option {
	out := usedInChoices(open, e.chats...)
	has := func(value string) bool {
		return slices.ContainsFunc(out, func(o widgets.Option) bool { return o.Value == value })
	}
	if own := usedInOfMemory(e.memory); !has(own.String()) {
		label := translate.Text("Only in its chat")
		if own.scope == memory.ScopeProject {
			label = translate.Text("Only in its project")
		}
		out = append(out, widgets.Option{Value: own.String(), Label: label})
	}
	if !has(e.fields.UsedIn) {
		e.fields.UsedIn = usedInOfMemory(e.memory).String()
	}
	return out
}

// loadChatsAndProjectOfMemory returns the chats whose projects a memory can be given to, as far as
// they exist: the one that it is used in, the one that it was learned in, and one without an id for
// its project.
func loadChatsAndProjectOfMemory(ctx context.Context, s *engine.Session, m memory.Memory) []memory.Chat {
	var out []memory.Chat
	if project, err := s.LoadProject(ctx, m.ProjectID); err == nil {
		out = append(out, memory.Chat{ProjectID: project.ID, Project: &project})
	}
	for _, id := range []memory.ID{m.ChatID, m.SourceChat.ID} {
		if c, err := s.LoadChat(ctx, id); id != 0 && err == nil {
			out = append(out, c)
		}
	}
	return out
}
