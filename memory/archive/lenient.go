package archive

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"time"
)

// The types in this file read what programs of several years have written for one thing, and take what
// they cannot read for absent, so that one odd value does not cost a chat.

// lenientText is a string; other values are empty.
type lenientText string

// UnmarshalJSON never fails.
func (t *lenientText) UnmarshalJSON(b []byte) error {
	var s string
	if json.Unmarshal(b, &s) == nil {
		*t = lenientText(s)
	}
	return nil
}

// lenientBool is true for true only.
type lenientBool bool

// UnmarshalJSON never fails.
func (t *lenientBool) UnmarshalJSON(b []byte) error {
	*t = string(b) == "true"
	return nil
}

// lenientTexts is a list of strings; other values in it are left out.
type lenientTexts []string

// UnmarshalJSON never fails.
func (t *lenientTexts) UnmarshalJSON(b []byte) error {
	var all []lenientText
	_ = json.Unmarshal(b, &all) // nothing of what is no list
	for _, s := range all {
		if s != "" {
			*t = append(*t, string(s))
		}
	}
	return nil
}

// lenientTime is a time as seconds, milliseconds or nanoseconds since 1970, or as RFC 3339.
type lenientTime struct{ time.Time }

// Times between these can be true of a chat with a model.
var (
	firstTime = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	lastTime  = time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)
)

// UnmarshalJSON never fails; a time that cannot be true is the zero time.
func (t *lenientTime) UnmarshalJSON(b []byte) error {
	t.Time = time.Time{}
	var text string
	if json.Unmarshal(b, &text) != nil {
		text = string(bytes.TrimSpace(b))
	}
	at, err := time.Parse(time.RFC3339Nano, text)
	if n, numeric := strconv.ParseFloat(text, 64); err != nil && numeric == nil {
		at = timeFromNumberOfAnyUnit(n)
	}
	if at = at.UTC().Truncate(time.Millisecond); !at.Before(firstTime) && at.Before(lastTime) {
		t.Time = at
	}
	return nil
}

// timeFromNumberOfAnyUnit tells the unit of a time by its size.
func timeFromNumberOfAnyUnit(n float64) time.Time {
	switch {
	case n > 1e17:
		n /= 1e9
	case n > 1e14:
		n /= 1e6
	case n > 1e11:
		n /= 1e3
	}
	if math.IsNaN(n) || math.Abs(n) > 1e11 {
		return time.Time{}
	}
	return time.UnixMilli(int64(math.Round(n * 1e3)))
}
