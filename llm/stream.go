package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"mime"
	"net/http"
	"strings"
	"time"

	"github.com/openai/openai-go/v3/packages/ssestream"

	"memoir/memory"
)

// maxPlainReply bounds a reply that a server sends whole, in bytes.
const maxPlainReply = 16 << 20

var (
	errReplyLimit = errors.New("reply limit reached")
	errIdleLimit  = errors.New("silent for too long")
	errStopped    = errors.New("consumer stopped")
	errUnreadable = errors.New("not the JSON of a reply")
	errNoEnd      = errors.New("connection closed before the end of the reply")
)

// Stream implements memory.Model.
func (c *Client) Stream(ctx context.Context, r memory.Request) iter.Seq2[memory.Delta, error] {
	return func(yield func(memory.Delta, error) bool) {
		limits := c.limits()
		call, cancel := context.WithCancelCause(ctx)
		defer cancel(errStopped)
		limit := time.AfterFunc(limits.Reply, func() { cancel(errReplyLimit) })
		defer limit.Stop()
		e, err := c.endpoint(call, providerOf(r.Model))
		if err != nil {
			yield(memory.Delta{}, c.located(e, r, err))
			return
		}
		res, err := c.begin(call, e, r)
		if err != nil {
			yield(memory.Delta{}, c.verdict(ctx, call, e, r, false, err))
			return
		}
		defer res.Body.Close()
		idle := time.AfterFunc(limits.Reply, func() { cancel(errIdleLimit) })
		defer idle.Stop()
		p := &reply{yield: yield, heard: func() { idle.Reset(limits.Idle) }}
		err = p.read(res)
		switch {
		case p.stopped:
		case err != nil:
			yield(memory.Delta{}, c.verdict(ctx, call, e, r, p.begun, err))
		case !p.spoke:
			yield(memory.Delta{}, c.located(e, r, c.empty(r, p)))
		default:
			yield(memory.Delta{Usage: p.usage, FinishReason: p.finish}, nil)
		}
	}
}

// reply follows one answer of a server and hands its pieces on.
type reply struct {
	yield   func(memory.Delta, error) bool
	heard   func() // called for every frame once the reply has begun
	think   thinkSplitter
	usage   *memory.Usage
	finish  string
	begun   bool // a piece was handed on
	spoke   bool // a piece of text was handed on
	ended   bool // the server said that the reply is complete
	stopped bool // the consumer wants no more
}

// read returns nil when the reply is complete or the consumer stopped.
func (p *reply) read(res *http.Response) error {
	media, _, _ := mime.ParseMediaType(res.Header.Get("Content-Type"))
	if media == "application/json" {
		return p.readPlain(res.Body)
	}
	res.Body = closedFrames(res.Body)
	frames := ssestream.NewDecoder(res)
	for !p.stopped && frames.Next() {
		data := strings.TrimSpace(string(frames.Event().Data))
		if data == "" {
			continue
		}
		if data == "[DONE]" {
			p.ended = true
			break
		}
		if err := p.frame([]byte(data), frames.Event().Type); err != nil {
			return err
		}
	}
	if p.stopped {
		return nil
	}
	if err := frames.Err(); err != nil {
		return err
	}
	p.flush()
	if !p.ended && p.begun {
		return errNoEnd
	}
	return nil
}

// readPlain takes a reply that came whole although a stream was asked for.
func (p *reply) readPlain(body io.Reader) error {
	data, err := io.ReadAll(io.LimitReader(body, maxPlainReply))
	if err != nil {
		return err
	}
	if len(strings.TrimSpace(string(data))) == 0 {
		return nil
	}
	if err := p.frame(data, ""); err != nil {
		return err
	}
	p.flush()
	return nil
}

func (p *reply) frame(data []byte, event string) error {
	var ch chunk
	if err := json.Unmarshal(data, &ch); err != nil {
		return fmt.Errorf("%w: %w", errUnreadable, err)
	}
	if ch.failed() || event == "error" {
		return refusalOf(http.StatusOK, nil, data)
	}
	text, reasoning, finish := ch.words()
	if finish == "error" {
		return refusalOf(http.StatusOK, nil, data)
	}
	if ch.Usage != nil {
		p.usage = ch.Usage
	}
	if finish != "" {
		p.finish, p.ended = finish, true
	}
	said, thought := p.think.add(text)
	p.say(said, reasoning+thought)
	return nil
}

func (p *reply) flush() {
	text, reasoning := p.think.end()
	p.say(text, reasoning)
}

func (p *reply) say(text, reasoning string) {
	if text != "" || reasoning != "" {
		p.begun = true
		p.spoke = p.spoke || strings.TrimSpace(text) != ""
		if !p.stopped && !p.yield(memory.Delta{Text: text, Reasoning: reasoning}, nil) {
			p.stopped = true
		}
	}
	if p.begun {
		p.heard()
	}
}

// closedFrames ends the last frame of a stream whose server left the empty line out.
func closedFrames(body io.ReadCloser) io.ReadCloser {
	return struct {
		io.Reader
		io.Closer
	}{io.MultiReader(body, strings.NewReader("\n\n")), body}
}

// empty is the error for a reply without words: a prompt beyond the model's context where that can be told.
func (c *Client) empty(r memory.Request, p *reply) error {
	need, limit := promptTokens(r), c.contextOf(r.Model)
	if p.usage != nil { // less than we sent means that the server cut the prompt
		need = max(need, p.usage.PromptTokens)
	}
	cut := p.finish == "length" && !p.begun && r.MaxTokens == 0
	if cut || (limit > 0 && need >= limit) {
		return &memory.ProviderError{Need: need, Limit: limit, Err: memory.ErrContextTooLong}
	}
	return memory.ErrEmptyReply
}

// promptTokens estimates the prompt; servers add a few tokens for every message.
func promptTokens(r memory.Request) int {
	n := 0
	for _, m := range r.Messages {
		n += memory.EstimateTokens(m.Content) + 4
	}
	return n
}

// verdict turns whatever ended a call into the error the core knows.
func (c *Client) verdict(
	ctx, call context.Context, e endpoint, r memory.Request, begun bool, err error,
) error {
	if ctx.Err() != nil {
		return fmt.Errorf("stream from %s: %w", r.Model, context.Cause(ctx))
	}
	if cause := context.Cause(call); errors.Is(cause, errReplyLimit) || errors.Is(cause, errIdleLimit) {
		err = fmt.Errorf("%w: %w", memory.ErrTimeout, cause)
	}
	err = c.located(e, r, err)
	var p *memory.ProviderError
	if begun && errors.As(err, &p) && !errors.Is(err, memory.ErrInterrupted) {
		p.Err = fmt.Errorf("%w: %w", memory.ErrInterrupted, p.Err)
	}
	return err
}
