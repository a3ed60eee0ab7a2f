package panel

import (
	"context"
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/composer"
	"memoir/ui/draw"
	"memoir/ui/humanize"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// filesPage lists the files: those of this chat and the others.
type filesPage struct {
	env        *app.Env
	body       fyne.CanvasObject
	list       *widgets.List
	countLabel *draw.Label
	request    app.Request
	chat       memory.Chat
	all        []memory.File
	shares     map[memory.ID]memory.FileShare // how they were sent for the newest answer
}

func newFilesPage(env *app.Env) *filesPage {
	f := &filesPage{env: env, shares: map[memory.ID]memory.FileShare{}}
	f.list = widgets.NewVirtualList(theme.Space8, theme.Space16, theme.Space16, theme.Space16, theme.Space16)
	f.list.Title = translate.Text("Files")
	f.countLabel = draw.NewShrinkingLabel("", theme.RoleMeta, theme.Text3)
	add := widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.Link, Icon: theme.IconPlus,
		Label: translate.Text("Add file"),
	},
		func() { env.NavigateTo(app.Route{Screen: app.ScreenFilePicker}) })
	f.body = placeAboveFooter(container.NewStack(f.list), countAndActionFooter(f.countLabel, add))
	return f
}

func (f *filesPage) setChatAndReloadIfChanged(t memory.Chat) {
	changed := t.ID != f.chat.ID || fmt.Sprint(t.FileIDs) != fmt.Sprint(f.chat.FileIDs)
	f.chat = t
	if changed {
		f.reloadFiles()
	}
}

// reloadFiles loads the files and how they were sent for the newest answer.
func (f *filesPage) reloadFiles() {
	env, chatID := f.env, f.chat.ID
	f.list.ShowSkeletonRowsAfterDelay(env.After, cardHeight)
	type answer struct {
		all    []memory.File
		chat   memory.Chat
		shares map[memory.ID]memory.FileShare
	}
	app.RunCancellingPrevious(env.Tasks, &f.request, func(ctx context.Context) (answer, error) {
		a := answer{shares: map[memory.ID]memory.FileShare{}}
		var err error
		if a.all, err = env.Session.ListFiles(ctx); err != nil || chatID == 0 {
			return a, err
		}
		if a.chat, err = env.Session.LoadChat(ctx, chatID); err != nil {
			return a, nil //nolint:nilerr // the chat was deleted meanwhile
		}
		ms, err := env.Session.ListBranchMessages(ctx, chatID, 0, 4)
		for _, m := range ms {
			if m.Receipt != nil {
				for _, s := range m.Receipt.Files {
					a.shares[s.FileID] = s
				}
			}
		}
		return a, err
	}, func(a answer, err error) {
		if err != nil {
			f.list.ClearLoadingRows()
			env.ShowErrorToast(err)
			return
		}
		f.all, f.shares = a.all, a.shares
		if a.chat.ID == f.chat.ID && a.chat.ID != 0 {
			f.chat = a.chat
		}
		f.showFilesByAttachment()
	})
}

func (f *filesPage) isAttachedToChat(id memory.ID) bool {
	for _, c := range f.chat.FileIDs {
		if c == id {
			return true
		}
	}
	return false
}

func (f *filesPage) showFilesByAttachment() {
	var here, other []memory.File
	for _, c := range f.all {
		if f.isAttachedToChat(c.ID) {
			here = append(here, c)
		} else {
			other = append(other, c)
		}
	}
	entries := []widgets.ListRow{}
	group := func(title string, cs []memory.File, on bool) {
		if len(cs) == 0 {
			return
		}
		entries = append(entries, groupHeadingRow(title))
		for _, c := range cs {
			entries = append(entries, f.fileListRow(c, on))
		}
	}
	group(translate.Text("In this chat"), here, true)
	group(translate.Text("Other files"), other, false)
	if len(entries) == 0 {
		entries = append(entries, emptyListNoticeRow(translate.Text(
			"No files yet. Add a file, drop one on the window, or paste long text. Text, code, PDF, Office, EPUB, HTML and "+
				"email files work."), 90))
	}
	f.list.SetRows(entries)
	f.countLabel.SetText(translate.Count(len(f.all), "{{.Count}} file", "{{.Count}} files"))
}

func groupHeadingRow(title string) widgets.ListRow {
	return widgets.ListRow{
		Key: "h" + title, MeasureHeight: func(float32) float32 { return theme.Current().ScaleUpWithTextZoom(22) },
		Build: func() fyne.CanvasObject {
			return widgets.PadTop(theme.Space4, draw.NewShrinkingLabel(title, theme.RoleLabel, theme.Text3))
		},
	}
}

func (f *filesPage) fileListRow(c memory.File, on bool) widgets.ListRow {
	share := f.howFileWasSentText(c, on)
	build := func() fyne.CanvasObject { return f.buildFileCard(c, on, share) }
	return widgets.ListRow{
		Key: "f" + c.ID.String(), Version: fmt.Sprint(on, c.Name, c.NeverLearn, share), Build: build,
		MeasureHeight: heightMeasurerByBuilding(build),
	}
}

// howFileWasSentText says how a file is sent to the model: whole or in parts.
func (f *filesPage) howFileWasSentText(c memory.File, on bool) string {
	s, ok := f.shares[c.ID]
	switch {
	case !on || !ok:
		return ""
	case s.Whole:
		return translate.Text("sent in full")
	case s.Chunks > 0:
		return translate.Text("sent in part: {{.Parts}} (closest to your message)", "Parts",
			textWhichFilePartsWereSent(s))
	}
	return translate.Text("sent in relevant parts")
}

