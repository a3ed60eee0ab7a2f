package cli

import (
	"context"
	"flag"
	"fmt"
	"net/http"

	"memoir/memory"
)

func storedFilesCommand() *command {
	return &command{
		name: "context", summary: "files: read in the chats they are attached to, never learned from",
		subcommands: []*command{
			fileAddCommand(), fileListCommand(), fileAttachCommand(), fileDetachCommand(),
			fileRemoveCommand(),
		},
	}
}

func fileAddCommand() *command {
	return &command{
		name: "add", usage: "FILE… [--json]", summary: "add files; identical files are added once",
		examples: []string{"memoir context add plan.md notes.txt"},
		setupFlags: func(fs *flag.FlagSet) action {
			asJSON := fs.Bool("json", false, "one JSON array")
			return func(ctx context.Context, e *env, texts []string) error {
				if len(texts) == 0 {
					return usageErrorf("Which file? Name at least one.")
				}
				files, err := checkAndReadFiles(texts)
				if err != nil {
					return err
				}
				added := make([]memory.File, 0, len(files))
				err = e.withSession(ctx, func(s *session) error {
					for _, f := range files {
						x, err := uploadFile(ctx, s.client, f)
						if err != nil {
							return err
						}
						added = append(added, x)
					}
					return nil
				})
				if err != nil {
					return err
				}
				return printItemsAsLinesOrJSON(&e.printer, added, *asJSON, "files", fileLine)
			}
		},
	}
}

func fileLine(c memory.File) string {
	return fmt.Sprintf("%d  %s  %d bytes, about %d tokens  %s", c.ID, c.Name, c.Bytes, c.Tokens, c.MIME)
}

func fileListCommand() *command {
	return &command{
		name: "list", usage: "[--json]", summary: "list files, newest first", examples: []string{"memoir context list"},
		setupFlags: func(fs *flag.FlagSet) action {
			asJSON := fs.Bool("json", false, "one JSON array")
			return func(ctx context.Context, e *env, texts []string) error {
				if err := rejectPositionalArguments(texts); err != nil {
					return err
				}
				return fetchAndPrintList(ctx, e, "/api/contexts", *asJSON, "files", fileLine)
			}
		},
	}
}

// newAttachOrDetachCommand builds a command that takes a file and a chat.
func newAttachOrDetachCommand(name, summary, method, done string) *command {
	return &command{
		name: name, usage: "ID THREAD", summary: summary, examples: []string{"memoir context " + name + " 2 5"},
		setupFlags: func(*flag.FlagSet) action {
			return func(ctx context.Context, e *env, texts []string) error {
				id, err := parsePositionalID(texts, 0, "file")
				if err != nil {
					return err
				}
				chatID, err := parsePositionalID(texts, 1, "chat")
				if err != nil {
					return err
				}
				err = e.withSession(ctx, func(s *session) error {
					return s.requestJSON(ctx, method, fmt.Sprintf("/api/chats/%d/contexts/%d", chatID, id), nil, nil)
				})
				if err != nil {
					return failureNamingEitherMissingItem(err, "file", id, "chat", chatID)
				}
				fmt.Fprintf(e.out, done+"\n", id, chatID)
				return nil
			}
		},
	}
}

func fileAttachCommand() *command {
	return newAttachOrDetachCommand("attach", "attach a file to a chat", http.MethodPut, "File %d is attached to chat %d.")
}

func fileDetachCommand() *command {
	return newAttachOrDetachCommand("detach", "detach a file from a chat", http.MethodDelete,
		"File %d is no longer attached to chat %d.")
}

func fileRemoveCommand() *command {
	return &command{
		name: "rm", usage: "ID", summary: "remove a file from Memoir", examples: []string{"memoir context rm 2"},
		setupFlags: func(*flag.FlagSet) action {
			return func(ctx context.Context, e *env, texts []string) error {
				id, err := parsePositionalID(texts, 0, "file")
				if err != nil {
					return err
				}
				err = e.withSession(ctx, func(s *session) error {
					return s.requestJSON(ctx, http.MethodDelete, "/api/contexts/"+id.String(), nil, nil)
				})
				if err != nil {
					return failureNamingMissingItem(err, "file", id)
				}
				fmt.Fprintf(e.out, "Removed: file %d.\n", id)
				return nil
			}
		},
	}
}
