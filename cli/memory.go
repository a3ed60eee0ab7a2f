package cli

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"memoir/memory"
)

func memoryCommand() *command {
	return &command{name: "memory", summary: "what Memoir remembers: list, add, edit, undo", subcommands: []*command{
		memoryListCommand(), memoryAddCommand(), memoryEditCommand(), memoryForgetCommand(), memoryHistoryCommand(),
		memoryUsedInAnswersCommand(), memoryUndoCommand(),
		memoryEraseCommand(), memoryPinCommand("pin", true), memoryPinCommand("unpin", false), memoryRestoreCommand(),
		memoryDecisionsCommand(), baseMemoryCommand(),
	}}
}

func memoryListCommand() *command {
	return &command{
		name: "list", usage: "[--tag T] [--key K] [--query Q] [--status S] [--scope S] [--project ID] [--limit N] [--json]",
		summary: "list memories, newest first",
		examples: []string{
			"memoir memory list", "memoir memory list --tag travel --json", "memoir memory list --status forgotten",
		},
		setupFlags: func(fs *flag.FlagSet) action {
			tag := fs.String("tag", "", "only memories with tag `T`")
			key := fs.String("key", "", "only memories with key `K`")
			query := fs.String("query", "", "only memories with these `WORDS`")
			status := fs.String("status", "", "only `active|inbox|archived|forgotten` memories")
			scope := fs.String("scope", "", "only memories with scope `global|project|thread`: for all chats, a project or "+
				"one chat")
			project := fs.Int64("project", 0, "only memories that a new chat in the project with this `ID` would use")
			limit := fs.Int("limit", 0, "list at most `N`")
			asJSON := fs.Bool("json", false, "print a JSON array")
			return func(ctx context.Context, e *env, texts []string) error {
				if err := rejectPositionalArguments(texts); err != nil {
					return err
				}
				switch memory.Status(*status) {
				case "", memory.StatusActive, memory.StatusInbox, memory.StatusArchived, memory.StatusForgotten:
				default:
					return usageErrorf("--status must be active, inbox, archived or forgotten, not %q.", *status)
				}
				q := url.Values{}
				setQueryParamIfNotEmpty(q, "tag", *tag)
				setQueryParamIfNotEmpty(q, "key", *key)
				setQueryParamIfNotEmpty(q, "q", *query)
				setQueryParamIfNotEmpty(q, "status", *status)
				setQueryParamIfNotEmpty(q, "scope", *scope)
				if *project != 0 {
					q.Set("project_id", strconv.FormatInt(*project, 10))
				}
				if *limit > 0 {
					q.Set("limit", strconv.Itoa(*limit))
				}
				err := fetchAndPrintList(ctx, e, "/api/memory?"+q.Encode(), *asJSON, "memories", memoryLine)
				return failureNamingMissingItemOrNil(err, "project", memory.ID(*project))
			}
		},
	}
}

func setQueryParamIfNotEmpty(q url.Values, name, value string) {
	if value != "" {
		q.Set(name, value)
	}
}

func rejectPositionalArguments(texts []string) error {
	if len(texts) > 0 {
		return usageErrorf("%q is one argument too many.", texts[0])
	}
	return nil
}

func memoryAddCommand() *command {
	return &command{
		name: "add", usage: "TEXT [--tag T…] [--type T] [--key K] [--valid-from D] [--valid-to D] " +
			"[--thread ID | --project ID] [--json]",
		summary: "store a new memory",
		examples: []string{
			`memoir memory add "The user is allergic to peanuts" --tag health`,
			`memoir memory add "The user lives in Porto" --key home --valid-from 2026-05`,
		},
		setupFlags: func(fs *flag.FlagSet) action {
			var tags repeatedFlag
			fs.Var(&tags, "tag", "add tag `T`; can be repeated")
			addMemoryFieldFlags(fs)
			thread := fs.Int64("thread", 0, "use the memory only in the chat with this `ID`")
			project := fs.Int64("project", 0, "use the memory only in the project with this `ID`")
			asJSON := fs.Bool("json", false, "print the memory as JSON")
			return func(ctx context.Context, e *env, texts []string) error {
				text, err := e.textOrStdin(texts, "memory")
				if err != nil {
					return err
				}
				body := fieldsFromNamedFlagsIfGiven(fs, memoryFieldFlagNames()...)
				body["content"], body["tags"] = text, []string(tags)
				if *thread != 0 {
					body["scope"], body["thread_id"] = memory.ScopeChat, *thread
				}
				if *project != 0 {
					body["scope"], body["project_id"] = memory.ScopeProject, *project
				}
				var added memory.AddedMemory
				err = e.withSession(ctx, func(s *session) error {
					s.waitForEmbedderAtMost(ctx, writeEmbedderTimeout)
					return s.requestJSON(ctx, http.MethodPost, "/api/memory", body, &added)
				})
				if err != nil {
					return err
				}
				if added.DuplicateOf != 0 {
					fmt.Fprintf(e.err, "Memory #%d already says the same thing.\n", added.DuplicateOf)
				}
				if *asJSON {
					return e.printJSON(added)
				}
				fmt.Fprintln(e.out, memoryLine(added.Memory))
				return nil
			}
		},
	}
}

