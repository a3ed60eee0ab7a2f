//go:build gallery

package main

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"memoir/ui/message"
	"memoir/ui/messagelist"
)

// codePage shows blocks of code in their states: wrapped, scrolled sideways, just copied, and cut short.
func codePage(g *gallery) fyne.CanvasObject {
	fence := func(lang, body string) string { return "```" + lang + "\n" + body + "\n```\n\n" }
	query := "SELECT m.id, m.content, m.created_at FROM memories AS m WHERE m.profile_id = 1 AND m.status = 'active' " +
		"ORDER BY m.created_at DESC LIMIT 50; -- the newest come first"
	text := "Long lines are wrapped:\n\n" + fence("sql", query) + "or scrolled sideways:\n\n" + fence("sql", query) +
		"What was copied says so:\n\n" + fence("bash", "memoir backup --to ~/memoir.db\nmemoir check") +
		"and what is very long is cut:\n\n" + fence("", strings.TrimSuffix(strings.Repeat("a line of a log\n", 402), "\n"))
	return g.chat([]messagelist.Row{message.Answer{ID: 1, Text: text}.ListRow()})
}

// poseCode wraps the first block.
func poseCode(g *gallery) {
	toTop(g)
	g.after(poseAfter, func() { g.press("Wrap long lines", 0) })
}

// press clicks the nth of the buttons of a name, counted in the order of the page.
func (g *gallery) press(name string, n int) {
	for _, b := range g.buttons() {
		if b.Name() != name {
			continue
		}
		if n == 0 {
			b.Tapped(&fyne.PointEvent{})
			return
		}
		n--
	}
}

// button is a parts.Button or what is made of one.
type button interface {
	fyne.CanvasObject
	fyne.Tappable
	Name() string
}

// buttons are those that are drawn at present, in an open menu or on the page.
func (g *gallery) buttons() []button {
	root := g.window.Canvas().Overlays().Top()
	if root == nil {
		root = g.window.Content()
	}
	return buttonsIn(root, nil)
}

// buttonsIn appends the visible buttons of a tree; it changes nothing in it.
func buttonsIn(o fyne.CanvasObject, out []button) []button {
	if !o.Visible() {
		return out
	}
	if b, ok := o.(button); ok {
		return append(out, b)
	}
	var inner []fyne.CanvasObject
	switch o := o.(type) {
	case *fyne.Container:
		inner = o.Objects
	case fyne.Widget:
		inner = test.WidgetRenderer(o).Objects()
	}
	for _, i := range inner {
		out = buttonsIn(i, out)
	}
	return out
}
