//go:build gallery

package main

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"memoir/ui/composer"
	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/widgets"
)

// titled puts a caption above a component.
func titled(caption string, o fyne.CanvasObject) fyne.CanvasObject {
	return container.NewVBox(draw.NewLabel(caption, theme.RoleMeta, theme.Text3), o)
}

// composerPage shows the composer in its states.
func composerPage(*gallery) fyne.CanvasObject {
	state := func(caption string, set func(*composer.Composer)) fyne.CanvasObject {
		c := composer.New("Message Memoir")
		c.SetDestination(composer.Destination{Local: true, Text: "This model runs on this computer. Nothing leaves it."})
		c.SetMeter(composer.Meter{Used: 6124, Limit: 32_000})
		set(c)
		box := container.New(&wide{500}, c)
		c.OnHeightChanged = box.Refresh
		return titled(caption, box)
	}
	long := strings.Repeat("A text that is long enough to be wrapped onto several lines of the composer. ", 12)
	left := container.NewVBox(
		state("Empty", func(*composer.Composer) {}),
		state("Text, files, with the keyboard", func(c *composer.Composer) {
			c.SetText("Two lines\nof text")
			c.SetFiles([]composer.File{
				{ID: 1, Name: "pantry.csv", Detail: "1.2k"},
				{ID: 2, Name: "a-very-long-file-name-that-must-be-cut-short.md", Detail: "24k"},
				{ID: 3, Name: "scan.pdf", Error: "no text in it"},
			})
			c.FocusTarget().FocusGained()
		}),
		state("Editing, temporary, 84 %", func(c *composer.Composer) {
			c.SetText("Plan three dinners.")
			c.SetEditing(true)
			c.SetTemporary(true)
			c.SetMeter(composer.Meter{Used: 27_000, Limit: 32_000})
		}),
	)
	right := container.NewVBox(
		state("Answering, 97 %, not local", func(c *composer.Composer) {
			c.SetPhase(composer.Busy, "")
			c.SetMeter(composer.Meter{Used: 31_100, Limit: 32_000})
			c.SetDestination(composer.Destination{Text: "Your message goes to OpenAI."})
		}),
		state("Eight lines and more", func(c *composer.Composer) { c.SetText(long) }),
		state("A file is held over it", func(c *composer.Composer) { c.SetDropping(true) }),
	)
	return container.NewPadded(container.NewHBox(layout.NewSpacer(), left, right, layout.NewSpacer()))
}

// wide gives its object a width and the height it asks for.
type wide struct{ width float32 }

func (l *wide) MinSize(o []fyne.CanvasObject) fyne.Size {
	if o[0].Size().Width != l.width {
		o[0].Resize(fyne.NewSize(l.width, o[0].Size().Height))
	}
	return fyne.NewSize(l.width+8, o[0].MinSize().Height+12)
}

func (l *wide) Layout(o []fyne.CanvasObject, _ fyne.Size) {
	o[0].Resize(fyne.NewSize(l.width, o[0].MinSize().Height))
	o[0].Move(fyne.NewPos(4, 2))
}

