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

// sourceChats caches the chat of each source message, which never changes. It must be used on the
// UI goroutine.
type sources struct{ chats map[memory.ID]memory.ID }

func newSources() sources { return sources{chats: map[memory.ID]memory.ID{}} }

// clone returns a copy for work off the UI goroutine.
func (s sources) known() map[memory.ID]memory.ID { return maps.Clone(s.chats) }

func (s sources) add(more map[memory.ID]memory.ID) { maps.Copy(s.chats, more) }

// sourceChat is the chat a memory was extracted in, 0 when it is unknown or there is none.
func chatOf(x memory.Memory, known ...map[memory.ID]memory.ID) memory.ID {
	for _, m := range known {
		if id := m[x.SourceMessageID]; id != 0 && x.SourceMessageID != 0 {
			return id
		}
	}
	return x.ThreadID
}

// loadSourceChats loads the chats of the source messages that are not cached yet.
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
		if err != nil && !errors.Is(err, memory.ErrNotFound) { // the chat may have been deleted
			return more, err
		}
		more[id] = msg.ThreadID
	}
	return more, nil
}

// groupByChat moves memories of the same chat together; otherwise the order is kept.
func byChat(ms []memory.Memory, chat func(memory.Memory) memory.ID) {
	first := map[memory.ID]int{}
	for i, x := range ms {
		if _, ok := first[chat(x)]; !ok {
			first[chat(x)] = i
		}
	}
	slices.SortStableFunc(ms, func(a, b memory.Memory) int { return first[chat(a)] - first[chat(b)] })
}

// sourceText is the line beneath a memory: type, origin, time.
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

// sourceLine is the line beneath a memory; a click opens the source message, or the editor if there
// is none. It does not handle hovering, so that the card under it stays hovered and keeps its
// actions visible.
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

func (o *origin) Tapped(*fyne.PointEvent) { o.open() }

func (o *origin) Cursor() desktop.Cursor { return desktop.PointerCursor }

func (o *origin) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(o.label) }
