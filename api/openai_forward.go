package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
	"sync"
	"time"

	"memoir/api/proxy"
	"memoir/memory"
	"memoir/memory/engine"
)

// maxForwardedReply bounds a reply that is not streamed, in bytes.
const maxForwardedReply = 32 << 20

// forwardedRequestHeaderNames and isReplyHeaderDropped say what passes beside the bodies: of a
// request only what the server needs, of a reply everything but what describes the connection or
// sets cookies.
func forwardedRequestHeaderNames() []string {
	return []string{"Accept", "OpenAI-Organization", "OpenAI-Project", "OpenAI-Beta"}
}

func isReplyHeaderDropped(name string) bool {
	switch http.CanonicalHeaderKey(name) {
	case "Connection", "Keep-Alive", "Transfer-Encoding", "Trailer", "Upgrade", "Proxy-Authenticate", "Content-Length",
		"Set-Cookie", "Date", "Server", "Alt-Svc", "Strict-Transport-Security", memoryModeHeader:
		return true
	}
	return false
}

// forwardedCall is one request that is passed on to a model server.
type forwardedCall struct {
	*call
	service   *engine.Service
	request   *proxy.ChatRequest
	model     memory.ModelInfo
	key       *memory.CallerKey
	retrieval memory.Retrieval
	retrieved bool                  // whether memories were looked for
	text      string                // what is added to the prompt
	turn      *engine.ForwardedTurn // nil when nothing is stored
	storeOnce sync.Once
	storing   sync.WaitGroup // the goroutine that stores the user's messages
	stored    bool           // whether it could, after storing has ended
	summary   memory.Summary // of the conversation, when it was added to the prompt; else its ID is 0
	collected engine.ForwardedContext
}

// findOrCreateChatStartTurnAndRetrieve finds the memories and starts the turn. Trouble never fails
// the request: it is logged, and the request goes on without.
func (f *forwardedCall) findOrCreateChatStartTurnAndRetrieve() {
	s := f.profileSession()
	chat, err := s.FindOrCreateProgramConversationChat(f.requestContext(), f.request.Conversation, f.callerProgramName())
	if err != nil {
		f.api.log.Warn("a forwarded request was sent without memory", "err", err)
		return
	}
	if f.turn, err = s.StartForwardedTurn(f.requestContext(), engine.ForwardedTurnParams{
		Chat: chat, Turns: f.request.Turns, CallerKey: f.key,
	}); err != nil {
		f.turn = nil
		f.api.log.Warn("a forwarded turn could not be stored", "chat", chat.ID, "err", err)
	}
	if f.wantsMemoryContextInReply() { // it quotes the conversation as it is stored
		f.startStoringUserMessagesOnce()
	}
	f.retrieval, f.text = s.RetrieveAndRenderMemoriesForProgram(f.requestContext(), chat, memory.RetrieveParams{
		Query: f.request.LastUserMessageText(), TopK: f.request.TopK, Threshold: f.request.Threshold,
		RecencyWeight: f.request.RecencyWeight,
	})
	f.retrieved = true
	if f.turn == nil {
		return
	}
	var summary string
	f.summary, summary = f.turn.SummaryOfUnsentMessages(f.requestContext())
	f.retrieval.Summary = memory.NullText(f.summary.Content)
	f.appendPromptSection(summary)
	if f.storing.Wait(); f.stored && f.wantsMemoryContextInReply() {
		f.collected = f.turn.CollectRecalledAndRecentContext(f.requestContext(), f.request.Similar)
		f.retrieval.Recalled, f.retrieval.RecalledSummaries = f.collected.Recalled, f.collected.RecalledSummaries
		f.appendPromptSection(f.collected.Text)
	}
}

// wantsMemoryContextInReply reports whether the reply is to carry what the conversation holds.
func (f *forwardedCall) wantsMemoryContextInReply() bool { return f.request.UseMemory != nil }

// startStoringUserMessagesOnce starts to store the messages of the user, and that the program was
// used. Only the first call has an effect.
func (f *forwardedCall) startStoringUserMessagesOnce() {
	if f.turn != nil {
		f.storeOnce.Do(func() { f.storing.Go(f.storeUserMessagesAndProgramUse) })
	}
}

func (f *forwardedCall) storeUserMessagesAndProgramUse() {
	if err := f.turn.StoreNewMessages(f.requestContext()); err != nil {
		f.api.log.Warn("a forwarded turn could not be stored", "err", err)
	} else {
		f.stored = true
	}
	program := f.callerProgramName()
	if err := f.service.RecordProgramUse(f.requestContext(), program); err != nil {
		f.api.log.Warn("could not record that a program used Memoir", "program", program, "err", err)
	}
}

// appendPromptSection adds a section to what is added to the prompt; an empty one adds nothing.
func (f *forwardedCall) appendPromptSection(section string) {
	if f.text != "" && section != "" {
		f.text += "\n\n"
	}
	f.text += section
}

// buildReceiptOfMemoriesAndSystemMessage says what was sent: the caller's instructions with what
// was added to them.
func (f *forwardedCall) buildReceiptOfMemoriesAndSystemMessage() memory.Receipt {
	system := strings.TrimPrefix(f.request.SystemText+"\n\n"+f.text, "\n\n")
	return memory.Receipt{
		Retrieval: f.retrieval, SystemMessage: strings.TrimSuffix(system, "\n\n"), Files: []memory.FileShare{},
		Sections: []memory.PromptSection{}, ContextWindow: f.model.ContextWindow,
	}
}

