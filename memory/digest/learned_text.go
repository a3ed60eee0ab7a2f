package digest

import (
	"context"
	"errors"
	"fmt"

	"memoir/memory"
)

// AddLearnedTextToSummaryIfPerExchange adds a text that was learned in a chat without a message to
// the chat's summary, where the settings sum up after every exchange (source 001). The new summary
// carries the previous one on and covers no message of its own. A model that fails is replaced by
// the rule, and without a chat, or where the chat is not learned from, nothing is done.
func (d *Digester) AddLearnedTextToSummaryIfPerExchange(ctx context.Context, chat memory.Chat, text string) error {
	if trigger := SummaryTriggerInMessages(d.config()); trigger == 0 || trigger > 2 || chat.ID == 0 ||
		!MayChatBeSummarised(chat) {
		return nil
	}
	message := memory.Message{Role: memory.RoleUser, Content: text}
	in := summaryInput{chat: chat, covered: []memory.Message{message}, read: []memory.Message{message}}
	branch, err := d.store.MessageStore().ListBranchWithoutReceiptsAndVersions(ctx, chat.ProfileID, chat.ID, 0, 0)
	if err != nil {
		return err
	}
	all, err := d.store.SummaryStore().ListOfChat(ctx, chat.ProfileID, chat.ID)
	if err != nil {
		return err
	}
	in.previous, _ = memory.NewestSummaryOnBranchOrOfTexts(summariesNotWithdrawn(all), branch)
	summary, model, err := d.requestSummaryFromModel(ctx, in)
	if errors.Is(err, memory.ErrTokenLimit) || ctx.Err() != nil {
		return err
	}
	if err != nil {
		d.log.Info("a learned text is summed up by rule", "chat", chat.ID, "because", err)
		summary, model = summariseMessagesByRule(
			in.previous.Content,
			in.covered,
			d.config().SummaryStyle,
		), memory.RuleBasedModel
	}
	if summary, err = d.removeForgottenAndReplacedStatements(ctx, chat.ProfileID, summary, nil); err != nil {
		return err
	}
	err = d.store.InTx(ctx, func(tx memory.Store) error {
		return d.insertSummaryWithDecision(ctx, tx, memory.Summary{
			ProfileID: chat.ProfileID, ChatID: chat.ID, Content: summary, LastMessageID: in.previous.LastMessageID,
			MessageCount: 1, Model: model, State: memory.SummaryCurrent, CreatedAt: d.nowInUTCToMillisecond(),
		}, fmt.Sprintf("summarise-learned-%d", d.nowInUTCToMillisecond().UnixNano()))
	})
	if err != nil {
		return fmt.Errorf("sum up a learned text: %w", err)
	}
	memory.PublishStaleDataEvent(d.bus, memory.EventMemories, chat.ProfileID, chat.ID)
	return nil
}
