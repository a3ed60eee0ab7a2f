package memory

// EventKind is the type of an event.
type EventKind string

// Event kinds.
const (
	EventDelta    EventKind = "delta"    // Message holds the whole text received so far
	EventWaiting  EventKind = "waiting"  // no token yet after Config.StillWaitingAfter
	EventDone     EventKind = "done"     // terminal: the answer is stored; Message is final
	EventLearned  EventKind = "learned"  // a background run ended; Decisions are its ledger rows
	EventMemories EventKind = "memories" // memories changed: lists and counts are stale
	EventChats    EventKind = "threads"  // chats changed
	EventProjects EventKind = "projects" // projects changed, or what is in them
	EventFiles    EventKind = "contexts" // files or attachments changed
	EventJobs     EventKind = "jobs"     // the job queue changed
	EventIndex    EventKind = "index"    // embedder or index state or Progress changed
	EventSettings EventKind = "settings" // settings or providers changed
)

// PublishStaleDataEvent tells subscribers that data of the given kind is stale.
func PublishStaleDataEvent(bus Bus, kind EventKind, profile, chatID ID) {
	bus.Publish(Event{Kind: kind, ProfileID: profile, ChatID: chatID})
}

// Progress counts the finished and all steps of long background work.
type Progress struct {
	Done  int `json:"done"`
	Total int `json:"total"`
}

// Event is a change that the window or an API client may want to show. Only the fields of its kind
// are set.
type Event struct {
	Kind      EventKind  `json:"kind"`
	ProfileID ID         `json:"-"`
	ChatID    ID         `json:"thread_id"`
	MessageID ID         `json:"message_id"`
	Message   *Message   `json:"message,omitempty"`
	Decisions []Decision `json:"decisions,omitempty"`
	Progress  *Progress  `json:"progress,omitempty"`
}
