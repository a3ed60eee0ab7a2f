// Package palette is the search over chats, messages and memories (Ctrl+K).
package palette

import (
	"context"
	"fmt"
	"strings"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/humanize"
	"memoir/ui/markdown"
	"memoir/ui/theme"
	"memoir/ui/widgets"
)

// maxHitsPerGroup is how many results of each kind are shown.
const maxHitsPerGroup = 20

// Actions are the callbacks into the window.
type Actions struct {
	OpenChat   func(thread, message memory.ID)
	OpenMemory func(id memory.ID)
	Commands   func() []Command
}

// Command is an action that can be found by its name.
type Command struct {
	Icon  theme.Icon
	Label string
	Keys  string
	Run   func()
}

// Palette is the search dialog. UI goroutine only.
type Palette struct {
	env           *app.Env
	actions       Actions
	field         *widgets.Field
	list          *widgets.List
	hint          *draw.Label
	sheet         *widgets.Sheet
	searchRequest app.Request
	recent        []memory.Chat
	hits          []hit
	selected      int
	shownQuery    string // the query the hits belong to
}

// hit is a result that can be opened.
type hit struct {
	key, group    string
	icon          theme.Icon
	title, detail string
	open          func()
}

// New returns a closed palette.
func New(env *app.Env, on Actions) *Palette {
	p := &Palette{env: env, actions: on}
	p.field = widgets.NewField(widgets.FieldOptions{
		Icon: theme.IconSearch, Placeholder: "Search chats, messages and memories", Height: 48, Borderless: true,
	})
	p.field.OnChanged = func(string) { p.runSearch() }
	p.field.OnEnter = func(string) { p.openHit(p.selected) }
	p.field.OnKey = p.handleKey
	p.list = widgets.NewList(0, 4, 6, 6, 6)
	p.hint = draw.NewShrinkingLabel("Up and Down choose, Enter opens, Esc closes", theme.RoleHint, theme.Text3)
	top := widgets.Border(nil, draw.NewHairline(), nil, nil, widgets.Pad(0, 8, 0, 8, p.field))
	foot := widgets.Border(draw.NewHairline(), nil, nil, nil, widgets.Pad(7, 14, 7, 14, p.hint))
	p.sheet = widgets.NewSheet(widgets.Border(top, foot, nil, nil, p.list), 80, func(windowSize fyne.Size) fyne.Size {
		current := theme.Current()
		return fyne.NewSize(min(current.ScaleWithText(620), windowSize.Width-40),
			min(current.ScaleWithText(460), windowSize.Height-60))
	})
	p.sheet.OnClose = p.searchRequest.Cancel
	return p
}

// OpenSearch opens the search over a window; recent chats are listed while the query is empty.
func (p *Palette) OpenSearch(c fyne.Canvas, recent []memory.Chat) {
	if p.sheet.IsOpen() {
		return
	}
	p.recent = recent
	p.shownQuery = ""
	p.field.SetText("")
	p.runSearch()
	p.sheet.Open(c)
	p.field.RequestFocus()
}

// IsOpen reports whether the search is shown.
func (p *Palette) IsOpen() bool { return p.sheet.IsOpen() }

// ResultTexts returns the listed results as text, for tests.
func (p *Palette) ResultTexts() []string {
	out := make([]string, len(p.hits))
	for i, h := range p.hits {
		out[i] = h.group + ": " + h.title + " " + h.detail
	}
	return out
}

func (p *Palette) handleKey(k fyne.KeyName) bool {
	switch k {
	case fyne.KeyDown:
		p.moveSelection(1)
	case fyne.KeyUp:
		p.moveSelection(-1)
	case fyne.KeyPageDown:
		p.moveSelection(8)
	case fyne.KeyPageUp:
		p.moveSelection(-8)
	case fyne.KeyEscape:
		p.sheet.Close()
	default:
		return false
	}
	return true
}

func (p *Palette) moveSelection(by int) {
	if len(p.hits) == 0 {
		return
	}
	p.selected = min(max(p.selected+by, 0), len(p.hits)-1)
	p.showHits()
	p.list.ScrollTo(p.hits[p.selected].key)
}

func (p *Palette) openHit(i int) {
	if i < 0 || i >= len(p.hits) {
		return
	}
	do := p.hits[i].open
	p.sheet.Close()
	do()
}

func (p *Palette) runSearch() {
	text := strings.TrimSpace(p.field.Text())
	if text == "" {
		p.searchRequest.Cancel()
		p.setHits(text, p.initialHits())
		return
	}
	app.Latest(p.env.Tasks, &p.searchRequest, func(ctx context.Context) (memory.SearchResults, error) {
		return p.env.Session.SearchAll(ctx, text, maxHitsPerGroup)
	}, func(f memory.SearchResults, err error) {
		if err != nil {
			p.env.ShowError(err)
			return
		}
		p.setHits(text, p.resultHits(text, f))
	})
}

