//go:build gallery

package main

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"

	"memoir/ui/composer"
	"memoir/ui/message"
	"memoir/ui/messagelist"
	"memoir/ui/theme"
)

const (
	composerReady = composer.Ready
	composerBusy  = composer.Busy
	questionID    = 1
	dinnersID     = 2
	pointedID     = 9
)

// page is a set of components in some state.
type page struct {
	name  string
	make  func(*gallery) fyne.CanvasObject
	ready func(*gallery) // once it is in the window
	shot  bool           // part of the screenshots
}

func pages() []page {
	return []page{
		{"chat", chatPage, nil, true},
		{"rows", rowsPage, poseRows, true},
		{"faults", faultsPage, toTop, true},
		{"blocks", blocksPage, toTop, true},
		{"more-blocks", blocksPage, toEnd, true},
		{"code", codePage, poseCode, true},
		{"composer", composerPage, nil, true},
		{"controls", controlsPage, nil, true},
		{"panes", panesPage, posePanes, true},
		{"empty-panes", emptyPage, nil, true},
		{"loading", loadingPage, nil, true},
		{"parts", partsPage, nil, true},
		{"header", headerPage, nil, true},
		{"answer", answerPage, poseAnswer, true},
		{"dinners", chatPage, toTop, false},
		{"thread", threadPage, nil, false},
		{"stream", streamPage, startStream, false},
	}
}

func pageNames() string {
	var names []string
	for _, p := range pages() {
		names = append(names, p.name)
	}
	return strings.Join(names, ", ")
}

func toTop(g *gallery) { g.list.ScrollToTop() }

// poseRows puts the pointer on the first message, which then shows what can be done with it.
func poseRows(g *gallery) {
	toTop(g)
	g.after(poseAfter, func() {
		if v, ok := g.list.ViewByID(pointedID).(desktop.Hoverable); ok {
			v.MouseIn(nil)
		}
	})
}

func toEnd(g *gallery) { g.list.ScrollToEnd() }

// chat is a list above a composer, as in the window.
func (g *gallery) chat(rows []messagelist.Row) fyne.CanvasObject {
	g.list = messagelist.New(message.NewViewFactory(&g.actions))
	g.list.ReducedMotion = g.actions.ReducedMotion
	g.list.OpenChat(rows)
	g.composer = composer.New("Message Memoir")
	g.composer.OnSend = g.send
	g.composer.OnStop = func() {
		g.stream.stop()
		g.stream.end(message.Stopped)
	}
	g.composer.OnEditLast = func() { g.composer.SetText(g.asked) }
	g.composer.OnUnhandledKey = g.list.HandleKey
	g.composer.OnLongPaste = func(text string) {
		g.composer.SetFiles([]composer.File{{ID: 1, Name: "Pasted text", Detail: composer.FormatTokens(len(text) / 4)}})
	}
	g.composer.OnRemoveFile = func(int64) { g.composer.SetFiles(nil) }
	g.composer.OnToggleTemporary = g.composer.SetTemporary
	g.composer.SetMeter(composer.Meter{Used: 6124, Limit: 32_000})
	g.composer.SetDestination(composer.Destination{Local: true,
		Text: "This model runs on this computer. Nothing leaves it."})
	return container.New(&chatLayout{g}, g.list, g.composer)
}

// send shows a question and plays an answer to it.
func (g *gallery) send(text string) {
	q, a := g.next, g.next+1
	g.next += 2
	g.asked = text
	g.composer.Clear()
	g.list.AppendRows(message.UserMessage{ID: q, Text: text}.ListRow(),
		message.Answer{ID: a, State: message.Waiting}.ListRow())
	g.list.PinQuestion(q)
	g.play(a, strings.Repeat("Here is a short answer. ", 6), 3)
}

func chatPage(g *gallery) fyne.CanvasObject {
	g.replies = []message.Answer{dinnersReply()}
	o := g.chat([]messagelist.Row{message.UserMessage{ID: questionID, Text: question}.ListRow(), g.replies[0].ListRow()})
	if g.page == "chat" {
		g.composer.SetFiles([]composer.File{
			{ID: 1, Name: "pantry.csv", Detail: "1.2k"}, {ID: 2, Name: "recipes.md", Detail: "2.4k"},
		})
	}
	return o
}

func blocksPage(g *gallery) fyne.CanvasObject {
	return g.chat([]messagelist.Row{message.Answer{ID: 1, Text: everything}.ListRow()})
}

func threadPage(g *gallery) fyne.CanvasObject { return g.chat(threadRows()) }

// threadRows is a thread of 300 messages.
func threadRows() []messagelist.Row {
	var rows []messagelist.Row
	for i := range 150 {
		q := strings.TrimSpace(strings.Repeat(sentence(i), 1+i%4))
		rows = append(rows, message.UserMessage{ID: int64(2*i + 1), Text: q}.ListRow())
		a := message.Answer{ID: int64(2*i + 2), Text: dinners, Stats: "41 words/s"}
		if i%3 != 0 {
			a.Text = strings.Repeat(strings.Repeat(sentence(i*7), 3+i%11)+"\n\n", 1+i%5)
		}
		rows = append(rows, a.ListRow())
	}
	return rows
}

