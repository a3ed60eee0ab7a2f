package memory

import (
	"context"
	"slices"
	"time"
)

// RuleBasedModel stands for the model of a summary that was made by rule (source 002).
const RuleBasedModel NullText = "rule_based"

// EditedByPerson stands for the model of a summary that a person wrote in place of another one of
// the same messages.
const EditedByPerson NullText = "edited"

// SummaryState says whether a summary is used.
type SummaryState string

// States of a summary.
const (
	SummaryCurrent SummaryState = "current"
	// SummaryWithdrawn: undone, or edited since. Its messages still count as summarised, so that it is
	// not made again.
	SummaryWithdrawn SummaryState = "withdrawn"
)

// Summary says what the messages of one branch of a chat, from FirstMessageID to LastMessageID,
// were about, and carries on what the summary before it said. Rows are only appended; a newer one
// takes over where an older one ends.
type Summary struct {
	ID             ID           `json:"id"`
	ProfileID      ID           `json:"-"`
	ChatID         ID           `json:"thread_id"`
	Content        string       `json:"content"` // plain lines; empty once it was erased
	FirstMessageID ID           `json:"first_message_id"`
	LastMessageID  ID           `json:"last_message_id"`
	MessageCount   int          `json:"message_count"` // messages it covers, earlier summaries not counted
	Model          NullText     `json:"model"`         // provider/model, RuleBasedModel or EditedByPerson
	InBase         bool         `json:"in_base"`       // the base memory holds what it says
	State          SummaryState `json:"state"`
	CreatedAt      time.Time    `json:"created_at"`
}

// UnsummarisedChat is a chat with messages after those that its newest summary covers.
type UnsummarisedChat struct {
	ProfileID, ChatID ID
	// MessageCount counts the messages of all branches after the newest summary: an upper bound of
	// those on the selected branch.
	MessageCount int
	// NewestHeadID is the newest message that any chat of the profile shows: the exchange that pays
	// for work done while idle.
	NewestHeadID ID
}

// SummaryStore keeps the summaries of chats.
type SummaryStore interface {
	Insert(ctx context.Context, s Summary) (ID, error)
	Get(ctx context.Context, profile, id ID) (Summary, error)
	// UpdateTextStateAndInBase writes Content, InBase and State.
	UpdateTextStateAndInBase(ctx context.Context, s Summary) error
	// ListOfChat returns the summaries of a chat, newest first, whatever their state.
	ListOfChat(ctx context.Context, profile, chatID ID) ([]Summary, error)
	// CountUnsummarisedMessagesOnBranch counts the messages with text, neither failed nor streaming,
	// of the branch that ends at leaf, back to the last message of a summary in any state. It looks at
	// no more than limit messages.
	CountUnsummarisedMessagesOnBranch(ctx context.Context, profile, chatID, leaf ID, limit int) (int, error)
	// ListNonEmptyOfProfile returns the summaries of a profile that have text, oldest first,
	// whatever their state.
	ListNonEmptyOfProfile(ctx context.Context, profile ID) ([]Summary, error)
	// ListCurrentEligibleForBaseMemory returns the current summaries of a profile that its base memory
	// does not hold, oldest first. Those of chats that are in the trash or not learned from are left
	// out.
	ListCurrentEligibleForBaseMemory(ctx context.Context, profile ID) ([]Summary, error)
	// ListIdleChatsDueForSummary returns the chats of every profile that have memory on, are neither
	// temporary nor in the trash, have had no message since idleSince, and have messages after their
	// newest summary; most messages first. Imported chats are left out until they are learned from or
	// gone on with.
	ListIdleChatsDueForSummary(ctx context.Context, idleSince time.Time) ([]UnsummarisedChat, error)
}

// FilterCurrentSummariesInPlace returns those that are neither withdrawn nor erased. It reuses all.
func FilterCurrentSummariesInPlace(all []Summary) []Summary {
	return slices.DeleteFunc(all, func(s Summary) bool { return s.State != SummaryCurrent || s.Content == "" })
}

// NewestSummaryOnBranchOrOfTexts returns the newest summary whose last message is one of the
// branch, and the index of that message. Without one it returns the newest summary that covers no
// message, which was made of learned texts alone, or the zero Summary, and -1. summaries are newest
// first.
func NewestSummaryOnBranchOrOfTexts(summaries []Summary, branch []Message) (Summary, int) {
	at := make(map[ID]int, len(branch))
	for i, m := range branch {
		at[m.ID] = i
	}
	var ofTexts Summary
	for _, s := range summaries {
		if i, ok := at[s.LastMessageID]; ok {
			return s, i
		}
		if s.LastMessageID == 0 && ofTexts.ID == 0 {
			ofTexts = s
		}
	}
	return ofTexts, -1
}
