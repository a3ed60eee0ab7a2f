package panel

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"memoir/memory"
	"memoir/ui/kit"
	"memoir/ui/theme"
	"memoir/ui/when"
)

// sources knows in which chats messages stand; that never changes. It belongs to the UI goroutine.
type sources struct{ chats map[memory.ID]memory.ID }

func newSources() sources { return sources{chats: map[memory.ID]memory.ID{}} }

// known is a copy for work away from the UI goroutine.
func (s sources) known() map[memory.ID]memory.ID { return maps.Clone(s.chats) }

func (s sources) add(more map[memory.ID]memory.ID) { maps.Copy(s.chats, more) }

// chatOf is the chat a memory comes from, 0 when it comes from none that is known.
func chatOf(x memory.Memory, known ...map[memory.ID]memory.ID) memory.ID {
	for _, m := range known {
		if id := m[x.SourceMessageID]; id != 0 && x.SourceMessageID != 0 {
			return id
		}
	}
	return x.ThreadID
}

// look finds the chats of the messages the memories come from, where they are not known yet.
func (m *memories) look(
	ctx context.Context, ms []memory.Memory, known map[memory.ID]memory.ID,
) (map[memory.ID]memory.ID, error) {
	more := map[memory.ID]memory.ID{}
	for _, x := range ms {
		id := x.SourceMessageID
		if _, ok := known[id]; ok || id == 0 {
			continue
		}
		if _, ok := more[id]; ok {
			continue
		}
		msg, err := m.p.env.Service.Message(ctx, m.p.env.Profile, id)
		if err != nil && !errors.Is(err, memory.ErrNotFound) { // the chat may be gone for good
			return more, err
		}
		more[id] = msg.ThreadID
	}
	return more, nil
}

// byChat brings together what comes from one chat; otherwise the order stays.
func byChat(ms []memory.Memory, chat func(memory.Memory) memory.ID) {
	first := map[memory.ID]int{}
	for i, x := range ms {
		if _, ok := first[chat(x)]; !ok {
			first[chat(x)] = i
		}
	}
	slices.SortStableFunc(ms, func(a, b memory.Memory) int { return first[chat(a)] - first[chat(b)] })
}

// source is the line beneath a memory: type, where from, when.
func (m *memories) source(x memory.Memory) string {
	said := []string{typeName(x.Type), m.from(x)}
	switch {
	case x.SupersededBy != 0:
		said = append(said, "replaced "+when.Date(string(x.ValidTo)))
	case x.Scope == memory.ScopeThread:
		said = append(said, "in its chat only")
	case x.Pinned:
		said = append(said, "in every chat")
	case x.ValidTo != "":
		said = append(said, "until "+when.Date(string(x.ValidTo)))
	default:
		said = append(said, when.Said(x.CreatedAt, m.p.env.Now()))
	}
	return strings.Join(said, " · ")
}

func (m *memories) from(x memory.Memory) string {
	title := m.chats[chatOf(x, m.sources.chats)]
	switch {
	case x.Pinned:
		return "pinned"
	case title != "":
		return title
	}
	switch x.Origin {
	case memory.OriginManual:
		return "added by you"
	case memory.OriginExtracted:
		return "from a chat"
	case memory.OriginAPI:
		return "from a program"
	case memory.OriginFolder:
		return "from the folder"
	case memory.OriginImport:
		return "imported"
	case memory.OriginSystem:
	}
	return "from Memoir"
}

// origin is the line beneath a memory; where the memory comes from a message, a click leads there. It takes no pointer
// from the card it lies on: that shows more while the pointer is on it.
type origin struct {
	widget.BaseWidget
	label *kit.Label
	open  func()
}

func (m *memories) origin(x memory.Memory) *origin {
	o := &origin{label: kit.NewShrinkingLabel(m.source(x), theme.RoleMeta, theme.Text3)}
	if thread := m.sources.chats[x.SourceMessageID]; x.SourceMessageID != 0 && thread != 0 {
		o.open = func() { m.p.on.Message(thread, x.SourceMessageID) }
	} else {
		o.open = func() { m.open(x.ID, false) }
	}
	o.ExtendBaseWidget(o)
	return o
}

// Tapped implements fyne.Tappable.
func (o *origin) Tapped(*fyne.PointEvent) { o.open() }

// Cursor implements desktop.Cursorable.
func (o *origin) Cursor() desktop.Cursor { return desktop.PointerCursor }

// CreateRenderer implements fyne.Widget.
func (o *origin) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(o.label) }
