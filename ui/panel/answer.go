package panel

import (
	"context"
	"fmt"
	"strings"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/kit"
	"memoir/ui/parts"
	"memoir/ui/theme"
	"memoir/ui/when"
)

// answerPage shows exactly what an answer was given.
type answer struct {
	p      *Pane
	body   fyne.CanvasObject
	col    *fyne.Container
	scroll *parts.Scroll
	ask    app.Latest
	thread memory.ID
	id     memory.ID
	pinned bool // chosen by the user; otherwise the newest answer is followed
	data   given
	open   map[string]bool
	near   bool
}

// answerData is what the page is shown from.
type given struct {
	m      memory.Message
	prompt []memory.ChatMessage
	before memory.ID // the answer before this one
}

func newAnswer(p *Pane) *answer {
	a := &answer{p: p, open: map[string]bool{"relevant": true, "files": true}}
	a.col = parts.Column(theme.Space8)
	a.scroll = parts.NewScroll(parts.Pad(16, 16, 16, 16, a.col))
	copyText := parts.NewButton(parts.ButtonOptions{Kind: parts.Link, Icon: theme.IconCopy, Label: "Copy as text"},
		a.copyText)
	earlier := parts.NewButton(parts.ButtonOptions{
		Kind: parts.Ghost, Icon: theme.IconLeft, Label: "Earlier", Name: "Earlier answer",
	}, func() {
		if a.data.before != 0 {
			a.set(a.data.before)
			a.reload()
		}
	})
	a.body = page(a.scroll, parts.Fix(0, 44, parts.Pad(0, 8, 0, 12, parts.Row(8, copyText, parts.Space(), earlier))))
	a.show()
	return a
}

func (a *answer) set(id memory.ID) { a.id, a.pinned = id, true }

// followNewest shows the newest answer of the chat unless the user chose another one.
func (a *answer) follow(thread, last memory.ID) {
	if a.thread != thread {
		a.thread, a.pinned = thread, false
	}
	if !a.pinned && a.id != last {
		a.id = last
		if a.p.tab == Answer {
			a.reload()
		}
	}
}

func (a *answer) reload() {
	env, id := a.p.env, a.id
	if id == 0 {
		a.data = given{}
		a.show()
		return
	}
	app.Newest(env.Tasks, &a.ask, func(ctx context.Context) (given, error) {
		var g given
		var err error
		if g.m, err = env.Service.Message(ctx, env.Profile, id); err != nil {
			return g, err
		}
		if g.m.Receipt != nil {
			if g.prompt, err = env.Service.Prompt(ctx, env.Profile, id); err != nil {
				return g, err
			}
		}
		path, err := env.Service.Messages(ctx, env.Profile, g.m.ThreadID, g.m.ParentID, 4)
		for _, m := range path {
			if m.Role == memory.RoleAssistant && m.ID != id {
				g.before = m.ID
			}
		}
		return g, err
	}, func(g given, err error) {
		if err != nil {
			env.Fail(err)
			return
		}
		a.data = g
		a.show()
		if a.p.on.Settled != nil {
			a.p.on.Settled()
		}
	})
}

// promptSection is a part of the prompt; promptSections lists them in the order sent.
type section struct {
	name, title string
	tone        theme.Token
}

func sections() []section {
	return []section{
		{"system", "System prompt", theme.ChartSystem},
		{"instructions", "Instructions", theme.ChartSystem},
		{"long_term", "Base memory", theme.ChartBase},
		{"relevant", "Relevant memory", theme.ChartRelevant},
		{"earlier", "Earlier chats", theme.ChartBase},
		{"chats", "Other chats", theme.ChartBase},
		{"files", "Files", theme.ChartFiles},
		{"history", "History", theme.ChartHistory},
	}
}

func (a *answer) show() {
	r := a.data.m.Receipt
	if r == nil {
		text := "Ask something, and everything the model is given for its answer is shown here, word for word."
		if a.data.m.ID != 0 {
			text = "Nothing was sent for this answer."
		}
		a.col.Objects = []fyne.CanvasObject{parts.Pad(20, 8, 0, 8, parts.NewPara(text, theme.RoleControl, theme.Text3,
			0).Centred())}
		a.refresh()
		return
	}
	o := []fyne.CanvasObject{a.total(r), newBar(r), a.intro(r)}
	for _, s := range sections() {
		if n, ok := tokensOf(r, s.name); ok {
			o = append(o, a.section(s, n)...)
		}
	}
	if len(r.Near) > 0 {
		o = append(o, a.nearby(r)...)
	}
	a.col.Objects = o
	a.refresh()
}

