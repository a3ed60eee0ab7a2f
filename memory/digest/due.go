package digest

import (
	"context"
	"errors"
	"time"

	"memoir/memory"
)

// When a chat is summed up although it has not reached the trigger: it has been idle for idleTime
// and has minIdleMessages without a summary, or the idle chats of its profile have
// minProfileMessages together, so that short chats are summed up too.
const (
	idleTime           = 30 * time.Minute
	minIdleMessages    = 10
	minProfileMessages = 30
	idleCheckInterval  = 5 * time.Minute
)

// toleratedEmptyMessages is how many failed answers among the newest messages do not hide that the
// trigger was reached.
const toleratedEmptyMessages = 20

// EnqueueSummaryOrBaseJobIfDue queues, in the transaction that stores an answer, the job that sums
// the chat up when the branch of the answer has reached the trigger, or else the job that writes
// the base memory anew. The job names the answer: an exchange pays for one at most. Where both are
// due they take turns.
func (d *Digester) EnqueueSummaryOrBaseJobIfDue(
	ctx context.Context, tx memory.Store, chat memory.Chat, answer memory.Message,
) error {
	if !MayChatBeSummarised(chat) || !hasTextToSummarise(answer) {
		return nil
	}
	summary, err := d.isSummaryDue(ctx, tx, chat, answer)
	if err != nil {
		return err
	}
	base, err := d.isBaseDue(ctx, tx, chat.ProfileID, summary)
	switch {
	case err != nil:
		return err
	case base:
		_, err = tx.JobStore().EnqueueIfNew(ctx, memory.Job{
			ProfileID: chat.ProfileID, Kind: memory.JobDistil, MessageID: answer.ID, PromptVersion: d.baseTemplateHash(),
			State: memory.JobQueued, RunAt: d.nowInUTCToMillisecond(),
			CreatedAt: d.nowInUTCToMillisecond(),
		})
		return err
	case summary:
		return d.enqueueSummaryJobIfNew(ctx, tx, chat.ProfileID, chat.ID, answer.ID)
	}
	return nil
}

// isBaseDue reports whether the base memory is stale or enough summaries are new, and the last
// attempt to write it is over: for summaries, before the newest of them; if a summary is due as
// well, before the last summary job.
func (d *Digester) isBaseDue(ctx context.Context, tx memory.Store, profile memory.ID, summaryDue bool) (bool, error) {
	trigger := d.config().BaseTrigger
	if trigger == 0 {
		return false, nil
	}
	base, err := tx.BaseMemoryStore().NewestOrEmpty(ctx, profile)
	if err != nil {
		return false, err
	}
	pending, err := tx.SummaryStore().ListCurrentEligibleForBaseMemory(ctx, profile)
	if err != nil || !base.Stale && len(pending) < trigger {
		return false, err
	}
	last, err := tx.JobStore().NewestOfKind(ctx, profile, memory.JobDistil)
	if errors.Is(err, memory.ErrNotFound) {
		return true, nil
	}
	if err != nil || last.State == memory.JobQueued || last.State == memory.JobRunning {
		return false, err
	}
	if !base.Stale && !pending[len(pending)-1].CreatedAt.After(last.CreatedAt) {
		return false, nil
	}
	if !summaryDue {
		return true, nil
	}
	s, err := tx.JobStore().NewestOfKind(ctx, profile, memory.JobSummarise)
	return s.ID > last.ID, ignoreNotFound(err)
}

// ignoreNotFound returns err unless it says that a row does not exist.
func ignoreNotFound(err error) error {
	if errors.Is(err, memory.ErrNotFound) {
		return nil
	}
	return err
}

// isSummaryDue reports whether the branch of an answer has reached the trigger.
func (d *Digester) isSummaryDue(
	ctx context.Context, tx memory.Store, chat memory.Chat, answer memory.Message,
) (bool, error) {
	if SummaryTriggerInMessages(d.config()) == 0 {
		return false, nil
	}
	missing, err := CountMessagesUntilSummary(ctx, tx, d.config(), chat, answer.ID)
	return missing == 0, err
}

// CountMessagesUntilSummary counts how many messages are missing on the branch of a message until a
// chat is summed up; 0 says that it is due. The settings must sum chats up.
func CountMessagesUntilSummary(
	ctx context.Context, s memory.Store, cfg memory.Config, chat memory.Chat, leaf memory.ID,
) (int, error) {
	needed := max(SummaryTriggerInMessages(cfg), cfg.SummaryKeep+1)
	n, err := s.SummaryStore().CountUnsummarisedMessagesOnBranch(
		ctx, chat.ProfileID, chat.ID, leaf, needed+toleratedEmptyMessages,
	)
	return max(needed-n, 0), err
}

