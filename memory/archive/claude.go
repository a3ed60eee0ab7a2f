package archive

import (
	"encoding/json"
	"fmt"
	"strings"

	"memoir/memory"
)

// The shapes of Claude's conversations.json; see docs/sources.md, E-2.
type claudeConversation struct {
	UUID        lenientText     `json:"uuid"`
	Name        lenientText     `json:"name"`
	Model       lenientText     `json:"model"`
	CreatedAt   lenientTime     `json:"created_at"`
	UpdatedAt   lenientTime     `json:"updated_at"`
	CurrentLeaf lenientText     `json:"current_leaf_message_uuid"`
	IsStarred   lenientBool     `json:"is_starred"`
	Messages    []claudeMessage `json:"chat_messages"`
}

type claudeMessage struct {
	UUID        lenientText        `json:"uuid"`
	Parent      *lenientText       `json:"parent_message_uuid"` // absent in older archives, whose messages are in order
	Sender      lenientText        `json:"sender"`
	Text        lenientText        `json:"text"`
	Content     []claudeBlock      `json:"content"`
	CreatedAt   lenientTime        `json:"created_at"`
	Attachments []claudeAttachment `json:"attachments"`
	Files       []json.RawMessage  `json:"files"`
}

type claudeBlock struct {
	Type     lenientText `json:"type"`
	Text     lenientText `json:"text"`
	Thinking lenientText `json:"thinking"`
}

type claudeAttachment struct {
	Name    lenientText `json:"file_name"`
	Content lenientText `json:"extracted_content"`
}

func parseClaudeChat(raw json.RawMessage) (parsedChat, error) {
	var in claudeConversation
	if err := json.Unmarshal(raw, &in); err != nil {
		return parsedChat{chat: Chat{Title: titleOfUnreadableChat(raw)}}, refusal(reasonDamaged)
	}
	p := parsedChat{tree: newTree(), chat: Chat{
		ExternalID: string(in.UUID), Title: string(in.Name), CreatedAt: in.CreatedAt.Time, UpdatedAt: in.UpdatedAt.Time,
		Pinned: bool(in.IsStarred),
	}}
	p.tree.current = string(in.CurrentLeaf)
	before := ""
	for i, m := range in.Messages {
		n := &node{id: string(m.UUID), parent: before, at: m.CreatedAt.Time}
		if n.id == "" || p.tree.nodes[n.id] != nil {
			n.id = fmt.Sprintf("message %d", i)
		}
		if m.Parent != nil {
			n.parent = string(*m.Parent)
		}
		p.fillNodeFromClaudeMessage(n, m, string(in.Model))
		p.tree.addNode(n)
		before = n.id
	}
	return p, nil
}

// fillNodeFromClaudeMessage decides what is kept of a message.
func (p *parsedChat) fillNodeFromClaudeMessage(n *node, m claudeMessage, model string) {
	n.text, n.reasoning = p.claudeTextReasoningAndCountLeftOut(m)
	for _, a := range m.Attachments {
		p.addAttachmentTextAsFile(string(a.Name), string(a.Content))
	}
	p.countLeftOutTimes(reasonFiles, len(m.Files))
	switch m.Sender {
	case "human", "user":
		n.role = memory.RoleUser
	case "assistant":
		n.role, n.model = memory.RoleAssistant, model
	default:
		n.text, n.reasoning = "", ""
		p.countLeftOutIf(reasonRoles, true)
	}
	if n.role == memory.RoleUser && strings.TrimSpace(n.text) == "" && len(m.Attachments) > 0 {
		n.text = "(attached: " + string(m.Attachments[0].Name) + ")"
	}
}

// addAttachmentTextAsFile keeps the text of an attachment.
func (p *parsedChat) addAttachmentTextAsFile(name, content string) {
	if content = removeControlsAndCitations(content); strings.TrimSpace(content) == "" || len(content) > maxMessageBytes {
		p.countLeftOutIf(reasonFiles, true)
		return
	}
	if name = shortenToOneLineTitle(strings.NewReplacer("/", "-", `\`, "-").Replace(name)); name == "" {
		name = "pasted.txt"
	}
	p.chat.Files = append(p.chat.Files, File{Name: name, Content: content})
}

// claudeTextReasoningAndCountLeftOut returns the text of a message and its reasoning. Blocks count;
// the plain text stands in for them in older archives.
func (p *parsedChat) claudeTextReasoningAndCountLeftOut(m claudeMessage) (text, thinking string) {
	if len(m.Content) == 0 {
		return string(m.Text), ""
	}
	for _, b := range m.Content {
		switch b.Type {
		case "text", "voice_note":
			text = joinParagraphs(text, string(b.Text))
		case "thinking":
			thinking = joinParagraphs(thinking, string(b.Thinking))
		case "tool_use", "tool_result":
			p.countLeftOutIf(reasonTools, true)
		case "image":
			p.countLeftOutIf(reasonPictures, true)
		case "token_budget", "flag":
		default:
			p.countLeftOutIf(reasonContent, true)
		}
	}
	return text, thinking
}
