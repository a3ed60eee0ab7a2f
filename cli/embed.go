package cli

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"

	"memoir/memory"
)

const embedBatchSize = 64 // texts per request, so that the first vectors are printed early

func embedCommand() *command {
	return &command{
		name: "embed", usage: "[--query] [--json] [TEXT…]",
		summary: "print the vectors of texts from the current embedder: one JSON array per line; one text per argument or " +
			"line of input",
		examples: []string{`memoir embed "The user likes tea"`, "memoir embed --query < questions.txt"},
		setupFlags: func(fs *flag.FlagSet) action {
			query := fs.Bool("query", false, "embed the texts as questions, not as passages")
			fs.Bool("json", true, "print a JSON array per line (always on)")
			return func(ctx context.Context, e *env, texts []string) error {
				texts, err := e.textsOrStdinLines(texts)
				if err != nil {
					return err
				}
				kind := "passage"
				if *query {
					kind = "query"
				}
				return e.withSession(ctx, func(s *session) error { return embedTextsAndPrintVectors(ctx, e.out, s, kind, texts) })
			}
		},
	}
}

func embedTextsAndPrintVectors(ctx context.Context, out io.Writer, s *session, kind string, texts []string) error {
	for start := 0; start < len(texts); start += embedBatchSize {
		batch := texts[start:min(start+embedBatchSize, len(texts))]
		var reply struct {
			Vectors []json.RawMessage `json:"vectors"`
		}
		err := s.requestJSON(ctx, http.MethodPost, "/api/embed", map[string]any{"texts": batch, "kind": kind}, &reply)
		if err != nil {
			return err
		}
		for _, v := range reply.Vectors {
			fmt.Fprintln(out, string(v))
		}
	}
	return nil
}

func reembedCommand() *command {
	return &command{
		name: "reembed", usage: "[--dry-run] [--json]",
		summary:  "rebuild all vectors with the current embedding model; resumes at the next start if interrupted",
		examples: []string{"memoir reembed --dry-run", "memoir reembed"},
		setupFlags: func(fs *flag.FlagSet) action {
			dry := fs.Bool("dry-run", false, "only count what would be embedded; change nothing")
			asJSON := fs.Bool("json", false, "print the report as JSON")
			return func(ctx context.Context, e *env, texts []string) error {
				if err := rejectPositionalArguments(texts); err != nil {
					return err
				}
				var report memory.ReembedReport
				err := e.withSession(ctx, func(s *session) error {
					var err error
					report, err = e.requestReembedAndShowProgress(ctx, s, *dry)
					return err
				})
				if err != nil {
					return err
				}
				if *asJSON {
					return e.printJSON(report)
				}
				what := fmt.Sprintf("%s, %s and %s with %s.", formatCountWithNoun(report.Memories, "memory", "memories"),
					formatCountWithNoun(report.Files, "file", "files"), formatCountWithNoun(report.Messages, "message", "messages"),
					report.Embedder)
				if *dry {
					fmt.Fprintln(e.out, "Would embed "+what)
					return nil
				}
				fmt.Fprintln(e.out, "Embedded "+what)
				return nil
			}
		},
	}
}

func (e *env) requestReembedAndShowProgress(ctx context.Context, s *session, dry bool) (memory.ReembedReport, error) {
	var report memory.ReembedReport
	var ended error
	err := s.requestAndHandleServerSentEvents(ctx, http.MethodPost, "/api/reembed", map[string]bool{"dry_run": dry},
		func(ev serverEvent) error {
			switch ev.name {
			case "progress":
				var p memory.Progress
				if err := json.Unmarshal(ev.data, &p); err != nil {
					return fmt.Errorf("read progress: %w", err)
				}
				e.printProgressOnTerminal("Embedding", p)
			case "done":
				return json.Unmarshal(ev.data, &report)
			case "error":
				f, _ := failureAndAnswerFromErrorEvent(ev.data)
				ended = f
			}
			return nil
		})
	if err == nil {
		err = ended
	}
	return report, err
}