func (a *answer) refresh() {
	a.col.Refresh()
	a.scroll.Refresh()
}

func tokensOf(r *memory.Receipt, name string) (int, bool) {
	for _, s := range r.Sections {
		if s.Name == name {
			return s.Tokens, true
		}
	}
	return 0, false
}

func (a *answer) total(r *memory.Receipt) fyne.CanvasObject {
	share := ""
	if r.Window > 0 {
		share = fmt.Sprintf("%d%% of what this model can read", (100*r.PromptTokens+r.Window/2)/r.Window)
	}
	return parts.Beside(theme.Space8, 125, kit.NewLabel(when.Number(r.PromptTokens)+" tokens", theme.RoleFigure,
		theme.Text), kit.NewLabel(share, theme.RoleMeta, theme.Text3))
}

func (a *answer) intro(r *memory.Receipt) fyne.CanvasObject {
	_, model, _ := strings.Cut(string(a.data.m.Model), "/")
	text := fmt.Sprintf("Everything the model was given for this answer, word for word. %s, %s.",
		model, when.Said(a.data.m.CreatedAt, a.p.env.Now()))
	switch r.Mode {
	case memory.ModeFew:
		text += " There are so few memories that all were sent."
	case memory.ModeRecent:
		text += " " + recentReason(string(r.Reason))
	case memory.ModeRetrievalOff:
		text += " Memory is off in this chat."
	case memory.ModeRelevant:
	}
	if u := a.data.m.Usage; u != nil && u.PromptTokens > 0 {
		text += fmt.Sprintf(" The server counted %s tokens.", when.Number(u.PromptTokens))
	}
	return parts.NewPara(text, theme.RoleMeta, theme.Text3, 0)
}

func recentReason(why string) string {
	switch why {
	case "no_hit":
		return "No memory was close to the question, so the newest ones were sent."
	case "timeout":
		return "The search took too long, so the newest memories were sent."
	case "no_embedder":
		return "The search was not ready yet, so the newest memories were sent."
	}
	return "The search failed, so the newest memories were sent."
}

// sectionView is a heading that expands, and its content.
func (a *answer) section(s section, tokens int) []fyne.CanvasObject {
	icon := theme.IconRight
	if a.open[s.name] {
		icon = theme.IconDown
	}
	row := parts.Fix(0, 28, parts.Row(theme.Space8, parts.Fix(8, 8, kit.NewBox(s.tone, theme.None, 2.5)),
		kit.NewLabel(s.title, theme.RoleStrong, theme.Text), parts.Space(),
		kit.NewLabel(when.Number(tokens), theme.RoleMeta, theme.Text3), kit.NewIcon(icon, 14, theme.Text3)))
	head := parts.NewTappable(s.title, theme.None, theme.Hover, theme.None, theme.RadiusRow, row)
	head.OnTapped = func() {
		a.open[s.name] = !a.open[s.name]
		a.show()
	}
	out := []fyne.CanvasObject{head}
	if !a.open[s.name] {
		return out
	}
	r := a.data.m.Receipt
	switch s.name {
	case "relevant":
		if len(r.Memories) == 0 {
			out = append(out, quoteBox("No memories.", 0))
		}
		for _, h := range r.Memories {
			out = append(out, a.hit(h))
		}
	case "files":
		for _, f := range r.Files {
			out = append(out, fileRow(f))
		}
	case "history":
		out = append(out, quoteBox(a.historyText(r), 0))
	default:
		out = append(out, quoteBox(systemPart(r.System, s.name), 40))
	}
	return out
}

func quoteBox(text string, most int) fyne.CanvasObject {
	return parts.On(kit.NewBox(theme.Sunken, theme.None, theme.RadiusCard),
		parts.Pad(8, 12, 8, 12, parts.NewPara(text, theme.RoleMeta, theme.Text2, most)))
}

// systemSection extracts a section from the system message: the text before the first heading for
// the system prompt, otherwise the text under the section's heading.
func systemPart(system, name string) string {
	heads := map[string]string{
		"instructions": "## Instructions for this chat", "long_term": "## Long-term memory", "earlier": "## Earlier",
		"chats": "## Other chats",
	}
	if name == "system" {
		before, _, _ := strings.Cut(system, "\n## ")
		return strings.TrimSpace(before)
	}
	if _, after, ok := strings.Cut(system, heads[name]); ok {
		part, _, _ := strings.Cut(after, "\n## ")
		return strings.TrimSpace(part)
	}
	return strings.TrimSpace(system)
}

