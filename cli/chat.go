package cli

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"strings"

	"memoir/memory"
)

// chatOptions holds the flags of memoir chat.
type chatOptions struct {
	chatID  int64
	project int64
	model   string
	memory  string
	files   repeatedFlag
	images  repeatedFlag
	noWait  bool
}

func chatCommand() *command {
	return &command{
		name: "chat", usage: "[flags] [TEXT]", summary: "send one message and print the answer, in a new or existing chat",
		examples: []string{
			`memoir chat "What should I not cook tonight?"`,
			`memoir chat --thread 3 "And for dessert?"`,
			`memoir chat --context plan.md --context notes.txt "Summarize both"`,
			`memoir chat --image garden.jpg "What plants are these?"`,
			`(echo "Review this:"; git diff) | memoir chat --memory off`,
		},
		setupFlags: func(fs *flag.FlagSet) action {
			o := &chatOptions{}
			fs.Int64Var(&o.chatID, "thread", 0, "continue chat `ID` instead of starting a new one")
			fs.Int64Var(&o.project, "project", 0, "start the new chat in the project with this `ID`")
			fs.StringVar(&o.model, "model", "", "answer with `PROVIDER/MODEL`")
			fs.Var(&o.files, "context", "attach `FILE` to the chat; can be repeated")
			fs.Var(&o.images, "image", "send the picture `FILE` with the message; can be repeated")
			fs.StringVar(&o.memory, "memory", "", "`on|read|off`: use memories and learn, only use them, or neither")
			fs.BoolVar(&o.noWait, "no-wait", false, "don't wait for learning to finish; Memoir continues at the next start")
			return func(ctx context.Context, e *env, texts []string) error {
				return e.sendChatMessageAndPrintAnswer(ctx, o, texts)
			}
		},
	}
}

func (e *env) sendChatMessageAndPrintAnswer(ctx context.Context, o *chatOptions, texts []string) error {
	switch memory.MemoryMode(o.memory) {
	case "", memory.MemoryOn, memory.MemoryReadOnly, memory.MemoryOff:
	default:
		return usageErrorf("--memory must be on, read or off, not %q.", o.memory)
	}
	if o.chatID < 0 {
		return usageErrorf("--thread needs the ID of a chat.")
	}
	if o.chatID != 0 && o.project != 0 {
		return usageErrorf("--project is for new chats. To move existing chats: memoir chats move.")
	}
	text, err := e.textOrStdin(texts, "message")
	if err != nil {
		return err
	}
	files, err := checkAndReadFiles(o.files)
	if err != nil {
		return err
	}
	images, err := checkAndReadFiles(o.images)
	if err != nil {
		return err
	}
	return e.withSession(ctx, func(s *session) error {
		t := chatTurn{env: e, session: s, options: o, interrupted: e.catchInterruptWithoutCancel()}
		if err := t.sendMessagePrintAnswerAndLearned(ctx, text, files, images); err != nil {
			return e.saveUnsentPipedTextAndAddHint(err, &t, text, len(texts) == 0)
		}
		return nil
	})
}

// chatTurn is one run of memoir chat.
type chatTurn struct {
	env         *env
	session     *session
	options     *chatOptions
	interrupted <-chan struct{}
	chat        memory.Chat
	answer      memory.Message
	printed     string // the answer as printed on stdout so far
	stored      bool   // the message has its row in the database
	hidden      bool   // the answer is not printed as it comes
}

func (t *chatTurn) sendMessagePrintAnswerAndLearned(ctx context.Context, text string, files, images []upload) error {
	if err := t.createOrLoadChatApplyingFlags(ctx); err != nil {
		return err
	}
	for _, f := range files {
		x, err := uploadFile(ctx, t.session.client, f)
		if err != nil {
			return err
		}
		path := t.chatAPIPath("/contexts/" + x.ID.String())
		if err := t.session.requestJSON(ctx, http.MethodPut, path, nil, nil); err != nil {
			return err
		}
	}
	pictures, err := t.uploadPicturesToChat(ctx, images)
	if err != nil {
		return err
	}
	if t.chat.Memory != memory.MemoryOff {
		t.runUntilInterrupted(ctx, func(ctx context.Context) { t.session.waitForEmbedderAtMost(ctx, searchEmbedderTimeout) })
	}
	err = t.requestAndPrintAnswerStoppingOnCtrlC(ctx, "/messages",
		map[string]any{"content": text, "model": t.options.model, "pictures": pictures})
	if err != nil {
		return err
	}
	return t.printMemoriesUsedAwaitAndPrintLearned(ctx)
}

