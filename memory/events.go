package memory

// EventKind names an event.
type EventKind string

// Kinds of events.
const (
	EventDelta    EventKind = "delta"    // Message holds everything that has come so far
	EventWaiting  EventKind = "waiting"  // no token yet after Config.StillWaiting
	EventDone     EventKind = "done"     // terminal: the answer is stored; Message is final
	EventLearned  EventKind = "learned"  // a background run ended; Decisions are its rows
	EventMemories EventKind = "memories" // memories changed: lists and counts are stale
	EventThreads  EventKind = "threads"  // chats changed
	EventContexts EventKind = "contexts" // files or attachments changed
	EventJobs     EventKind = "jobs"     // the queue changed
	EventIndex    EventKind = "index"    // embedder or index state changed; Progress tells how far
	EventSettings EventKind = "settings" // settings or providers changed
)

// Progress of a long piece of background work.
type Progress struct {
	Done  int `json:"done"`
	Total int `json:"total"`
}

// Event is something the window or an API client may want to show. Only the fields of its kind are set.
type Event struct {
	Kind      EventKind  `json:"kind"`
	ProfileID ID         `json:"-"`
	ThreadID  ID         `json:"thread_id"`
	MessageID ID         `json:"message_id"`
	Message   *Message   `json:"message,omitempty"`
	Decisions []Decision `json:"decisions,omitempty"`
	Progress  *Progress  `json:"progress,omitempty"`
}
