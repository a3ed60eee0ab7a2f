package memory

import "time"

// Tiers says what each tier of a profile's memory holds (source 003), what it costs in the prompt of the
// newest answer of one chat, in tokens, and when it changes next. Counts are of the whole profile, but for
// Working and NextSummaryIn, which are of the chat.
type Tiers struct {
	ChatID    ID          `json:"thread_id"` // 0 when the profile has no chat
	ChatTitle string      `json:"title"`
	Working   WorkingTier `json:"working"`
	Log       LogTier     `json:"log"`
	Summaries SummaryTier `json:"summaries"`
	Facts     FactTier    `json:"facts"`
	Base      BaseTier    `json:"base"`
}

// WorkingTier is what the model sees word for word.
type WorkingTier struct {
	Messages int `json:"messages"`
	LeftOut  int `json:"left_out"` // older messages that did not fit
	Tokens   int `json:"tokens"`
	Window   int `json:"window"` // tokens that the model accepts, 0 = unknown
}

// LogTier is every message of the profile's chats, those in the trash and temporary ones excepted.
type LogTier struct {
	Messages int `json:"messages"`
	Bytes    int `json:"bytes"`
	Quoted   int `json:"quoted"` // older messages in the prompt
	Tokens   int `json:"tokens"`
}

// SummaryTier is what the chats were about.
type SummaryTier struct {
	Count         int `json:"count"`           // in use
	Bytes         int `json:"bytes"`           //
	Tokens        int `json:"tokens"`          //
	NextSummaryIn int `json:"next_summary_in"` // messages of the chat until its next one; -1 = never
}

// FactTier is what is known about the user in single facts.
type FactTier struct {
	Count  int `json:"count"` // active
	Bytes  int `json:"bytes"`
	Sent   int `json:"sent"` // in the prompt
	Tokens int `json:"tokens"`
}

// BaseTier is the text about the user.
type BaseTier struct {
	Words      int       `json:"words"`
	Bytes      int       `json:"bytes"`
	Tokens     int       `json:"tokens"`
	NextTextIn int       `json:"next_text_in"` // summaries until it is written anew; -1 = never
	Stale      bool      `json:"stale"`
	WrittenAt  time.Time `json:"written_at,omitzero"`
}

// LogSize counts the messages with text.
type LogSize struct{ Messages, Bytes int }

// ChatSummary is a summary with its chat.
type ChatSummary struct {
	Summary
	ChatTitle string `json:"title"`
}

// ChangedSummary is a summary after a change and the decision that made it, which can be undone.
type ChangedSummary struct {
	Summary  Summary  `json:"summary"`
	Decision Decision `json:"decision"`
}
