package panel

import (
	"context"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/draw"
	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// previewDelay is the time from the last change of a message to building its prompt.
const previewDelay = 300 * time.Millisecond

// nextMessage is the message in the composer, whose prompt the page of an answer can show before it
// is sent. It must be used on the UI goroutine.
type nextMessage struct {
	params     memory.PreviewParams
	isShown    bool // instead of an answer
	model      string
	problem    string // why there is no preview
	reload     *app.Debounce
	onLeaveOut func(without memory.Exclusions) // sets what is left out of the message
}

// SetNextMessageAndReloadPreview says what is in the composer; while its preview is shown, that
// follows after a pause.
func (p *Pane) SetNextMessageAndReloadPreview(params memory.PreviewParams) {
	p.answer.next.params = params
	p.answer.reloadPreviewSoonIfShown()
}

// SetLeaveOutCallback sets what is called to change what is left out of the message in the
// composer.
func (p *Pane) SetLeaveOutCallback(f func(without memory.Exclusions)) { p.answer.next.onLeaveOut = f }

// ShowNextMessagePreview shows what will be sent with the message in the composer.
func (p *Pane) ShowNextMessagePreview() {
	p.closeEditorKeepingDraft()
	p.pages.setTabWithoutOverlayKeepingEditor(Answer)
	p.showTopPage()
	p.answer.showPreview()
}

func (a *answerPage) showPreview() {
	a.request.Cancel()
	a.data, a.pinned, a.next.isShown = answerData{}, false, true
	a.updateEarlierButton()
	a.loadAndShowPreview()
}

// endPreviewWithoutRedraw shows answers again.
func (a *answerPage) endPreviewWithoutRedraw() {
	if a.next.isShown {
		a.next.isShown, a.data = false, answerData{}
		a.next.reload.Cancel()
		a.request.Cancel()
		a.updateEarlierButton()
	}
}

// updateEarlierButton labels the button that leads to another answer.
func (a *answerPage) updateEarlierButton() {
	a.earlier.UpdateOptions(func(o *widgets.ButtonOptions) {
		o.Label, o.Name = translate.Text("Earlier"), translate.Text("Earlier answer")
		if a.next.isShown {
			o.Label, o.Name = translate.Text("Last answer"), translate.Text("What was sent for the last answer")
		}
	})
}

func (a *answerPage) reloadPreviewSoonIfShown() {
	if a.next.isShown {
		a.next.reload.Restart()
	}
}

// loadAndShowPreview builds the prompt off the UI goroutine and shows it. A blank message has none.
func (a *answerPage) loadAndShowPreview() {
	params := a.next.params
	if strings.TrimSpace(params.Text) == "" {
		a.request.Cancel()
		a.data, a.next.problem = answerData{}, ""
		a.showPreviewOrReceiptSections()
		return
	}
	app.RunCancellingPrevious(a.env.Tasks, &a.request, func(ctx context.Context) (memory.PromptPreview, error) {
		return a.env.Session.PreviewPrompt(ctx, params)
	}, func(p memory.PromptPreview, err error) {
		if !a.next.isShown {
			return
		}
		a.data, a.next.model, a.next.problem = answerData{prompt: p.Messages}, p.Model, ""
		a.data.message.Receipt = &p.Receipt
		if err != nil {
			title, hint := app.Explain(err)
			a.data, a.next.problem = answerData{}, title+" "+hint
		}
		a.showPreviewOrReceiptSections()
	})
}

// noPreviewText says why nothing is shown.
func (n *nextMessage) noPreviewText() string {
	if n.problem != "" {
		return n.problem
	}
	return translate.Text("As you type a message, everything that will be sent to the model appears here.")
}

// newPreviewIntro says what the page shows.
func (n *nextMessage) newPreviewIntro() fyne.CanvasObject {
	text := translate.Text(
		"Everything that will be sent, word for word, if you send this message now. Anything you leave out stays in Memoir.")
	if n.model != "" {
		text = translate.Text("This message goes to {{.Model}}.", "Model", n.model) + " " + text
	}
	return widgets.NewWrappedText(text, theme.RoleMeta, theme.Text3, 0)
}

// leftOutCountRow counts what is left out, with a button that puts it back; nil when nothing is.
func (n *nextMessage) leftOutCountRow() fyne.CanvasObject {
	if n.params.Without.Count() == 0 {
		return nil
	}
	return widgets.Row(theme.Space8, draw.NewIcon(theme.IconInfo, 15, theme.Text3),
		widgets.Flex(widgets.CenterVertically(
			draw.NewShrinkingLabel(translate.Text("{{.What}} left out", "What", leftOutText(n.params.Without)),
				theme.RoleMeta, theme.Text2))),
		widgets.NewButton(widgets.ButtonOptions{
			Kind: widgets.Link, Label: translate.Text("Put back"), Height: 26, Name: translate.Text(
				"Put back what was left out"),
		}, func() { n.onLeaveOut(memory.Exclusions{}) }))
}

// leftOutText counts memories and files: "2 memories and 1 file".
func leftOutText(e memory.Exclusions) string {
	var parts []string
	if n := len(e.Memories); n > 0 {
		parts = append(parts, translate.Count(n, "{{.Count}} memory", "{{.Count}} memories"))
	}
	if n := len(e.Files); n > 0 {
		parts = append(parts, translate.Count(n, "{{.Count}} file", "{{.Count}} files"))
	}
	if len(parts) == 2 {
		return translate.Text("{{.First}} and {{.Second}}", "First", parts[0], "Second", parts[1])
	}
	return strings.Join(parts, "")
}

// leaveOutButton leaves a memory or a file out of the message; nil where answers are shown, and for
// memories of the system, which are in no list.
func (a *answerPage) leaveOutButton(what string, memoryID, fileID memory.ID) fyne.CanvasObject {
	if !a.next.isShown || memoryID == 0 && fileID == 0 {
		return nil
	}
	return widgets.NewButton(widgets.ButtonOptions{
		Kind: widgets.Quiet, Icon: theme.IconClose, Height: 24, IconSize: 13,
		Name: translate.Text("Leave out: {{.What}}", "What", what),
	}, func() {
		without := memory.Exclusions{
			Memories: slices.Clone(a.next.params.Without.Memories), Files: slices.Clone(a.next.params.Without.Files),
		}
		if memoryID != 0 {
			without.Memories = append(without.Memories, memoryID)
		} else {
			without.Files = append(without.Files, fileID)
		}
		a.next.onLeaveOut(without)
	})
}

// alwaysSentCardsOfPreview are the memories that every message is sent with; before a message is
// sent, each can be left out of it.
func (a *answerPage) alwaysSentCardsOfPreview(r *memory.Receipt) []fyne.CanvasObject {
	var out []fyne.CanvasObject
	for _, h := range r.Memories {
		if a.next.isShown && isAlwaysSent(h) {
			out = append(out, a.memoryScoreCard(h))
		}
	}
	return out
}

func isAlwaysSent(h memory.MemoryHit) bool {
	return h.Lane == memory.LaneAlways || h.Lane == memory.LaneKeys
}

// newPreviewTitle is the heading of the page.
func newPreviewTitle() fyne.CanvasObject {
	return draw.NewLabel(translate.Text("What will be sent"), theme.RoleTitle, theme.Text)
}

// excludedByUserSentence says what the user left out of an answered message, "" for nothing.
func excludedByUserSentence(r *memory.Receipt) string {
	if r.Excluded == nil {
		return ""
	}
	return " " + translate.Text("You left out {{.What}}.", "What", leftOutText(*r.Excluded))
}
