package widgets

import (
	"fmt"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/translate"
)

// PickerItem is something that can be picked.
type PickerItem struct {
	Key      string // identifies it; unique
	Group    string // the heading above it; items of one group follow each other
	Label    string
	Detail   string
	Words    string // what else the filter finds it by
	Starred  bool
	Checked  bool
	Disabled bool // shown, but cannot be picked
}

// PickerOptions configure a Picker.
type PickerOptions struct {
	Placeholder string // of the filter
	Items       []PickerItem
	NoneText    string // shown when the filter finds nothing
	Actions     []MenuItem
	OnPicked    func(key string)
	// OnStarred is called when an item was starred or is no more; nil means that there are no stars.
	OnStarred func(key string, on bool)
	// OnNoMatch is called with the filter when nothing matches it, after the picker has closed; nil
	// leaves it open.
	OnNoMatch func(filter string)
}

// Picker is a list in a popup with a filter above it. The filter has the keyboard focus: Up and
// Down choose, Enter picks, Ctrl+D stars, Esc and a tap outside close.
type Picker struct {
	widget.BaseWidget
	options       PickerOptions
	canvas        fyne.Canvas
	previousFocus fyne.Focusable
	field         *Field
	list          *List
	foot          fyne.CanvasObject
	card          *clickCatcher
	shown         []PickerItem
	selected      int
	anchor        fyne.Position
	anchorSize    fyne.Size
}

// Sizes in pixels at 100 % text zoom.
const (
	pickerWidth     = 380
	pickerMaxHeight = 460
	pickerRowHeight = 34
)

// ShowPickerBelow opens a picker below o, nil when o is on no canvas.
func ShowPickerBelow(o fyne.CanvasObject, options PickerOptions) *Picker {
	c := canvasOf(o)
	if c == nil {
		return nil
	}
	p := &Picker{
		options: options, canvas: c, previousFocus: c.Focused(),
		anchor:     fyne.CurrentApp().Driver().AbsolutePositionForObject(o),
		anchorSize: o.Size(),
	}
	p.ExtendBaseWidget(p)
	p.buildCard()
	p.filterItems("")
	c.Overlays().Add(p)
	p.Resize(c.Size())
	p.field.RequestFocus()
	p.list.ScrollRowIntoView(p.selectedKey())
	return p
}

func (p *Picker) buildCard() {
	p.field = NewTextField(FieldOptions{
		Icon: theme.IconSearch, Placeholder: p.options.Placeholder, Height: 34, Borderless: true,
	})
	p.field.OnChanged = func(text string) {
		p.filterItems(text)
		if len(p.shown) == 0 && p.options.OnNoMatch != nil {
			p.Hide()
			p.options.OnNoMatch(text)
			return
		}
		p.list.ScrollToTop()
	}
	p.field.OnEnter = func(string) { p.closeAndReportPick(p.selected) }
	p.field.OnKey = p.handleFilterKey
	p.field.OnShortcut = func(s *desktop.CustomShortcut) bool {
		if s.KeyName != fyne.KeyD || s.Modifier != fyne.KeyModifierShortcutDefault {
			return false
		}
		p.toggleStarAndFocusFilter(p.selected)
		return true
	}
	p.list = NewVirtualList(0, theme.Space4, theme.Space4, theme.Space4, theme.Space4)
	actions := Column(0)
	for _, a := range p.options.Actions {
		actions.Add(NewButton(ButtonOptions{
			Kind: menuRowKind, Icon: a.Icon, Label: a.Label, Detail: a.Detail, AlignLeft: true, Height: 32,
		}, func() {
			p.Hide()
			a.OnChosen()
		}))
	}
	p.foot = Border(draw.NewHairline(), nil, nil, nil, PadVerticalAndSides(menuPadding, menuPadding, actions))
	top := Border(nil, draw.NewHairline(), nil, nil, PadVerticalAndSides(theme.Space4, theme.Space4, p.field))
	box := draw.NewBox(theme.Surface, theme.Border, theme.RadiusCard)
	box.SetShadowBlur(16)
	p.card = newTapBlocker(Stack(box, Border(top, p.foot, nil, nil, p.list)))
}

