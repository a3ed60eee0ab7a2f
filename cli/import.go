package cli

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"path/filepath"

	"memoir/memory"
)

// importFlags are the flags of memoir import.
type importFlags struct {
	dryRun, learn, stopLearning, asJSON bool
}

// importCommand stores what an archive or a folder of Markdown files holds.
func importCommand() *command {
	return &command{
		name: "import", usage: "[--dry-run] [--learn] [--json] FILE|FOLDER · --learn · --stop-learning",
		summary: "import chats and memories from an archive (Memoir, ChatGPT, Claude, Open WebUI) or a folder of Markdown " +
			"files; what is already in Memoir stays",
		examples: []string{
			"memoir import --dry-run ~/Downloads/chatgpt-export.zip", "memoir import everything.json",
			"memoir import ~/notes/memoir", "memoir import --learn",
		},
		setupFlags: func(fs *flag.FlagSet) action {
			var o importFlags
			fs.BoolVar(&o.dryRun, "dry-run", false, "only show what would be imported")
			fs.BoolVar(&o.learn, "learn", false, "learn from imported chats in the background, including those imported earlier")
			fs.BoolVar(&o.stopLearning, "stop-learning", false, "stop learning from imported chats; what was already learned "+
				"is kept")
			fs.BoolVar(&o.asJSON, "json", false, "print the counts as JSON")
			return func(ctx context.Context, e *env, texts []string) error {
				if len(texts) == 0 && (o.learn || o.stopLearning) && !o.dryRun {
					return e.startOrCancelImportLearningAndPrint(ctx, o)
				}
				if len(texts) != 1 || o.stopLearning {
					return usageErrorf("Which archive or folder? Name one.")
				}
				path, err := filepath.Abs(texts[0])
				if err != nil {
					return fmt.Errorf("resolve %s: %w", texts[0], err)
				}
				return e.importPathAndPrintResult(ctx, path, o)
			}
		},
	}
}

// importPathAndPrintResult imports and reports. Ctrl-C ends it; what was imported stays.
func (e *env) importPathAndPrintResult(ctx context.Context, path string, o importFlags) error {
	var r memory.ImportResult
	var learning memory.ImportLearningStatus
	err := e.withSession(ctx, func(s *session) error {
		var err error
		if r, err = e.requestImportAndShowProgress(ctx, s, path, o); err != nil {
			return err
		}
		return s.requestJSON(ctx, http.MethodGet, "/api/import/learning", nil, &learning)
	})
	if err != nil {
		return err
	}
	if o.asJSON {
		return e.printJSON(r)
	}
	e.printImportResult(r)
	if !r.DryRun {
		e.printImportLearningStatus(learning)
	}
	return nil
}

func (e *env) requestImportAndShowProgress(
	ctx context.Context, s *session, path string, o importFlags,
) (memory.ImportResult, error) {
	var r memory.ImportResult
	body := map[string]any{"path": path}
	if o.dryRun {
		body["dry_run"] = true
	}
	if o.learn {
		body["learn"] = true
	}
	isDone := false
	answer, err := s.sendRequest(ctx, s.mainConn, request{
		method: http.MethodPost, path: "/api/import", body: body, stream: true,
	})
	if err != nil {
		return r, err
	}
	err = readServerSentEventsOrJSON(ctx, answer, func(ev serverEvent) error {
		switch ev.name {
		case "progress":
			var p memory.Progress
			if json.Unmarshal(ev.data, &p) == nil {
				e.printProgressOnTerminal("Importing:", p)
			}
		case "error":
			f, _ := failureAndAnswerFromErrorEvent(ev.data)
			return f
		case "done":
			isDone = true
			return json.Unmarshal(ev.data, &r)
		}
		return nil
	}, &r)
	if err == nil && !isDone && r.Attention == nil {
		err = newFailuref("The import stopped early. Run the import again to continue.")
	}
	return r, err
}

func (e *env) startOrCancelImportLearningAndPrint(ctx context.Context, o importFlags) error {
	var status memory.ImportLearningStatus
	err := e.withSession(ctx, func(s *session) error {
		return s.requestJSON(ctx, http.MethodPost, "/api/import/learning", map[string]bool{"learn": o.learn}, &status)
	})
	if err != nil {
		return err
	}
	if o.asJSON {
		return e.printJSON(status)
	}
	if status.Waiting+status.Jobs+status.Chats == 0 {
		fmt.Fprintln(e.out, "There are no imported chats to learn from.")
	}
	e.printImportLearningStatus(status)
	return nil
}

func (p *printer) printImportLearningStatus(s memory.ImportLearningStatus) {
	if s.Chats > 0 {
		fmt.Fprintf(p.out, "Nothing learned yet from %s (about %d tokens). To start: memoir import --learn\n",
			formatCountWithNoun(s.Chats, "imported chat", "imported chats"), s.Tokens)
	}
	if s.Waiting+s.Jobs > 0 {
		fmt.Fprintf(p.out, "Learning from imported chats: %s and %s to go. To stop: memoir import --stop-learning\n",
			formatCountWithNoun(s.Waiting, "chat", "chats"), formatCountWithNoun(s.Jobs, "exchange", "exchanges"))
	}
}

func (p *printer) printImportResult(r memory.ImportResult) {
	verb := "Imported"
	if r.DryRun {
		verb = "Would be imported"
	}
	if r.Program != "" {
		verb += " from " + r.Program
	}
	fmt.Fprintf(p.out, "%s: %s, %s with %s, %s.\n", verb, formatCountWithNoun(r.Memories, "memory", "memories"),
		formatCountWithNoun(r.Chats, "chat", "chats"), formatCountWithNoun(r.Messages, "message", "messages"),
		formatCountWithNoun(r.Summaries, "summary", "summaries"))
	if r.Updated > 0 {
		fmt.Fprintf(p.out, "Updated with new messages: %s.\n", formatCountWithNoun(r.Updated, "chat", "chats"))
	}
	if r.Files > 0 {
		fmt.Fprintf(p.out, "Files: %d.\n", r.Files)
	}
	if r.Waiting > 0 {
		fmt.Fprintf(p.out, "Memories waiting in the inbox: %d. To list them: memoir inbox list.\n", r.Waiting)
	}
	if r.Known > 0 {
		one, many := "chat", "chats"
		if r.Program == "" || r.Program == memory.ProgramMemoir.Title() {
			one, many = "chat or memory", "chats and memories"
		}
		fmt.Fprintf(p.out, "Already in Memoir: %s.\n", formatCountWithNoun(r.Known, one, many))
	}
	for _, l := range r.LeftOut {
		fmt.Fprintf(p.out, "Left out: %s (%d), for example in %q\n", l.Reason, l.Count, l.Example)
	}
	for _, a := range r.Attention {
		fmt.Fprintf(p.out, "Left out: %s\n    %s\n", a.File, a.Reason)
	}
}
