package memory

import "sync"

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

// maxPendingEvents bounds the queue of a subscriber that never drains: beyond it, events that only
// invalidate cached data are dropped.
const maxPendingEvents = 4096

// NewBus returns a Bus for one process.
func NewBus() Bus { return &bus{subscriptions: map[*subscription]struct{}{}} }

type bus struct {
	mu            sync.Mutex
	subscriptions map[*subscription]struct{}
}

// subscription queues the events that one subscriber has not taken yet, in order of arrival.
type subscription struct {
	mu         sync.Mutex
	events     []Event
	deltaIndex map[ID]int // message → index of its pending delta in events
	wake       chan struct{}
}

func (b *bus) Publish(e Event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for s := range b.subscriptions {
		s.queueOrMergeEvent(e)
	}
}

func (b *bus) SubscribeToQueuedEvents() (<-chan struct{}, func() []Event, func()) {
	s := &subscription{deltaIndex: map[ID]int{}, wake: make(chan struct{}, 1)}
	b.mu.Lock()
	b.subscriptions[s] = struct{}{}
	b.mu.Unlock()
	cancel := func() {
		b.mu.Lock()
		delete(b.subscriptions, s)
		b.mu.Unlock()
	}
	return s.wake, s.takeQueuedEvents, cancel
}

func (s *subscription) queueOrMergeEvent(e Event) {
	s.mu.Lock()
	switch {
	case e.Kind == EventDelta:
		if i, ok := s.deltaIndex[e.MessageID]; ok {
			s.events[i] = e
		} else {
			s.deltaIndex[e.MessageID] = len(s.events)
			s.events = append(s.events, e)
		}
	case e.isInvalidation() && (len(s.events) >= maxPendingEvents || s.repeatsNewestInvalidation(e)):
	default:
		if e.Kind == EventDone {
			delete(s.deltaIndex, e.MessageID)
		}
		s.events = append(s.events, e)
	}
	s.mu.Unlock()
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// repeatsNewestInvalidation reports whether the newest pending event is the same invalidation.
func (s *subscription) repeatsNewestInvalidation(e Event) bool {
	if len(s.events) == 0 {
		return false
	}
	l := s.events[len(s.events)-1]
	return l.Kind == e.Kind && l.ProfileID == e.ProfileID && l.ChatID == e.ChatID && l.Progress == e.Progress
}

func (s *subscription) takeQueuedEvents() []Event {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := s.events
	s.events = nil
	clear(s.deltaIndex)
	return out
}

// isInvalidation reports whether the event only says that some data is stale, so that it may be
// dropped when another of its kind follows.
func (e Event) isInvalidation() bool {
	switch e.Kind {
	case EventMemories, EventChats, EventProjects, EventFiles, EventJobs, EventIndex, EventSettings:
		return true
	default:
		return false
	}
}