// filterItems shows the items that have all words of a text. The picked one stays selected while it
// is shown, else the first one that can be picked is.
func (p *Picker) filterItems(text string) {
	words := strings.Fields(strings.ToLower(text))
	p.shown, p.selected = nil, -1
	for _, it := range p.options.Items {
		if !containsAllWords(strings.ToLower(it.Label+" "+it.Group+" "+it.Words), words) {
			continue
		}
		if !it.Disabled && (p.selected < 0 || it.Checked && text == "") {
			p.selected = len(p.shown)
		}
		p.shown = append(p.shown, it)
	}
	p.showItemRows()
	p.Refresh()
}

func containsAllWords(text string, words []string) bool {
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}

func (p *Picker) selectedKey() string {
	if p.selected < 0 {
		return ""
	}
	return p.shown[p.selected].Key
}

func (p *Picker) showItemRows() {
	var rows []ListRow
	group := ""
	for i, it := range p.shown {
		if it.Group != group {
			group = it.Group
			rows = append(rows, newPickerHeadingRow(group))
		}
		rows = append(rows, p.newItemRow(i, it))
	}
	if len(rows) == 0 {
		rows = append(rows, ListRow{
			Key: "none", MeasureHeight: func(float32) float32 { return theme.Current().ScaleUpWithTextZoom(48) },
			Build: func() fyne.CanvasObject {
				return Pad(theme.Space12, theme.Space10, 0, theme.Space10,
					NewWrappedText(p.options.NoneText, theme.RoleControl, theme.Text3, 0).MakeCentered())
			},
		})
	}
	p.list.SetRows(rows)
}

func newPickerHeadingRow(text string) ListRow {
	return ListRow{
		Key: "heading " + text, MeasureHeight: func(float32) float32 { return theme.Current().ScaleUpWithTextZoom(26) },
		Build: func() fyne.CanvasObject {
			return Pad(theme.Space6, theme.Space10, theme.Space2, theme.Space10,
				draw.NewShrinkingLabel(text, theme.RoleLabel, theme.Text3))
		},
	}
}

func (p *Picker) newItemRow(i int, it PickerItem) ListRow {
	return ListRow{
		Key: it.Key, Version: fmt.Sprint(i, i == p.selected, it.Starred, it.Checked, it.Detail),
		Place:         RowPlace{Position: i + 1, Size: len(p.shown), Level: 1},
		MeasureHeight: func(float32) float32 { return theme.Current().ScaleUpWithTextZoom(pickerRowHeight) },
		Build:         func() fyne.CanvasObject { return p.buildItemWidget(i, it) },
	}
}

func (p *Picker) buildItemWidget(i int, it PickerItem) fyne.CanvasObject {
	tone := theme.Text
	if it.Disabled {
		tone = theme.Text3
	}
	row := Row(theme.Space8, Flex(draw.NewShrinkingLabel(it.Label, theme.RoleButton, tone)))
	if it.Checked {
		row.Add(draw.NewIcon(theme.IconCheck, 14, theme.Accent))
	}
	row.Add(draw.NewLabel(it.Detail, theme.RoleMeta, theme.Text3))
	t := NewTappable(it.Label, theme.None, theme.Hover, theme.None, theme.RadiusRow,
		PadVerticalAndSides(theme.Space6, theme.Space10, row))
	t.SetSelected(i == p.selected)
	t.OnTapped = func() { p.closeAndReportPick(i) }
	if p.options.OnStarred == nil {
		return t
	}
	icon, name := theme.IconStar, translate.Text("Add to favorites: {{.Label}}", "Label", it.Label)
	if it.Starred {
		icon, name = theme.IconStarFull, translate.Text("Remove from favorites: {{.Label}}", "Label", it.Label)
	}
	star := NewButton(
		ButtonOptions{Kind: Quiet, Icon: icon, Name: name, Height: 28}, func() { p.toggleStarAndFocusFilter(i) },
	)
	return Row(0, Flex(t), CenterVertically(star))
}

