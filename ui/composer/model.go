package composer

import (
	"fmt"
	"strconv"
)

// File is a chip above the text.
type File struct {
	ID    int64
	Name  string
	Note  string // behind the name, usually Tokens(n); "reading" while it is read
	Error string // why it cannot be sent; shown instead of Note
}

// Tokens is the short form of a number of tokens: 950, 1.2k, 24k.
func Tokens(n int) string {
	switch {
	case n < 1000:
		return strconv.Itoa(n)
	case n < 9950:
		return fmt.Sprintf("%.1fk", float64(n)/1000)
	}
	return strconv.Itoa((n+500)/1000) + "k"
}

// Meter says how full the model's context will be. Limit 0 hides the meter.
type Meter struct {
	Used, Limit int
}

// Shares of the context from which the meter warns and from which older messages are left out (ui.md).
const (
	warnShare = 0.80
	fullShare = 0.95
)

// level is how alarming a meter is.
type level int

const (
	levelFine level = iota
	levelWarn
	levelFull
)

func (m Meter) share() float64 {
	if m.Limit <= 0 {
		return 0
	}
	return min(1, float64(m.Used)/float64(m.Limit))
}

func (m Meter) level() level {
	switch s := m.share(); {
	case s >= fullShare:
		return levelFull
	case s >= warnShare:
		return levelWarn
	}
	return levelFine
}

// text is what stands beside the bar.
func (m Meter) text() string {
	if m.level() == levelFull {
		return "Older messages will be left out"
	}
	return Tokens(m.Used) + " of " + Tokens(m.Limit)
}

// Place says where the text goes, beneath the composer.
type Place struct {
	Local   bool // draws a lock; a globe otherwise
	Nowhere bool // draws neither: the text stays here
	Text    string
}

// Phase is what the round button does.
type Phase int

// Phases of the round button.
const (
	Ready Phase = iota // sends
	Busy               // an answer is coming: stops it
	Off                // cannot send; the reason is the tooltip
)
