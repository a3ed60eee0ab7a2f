// Package palette is the search over chats, messages and memories (Ctrl+K).
package palette

import (
	"context"
	"fmt"
	"strings"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/kit"
	"memoir/ui/markdown"
	"memoir/ui/parts"
	"memoir/ui/theme"
	"memoir/ui/when"
)

// maxHitsPerGroup is how many results of each kind are shown.
const mostOfEach = 20

// Actions are the callbacks into the window.
type Actions struct {
	Chat    func(thread, message memory.ID)
	Memory  func(id memory.ID)
	Command func() []Command
}

// Command is an action that can be found by its name.
type Command struct {
	Icon  theme.Icon
	Label string
	Keys  string
	Do    func()
}

// Palette is the search dialog. UI goroutine only.
type Palette struct {
	env    *app.Env
	on     Actions
	field  *parts.Field
	list   *parts.List
	hint   *kit.Label
	sheet  *parts.Sheet
	ask    app.Latest
	recent []memory.Thread
	hits   []hit
	at     int
	shown  string // the query the hits belong to
}

// hit is a result that can be opened.
type hit struct {
	key, group string
	icon       theme.Icon
	title, sub string
	do         func()
}

// New returns a closed palette.
func New(env *app.Env, on Actions) *Palette {
	p := &Palette{env: env, on: on}
	p.field = parts.NewField(parts.FieldOptions{
		Icon: theme.IconSearch, Place: "Search chats, messages and memories", Height: 48, Bare: true,
	})
	p.field.OnChanged = func(string) { p.search() }
	p.field.OnEnter = func(string) { p.choose(p.at) }
	p.field.OnKey = p.key
	p.list = parts.NewList(0, 4, 6, 6, 6)
	p.hint = kit.NewShrinkingLabel("Up and Down choose, Enter opens, Esc closes", theme.RoleHint, theme.Text3)
	top := parts.Border(nil, kit.NewHairline(), nil, nil, parts.Pad(0, 8, 0, 8, p.field))
	foot := parts.Border(kit.NewHairline(), nil, nil, nil, parts.Pad(7, 14, 7, 14, p.hint))
	p.sheet = parts.NewSheet(parts.Border(top, foot, nil, nil, p.list), 80, func(whole fyne.Size) fyne.Size {
		zoom := theme.Current()
		return fyne.NewSize(min(zoom.Scaled(620), whole.Width-40), min(zoom.Scaled(460), whole.Height-60))
	})
	p.sheet.OnClose = p.ask.Drop
	return p
}

// OpenSearch opens the search over a window; recent chats are listed while the query is empty.
func (p *Palette) Open(c fyne.Canvas, recent []memory.Thread) {
	if p.sheet.IsOpen() {
		return
	}
	p.recent = recent
	p.shown = ""
	p.field.SetText("")
	p.search()
	p.sheet.Open(c)
	p.field.Focus()
}

// IsOpen reports whether the search is shown.
func (p *Palette) IsOpen() bool { return p.sheet.IsOpen() }

// ResultTexts returns the listed results as text, for tests.
func (p *Palette) Results() []string {
	out := make([]string, len(p.hits))
	for i, h := range p.hits {
		out[i] = h.group + ": " + h.title + " " + h.sub
	}
	return out
}

func (p *Palette) key(k fyne.KeyName) bool {
	switch k {
	case fyne.KeyDown:
		p.move(1)
	case fyne.KeyUp:
		p.move(-1)
	case fyne.KeyPageDown:
		p.move(8)
	case fyne.KeyPageUp:
		p.move(-8)
	case fyne.KeyEscape:
		p.sheet.Close()
	default:
		return false
	}
	return true
}

func (p *Palette) move(by int) {
	if len(p.hits) == 0 {
		return
	}
	p.at = min(max(p.at+by, 0), len(p.hits)-1)
	p.show()
	p.list.ScrollTo(p.hits[p.at].key)
}

func (p *Palette) choose(i int) {
	if i < 0 || i >= len(p.hits) {
		return
	}
	do := p.hits[i].do
	p.sheet.Close()
	do()
}

func (p *Palette) search() {
	text := strings.TrimSpace(p.field.Text())
	if text == "" {
		p.ask.Drop()
		p.take(text, p.start())
		return
	}
	app.Newest(p.env.Tasks, &p.ask, func(ctx context.Context) (memory.Finding, error) {
		return p.env.Service.Find(ctx, p.env.Profile, text, mostOfEach)
	}, func(f memory.Finding, err error) {
		if err != nil {
			p.env.Fail(err)
			return
		}
		p.take(text, p.found(text, f))
	})
}