func (p *Palette) setHits(text string, hits []hit) {
	p.hits, p.selected, p.shownQuery = hits, 0, text
	p.list.ScrollToTop()
	p.showHits()
}

// initialHits returns what is listed while the query is empty: recent chats and all commands.
func (p *Palette) initialHits() []hit {
	var out []hit
	for i, t := range p.recent {
		if i == 8 {
			break
		}
		out = append(out, p.chatHit("Recent", t.ID, 0, t.Title, humanize.FormatTime(t.UpdatedAt, p.env.Now())))
	}
	return append(out, p.commandHits("")...)
}

func (p *Palette) commandHits(text string) []hit {
	var out []hit
	for _, c := range p.actions.Commands() {
		if strings.Contains(strings.ToLower(c.Label), strings.ToLower(text)) {
			out = append(out, hit{"c" + c.Label, "Do", c.Icon, c.Label, c.Keys, c.Run})
		}
	}
	return out
}

func (p *Palette) chatHit(group string, thread, message memory.ID, title, detail string) hit {
	if title == "" {
		title = "New chat"
	}
	return hit{
		fmt.Sprint(group, thread, ".", message), group, theme.IconChat, title, detail,
		func() { p.actions.OpenChat(thread, message) },
	}
}

func (p *Palette) resultHits(text string, f memory.SearchResults) []hit {
	var out []hit
	for _, c := range f.Chats {
		out = append(out, p.chatHit("Chats", c.ChatID, 0, c.ChatTitle, ""))
	}
	for _, m := range f.Memories {
		out = append(out, hit{
			"m" + m.ID.String(), "Memories", theme.IconBookmark, m.Content, "",
			func() { p.actions.OpenMemory(m.ID) },
		})
	}
	for _, c := range f.Messages {
		out = append(out, p.chatHit("Messages", c.ChatID, c.MessageID, plainText(c.Snippet), c.ChatTitle))
	}
	return append(out, p.commandHits(text)...)
}

// plainText returns Markdown as one line of plain text.
func plainText(src string) string {
	var words []string
	for _, b := range markdown.Parse(src) {
		words = append(words, strings.Fields(b.PlainText())...)
	}
	return strings.Join(words, " ")
}

func (p *Palette) showHits() {
	entries := make([]widgets.ListRow, 0, len(p.hits)+4)
	group := ""
	for i, h := range p.hits {
		if h.group != group {
			group = h.group
			entries = append(entries, groupHeadingRow(group))
		}
		entries = append(entries, p.hitRow(i, h))
	}
	if len(p.hits) == 0 {
		entries = append(entries, widgets.ListRow{
			Key: "none", MeasureHeight: func(float32) float32 { return 60 },
			Build: func() fyne.CanvasObject {
				return widgets.Pad(20, 12, 0, 12, widgets.NewWrappedText("Nothing has these words.", theme.RoleControl, theme.Text3,
					0).AsCentered())
			},
		})
	}
	p.list.SetRows(entries)
}

func groupHeadingRow(text string) widgets.ListRow {
	return widgets.ListRow{
		Key: "h" + text, MeasureHeight: func(float32) float32 { return theme.Current().ScaleWithText(26) },
		Build: func() fyne.CanvasObject {
			return widgets.Pad(8, 10, 2, 10, draw.NewShrinkingLabel(text, theme.RoleLabel, theme.Text3))
		},
	}
}

func (p *Palette) hitRow(i int, h hit) widgets.ListRow {
	return widgets.ListRow{
		Key: h.key, Version: fmt.Sprint(i == p.selected, h.title, h.detail, p.shownQuery),
		MeasureHeight: func(float32) float32 { return theme.Current().ScaleWithText(36) },
		Build: func() fyne.CanvasObject {
			detail := h.detail
			if len([]rune(detail)) > 32 {
				detail = string([]rune(detail)[:31]) + "…"
			}
			row := widgets.Pad(0, 10, 0, 10, widgets.Row(theme.Space10, draw.NewIcon(h.icon, 15, theme.Text3),
				widgets.Flex(widgets.Pad(8, 0, 8, 0, draw.NewShrinkingLabel(h.title, theme.RoleControl, theme.Text))),
				draw.NewLabel(detail, theme.RoleMeta, theme.Text3)))
			t := widgets.NewTappable(h.title, theme.None, theme.Hover, theme.None, theme.RadiusRow, row)
			t.OnTapped = func() { p.openHit(i) }
			t.SetSelected(i == p.selected)
			return t
		},
	}
}

// SetQuery replaces the query, as typing does.
func (p *Palette) SetQuery(text string) { p.field.SetText(text) }

// ShownQuery returns the query that the listed results belong to.
func (p *Palette) ShownQuery() string { return p.shownQuery }
