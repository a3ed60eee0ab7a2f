package ledger

import (
	"fmt"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/kit"
	"memoir/ui/parts"
	"memoir/ui/theme"
	"memoir/ui/when"
)

// maxTextLines is how many lines of a memory a row shows.
const textLines = 4

// ledgerRow is a decision together with the undo that undid it, if that is loaded.
type row struct {
	memory.Decision
	undo *memory.Decision
}

// foldUndos merges undos into the rows of the decisions they undid.
func (p *Page) fold() []row {
	at := make(map[memory.ID]*memory.Decision, len(p.rows))
	for i := range p.rows {
		at[p.rows[i].ID] = &p.rows[i]
	}
	out := make([]row, 0, len(p.rows))
	for _, d := range p.rows {
		if d.UndoOf != 0 && at[d.UndoOf] != nil {
			continue
		}
		out = append(out, row{d, at[d.UndoneBy]})
	}
	return out
}

func key(id memory.ID) string { return "d" + id.String() }

func heading(text string) parts.Entry {
	return parts.Entry{
		Key: "h" + text, Height: func(float32) float32 { return theme.Current().Scaled(22) },
		Make: func() fyne.CanvasObject {
			return parts.Pad(4, 0, 0, 0, kit.NewShrinkingLabel(text, theme.RoleLabel, theme.Text3))
		},
	}
}

func (p *Page) empty() parts.Entry {
	text := "Nothing happened yet. What Memoir learns and what you change appears here."
	if p.filtered() {
		text = "Nothing here fits the filter."
	}
	return parts.Entry{
		Key: "none", Version: text, Height: func(float32) float32 { return theme.Current().Scaled(80) },
		Make: func() fyne.CanvasObject {
			return parts.Pad(20, 8, 0, 8, parts.NewPara(text, theme.RoleControl, theme.Text3, 0).Centred())
		},
	}
}

func (p *Page) olderEntry() parts.Entry {
	return parts.Entry{
		Key: "older", Height: func(float32) float32 { return theme.Current().Scaled(34) },
		Make: func() fyne.CanvasObject {
			return parts.NewButton(parts.ButtonOptions{Kind: parts.Outline, Label: "Show older ones", Height: 34}, p.older)
		},
	}
}

func (p *Page) entry(r row) parts.Entry {
	e := parts.Entry{
		Key: key(r.ID), Version: fmt.Sprint(r.UndoneBy, p.where(r), p.target == r.ID),
		Make: func() fyne.CanvasObject { return p.card(r) },
	}
	e.Height = func(width float32) float32 {
		o := p.card(r)
		parts.Widen(o, width)
		return o.MinSize().Height
	}
	return e
}

// rowCard is the card of a decision: title, text, reason, place and time, and the undo button.
func (p *Page) card(r row) fyne.CanvasObject {
	undone := r.UndoneBy != 0
	strong, text := theme.Text, theme.Text
	fill := theme.Surface
	switch {
	case undone:
		strong, text, fill = theme.Text3, theme.Text3, theme.Panel
	case waits(r.Decision) && r.Action == memory.ActionAdd:
		strong = theme.Warn
	}
	title := parts.NewPara(Title(r.Decision), theme.RoleStrong, strong, 1).Strike(undone)
	col := parts.Column(theme.Space4, parts.Row(theme.Space8, parts.Flex(parts.Pad(2, 0, 2, 0, title)), p.moreButton(r)))
	if s := Text(r.Decision); s != "" {
		col.Add(parts.NewPara(s, theme.RoleMemory, text, textLines).Strike(undone))
	}
	if s := Instead(r.Decision); s != "" {
		col.Add(parts.NewPara("instead of: "+s, theme.RoleMeta, theme.Text3, textLines))
	}
	if s := Reason(r.Decision); s != "" {
		col.Add(parts.NewPara(s, theme.RoleMeta, theme.Text2, 3))
	}
	if undone {
		col.Add(kit.NewShrinkingLabel(p.undoneText(r), theme.RoleMeta, theme.Warn))
	}
	col.Add(parts.Fix(0, 26, parts.Row(theme.Space8,
		parts.Flex(parts.Pad(4, 0, 4, 0, kit.NewShrinkingLabel(p.where(r), theme.RoleMeta, theme.Text3))), p.wayBack(r))))
	t := parts.NewTappable(Title(r.Decision)+": "+Text(r.Decision), fill, fill, theme.Border, theme.RadiusCard,
		parts.Pad(8, 10, 4, 14, col))
	t.OnTapped = func() { p.open(r) }
	t.SetSelected(p.target == r.ID)
	return t
}

