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
		name: "context", summary: "files: used in the chats they're attached to, but never learned from",
		subcommands: []*command{
			fileAddCommand(), newListCommand("context", "list files, newest first", "/api/contexts", "files", fileLine),
			newAttachOrDetachFileCommand("attach", "context", "chat", "attach a file to a chat", http.MethodPut,
				"File %d is attached to chat %d."),
			newAttachOrDetachFileCommand("detach", "context", "chat", "detach a file from a chat", http.MethodDelete,
				"File %d is no longer attached to chat %d."),
			newCommandOnOneItem("rm", "context", "file", "remove a file from Memoir", http.MethodDelete, "/api/contexts/%d",
				"Removed: file %d."),
		},
	}
}

func fileAddCommand() *command {
	return &command{
		name: "add", usage: "FILE… [--json]", summary: "add files; identical files are added only once",
		examples: []string{"memoir context add plan.md notes.txt"},
		setupFlags: func(fs *flag.FlagSet) action {
			asJSON := fs.Bool("json", false, "print a JSON array")
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
