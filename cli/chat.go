package cli

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"strings"

	"memoir/memory"
)

// chatOptions holds the flags of memoir chat.
type chatOptions struct {
	thread   int64
	model    string
	memory   string
	contexts repeated
	noWait   bool
}

func chatCommand() *command {
	return &command{
		name: "chat", usage: "[flags] [TEXT]", summary: "one message and its answer, in a new or given chat",
		examples: []string{
			`memoir chat "What should I not cook tonight?"`,
			`memoir chat --thread 3 "And for dessert?"`,
			`memoir chat --context plan.md --context notes.txt "Summarise both"`,
			`git diff | memoir chat --memory off "Review this"   (TEXT is asked, standard input is read without it)`,
		},
		setup: func(fs *flag.FlagSet) action {
			o := &chatOptions{}
			fs.Int64Var(&o.thread, "thread", 0, "go on in chat `ID` instead of a new one")
			fs.StringVar(&o.model, "model", "", "answer with `PROVIDER/MODEL`")
			fs.Var(&o.contexts, "context", "attach `FILE` to the chat; may be given several times")
			fs.StringVar(&o.memory, "memory", "", "`on|read|off`: use and learn, use only, neither")
			fs.BoolVar(&o.noWait, "no-wait", false, "do not wait for learning; the next start does it")
			return func(ctx context.Context, e *env, texts []string) error { return e.chat(ctx, o, texts) }
		},
	}
}

func (e *env) chat(ctx context.Context, o *chatOptions, texts []string) error {
	switch memory.Mode(o.memory) {
	case "", memory.ModeOn, memory.ModeRead, memory.ModeOff:
	default:
		return usagef("--memory is on, read or off, not %q.", o.memory)
	}
	if o.thread < 0 {
		return usagef("--thread needs the id of a chat.")
	}
	text, err := e.textOrStdin(texts, "message")
	if err != nil {
		return err
	}
	uploads, err := readFiles(o.contexts)
	if err != nil {
		return err
	}
	return e.withSession(ctx, func(s *session) error {
		t := chatTurn{e: e, s: s, o: o, stop: e.takeInterrupt()}
		return t.run(ctx, text, uploads)
	})
}

// chatTurn is one run of memoir chat.
type chatTurn struct {
	e      *env
	s      *session
	o      *chatOptions
	stop   <-chan struct{}
	thread memory.Thread
	answer memory.Message
	wrote  string // the answer as printed on stdout so far
}

func (t *chatTurn) run(ctx context.Context, text string, uploads []upload) error {
	if err := t.openThread(ctx); err != nil {
		return err
	}
	for _, f := range uploads {
		x, err := addFile(ctx, t.s.client, f)
		if err != nil {
			return err
		}
		if err := t.s.call(ctx, http.MethodPut, t.path("/contexts/"+x.ID.String()), nil, nil); err != nil {
			return err
		}
	}
	if t.thread.Memory != memory.ModeOff {
		t.untilStop(ctx, func(ctx context.Context) { t.s.waitEmbedder(ctx, searchWait) })
	}
	if err := t.send(ctx, text); err != nil {
		return err
	}
	t.e.receiptLine(t.thread, t.answer)
	if t.o.noWait || t.stopped() || t.thread.Memory != memory.ModeOn {
		return nil
	}
	return t.learn(ctx)
}

func (t *chatTurn) path(rest string) string { return "/api/chats/" + t.thread.ID.String() + rest }

func (t *chatTurn) stopped() bool {
	select {
	case <-t.stop:
		return true
	default:
		return false
	}
}

// untilInterrupted runs fn with a context that Ctrl-C cancels.
func (t *chatTurn) untilStop(ctx context.Context, fn func(ctx context.Context)) {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		select {
		case <-t.stop:
			cancel()
		case <-ctx.Done():
		}
	}()
	fn(ctx)
	cancel()
	<-done
}

// openChat creates the chat, or opens the given one, and applies the flags to it.
func (t *chatTurn) openThread(ctx context.Context) error {
	if t.o.thread == 0 {
		return t.s.call(ctx, http.MethodPost, "/api/chats",
			map[string]string{"model": t.o.model, "memory": t.o.memory}, &t.thread)
	}
	path := fmt.Sprintf("/api/chats/%d", t.o.thread)
	method, body := http.MethodGet, any(nil)
	if t.o.memory != "" {
		method, body = http.MethodPatch, map[string]string{"memory": t.o.memory}
	}
	return missingOrNil(t.s.call(ctx, method, path, body, &t.thread), "chat", memory.ID(t.o.thread))
}

// sendMessage streams the answer to stdout. Ctrl-C stops it.
func (t *chatTurn) send(ctx context.Context, text string) error {
	started := make(chan struct{})
	done := make(chan struct{})
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		t.watchStop(ctx, started, done)
	}()
	var ended error
	err := t.s.stream(ctx, http.MethodPost, t.path("/messages"), map[string]string{"content": text, "model": t.o.model},
		func(ev event) error {
			if ev.name == "turn" {
				close(started)
			}
			var err error
			ended, err = t.take(ev)
			return err
		})
	close(done)
	<-watched
	if t.wrote != "" && !strings.HasSuffix(t.wrote, "\n") {
		fmt.Fprintln(t.e.out)
	}
	if err == nil {
		err = ended
	}
	if err == nil && t.answer.Status == "" {
		err = lostOwner(nil)
	}
	if err != nil {
		return t.kept(err)
	}
	return nil
}

