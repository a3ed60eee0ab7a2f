package memory

import (
	"fmt"
	"sync"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestBusCoalescesDeltasAndKeepsTerminalEvents(t *testing.T) {
	b := NewBus()
	wake, drain, cancel := b.SubscribeToQueuedEvents()
	defer cancel()
	for i := range 1000 {
		for id := ID(1); id <= 2; id++ {
			b.Publish(Event{Kind: EventDelta, MessageID: id, Message: &Message{Content: fmt.Sprint(i)}})
		}
	}
	b.Publish(Event{Kind: EventDone, MessageID: 1})
	<-wake
	got := drain()
	if len(got) != 3 {
		t.Fatalf("%d events wait, want one delta a message and the end", len(got))
	}
	if got[0].Message.Content != "999" || got[1].Message.Content != "999" || got[2].Kind != EventDone {
		t.Errorf("events = %+v", got)
	}
	if len(drain()) != 0 {
		t.Error("events were handed out twice")
	}
}

func TestBusDeliversEveryTerminalEvent(t *testing.T) {
	const publishers, each = 8, 500
	b := NewBus()
	_, drain, cancel := b.SubscribeToQueuedEvents()
	defer cancel()
	var wg sync.WaitGroup
	for p := range publishers {
		wg.Go(func() {
			for i := range each {
				id := ID(p*each + i + 1)
				b.Publish(Event{Kind: EventDelta, MessageID: id})
				b.Publish(Event{Kind: EventMemories})
				b.Publish(Event{Kind: EventDone, MessageID: id})
			}
		})
	}
	wg.Wait()
	seen := map[ID]bool{}
	for _, e := range drain() {
		if e.Kind == EventDone {
			seen[e.MessageID] = true
		}
	}
	if len(seen) != publishers*each {
		t.Errorf("%d of %d ends arrived", len(seen), publishers*each)
	}
}

func TestBusDeliversNothingAfterCancel(t *testing.T) {
	b := NewBus()
	_, drain, cancel := b.SubscribeToQueuedEvents()
	cancel()
	b.Publish(Event{Kind: EventDone})
	if n := len(drain()); n != 0 {
		t.Errorf("%d events after leaving", n)
	}
}

// A subscriber that takes nothing piles up no more than the limit of what only says that data is stale; how
// an answer ended reaches it all the same, and a reply is one event however long it is.
func TestBusBoundsWhatASlowSubscriberPilesUp(t *testing.T) {
	b := NewBus()
	_, drain, cancel := b.SubscribeToQueuedEvents()
	defer cancel()
	kinds := []EventKind{EventMemories, EventChats, EventProjects, EventFiles, EventJobs, EventIndex, EventSettings}
	for i := range 3 * maxPendingEvents {
		b.Publish(Event{Kind: kinds[i%len(kinds)], ChatID: ID(i)})
	}
	for i := range 3 * maxPendingEvents {
		b.Publish(Event{Kind: EventDelta, MessageID: 1, Message: &Message{Content: fmt.Sprint(i)}})
	}
	b.Publish(Event{Kind: EventDone, MessageID: 1})
	b.Publish(Event{Kind: EventMemories})
	got := drain()
	if len(got) != maxPendingEvents+2 || got[len(got)-1].Kind != EventDone {
		t.Errorf("%d events wait, the last is %q", len(got), got[len(got)-1].Kind)
	}
	b.Publish(Event{Kind: EventMemories})
	if n := len(drain()); n != 1 {
		t.Errorf("%d events after the others were taken", n)
	}
}
