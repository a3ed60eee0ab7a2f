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
	"memoir/ui/draw"
	"memoir/ui/humanize"
	"memoir/ui/theme"
)

// sourceChats caches the chat of each source message, which never changes. It must be used on the
// UI goroutine.
type sourceChats struct{ byMessage map[memory.ID]memory.ID }

func newSourceChats() sourceChats { return sourceChats{byMessage: map[memory.ID]memory.ID{}} }

// clone returns a copy for work off the UI goroutine.
func (s sourceChats) clone() map[memory.ID]memory.ID { return maps.Clone(s.byMessage) }

func (s sourceChats) merge(more map[memory.ID]memory.ID) { maps.Copy(s.byMessage, more) }

// sourceChat is the chat a memory was extracted in, 0 when it is unknown or there is none.
func sourceChat(x memory.Memory, known ...map[memory.ID]memory.ID) memory.ID {
	for _, m := range known {
		if id := m[x.SourceMessageID]; id != 0 && x.SourceMessageID != 0 {
			return id
		}
	}
	return x.ChatID
}

// loadSourceChats loads the chats of the source messages that are not cached yet.
func (m *memoriesPage) loadSourceChats(
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
		msg, err := m.pane.env.Session.Message(ctx, id)
		if err != nil && !errors.Is(err, memory.ErrNotFound) { // the chat may have been deleted
			return more, err
		}
		more[id] = msg.ChatID
	}
	return more, nil
}

// groupByChat moves memories of the same chat together; otherwise the order is kept.
func groupByChat(ms []memory.Memory, chat func(memory.Memory) memory.ID) {
	first := map[memory.ID]int{}
	for i, x := range ms {
		if _, ok := first[chat(x)]; !ok {
			first[chat(x)] = i
		}
	}
	slices.SortStableFunc(ms, func(a, b memory.Memory) int { return first[chat(a)] - first[chat(b)] })
}

// sourceText is the line beneath a memory: type, origin, time.
func (m *memoriesPage) sourceText(x memory.Memory) string {
	text := []string{typeName(x.Type), m.originText(x)}
	switch {
	case x.SupersededBy != 0:
		text = append(text, "replaced "+humanize.FormatPartialDate(string(x.ValidTo)))
	case x.Scope == memory.ScopeChat:
		text = append(text, "in its chat only")
	case x.Pinned:
		text = append(text, "in every chat")
	case x.ValidTo != "":
		text = append(text, "until "+humanize.FormatPartialDate(string(x.ValidTo)))
	default:
		text = append(text, humanize.FormatTime(x.CreatedAt, m.pane.env.Now()))
	}
	return strings.Join(text, " · ")
}

func (m *memoriesPage) originText(x memory.Memory) string {
	title := m.chatTitles[sourceChat(x, m.sourceChats.byMessage)]
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
type sourceLine struct {
	widget.BaseWidget
	label    *draw.Label
	onTapped func()
}

func (m *memoriesPage) newSourceLine(x memory.Memory) *sourceLine {
	o := &sourceLine{label: draw.NewShrinkingLabel(m.sourceText(x), theme.RoleMeta, theme.Text3)}
	if chatID := m.sourceChats.byMessage[x.SourceMessageID]; x.SourceMessageID != 0 && chatID != 0 {
		o.onTapped = func() { m.pane.actions.OpenMessage(chatID, x.SourceMessageID) }
	} else {
		o.onTapped = func() { m.openMemory(x.ID, false) }
	}
	o.ExtendBaseWidget(o)
	return o
}

func (o *sourceLine) Tapped(*fyne.PointEvent) { o.onTapped() }

func (o *sourceLine) Cursor() desktop.Cursor { return desktop.PointerCursor }

func (o *sourceLine) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(o.label) }