func (f *filesPage) buildFileCard(c memory.File, on bool, share string) fyne.CanvasObject {
	text := translate.Text("{{.Size}} · {{.Tokens}} tokens · {{.Time}}", "Size", humanize.FormatFileSize(int64(c.Bytes)),
		"Tokens", composer.AbbreviateTokenCount(c.Tokens),
		"Time", humanize.FormatAsTodayYesterdayOrDate(c.CreatedAt, f.env.Now()))
	label := translate.Text("Attach")
	do := func() { f.attachFileToChatAndReload(c.ID) }
	if on {
		label, do = translate.Text("Detach"), func() { f.detachFileFromChatAndReload(c.ID) }
	}
	more := widgets.NewIconButton(theme.IconMore, translate.Text("More options for this file"), nil)
	more.OnTapped = func() { widgets.ShowMenuBelow(more, f.fileMenuItems(c)) }
	col := widgets.Column(theme.Space2, widgets.Row(
		theme.Space8,
		draw.NewIcon(theme.IconFile, 15, theme.Text2),
		widgets.Flex(
			widgets.PadVerticalAndSides(theme.Space4, 0, draw.NewShrinkingLabel(c.Name, theme.RoleButton, theme.Text)),
		),
		more,
	),
		draw.NewShrinkingLabel(text, theme.RoleMeta, theme.Text3))
	if share != "" {
		col.Add(draw.NewShrinkingLabel(share, theme.RoleMeta, theme.AccentText))
	}
	never := widgets.NewSwitch(translate.Text("Don't learn from chats that use {{.Name}}", "Name", c.Name), c.NeverLearn,
		func(on bool) {
			f.applyFilePatchAndReload(c.ID, memory.FilePatch{NeverLearn: &on})
		})
	col.Add(widgets.FixedSize(0, 28, widgets.Row(theme.Space8, widgets.Flex(widgets.PadVerticalAndSides(5, 0,
		draw.NewShrinkingLabel(translate.Text("Don't learn from chats that use this file"), theme.RoleMeta, theme.Text2))),
		never)))
	col.Add(widgets.Row(0, widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Link, Label: label, Height: 26}, do),
		widgets.Spacer()))
	return widgets.Stack(draw.NewBox(theme.Surface, theme.Border, theme.RadiusCard),
		widgets.Pad(theme.Space6, theme.Space8, theme.Space4, theme.Space12, col))
}

func (f *filesPage) fileMenuItems(c memory.File) []widgets.MenuItem {
	return []widgets.MenuItem{
		{Icon: theme.IconCopy, Label: translate.Text("Copy text"), OnChosen: func() { f.copyFileText(c.ID) }},
		{Icon: theme.IconEdit, Label: translate.Text("Rename"), OnChosen: func() {
			widgets.ShowTextPrompt(f.body, translate.Text("Rename file"), c.Name, translate.Text("Rename"), func(s string) {
				f.applyFilePatchAndReload(c.ID, memory.FilePatch{Name: &s})
			})
		}},
		{},
		{
			Icon: theme.IconTrash, Label: translate.Text("Remove from Memoir"),
			OnChosen: func() { f.askThenEraseStoredFile(c) },
		},
	}
}

func (f *filesPage) runChangeAndReload(text string, do func(ctx context.Context) error) {
	app.RunInBackgroundInOrder(f.env.Tasks, func(ctx context.Context) (struct{}, error) { return struct{}{}, do(ctx) },
		func(_ struct{}, err error) {
			if err != nil {
				f.env.ShowErrorToast(err)
				return
			}
			if text != "" {
				f.env.ShowToast(app.Toast{Text: text, InPanel: true})
			}
			f.reloadFiles()
		})
}

func (f *filesPage) attachFileToChatAndReload(id memory.ID) {
	if f.chat.ID == 0 {
		f.env.ShowToast(app.Toast{
			Text: translate.Text("Send a message first, then attach the file."), IsError: true,
			InPanel: true,
		})
		return
	}
	chatID := f.chat.ID
	f.runChangeAndReload("", func(ctx context.Context) error {
		return f.env.Session.AttachStoredFileToChat(ctx, chatID, id)
	})
}

func (f *filesPage) detachFileFromChatAndReload(id memory.ID) {
	chatID := f.chat.ID
	f.runChangeAndReload("", func(ctx context.Context) error {
		return f.env.Session.DetachFileFromChat(ctx, chatID, id)
	})
}

func (f *filesPage) applyFilePatchAndReload(id memory.ID, c memory.FilePatch) {
	f.runChangeAndReload("", func(ctx context.Context) error {
		_, err := f.env.Session.RenameFileOrSetNeverLearn(ctx, id, c)
		return err
	})
}

func (f *filesPage) askThenEraseStoredFile(c memory.File) {
	widgets.ShowQuestionDialog(f.body, translate.Text("Remove {{.Name}}?", "Name", c.Name),
		translate.Text("This removes the file from every chat and from Memoir. The original on your disk stays where it is."),
		[]widgets.DialogButton{
			{Label: translate.Text("Cancel")},
			{Label: translate.Text("Remove file"), Destructive: true, OnTapped: func() {
				f.runChangeAndReload(translate.Text("File removed"), func(ctx context.Context) error {
					return f.env.Session.DeleteFileAlsoFromSnapshots(ctx, c.ID)
				})
			}},
		})
}

func (f *filesPage) copyFileText(id memory.ID) {
	env := f.env
	app.RunInBackground(env.Tasks, func(ctx context.Context) (memory.File, error) {
		return env.Session.LoadFile(ctx, id)
	}, func(c memory.File, err error) {
		env.ShowErrorToast(err)
		if err == nil {
			env.CopyText(c.Content)
			f.env.ShowToast(app.Toast{Text: translate.Text("Copied"), InPanel: true})
		}
	})
}
