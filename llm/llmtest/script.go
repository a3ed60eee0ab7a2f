package llmtest

import (
	"bytes"
	_ "embed" // for the demo's script
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"time"

	"gopkg.in/yaml.v3"
)

//go:embed demo.yaml
var demo []byte

// Script defines what a server answers.
type Script struct {
	Models []Model  `yaml:"models"`
	Keys   []string `yaml:"keys"` // if set, requests with another key get 401
	// Request fields refused with 400, such as temperature or stream_options.
	Refuse    []string  `yaml:"refuse"`
	Embedding Embedding `yaml:"embedding"`
	Rules     []Rule    `yaml:"rules"`
}

// Model is an entry of /v1/models. If there are any, chat requests for other models get 404.
type Model struct {
	ID      string `yaml:"id"`
	Context int    `yaml:"context"` // tokens, estimated as four bytes each; 0 = no limit
	Sees    *bool  `yaml:"sees"`    // whether it takes pictures; without it the list does not say
}

// Embedding configures /v1/embeddings: unit vectors computed from the words of a text, so that
// texts with common words have similar vectors. The same text always gets the same vector.
type Embedding struct {
	Dim int `yaml:"dim"` // 0 = 64
}

// Rule is a condition with its reply and fault. Every part of When that is set must match.
type Rule struct {
	Name  string    `yaml:"name"`
	When  Condition `yaml:"when"`
	Reply Reply     `yaml:"reply"`
	Fault *Fault    `yaml:"fault"`
}

// Condition matches a request. Patterns are Go regular expressions. Reply.Text may use their groups
// as $1 or ${name}; if several patterns have groups, they are expanded in the order system, user,
// match.
type Condition struct {
	Model          string `yaml:"model"`
	User           string `yaml:"user"` // pattern for the last user message
	UserContains   string `yaml:"user_contains"`
	System         string `yaml:"system"` // pattern for all system messages
	SystemContains string `yaml:"system_contains"`
	Field          string `yaml:"field"` // a field that the request has, such as tools
	// Tag and Match apply a pattern to the text between the last <tag> line and the next </tag> of the
	// last user message, or else of the system messages.
	Tag   string `yaml:"tag"`
	Match string `yaml:"match"`

	userPattern, systemPattern, matchPattern *regexp.Regexp
}

// Reply is the model's reply.
type Reply struct {
	Text      string `yaml:"text"`
	Tool      *Tool  `yaml:"tool"` // called after the text
	Reasoning string `yaml:"reasoning"`
	// ReasoningIn is the field for the reasoning: reasoning_content (also if empty), reasoning, or
	// think for a block inside the text.
	ReasoningIn string        `yaml:"reasoning_in"`
	Usage       *Usage        `yaml:"usage"` // nil = estimated from bytes
	Chunk       int           `yaml:"chunk"` // runes per piece; 0 = 12
	Delay       time.Duration `yaml:"delay"` // before every piece
	Finish      string        `yaml:"finish"`
	Framing     Framing       `yaml:"framing"`
}

// Tool is a call of a tool. Arguments are JSON.
type Tool struct {
	Name      string `yaml:"name"`
	Arguments string `yaml:"arguments"`
}

// Usage is the token usage reported for a reply.
type Usage struct {
	Prompt     int `yaml:"prompt_tokens" json:"prompt_tokens"`
	Completion int `yaml:"completion_tokens" json:"completion_tokens"`
	Total      int `yaml:"-" json:"total_tokens"`
}

// Framing is the format of a stream.
type Framing struct {
	Split    int  `yaml:"split" json:"split"`       // bytes per write, each flushed; 0 = whole frames
	CRLF     bool `yaml:"crlf" json:"crlf"`         // line ends are \r\n
	Comments bool `yaml:"comments" json:"comments"` // a comment line before every frame
	NoDone   bool `yaml:"no_done" json:"no_done"`   // without [DONE]
}

// LoadScript reads a script from a file.
func LoadScript(path string) (*Script, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("load script: %w", err)
	}
	return ParseScript(data)
}

// DemoScript returns the script of the demo: a friendly assistant that says that its replies are
// scripted.
func DemoScript() (*Script, error) { return ParseScript(demo) }

// ParseScript parses a script. Unknown fields and invalid patterns are errors.
func ParseScript(data []byte) (*Script, error) {
	var s Script
	dec := yaml.NewDecoder(bytes.NewReader(data))
	dec.KnownFields(true)
	if err := dec.Decode(&s); err != nil {
		return nil, fmt.Errorf("parse script: %w", err)
	}
	for i := range s.Rules {
		if err := s.Rules[i].compileAndValidate(); err != nil {
			return nil, fmt.Errorf("parse script: rule %d (%s): %w", i+1, s.Rules[i].Name, err)
		}
	}
	return &s, nil
}

func (r *Rule) compileAndValidate() error {
	w := &r.When
	var err error
	for _, e := range []struct {
		text string
		to   **regexp.Regexp
	}{{w.User, &w.userPattern}, {w.System, &w.systemPattern}, {w.Match, &w.matchPattern}} {
		if e.text == "" {
			continue
		}
		re, bad := regexp.Compile(e.text)
		*e.to, err = re, errors.Join(err, bad)
	}
	if (w.Tag == "") != (w.Match == "") {
		err = errors.Join(err, errors.New("tag and match belong together"))
	}
	if r.Fault != nil {
		err = errors.Join(err, r.Fault.checkKind())
	}
	return err
}

// ruleInput is the part of a request that conditions look at.
type ruleInput struct {
	model, user, system string
	fields              map[string]json.RawMessage
}

// findAndExpandRule returns the first matching rule with the groups of its patterns expanded in the
// reply.
func (s *Script) findAndExpandRule(q ruleInput) (Rule, bool) {
	for _, r := range s.Rules {
		if text, ok := r.When.matchRequestAndExpandReply(q, r.Reply.Text); ok {
			r.Reply.Text = text
			return r, true
		}
	}
	return Rule{}, false
}

func (w *Condition) matchRequestAndExpandReply(q ruleInput, text string) (string, bool) {
	if (w.Model != "" && w.Model != q.model) || !strings.Contains(q.user, w.UserContains) ||
		!strings.Contains(q.system, w.SystemContains) {
		return "", false
	}
	if _, has := q.fields[w.Field]; w.Field != "" && !has {
		return "", false
	}
	for _, e := range []struct {
		re *regexp.Regexp
		in string
	}{{w.systemPattern, q.system}, {w.userPattern, q.user}, {w.matchPattern, textInsideTag(w.Tag, q)}} {
		if e.re == nil {
			continue
		}
		m := e.re.FindStringSubmatchIndex(e.in)
		if m == nil {
			return "", false
		}
		if e.re.NumSubexp() > 0 {
			text = string(e.re.ExpandString(nil, text, e.in, m))
		}
	}
	return text, true
}

func textInsideTag(tag string, q ruleInput) string {
	for _, in := range []string{q.user, q.system} {
		open := "<" + tag + ">\n"
		if i := strings.LastIndex(in, open); tag != "" && i >= 0 {
			text, _, _ := strings.Cut(in[i+len(open):], "</"+tag+">")
			return text
		}
	}
	return ""
}
