package learn

import (
	"encoding/json"
	"strings"

	"memoir/memory"
)

// maxFacts is how many facts are learned from one exchange; further ones are left out.
const maxFacts = 5

// rawFact is an item of the extractor's list. Every field may be missing.
type rawFact struct {
	Fact      string `json:"fact"`
	Content   string `json:"content"` // used by some models instead of fact
	Type      string `json:"type"`
	Key       string `json:"key"`
	Quote     string `json:"quote"`
	ValidFrom string `json:"valid_from"`
}

// parseFacts parses the extractor's reply. In the single style it is one line. In the structured
// style it is a JSON list, parsed tolerantly: surrounding prose and fences, trailing commas, a
// single object, an object that contains the list, plain strings and missing fields are accepted. A
// reply without JSON is treated as in the single style.
func parseFacts(raw string, cfg memory.Config) []candidate {
	single := []candidate{{fact: raw, kind: memory.KindFact, memoryType: memory.TypeOther}}
	if cfg.ExtractionStyle != memory.StyleStructured {
		return single
	}
	items, ok := parseFactList(raw)
	if !ok {
		return single
	}
	out := make([]candidate, 0, len(items))
	for _, item := range items {
		if len(out) == maxFacts {
			break
		}
		out = append(out, item.toCandidate())
	}
	return out
}

// toCandidate converts an item into a candidate; unknown values are replaced by neutral ones.
func (r rawFact) toCandidate() candidate {
	c := candidate{
		fact: strings.TrimSpace(r.Fact), kind: memory.KindFact,
		memoryType: memory.Type(strings.ToLower(r.Type)),
		fromList:   true,
	}
	if c.fact == "" {
		c.fact = strings.TrimSpace(r.Content)
	}
	if !c.memoryType.IsValid() {
		c.memoryType = memory.TypeOther
	}
	if key := strings.ToLower(strings.TrimSpace(r.Key)); key != "null" && len(key) <= 80 {
		c.key = memory.NullText(key)
	}
	if r.ValidFrom != "" && memory.IsPartialDate(r.ValidFrom) {
		c.validFrom = memory.NullText(r.ValidFrom)
	}
	c.quote = memory.NullText(strings.TrimSpace(r.Quote))
	return c
}

// maxParseAttempts limits how often parsing restarts at the next bracket, so that a page of
// brackets costs little.
const maxParseAttempts = 200

// parseFactList finds the JSON lists and objects of a reply, whatever is between them. A list that
// is cut off is parsed item by item and its complete items count. ok is false when nothing can be
// parsed.
func parseFactList(raw string) (items []rawFact, ok bool) {
	text := stripTrailingCommas(raw)
	for range maxParseAttempts {
		if len(items) >= maxFacts {
			break
		}
		at := strings.IndexAny(text, "[{")
		if at < 0 {
			break
		}
		text = text[at:]
		found, size := decodeFactList(text)
		if size == 0 {
			text = text[1:] // not JSON, or cut off: try the next bracket
			continue
		}
		items, ok = append(items, found...), ok || found != nil
		text = text[size:]
	}
	return items, ok
}

// decodeFactList decodes one JSON value at the beginning of text and returns its size in bytes, 0
// when there is none. A value without facts gives nil; an empty list does not.
func decodeFactList(text string) (items []rawFact, size int) {
	d := json.NewDecoder(strings.NewReader(text))
	var v json.RawMessage
	if d.Decode(&v) != nil {
		return nil, 0
	}
	size = int(d.InputOffset())
	if v[0] == '[' {
		return decodeFactItems(v), size
	}
	var wrapped map[string]json.RawMessage
	if json.Unmarshal(v, &wrapped) != nil {
		return nil, size
	}
	for _, name := range []string{"facts", "memories", "items", "result"} {
		if inner, ok := wrapped[name]; ok {
			items, _ = decodeFactList(string(inner))
			return items, size
		}
	}
	if f, ok := decodeFactItem(v); ok {
		items = []rawFact{f}
	}
	return items, size
}

// decodeFactItems decodes the items of a list that are facts; nil when it has items but no facts.
func decodeFactItems(v json.RawMessage) []rawFact {
	var list []json.RawMessage
	if json.Unmarshal(v, &list) != nil {
		return nil
	}
	items := make([]rawFact, 0, len(list))
	for _, e := range list {
		if f, ok := decodeFactItem(e); ok {
			items = append(items, f)
		}
	}
	if len(items) == 0 && len(list) > 0 {
		return nil
	}
	return items
}

// decodeFactItem decodes an object or a plain string. Fields of another JSON type are left empty.
func decodeFactItem(v json.RawMessage) (rawFact, bool) {
	var s string
	if json.Unmarshal(v, &s) == nil {
		return rawFact{Fact: s}, true
	}
	var fields map[string]any
	if json.Unmarshal(v, &fields) != nil {
		return rawFact{}, false
	}
	text := func(name string) string { s, _ := fields[name].(string); return s }
	f := rawFact{text("fact"), text("content"), text("type"), text("key"), text("quote"), text("valid_from")}
	return f, f.Fact != "" || f.Content != ""
}

// stripTrailingCommas removes commas before a closing bracket, outside strings.
func stripTrailingCommas(s string) string {
	var b strings.Builder
	inString, escaped := false, false
	for i := range len(s) {
		c := s[i]
		switch {
		case escaped:
			escaped = false
		case inString && c == '\\':
			escaped = true
		case c == '"':
			inString = !inString
		case c == ',' && !inString:
			if rest := strings.TrimLeft(s[i+1:], " \t\r\n"); rest != "" && (rest[0] == ']' || rest[0] == '}') {
				continue
			}
		}
		b.WriteByte(c)
	}
	return b.String()
}