func (p *Page) undoneText(r row) string {
	if r.undo == nil {
		return "Taken back"
	}
	return Who(r.undo.Actor) + " took it back, " + when.Said(r.undo.CreatedAt, p.env.Now())
}

// undoButton is Undo, Redo for an undone decision, or nothing.
func (p *Page) wayBack(r row) fyne.CanvasObject {
	label, do := "Undo", func() { p.undo(r.ID, "Taken back") }
	switch {
	case r.UndoneBy != 0 && r.UndoOf == 0:
		label, do = "Redo", func() { p.undo(r.UndoneBy, "In force again") }
	case !CanUndo(r.Decision):
		return parts.Row(0)
	case r.UndoOf != 0:
		label = "Redo"
	}
	return parts.NewButton(parts.ButtonOptions{
		Kind: parts.Link, Label: label, Name: label + ": " + Title(r.Decision), Height: 26,
	}, do)
}

// locationText is the time and the chat or file of a decision.
func (p *Page) where(r row) string {
	s := when.Said(r.CreatedAt, p.env.Now())
	switch {
	case r.ContextID != 0 && p.names.files[r.ContextID] != "":
		return s + " · " + p.names.files[r.ContextID]
	case r.ThreadID != 0 && p.names.chats[r.ThreadID] != "":
		return s + " · " + p.names.chats[r.ThreadID]
	}
	return s
}

// openRow opens the memory, or the message when the decision created no memory.
func (p *Page) open(r row) {
	switch {
	case r.MemoryID != 0 && r.Action != memory.ActionErase:
		p.on.Memory(r.MemoryID)
	case r.MessageID != 0:
		p.on.Message(r.ThreadID, r.MessageID)
	case r.OldID != 0:
		p.on.Memory(r.OldID)
	}
}

// moreButton opens the menu of a row.
func (p *Page) moreButton(r row) fyne.CanvasObject {
	b := parts.NewButton(parts.ButtonOptions{
		Kind: parts.Quiet, Icon: theme.IconMore, Name: "More about this entry", Height: 24, IconSize: 16,
	}, nil)
	b.OnTapped = func() { parts.ShowMenu(b, p.menu(r)) }
	return b
}

func (p *Page) menu(r row) []parts.Item {
	var items []parts.Item
	add := func(ok bool, it parts.Item) {
		if ok {
			items = append(items, it)
		}
	}
	add(r.MemoryID != 0 && r.Action != memory.ActionErase,
		parts.Item{Icon: theme.IconBookmark, Label: "Open the memory", Do: func() { p.on.Memory(r.MemoryID) }})
	add(r.MessageID != 0,
		parts.Item{Icon: theme.IconChat, Label: "Open the message", Do: func() { p.on.Message(r.ThreadID, r.MessageID) }})
	add(len(items) > 0, parts.Item{})
	group := func(ok bool, what string, f memory.DecisionFilter) {
		add(ok, parts.Item{Icon: theme.IconUndo, Label: "Undo everything " + what, Do: func() { p.undoAll(f, what) }})
	}
	group(r.MessageID != 0, "of this answer", memory.DecisionFilter{MessageID: r.MessageID})
	group(r.RunID != "" && r.MessageID == 0, "of this run", memory.DecisionFilter{RunID: string(r.RunID)})
	group(r.ThreadID != 0, "of this chat", memory.DecisionFilter{ThreadID: r.ThreadID})
	group(r.ContextID != 0, "of this file", memory.DecisionFilter{ContextID: r.ContextID})
	day := midnight(r.CreatedAt)
	group(true, "of this day", memory.DecisionFilter{Since: day, Until: day.AddDate(0, 0, 1)})
	return items
}
