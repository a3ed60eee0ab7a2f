package cli

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"memoir/memory"
)

// memoryFieldFlagNames are the flags of addMemoryFieldFlags.
func memoryFieldFlagNames() []string { return []string{"type", "key", "valid-from", "valid-to"} }

// addMemoryFieldFlags registers the flags for the fields of a memory that are single texts.
func addMemoryFieldFlags(fs *flag.FlagSet) {
	fs.String("type", "", "`personal|preference|knowledge|event|other`")
	fs.String("key", "", "what the memory is about, as a key `K` such as home; \"\" for none")
	fs.String("valid-from", "", "the memory is true from date `D`: 2026, 2026-05 or 2026-05-03")
	fs.String("valid-to", "", "the memory is true until date `D`")
}

func memoryPinCommand(name string, pinned bool) *command {
	summary, done := "always send a memory to the model", "Pinned: #%d."
	if !pinned {
		summary, done = "send a memory to the model only when it's relevant", "Unpinned: #%d."
	}
	return newCommandOnOneMemory(name, summary, done, func(ctx context.Context, _ *env, s *session, id memory.ID) error {
		return s.requestJSON(ctx, http.MethodPatch, "/api/memory/"+id.String(), map[string]any{"pinned": pinned}, nil)
	})
}

func memoryRestoreCommand() *command {
	return newCommandOnOneMemory("restore", "restore a forgotten or archived memory", "Restored: #%d.",
		func(ctx context.Context, _ *env, s *session, id memory.ID) error {
			return s.requestJSON(ctx, http.MethodPatch, "/api/memory/"+id.String(),
				map[string]any{"status": memory.StatusActive}, nil)
		})
}

// addDecisionFilterFlags registers the flags that choose decisions; the returned function gives the
// filter as fields of the API.
func addDecisionFilterFlags(fs *flag.FlagSet) func() (map[string]any, error) {
	run := fs.String("run", "", "changes made by learning run `R`")
	day := fs.String("day", "", "changes made on day `D`: 2026-05-03 or today")
	ids := map[string]*int64{
		"thread_id":  fs.Int64("thread", 0, "changes made in chat `ID`"),
		"message_id": fs.Int64("message", 0, "changes made after answer `ID`"),
		"context_id": fs.Int64("context", 0, "changes learned from file `ID`"),
	}
	return func() (map[string]any, error) {
		filter := map[string]any{}
		if *run != "" {
			filter["run_id"] = *run
		}
		for name, id := range ids {
			if *id < 0 {
				return nil, usageErrorf("IDs are positive whole numbers.")
			}
			if *id > 0 {
				filter[name] = *id
			}
		}
		if *day == "" {
			return filter, nil
		}
		start, err := time.ParseInLocation(time.DateOnly, *day, time.Local)
		if *day == "today" {
			y, m, d := time.Now().Date()
			start, err = time.Date(y, m, d, 0, 0, 0, 0, time.Local), nil
		}
		if err != nil {
			return nil, usageErrorf("--day must be today or a date such as 2026-05-03, not %q.", *day)
		}
		filter["since"] = start.UTC().Format(time.RFC3339)
		filter["until"] = start.AddDate(0, 0, 1).UTC().Format(time.RFC3339)
		return filter, nil
	}
}

func memoryDecisionsCommand() *command {
	return &command{
		name: "decisions", usage: "[--day D] [--run R] [--thread ID] [--message ID] [--context ID] [--json]",
		summary:  "list changes to memories, newest first, with who made them and why",
		examples: []string{"memoir memory decisions", "memoir memory decisions --day today"},
		setupFlags: func(fs *flag.FlagSet) action {
			group := addDecisionFilterFlags(fs)
			asJSON := fs.Bool("json", false, "print a JSON array")
			return func(ctx context.Context, e *env, texts []string) error {
				if err := rejectPositionalArguments(texts); err != nil {
					return err
				}
				filter, err := group()
				if err != nil {
					return err
				}
				q := url.Values{}
				for name, value := range filter {
					q.Set(name, fmt.Sprint(value))
				}
				return fetchAndPrintList(ctx, e, "/api/decisions?"+q.Encode(), *asJSON, "changes", decisionLine)
			}
		},
	}
}

// undoAndPrintMatchingDecisions undoes all that a filter selects, or nothing; wrong is why there is
// no filter.
func (e *env) undoAndPrintMatchingDecisions(
	ctx context.Context, filter map[string]any, wrong error, texts []string, asJSON bool,
) error {
	if wrong != nil {
		return wrong
	}
	if err := rejectPositionalArguments(texts); err != nil {
		return err
	}
	var undone []memory.Decision
	err := e.withSession(ctx, func(s *session) error {
		return s.requestJSON(ctx, http.MethodPost, "/api/decisions/undo", filter, &undone)
	})
	if err != nil {
		return err
	}
	return printItemsAsLinesOrJSON(&e.printer, undone, asJSON, "changes", decisionLine)
}

func memoryUndoCommand() *command {
	return &command{
		name:  "undo",
		usage: "DECISION | --run R | --thread ID | --message ID | --context ID | --day D [--json]",
		summary: "undo one change, or all changes from a run, chat, answer, file or day; to list changes: memoir memory " +
			"decisions",
		examples: []string{
			"memoir memory undo 31", "memoir memory undo --day 2026-05-03", "memoir memory undo --thread 3",
		},
		setupFlags: func(fs *flag.FlagSet) action {
			group := addDecisionFilterFlags(fs)
			asJSON := fs.Bool("json", false, "print the resulting decision or decisions as JSON")
			return func(ctx context.Context, e *env, texts []string) error {
				if filter, err := group(); err != nil || len(filter) > 0 {
					return e.undoAndPrintMatchingDecisions(ctx, filter, err, texts, *asJSON)
				}
				id, err := parsePositionalID(texts, 0, "decision")
				if err != nil {
					return err
				}
				var d memory.Decision
				err = e.withSession(ctx, func(s *session) error {
					return s.requestJSON(ctx, http.MethodPost, "/api/decisions/"+id.String()+"/undo", nil, &d)
				})
				if err != nil {
					return failureNamingMissingItem(err, "decision", id)
				}
				if *asJSON {
					return e.printJSON(d)
				}
				fmt.Fprintln(e.out, decisionLine(d))
				return nil
			}
		},
	}
}