// buttonStates shows every kind of button in every state.
func buttonStates() fyne.CanvasObject {
	states := []struct {
		name string
		set  func(*widgets.Button)
	}{
		{"Rest", func(*widgets.Button) {}},
		{"Hover", func(b *widgets.Button) { b.MouseIn(nil) }},
		{"Pressed", func(b *widgets.Button) { b.MouseIn(nil); b.MouseDown(nil) }},
		{"Focus", func(b *widgets.Button) { b.FocusGained() }},
		{"On", func(b *widgets.Button) { b.SetOn(true) }},
		{"Disabled", func(b *widgets.Button) { b.SetEnabled(false) }},
	}
	grid := container.NewGridWithColumns(1 + len(states))
	grid.Add(layout.NewSpacer())
	for _, s := range states {
		grid.Add(draw.NewLabel(s.name, theme.RoleMeta, theme.Text3))
	}
	for k, name := range []string{
		"Ghost", "Outline", "Primary", "Danger", "Link", "Pill", "Pill on", "Pill off", "Quiet",
	} {
		grid.Add(widgets.Center(draw.NewLabel(name, theme.RoleMeta, theme.Text3)))
		for _, s := range states {
			b := widgets.NewButton(widgets.ButtonOptions{Kind: widgets.ButtonKind(k), Icon: theme.IconCopy, Label: "Words",
				Detail: "12"}, nil)
			s.set(b)
			grid.Add(widgets.Row(0, b))
		}
	}
	grid.Add(widgets.Center(draw.NewLabel("Icon alone", theme.RoleMeta, theme.Text3)))
	for _, s := range states {
		ghost := widgets.NewSmallButton(widgets.ButtonOptions{Icon: theme.IconGhost, Height: 30, IconSize: 18}, nil)
		round := widgets.NewButton(widgets.ButtonOptions{Kind: widgets.RoundPrimary, Icon: theme.IconUp, Height: 32,
			IconSize: 17}, nil)
		s.set(ghost)
		s.set(round)
		grid.Add(widgets.Row(theme.Space12, ghost, round))
	}
	return titled("Buttons", grid)
}

// controlsPage shows buttons in their states, the roles of text, and the icons.
func controlsPage(*gallery) fyne.CanvasObject {
	buttons := buttonStates()
	var texts []fyne.CanvasObject
	for _, r := range []struct {
		name string
		role theme.Role
	}{
		{"Display 28/34", theme.RoleDisplay},
		{"Heading 1 19/28", theme.RoleH1},
		{"Heading 2 17/26", theme.RoleH2},
		{"Heading 3 15/24", theme.RoleH3},
		{"Body 15/24: 日本語 🙂 Ünïcödé", theme.RoleBody},
		{"Memory 14/20", theme.RoleMemory},
		{"Control 13/20", theme.RoleControl},
		{"Button 13/20", theme.RoleButton},
		{"Meta 12/18", theme.RoleMeta},
		{"Label 12/18", theme.RoleLabel},
		{"Hint 11/16", theme.RoleHint},
		{"Code 13/20 != =>", theme.RoleCode},
	} {
		texts = append(texts, draw.NewLabel(r.name, r.role, theme.Text))
	}
	icons := container.NewGridWithColumns(9)
	for _, i := range allIcons() {
		icons.Add(draw.NewIcon(i, 17, theme.Text2))
	}
	tones := container.NewGridWithColumns(6)
	for t := theme.Background; t <= theme.CurrentMatch; t++ {
		b := draw.NewBox(t, theme.Border, theme.RadiusControl)
		tones.Add(container.New(layout.NewGridWrapLayout(fyne.NewSize(56, 32)), b))
	}
	left := container.NewVBox(buttons, titled("Icons", icons))
	right := container.NewVBox(titled("Text", container.NewVBox(texts...)), titled("Tones", tones))
	return container.NewPadded(container.NewHBox(left, layout.NewSpacer(), right, layout.NewSpacer()))
}

func allIcons() []theme.Icon {
	return []theme.Icon{
		theme.IconPlus, theme.IconSearch, theme.IconEdit, theme.IconCompose, theme.IconSliders, theme.IconPin,
		theme.IconGhost,
		theme.IconDown, theme.IconRight, theme.IconLeft, theme.IconCopy, theme.IconRefresh, theme.IconMore,
		theme.IconPaperclip,
		theme.IconFile, theme.IconUp, theme.IconClose, theme.IconCheck, theme.IconUndo, theme.IconTrash, theme.IconWhy,
		theme.IconBookmark, theme.IconLock, theme.IconKey, theme.IconPlay, theme.IconPanel, theme.IconClock,
		theme.IconExternalLink,
		theme.IconScreen, theme.IconChat, theme.IconShield, theme.IconGlobe, theme.IconSun, theme.IconInfo,
		theme.IconKeyboard,
		theme.IconTag, theme.IconCalendar, theme.IconStack, theme.IconStop, theme.IconImage, theme.IconWrap, theme.IconThink,
		theme.IconWarn, theme.IconLink, theme.IconArrowDown, theme.IconEye, theme.IconEyeOff,
	}
}