func (p *Palette) take(text string, hits []hit) {
	p.hits, p.at, p.shown = hits, 0, text
	p.list.ToTop()
	p.show()
}

// initialHits returns what is listed while the query is empty: recent chats and all commands.
func (p *Palette) start() []hit {
	var out []hit
	for i, t := range p.recent {
		if i == 8 {
			break
		}
		out = append(out, p.chat("Recent", t.ID, 0, t.Title, when.Said(t.UpdatedAt, p.env.Now())))
	}
	return append(out, p.commands("")...)
}

func (p *Palette) commands(text string) []hit {
	var out []hit
	for _, c := range p.on.Command() {
		if strings.Contains(strings.ToLower(c.Label), strings.ToLower(text)) {
			out = append(out, hit{"c" + c.Label, "Do", c.Icon, c.Label, c.Keys, c.Do})
		}
	}
	return out
}

func (p *Palette) chat(group string, thread, message memory.ID, title, sub string) hit {
	if title == "" {
		title = "New chat"
	}
	return hit{
		fmt.Sprint(group, thread, ".", message), group, theme.IconChat, title, sub,
		func() { p.on.Chat(thread, message) },
	}
}

func (p *Palette) found(text string, f memory.Finding) []hit {
	var out []hit
	for _, c := range f.Chats {
		out = append(out, p.chat("Chats", c.Thread, 0, c.Title, ""))
	}
	for _, m := range f.Memories {
		out = append(out, hit{
			"m" + m.ID.String(), "Memories", theme.IconBookmark, m.Content, "",
			func() { p.on.Memory(m.ID) },
		})
	}
	for _, c := range f.Messages {
		out = append(out, p.chat("Messages", c.Thread, c.Message, plain(c.Snippet), c.Title))
	}
	return append(out, p.commands(text)...)
}

// plainText returns Markdown as one line of plain text.
func plain(src string) string {
	var words []string
	for _, b := range markdown.Parse(src) {
		words = append(words, strings.Fields(b.Plain())...)
	}
	return strings.Join(words, " ")
}

func (p *Palette) show() {
	entries := make([]parts.Entry, 0, len(p.hits)+4)
	group := ""
	for i, h := range p.hits {
		if h.group != group {
			group = h.group
			entries = append(entries, heading(group))
		}
		entries = append(entries, p.entry(i, h))
	}
	if len(p.hits) == 0 {
		entries = append(entries, parts.Entry{
			Key: "none", Height: func(float32) float32 { return 60 },
			Make: func() fyne.CanvasObject {
				return parts.Pad(20, 12, 0, 12, parts.NewPara("Nothing has these words.", theme.RoleControl, theme.Text3,
					0).Centred())
			},
		})
	}
	p.list.Set(entries)
}

func heading(text string) parts.Entry {
	return parts.Entry{
		Key: "h" + text, Height: func(float32) float32 { return theme.Current().Scaled(26) },
		Make: func() fyne.CanvasObject {
			return parts.Pad(8, 10, 2, 10, kit.NewShrinkingLabel(text, theme.RoleLabel, theme.Text3))
		},
	}
}

func (p *Palette) entry(i int, h hit) parts.Entry {
	return parts.Entry{
		Key: h.key, Version: fmt.Sprint(i == p.at, h.title, h.sub, p.shown),
		Height: func(float32) float32 { return theme.Current().Scaled(36) },
		Make: func() fyne.CanvasObject {
			sub := h.sub
			if len([]rune(sub)) > 32 {
				sub = string([]rune(sub)[:31]) + "…"
			}
			row := parts.Pad(0, 10, 0, 10, parts.Row(theme.Space10, kit.NewIcon(h.icon, 15, theme.Text3),
				parts.Flex(parts.Pad(8, 0, 8, 0, kit.NewShrinkingLabel(h.title, theme.RoleControl, theme.Text))),
				kit.NewLabel(sub, theme.RoleMeta, theme.Text3)))
			t := parts.NewTappable(h.title, theme.None, theme.Hover, theme.None, theme.RadiusRow, row)
			t.OnTapped = func() { p.choose(i) }
			t.SetSelected(i == p.at)
			return t
		},
	}
}

// SetQuery replaces the query, as typing does.
func (p *Palette) Type(text string) { p.field.SetText(text) }

// ShownQuery returns the query that the listed results belong to.
func (p *Palette) Shown() string { return p.shown }