func memoryEditCommand() *command {
	return &command{
		name: "edit",
		usage: "ID [--content C] [--tag T…] [--type T] [--key K] [--valid-from D] [--valid-to D] [--scope S] [--thread ID] " +
			"[--project ID]",
		summary: "change a memory's text, tags, type, key, dates or scope",
		examples: []string{
			`memoir memory edit 12 --content "The user lives in Porto"`, "memoir memory edit 12 --tag home --tag city",
			"memoir memory edit 12 --scope thread --thread 7", "memoir memory edit 12 --project 2",
		},
		setupFlags: func(fs *flag.FlagSet) action {
			var tags repeatedFlag
			content := fs.String("content", "", "change the text to `C`")
			fs.Var(&tags, "tag", "replace the tags with `T`, or \"\" for none; can be repeated")
			addMemoryFieldFlags(fs)
			fs.String("scope", "", "where the memory is used: `S` is global (all chats), project (one project's chats) "+
				"or thread (one chat)")
			thread := fs.Int64("thread", 0, "with --scope thread: the `ID` of the chat; the default is the chat where the "+
				"memory was learned")
			project := fs.Int64("project", 0, "with --scope project: the `ID` of the project; the default is the project where "+
				"the memory was learned")
			asJSON := fs.Bool("json", false, "print the memory as JSON")
			return func(ctx context.Context, e *env, texts []string) error {
				id, err := parsePositionalID(texts, 0, "memory")
				if err != nil {
					return err
				}
				patch := fieldsFromNamedFlagsIfGiven(fs, append(memoryFieldFlagNames(), "scope")...)
				fs.Visit(func(f *flag.Flag) {
					switch f.Name {
					case "thread":
						patch["scope"], patch["thread_id"] = memory.ScopeChat, *thread
					case "project":
						patch["scope"], patch["project_id"] = memory.ScopeProject, *project
					case "content":
						patch["content"] = *content
					case "tag":
						patch["tags"] = nonEmptyTags(tags)
					}
				})
				if len(patch) == 0 {
					return usageErrorf("What should change? Give --content, --tag, --type, --key, " +
						"--valid-from, --valid-to or --scope.")
				}
				var m memory.Memory
				err = e.withSession(ctx, func(s *session) error {
					s.waitForEmbedderAtMost(ctx, writeEmbedderTimeout)
					return s.requestJSON(ctx, http.MethodPatch, "/api/memory/"+id.String(), patch, &m)
				})
				if err != nil {
					return failureNamingMemoryOrScope(err, id, memory.ID(*thread), memory.ID(*project))
				}
				if *asJSON {
					return e.printJSON(m)
				}
				fmt.Fprintln(e.out, memoryLine(m))
				return nil
			}
		},
	}
}

// failureNamingMemoryOrScope says which of a memory and the chat or project that it was given to is
// missing.
func failureNamingMemoryOrScope(err error, id, chat, project memory.ID) error {
	switch {
	case chat != 0:
		return failureNamingEitherMissingItem(err, "memory", id, "chat", chat)
	case project != 0:
		return failureNamingEitherMissingItem(err, "memory", id, "project", project)
	}
	return failureNamingMissingItem(err, "memory", id)
}

func nonEmptyTags(tags []string) []string {
	out := []string{}
	for _, t := range tags {
		if t != "" {
			out = append(out, t)
		}
	}
	return out
}

