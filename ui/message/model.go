package message

import (
	"hash/maphash"
	"slices"
	"strconv"
	"strings"
	"time"

	"memoir/ui/messagelist"
	"memoir/ui/theme"
)

// Row kinds, see messagelist.Row.
const (
	KindUserMessage = iota
	KindAnswer
	KindWindowStart
	KindBranchOrigin
)

// UserMessage is a message of the user.
type UserMessage struct {
	ID   int64
	Text string
	// Version and VersionCount are shown as "‹ 2/3 ›" when the message was edited; both are 0
	// otherwise.
	Version, VersionCount int
	// IsEditing marks the message that is being edited in the composer.
	IsEditing bool
	// IsReadOnly hides Edit.
	IsReadOnly bool
	Pictures   []Picture
}

// State is the state of an answer.
type State int

// States of an answer.
const (
	Complete      State = iota
	Waiting             // no text has arrived
	Streaming           // text is arriving
	Stopped             // by the user; the part received is kept
	Interrupted         // by the connection; the part received is kept
	Failed              // no text arrived; Fault says why
	LengthLimited       // the server ended it at a limit of tokens
	Filtered            // the provider's content filter ended it
)

// IsMoreTextExpected reports whether more text is expected.
func (s State) IsMoreTextExpected() bool { return s == Waiting || s == Streaming }

// isPartialAnswer reports whether the text ends before the answer does, although a part was received.
func (s State) isPartialAnswer() bool {
	return s == Stopped || s == Interrupted || s == LengthLimited || s == Filtered
}

// Answer is an assistant message.
type Answer struct {
	ID    int64
	Text  string // Markdown
	State State
	// Reasoning is the reasoning text of the model; it is shown collapsed. ReasoningDuration is shown
	// next to it once known.
	Reasoning         string
	ReasoningDuration time.Duration
	// Status is shown while the answer is live, for example "Still waiting for Llama 3.1 8B".
	Status string
	// Version and VersionCount are shown as "‹ 2/3 ›" after regenerating; both are 0 otherwise.
	Version, VersionCount int
	// Stats is shown to the right of the actions, for example "41 words/s · 9 s".
	Stats string
	// ReceiptLabel is the text of the receipt pill, for example "Used 3 memories · 1 file"; empty
	// hides it.
	ReceiptLabel string
	Learned      []LearnedMemory
	// IsFollowed is set when messages follow the answer; it then offers no Continue.
	IsFollowed bool
	// IsReadOnly hides Regenerate and Continue.
	IsReadOnly bool
	// Fault is the error of a Failed or Interrupted answer.
	Fault *Fault
	// OmittedNote says what did not fit into the prompt, for example "4 older messages were left out";
	// empty hides it.
	OmittedNote string
}

// UndoneLabelDuration is how long "Not kept" is shown after a memory was undone.
const UndoneLabelDuration = 4 * time.Second

// LearnedMemory is a memory learned from a turn.
type LearnedMemory struct {
	ID   int64
	Text string
	// UndoneAt is when the user undid it; zero while it is kept. The chip reads "Not kept" for
	// UndoneLabelDuration and then disappears, without another change of the row.
	UndoneAt time.Time
	// IsInInbox marks a memory that needs the user's confirmation.
	IsInInbox bool
}

// Fault is an error in words for people.
type Fault struct {
	Title   string // what happened
	Hint    string // what to do
	Buttons []FaultButton
}

// offersRetry reports whether f has a button that asks for the answer again.
func (f *Fault) offersRetry() bool {
	return f != nil && slices.ContainsFunc(f.Buttons, func(b FaultButton) bool { return b.IsRetry })
}

// FaultButton is a remedy for a fault. The first one is drawn as the primary button.
type FaultButton struct {
	ID    string // Button of an ActionFaultButton
	Label string
	// IsRetry is set if it asks for the answer again, as Regenerate does, which is then hidden.
	IsRetry bool
}

// ListRow returns the row for a message list.
func (m UserMessage) ListRow() messagelist.Row {
	r := &userMessageRow{UserMessage: m, shape: countLengthAndLineBreaks(m.Text)}
	h := newRevisionHash()
	h.addLengthAndSampledText(m.Text)
	h.addLengthPrefixedFields(
		"user",
		strconv.Itoa(m.Version),
		strconv.Itoa(m.VersionCount),
		strconv.FormatBool(m.IsEditing),
		strconv.FormatBool(m.IsReadOnly),
	)
	for _, p := range m.Pictures {
		h.addLengthPrefixedFields("picture", strconv.FormatInt(p.ID, 10), p.Name)
	}
	r.revision = h.revisionHashSum()
	return r
}

