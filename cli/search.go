package cli

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"strings"

	"memoir/memory"
)

func retrievalPreviewCommand() *command {
	return &command{
		name: "search", usage: "TEXT [--thread ID] [--top-k K] [--threshold T] [--recency-weight W] [--json]",
		summary: "show which memories would be sent with a message, without calling a model or storing anything",
		examples: []string{
			`memoir search "What should I not cook tonight?"`, `memoir search --json pets`,
			`memoir search --top-k 3 --threshold 0.6 "Where do I live?"`,
		},
		setupFlags: func(fs *flag.FlagSet) action {
			chatID := fs.Int64("thread", 0, "search as if for a message in chat `ID`")
			fs.Int("top-k", 0, "send at most `K` memories, even when all would otherwise be sent; 0 = none")
			fs.Float64("threshold", 0, "send only memories with a cosine similarity of at least `T`, and never fall back to "+
				"the newest ones")
			fs.Float64("recency-weight", 0, "weight of recency in the ranking, `W` from 0 to 1")
			asJSON := fs.Bool("json", false, "print the full result as JSON")
			return func(ctx context.Context, e *env, texts []string) error {
				text, err := e.textOrStdin(texts, "message")
				if err != nil {
					return err
				}
				params := map[string]any{"query": text, "thread_id": *chatID}
				fs.Visit(func(f *flag.Flag) {
					if name, ok := requestFieldsOfSearchFlags()[f.Name]; ok {
						params[name] = f.Value.(flag.Getter).Get()
					}
				})
				var found memory.Retrieval
				err = e.withSession(ctx, func(s *session) error {
					s.waitForEmbedderAtMost(ctx, searchEmbedderTimeout)
					return s.requestJSON(ctx, http.MethodPost, "/api/memory/search", params, &found)
				})
				if err != nil {
					return failureNamingMissingItem(err, "chat", memory.ID(*chatID))
				}
				if *asJSON {
					return e.printJSON(found)
				}
				e.printRetrieval(found)
				return nil
			}
		},
	}
}

// requestFieldsOfSearchFlags maps the flags that limit a search to the fields of the request. A
// flag that is not given is not sent: the settings hold.
func requestFieldsOfSearchFlags() map[string]string {
	return map[string]string{
		"top-k": "top_k", "threshold": "score_threshold", "recency-weight": "recency_weight",
	}
}

func (p *printer) printRetrieval(r memory.Retrieval) {
	why := ""
	if r.Reason != "" {
		why = fmt.Sprintf(" (%s)", strings.ReplaceAll(string(r.Reason), "_", " "))
	}
	fmt.Fprintf(p.err, "mode %s%s, %.0f ms\n", r.Mode, why, r.TookMS)
	for _, h := range r.Memories {
		fmt.Fprintf(
			p.out, "%d. %s  %s  %s\n", h.Rank, formatLaneWithMatchReasons(h), formatScoreWithParts(h), memoryLine(h.Memory),
		)
	}
	if len(r.Memories) == 0 {
		p.printEmptyListNotice("memories")
	}
	for _, h := range r.NearMisses {
		fmt.Fprintf(p.err, "not sent: %s  %s\n", formatScoreWithParts(h), memoryLine(h.Memory))
	}
}

// formatLaneWithMatchReasons names the lane of a hit and by what the search found it.
func formatLaneWithMatchReasons(h memory.MemoryHit) string {
	if why := strings.Join(h.MatchReasonsForDisplay(), ", "); why != "" {
		return fmt.Sprintf("%s: %s", h.Lane, why)
	}
	return string(h.Lane)
}

func formatScoreWithParts(h memory.MemoryHit) string {
	parts := []string{}
	for _, p := range []struct {
		name  string
		value *float64
	}{
		{"cosine", h.ScoreParts.Cosine},
		{"words", h.ScoreParts.Words},
		{"around", h.ScoreParts.Around},
		{"recency", h.ScoreParts.Recency},
		{"rerank", h.ScoreParts.Rerank},
	} {
		if p.value != nil {
			parts = append(parts, fmt.Sprintf("%s %.3f", p.name, *p.value))
		}
	}
	if len(parts) == 0 {
		return "–"
	}
	return fmt.Sprintf("%.3f (%s)", h.Score, strings.Join(parts, ", "))
}

func learnFromTextCommand() *command {
	return &command{
		name: "learn", usage: "[--thread ID] [--file F | TEXT] [--json]",
		summary:  "learn from text outside any chat, and print the decisions",
		examples: []string{`memoir learn "I moved to Lisbon in May"`, "memoir learn --file diary.txt"},
		setupFlags: func(fs *flag.FlagSet) action {
			chatID := fs.Int64("thread", 0, "learn as if the text came from chat `ID`")
			file := fs.String("file", "", "read the text from the file `F`")
			asJSON := fs.Bool("json", false, "print a JSON array of decisions")
			return func(ctx context.Context, e *env, texts []string) error {
				text, err := e.textFromFileArgsOrStdin(*file, texts)
				if err != nil {
					return err
				}
				var rows []memory.Decision
				err = e.withSession(ctx, func(s *session) error {
					s.waitForEmbedderAtMost(ctx, searchEmbedderTimeout)
					return s.requestJSON(ctx, http.MethodPost, "/api/memory/add",
						map[string]any{"text": text, "thread_id": *chatID}, &rows)
				})
				if err != nil {
					return failureNamingMissingItem(err, "chat", memory.ID(*chatID))
				}
				if len(rows) == 0 && !*asJSON {
					fmt.Fprintln(e.err, "Nothing to learn.")
					return nil
				}
				return printItemsAsLinesOrJSON(&e.printer, rows, *asJSON, "decisions", decisionLine)
			}
		},
	}
}
