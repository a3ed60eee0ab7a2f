//go:build gallery

package main

import (
	"context"
	"memoir/memory"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/test"

	"memoir/ui/app"
	"memoir/ui/message"
	"memoir/ui/messagelist"
	"memoir/ui/panel"
	"memoir/ui/sidebar"
	"memoir/ui/theme"
	"memoir/ui/widgets"
)

// panes are the sidebar and the panel of one shelf.
type panes struct {
	shelf *shelf
	side  *sidebar.Pane
	panel *panel.Pane
}

func (g *gallery) newPanes(s *shelf) *panes {
	core, err := service(s)
	if err != nil {
		panic(err) // a sample is wrong; there is no one to tell
	}
	p := &panes{shelf: s}
	env := &app.Env{
		Session: core.For(1, memory.ActorUser), Tasks: g.tasks, Now: today, After: g.after,
		ShowToast: func(n app.Toast) { p.panel.ShowToast(n) },
	}
	p.side = sidebar.New(env, sidebar.Actions{})
	p.panel = panel.New(env, panel.Actions{})
	p.side.SetProfile("Mara", "On this computer")
	p.side.ReloadChats()
	p.panel.Reload()
	return p
}

// hold gives a pane its width over the whole height.
func hold(width float32, o fyne.CanvasObject) fyne.CanvasObject {
	return widgets.FixedSize(width, 0, o)
}

// panesPage shows rows of chats and cards of memories in their states, the editor, a toast and an error.
func panesPage(g *gallery) fyne.CanvasObject {
	s := &shelf{threads: sampleThreads(), memories: sampleMemories()[1:]}
	a, b, c := g.newPanes(s), g.newPanes(s), g.newPanes(s)
	g.panes = []*panes{a, b, c}
	return container.NewHBox(hold(theme.SidebarWidth, a.side), layout.NewSpacer(), hold(theme.PanelWidth, a.panel),
		layout.NewSpacer(), hold(theme.PanelWidth, b.panel), layout.NewSpacer(), hold(theme.PanelWidth, c.panel))
}

// posePanes brings rows and cards into the states that a person would.
func posePanes(g *gallery) {
	a, b, c := g.panes[0], g.panes[1], g.panes[2]
	a.side.SetCurrent(2)
	a.side.SetBusy(3, true)
	g.after(poseAfter, func() {
		a.shelf.memories = sampleMemories() // one more than the panel has seen
		a.panel.Reload()
		b.panel.OpenMemory(3)
		c.panel.AddMemory()
		g.after(poseAfter, g.pose)
	})
}

// pose puts pointer and keyboard where the names of the samples say.
func (g *gallery) pose() {
	if g.page == "panes" {
		g.panes[1].panel.ShowToast(app.Toast{Text: "Memory forgotten", ActionLabel: "Undo"})
		g.panes[2].panel.ShowToast(app.Toast{Text: "The memory could not be saved. The disk is full.", IsError: true})
	}
	if g.page == "code" {
		g.press("Copy", 2)
	}
	for _, t := range tappables(g.window.Content()) {
		switch name := t.Name(); {
		case strings.Contains(name, "Under the pointer"), strings.Contains(name, "under the pointer"):
			t.MouseIn(nil)
		case strings.Contains(name, "With the keyboard"):
			t.FocusGained()
		case strings.Contains(name, "allergic to peanuts"):
			t.SetSelected(true)
		}
	}
}

// poseAnswer leaves the panes as they are: they only need a while to load.
func poseAnswer(*gallery) {}

// poseAfter lets the lists be built.
const poseAfter = 200 * time.Millisecond

// emptyPage shows the panes with nothing in them.
func emptyPage(g *gallery) fyne.CanvasObject {
	s := &shelf{}
	a, b, c := g.newPanes(s), g.newPanes(s), g.newPanes(s)
	b.panel.ShowTab(panel.Files)
	c.panel.ShowTab(panel.Answer)
	return container.NewHBox(hold(theme.SidebarWidth, a.side), layout.NewSpacer(), hold(theme.PanelWidth, a.panel),
		layout.NewSpacer(), hold(theme.PanelWidth, b.panel), layout.NewSpacer(), hold(theme.PanelWidth, c.panel))
}

// loadingPage shows the panes while they wait for what they asked for, and an answer that is awaited.
func loadingPage(g *gallery) fyne.CanvasObject {
	s := &shelf{slow: true}
	a, b := g.newPanes(s), g.newPanes(s)
	b.panel.ShowTab(panel.Files)
	g.panes = []*panes{a, b}
	rows := []messagelist.Row{
		message.UserMessage{ID: questionID, Text: question}.ListRow(),
		message.Answer{ID: dinnersID, State: message.Waiting}.ListRow(),
	}
	return widgets.Border(nil, nil, hold(theme.SidebarWidth, a.side),
		container.NewHBox(hold(theme.PanelWidth, a.panel), hold(theme.PanelWidth, b.panel)), g.chat(rows))
}

// tappables are the surfaces that are drawn at present.
func tappables(root fyne.CanvasObject) []*widgets.Tappable {
	var out []*widgets.Tappable
	for _, o := range test.LaidOutObjects(root) {
		if t, ok := o.(*widgets.Tappable); ok {
			out = append(out, t)
		}
	}
	return out
}

// partsPage shows fields, switches and choices.
func partsPage(*gallery) fyne.CanvasObject {
	field := func(caption string, o widgets.FieldOptions, text string) fyne.CanvasObject {
		f := widgets.NewField(o)
		f.SetText(text)
		return titled(caption, widgets.FixedSize(320, 0, f))
	}
	options := []widgets.Option{{Value: "a", Label: "Just save"}, {Value: "b", Label: "Ask for sensitive topics"}}
	left := container.NewVBox(
		field("Search, empty", widgets.FieldOptions{Icon: theme.IconSearch, Placeholder: "Search memories",
			ClearButton: true}, ""),
		field("Search, with text", widgets.FieldOptions{Icon: theme.IconSearch, ClearButton: true}, "peanuts"),
		field("A key", widgets.FieldOptions{Secret: true}, "not a real key"),
		field("Several lines", widgets.FieldOptions{Lines: 3}, "The user is allergic to peanuts."),
		titled("Switches", container.NewHBox(widgets.NewSwitch("On", true, nil), widgets.NewSwitch("Off", false, nil))),
		titled("One of a few", container.NewHBox(widgets.NewSegmentedControl(options, "a", nil))),
		titled("One of many", widgets.FixedSize(320, 0, widgets.NewDropdown("Saving", options, "b", nil).Button)),
		titled("Amount", widgets.FixedSize(320, 0, widgets.NewSlider("Amount", 0, 10, 1, 4, nil))),
	)
	return container.NewPadded(container.NewHBox(layout.NewSpacer(), left, layout.NewSpacer()))
}

// newTasks runs what the panes ask for; close ends it.
func newTasks(ctx context.Context) *app.Tasks { return app.NewTasks(ctx, fyne.Do) }