func (a *answer) historyText(r *memory.Receipt) string {
	var b strings.Builder
	for _, m := range a.data.prompt {
		if m.Role == memory.RoleSystem {
			continue
		}
		who := "You"
		if m.Role == memory.RoleAssistant {
			who = "Model"
		}
		fmt.Fprintf(&b, "%s: %s\n", who, strings.TrimSpace(m.Content))
	}
	if r.Left > 0 {
		fmt.Fprintf(&b, "%s did not fit.\n", when.Count(r.Left, "older message", "older messages"))
	}
	return strings.TrimSpace(b.String())
}

// hitCard is a memory with the components of its score.
func (a *answer) hit(h memory.Hit) fyne.CanvasObject {
	col := parts.Column(theme.Space6, parts.NewPara(h.Content, theme.RoleMemory, theme.Text, 4))
	scores := parts.Row(theme.Space12)
	add := func(name string, v *float64) {
		if v != nil {
			scores.Add(parts.Flex(parts.Column(3, parts.Row(0, kit.NewLabel(name, theme.RoleMeta, theme.Text3), parts.Space(),
				kit.NewLabel(fmt.Sprintf("%.2f", *v), theme.RoleMeta, theme.Text2)), newGauge(*v))))
		}
	}
	add("Meaning", h.Parts.Cosine)
	add("Words", h.Parts.Words)
	add("Recency", h.Parts.Recency)
	add("Rerank", h.Parts.Rerank)
	if len(scores.Objects) > 0 {
		col.Add(scores)
	} else {
		col.Add(kit.NewShrinkingLabel(laneText(h.Lane), theme.RoleMeta, theme.Text3))
	}
	t := parts.NewTappable("Memory: "+h.Content, theme.Surface, theme.Hover, theme.Border, theme.RadiusCard,
		parts.Pad(8, 12, 10, 12, col))
	t.OnTapped = func() { a.p.OpenMemory(h.ID) }
	return t
}

func laneText(l memory.Lane) string {
	switch l {
	case memory.LaneAlways:
		return "in every chat"
	case memory.LaneRecent:
		return "one of the newest"
	case memory.LaneSystem:
		return "from the system profile"
	}
	return "sent because there are few"
}

func fileRow(f memory.FileShare) fyne.CanvasObject {
	how := "whole"
	if !f.Whole {
		how = when.Count(f.Parts, "part", "parts") + " of it"
	}
	return parts.On(kit.NewBox(theme.Surface, theme.Border, theme.RadiusCard), parts.Fix(0, 36, parts.Pad(0, 12, 0, 12,
		parts.Row(theme.Space8, kit.NewIcon(theme.IconFile, 15, theme.Text2),
			parts.Flex(parts.Pad(10, 0, 10, 0, kit.NewShrinkingLabel(f.Name, theme.RoleButton, theme.Text))),
			kit.NewLabel(how, theme.RoleMeta, theme.Text3), kit.NewLabel(when.Number(f.Tokens), theme.RoleMeta, theme.Text3)))))
}

// nearMisses is the last line: memories that scored well but were not sent.
func (a *answer) nearby(r *memory.Receipt) []fyne.CanvasObject {
	label := "Show"
	if a.near {
		label = "Hide"
	}
	verb := "memories were"
	if len(r.Near) == 1 {
		verb = "memory was"
	}
	out := []fyne.CanvasObject{kit.NewHairline(), parts.Row(theme.Space8, kit.NewIcon(theme.IconInfo, 15, theme.Text3),
		kit.NewLabel(fmt.Sprintf("%d %s close but not sent", len(r.Near), verb), theme.RoleMeta, theme.Text2), parts.Space(),
		parts.NewButton(parts.ButtonOptions{Kind: parts.Link, Label: label, Height: 26}, func() {
			a.near = !a.near
			a.show()
		}))}
	if a.near {
		for _, h := range r.Near {
			out = append(out, a.hit(h))
		}
	}
	return out
}

func (a *answer) copyText() {
	var b strings.Builder
	for _, m := range a.data.prompt {
		fmt.Fprintf(&b, "[%s]\n%s\n\n", m.Role, m.Content)
	}
	if b.Len() > 0 {
		a.p.on.CopyText(b.String())
		a.p.Say(app.Note{Text: "Copied"})
	}
}
