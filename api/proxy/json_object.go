package proxy

import (
	"bytes"
	"encoding/json"
)

// span is a range of bytes.
type span struct{ start, end int }

// member is one member of a JSON object. Whole reaches from the end of the member before, so that
// it holds the comma; value is the value alone.
type member struct {
	name         string
	whole, value span
}

// parseObjectMembers returns the members of the JSON object at b[at.start:at.end], with spans in b.
// It returns false for anything else.
func parseObjectMembers(b []byte, at span) ([]member, bool) {
	d := json.NewDecoder(bytes.NewReader(b[at.start:at.end]))
	if first, err := d.Token(); err != nil || first != json.Delim('{') {
		return nil, false
	}
	var out []member
	end := at.start + int(d.InputOffset())
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, false
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, false
		}
		m := member{whole: span{start: end}}
		m.name, _ = name.(string)
		end = at.start + int(d.InputOffset())
		m.whole.end = end
		m.value = span{end - len(value), end}
		out = append(out, m)
	}
	_, err := d.Token()
	return out, err == nil
}

// parseArrayElements returns the elements of the JSON array at b[at.start:at.end] as spans in b. It
// returns false for anything else.
func parseArrayElements(b []byte, at span) ([]span, bool) {
	d := json.NewDecoder(bytes.NewReader(b[at.start:at.end]))
	if first, err := d.Token(); err != nil || first != json.Delim('[') {
		return nil, false
	}
	var out []span
	for d.More() {
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, false
		}
		end := at.start + int(d.InputOffset())
		out = append(out, span{end - len(value), end})
	}
	_, err := d.Token()
	return out, err == nil
}

// lastMemberNamed returns the last member of a name, as parsers take it, or nil.
func lastMemberNamed(members []member, name string) *member {
	for i := len(members) - 1; i >= 0; i-- {
		if members[i].name == name {
			return &members[i]
		}
	}
	return nil
}

// edit replaces a span of a text.
type edit struct {
	at   span
	with []byte
}

// bytesWithEdits returns b with the edits, which are in order and do not overlap.
func bytesWithEdits(b []byte, edits []edit) []byte {
	var out []byte
	from := 0
	for _, e := range edits {
		out = append(append(out, b[from:e.at.start]...), e.with...)
		from = e.at.end
	}
	return append(out, b[from:]...)
}

// quoteJSON returns a text as a JSON string.
func quoteJSON(text string) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(text) // a string can always be encoded
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