// regenerateOrContinueAndPrintAnswer has the chat's last answer, or the one with the given ID,
// written once more or continued, by a call of the API; asJSON prints the answer as JSON at its end
// instead of as it comes.
func regenerateOrContinueAndPrintAnswer(
	ctx context.Context, e *env, o *chatOptions, call string, answer int64, asJSON bool,
) error {
	return e.withSession(ctx, func(s *session) error {
		t := chatTurn{env: e, session: s, options: o, interrupted: e.catchInterruptWithoutCancel(), hidden: asJSON}
		if err := t.createOrLoadChatApplyingFlags(ctx); err != nil {
			return err
		}
		if t.chat.Memory != memory.MemoryOff {
			t.runUntilInterrupted(ctx, func(ctx context.Context) { s.waitForEmbedderAtMost(ctx, searchEmbedderTimeout) })
		}
		body := map[string]any{}
		if o.model != "" {
			body["model"] = o.model
		}
		if answer != 0 {
			body["message_id"] = answer
		}
		if err := t.requestAndPrintAnswerStoppingOnCtrlC(ctx, call, body); err != nil {
			f := convertErrorToFailure(err)
			if answer != 0 {
				f = convertErrorToFailure(failureNamingMissingItem(f, "answer", memory.ID(answer)))
			}
			return t.setExitCodeIfModelNotFound(f)
		}
		if asJSON {
			if err := e.printJSON(t.answer); err != nil {
				return err
			}
		}
		return t.printMemoriesUsedAwaitAndPrintLearned(ctx)
	})
}

// printMemoriesUsedAwaitAndPrintLearned says what an answer used and, unless that is not wanted,
// what was learned.
func (t *chatTurn) printMemoriesUsedAwaitAndPrintLearned(ctx context.Context) error {
	t.env.printChatModelAndMemoriesUsed(t.chat, t.answer)
	if t.options.noWait || t.isInterrupted() || t.chat.Memory != memory.MemoryOn {
		return nil
	}
	return t.awaitLearningAndPrintIt(ctx)
}

func (t *chatTurn) chatAPIPath(rest string) string { return "/api/chats/" + t.chat.ID.String() + rest }

func (t *chatTurn) isInterrupted() bool {
	select {
	case <-t.interrupted:
		return true
	default:
		return false
	}
}

// runUntilInterrupted runs fn with a context that Ctrl-C cancels.
func (t *chatTurn) runUntilInterrupted(ctx context.Context, fn func(ctx context.Context)) {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		select {
		case <-t.interrupted:
			cancel()
		case <-ctx.Done():
		}
	}()
	fn(ctx)
	cancel()
	<-done
}

// createOrLoadChatApplyingFlags creates the chat, or opens the given one, and applies the flags to
// it.
func (t *chatTurn) createOrLoadChatApplyingFlags(ctx context.Context) error {
	if t.options.chatID == 0 {
		err := t.session.requestJSON(ctx, http.MethodPost, "/api/chats", map[string]any{
			"model": t.options.model, "memory": t.options.memory, "project_id": t.options.project,
		}, &t.chat)
		return failureNamingMissingItemOrNil(err, "project", memory.ID(t.options.project))
	}
	path := fmt.Sprintf("/api/chats/%d", t.options.chatID)
	method, body := http.MethodGet, any(nil)
	if t.options.memory != "" {
		method, body = http.MethodPatch, map[string]string{"memory": t.options.memory}
	}
	return failureNamingMissingItemOrNil(
		t.session.requestJSON(ctx, method, path, body, &t.chat),
		"chat",
		memory.ID(t.options.chatID),
	)
}

// requestAndPrintAnswerStoppingOnCtrlC makes a call of the chat that starts an answer, and streams
// it to stdout. Ctrl-C stops it.
func (t *chatTurn) requestAndPrintAnswerStoppingOnCtrlC(ctx context.Context, call string, body map[string]any) error {
	started := make(chan struct{})
	done := make(chan struct{})
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		t.awaitInterruptAndStopAnswer(ctx, started, done)
	}()
	var ended error
	err := t.session.requestAndHandleServerSentEvents(ctx, http.MethodPost, t.chatAPIPath(call), body,
		func(ev serverEvent) error {
			if ev.name == "turn" {
				t.stored = true
				close(started)
			}
			var err error
			ended, err = t.printAnswerDeltaOrRecordEnd(ev)
			return err
		})
	close(done)
	<-watched
	if t.printed != "" && !strings.HasSuffix(t.printed, "\n") {
		fmt.Fprintln(t.env.out)
	}
	if err == nil {
		err = ended
	}
	if err == nil && t.answer.Status == "" {
		err = ownerQuitBeforeAnswerError(nil)
	}
	return err
}

// awaitInterruptAndStopAnswer asks the core to stop the answer on Ctrl-C.
func (t *chatTurn) awaitInterruptAndStopAnswer(ctx context.Context, started, done <-chan struct{}) {
	select {
	case <-done:
		return
	case <-t.interrupted:
	}
	select {
	case <-done:
	case <-started:
		fmt.Fprintln(t.env.err, "\nStopping. Press Ctrl-C again to quit at once.")
		_ = t.session.callJSONOnConnection(ctx, t.session.controlConn, request{
			method: http.MethodPost, path: t.chatAPIPath("/messages/stop"),
			body: map[string]any{},
		}, nil)
	}
}

