package archive

import (
	"cmp"
	"encoding/json"
	"fmt"
	"html"
	"slices"
	"strings"

	"memoir/memory"
	"memoir/memory/lang/lazyregexp"
)

// The shapes of Open WebUI's export of chats; see docs/sources.md, E-3.
type webUIExport struct {
	ID        lenientText `json:"id"`
	Title     lenientText `json:"title"`
	CreatedAt lenientTime `json:"created_at"`
	UpdatedAt lenientTime `json:"updated_at"`
	Pinned    lenientBool `json:"pinned"`
	Chat      *webUIChat  `json:"chat"`
}

type webUIChat struct {
	ID        lenientText `json:"id"`
	Title     lenientText `json:"title"`
	System    lenientText `json:"system"`
	Timestamp lenientTime `json:"timestamp"`
	Params    struct {
		System lenientText `json:"system"`
	} `json:"params"`
	History *struct {
		CurrentID lenientText             `json:"currentId"`
		Messages  map[string]webUIMessage `json:"messages"`
	} `json:"history"`
	Messages []webUIMessage `json:"messages"` // of older versions, without a tree
}

type webUIMessage struct {
	ID        lenientText     `json:"id"`
	ParentID  lenientText     `json:"parentId"`
	Children  lenientTexts    `json:"childrenIds"`
	Role      lenientText     `json:"role"`
	Content   json.RawMessage `json:"content"`
	Model     lenientText     `json:"model"`
	Timestamp lenientTime     `json:"timestamp"`
	Error     json.RawMessage `json:"error"`
	Files     []webUIFile     `json:"files"`
}

type webUIFile struct {
	Type lenientText `json:"type"`
	Name lenientText `json:"name"`
	File struct {
		Data struct {
			Content lenientText `json:"content"`
		} `json:"data"`
	} `json:"file"`
}

func parseOpenWebUIChat(raw json.RawMessage) (parsedChat, error) {
	var in webUIExport
	err := json.Unmarshal(raw, &in)
	if err == nil && in.Chat == nil { // the chat alone
		in.Chat = &webUIChat{}
		err = json.Unmarshal(raw, in.Chat)
	}
	if err != nil {
		return parsedChat{chat: Chat{Title: titleOfUnreadableChat(raw)}}, refusal(reasonDamaged)
	}
	c := in.Chat
	p := parsedChat{tree: newTree(), chat: Chat{
		ExternalID: cmp.Or(string(in.ID), string(c.ID)), Title: cmp.Or(string(in.Title), string(c.Title)),
		SystemPrompt: removeControlsAndCitations(cmp.Or(string(c.Params.System), string(c.System))),
		CreatedAt:    in.CreatedAt.Time, UpdatedAt: in.UpdatedAt.Time, Pinned: bool(in.Pinned),
	}}
	if p.chat.CreatedAt.IsZero() {
		p.chat.CreatedAt = c.Timestamp.Time
	}
	if c.History == nil || len(c.History.Messages) == 0 {
		p.addOpenWebUIList(c.Messages)
		return p, nil
	}
	p.tree.current = string(c.History.CurrentID)
	ids := make([]string, 0, len(c.History.Messages))
	for id := range c.History.Messages {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		m := c.History.Messages[id]
		p.addOpenWebUIMessage(&node{id: id, parent: string(m.ParentID), children: m.Children}, m)
	}
	return p, nil
}

// addOpenWebUIList adds messages that follow each other.
func (p *parsedChat) addOpenWebUIList(list []webUIMessage) {
	before := ""
	for i, m := range list {
		id := fmt.Sprintf("message %d", i)
		p.addOpenWebUIMessage(&node{id: id, parent: before}, m)
		before = id
	}
}

// addOpenWebUIMessage decides what is kept of a message.
func (p *parsedChat) addOpenWebUIMessage(n *node, m webUIMessage) {
	n.at = m.Timestamp.Time
	n.text = p.openWebUITextAndCountLeftOut(m.Content)
	for _, f := range m.Files {
		if f.Type == "image" {
			p.countLeftOutIf(reasonPictures, true)
			continue
		}
		p.addAttachmentTextAsFile(string(f.Name), string(f.File.Data.Content))
	}
	switch m.Role {
	case "user":
		n.role = memory.RoleUser
	case "assistant":
		n.role, n.model = memory.RoleAssistant, string(m.Model)
		n.text, n.reasoning = p.splitReasoningDetails(n.text)
		if strings.TrimSpace(n.text) == "" && len(m.Error) > 0 && string(m.Error) != "null" && string(m.Error) != "false" {
			p.countLeftOutIf(reasonFailed, true)
		}
	case "system":
		p.countLeftOutIf(reasonSystem, strings.TrimSpace(n.text) != "")
		n.text = ""
	default:
		p.countLeftOutIf(reasonRoles, true)
		n.text = ""
	}
	p.tree.addNode(n)
}

// openWebUITextAndCountLeftOut returns the text of a content, which is a string or a list of parts.
func (p *parsedChat) openWebUITextAndCountLeftOut(raw json.RawMessage) string {
	var text string
	if len(raw) == 0 || json.Unmarshal(raw, &text) == nil {
		return text
	}
	var parts []struct {
		Type lenientText `json:"type"`
		Text lenientText `json:"text"`
	}
	if json.Unmarshal(raw, &parts) != nil {
		p.countLeftOutIf(reasonContent, true)
		return ""
	}
	for _, part := range parts {
		switch part.Type {
		case "text":
			text = joinParagraphs(text, string(part.Text))
		case "image_url":
			p.countLeftOutIf(reasonPictures, true)
		default:
			p.countLeftOutIf(reasonContent, true)
		}
	}
	return text
}

// detailsBlock finds what Open WebUI folds away in an answer: its reasoning, and calls of tools.
var detailsBlock = lazyregexp.New(`(?s)<details type="([a-z_]+)"[^>]*>(.*?)</details>\n?`)

// summaryLine is the heading of such a block.
var summaryLine = lazyregexp.New(`(?s)^\s*<summary>.*?</summary>\n?`)

// splitReasoningDetails separates the text of an answer from its reasoning.
func (p *parsedChat) splitReasoningDetails(text string) (answer, reasoning string) {
	answer = detailsBlock.ReplaceAllStringFunc(text, func(block string) string {
		found := detailsBlock.FindStringSubmatch(block)
		if found[1] != "reasoning" {
			p.countLeftOutIf(reasonTools, true)
			return ""
		}
		var lines []string
		for line := range strings.Lines(html.UnescapeString(summaryLine.ReplaceAllString(found[2], ""))) {
			lines = append(lines, strings.TrimPrefix(strings.TrimPrefix(line, ">"), " "))
		}
		reasoning = joinParagraphs(reasoning, strings.TrimSpace(strings.Join(lines, "")))
		return ""
	})
	return answer, reasoning
}
