package llmtest

import (
	"bytes"
	_ "embed" // the demo's script
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

// Script says what a server answers.
type Script struct {
	Models    []Model   `yaml:"models"`
	Keys      []string  `yaml:"keys"`   // when set, requests with another key get 401
	Refuse    []string  `yaml:"refuse"` // request fields that get 400, such as temperature or stream_options
	Embedding Embedding `yaml:"embedding"`
	Rules     []Rule    `yaml:"rules"`
}

// Model is an entry of /v1/models. Chat requests for models that are not listed get 404.
type Model struct {
	ID      string `yaml:"id"`
	Context int    `yaml:"context"` // tokens by the rule of thumb of four bytes each; 0 = no limit
}

// Embedding describes /v1/embeddings: unit vectors made from the words of a text, so that texts with common words are
// near each other. The same text always gets the same vector.
type Embedding struct {
	Dim int `yaml:"dim"` // 0 = 64
}

// Rule is a condition and what follows from it. Every part of When that is set must hold.
type Rule struct {
	Name  string `yaml:"name"`
	When  When   `yaml:"when"`
	Reply Reply  `yaml:"reply"`
	Fault *Fault `yaml:"fault"`
}

// When looks at a request. Expressions are Go's regular expressions; Reply.Text may use their groups as $1 or ${name},
// where the expression has groups (system, then user, then match, when several have).
type When struct {
	Model          string `yaml:"model"`
	User           string `yaml:"user"` // expression over the last user message
	UserContains   string `yaml:"user_contains"`
	System         string `yaml:"system"` // expression over all system messages
	SystemContains string `yaml:"system_contains"`
	// Tag and Match apply an expression to the text between the last <tag> line and the next </tag> of system and last
	// user message.
	Tag   string `yaml:"tag"`
	Match string `yaml:"match"`

	user, system, match *regexp.Regexp
}

// Reply is what a model says.
type Reply struct {
	Text      string `yaml:"text"`
	Reasoning string `yaml:"reasoning"`
	// ReasoningIn is the field that carries it: reasoning_content (also when empty), reasoning, or think for a block in
	// the text.
	ReasoningIn string        `yaml:"reasoning_in"`
	Usage       *Usage        `yaml:"usage"` // nil = estimated from bytes
	Chunk       int           `yaml:"chunk"` // runes in a piece; 0 = 12
	Delay       time.Duration `yaml:"delay"` // before every piece
	Finish      string        `yaml:"finish"`
	Framing     Framing       `yaml:"framing"`
}

// Usage is reported for a reply.
type Usage struct {
	Prompt     int `yaml:"prompt_tokens" json:"prompt_tokens"`
	Completion int `yaml:"completion_tokens" json:"completion_tokens"`
	Total      int `yaml:"-" json:"total_tokens"`
}

// Framing is how a stream is written.
type Framing struct {
	Split    int  `yaml:"split" json:"split"`       // bytes in a write, each flushed alone; 0 = whole frames
	CRLF     bool `yaml:"crlf" json:"crlf"`         // line ends of two bytes
	Comments bool `yaml:"comments" json:"comments"` // a comment line before every frame
	NoDone   bool `yaml:"no_done" json:"no_done"`   // without [DONE]
}

// Load reads a script from a file.
func Load(path string) (*Script, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("load script: %w", err)
	}
	return Parse(data)
}

// Demo is the script of the demo: a friendly assistant that says that its replies are scripted.
func Demo() (*Script, error) { return Parse(demo) }

// Parse reads a script. Unknown fields and expressions that cannot be read are errors.
func Parse(data []byte) (*Script, error) {
	var s Script
	dec := yaml.NewDecoder(bytes.NewReader(data))
	dec.KnownFields(true)
	if err := dec.Decode(&s); err != nil {
		return nil, fmt.Errorf("parse script: %w", err)
	}
	for i := range s.Rules {
		if err := s.Rules[i].compile(); err != nil {
			return nil, fmt.Errorf("parse script: rule %d (%s): %w", i+1, s.Rules[i].Name, err)
		}
	}
	return &s, nil
}

func (r *Rule) compile() error {
	w := &r.When
	var err error
	for _, e := range []struct {
		text string
		to   **regexp.Regexp
	}{{w.User, &w.user}, {w.System, &w.system}, {w.Match, &w.match}} {
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
		err = errors.Join(err, r.Fault.check())
	}
	return err
}

// asked is what conditions look at.
type asked struct{ model, user, system string }

// find returns the first rule that fits, with the groups of its expression filled in.
func (s *Script) find(q asked) (Rule, bool) {
	for _, r := range s.Rules {
		if text, ok := r.When.holds(q, r.Reply.Text); ok {
			r.Reply.Text = text
			return r, true
		}
	}
	return Rule{}, false
}

func (w *When) holds(q asked, text string) (string, bool) {
	if (w.Model != "" && w.Model != q.model) || !strings.Contains(q.user, w.UserContains) ||
		!strings.Contains(q.system, w.SystemContains) {
		return "", false
	}
	for _, e := range []struct {
		re *regexp.Regexp
		in string
	}{{w.system, q.system}, {w.user, q.user}, {w.match, inside(w.Tag, q)}} {
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

func inside(tag string, q asked) string {
	for _, in := range []string{q.user, q.system} {
		open := "<" + tag + ">\n"
		if i := strings.LastIndex(in, open); tag != "" && i >= 0 {
			text, _, _ := strings.Cut(in[i+len(open):], "</"+tag+">")
			return text
		}
	}
	return ""
}