// EnqueueSummaryOfIdleChatIfDue queues one summary of a chat that has been idle, if one is due; see
// learn.JobRunner. It looks once in idleCheckInterval.
func (d *Digester) EnqueueSummaryOfIdleChatIfDue(ctx context.Context) bool {
	now := d.nowInUTCToMillisecond()
	if d.config().SummaryTrigger == 0 || now.Before(d.nextIdleCheck) {
		return false
	}
	d.nextIdleCheck = now.Add(idleCheckInterval)
	chats, err := d.store.SummaryStore().ListIdleChatsDueForSummary(ctx, now.Add(-idleTime))
	if err != nil {
		d.log.Warn("idle chats could not be listed", "err", err)
		return false
	}
	total := map[memory.ID]int{}
	for _, c := range chats {
		total[c.ProfileID] += c.MessageCount
	}
	for _, c := range chats {
		if c.MessageCount < minIdleMessages && total[c.ProfileID] < minProfileMessages {
			continue
		}
		queued, err := d.enqueueSummaryUnlessExchangeHasJob(ctx, c)
		if err != nil {
			d.log.Warn("a summary could not be queued", "chat", c.ChatID, "err", err)
		}
		if queued {
			return true
		}
	}
	return false
}

// enqueueSummaryUnlessExchangeHasJob queues the summary of an idle chat unless the profile's newest
// exchange has paid for a job already, and reports whether it did.
func (d *Digester) enqueueSummaryUnlessExchangeHasJob(ctx context.Context, c memory.UnsummarisedChat) (bool, error) {
	queued := false
	err := d.store.InTx(ctx, func(tx memory.Store) error {
		paid, err := tx.JobStore().HasJobForMessage(ctx, c.NewestHeadID, memory.JobSummarise, memory.JobDistil)
		if err != nil || paid {
			return err
		}
		queued = true
		return d.enqueueSummaryJobIfNew(ctx, tx, c.ProfileID, c.ChatID, c.NewestHeadID)
	})
	return queued && err == nil, err
}

// enqueueSummaryJobIfNew queues the summary of a chat, which the exchange of a message pays for.
func (d *Digester) enqueueSummaryJobIfNew(
	ctx context.Context, tx memory.Store, profile, chatID, payer memory.ID,
) error {
	_, err := tx.JobStore().EnqueueIfNew(ctx, memory.Job{
		ProfileID: profile, Kind: memory.JobSummarise, ChatID: chatID, MessageID: payer,
		PromptVersion: d.summaryTemplateHash(), State: memory.JobQueued, RunAt: d.nowInUTCToMillisecond(),
		CreatedAt: d.nowInUTCToMillisecond(),
	})
	return err
}

// SummaryTriggerInMessages is the trigger in messages; 0 = never.
func SummaryTriggerInMessages(cfg memory.Config) int {
	if cfg.SummaryUnit == memory.UnitPairs {
		return 2 * cfg.SummaryTrigger
	}
	return cfg.SummaryTrigger
}

// MayChatBeSummarised reports whether a chat is learned from, which includes summing it up.
func MayChatBeSummarised(chat memory.Chat) bool {
	return chat.Memory == memory.MemoryOn && !chat.Temporary && chat.DeletedAt.IsZero()
}

// hasTextToSummarise reports whether a message is one that was said to its end or stopped.
func hasTextToSummarise(m memory.Message) bool {
	return m.Content != "" && m.Status != memory.MessageFailed && m.Status != memory.MessageStreaming
}

func messagesWithTextToSummarise(branch []memory.Message) []memory.Message {
	var out []memory.Message
	for _, m := range branch {
		if hasTextToSummarise(m) {
			out = append(out, m)
		}
	}
	return out
}

// maxMessagesCovered is how many messages one summary covers at most, so that each has its share of
// the prompt. A longer backlog takes several, oldest first.
const maxMessagesCovered = 100

// messagesDueForSummary leaves out the newest keep messages, what is more than one summary covers,
// and a message whose answer would be left out.
func messagesDueForSummary(pending []memory.Message, keep int) []memory.Message {
	end := min(len(pending)-keep, maxMessagesCovered)
	if end > 0 && end < len(pending) && pending[end-1].Role == memory.RoleUser {
		end--
	}
	return pending[:max(end, 0)]
}
