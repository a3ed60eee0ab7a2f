package panel

import (
	"context"
	"fmt"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/humanize"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// answerPage shows exactly what an answer was given.
type answerPage struct {
	env          *app.Env
	body         fyne.CanvasObject
	column       *fyne.Container
	scroll       *widgets.Scroll
	request      app.Request
	chatID       memory.ID
	answerID     memory.ID
	copyButton   *widgets.Button
	earlier      *widgets.Button
	pinned       bool // chosen by the user; otherwise the newest answer is followed
	data         answerData
	openSections map[string]bool
	nearShown    bool
	next         nextMessage
}

// answerData is what the page is shown from.
type answerData struct {
	message    memory.Message
	prompt     []memory.PromptMessage
	previousID memory.ID // the answer before this one
}

func newAnswerReceiptPage(env *app.Env) *answerPage {
	a := &answerPage{env: env, openSections: map[string]bool{
		"relevant": true, "chats": true, "files": true, "pictures": true,
	}}
	a.next.reload = env.NewDebounce(previewDelay, a.loadAndShowPreview)
	a.next.onLeaveOut = func(memory.Exclusions) {}
	a.column = widgets.Column(theme.Space8)
	a.scroll = widgets.NewVerticalScroll(widgets.PadVerticalAndSides(theme.Space16, theme.Space16, a.column))
	a.copyButton = widgets.NewButton(
		widgets.ButtonOptions{
			Kind: widgets.Link, Icon: theme.IconCopy, Label: translate.Text("Copy"), Name: translate.Text("Copy as text"),
		},
		a.copyPromptAsText,
	)
	a.earlier = widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.Ghost, Icon: theme.IconLeft, Label: translate.Text("Earlier"), Name: translate.Text("Earlier answer"),
	}, func() {
		if a.next.isShown {
			a.endPreviewWithoutRedraw()
			a.loadAndShowAnswerReceipt()
			return
		}
		if a.data.previousID != 0 {
			a.pinAnswer(a.data.previousID)
			a.loadAndShowAnswerReceipt()
		}
	})
	a.body = placeAboveFooter(a.scroll, widgets.FixedSize(0, 44,
		widgets.Pad(0, theme.Space8, 0, theme.Space12, container.New(twoButtonsLayout{}, a.copyButton, a.earlier))))
	a.showPreviewOrReceiptSections()
	return a
}

func (a *answerPage) pinAnswer(id memory.ID) { a.answerID, a.pinned = id, true }

// selectNewestUnlessPinned selects the newest answer of the chat unless the user chose another one;
// it reports whether that is another answer than before.
func (a *answerPage) selectNewestUnlessPinned(chatID, last memory.ID) bool {
	if a.chatID != chatID {
		a.chatID, a.pinned = chatID, false
	}
	if a.pinned || a.answerID == last {
		return false
	}
	a.answerID = last
	return true
}

func (a *answerPage) loadAndShowAnswerReceipt() {
	env, id := a.env, a.answerID
	if id == 0 {
		a.request.Cancel()
		a.data = answerData{}
		a.showPreviewOrReceiptSections()
		return
	}
	app.RunCancellingPrevious(env.Tasks, &a.request, func(ctx context.Context) (answerData, error) {
		var g answerData
		var err error
		if g.message, err = env.Session.LoadMessage(ctx, id); err != nil {
			return g, err
		}
		if g.message.Receipt != nil {
			if g.prompt, err = env.Session.LoadPromptSentForAnswer(ctx, id); err != nil {
				return g, err
			}
		}
		path, err := env.Session.ListBranchMessages(ctx, g.message.ChatID, g.message.ParentID, 4)
		for _, m := range path {
			if m.Role == memory.RoleAssistant && m.ID != id {
				g.previousID = m.ID
			}
		}
		return g, err
	}, func(g answerData, err error) {
		if err != nil {
			env.ShowErrorToast(err)
			return
		}
		a.data = g
		a.showPreviewOrReceiptSections()
	})
}

func (a *answerPage) showPreviewOrReceiptSections() {
	a.copyButton.SetEnabled(len(a.data.prompt) > 0)
	a.earlier.SetEnabled(a.data.previousID != 0 || a.next.isShown && a.answerID != 0)
	r := a.data.message.Receipt
	if a.next.isShown {
		a.showPreviewSections(r)
		return
	}
	if r == nil {
		text := translate.Text("Send a message, and everything sent to the model will appear here, word for word.")
		if a.data.message.ID != 0 {
			text = translate.Text("Nothing was sent for this answer.")
		}
		a.column.Objects = []fyne.CanvasObject{centeredNoticeText(text)}
		a.refreshScroll()
		return
	}
	a.showPromptSections(r, a.totalTokensLine(r), newPromptTokensBar(r), a.buildReceiptIntro(r))
}

