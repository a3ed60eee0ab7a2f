package main

import (
	"strings"
	"time"

	"memoir/ui/composer"
	"memoir/ui/message"
)

const (
	streamInterval    = 33 * time.Millisecond  // between two updates
	timeToFirstUpdate = 300 * time.Millisecond // after the question
)

// answerStream streams an answer into its row as a model would, a few words per update.
type answerStream struct {
	g              *gallery
	answer         message.Answer
	remaining      []string // words
	wordsPerUpdate int
	wordCount      int    // words shown so far
	cancel         func() // of the next update
	finished       bool
}

// startStreamingAnswerBusyComposer starts to stream text into the waiting answer id.
func (g *gallery) startStreamingAnswerBusyComposer(id int64, text string, wordsPerUpdate int) {
	g.stream = &answerStream{
		g: g, answer: message.Answer{ID: id, State: message.Streaming}, remaining: strings.SplitAfter(text, " "),
		wordsPerUpdate: wordsPerUpdate,
	}
	g.composer.SetSendButtonPhase(composer.Busy, "")
	g.stream.cancel = g.scheduleOnUIReturningStop(timeToFirstUpdate, g.stream.appendNextWords)
}

func (s *answerStream) appendNextWords() {
	n := min(s.wordsPerUpdate, len(s.remaining))
	s.answer.Text += strings.Join(s.remaining[:n], "")
	s.remaining = s.remaining[n:]
	s.wordCount += n
	if len(s.remaining) == 0 {
		s.finishAnswerAndReadyComposer(message.Complete)
		return
	}
	s.g.list.UpdateRow(s.answer.ListRow())
	s.cancel = s.g.scheduleOnUIReturningStop(streamInterval, s.appendNextWords)
}

func (s *answerStream) finishAnswerAndReadyComposer(state message.State) {
	s.finished = true
	s.answer.State = state
	s.answer.Stats = "41 words/s · 9 s"
	s.answer.ReceiptLabel = "Used 3 memories · 1 file"
	s.g.list.UpdateRow(s.answer.ListRow())
	s.g.composer.SetSendButtonPhase(composer.Ready, "")
}

// appendQuestionAndStreamAnswer appends a question and streams a short answer to it.
func (g *gallery) appendQuestionAndStreamAnswer(text string) {
	question, answer := g.nextID, g.nextID+1
	g.nextID += 2
	g.lastQuestion = text
	g.composer.ClearText()
	g.list.AppendRows(message.UserMessage{ID: question, Text: text}.ListRow(),
		message.Answer{ID: answer, State: message.Waiting}.ListRow())
	g.list.PinQuestionToTop(question)
	g.startStreamingAnswerBusyComposer(answer, strings.Repeat("Here is a short answer. ", 6), 3)
}

// streamLongAnswer streams an answer that is several windows high.
func streamLongAnswer(g *gallery) {
	var b strings.Builder
	for i := range 400 {
		b.WriteString(sentenceInTurn(i))
		if i%9 == 8 {
			b.WriteString("\n\n")
		}
	}
	g.startStreamingAnswerBusyComposer(streamedID, b.String(), 2)
}
