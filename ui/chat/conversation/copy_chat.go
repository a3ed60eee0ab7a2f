package conversation

import (
	"context"
	"fmt"
	"strings"

	"memoir/memory"

	"memoir/ui/translate"
)

// CopyText puts a text on the clipboard.
type CopyText struct{ Text string }

// CopyWholeChat copies the whole branch that is shown, with the messages that are not loaded.
func (s *State) CopyWholeChat() []Effect {
	if len(s.Messages) == 0 {
		return nil
	}
	if !s.HasOlder {
		return []Effect{CopyText{s.formatAsMarkdown(s.Messages)}}
	}
	return []Effect{ReadBranchToCopy{chat: s.Chat.ID, visit: s.visit}}
}

// formatAsMarkdown returns messages of the chat as one text: who wrote it, and what. The content of a
// message that is loaded is the one on the screen, which may be ahead of the store.
func (s *State) formatAsMarkdown(messages []memory.Message) string {
	var b strings.Builder
	for _, m := range messages {
		if shown := s.LoadedMessage(m.ID); shown != nil {
			m = *shown
		}
		who := translate.Text("You")
		switch m.Role {
		case memory.RoleSystem:
			continue // not shown in the chat either
		case memory.RoleAssistant:
			who = s.Models.AnswerModelName(m)
		}
		fmt.Fprintf(&b, "**%s**\n\n%s\n\n", who, strings.TrimSpace(m.Content))
	}
	return b.String()
}

// ReadBranchToCopy reads every message of the selected branch of a chat and has them copied, unless
// another chat was opened meanwhile.
type ReadBranchToCopy struct {
	chat  memory.ID
	visit *visit
}

// ConcurrencyPolicy is Queued, which keeps the order of the user's actions.
func (ReadBranchToCopy) ConcurrencyPolicy() Schedule { return Queued }

// RunOnCore reads the messages.
func (w ReadBranchToCopy) RunOnCore(ctx context.Context, core Core) Result {
	messages, err := core.ListBranchMessages(ctx, w.chat, 0, 0)
	return func(s *State) []Effect {
		switch {
		case err != nil:
			return []Effect{ShowError{err}}
		case s.visit != w.visit:
			return nil
		}
		return []Effect{CopyText{s.formatAsMarkdown(messages)}}
	}
}

func (CopyText) isEffect()         {}
func (ReadBranchToCopy) isEffect() {}