// showPreviewSections shows what will be sent, if anything is known of it.
func (a *answerPage) showPreviewSections(r *memory.Receipt) {
	head := []fyne.CanvasObject{newPreviewTitle()}
	if r == nil {
		a.column.Objects = append(head, centeredNoticeText(a.next.noPreviewText()))
		a.refreshScroll()
		return
	}
	head = append(head, a.totalTokensLine(r), newPromptTokensBar(r), a.next.newPreviewIntro())
	if row := a.next.leftOutCountRow(); row != nil {
		head = append(head, row)
	}
	a.showPromptSections(r, head...)
}

// showPromptSections shows the sections of a prompt beneath what is given.
func (a *answerPage) showPromptSections(r *memory.Receipt, o ...fyne.CanvasObject) {
	for _, s := range promptSectionsInOrder() {
		if n, ok := promptSectionTokens(r, s.name); ok {
			o = append(o, a.expandableSection(s, n)...)
		}
	}
	if len(r.NearMisses) > 0 {
		o = append(o, a.nearMissesSection(r)...)
	}
	a.column.Objects = o
	a.refreshScroll()
}

func (a *answerPage) refreshScroll() {
	a.column.Refresh()
	a.scroll.Refresh()
}

func (a *answerPage) totalTokensLine(r *memory.Receipt) fyne.CanvasObject {
	share := ""
	if r.ContextWindow > 0 {
		share = translate.Text("{{.Percent}}% of what this model can read", "Percent",
			(100*r.PromptTokens+r.ContextWindow/2)/r.ContextWindow)
	}
	return widgets.TextBesideOrAboveControl(
		theme.Space8,
		125,
		draw.NewLabel(translate.Count(r.PromptTokens, "{{.Count}} token", "{{.Count}} tokens"),
			theme.RoleFigure,
			theme.Text),
		draw.NewLabel(share, theme.RoleMeta, theme.Text3),
	)
}

func (a *answerPage) buildReceiptIntro(r *memory.Receipt) fyne.CanvasObject {
	_, model, _ := strings.Cut(string(a.data.message.Model), "/")
	text := translate.Text("Everything sent to the model for this answer, word for word. {{.Model}}, {{.Time}}.",
		"Model", model, "Time", humanize.FormatAsTodayYesterdayOrDate(a.data.message.CreatedAt, a.env.Now()))
	switch r.Mode {
	case memory.RetrievalFew:
		if len(r.Memories) == 0 {
			text += " " + translate.Text("You have no memories yet.")
		} else {
			few := translate.Text("You have only a few memories, so all were sent.")
			if r.Excluded != nil {
				few = translate.Text("You have only a few memories, so all were sent except those you left out.")
			}
			text += " " + few
		}
	case memory.RetrievalRecent:
		text += " " + newestMemoriesSentReason(string(r.Reason))
	case memory.RetrievalOff:
		text += " " + noMemoriesSentReason(r.Reason)
	case memory.RetrievalRelevant:
		if r.Reason != "" {
			text += " " + translate.Text("No memories matched your message, so none were sent.")
		}
	}
	text += excludedByUserSentence(r)
	if u := a.data.message.Usage; u != nil && u.PromptTokens > 0 {
		text += " " + translate.Count(u.PromptTokens, "The server counted {{.Count}} token.",
			"The server counted {{.Count}} tokens.")
	}
	return widgets.NewWrappedText(text, theme.RoleMeta, theme.Text3, 0)
}

// expandableSection is a heading that expands, and its content.
func (a *answerPage) expandableSection(s promptSection, tokens int) []fyne.CanvasObject {
	icon := theme.IconRight
	if a.openSections[s.name] {
		icon = theme.IconDown
	}
	row := widgets.FixedSize(0, 28, widgets.Row(theme.Space8,
		widgets.FixedSize(8, 8, draw.NewBox(s.tone, theme.None, 2.5)),
		draw.NewLabel(s.title, theme.RoleStrong, theme.Text), widgets.Spacer(),
		draw.NewLabel(humanize.FormatWithThousandsSeparators(tokens), theme.RoleMeta, theme.Text3),
		draw.NewIcon(icon, 14, theme.Text3)))
	head := widgets.NewTappable(s.title, theme.None, theme.Hover, theme.None, theme.RadiusRow, row)
	head.OnTapped = func() {
		a.openSections[s.name] = !a.openSections[s.name]
		a.showPreviewOrReceiptSections()
	}
	out := []fyne.CanvasObject{head}
	if a.openSections[s.name] {
		out = append(out, a.sectionContent(s)...)
	}
	return out
}

