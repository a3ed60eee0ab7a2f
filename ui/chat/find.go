package chat

import (
	"fmt"
	"strings"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/kit"
	"memoir/ui/message"
	"memoir/ui/parts"
	"memoir/ui/theme"
)

// findBar is the search within the open chat.
type find struct {
	p     *Pane
	bar   fyne.CanvasObject
	field *parts.Field
	count *kit.Label
	open  bool
	hits  []hit
	at    int
	shown message.Finder // the message whose matches are highlighted, if any
}

// match is one match within a message.
type hit struct {
	message memory.ID
	at      int
}

func newFind(p *Pane) *find {
	f := &find{p: p, count: kit.NewLabel("", theme.RoleMeta, theme.Text3)}
	f.field = parts.NewField(parts.FieldOptions{Icon: theme.IconSearch, Place: "Find in this chat"})
	f.field.OnChanged = func(string) { f.search() }
	f.field.OnEnter = func(string) { f.step(1) }
	f.field.OnKey = func(k fyne.KeyName) bool {
		switch k {
		case fyne.KeyEscape:
			f.close()
			p.FocusComposer()
		case fyne.KeyDown:
			f.step(1)
		case fyne.KeyUp:
			f.step(-1)
		default:
			return false
		}
		return true
	}
	f.bar = ground(theme.Panel, parts.Pad(8, 16, 8, 24, parts.Row(theme.Space8, parts.Flex(f.field), f.count,
		parts.NewIcon(theme.IconUp, "Earlier", func() { f.step(-1) }),
		parts.NewIcon(theme.IconArrowDown, "Later", func() { f.step(1) }),
		parts.NewIcon(theme.IconClose, "Close (Esc)", f.close))))
	f.bar.Hide()
	return f
}

// OpenFind opens the search in this chat.
func (p *Pane) Find() {
	p.find.open = true
	p.find.bar.Show()
	p.inner.Refresh()
	p.find.field.Focus()
	if p.more { // search the whole chat, not only what is loaded
		p.limit = max(p.limit, 25000)
		p.loadOlder()
	}
}

func (f *find) close() {
	if !f.open {
		return
	}
	f.open = false
	f.bar.Hide()
	f.field.SetText("")
	f.p.inner.Refresh()
}

func (f *find) search() {
	text := memory.FoldText(f.field.Text())
	f.hits = f.hits[:0]
	if text != "" {
		for _, m := range f.p.view.messages {
			for i := range strings.Count(memory.FoldText(m.Content), text) {
				f.hits = append(f.hits, hit{m.ID, i})
			}
		}
	}
	f.at = len(f.hits)
	f.unmark()
	f.step(-1)
	f.show(text != "")
}

func (f *find) show(asked bool) {
	switch {
	case !asked:
		f.count.SetText("")
	case len(f.hits) == 0:
		f.count.SetText("Nothing found")
	default:
		f.count.SetText(fmt.Sprintf("%d of %d", f.at+1, len(f.hits)))
	}
	f.bar.Refresh()
}

func (f *find) step(by int) {
	if len(f.hits) == 0 {
		return
	}
	f.at = (f.at + by + len(f.hits)) % len(f.hits)
	f.mark(f.hits[f.at])
	f.show(true)
}

// markMatch scrolls to a match, or only to its message where the rendered text differs from the
// stored one.
func (f *find) mark(h hit) {
	f.unmark()
	id, list := int64(h.message), f.p.list
	list.ScrollTo(id)
	v, ok := list.View(id).(message.Finder)
	if !ok {
		return
	}
	f.shown = v
	if n := v.Find(f.field.Text()); n > 0 {
		list.ScrollToPart(id, v.ShowMatch(min(h.at, n-1)))
	}
}

func (f *find) unmark() {
	if f.shown != nil {
		f.shown.Find("")
		f.shown = nil
	}
}

func (p *Pane) copyAll() {
	var b strings.Builder
	for _, m := range p.view.messages {
		who := "You"
		if m.Role == memory.RoleAssistant {
			who = p.view.modelName(m)
		}
		fmt.Fprintf(&b, "**%s**\n\n%s\n\n", who, strings.TrimSpace(m.Content))
	}
	p.on.CopyText(b.String())
}
