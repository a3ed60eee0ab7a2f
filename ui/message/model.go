package message

import (
	"hash/maphash"
	"strconv"
	"strings"
	"time"

	"memoir/ui/messagelist"
)

// Kinds of rows, see messagelist.Row.
const (
	KindUser = iota
	KindReply
)

// User is a message of the user.
type User struct {
	ID   int64
	Text string
	// Version of Versions shows "‹ 2/3 ›" when the message was edited; both are 0 otherwise.
	Version, Versions int
	// Editing marks the message that is in the composer at present.
	Editing bool
}

// State is what a reply is doing.
type State int

// States of a reply.
const (
	Complete    State = iota
	Waiting           // nothing came yet
	Streaming         // text is coming
	Stopped           // by the user; the part that came is kept
	Interrupted       // by the connection; the part that came is kept
	Failed            // nothing came; Fault says why
)

// Live reports whether more is expected.
func (s State) Live() bool { return s == Waiting || s == Streaming }

// Reply is an answer.
type Reply struct {
	ID    int64
	Text  string // Markdown
	State State
	// Reasoning is what the model thought aloud; it is shown closed. ReasoningTook is shown beside it once known.
	Reasoning     string
	ReasoningTook time.Duration
	// Status is shown while the reply is live, for example "Still waiting for Llama 3.1 8B".
	Status string
	// Version of Versions shows "‹ 2/3 ›" after regenerating; both are 0 otherwise.
	Version, Versions int
	// Meta stands at the right of the actions, for example "41 words/s · 9 s".
	Meta string
	// Used is the text of the receipt pill, for example "Used 3 memories · 1 file"; empty hides it.
	Used    string
	Learned []Learned
	// Fault says what went wrong; it goes with Failed and Interrupted.
	Fault *Fault
	// Left is a note about what did not fit, for example "4 older messages were left out"; empty hides it.
	Left string
}

// NotKeptFor is how long "Not kept" stays after a memory was undone.
const NotKeptFor = 4 * time.Second

// Learned is a memory that an exchange taught.
type Learned struct {
	ID   int64
	Text string
	// Undone is when the user took it back; the zero time while it is kept. The chip says "Not kept" for NotKeptFor
	// and is gone afterwards, without another change of the row.
	Undone time.Time
	// Waiting marks a memory that waits for the user's word.
	Waiting bool
}

// Fault is an error as a person reads it.
type Fault struct {
	Title   string // what happened
	Hint    string // what to do
	Buttons []Button
}

// Button is something to do about a fault. The first one is drawn as the main one.
type Button struct {
	ID    string // what OnFault is called with
	Label string
}

// Row makes the row of a list.
func (m User) Row() messagelist.Row {
	r := &userRow{User: m, shape: measureText(m.Text)}
	h := newHash()
	h.text(m.Text)
	h.words("user", strconv.Itoa(m.Version), strconv.Itoa(m.Versions), strconv.FormatBool(m.Editing))
	r.revision = h.sum()
	return r
}

// Row makes the row of a list. The content of a long text is told apart by its length, its beginning and its end: a
// reply only ever grows.
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

// shape is what an estimate of a text's height needs.
type shape struct {
	runes, breaks int
}

// perRune is the mean width of a rune of 15 px Inter text in English prose, measured as 7.2 px.
const perRune = 7.2

func measureText(s string) shape {
	return shape{runes: len(s), breaks: strings.Count(s, "\n")}
}

// height assumes full lines and half a line lost at each break.
func (s shape) height(width float32) float32 {
	if s.runes == 0 {
		return 0
	}
	lines := float32(s.runes)*perRune/max(width, 1) + 0.5*float32(s.breaks) + 1
	return lines * lineHeight
}

// sample is how much of both ends of a long text goes into its revision.
const sample = 256

// hash builds revisions; a process-wide random seed is fine because revisions never leave the process.
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