// failureNamingMissingItem turns a "not found" error into one that names the thing.
func failureNamingMissingItem(err error, what string, id memory.ID) error {
	f := convertErrorToFailure(err)
	if f.code == exitNotFound {
		f.title, f.hint = fmt.Sprintf("There is no %s %d.", what, id), ""
	}
	return f
}

// failureNamingEitherMissingItem turns a "not found" error into one that names the two things, one
// of which is missing.
func failureNamingEitherMissingItem(err error, what string, id memory.ID, otherWhat string, otherID memory.ID) error {
	f := convertErrorToFailure(err)
	if f.code == exitNotFound {
		f.title, f.hint = fmt.Sprintf("Not found: %s %d or %s %d.", what, id, otherWhat, otherID), ""
	}
	return f
}

// newCommandOnOneMemory builds a command on one memory, given by id.
func newCommandOnOneMemory(
	name, summary, done string, do func(ctx context.Context, e *env, s *session, id memory.ID) error,
) *command {
	return &command{
		name: name, usage: "ID", summary: summary, examples: []string{"memoir memory " + name + " 12"},
		setupFlags: func(*flag.FlagSet) action {
			return func(ctx context.Context, e *env, texts []string) error {
				id, err := parseSinglePositionalID(texts, "memory")
				if err != nil {
					return err
				}
				err = e.withSession(ctx, func(s *session) error { return do(ctx, e, s, id) })
				if err != nil {
					return failureNamingMissingItem(err, "memory", id)
				}
				fmt.Fprintf(e.out, done+"\n", id)
				return nil
			}
		},
	}
}

func memoryForgetCommand() *command {
	return newCommandOnOneMemory("rm", "forget a memory; memoir memory undo restores it", "Forgotten: #%d.",
		func(ctx context.Context, _ *env, s *session, id memory.ID) error {
			return s.requestJSON(ctx, http.MethodDelete, "/api/memory/"+id.String(), nil, nil)
		})
}

func memoryEraseCommand() *command {
	return newCommandOnOneMemory("erase", "delete a memory forever, including its traces in the history", "Erased: #%d.",
		func(ctx context.Context, e *env, s *session, id memory.ID) error {
			var erased memory.EraseResult
			if err := s.requestJSON(ctx, http.MethodDelete, "/api/memory/"+id.String()+"?erase=true", nil, &erased); err != nil {
				return err
			}
			for _, where := range erased.RemainingCopies {
				fmt.Fprintln(e.err, "The deleted text still appears in "+where+".")
			}
			return nil
		})
}

func memoryHistoryCommand() *command {
	return &command{
		name: "history", usage: "ID [--json]", summary: "show a memory's history, newest first",
		examples: []string{"memoir memory history 12"},
		setupFlags: func(fs *flag.FlagSet) action {
			asJSON := fs.Bool("json", false, "print a JSON array")
			return func(ctx context.Context, e *env, texts []string) error {
				id, err := parsePositionalID(texts, 0, "memory")
				if err != nil {
					return err
				}
				err = fetchAndPrintList(ctx, e, "/api/memory/"+id.String()+"/history", *asJSON, "changes", decisionLine)
				return failureNamingMissingItemOrNil(err, "memory", id)
			}
		},
	}
}

func memoryUsedInAnswersCommand() *command {
	return &command{
		name: "answers", usage: "ID [--limit N] [--json]", summary: "list the answers for which a memory was sent, newest " +
			"first",
		examples: []string{"memoir memory answers 12"},
		setupFlags: func(fs *flag.FlagSet) action {
			limit := fs.Int("limit", 0, "list at most `N`")
			asJSON := fs.Bool("json", false, "print a JSON array")
			return func(ctx context.Context, e *env, texts []string) error {
				id, err := parsePositionalID(texts, 0, "memory")
				if err != nil {
					return err
				}
				q := url.Values{}
				if *limit > 0 {
					q.Set("limit", strconv.Itoa(*limit))
				}
				err = fetchAndPrintList(
					ctx,
					e,
					"/api/memory/"+id.String()+"/answers?"+q.Encode(),
					*asJSON,
					"answers",
					formatAnswerUsingMemoryLine,
				)
				return failureNamingMissingItemOrNil(err, "memory", id)
			}
		},
	}
}

func failureNamingMissingItemOrNil(err error, what string, id memory.ID) error {
	if err == nil {
		return nil
	}
	return failureNamingMissingItem(err, what, id)
}