func (p *Picker) handleFilterKey(k fyne.KeyName) bool {
	switch k {
	case fyne.KeyDown:
		p.moveSelection(1, 1)
	case fyne.KeyUp:
		p.moveSelection(-1, 1)
	case fyne.KeyPageDown:
		p.moveSelection(1, 8)
	case fyne.KeyPageUp:
		p.moveSelection(-1, 8)
	case fyne.KeyEscape:
		p.Hide()
	default:
		return false
	}
	return true
}

// moveSelection moves the selection by a number of items that can be picked.
func (p *Picker) moveSelection(direction, by int) {
	for i := p.selected + direction; i >= 0 && i < len(p.shown) && by > 0; i += direction {
		if !p.shown[i].Disabled {
			p.selected = i
			by--
		}
	}
	p.showItemRows()
	p.list.ScrollRowIntoView(p.selectedKey())
}

func (p *Picker) closeAndReportPick(i int) {
	if i < 0 || i >= len(p.shown) || p.shown[i].Disabled {
		return
	}
	key := p.shown[i].Key
	p.Hide()
	p.options.OnPicked(key)
}

// toggleStarAndFocusFilter stars an item, or takes its star away, and gives the focus back to the
// filter.
func (p *Picker) toggleStarAndFocusFilter(i int) {
	if i < 0 || i >= len(p.shown) || p.options.OnStarred == nil {
		return
	}
	it := p.shown[i]
	p.field.RequestFocus()
	p.options.OnStarred(it.Key, !it.Starred)
}

// SetItems replaces the items; the filter stays, and so does the selection.
func (p *Picker) SetItems(items []PickerItem) {
	key := p.selectedKey()
	p.options.Items = items
	p.filterItems(p.field.Text())
	for i, it := range p.shown {
		if it.Key == key {
			p.selected = i
		}
	}
	p.showItemRows()
}

// Hide closes the picker.
func (p *Picker) Hide() {
	p.canvas.Overlays().Remove(p)
	if p.previousFocus != nil {
		p.canvas.Focus(p.previousFocus)
	}
}

// Tapped closes the picker: the tap was outside the card.
func (p *Picker) Tapped(*fyne.PointEvent) { p.Hide() }

// CreateRenderer returns the renderer of the widget.
func (p *Picker) CreateRenderer() fyne.WidgetRenderer {
	return draw.NewRenderer(p, draw.RenderFuncs{
		Objects: draw.FixedObjectsFunc(p.card), Layout: p.placeCard, Refresh: func() { p.placeCard(p.Size()) },
	})
}

// placeCard keeps the card inside the window, below its anchor where there is room.
func (p *Picker) placeCard(s fyne.Size) {
	const margin = theme.Space8
	zoom := theme.Current()
	w := min(max(zoom.ScaleUpWithTextZoom(pickerWidth), p.anchorSize.Width), s.Width-2*margin)
	rows := p.list.contentHeight() + 2*theme.Space4
	frame := p.field.MinSize().Height + 2*theme.Space4 + p.foot.MinSize().Height + 2*theme.Hairline
	h := min(frame+max(rows, zoom.ScaleUpWithTextZoom(pickerRowHeight)), zoom.ScaleUpWithTextZoom(pickerMaxHeight),
		s.Height-2*margin)
	x := max(margin, min(p.anchor.X, s.Width-w-margin))
	y := p.anchor.Y + p.anchorSize.Height + theme.Space4
	if above := p.anchor.Y - theme.Space4 - h; y+h > s.Height-margin && above >= margin {
		y = above
	}
	y = max(margin, min(y, s.Height-h-margin))
	draw.MoveAndResize(p.card, theme.Round(x), theme.Round(y), w, h)
}