// ListRow returns the row for a message list. The revision of a long text covers its length, its
// beginning and its end only, which is enough because a reply only ever grows.
func (m Answer) ListRow() messagelist.Row {
	r := &answerRow{Answer: m, shape: countLengthAndLineBreaks(m.Text)}
	h := newRevisionHash()
	h.addLengthAndSampledText(m.Text)
	h.addLengthAndSampledText(m.Reasoning)
	h.addLengthPrefixedFields(
		"reply",
		strconv.Itoa(int(m.State)),
		m.ReasoningDuration.String(),
		m.Status,
		strconv.Itoa(m.Version),
		strconv.Itoa(m.VersionCount),
		m.Stats,
		m.ReceiptLabel,
		m.OmittedNote,
		strconv.FormatBool(m.IsFollowed),
		strconv.FormatBool(m.IsReadOnly),
	)
	for _, l := range m.Learned {
		h.addLengthPrefixedFields(l.Text, strconv.FormatInt(l.ID, 10), strconv.FormatInt(l.UndoneAt.UnixNano(), 10),
			strconv.FormatBool(l.IsInInbox))
	}
	if m.Fault != nil {
		h.addLengthPrefixedFields(m.Fault.Title, m.Fault.Hint)
		for _, b := range m.Fault.Buttons {
			h.addLengthPrefixedFields(b.ID, b.Label)
		}
	}
	r.revision = h.revisionHashSum()
	return r
}

type userMessageRow struct {
	UserMessage
	shape    textShape
	revision uint64
}

func (r *userMessageRow) RowID() int64        { return r.ID }
func (r *userMessageRow) RowRevision() uint64 { return r.revision }
func (r *userMessageRow) RowKind() int        { return KindUserMessage }

func (r *userMessageRow) EstimateRowHeight(width float32) float32 {
	h := r.shape.estimateHeight(min(width, theme.BubbleTextWidth)) + 2*bubblePadY
	if len(r.Pictures) > 0 {
		h += maxThumbnailHeight + theme.Space8
	}
	return h
}

type answerRow struct {
	Answer
	shape    textShape
	revision uint64
}

func (r *answerRow) RowID() int64        { return r.ID }
func (r *answerRow) RowRevision() uint64 { return r.revision }
func (r *answerRow) RowKind() int        { return KindAnswer }

func (r *answerRow) EstimateRowHeight(width float32) float32 {
	h := r.shape.estimateHeight(width) + actionRowHeight
	if r.ReceiptLabel != "" || len(r.Learned) > 0 {
		h += receiptRowHeight
	}
	if r.Reasoning != "" {
		h += reasoningHeaderHeight
	}
	if r.Fault != nil {
		h += faultHeightEstimate
	}
	return h
}

// textShape is what a height estimate needs to know about a text.
type textShape struct {
	length, lineBreaks int
}

// meanCharWidth is the mean width of a character of 15 px Inter text in English prose, measured as
// 7.2 px.
const meanCharWidth = 7.2

func countLengthAndLineBreaks(s string) textShape {
	return textShape{length: len(s), lineBreaks: strings.Count(s, "\n")}
}

// estimateHeight assumes full lines and half a line lost at each line break.
func (s textShape) estimateHeight(width float32) float32 {
	if s.length == 0 {
		return 0
	}
	lines := float32(s.length)*meanCharWidth/max(width, 1) + 0.5*float32(s.lineBreaks) + 1
	return lines * lineHeight
}

// revisionSampleBytes is how much of each end of a long text goes into its revision.
const revisionSampleBytes = 256

// revisionHash computes revisions; a random seed per process is fine because revisions never leave
// the process.
type revisionHash struct{ h maphash.Hash }

func newRevisionHash() *revisionHash {
	h := &revisionHash{}
	h.h.SetSeed(revisionSeed)
	return h
}

// revisionSeed is drawn once so that equal rows have equal revisions.
var revisionSeed = maphash.MakeSeed()

func (h *revisionHash) addLengthAndSampledText(s string) {
	_, _ = h.h.WriteString(strconv.Itoa(len(s)))
	if len(s) > 16*revisionSampleBytes {
		_, _ = h.h.WriteString(s[:revisionSampleBytes])
		s = s[len(s)-revisionSampleBytes:]
	}
	_, _ = h.h.WriteString(s)
}

func (h *revisionHash) addLengthPrefixedFields(ss ...string) {
	for _, s := range ss {
		_, _ = h.h.WriteString(strconv.Itoa(len(s)))
		_ = h.h.WriteByte(':')
		_, _ = h.h.WriteString(s)
	}
}

func (h *revisionHash) revisionHashSum() uint64 { return h.h.Sum64() }
