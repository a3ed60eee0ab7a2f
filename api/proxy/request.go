// Package proxy reads and changes the bodies of OpenAI's chat completions: requests of other
// programs and the replies to them. Whatever it does not change stays as it was, byte for byte. Its
// functions are pure and safe for concurrent use.
package proxy

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"memoir/memory"
)

// Names of the fields that are Memoir's own and never sent on.
const (
	fieldMemoryID       = "memory_id"
	fieldTopK           = "memory_top_k"
	fieldRecencyWeight  = "memory_recency_weight"
	fieldScoreThreshold = "memory_score_threshold"
	fieldUseMemory      = "use_memory"
	fieldSimilar        = "top_k" // Memoir's own only together with use_memory
)

const maxMemoryIDLength = 200 // runes

// ChatRequest is a parsed request for a chat completion.
type ChatRequest struct {
	Model        string
	Stream       bool
	Conversation string // memory_id
	// TopK, Threshold and RecencyWeight are nil when the request leaves them to the settings.
	TopK          *int
	Threshold     *float64
	RecencyWeight *float64
	UseMemory     *bool
	Similar       *int // top_k together with UseMemory: the most similar messages
	// Turns are the texts of the user and the assistant up to the last message of the user, oldest
	// first; empty without one. Images, tool calls and results of tools are left out.
	Turns []memory.PromptMessage
	// SystemText is the text of the caller's first system or developer message.
	SystemText string

	body     []byte
	members  []member
	messages []message
	array    span // of messages
}

// message is one element of messages.
type message struct {
	role    string
	content *member // nil without one
	text    string
}

// ParseChatRequest parses the body of POST /v1/chat/completions. Errors are *memory.FieldError; a
// body that is not one JSON object is ErrNotObject.
func ParseChatRequest(body []byte) (*ChatRequest, error) {
	if !json.Valid(body) || !utf8.Valid(body) {
		return nil, ErrNotObject
	}
	r := &ChatRequest{body: body, Conversation: memory.DefaultConversation}
	var ok bool
	if r.members, ok = parseObjectMembers(body, span{0, len(body)}); !ok {
		return nil, ErrNotObject
	}
	if err := r.parseAndValidateKnownFields(); err != nil {
		return nil, err
	}
	if err := r.parseMessages(); err != nil {
		return nil, err
	}
	return r, nil
}

// LastUserMessageText is the last message of the user, empty without one.
func (r *ChatRequest) LastUserMessageText() string {
	if len(r.Turns) == 0 {
		return ""
	}
	return r.Turns[len(r.Turns)-1].Content
}

func (r *ChatRequest) parseAndValidateKnownFields() error {
	fields := []struct {
		name, want string
		to         any
	}{
		{"model", "must be the name of a model", &r.Model},
		{"stream", "must be true or false", &r.Stream},
		{fieldMemoryID, "must be a string", &r.Conversation},
		{fieldTopK, "must be a whole number", &r.TopK},
		{fieldScoreThreshold, "must be a number", &r.Threshold},
		{fieldRecencyWeight, "must be a number from 0 to 1", &r.RecencyWeight},
		{fieldUseMemory, "must be true or false", &r.UseMemory},
	}
	for _, f := range fields {
		m := lastMemberNamed(r.members, f.name)
		if m == nil {
			continue
		}
		if err := json.Unmarshal(r.body[m.value.start:m.value.end], f.to); err != nil {
			return &memory.FieldError{Field: f.name, Problem: f.want}
		}
	}
	r.Conversation = strings.TrimSpace(r.Conversation)
	if r.Conversation == "" {
		r.Conversation = memory.DefaultConversation
	}
	if m := lastMemberNamed(r.members, fieldSimilar); m != nil && r.UseMemory != nil {
		if err := json.Unmarshal(r.body[m.value.start:m.value.end], &r.Similar); err != nil {
			return &memory.FieldError{Field: fieldSimilar, Problem: "must be a whole number"}
		}
	}
	switch w := r.RecencyWeight; {
	case r.Model == "":
		return &memory.FieldError{Field: "model", Problem: "must be the name of a model"}
	case ValidateConversationName(r.Conversation) != nil:
		return ValidateConversationName(r.Conversation)
	case w != nil && (*w < 0 || *w > 1):
		return &memory.FieldError{Field: fieldRecencyWeight, Problem: "must be a number from 0 to 1"}
	}
	return nil
}

// ValidateConversationName refuses a name that no conversation can have, as field memory_id.
func ValidateConversationName(name string) error {
	if utf8.RuneCountInString(name) > maxMemoryIDLength || strings.ContainsFunc(name, unicode.IsControl) {
		return &memory.FieldError{Field: fieldMemoryID, Problem: "must be at most 200 printable characters"}
	}
	return nil
}

