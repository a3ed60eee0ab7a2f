package sidebar

import (
	"fmt"
	"time"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// rowMaker makes the rows of lists, on any goroutine. What a row shows of the state of the pane, such
// as whether its chat is open, is asked for when it comes near the viewport, on the UI goroutine.
type rowMaker struct {
	*Pane
	chatLists
	out shownRows
}

// makeRows returns the rows of lists, under headings of the day now.
func makeRows(p *Pane, l chatLists, now time.Time) shownRows {
	m := &rowMaker{Pane: p, chatLists: l, out: shownRows{madeAt: now, projectOfRow: map[string]memory.ID{}}}
	m.out.rows = make([]widgets.ListRow, 0, len(l.chats)+8)
	m.addProjectAndChatRows()
	outside := make([]*memory.Chat, 0, len(l.chats))
	for i := range l.chats {
		if l.chats[i].ProjectID == 0 {
			outside = append(outside, &l.chats[i])
		}
	}
	for _, g := range groupChatsByPinOrDay(outside, now) {
		m.appendRow(groupHeadingRow(g.name, len(m.out.rows)))
		for i, c := range g.chats {
			m.addChatRow(c, widgets.RowPlace{Position: i + 1, Size: len(g.chats), Level: 1})
		}
	}
	if len(l.chats) == 0 {
		m.appendRow(widgets.ListRow{Key: "none", Build: func() fyne.CanvasObject {
			return widgets.Pad(theme.Space12, theme.Space10, 0, theme.Space10, p.emptyHint)
		}, MeasureHeight: func(float32) float32 { return theme.Current().ScaleUpWithTextZoom(52) }})
	}
	if l.archivedCount > 0 {
		m.appendRow(m.linkRowToUnlistedChats("archive", theme.IconStack,
			translate.Count(l.archivedCount, "{{.Count}} archived chat", "{{.Count}} archived chats"), app.ScreenArchive))
	}
	if l.trashCount > 0 {
		m.appendRow(m.linkRowToUnlistedChats("trash", theme.IconTrash,
			translate.Count(l.trashCount, "{{.Count}} chat in the trash", "{{.Count}} chats in the trash"), app.ScreenTrash))
	}
	return m.out
}

func (m *rowMaker) appendRow(r widgets.ListRow) { m.out.rows = append(m.out.rows, r) }

// rebuildChatList makes all rows anew and shows them.
func (p *Pane) rebuildChatList() {
	if p.loaded {
		p.setRows(makeRows(p, p.chatLists, p.env.Now()))
	}
}

// showChangedRows shows what has changed of the state of the pane in rows that are shown. The other
// rows stay as they are, unless their headings are those of another day.
func (p *Pane) showChangedRows() {
	if p.loaded && isSameDay(p.madeAt, p.env.Now()) {
		p.list.RebuildChangedRows()
		return
	}
	p.rebuildChatList()
}

func isSameDay(a, b time.Time) bool {
	y, m, d := a.Local().Date()
	year, month, day := b.Local().Date()
	return y == year && m == month && d == day
}

func (p *Pane) setRows(r shownRows) {
	p.shownRows = r
	p.list.SetRows(r.rows)
}

func groupHeadingRow(text string, at int) widgets.ListRow {
	top := float32(14)
	if at == 0 {
		top = 8
	}
	return widgets.ListRow{
		Key: "g" + text, Version: fmt.Sprint(at == 0),
		MeasureHeight: func(float32) float32 { return theme.Current().ScaleUpWithTextZoom(18) + top + 4 },
		Build: func() fyne.CanvasObject {
			return widgets.Pad(top, theme.Space10, theme.Space4, theme.Space10,
				draw.NewShrinkingLabel(text, theme.RoleLabel, theme.Text3))
		},
	}
}

// addChatRow adds the row of a chat of the lists. Lists can be long: only rows near the viewport are
// looked at more closely.
func (m *rowMaker) addChatRow(t *memory.Chat, place widgets.RowPlace) {
	key, p := chatRowKey(t.ID), m.Pane
	m.out.shownChats, m.out.focusableRows = append(m.out.shownChats, t.ID), append(m.out.focusableRows, key)
	if t.ProjectID != 0 {
		m.out.projectOfRow[key], m.out.lastProjectRow = t.ProjectID, key
	}
	m.appendRow(widgets.ListRow{
		Key: key, FixedHeight: true, Place: place, MeasureHeight: chatRowHeight,
		LazyVersion: func() string {
			return fmt.Sprint(t.Title, t.ID == p.currentID, p.busy[t.ID] && p.env.HasReducedMotion(), p.busy[t.ID], t.Unread,
				t.Temporary, t.Pinned, t.ProjectID, p.selection.chosen[t.ID])
		},
		Build: func() fyne.CanvasObject { return p.newChatRowWidget(*t, t.ID == p.currentID, p.busy[t.ID]) },
	})
}

func chatRowHeight(float32) float32 { return theme.Current().ScaleUpWithTextZoom(theme.RowHeight) }

// linkRowToUnlistedChats leads to chats that are not in the list.
func (m *rowMaker) linkRowToUnlistedChats(key string, icon theme.Icon, text string, screen app.Screen) widgets.ListRow {
	return widgets.ListRow{
		Key: key, Version: text,
		MeasureHeight: func(float32) float32 { return theme.Current().ScaleUpWithTextZoom(theme.RowHeight) + 14 },
		Build: func() fyne.CanvasObject {
			b := widgets.NewButton(widgets.ButtonOptions{
				Kind: widgets.Quiet, Icon: icon, Label: text, AlignLeft: true, Height: theme.RowHeight,
			}, m.navigateToScreenFunc(screen))
			return widgets.PadTop(14, b)
		},
	}
}