// stopOnInterrupt asks the core to stop the answer on Ctrl-C.
func (t *chatTurn) watchStop(ctx context.Context, started, done <-chan struct{}) {
	select {
	case <-done:
		return
	case <-t.stop:
	}
	select {
	case <-done:
	case <-started:
		fmt.Fprintln(t.e.err, "\nStopping; Ctrl-C again leaves at once.")
		_ = t.s.callVia(ctx, t.s.control, request{
			method: http.MethodPost, path: t.path("/messages/stop"),
			body: map[string]any{},
		}, nil)
	}
}

// handleEvent handles one event of the answer; ended is the error the answer ended with.
func (t *chatTurn) take(ev event) (ended, err error) {
	switch ev.name {
	case "delta":
		var d struct {
			Content string `json:"content"`
			Reset   bool   `json:"reset"`
		}
		if err := json.Unmarshal(ev.data, &d); err != nil {
			return nil, fmt.Errorf("read answer: %w", err)
		}
		if d.Reset && t.wrote != "" {
			d.Content, t.wrote = "\n"+d.Content, ""
		}
		t.wrote += d.Content
		fmt.Fprint(t.e.out, d.Content)
	case "waiting":
		fmt.Fprintln(t.e.err, "Still waiting for the model …")
	case "done":
		if err := json.Unmarshal(ev.data, &t.answer); err != nil {
			return nil, fmt.Errorf("read answer: %w", err)
		}
	case "error":
		f, _ := failureOf(ev.data)
		return t.named(f), nil
	}
	return nil, nil
}

// withModelNotFoundCode sets exit code 3 when the model the user named does not exist.
func (t *chatTurn) named(f *failure) *failure {
	if t.o.model != "" && f.cause != nil && f.cause.Error() == "model_not_found" {
		f.code = exitMissing
	}
	return f
}

// withChatHint adds the chat that holds the stored message to an error.
func (t *chatTurn) kept(err error) error {
	f := t.named(explain(err))
	f.hint = strings.TrimSpace(f.hint + fmt.Sprintf(" Your message is kept in chat %d: memoir chat --thread %d.",
		t.thread.ID, t.thread.ID))
	return f
}

// waitForLearning waits until learning from the exchange has finished, then prints what was
// learned. After Ctrl-C the next start does it.
func (t *chatTurn) learn(ctx context.Context) error {
	var rows []memory.Decision
	var err error
	t.untilStop(ctx, func(ctx context.Context) {
		err = t.s.call(ctx, http.MethodGet, "/api/messages/"+t.answer.ID.String()+"/learned", nil, &rows)
	})
	switch {
	case t.stopped():
		fmt.Fprintln(t.e.err, "Learning is left to the next start.")
		return nil
	case err != nil:
		// The answer is stored. Learning is best effort and is retried automatically.
		fmt.Fprintln(t.e.err, "Not learned yet: "+explain(err).Error())
		return nil //nolint:nilerr // as above
	}
	t.e.learnedLine(rows)
	return nil
}

// printReceiptLine prints in one line the chat of the answer and the memories used for it.
func (e *env) receiptLine(th memory.Thread, m memory.Message) {
	parts := []string{"chat " + th.ID.String()}
	if m.Model != "" {
		parts = append(parts, string(m.Model))
	}
	if r := m.Receipt; r != nil && len(r.Memories) > 0 {
		parts = append(parts, fmt.Sprintf("used %s (%s): %s", plural(len(r.Memories), "memory", "memories"), r.Mode,
			ids(r.Memories)))
	}
	if m.Status == memory.MessageStopped {
		parts = append(parts, "stopped")
	}
	fmt.Fprintln(e.err, "· "+strings.Join(parts, " · "))
}

func (e *env) learnedLine(rows []memory.Decision) {
	for _, d := range rows {
		switch d.Action {
		case memory.ActionAdd, memory.ActionUpdate, memory.ActionReplace:
			fmt.Fprintf(e.err, "· learned #%d: %s\n", d.MemoryID, decisionText(d))
		case memory.ActionIgnore:
			if d.Candidate != "" {
				fmt.Fprintf(e.err, "· not stored (%s): %s\n", oneLine(string(d.Reason)), oneLine(string(d.Candidate)))
			}
		}
	}
}

// upload is a file named on the command line.
type upload struct {
	name string
	data []byte
}

// readFiles reads every file before anything is changed.
func readFiles(paths []string) ([]upload, error) {
	out := make([]upload, 0, len(paths))
	for _, p := range paths {
		b, err := os.ReadFile(p)
		if os.IsNotExist(err) {
			return nil, &failure{code: exitMissing, title: "There is no file " + p + ".", cause: err}
		}
		if err != nil {
			return nil, &failure{code: exitFailed, title: p + " cannot be read.", hint: "Look at its rights.", cause: err}
		}
		out = append(out, upload{name: p, data: b})
	}
	return out, nil
}