func (r *ChatRequest) parseMessages() error {
	m := lastMemberNamed(r.members, "messages")
	wrong := &memory.FieldError{Field: "messages", Problem: "must be a list of messages"}
	if m == nil {
		return wrong
	}
	elements, ok := parseArrayElements(r.body, m.value)
	if !ok {
		return wrong
	}
	r.array = m.value
	lastUser, system := 0, false
	for _, at := range elements {
		msg := r.roleAndTextOfMessageAt(at)
		r.messages = append(r.messages, msg)
		if isSystemOrDeveloperRole(msg.role) && !system {
			r.SystemText, system = msg.text, true
		}
		role := memory.Role(msg.role)
		if (role != memory.RoleUser && role != memory.RoleAssistant) || strings.TrimSpace(msg.text) == "" {
			continue
		}
		r.Turns = append(r.Turns, memory.PromptMessage{Role: role, Content: msg.text})
		if role == memory.RoleUser {
			lastUser = len(r.Turns)
		}
	}
	r.Turns = r.Turns[:lastUser]
	return nil
}

// roleAndTextOfMessageAt reads one element of messages; what is no message has no role.
func (r *ChatRequest) roleAndTextOfMessageAt(at span) message {
	members, _ := parseObjectMembers(r.body, at)
	var m message
	if role := lastMemberNamed(members, "role"); role != nil {
		_ = json.Unmarshal(r.body[role.value.start:role.value.end], &m.role) // the server judges a wrong type
	}
	if m.content = lastMemberNamed(members, "content"); m.content != nil {
		m.text = joinTextPartsOfContent(r.body[m.content.value.start:m.content.value.end])
	}
	return m
}

// joinTextPartsOfContent returns a text, or the text parts of a list with line breaks between them.
func joinTextPartsOfContent(content []byte) string {
	var text string
	if json.Unmarshal(content, &text) == nil {
		return text
	}
	var parts []json.RawMessage
	if json.Unmarshal(content, &parts) != nil {
		return ""
	}
	var texts []string
	for _, raw := range parts {
		var p struct{ Type, Text string }
		if json.Unmarshal(raw, &p) == nil && p.Text != "" && (p.Type == "text" || p.Type == "input_text") {
			texts = append(texts, p.Text)
		}
	}
	return strings.Join(texts, "\n")
}

func isSystemOrDeveloperRole(role string) bool { return role == "system" || role == "developer" }

// BodyForUpstreamWithMemories returns the body for the model server: without Memoir's own fields,
// with the model's name there, and with text, unless it is empty, at the end of the first system or
// developer message or, if there is none, as a new first message.
func (r *ChatRequest) BodyForUpstreamWithMemories(model, text string) []byte {
	edits := r.editsRemovingMemoirFields()
	if model != r.Model {
		for _, m := range r.members {
			if m.name == "model" {
				edits = append(edits, edit{m.value, quoteJSON(model)})
			}
		}
	}
	if text != "" {
		edits = append(edits, r.editInsertingMemories(text))
	}
	slices.SortStableFunc(edits, func(a, b edit) int { return a.at.start - b.at.start })
	return bytesWithEdits(r.body, edits)
}

func (r *ChatRequest) isMemoirField(name string) bool {
	switch name {
	case fieldMemoryID, fieldTopK, fieldRecencyWeight, fieldScoreThreshold, fieldUseMemory:
		return true
	case fieldSimilar:
		return r.UseMemory != nil
	}
	return false
}

// editsRemovingMemoirFields removes each field with the comma before it, or, at the beginning, the
// one behind.
func (r *ChatRequest) editsRemovingMemoirFields() []edit {
	var edits []edit
	first := true
	for _, m := range r.members {
		switch {
		case r.isMemoirField(m.name):
			edits = append(edits, edit{at: m.whole})
		case first && len(edits) > 0:
			comma := m.whole.start
			for r.body[comma] != ',' {
				comma++
			}
			edits = append(edits, edit{at: span{comma, comma + 1}})
			first = false
		default:
			first = false
		}
	}
	return edits
}

func (r *ChatRequest) editInsertingMemories(text string) edit {
	for _, m := range r.messages {
		if !isSystemOrDeveloperRole(m.role) || m.content == nil {
			continue
		}
		end := m.content.value.end - 1 // before the closing quote or bracket
		switch r.body[m.content.value.start] {
		case '"':
			quoted := quoteJSON("\n\n" + text)
			return edit{span{end, end}, quoted[1 : len(quoted)-1]}
		case '[':
			part := append([]byte(`{"type":"text","text":`), append(quoteJSON(text), '}')...)
			if parts, _ := parseArrayElements(r.body, m.content.value); len(parts) > 0 {
				part = append([]byte{','}, part...)
			}
			return edit{span{end, end}, part}
		}
	}
	msg := append([]byte(`{"role":"system","content":`), append(quoteJSON(text), '}')...)
	if len(r.messages) > 0 {
		msg = append(msg, ',')
	}
	at := r.array.start + 1
	return edit{span{at, at}, msg}
}