func sentence(i int) string {
	all := []string{
		"The kettle was on before the light came through the blinds. ", "What does the second column of this file mean? ",
		"Twelve of them are left, and two of those are cracked. ", "It depends on the weather and on who asks. ",
		"Write it shorter. ",
	}
	return all[i%len(all)]
}

func streamPage(g *gallery) fyne.CanvasObject {
	return g.chat([]messagelist.Row{
		message.UserMessage{ID: questionID, Text: question}.ListRow(), dinnersReply().ListRow(),
		message.UserMessage{ID: 3, Text: "Tell me everything about it."}.ListRow(),
		message.Answer{ID: 4, State: message.Waiting, Status: "Still waiting for Llama 3.1 8B"}.ListRow(),
	})
}

func startStream(g *gallery) {
	var b strings.Builder
	for i := range 400 {
		b.WriteString(sentence(i))
		if i%9 == 8 {
			b.WriteString("\n\n")
		}
	}
	g.play(4, b.String(), 2)
}

// chatLayout gives the composer what it needs and the list the rest.
type chatLayout struct{ g *gallery }

func (l *chatLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(400, 300) }

func (l *chatLayout) Layout(_ []fyne.CanvasObject, s fyne.Size) {
	g := l.g
	width := min(theme.Current().ScaleWithText(theme.ColumnWidth), s.Width-2*theme.ColumnMargin)
	x := float32(int((s.Width - width) / 2))
	g.composer.OnHeightChanged = func() { l.Layout(nil, s) }
	g.composer.SetMaxHeight(s.Height * 0.4)
	if g.composer.Size().Width != width {
		g.composer.Resize(fyne.NewSize(width, g.composer.Size().Height))
	}
	h := g.composer.MinSize().Height
	g.composer.Resize(fyne.NewSize(width, h))
	g.composer.Move(fyne.NewPos(x, s.Height-h-12))
	g.list.Move(fyne.NewPos(0, 0))
	g.list.Resize(fyne.NewSize(s.Width, s.Height-h-12-8))
}

// dinnersReply is an answer with all that can belong to it.
func dinnersReply() message.Answer {
	return message.Answer{
		ID: dinnersID, Text: dinners, Version: 2, VersionCount: 3, Stats: "41 words/s · 9 s",
		ReceiptLabel: "Used 3 memories · 1 file",
		Learned:      []message.LearnedMemory{{ID: 1, Text: "The user is allergic to peanuts"}},
	}
}

func rowsPage(g *gallery) fyne.CanvasObject {
	short := "All three take **under 30 minutes** and serve two."
	g.replies = []message.Answer{
		{
			ID: 12, Text: short, Reasoning: reasoning, ReasoningDuration: 8 * time.Second, Stats: "41 words/s · 9 s",
			ReceiptLabel: "Used 3 memories", Learned: []message.LearnedMemory{
				{ID: 1, Text: "Jonas eats vegetarian on weekdays"},
				{ID: 2, Text: "The user moves to Porto", UndoneAt: time.Now().Add(time.Hour)},
				{ID: 3, Text: "The user may be pregnant", IsInInbox: true},
			},
		},
	}
	return g.chat([]messagelist.Row{
		message.UserMessage{ID: pointedID, Text: "A message with the pointer on it."}.ListRow(),
		message.UserMessage{ID: 10, Text: "A message that was edited.", Version: 2, VersionCount: 2}.ListRow(),
		message.UserMessage{ID: 11, Text: "The message that is in the composer at present.", IsEditing: true}.ListRow(),
		g.replies[0].ListRow(),
		message.Answer{ID: 13, State: message.Waiting}.ListRow(),
		message.Answer{ID: 14, State: message.Waiting, Status: "Still waiting for Llama 3.1 8B"}.ListRow(),
		message.Answer{ID: 15, State: message.Waiting, Reasoning: reasoning}.ListRow(),
		message.Answer{ID: 16, State: message.Streaming, Text: short}.ListRow(),
	})
}

func faultsPage(g *gallery) fyne.CanvasObject {
	part := "All three take **under 30 minutes**, serve two, and use"
	return g.chat([]messagelist.Row{
		message.UserMessage{ID: 20, Text: "Plan three dinners."}.ListRow(),
		message.Answer{ID: 21, State: message.Stopped, Text: part, Stats: "38 words/s · 2 s"}.ListRow(),
		message.Answer{ID: 22, State: message.Interrupted, Text: part, Version: 2, VersionCount: 2}.ListRow(),
		message.Answer{ID: 23, State: message.Failed, Fault: &message.Fault{
			Title: "Ollama is not running at 127.0.0.1:11434.", Hint: "Start it, then try again, or use another model.",
			Buttons: []message.FaultButton{{ID: "retry", Label: "Try again"}, {ID: "model", Label: "Use another model"}},
		}}.ListRow(),
		message.Answer{ID: 24, State: message.Failed, Fault: &message.Fault{
			Title: "About 41k tokens, the model takes 32k.", Hint: "Drop two files or 14 old messages.",
			Buttons: []message.FaultButton{{ID: "trim", Label: "Trim"}},
		}}.ListRow(),
		message.Answer{ID: 25, Text: "The rest was read.", OmittedNote: "4 older messages were left out."}.ListRow(),
	})
}
