package composer

import (
	"fmt"
	"strconv"

	"memoir/ui/translate"
)

// File is a chip above the text.
type File struct {
	ID     int64
	Name   string
	Detail string // behind the name, usually AbbreviateTokenCount(n); "reading" while it is read
	Error  string // why it cannot be sent; replaces Detail
}

// Queued is the chip of a message that waits for the answer being written.
type Queued struct {
	ID       int64
	Text     string // one line
	IsEdited bool   // it is in the field
}

// AbbreviateTokenCount abbreviates a number of tokens: 950, 1.2k, 24k. Powers of two, as context
// windows are, are counted in units of 1024: 32768 is 32k.
func AbbreviateTokenCount(n int) string {
	switch {
	case n < 1000:
		return strconv.Itoa(n)
	case n&(n-1) == 0:
		return strconv.Itoa(n/1024) + "k"
	case n < 9950:
		return fmt.Sprintf("%.1fk", float64(n)/1000)
	}
	return strconv.Itoa((n+500)/1000) + "k"
}

// Meter is how full the context window will be, in tokens. Limit 0 hides the meter.
type Meter struct {
	Used, Limit int
}

// Shares of the context window from which the meter warns and from which older messages are left
// out.
const (
	warnShare = 0.80
	fullShare = 0.95
)

// meterLevel is the warning level of a meter.
type meterLevel int

const (
	levelFine meterLevel = iota
	levelWarn
	levelFull
)

func (m Meter) usedContextShare() float64 {
	if m.Limit <= 0 {
		return 0
	}
	return min(1, float64(m.Used)/float64(m.Limit))
}

func (m Meter) warningLevel() meterLevel {
	switch s := m.usedContextShare(); {
	case s >= fullShare:
		return levelFull
	case s >= warnShare:
		return levelWarn
	}
	return levelFine
}

// meterLabelText is the label beside the bar.
func (m Meter) meterLabelText() string {
	if m.warningLevel() == levelFull {
		return translate.Text("Older messages will be left out")
	}
	return translate.Text("{{.Used}} of {{.Limit}}", "Used", AbbreviateTokenCount(m.Used), "Limit",
		AbbreviateTokenCount(m.Limit))
}

// Destination says, beneath the composer, where the text is sent.
type Destination struct {
	Local   bool // shows a lock instead of a globe
	Nowhere bool // shows no icon: the text is not sent anywhere
	Text    string
}

// Phase is what the send button does.
type Phase int

// Phases of the send button.
const (
	Ready    Phase = iota // sends
	Busy                  // an answer is being written: stops it
	Disabled              // disabled, as Enter is; the reason is the tooltip
	Waiting               // disabled, but Enter is not: an answer is about to be written
)