// sectionContent is what a section shows below its heading.
func (a *answerPage) sectionContent(s promptSection) []fyne.CanvasObject {
	var out []fyne.CanvasObject
	r := a.data.message.Receipt
	switch s.name {
	case "relevant":
		if len(r.Memories) == 0 {
			out = append(out, newSunkenTextBox(translate.Text("No memories."), 0))
		}
		for _, h := range r.Memories {
			if !a.next.isShown || !isAlwaysSent(h) {
				out = append(out, a.memoryScoreCard(h))
			}
		}
	case "chats":
		for _, m := range r.Recalled {
			out = append(out, a.recalledMessageCard(m))
		}
		for _, s := range r.RecalledSummaries {
			out = append(out, a.recalledSummaryCard(s))
		}
	case "files":
		for _, f := range r.Files {
			out = append(out, sentFileRow(f, a.leaveOutButton(f.Name, 0, f.FileID)))
		}
	case "pictures":
		for _, p := range r.Pictures {
			out = append(out, sentPictureRow(p))
		}
	case "history":
		out = append(out, newSunkenTextBox(a.sentHistoryText(r), 0))
	default:
		out = append(out, newSunkenTextBox(systemMessageSectionOrWhole(r.SystemMessage, s.name), 40))
		if s.name == "long_term" {
			out = append(out, a.alwaysSentCardsOfPreview(r)...)
		}
	}
	return out
}

func newSunkenTextBox(text string, maxLines int) fyne.CanvasObject {
	return widgets.Stack(
		draw.NewBox(theme.Sunken, theme.None, theme.RadiusCard),
		widgets.PadVerticalAndSides(
			theme.Space8,
			theme.Space12,
			widgets.NewWrappedText(text, theme.RoleMeta, theme.Text2, maxLines),
		),
	)
}

func (a *answerPage) sentHistoryText(r *memory.Receipt) string {
	var b strings.Builder
	for _, m := range a.data.prompt {
		if m.Role == memory.RoleSystem {
			continue
		}
		who := translate.Text("You")
		if m.Role == memory.RoleAssistant {
			who = translate.Text("Model")
		}
		fmt.Fprintf(&b, "%s: %s\n", who, strings.TrimSpace(pictureNamesPrefix(m)+m.Content))
	}
	if r.OmittedCount > 0 {
		b.WriteString(translate.Count(r.OmittedCount, "{{.Count}} older message didn't fit.",
			"{{.Count}} older messages didn't fit."))
	}
	return strings.TrimSpace(b.String())
}

// memoryScoreCard is a memory with the components of its score.
func (a *answerPage) memoryScoreCard(h memory.MemoryHit) fyne.CanvasObject {
	content := fyne.CanvasObject(widgets.NewWrappedText(h.Content, theme.RoleMemory, theme.Text, 4))
	if remove := a.leaveOutButton(h.Content, h.ID, 0); remove != nil {
		content = widgets.Border(nil, nil, nil, widgets.Column(0, remove), content)
	}
	col := widgets.Column(theme.Space6, content)
	if why := strings.Join(translate.TranslateAllKnown(h.MatchReasonsForDisplay()), ", "); why != "" {
		col.Add(widgets.NewWrappedText(humanize.Capitalize(why), theme.RoleMeta, theme.Text3, 0))
	}
	if where := usedOnlyInText(h.Memory); where != "" {
		col.Add(draw.NewShrinkingLabel(where, theme.RoleMeta, theme.AccentText))
	}
	if rows := scoreRows(h.ScoreParts); len(rows) > 0 {
		for _, row := range rows {
			col.Add(row)
		}
	} else {
		col.Add(draw.NewShrinkingLabel(retrievalLaneText(h), theme.RoleMeta, theme.Text3))
	}
	t := widgets.NewTappable(translate.Text("Memory: {{.Content}}", "Content", h.Content), theme.Surface, theme.Hover,
		theme.Border, theme.RadiusCard,
		widgets.Pad(theme.Space8, theme.Space12, theme.Space10, theme.Space12, col))
	if h.ID != 0 { // system memories are in no list
		t.OnTapped = func() { a.env.NavigateTo(app.MemoryRoute(h.ID)) }
	}
	return t
}

// nearMissesSection is the last line: memories that scored well but were not sent.
func (a *answerPage) nearMissesSection(r *memory.Receipt) []fyne.CanvasObject {
	label := translate.Text("Show")
	if a.nearShown {
		label = translate.Text("Hide")
	}
	count := translate.Count(len(r.NearMisses), "{{.Count}} memory almost matched but wasn't sent",
		"{{.Count}} memories almost matched but weren't sent")
	out := []fyne.CanvasObject{draw.NewHairline(), widgets.TextBesideOrAboveControl(theme.Space8, 160,
		widgets.NewWrappedText(count, theme.RoleMeta, theme.Text2, 0),
		widgets.NewButton(widgets.ButtonOptions{Kind: widgets.Link, Label: label, Height: 26}, func() {
			a.nearShown = !a.nearShown
			a.showPreviewOrReceiptSections()
		}))}
	if a.nearShown {
		for _, h := range r.NearMisses {
			out = append(out, a.memoryScoreCard(h))
		}
	}
	return out
}

func (a *answerPage) copyPromptAsText() {
	var b strings.Builder
	for _, m := range a.data.prompt {
		fmt.Fprintf(&b, "[%s]\n%s%s\n\n", m.Role, pictureNamesPrefix(m), m.Content)
	}
	if b.Len() > 0 {
		a.env.CopyText(b.String())
		a.env.ShowToast(app.Toast{Text: translate.Text("Copied"), InPanel: true})
	}
}
