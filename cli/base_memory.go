package cli

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"strings"

	"memoir/memory"
)

// baseMemoryPath is the route of the text about the user.
const baseMemoryPath = "/api/memory/base"

func baseMemoryCommand() *command {
	return &command{name: "base", summary: "the text about you that comes first in every prompt", subcommands: []*command{
		newBaseMemoryRouteSubcommand("show", "print the text about you", http.MethodGet, baseMemoryPath),
		baseMemoryEditCommand(), baseMemoryHistoryCommand(),
		newBaseMemoryRouteSubcommand("undo", "undo the latest change to the text about you", http.MethodPost,
			baseMemoryPath+"/undo"),
		newBaseMemoryRouteSubcommand("distil", "have a model rewrite the text about you from your chat summaries",
			http.MethodPost, baseMemoryPath+"/distil"),
	}}
}

// newBaseMemoryRouteSubcommand returns a command that calls a route and prints the text that it
// answers.
func newBaseMemoryRouteSubcommand(name, summary, method, path string) *command {
	return &command{
		name: name, usage: "[--json]", summary: summary, examples: []string{"memoir memory base " + name},
		setupFlags: func(fs *flag.FlagSet) action {
			asJSON := fs.Bool("json", false, "print the text as JSON, with its version")
			return func(ctx context.Context, e *env, texts []string) error {
				if err := rejectPositionalArguments(texts); err != nil {
					return err
				}
				return e.callAndPrintBaseMemory(ctx, method, path, nil, *asJSON)
			}
		},
	}
}

func baseMemoryEditCommand() *command {
	return &command{
		name: "edit", usage: "[TEXT] [--clear] [--json]",
		summary: "replace the text about you; later rewrites keep your lines word for word",
		examples: []string{
			`memoir memory base edit "The user is a nurse in Graz."`, "memoir memory base edit < about-me.md",
			"memoir memory base edit --clear",
		},
		setupFlags: func(fs *flag.FlagSet) action {
			empty := fs.Bool("clear", false, "clear the text")
			asJSON := fs.Bool("json", false, "print the text as JSON, with its version")
			return func(ctx context.Context, e *env, texts []string) error {
				text := ""
				if !*empty {
					var err error
					if text, err = e.textOrStdin(texts, "text"); err != nil {
						return err
					}
				} else if err := rejectPositionalArguments(texts); err != nil {
					return err
				}
				return e.callAndPrintBaseMemory(ctx, http.MethodPut, baseMemoryPath, map[string]any{"content": text}, *asJSON)
			}
		},
	}
}

func baseMemoryHistoryCommand() *command {
	return &command{
		name: "history", usage: "[--limit N] [--json]", summary: "list the versions of the text about you, newest first",
		examples: []string{"memoir memory base history", "memoir memory base history --limit 1 --json"},
		setupFlags: func(fs *flag.FlagSet) action {
			limit := fs.Int("limit", 0, "list at most `N` items")
			asJSON := fs.Bool("json", false, "print a JSON array")
			return func(ctx context.Context, e *env, texts []string) error {
				if err := rejectPositionalArguments(texts); err != nil {
					return err
				}
				path := fmt.Sprintf("%s/history?limit=%d", baseMemoryPath, max(*limit, 0))
				return fetchAndPrintList(ctx, e, path, *asJSON, "versions", baseMemoryLine)
			}
		},
	}
}

// callAndPrintBaseMemory calls a route that answers a version, and prints its text or all of it.
func (e *env) callAndPrintBaseMemory(ctx context.Context, method, path string, body any, asJSON bool) error {
	var b memory.BaseMemory
	err := e.withSession(ctx, func(s *session) error { return s.requestJSON(ctx, method, path, body, &b) })
	switch {
	case err != nil:
		return err
	case asJSON:
		return e.printJSON(b)
	case b.Content == "":
		fmt.Fprintln(e.err, "There is no text about you.")
	default:
		fmt.Fprintln(e.out, b.Content)
	}
	return nil
}

// baseMemoryLine formats a version: number, time, who wrote it and the beginning of what it says.
func baseMemoryLine(b memory.BaseMemory) string {
	text := []rune(strings.Join(b.LinesWithoutHeadings(), " "))
	if len(text) > 100 {
		text = append(text[:100], '…')
	}
	at := b.CreatedAt.Local().Format("2006-01-02 15:04")
	return strings.TrimRight(fmt.Sprintf("%d  %s  by %s  %s", b.ID, at, b.Actor, string(text)), " ")
}
