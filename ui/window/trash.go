package window

import (
	"context"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/humanize"
	"memoir/ui/sidebar"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// trash shows the deleted chats of a profile, restores them and deletes them for good. It must be
// used on the UI goroutine.
type trash struct {
	env         *app.Env
	root        *widgets.Root // of the sheet
	restore     func(chat memory.ID)
	reloadChats func() // of the sidebar
}

// loadAndShowDeletedChats shows the deleted chats, which can be restored.
func (d *trash) loadAndShowDeletedChats() {
	d.loadAndShowChats(memory.ChatFilter{InTrash: true}, chatSheet{
		title: translate.Text("Trash"), note: translate.Text("Deleted chats stay here for 30 days."), row: d.deletedChatRow,
	})
}

// loadAndShowArchivedChats shows the archived chats, which can be opened and restored.
func (d *trash) loadAndShowArchivedChats() {
	d.loadAndShowChats(memory.ChatFilter{Archived: true}, chatSheet{
		title: translate.Text("Archived chats"),
		note: translate.Text("You can still find archived chats with search. Sending a message in an archived chat moves " +
			"it back to the list."),
		row: d.archivedChatRow,
	})
}

// chatSheet is a sheet with a list of chats.
type chatSheet struct {
	title, note string
	// row is a chat with its buttons, which call closeSheet first.
	row func(c memory.Chat, closeSheet func()) fyne.CanvasObject
}

func (d *trash) loadAndShowChats(of memory.ChatFilter, sheet chatSheet) {
	app.RunInBackground(d.env.Tasks, func(ctx context.Context) ([]memory.Chat, error) {
		return d.env.Session.ListChats(ctx, of)
	}, func(cs []memory.Chat, err error) {
		if err != nil {
			d.env.ShowErrorToast(err)
			return
		}
		d.openChatListSheet(sheet, cs)
	})
}

func (d *trash) openChatListSheet(s chatSheet, cs []memory.Chat) {
	var sheet *widgets.Sheet
	closeSheet := func() { sheet.Close() }
	const rowHeight = 44 // at 100 % text zoom
	rows := make([]widgets.ListRow, len(cs))
	for i, c := range cs {
		rows[i] = widgets.ListRow{
			Key: c.ID.String(), MeasureHeight: func(float32) float32 { return theme.Current().ScaleUpWithTextZoom(rowHeight) },
			Build: func() fyne.CanvasObject { return s.row(c, closeSheet) },
		}
	}
	list := widgets.NewVirtualList(0, 0, 0, 0, 0)
	list.SetRows(rows)
	sheet = widgets.OpenDialogSizedToContent(d.root, 520, widgets.Column(theme.Space10,
		draw.NewLabel(s.title, theme.RoleTitle, theme.Text),
		widgets.NewWrappedText(s.note, theme.RoleControl, theme.Text2, 0),
		widgets.FixedSize(0, float32(min(len(cs), 7)*rowHeight), list)),
		widgets.Row(0, widgets.Spacer(), widgets.NewButton(widgets.ButtonOptions{
			Kind: widgets.Outline, Label: translate.Text("Close"), Height: 32,
		}, closeSheet)))
}

func (d *trash) archivedChatRow(c memory.Chat, closeSheet func()) fyne.CanvasObject {
	title := draw.NewShrinkingLabel(sidebar.ChatDisplayTitle(c), theme.RoleControl, theme.Text)
	return widgets.Row(theme.Space8, widgets.Flex(widgets.CenterVertically(title)),
		widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Link, Label: translate.Text("Open"), Height: 28}, func() {
			closeSheet()
			d.env.NavigateTo(app.ChatRoute(c.ID, 0))
		}),
		d.restoreButton(c, closeSheet))
}

func (d *trash) deletedChatRow(c memory.Chat, closeSheet func()) fyne.CanvasObject {
	deleted := translate.Text("deleted {{.Time}}", "Time", humanize.FormatAsTodayYesterdayOrDate(c.DeletedAt, d.env.Now()))
	return widgets.Row(theme.Space8,
		widgets.Flex(widgets.PadVerticalAndSides(theme.Space4, 0, widgets.Column(0,
			draw.NewShrinkingLabel(sidebar.ChatDisplayTitle(c), theme.RoleControl, theme.Text),
			draw.NewShrinkingLabel(deleted, theme.RoleMeta, theme.Text3)))),
		d.restoreButton(c, closeSheet),
		widgets.NewButton(widgets.ButtonOptions{
			Kind: widgets.Danger, Label: translate.Text("Delete forever"), Height: 28,
		}, func() {
			closeSheet()
			d.askThenEraseChatForever(c)
		}))
}

func (d *trash) restoreButton(c memory.Chat, closeSheet func()) fyne.CanvasObject {
	return widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.Link, Label: translate.Text("Restore"), Height: 28,
	}, func() {
		closeSheet()
		d.restore(c.ID)
	})
}

func (d *trash) askThenEraseChatForever(t memory.Chat) {
	widgets.ShowQuestionDialog(d.root, translate.Text("Delete “{{.Title}}” forever?", "Title",
		sidebar.ChatDisplayTitle(t)),
		translate.Text("This can't be undone. What Memoir learned from this chat will be kept."),
		[]widgets.DialogButton{
			{Label: translate.Text("Cancel")},
			{Label: translate.Text("Delete forever"), Destructive: true, OnTapped: func() {
				app.RunInBackgroundInOrder(d.env.Tasks, func(ctx context.Context) (struct{}, error) {
					return struct{}{}, d.env.Session.TrashOrEraseChatMaybeUnlearning(ctx, t.ID, memory.DeleteChatOptions{Purge: true})
				}, func(_ struct{}, err error) {
					d.env.ShowErrorToast(err)
					d.reloadChats()
				})
			}},
		})
}