// forwardRequestRelayAndStoreReply sends the request and relays the reply.
func (f *forwardedCall) forwardRequestRelayAndStoreReply() error {
	ctx := f.requestContext()
	if f.turn != nil {
		defer f.turn.EndTurnResumingJobsStoringNothing()
		ctx = f.turn.Context()
	}
	if f.key != nil {
		ctx = memory.WithCallerKey(ctx, *f.key)
	}
	header := map[string]string{}
	for _, name := range forwardedRequestHeaderNames() {
		if v := f.call.request.Header.Get(name); v != "" {
			header[name] = v
		}
	}
	f.startStoringUserMessagesOnce() // while the model server reads and thinks
	reply, err := f.service.ForwardToProvider(ctx, memory.ForwardRequest{
		Provider: f.model.Provider, Path: "chat/completions", Header: header,
		Body: f.request.BodyForUpstreamWithMemories(f.model.Name, f.text),
	})
	f.storing.Wait() // a crash from here on loses none of the user's words
	f.Header().Set(memoryModeHeader, string(f.retrieval.Mode))
	if err != nil {
		return err
	}
	defer reply.Body.Close()
	for name, values := range reply.Header {
		if !isReplyHeaderDropped(name) {
			f.Header()[http.CanonicalHeaderKey(name)] = values
		}
	}
	kind, _, _ := mime.ParseMediaType(f.Header().Get("Content-Type"))
	if kind == "text/event-stream" {
		f.relayAndStoreReplyStream(ctx, reply)
		return nil
	}
	return f.relayAndStoreReplyWithMemoryFields(ctx, reply)
}

// relayAndStoreReplyStream relays a stream as it comes. When it breaks off, so does the connection
// to the caller.
func (f *forwardedCall) relayAndStoreReplyStream(ctx context.Context, reply memory.ForwardedReply) {
	f.Header().Set("X-Accel-Buffering", "no")
	f.WriteHeader(reply.Status)
	controller := http.NewResponseController(f.ResponseWriter)
	_ = controller.Flush()
	var text proxy.StreamReader
	buffer := make([]byte, 16<<10)
	var err error
	for err == nil {
		var n int
		n, err = reply.Body.Read(buffer)
		_, _ = text.Write(buffer[:n])
		if failed := f.writeAndFlushWithDeadline(controller, buffer[:n]); failed != nil {
			err = context.Canceled // the caller went away, or does not read
			break
		}
	}
	switch {
	case text.IsComplete():
		err = nil
	case ctx.Err() != nil:
		err = context.Canceled
	case !errors.Is(err, memory.ErrTimeout):
		err = memory.ErrInterrupted
	}
	f.storeReplyAndEndForwardedTurn(ctx, text.CollectedReply(), err)
	if err != nil && f.requestContext().Err() == nil {
		// What net/http would write at the end makes a whole stream of a broken one.
		_ = controller.SetWriteDeadline(time.Now().Add(-time.Second))
	}
}

// relayAndStoreReplyWithMemoryFields relays a reply that is not streamed, with what was found
// added to a chat completion.
func (f *forwardedCall) relayAndStoreReplyWithMemoryFields(ctx context.Context, reply memory.ForwardedReply) error {
	body, err := io.ReadAll(io.LimitReader(reply.Body, maxForwardedReply+1))
	switch {
	case err != nil && f.requestContext().Err() != nil:
		return f.requestContext().Err()
	case err != nil && ctx.Err() != nil:
		return memory.ErrClosed
	case errors.Is(err, memory.ErrTimeout):
		return fmt.Errorf("read the reply of %s: %w", f.model.ID, memory.ErrTimeout)
	case err != nil:
		return fmt.Errorf("read the reply of %s: %w", f.model.ID, memory.ErrInterrupted)
	case len(body) > maxForwardedReply:
		return fmt.Errorf("read the reply of %s: %w", f.model.ID, memory.ErrReplyTooLong)
	}
	if r, ok := proxy.ParseReply(body); ok && reply.Status == http.StatusOK {
		f.storeReplyAndEndForwardedTurn(ctx, r, nil)
		if f.retrieved {
			names, values := f.memoryFieldsForReply()
			body = proxy.AppendFieldsToJSONObject(body, names, values)
		}
	}
	f.WriteHeader(reply.Status)
	_, _ = f.Write(body) // a client that disconnected is not an error
	return nil
}

// storeReplyAndEndForwardedTurn stores what arrived of a reply; err is why it has no end.
func (f *forwardedCall) storeReplyAndEndForwardedTurn(ctx context.Context, r proxy.Reply, err error) {
	if !f.stored {
		return
	}
	err = f.turn.StoreReplyQueueJobsAndEndTurn(ctx, engine.ForwardedReplyText{
		Receipt: f.buildReceiptOfMemoriesAndSystemMessage(), Model: f.model.ID, Local: f.model.Local, Text: r.Text,
		Reasoning: r.Reasoning, Finish: r.Finish, Usage: r.Usage,
		Err: err,
	})
	if err != nil {
		f.api.log.Error("a forwarded reply could not be stored", "err", err)
	}
}