// printAnswerDeltaOrRecordEnd handles one event of the answer; ended is the error the answer ended
// with.
func (t *chatTurn) printAnswerDeltaOrRecordEnd(ev serverEvent) (ended, err error) {
	switch ev.name {
	case "delta":
		var d struct {
			Content string `json:"content"`
			Reset   bool   `json:"reset"`
		}
		if err := json.Unmarshal(ev.data, &d); err != nil {
			return nil, fmt.Errorf("read answer: %w", err)
		}
		if t.hidden {
			return nil, nil
		}
		if d.Reset && t.printed != "" {
			d.Content, t.printed = "\n"+d.Content, ""
		}
		t.printed += d.Content
		fmt.Fprint(t.env.out, d.Content)
	case "waiting":
		fmt.Fprintln(t.env.err, "Still waiting for the model…")
	case "done":
		if err := json.Unmarshal(ev.data, &t.answer); err != nil {
			return nil, fmt.Errorf("read answer: %w", err)
		}
	case "error":
		f, _ := failureAndAnswerFromErrorEvent(ev.data)
		return t.setExitCodeIfModelNotFound(f), nil
	}
	return nil, nil
}

// setExitCodeIfModelNotFound sets exit code 3 when the model the user named does not exist.
func (t *chatTurn) setExitCodeIfModelNotFound(f *failure) *failure {
	if t.options.model != "" && f.cause != nil && f.cause.Error() == "model_not_found" {
		f.code = exitNotFound
	}
	return f
}

// awaitLearningAndPrintIt waits until learning from the exchange has finished, then prints what was
// learned. After Ctrl-C the next start does it.
func (t *chatTurn) awaitLearningAndPrintIt(ctx context.Context) error {
	var rows []memory.Decision
	var err error
	t.runUntilInterrupted(ctx, func(ctx context.Context) {
		err = t.session.requestJSON(ctx, http.MethodGet, "/api/messages/"+t.answer.ID.String()+"/learned", nil, &rows)
	})
	switch {
	case t.isInterrupted():
		fmt.Fprintln(t.env.err, "Memoir will learn from this exchange at the next start.")
		return nil
	case err != nil:
		// The answer is stored. Learning is best effort and is retried automatically.
		fmt.Fprintln(t.env.err, "Nothing learned yet: "+convertErrorToFailure(err).Error())
		return nil //nolint:nilerr // as above
	}
	t.env.printLearningDecisions(rows)
	return nil
}

// printChatModelAndMemoriesUsed prints in one line the chat of the answer and the memories used for
// it.
func (p *printer) printChatModelAndMemoriesUsed(chat memory.Chat, m memory.Message) {
	parts := []string{"chat " + chat.ID.String()}
	if m.Model != "" {
		parts = append(parts, string(m.Model))
	}
	if r := m.Receipt; r != nil && len(r.Memories) > 0 {
		parts = append(parts, fmt.Sprintf("used %s (%s): %s", formatCountWithNoun(len(r.Memories), "memory", "memories"),
			r.Mode,
			joinHitIDsOrLanes(r.Memories)))
	}
	if m.Status == memory.MessageStopped {
		parts = append(parts, "stopped; to continue: memoir continue "+chat.ID.String())
	}
	switch m.FinishReason {
	case memory.FinishLength:
		parts = append(parts, "cut off at the length limit; to continue: memoir continue "+chat.ID.String())
	case memory.FinishFilter:
		parts = append(parts, "cut off by the provider's content filter")
	}
	fmt.Fprintln(p.err, "· "+strings.Join(parts, " · "))
}

func (p *printer) printLearningDecisions(rows []memory.Decision) {
	for _, d := range rows {
		switch d.Action {
		case memory.ActionAdd, memory.ActionUpdate, memory.ActionReplace:
			if d.After != nil && d.After.Status == memory.StatusInbox {
				fmt.Fprintln(p.err, formatLearnedMemoryAwaitingUser(d))
				continue
			}
			fmt.Fprintf(p.err, "· learned #%d: %s\n", d.MemoryID, decisionBeforeAfterText(d))
			if d.After != nil && d.After.Proposes != 0 {
				fmt.Fprintf(p.err, "· waiting for your OK: does #%d replace #%d? · memoir inbox accept %d, or keep-both\n",
					d.MemoryID, d.After.Proposes, d.MemoryID)
			}
		case memory.ActionIgnore:
			if d.Candidate != "" {
				fmt.Fprintf(
					p.err,
					"· not stored (%s): %s\n",
					collapseToOneLine(string(d.Reason)),
					collapseToOneLine(string(d.Candidate)),
				)
			}
		}
	}
}
