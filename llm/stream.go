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

// maxWholeReplyBytes bounds a reply that is sent whole instead of streamed.
const maxPlainReply = 16 << 20

var (
	errReplyLimit = errors.New("reply limit reached")
	errIdleLimit  = errors.New("silent for too long")
	errStopped    = errors.New("consumer stopped")
	errUnreadable = errors.New("not the JSON of a reply")
	errNoEnd      = errors.New("connection closed before the end of the reply")
)

// Stream sends a chat request and yields the reply as it arrives. The last delta carries usage and
// finish reason; an error ends the sequence. Retries and limits are those of the package.
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

// replyReader reads one reply and yields its deltas.
type reply struct {
	yield   func(memory.Delta, error) bool
	heard   func() // called for every frame once the reply has begun
	think   thinkSplitter
	usage   *memory.Usage
	finish  string
	begun   bool // a delta was yielded
	spoke   bool // a delta with text that is not white space was yielded
	ended   bool // the server marked the reply as complete
	stopped bool // the consumer stopped the iteration
}

// readResponse returns nil when the reply is complete or the consumer stopped.
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

// readWhole reads a reply that is sent whole although a stream was requested.
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

// terminateLastFrame appends the blank line that some servers omit after the last frame.
func closedFrames(body io.ReadCloser) io.ReadCloser {
	return struct {
		io.Reader
		io.Closer
	}{io.MultiReader(body, strings.NewReader("\n\n")), body}
}

// emptyReplyError returns the error for a reply without text: context too long where that can be
// inferred, otherwise memory.ErrEmptyReply.
func (c *Client) empty(r memory.Request, p *reply) error {
	need, limit := promptTokens(r), c.contextOf(r.Model)
	if p.usage != nil { // a lower count than ours means that the server truncated the prompt
		need = max(need, p.usage.PromptTokens)
	}
	cut := p.finish == "length" && !p.begun && r.MaxTokens == 0
	if cut || (limit > 0 && need >= limit) {
		return &memory.ProviderError{Need: need, Limit: limit, Err: memory.ErrContextTooLong}
	}
	return memory.ErrEmptyReply
}

// estimatePromptTokens estimates the prompt's length; servers add a few tokens per message.
func promptTokens(r memory.Request) int {
	n := 0
	for _, m := range r.Messages {
		n += memory.EstimateTokens(m.Content) + 4
	}
	return n
}

// callError converts the error or context cause that ended a call into the core's error.
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
