package learn

import (
	"encoding/json"
	"errors"
	"io"
	"strings"

	"memoir/memory"
	"memoir/memory/lang/lazyregexp"
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

// parseExtractionReply parses the extractor's reply. In the single style it is one line. In the
// structured style it is a JSON list, parsed tolerantly: surrounding prose and fences, trailing
// commas, a single object, an object that contains the list, plain strings and missing fields are
// accepted. A reply without JSON is treated as in the single style; one whose JSON is torn or
// broken is an *memory.UnusableReplyError, because what it lacks is not known.
func parseExtractionReply(raw string, cfg memory.Config) ([]candidate, error) {
	single := []candidate{{fact: raw, kind: memory.KindFact, memoryType: memory.TypeOther}}
	if cfg.ExtractionStyle != memory.StyleStructured {
		return single, nil
	}
	items, ok, err := parseFactListsLeniently(raw)
	if err != nil {
		return nil, err
	}
	if !ok {
		return single, nil
	}
	out := make([]candidate, 0, len(items))
	for _, item := range items {
		if len(out) == maxFacts {
			break
		}
		out = append(out, item.toCandidate())
	}
	return out, nil
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
	if r.ValidFrom != "" && memory.IsPartialDateOrEmpty(r.ValidFrom) {
		c.validFrom = memory.NullText(r.ValidFrom)
	}
	c.quote = memory.NullText(strings.TrimSpace(r.Quote))
	return c
}

// maxParseAttempts limits how often parsing restarts at the next bracket, so that a page of
// brackets costs little.
const maxParseAttempts = 200

// jsonBeginning matches where a list or an object of facts begins, unlike a bracket in prose.
var jsonBeginning = lazyregexp.New(`[\[{]\s*["{\[]`)

// parseFactListsLeniently finds the JSON lists and objects of a reply, whatever is between them. A
// list with a mistake is parsed item by item and its complete items count. ok is false when there
// is no JSON; JSON that ends too early, or of which nothing can be parsed, is an error.
func parseFactListsLeniently(raw string) (items []rawFact, ok bool, err error) {
	text, hasJSON := stripTrailingCommas(raw), false
	for range maxParseAttempts {
		if len(items) >= maxFacts {
			break
		}
		at := strings.IndexAny(text, "[{")
		if at < 0 {
			break
		}
		text = text[at:]
		found, size, torn := decodeLeadingFactList(text)
		if torn {
			return nil, false, &memory.UnusableReplyError{Problem: "its list of facts is incomplete"}
		}
		if size == 0 {
			text = text[1:] // not JSON: try the next bracket
			continue
		}
		items, ok, hasJSON = append(items, found...), ok || found != nil, true
		text = text[size:]
	}
	if !hasJSON && jsonBeginning.MatchString(raw) {
		return nil, false, &memory.UnusableReplyError{Problem: "its list of facts isn't valid JSON"}
	}
	return items, ok, nil
}

// decodeLeadingFactList decodes one JSON value at the beginning of text and returns its size in
// bytes, 0 when there is none; torn reports that one begins and the text ends before it does. A
// value without facts gives nil; an empty list does not.
func decodeLeadingFactList(text string) (items []rawFact, size int, torn bool) {
	d := json.NewDecoder(strings.NewReader(text))
	var v json.RawMessage
	if err := d.Decode(&v); err != nil {
		return nil, 0, errors.Is(err, io.ErrUnexpectedEOF)
	}
	size = int(d.InputOffset())
	if v[0] == '[' {
		return decodeFactItems(v), size, false
	}
	var wrapped map[string]json.RawMessage
	if json.Unmarshal(v, &wrapped) != nil {
		return nil, size, false
	}
	for _, name := range []string{"facts", "memories", "items", "result"} {
		if inner, ok := wrapped[name]; ok {
			items, _, _ = decodeLeadingFactList(string(inner))
			return items, size, false
		}
	}
	if f, ok := decodeFactItem(v); ok {
		items = []rawFact{f}
	}
	return items, size, false
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
