package llm

import (
	"bufio"
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

// maxWholeReplyBytes bounds what is read at once: a reply that is sent whole instead of streamed,
// one frame of a stream with the comments before it, a model list.
const maxWholeReplyBytes = 16 << 20

var (
	errReplyLimit      = errors.New("reply time limit reached")
	errIdleLimit       = errors.New("no data from the server for too long")
	errConsumerStopped = errors.New("the consumer stopped reading")
	errFrameTooLong    = errors.New("a frame of the stream is too long")
)

// StreamReply sends a chat request and yields the reply as it arrives. The last delta carries usage
// and finish reason; an error ends the sequence. Retries and limits are those of the package.
func (c *caller) StreamReply(ctx context.Context, r memory.ModelRequest) iter.Seq2[memory.ReplyDelta, error] {
	return func(yield func(memory.ReplyDelta, error) bool) {
		limits := c.callLimitsOrDefaults()
		call, cancel := context.WithCancelCause(ctx)
		defer cancel(errConsumerStopped)
		limit := time.AfterFunc(limits.Reply, func() { cancel(errReplyLimit) })
		defer limit.Stop()
		e, err := c.catalogue.resolveProviderEndpointWithKey(call, providerNameOfModelID(r.Model))
		if err != nil {
			yield(memory.ReplyDelta{}, c.wrapAndLogRequestError(e, r, err))
			return
		}
		res, err := c.sendChatWithRetries(call, e, r)
		if err != nil {
			yield(memory.ReplyDelta{}, c.convertCallError(ctx, call, e, r, false, err))
			return
		}
		defer res.Body.Close()
		idle := time.AfterFunc(limits.Reply, func() { cancel(errIdleLimit) })
		defer idle.Stop()
		p := &replyReader{
			yield: yield, onProgress: func() { idle.Reset(limits.Idle) },
			splitter: thinkSplitter{keepsLeadingSpace: r.ContinuesAnswer},
		}
		err = p.readAndYieldStreamedOrWholeReply(res)
		switch {
		case p.isStopped:
		case err != nil:
			yield(memory.ReplyDelta{}, c.convertCallError(ctx, call, e, r, p.hasDelta, err))
		case !p.hasText:
			yield(memory.ReplyDelta{}, c.wrapAndLogRequestError(e, r, c.emptyReplyError(r, p)))
		default:
			yield(memory.ReplyDelta{Usage: p.usage, FinishReason: p.finishReason}, nil)
		}
	}
}

// replyReader reads one reply and yields its deltas.
type replyReader struct {
	yield        func(memory.ReplyDelta, error) bool
	onProgress   func() // called for every frame once the reply has begun
	splitter     thinkSplitter
	usage        *memory.Usage
	finishReason memory.FinishReason
	hasDelta     bool // a delta was yielded
	hasText      bool // a delta with text that is not white space was yielded
	hasReasoning bool // a delta with reasoning was yielded
	isComplete   bool // the server marked the reply as complete
	isStopped    bool // the consumer stopped the iteration
}

// readAndYieldStreamedOrWholeReply returns nil when the reply is complete or the consumer stopped.
func (p *replyReader) readAndYieldStreamedOrWholeReply(res *http.Response) error {
	media, _, _ := mime.ParseMediaType(res.Header.Get("Content-Type"))
	body := bufio.NewReader(res.Body)
	if discardSpaceAndDetectWebPage(body) {
		return errWebPage
	}
	if media == "application/json" {
		return p.readAndYieldUnstreamedReply(body)
	}
	limited := &frameLimiter{from: body, left: maxWholeReplyBytes}
	res.Body = readerWithFinalBlankLine(limited, res.Body)
	frames := ssestream.NewDecoder(res)
	for !p.isStopped && frames.Next() {
		limited.left = maxWholeReplyBytes
		data := strings.TrimSpace(string(frames.Event().Data))
		if data == "" {
			continue
		}
		if data == "[DONE]" {
			p.isComplete = true
			break
		}
		if err := p.parseStreamFrameAndYieldDelta([]byte(data), frames.Event().Type); err != nil {
			return err
		}
	}
	if p.isStopped {
		return nil
	}
	if err := frames.Err(); err != nil {
		return err
	}
	p.yieldHeldTextAndReasoning()
	if !p.isComplete && p.hasDelta {
		return errUnfinishedReply
	}
	if media == "text/html" && !p.isComplete {
		return errWebPage
	}
	return nil
}

// discardSpaceAndDetectWebPage reports whether a response begins as a web page does. Neither a
// stream nor JSON begins with "<".
func discardSpaceAndDetectWebPage(body *bufio.Reader) bool {
	for {
		b, err := body.Peek(1)
		if err != nil || !strings.ContainsRune(" \t\r\n", rune(b[0])) {
			return err == nil && b[0] == '<'
		}
		_, _ = body.Discard(1)
	}
}

// frameLimiter ends a stream with errFrameTooLong after left bytes; whoever reads frames renews
// left.
type frameLimiter struct {
	from io.Reader
	left int
}

func (l *frameLimiter) Read(b []byte) (int, error) {
	if l.left <= 0 {
		return 0, errFrameTooLong
	}
	n, err := l.from.Read(b[:min(len(b), l.left)])
	l.left -= n
	return n, err
}

// readAndYieldUnstreamedReply reads a reply that is sent whole although a stream was requested.
func (p *replyReader) readAndYieldUnstreamedReply(body io.Reader) error {
	data, err := io.ReadAll(io.LimitReader(body, maxWholeReplyBytes))
	if err != nil {
		return err
	}
	if len(strings.TrimSpace(string(data))) == 0 {
		return nil
	}
	if err := p.parseStreamFrameAndYieldDelta(data, ""); err != nil {
		return err
	}
	p.yieldHeldTextAndReasoning()
	return nil
}

func (p *replyReader) parseStreamFrameAndYieldDelta(data []byte, event string) error {
	var ch streamFrame
	if err := json.Unmarshal(data, &ch); err != nil {
		return fmt.Errorf("%w: %w", errUnreadable, err)
	}
	if ch.hasError() || event == "error" {
		return parseAPIError(http.StatusOK, nil, data)
	}
	text, reasoning, finish := ch.firstChoiceTextReasoningFinish()
	if finish == "error" {
		return parseAPIError(http.StatusOK, nil, data)
	}
	if ch.Usage != nil {
		p.usage = ch.Usage
	}
	if finish != "" {
		p.finishReason, p.isComplete = translateFinishReason(finish), true
	}
	said, thought := p.splitter.splitReasoningFromPiece(text)
	p.yieldDeltaAndResetIdleTimer(said, reasoning+thought)
	return nil
}

func (p *replyReader) yieldHeldTextAndReasoning() {
	text, reasoning := p.splitter.flushHeldInput()
	p.yieldDeltaAndResetIdleTimer(text, reasoning)
}

func (p *replyReader) yieldDeltaAndResetIdleTimer(text, reasoning string) {
	if text != "" || reasoning != "" {
		p.hasDelta = true
		p.hasText = p.hasText || strings.TrimSpace(text) != ""
		p.hasReasoning = p.hasReasoning || reasoning != ""
		if !p.isStopped && !p.yield(memory.ReplyDelta{Text: text, Reasoning: reasoning}, nil) {
			p.isStopped = true
		}
	}
	if p.hasDelta {
		p.onProgress()
	}
}

// readerWithFinalBlankLine appends the blank line that some servers omit after the last frame.
func readerWithFinalBlankLine(body io.Reader, closer io.Closer) io.ReadCloser {
	return struct {
		io.Reader
		io.Closer
	}{io.MultiReader(body, strings.NewReader("\n\n")), closer}
}

// emptyReplyError returns the error for a reply without text: context too long where that can be
// inferred, otherwise memory.ErrEmptyReply.
func (c *caller) emptyReplyError(r memory.ModelRequest, p *replyReader) error {
	need, limit := estimatePromptTokens(r), c.catalogue.knownContextWindow(r.Model)
	if p.usage != nil { // a lower count than ours means that the server truncated the prompt
		need = max(need, p.usage.PromptTokens)
	}
	cut := p.finishReason == memory.FinishLength && !p.hasDelta && r.MaxTokens == 0
	if cut || (limit > 0 && need >= limit) {
		return &memory.ProviderError{Need: need, Limit: limit, Err: memory.ErrPromptTooLong}
	}
	if err := p.finishReason.ErrorIfIncomplete(); err != nil {
		return err
	}
	if p.hasReasoning {
		return &memory.UnusableReplyError{Problem: "it contains reasoning but no answer"}
	}
	return memory.ErrEmptyReply
}

// convertCallError converts the error or context cause that ended a call into the core's error.
func (c *caller) convertCallError(
	ctx, call context.Context, e endpoint, r memory.ModelRequest, begun bool, err error,
) error {
	if ctx.Err() != nil {
		return fmt.Errorf("stream from %s: %w", r.Model, context.Cause(ctx))
	}
	if cause := context.Cause(call); errors.Is(cause, errReplyLimit) || errors.Is(cause, errIdleLimit) {
		err = fmt.Errorf("%w: %w", memory.ErrTimeout, cause)
	}
	err = c.wrapAndLogRequestError(e, r, err)
	var p *memory.ProviderError
	if begun && errors.As(err, &p) && !errors.Is(err, memory.ErrInterrupted) {
		p.Err = fmt.Errorf("%w: %w", memory.ErrInterrupted, p.Err)
	}
	return err
}
