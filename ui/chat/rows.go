package chat

import (
	"slices"
	"strings"
	"time"

	"memoir/memory"
	"memoir/ui/chat/conversation"
	"memoir/ui/composer"
	"memoir/ui/message"
	"memoir/ui/messagelist"
	"memoir/ui/translate"
)

// truncatedShare is the share of our estimate below which the token count of the server means that
// it truncated the prompt: the estimate is cautious, but never by half.
const truncatedShare = 0.5

// truncationMinTokens is the size in tokens below which a difference is not significant.
const truncationMinTokens = 2000

// buildMessageRows returns a row for each message but system messages, the line above the first
// message that the model sees word for word and, at the head of a branched chat, the line that
// names the other one.
func buildMessageRows(s *conversation.State) []messagelist.Row {
	out := make([]messagelist.Row, 0, len(s.Messages)+2)
	first, line := firstSentMessageAndWindowStart(s)
	if s.Origin.ChatID != 0 && !s.HasOlder && len(s.Messages) > 0 {
		out = append(out, message.BranchOrigin{Title: s.Origin.Title}.ListRow())
	}
	for _, m := range s.Messages {
		if m.Role == memory.RoleSystem {
			continue
		}
		if m.ID == first {
			out = append(out, line.ListRow())
		}
		out = append(out, buildMessageRow(s, m))
	}
	return out
}

// firstSentMessageAndWindowStart returns the first message that was sent for the newest answer, and
// the line above it. It returns 0 when all that is loaded was sent.
func firstSentMessageAndWindowStart(s *conversation.State) (memory.ID, message.WindowStart) {
	for _, m := range slices.Backward(s.Messages) {
		if m.Receipt == nil {
			continue
		}
		if m.Receipt.OmittedCount == 0 || len(m.Receipt.HistoryIDs) == 0 {
			break
		}
		first := m.Receipt.HistoryIDs[0]
		return first, message.WindowStart{ID: -int64(first), Summary: string(m.Receipt.Summary)}
	}
	return 0, message.WindowStart{}
}

// buildMessageRow builds the row of one message.
func buildMessageRow(s *conversation.State, m memory.Message) messagelist.Row {
	at, of := conversation.VersionPositionAndCount(m)
	if m.Role == memory.RoleUser {
		return message.UserMessage{
			ID: int64(m.ID), Text: m.Content, Version: at, VersionCount: of, IsEditing: m.ID == s.Composer.EditingID,
			IsReadOnly: s.IsInTrash(), Pictures: messagePictures(m),
		}.ListRow()
	}
	r := message.Answer{
		ID: int64(m.ID), Text: m.Content, State: displayStateOfMessage(m), Reasoning: string(m.Reasoning), Version: at,
		VersionCount: of, Stats: answerSpeedDurationAndCostText(s, m), ReceiptLabel: usedContextCountsText(m.Receipt),
		Learned:     learnedMemoriesOfAnswer(s, m),
		OmittedNote: omittedPromptPartText(m), IsReadOnly: s.IsInTrash(),
	}
	if r.State.IsMoreTextExpected() {
		r.Stats, r.ReceiptLabel = "", ""
		if s.Answers.IsAnswerSlow(m.ID) {
			r.Status = translate.Text("Still waiting for {{.Model}}. Press Esc to stop.", "Model", s.Models.AnswerModelName(m))
		}
	}
	if m.Status == memory.MessageFailed { // nothing was made of them
		r.ReceiptLabel = ""
	}
	r.IsFollowed = m.ID != s.Messages[len(s.Messages)-1].ID
	if m.Error != nil && m.Status != memory.MessageStreaming {
		r.Fault = answerFaultWithButtons(m, !r.IsFollowed)
		if r.IsReadOnly { // all of them lead to another answer here
			r.Fault.Buttons = nil
		}
	}
	return r.ListRow()
}

func displayStateOfMessage(m memory.Message) message.State {
	switch m.Status {
	case memory.MessageStreaming:
		if m.Content == "" && m.Reasoning == "" {
			return message.Waiting
		}
		return message.Streaming
	case memory.MessageStopped:
		return message.Stopped
	case memory.MessageInterrupted:
		return message.Interrupted
	case memory.MessageFailed:
		return message.Failed
	}
	switch m.FinishReason {
	case memory.FinishLength:
		return message.LengthLimited
	case memory.FinishFilter:
		return message.Filtered
	}
	return message.Complete
}

