package message

import (
	"hash/maphash"
	"strconv"
	"strings"
	"time"

	"memoir/ui/messagelist"
)

// Row kinds, see messagelist.Row.
const (
	KindUser = iota
	KindReply
)

// UserMessage is a message of the user.
type User struct {
	ID   int64
	Text string
	// Version and VersionCount are shown as "‹ 2/3 ›" when the message was edited; both are 0
	// otherwise.
	Version, Versions int
	// IsEditing marks the message that is being edited in the composer.
	Editing bool
}

// State is the state of an answer.
type State int

// States of an answer.
const (
	Complete    State = iota
	Waiting           // no text has arrived
	Streaming         // text is arriving
	Stopped           // by the user; the part received is kept
	Interrupted       // by the connection; the part received is kept
	Failed            // no text arrived; Fault says why
)

// IsLive reports whether more text is expected.
func (s State) Live() bool { return s == Waiting || s == Streaming }

// Answer is an assistant message.
type Reply struct {
	ID    int64
	Text  string // Markdown
	State State
	// Reasoning is the reasoning text of the model; it is shown collapsed. ReasoningDuration is shown
	// next to it once known.
	Reasoning     string
	ReasoningTook time.Duration
	// Status is shown while the answer is live, for example "Still waiting for Llama 3.1 8B".
	Status string
	// Version and VersionCount are shown as "‹ 2/3 ›" after regenerating; both are 0 otherwise.
	Version, Versions int
	// Stats is shown to the right of the actions, for example "41 words/s · 9 s".
	Meta string
	// ReceiptLabel is the text of the receipt pill, for example "Used 3 memories · 1 file"; empty
	// hides it.
	Used    string
	Learned []Learned
	// Fault is the error of a Failed or Interrupted answer.
	Fault *Fault
	// OmittedNote says what did not fit into the prompt, for example "4 older messages were left out";
	// empty hides it.
	Left string
}

// UndoneLabelDuration is how long "Not kept" is shown after a memory was undone.
const NotKeptFor = 4 * time.Second

// LearnedMemory is a memory learned from a turn.
type Learned struct {
	ID   int64
	Text string
	// UndoneAt is when the user undid it; zero while it is kept. The chip reads "Not kept" for
	// UndoneLabelDuration and then disappears, without another change of the row.
	Undone time.Time
	// IsInInbox marks a memory that needs the user's confirmation.
	Waiting bool
}

// Fault is an error in words for people.
type Fault struct {
	Title   string // what happened
	Hint    string // what to do
	Buttons []Button
}

// FaultButton is a remedy for a fault. The first one is drawn as the primary button.
type Button struct {
	ID    string // passed to OnFaultButton
	Label string
}

// ListRow returns the row for a message list.
func (m User) Row() messagelist.Row {
	r := &userRow{User: m, shape: measureText(m.Text)}
	h := newHash()
	h.text(m.Text)
	h.words("user", strconv.Itoa(m.Version), strconv.Itoa(m.Versions), strconv.FormatBool(m.Editing))
	r.revision = h.sum()
	return r
}

// ListRow returns the row for a message list. The revision of a long text covers its length, its
// beginning and its end only, which is enough because a reply only ever grows.
func (m Reply) Row() messagelist.Row {
	r := &replyRow{Reply: m, shape: measureText(m.Text)}
	h := newHash()
	h.text(m.Text)
	h.text(m.Reasoning)
	h.words("reply", strconv.Itoa(int(m.State)), m.ReasoningTook.String(), m.Status, strconv.Itoa(m.Version),
		strconv.Itoa(m.Versions), m.Meta, m.Used, m.Left)
	for _, l := range m.Learned {
		h.words(l.Text, strconv.FormatInt(l.ID, 10), strconv.FormatInt(l.Undone.UnixNano(), 10),
			strconv.FormatBool(l.Waiting))
	}
	if m.Fault != nil {
		h.words(m.Fault.Title, m.Fault.Hint)
		for _, b := range m.Fault.Buttons {
			h.words(b.ID, b.Label)
		}
	}
	r.revision = h.sum()
	return r
}

type userRow struct {
	User
	shape    shape
	revision uint64
}

func (r *userRow) RowID() int64        { return r.ID }
func (r *userRow) RowRevision() uint64 { return r.revision }
func (r *userRow) RowKind() int        { return KindUser }

func (r *userRow) RowHeight(width float32) float32 {
	return r.shape.height(min(width, bubbleText)) + 2*bubblePadY
}

type replyRow struct {
	Reply
	shape    shape
	revision uint64
}

func (r *replyRow) RowID() int64        { return r.ID }
func (r *replyRow) RowRevision() uint64 { return r.revision }
func (r *replyRow) RowKind() int        { return KindReply }

func (r *replyRow) RowHeight(width float32) float32 {
	h := r.shape.height(width) + actionRow
	if r.Used != "" || len(r.Learned) > 0 {
		h += receiptRow
	}
	if r.Reasoning != "" {
		h += reasoningHead
	}
	if r.Fault != nil {
		h += faultEstimate
	}
	return h
}

// textShape is what a height estimate needs to know about a text.
type shape struct {
	runes, breaks int
}

// meanCharWidth is the mean width of a character of 15 px Inter text in English prose, measured as
// 7.2 px.
const perRune = 7.2

func measureText(s string) shape {
	return shape{runes: len(s), breaks: strings.Count(s, "\n")}
}

// estimateHeight assumes full lines and half a line lost at each line break.
func (s shape) height(width float32) float32 {
	if s.runes == 0 {
		return 0
	}
	lines := float32(s.runes)*perRune/max(width, 1) + 0.5*float32(s.breaks) + 1
	return lines * lineHeight
}

// revisionSampleBytes is how much of each end of a long text goes into its revision.
const sample = 256

// revisionHash computes revisions; a random seed per process is fine because revisions never leave
// the process.
type hash struct{ h maphash.Hash }

func newHash() *hash {
	h := &hash{}
	h.h.SetSeed(revisionSeed)
	return h
}

// revisionSeed is drawn once so that equal rows have equal revisions.
var revisionSeed = maphash.MakeSeed()

func (h *hash) text(s string) {
	_, _ = h.h.WriteString(strconv.Itoa(len(s)))
	if len(s) > 16*sample {
		_, _ = h.h.WriteString(s[:sample])
		s = s[len(s)-sample:]
	}
	_, _ = h.h.WriteString(s)
}

func (h *hash) words(ss ...string) {
	for _, s := range ss {
		_, _ = h.h.WriteString(strconv.Itoa(len(s)))
		_ = h.h.WriteByte(':')
		_, _ = h.h.WriteString(s)
	}
}

func (h *hash) sum() uint64 { return h.h.Sum64() }
