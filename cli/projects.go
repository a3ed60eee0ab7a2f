package cli

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"strings"

	"memoir/memory"
)

func projectsCommand() *command {
	return &command{
		name: "projects", summary: "projects, which hold chats: list, add, edit, rm, attach, detach",
		subcommands: []*command{
			projectsListCommand(), projectsAddCommand(), projectsEditCommand(), projectsRemoveCommand(),
			newProjectFileCommand("attach", "attach a file to all chats of a project", http.MethodPut, "Attached."),
			newProjectFileCommand("detach", "detach a file from a project", http.MethodDelete, "Detached."),
		},
	}
}

// projectLine formats a project for a list: 2  Work  (memories: project).
func projectLine(p memory.Project) string {
	line := fmt.Sprintf("%d  %s  (memories: %s)", p.ID, collapseToOneLine(p.Name), p.LearnedScope)
	if p.Model != "" {
		line += fmt.Sprintf("  (model %s)", p.Model)
	}
	if n := len(p.FileIDs); n > 0 {
		line += fmt.Sprintf("  (files: %d)", n)
	}
	return line
}

func projectsListCommand() *command {
	return &command{
		name: "list", usage: "[--json]", summary: "list the projects in the order of the sidebar",
		examples: []string{"memoir projects list"},
		setupFlags: func(fs *flag.FlagSet) action {
			asJSON := fs.Bool("json", false, "one JSON array")
			return func(ctx context.Context, e *env, texts []string) error {
				if err := rejectPositionalArguments(texts); err != nil {
					return err
				}
				return fetchAndPrintList(ctx, e, "/api/projects", *asJSON, "projects", projectLine)
			}
		},
	}
}

// addProjectFlags registers the flags for what a project says.
func addProjectFlags(fs *flag.FlagSet) {
	fs.String("scope", "", "`global|project|thread`: where facts are used that are learned in its chats")
	fs.String("model", "", "answer with `PROVIDER/MODEL` in chats that chose none")
	fs.String("instructions", "", "`TEXT` that is sent before the instructions of a chat")
}

// givenProjectFields returns what the flags of addProjectFlags and others say, by field.
func givenProjectFields(fs *flag.FlagSet, others ...string) map[string]any {
	fields := valuesOfGivenFlags(fs, append(others, "scope", "model", "instructions")...)
	if text, ok := fields["instructions"]; ok {
		delete(fields, "instructions")
		fields["system_prompt"] = text
	}
	return fields
}

func projectsAddCommand() *command {
	return &command{
		name: "add", usage: "NAME [--scope S] [--model PROVIDER/MODEL] [--instructions TEXT] [--json]",
		summary: "make a project", examples: []string{"memoir projects add Work --scope project"},
		setupFlags: func(fs *flag.FlagSet) action {
			addProjectFlags(fs)
			asJSON := fs.Bool("json", false, "print the project as JSON")
			return func(ctx context.Context, e *env, texts []string) error {
				if len(texts) == 0 {
					return usageErrorf("What is its name?")
				}
				body := givenProjectFields(fs)
				body["name"] = strings.Join(texts, " ")
				var p memory.Project
				err := e.withSession(ctx, func(s *session) error {
					return s.requestJSON(ctx, http.MethodPost, "/api/projects", body, &p)
				})
				if err != nil {
					return err
				}
				return e.printProject(p, *asJSON)
			}
		},
	}
}

func (p *printer) printProject(project memory.Project, asJSON bool) error {
	if asJSON {
		return p.printJSON(project)
	}
	fmt.Fprintln(p.out, projectLine(project))
	return nil
}

func projectsEditCommand() *command {
	return &command{
		name:    "edit",
		usage:   "ID [--name N] [--scope S] [--model PROVIDER/MODEL] [--instructions TEXT] [--position N] [--json]",
		summary: "rename or move a project, or choose its model, instructions and where its facts are used",
		examples: []string{
			"memoir projects edit 2 --scope project", `memoir projects edit 2 --name "At work" --position 0`,
		},
		setupFlags: func(fs *flag.FlagSet) action {
			fs.String("name", "", "the new name `N`")
			fs.Int("position", 0, "move it to place `N` among the projects, counted from 0")
			addProjectFlags(fs)
			asJSON := fs.Bool("json", false, "print the project as JSON")
			return func(ctx context.Context, e *env, texts []string) error {
				id, err := parseOnlyID(texts, "project")
				if err != nil {
					return err
				}
				patch := givenProjectFields(fs, "name", "position")
				if len(patch) == 0 {
					return usageErrorf("What should change? Give --name, --scope, --model, --instructions or --position.")
				}
				var p memory.Project
				err = e.withSession(ctx, func(s *session) error {
					return s.requestJSON(ctx, http.MethodPatch, fmt.Sprintf("/api/projects/%d", id), patch, &p)
				})
				if err != nil {
					return failureNamingMissingItem(err, "project", id)
				}
				return e.printProject(p, *asJSON)
			}
		},
	}
}

func projectsRemoveCommand() *command {
	return &command{
		name: "rm", usage: "ID [--keep-memories]",
		summary:  "remove a project; its chats stay, the memories that only they use are forgotten",
		examples: []string{"memoir projects rm 2", "memoir projects rm 2 --keep-memories"},
		setupFlags: func(fs *flag.FlagSet) action {
			keep := fs.Bool("keep-memories", false, "use its memories in all chats from now on")
			return func(ctx context.Context, e *env, texts []string) error {
				id, err := parseOnlyID(texts, "project")
				if err != nil {
					return err
				}
				path := fmt.Sprintf("/api/projects/%d?memories=forget", id)
				if *keep {
					path = fmt.Sprintf("/api/projects/%d?memories=keep", id)
				}
				err = e.withSession(ctx, func(s *session) error {
					return s.requestJSON(ctx, http.MethodDelete, path, nil, nil)
				})
				if err != nil {
					return failureNamingMissingItem(err, "project", id)
				}
				fmt.Fprintf(e.out, "Removed: project %d.\n", id)
				return nil
			}
		},
	}
}