// answerSpeedDurationAndCostText is speed and duration of an answer, and its cost where the prices
// of its model are known: "41 words/s · 9 s · ≈ $0.02".
func answerSpeedDurationAndCostText(s *conversation.State, m memory.Message) string {
	text := answerSpeedAndDurationText(m)
	if m.Usage == nil {
		return text
	}
	for _, info := range s.Models.All {
		if info.ID != string(m.Model) {
			continue
		}
		if dollars, ok := info.EstimateCost(*m.Usage); ok {
			return strings.TrimPrefix(text+" · "+formatEstimatedDollars(dollars), " · ")
		}
	}
	return text
}

// answerSpeedAndDurationText is speed and duration of an answer: "41 words/s · 9 s"; nothing for
// one that was continued, whose duration includes the break.
func answerSpeedAndDurationText(m memory.Message) string {
	if m.FinishedAt.IsZero() || m.Status == memory.MessageFailed || m.Receipt != nil && m.Receipt.Continued != nil {
		return ""
	}
	took := m.FinishedAt.Sub(m.CreatedAt)
	if took <= 0 {
		return ""
	}
	words := len(strings.Fields(m.Content))
	length := translate.Text("{{.Seconds}} s", "Seconds", translate.FormatDecimal(took.Seconds(), 0))
	if took < time.Second {
		length = translate.Text("{{.Milliseconds}} ms", "Milliseconds", took.Milliseconds())
	}
	if took < 300*time.Millisecond || words < 5 {
		return length
	}
	return translate.Text("{{.Words}} words/s · {{.Duration}}", "Words",
		translate.FormatDecimal(float64(words)/took.Seconds(), 0), "Duration", length)
}

// usedContextCountsText is the label of the receipt pill.
func usedContextCountsText(r *memory.Receipt) string {
	if r == nil {
		return ""
	}
	parts := []string{}
	if n := len(r.Memories); n > 0 {
		parts = append(parts, translate.Count(n, "{{.Count}} memory", "{{.Count}} memories"))
	}
	if n := len(r.Recalled); n > 0 {
		parts = append(parts, translate.Count(n, "{{.Count}} earlier message", "{{.Count}} earlier messages"))
	}
	if n := r.SentPictureCount(); n > 0 {
		parts = append(parts, translate.Count(n, "{{.Count}} picture", "{{.Count}} pictures"))
	}
	if n := len(r.Files); n > 0 {
		parts = append(parts, translate.Count(n, "{{.Count}} file", "{{.Count}} files"))
	}
	if len(parts) == 0 {
		return translate.Text("Used no memories")
	}
	return translate.Text("Used {{.Parts}}", "Parts", strings.Join(parts, " · "))
}

// learnedMemoriesOfAnswer lists what was extracted from the turn, including what was just undone.
func learnedMemoriesOfAnswer(s *conversation.State, m memory.Message) []message.LearnedMemory {
	var out []message.LearnedMemory
	for _, d := range m.Learned {
		l := message.LearnedMemory{ID: int64(d.ID), Text: learnedDecisionText(d)}
		if d.After != nil {
			l.IsInInbox = d.After.Status == memory.StatusInbox
		}
		if d.UndoneBy != 0 {
			at, ok := s.Answers.DecisionUndoneAt(d.ID)
			if !ok {
				continue
			}
			l.UndoneAt = at
		}
		out = append(out, l)
	}
	return out
}

// learnedDecisionText is the text shown for a decision.
func learnedDecisionText(d memory.Decision) string {
	if d.After != nil && d.After.Status != memory.StatusForgotten {
		return d.After.Content
	}
	if d.Before != nil {
		return translate.Text("no longer remembered: {{.Content}}", "Content", d.Before.Content)
	}
	return string(d.Candidate)
}

// omittedPromptPartText says which part of the prompt did not reach the model.
func omittedPromptPartText(m memory.Message) string {
	r := m.Receipt
	if r == nil {
		return ""
	}
	estimate := r.PromptTokens
	for _, p := range r.Pictures {
		estimate -= p.Tokens // every server counts pictures in its own way
	}
	if m.Usage != nil && m.Usage.PromptTokens > 0 && estimate >= truncationMinTokens &&
		float64(m.Usage.PromptTokens) < truncatedShare*float64(estimate) {
		return translate.Text("The server read only {{.PromptTokens}} of roughly {{.Estimate}} tokens sent.", "PromptTokens",
			composer.AbbreviateTokenCount(m.Usage.PromptTokens), "Estimate", composer.AbbreviateTokenCount(estimate))
	}
	if r.OmittedCount > 0 {
		return translate.Count(r.OmittedCount, "{{.Count}} older message was left out.",
			"{{.Count}} older messages were left out.")
	}
	return ""
}
