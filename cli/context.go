package cli

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"mime/multipart"
	"net/http"
	"path/filepath"

	"memoir/memory"
)

func contextCommand() *command {
	return &command{
		name: "context", summary: "files: what they say is used where attached, and never learned",
		sub: []*command{contextAdd(), contextList(), contextAttach(), contextDetach(), contextRemove()},
	}
}

// uploadFile uploads one file.
func addFile(ctx context.Context, c *client, f upload) (memory.Context, error) {
	var added memory.Context
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", filepath.Base(f.name))
	if err == nil {
		_, err = part.Write(f.data)
	}
	if err == nil {
		err = form.Close()
	}
	if err != nil {
		return added, fmt.Errorf("pack %s: %w", f.name, err)
	}
	err = c.callVia(ctx, c.main, request{
		method: http.MethodPost, path: "/api/contexts", raw: &body,
		contentType: form.FormDataContentType(),
	}, &added)
	if err != nil {
		why := explain(err)
		why.title = f.name + ": " + why.title
		return added, why
	}
	return added, nil
}

func contextAdd() *command {
	return &command{
		name: "add", usage: "FILE… [--json]", summary: "take files in; the same bytes again are the same file",
		examples: []string{"memoir context add plan.md notes.txt"},
		setup: func(fs *flag.FlagSet) action {
			asJSON := fs.Bool("json", false, "one JSON array")
			return func(ctx context.Context, e *env, texts []string) error {
				if len(texts) == 0 {
					return usagef("Which file?")
				}
				files, err := readFiles(texts)
				if err != nil {
					return err
				}
				added := make([]memory.Context, 0, len(files))
				err = e.withSession(ctx, func(s *session) error {
					for _, f := range files {
						x, err := addFile(ctx, s.client, f)
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
				return show(e, added, *asJSON, "files", contextLine)
			}
		},
	}
}

func contextLine(c memory.Context) string {
	return fmt.Sprintf("%d  %s  %d bytes, about %d tokens  %s", c.ID, c.Name, c.Bytes, c.Tokens, c.MIME)
}

func contextList() *command {
	return &command{
		name: "list", usage: "[--json]", summary: "files, newest first", examples: []string{"memoir context list"},
		setup: func(fs *flag.FlagSet) action {
			asJSON := fs.Bool("json", false, "one JSON array")
			return func(ctx context.Context, e *env, texts []string) error {
				if err := noTexts(texts); err != nil {
					return err
				}
				return showList(ctx, e, "/api/contexts", *asJSON, "files", contextLine)
			}
		},
	}
}

// attachmentCommand builds a command that takes a file and a chat.
func attachment(name, summary, method, done string) *command {
	return &command{
		name: name, usage: "ID THREAD", summary: summary, examples: []string{"memoir context " + name + " 2 5"},
		setup: func(*flag.FlagSet) action {
			return func(ctx context.Context, e *env, texts []string) error {
				id, err := idArg(texts, 0, "file")
				if err != nil {
					return err
				}
				thread, err := idArg(texts, 1, "chat")
				if err != nil {
					return err
				}
				err = e.withSession(ctx, func(s *session) error {
					return s.call(ctx, method, fmt.Sprintf("/api/chats/%d/contexts/%d", thread, id), nil, nil)
				})
				if err != nil {
					f := explain(err)
					if f.code == exitMissing {
						f.title, f.hint = fmt.Sprintf("There is no file %d or no chat %d.", id, thread), ""
					}
					return f
				}
				fmt.Fprintf(e.out, done+"\n", id, thread)
				return nil
			}
		},
	}
}

func contextAttach() *command {
	return attachment("attach", "send a file along in a chat", http.MethodPut, "File %d is attached to chat %d.")
}

func contextDetach() *command {
	return attachment("detach", "stop sending a file along in a chat", http.MethodDelete,
		"File %d is no longer attached to chat %d.")
}

func contextRemove() *command {
	return &command{
		name: "rm", usage: "ID", summary: "remove a file from Memoir", examples: []string{"memoir context rm 2"},
		setup: func(*flag.FlagSet) action {
			return func(ctx context.Context, e *env, texts []string) error {
				id, err := idArg(texts, 0, "file")
				if err != nil {
					return err
				}
				err = e.withSession(ctx, func(s *session) error {
					return s.call(ctx, http.MethodDelete, "/api/contexts/"+id.String(), nil, nil)
				})
				if err != nil {
					return missing(err, "file", id)
				}
				fmt.Fprintf(e.out, "Removed: file %d.\n", id)
				return nil
			}
		},
	}
}
