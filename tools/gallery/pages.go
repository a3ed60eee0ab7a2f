package main

import (
	"strings"

	"memoir/ui/message"
	"memoir/ui/messagelist"
)

// Rows that are referred to by id.
const (
	questionID = 1
	dinnersID  = 2
	streamedID = 4
)

// page is a chat with sample messages.
type page struct {
	name      string
	rows      func() []messagelist.Row
	afterShow func(*gallery)
}

func galleryPages() []page {
	return []page{
		{"reply", questionAndFullAnswerRows, scrollToTop},
		{"blocks", allBlockKindsRows, scrollToTop},
		{"formulas", formulaRows, scrollToTop},
		{"history", longChatRows, func(*gallery) {}},
		{"stream", rowsEndingInWaitingAnswer, streamLongAnswer},
	}
}

func commaSeparatedPageNames() string {
	var names []string
	for _, p := range galleryPages() {
		names = append(names, p.name)
	}
	return strings.Join(names, ", ")
}

func scrollToTop(g *gallery) { g.list.ScrollToTop() }

// questionAndFullAnswerRows is a question and an answer with everything an answer can have.
func questionAndFullAnswerRows() []messagelist.Row {
	return []messagelist.Row{
		message.UserMessage{ID: questionID, Text: question}.ListRow(),
		message.Answer{
			ID: dinnersID, Text: dinners, Version: 2, VersionCount: 3, Stats: "41 words/s · 9 s",
			ReceiptLabel: "Used 3 memories · 1 file",
			Learned:      []message.LearnedMemory{{ID: 1, Text: "The user is allergic to peanuts"}},
		}.ListRow(),
	}
}

// allBlockKindsRows is an answer with every kind of block.
func allBlockKindsRows() []messagelist.Row {
	return []messagelist.Row{message.Answer{ID: 1, Text: allBlocks}.ListRow()}
}

// formulaRows is a question and an answer with mathematics.
func formulaRows() []messagelist.Row {
	return []messagelist.Row{
		message.UserMessage{ID: questionID, Text: formulaQuestion}.ListRow(),
		message.Answer{ID: dinnersID, Text: formulas}.ListRow(),
	}
}

// longChatRows is a chat of 300 messages.
func longChatRows() []messagelist.Row {
	var rows []messagelist.Row
	for i := range 150 {
		q := strings.TrimSpace(strings.Repeat(sentenceInTurn(i), 1+i%4))
		rows = append(rows, message.UserMessage{ID: int64(2*i + 1), Text: q}.ListRow())
		a := message.Answer{ID: int64(2*i + 2), Text: dinners, Stats: "41 words/s"}
		if i%3 != 0 {
			a.Text = strings.Repeat(strings.Repeat(sentenceInTurn(i*7), 3+i%11)+"\n\n", 1+i%5)
		}
		rows = append(rows, a.ListRow())
	}
	return rows
}

// rowsEndingInWaitingAnswer ends with an answer that has not begun.
func rowsEndingInWaitingAnswer() []messagelist.Row {
	return append(questionAndFullAnswerRows(),
		message.UserMessage{ID: 3, Text: "Tell me everything about it."}.ListRow(),
		message.Answer{ID: streamedID, State: message.Waiting, Status: "Still waiting for Llama 3.1 8B"}.ListRow())
}
