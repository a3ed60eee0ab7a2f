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
		{"reply", replyRows, scrollToTop},
		{"blocks", blockRows, scrollToTop},
		{"history", historyRows, func(*gallery) {}},
		{"stream", streamRows, streamLongAnswer},
	}
}

func pageNames() string {
	var names []string
	for _, p := range galleryPages() {
		names = append(names, p.name)
	}
	return strings.Join(names, ", ")
}

func scrollToTop(g *gallery) { g.list.ScrollToTop() }

// replyRows is a question and an answer with everything an answer can have.
func replyRows() []messagelist.Row {
	return []messagelist.Row{
		message.UserMessage{ID: questionID, Text: question}.ListRow(),
		message.Answer{
			ID: dinnersID, Text: dinners, Version: 2, VersionCount: 3, Stats: "41 words/s · 9 s",
			ReceiptLabel: "Used 3 memories · 1 file",
			Learned:      []message.LearnedMemory{{ID: 1, Text: "The user is allergic to peanuts"}},
		}.ListRow(),
	}
}

// blockRows is an answer with every kind of block.
func blockRows() []messagelist.Row {
	return []messagelist.Row{message.Answer{ID: 1, Text: allBlocks}.ListRow()}
}

// historyRows is a chat of 300 messages.
func historyRows() []messagelist.Row {
	var rows []messagelist.Row
	for i := range 150 {
		q := strings.TrimSpace(strings.Repeat(numberedSentence(i), 1+i%4))
		rows = append(rows, message.UserMessage{ID: int64(2*i + 1), Text: q}.ListRow())
		a := message.Answer{ID: int64(2*i + 2), Text: dinners, Stats: "41 words/s"}
		if i%3 != 0 {
			a.Text = strings.Repeat(strings.Repeat(numberedSentence(i*7), 3+i%11)+"\n\n", 1+i%5)
		}
		rows = append(rows, a.ListRow())
	}
	return rows
}

// streamRows ends with an answer that has not begun.
func streamRows() []messagelist.Row {
	return append(replyRows(),
		message.UserMessage{ID: 3, Text: "Tell me everything about it."}.ListRow(),
		message.Answer{ID: streamedID, State: message.Waiting, Status: "Still waiting for Llama 3.1 8B"}.ListRow())
}