// newProjectFileCommand builds a command that takes a file and a project.
func newProjectFileCommand(name, summary, method, done string) *command {
	return &command{
		name: name, usage: "FILE-ID PROJECT", summary: summary, examples: []string{"memoir projects " + name + " 5 2"},
		setupFlags: func(*flag.FlagSet) action {
			return func(ctx context.Context, e *env, texts []string) error {
				file, err := parsePositionalID(texts, 0, "file")
				if err != nil {
					return err
				}
				project, err := parsePositionalID(texts, 1, "project")
				if err != nil {
					return err
				}
				if err := rejectPositionalArguments(texts[2:]); err != nil {
					return err
				}
				err = e.withSession(ctx, func(s *session) error {
					return s.requestJSON(ctx, method, fmt.Sprintf("/api/projects/%d/contexts/%d", project, file), nil, nil)
				})
				if err != nil {
					return failureNamingEitherMissingItem(err, "file", file, "project", project)
				}
				fmt.Fprintln(e.out, done)
				return nil
			}
		},
	}
}

func chatsMoveCommand() *command {
	return &command{
		name: "move", usage: "ID… --project PROJECT [--with-memories]",
		summary: "move chats into a project, or out of theirs with --project 0",
		examples: []string{
			"memoir chats move 3 4 --project 2", "memoir chats move 3 --project 0 --with-memories",
		},
		setupFlags: func(fs *flag.FlagSet) action {
			project := fs.Int64("project", -1, "the `ID` of the project, 0 for none")
			with := fs.Bool("with-memories", false,
				"also move the memories that only the old project uses and that were learned in these chats")
			return func(ctx context.Context, e *env, texts []string) error {
				if len(texts) == 0 || *project < 0 {
					return usageErrorf("Which chats, and where? Give their IDs and --project.")
				}
				ids := make([]memory.ID, len(texts))
				for i := range texts {
					var err error
					if ids[i], err = parsePositionalID(texts, i, "chat"); err != nil {
						return err
					}
				}
				body := map[string]any{"thread_ids": ids, "project_id": *project, "memories": "stay"}
				if *with {
					body["memories"] = "move"
				}
				var done struct {
					Moved  int `json:"moved"`
					Memory int `json:"memories_moved"`
					Left   int `json:"memories_left"`
				}
				err := e.withSession(ctx, func(s *session) error {
					return s.requestJSON(ctx, http.MethodPost, "/api/chats/move", body, &done)
				})
				if err != nil {
					return failureNamingEitherMissingItem(err, "chat", ids[0], "project", memory.ID(*project))
				}
				fmt.Fprintf(e.out, "Moved: %s.\n", formatCountWithNoun(done.Moved, "chat", "chats"))
				if done.Memory > 0 {
					fmt.Fprintf(e.out, "Moved with them: %s.\n", formatCountWithNoun(done.Memory, "memory", "memories"))
				}
				if done.Left > 0 {
					fmt.Fprintf(e.out, "Left in the old project: %s.\n", formatCountWithNoun(done.Left, "memory", "memories"))
				}
				return nil
			}
		},
	}
}

func chatsArchiveCommand() *command {
	return &command{
		name: "archive", usage: "ID…", summary: "take chats out of the list; they are still found and can be restored",
		examples: []string{"memoir chats archive 3 4"},
		setupFlags: func(*flag.FlagSet) action {
			return func(ctx context.Context, e *env, texts []string) error {
				if len(texts) == 0 {
					return usageErrorf("Which chat? Give its ID.")
				}
				return e.withSession(ctx, func(s *session) error {
					for i := range texts {
						id, err := parsePositionalID(texts, i, "chat")
						if err == nil {
							err = s.requestJSON(ctx, http.MethodPatch, fmt.Sprintf("/api/chats/%d", id),
								map[string]any{"archived": true}, nil)
						}
						if err != nil {
							return failureNamingMissingItem(err, "chat", id)
						}
						fmt.Fprintf(e.out, "Archived: chat %d.\n", id)
					}
					return nil
				})
			}
		},
	}
}

func chatsBranchCommand() *command {
	return &command{
		name: "branch", usage: "ID [--at MESSAGE] [--json]",
		summary:  "copy a chat up to a message, or all of it, into a new chat",
		examples: []string{"memoir chats branch 3", "memoir chats branch 3 --at 17"},
		setupFlags: func(fs *flag.FlagSet) action {
			at := fs.Int64("at", 0, "the last message of the copy is that with this `ID`")
			asJSON := fs.Bool("json", false, "print the chat as JSON")
			return func(ctx context.Context, e *env, texts []string) error {
				id, err := parseOnlyID(texts, "chat")
				if err != nil {
					return err
				}
				var chat memory.Chat
				err = e.withSession(ctx, func(s *session) error {
					return s.requestJSON(ctx, http.MethodPost, fmt.Sprintf("/api/chats/%d/branch", id),
						map[string]any{"message_id": *at}, &chat)
				})
				if err != nil && *at != 0 {
					return failureNamingEitherMissingItem(err, "chat", id, "message", memory.ID(*at))
				}
				if err != nil {
					return failureNamingMissingItem(err, "chat", id)
				}
				if *asJSON {
					return e.printJSON(chat)
				}
				fmt.Fprintln(e.out, chatLine(chat))
				return nil
			}
		},
	}
}
