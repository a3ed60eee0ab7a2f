package memory

import (
	"encoding/json"
	"strconv"
	"time"
)

// ID identifies a row. Rows are numbered from 1 and a number is never reused, not even after a
// deletion. The zero ID means "none" and is null in JSON.
type ID int64

// String returns the decimal form, which is also the document id of the row in the vector index.
func (id ID) String() string { return strconv.FormatInt(int64(id), 10) }

// MarshalJSON writes the number, or null for the zero ID.
func (id ID) MarshalJSON() ([]byte, error) {
	if id == 0 {
		return []byte("null"), nil
	}
	return strconv.AppendInt(nil, int64(id), 10), nil
}

// UnmarshalJSON reads a number or null.
func (id *ID) UnmarshalJSON(b []byte) error {
	var n *int64
	if err := json.Unmarshal(b, &n); err != nil {
		return err
	}
	*id = 0
	if n != nil {
		*id = ID(*n)
	}
	return nil
}

// NullText is an optional string: empty is null in JSON.
type NullText string

// MarshalJSON writes the string, or null when it is empty.
func (t NullText) MarshalJSON() ([]byte, error) {
	if t == "" {
		return []byte("null"), nil
	}
	return json.Marshal(string(t))
}

// UnmarshalJSON reads a string or null.
func (t *NullText) UnmarshalJSON(b []byte) error {
	var s *string
	if err := json.Unmarshal(b, &s); err != nil {
		return err
	}
	*t = ""
	if s != nil {
		*t = NullText(*s)
	}
	return nil
}

// NullTime is an optional time: the zero time is null in JSON.
type NullTime struct{ time.Time }

// MarshalJSON writes RFC 3339, or null for the zero time.
func (m NullTime) MarshalJSON() ([]byte, error) {
	if m.IsZero() {
		return []byte("null"), nil
	}
	return m.Time.MarshalJSON()
}

// UnmarshalJSON reads RFC 3339 or null.
func (m *NullTime) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		m.Time = time.Time{}
		return nil
	}
	return m.Time.UnmarshalJSON(b)
}
