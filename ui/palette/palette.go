// Package palette is the dialog that searches chats, messages and memories and runs commands
// (Ctrl+K). Without a query it lists recent chats and the commands. Palette.OpenSearch
// opens it; what a row opens or runs is passed in by the window.
package palette

import (
	"context"
	"fmt"
	"strings"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

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
	lister        hitLister
	field         *widgets.Field
	list          *widgets.List
	hint          *draw.Label
	sheet         *widgets.Sheet
	searchRequest app.Request
	recent        []memory.Chat
	hits          []hit
	selected      int
	shownQuery    string // the query the hits belong to
	openBest      bool   // open the first hit of the running search: Enter was pressed before it ended
}

// New returns a closed palette.
func New(env *app.Env, commands func() []Command) *Palette {
	p := &Palette{env: env, lister: hitLister{env, commands}}
	p.field = widgets.NewTextField(widgets.FieldOptions{
		Icon: theme.IconSearch, Placeholder: translate.Text("Search chats, messages and memories"), Height: 36,
		Borderless: true,
	})
	p.field.OnChanged = func(string) { p.searchOrShowInitialHits() }
	p.field.OnEnter = func(string) { p.openSelectedOrAwaitBestHit() }
	p.field.OnKey = p.handleSelectionOrCloseKey
	p.list = widgets.NewVirtualList(0, theme.Space4, theme.Space6, theme.Space6, theme.Space6)
	p.hint = draw.NewShrinkingLabel(translate.Text("Up/Down to choose, Enter to open, Esc to close"), theme.RoleHint,
		theme.Text3)
	top := widgets.Border(nil, draw.NewHairline(), nil, nil,
		widgets.PadVerticalAndSides(theme.Space6, theme.Space8, p.field))
	foot := widgets.Border(draw.NewHairline(), nil, nil, nil, widgets.PadVerticalAndSides(7, 14, p.hint))
	p.sheet = widgets.NewClosedModalSheet(widgets.Border(top, foot, nil, nil, p.list), 80,
		func(windowSize fyne.Size) fyne.Size {
			current := theme.Current()
			return fyne.NewSize(min(current.ScaleUpWithTextZoom(620), windowSize.Width-40),
				min(current.ScaleUpWithTextZoom(460), windowSize.Height-60))
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
	p.searchOrShowInitialHits()
	p.sheet.Open(c)
	p.field.RequestFocus()
}

func (p *Palette) handleSelectionOrCloseKey(k fyne.KeyName) bool {
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
	p.rebuildHitRows()
	p.list.ScrollRowIntoView(p.hits[p.selected].key)
}

// openSelectedOrAwaitBestHit opens the selected hit, or the best one of a search that is still
// running.
func (p *Palette) openSelectedOrAwaitBestHit() {
	if p.shownQuery != p.queryText() {
		p.openBest = true
		return
	}
	p.closeAndOpenHit(p.selected)
}

func (p *Palette) closeAndOpenHit(i int) {
	if i < 0 || i >= len(p.hits) {
		return
	}
	do := p.hits[i].open
	p.sheet.Close()
	do()
}

func (p *Palette) queryText() string { return strings.TrimSpace(p.field.Text()) }

func (p *Palette) searchOrShowInitialHits() {
	text := p.queryText()
	p.openBest = false
	if text == "" {
		p.searchRequest.Cancel()
		p.setHitsAndOpenBestIfAsked(text, p.lister.recentChatAndCommandHits(p.recent, p.env.Now()))
		return
	}
	app.RunCancellingPrevious(p.env.Tasks, &p.searchRequest, func(ctx context.Context) (memory.SearchResults, error) {
		return p.env.Session.SearchChatsMessagesMemories(ctx, text, maxHitsPerGroup)
	}, func(f memory.SearchResults, err error) {
		if err != nil {
			p.env.ShowErrorToast(err)
			return
		}
		p.setHitsAndOpenBestIfAsked(text, p.lister.searchResultAndCommandHits(text, f))
	})
}

func (p *Palette) setHitsAndOpenBestIfAsked(text string, hits []hit) {
	p.hits, p.selected, p.shownQuery = hits, 0, text
	p.list.ScrollToTop()
	p.rebuildHitRows()
	if p.openBest {
		p.closeAndOpenHit(0)
	}
}

// noResultsText is shown when nothing was found.
const noResultsText = "No results"

func (p *Palette) rebuildHitRows() {
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
				text := widgets.NewWrappedText(translate.Text(noResultsText), theme.RoleControl, theme.Text3, 0)
				return widgets.Pad(theme.Space20, theme.Space12, 0, theme.Space12, text.MakeCentered())
			},
		})
	}
	p.list.SetRows(entries)
}

func groupHeadingRow(text string) widgets.ListRow {
	return widgets.ListRow{
		Key: "h" + text, MeasureHeight: func(float32) float32 { return theme.Current().ScaleUpWithTextZoom(26) },
		Build: func() fyne.CanvasObject {
			return widgets.Pad(theme.Space8, theme.Space10, theme.Space2, theme.Space10,
				draw.NewShrinkingLabel(text, theme.RoleLabel, theme.Text3))
		},
	}
}

func (p *Palette) hitRow(i int, h hit) widgets.ListRow {
	return widgets.ListRow{
		Key: h.key, Version: fmt.Sprint(i == p.selected, h.title, h.detail, p.shownQuery),
		Place:         widgets.RowPlace{Position: i + 1, Size: len(p.hits), Level: 1},
		MeasureHeight: func(float32) float32 { return theme.Current().ScaleUpWithTextZoom(36) },
		Build: func() fyne.CanvasObject {
			row := widgets.PadVerticalAndSides(
				0,
				theme.Space10,
				widgets.Row(
					theme.Space10,
					draw.NewIcon(h.icon, 15, theme.Text3),
					widgets.Flex(
						widgets.PadVerticalAndSides(theme.Space8, 0, newMarkedLabel(h.title, p.shownQuery)),
					),
					draw.NewLabel(truncateDetailWithEllipsis(h.detail), theme.RoleMeta, theme.Text3),
				),
			)
			t := widgets.NewTappable(h.title, theme.None, theme.Hover, theme.None, theme.RadiusRow, row)
			t.OnTapped = func() { p.closeAndOpenHit(i) }
			t.SetSelected(i == p.selected)
			return t
		},
	}
}
