package archive

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"memoir/memory"
)

// The shapes of ChatGPT's conversations.json; see docs/sources.md, E-1.
type gptConversation struct {
	ID             lenientText        `json:"id"`
	ConversationID lenientText        `json:"conversation_id"`
	Title          lenientText        `json:"title"`
	CreateTime     lenientTime        `json:"create_time"`
	UpdateTime     lenientTime        `json:"update_time"`
	CurrentNode    lenientText        `json:"current_node"`
	IsStarred      lenientBool        `json:"is_starred"`
	Mapping        map[string]gptNode `json:"mapping"`
}

type gptNode struct {
	Message  *gptMessage  `json:"message"`
	Parent   lenientText  `json:"parent"`
	Children lenientTexts `json:"children"`
}

type gptMessage struct {
	Author struct {
		Role lenientText `json:"role"`
	} `json:"author"`
	CreateTime lenientTime `json:"create_time"`
	Content    gptContent  `json:"content"`
	Recipient  lenientText `json:"recipient"`
	Metadata   struct {
		Model       lenientText       `json:"model_slug"`
		Hidden      lenientBool       `json:"is_visually_hidden_from_conversation"`
		UserContext lenientBool       `json:"is_user_system_message"`
		Attachments []json.RawMessage `json:"attachments"`
	} `json:"metadata"`
}

type gptContent struct {
	Type     lenientText       `json:"content_type"`
	Parts    []json.RawMessage `json:"parts"`
	Text     lenientText       `json:"text"`
	Language lenientText       `json:"language"`
	Thoughts []struct {
		Summary lenientText `json:"summary"`
		Content lenientText `json:"content"`
	} `json:"thoughts"`
}

func parseChatGPTChat(raw json.RawMessage) (parsedChat, error) {
	var in gptConversation
	if err := json.Unmarshal(raw, &in); err != nil {
		return parsedChat{chat: Chat{Title: titleOfUnreadableChat(raw)}}, refusal(reasonDamaged)
	}
	p := parsedChat{tree: newTree(), chat: Chat{
		ExternalID: cmp.Or(string(in.ConversationID), string(in.ID)), Title: string(in.Title),
		CreatedAt: in.CreateTime.Time, UpdatedAt: in.UpdateTime.Time, Pinned: bool(in.IsStarred),
	}}
	p.tree.current = string(in.CurrentNode)
	ids := make([]string, 0, len(in.Mapping))
	for id := range in.Mapping {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		g := in.Mapping[id]
		n := &node{id: id, parent: string(g.Parent), children: g.Children}
		if g.Message != nil {
			p.fillNodeFromChatGPTMessage(n, g.Message)
		}
		p.tree.addNode(n)
	}
	return p, nil
}

// titleOfUnreadableChat returns the title of a chat that cannot be read otherwise.
func titleOfUnreadableChat(raw json.RawMessage) string {
	var in struct {
		Title lenientText `json:"title"`
		Name  lenientText `json:"name"`
	}
	_ = json.Unmarshal(raw, &in) // what was read before an error is enough
	return cmp.Or(string(in.Title), string(in.Name))
}

// fillNodeFromChatGPTMessage decides what is kept of a message.
func (p *parsedChat) fillNodeFromChatGPTMessage(n *node, m *gptMessage) {
	n.at, n.model = m.CreateTime.Time, string(m.Metadata.Model)
	text, thoughts := p.chatGPTTextReasoningAndCountLeftOut(m.Content)
	hasText := strings.TrimSpace(text) != ""
	switch role := string(m.Author.Role); {
	case thoughts != "":
		n.reasoning = thoughts
	case m.Content.Type == "reasoning_recap":
	case bool(m.Metadata.UserContext) || m.Content.Type == "user_editable_context" ||
		m.Content.Type == "model_editable_context":
		p.countLeftOutIf(reasonHidden, true)
	case role == "system":
		p.countLeftOutIf(reasonSystem, hasText)
	case role == "tool":
		p.countLeftOutIf(reasonTools, true)
	case bool(m.Metadata.Hidden):
		p.countLeftOutIf(reasonHidden, hasText)
	case role == "assistant" && m.Recipient != "" && m.Recipient != "all":
		p.countLeftOutIf(reasonTools, true)
	case role == "user", role == "assistant":
		n.role, n.text = memory.RoleUser, text
		if role == "assistant" {
			n.role = memory.RoleAssistant
		} else {
			n.model = ""
		}
		p.countLeftOutTimes(reasonFiles, len(m.Metadata.Attachments))
	default:
		p.countLeftOutIf(reasonRoles, true)
	}
}

// countLeftOutIf counts something that is left out, if there was anything.
func (p *parsedChat) countLeftOutIf(reason string, counts bool) {
	if counts {
		p.leftOut = append(p.leftOut, reason)
	}
}

func (p *parsedChat) countLeftOutTimes(reason string, n int) {
	for range n {
		p.leftOut = append(p.leftOut, reason)
	}
}

// chatGPTTextReasoningAndCountLeftOut returns the text of a content and its reasoning.
func (p *parsedChat) chatGPTTextReasoningAndCountLeftOut(c gptContent) (text, thoughts string) {
	switch c.Type {
	case "thoughts":
		for _, t := range c.Thoughts {
			thoughts = joinParagraphs(thoughts, joinParagraphs(string(t.Summary), string(t.Content)))
		}
		return "", thoughts
	case "code":
		language := string(c.Language)
		if language == "unknown" {
			language = ""
		}
		if c.Text == "" {
			return "", ""
		}
		return "```" + language + "\n" + string(c.Text) + "\n```", ""
	}
	if len(c.Parts) == 0 {
		return string(c.Text), ""
	}
	for _, raw := range c.Parts {
		text = joinParagraphs(text, p.chatGPTPartTextOrCountLeftOut(raw))
	}
	return text, ""
}

// chatGPTPartTextOrCountLeftOut returns the text of a part, and counts a part that has none.
func (p *parsedChat) chatGPTPartTextOrCountLeftOut(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	var part struct {
		Type lenientText `json:"content_type"`
		Text lenientText `json:"text"`
	}
	if bytes.HasPrefix(raw, []byte("{")) && json.Unmarshal(raw, &part) == nil {
		switch {
		case part.Text != "":
			return string(part.Text)
		case strings.Contains(string(part.Type), "audio") || strings.Contains(string(part.Type), "video"):
			p.countLeftOutIf(reasonRecording, true)
			return ""
		case strings.Contains(string(part.Type), "image"):
			p.countLeftOutIf(reasonPictures, true)
			return ""
		}
	}
	p.countLeftOutIf(reasonContent, string(raw) != "null")
	return ""
}
