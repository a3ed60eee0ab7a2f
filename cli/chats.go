package cli

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"net/url"

	"memoir/memory"
)

func chatsCommand() *command {
	return &command{name: "chats", summary: "your chats: list, show, edit, move, archive, branch", subcommands: []*command{
		chatsListCommand(), chatsShowCommand(), chatsEditCommand(), chatsMoveCommand(), chatsArchiveCommand(),
		chatsBranchCommand(),
		newCommandOnOneItem("rm", "chats", "chat", "move a chat to the trash, where it stays for 30 days",
			http.MethodDelete, "/api/chats/%d", "Moved to the trash: chat %d."),
		newCommandOnOneItem("restore", "chats", "chat", "restore a chat from the trash or the archive", http.MethodPost,
			"/api/chats/%d/restore", "Restored: chat %d."),
	}}
}

func chatsListCommand() *command {
	return &command{
		name: "list", usage: "[--project ID] [--archived] [--trash] [--json]",
		summary:  "list chats: pinned ones first, then the rest, newest first",
		examples: []string{"memoir chats list", "memoir chats list --project 2", "memoir chats list --archived"},
		setupFlags: func(fs *flag.FlagSet) action {
			project := fs.Int64("project", 0, "only chats of the project with this `ID`")
			archived := fs.Bool("archived", false, "list archived chats instead")
			trash := fs.Bool("trash", false, "list chats in the trash instead")
			asJSON := fs.Bool("json", false, "print a JSON array")
			return func(ctx context.Context, e *env, texts []string) error {
				if err := rejectPositionalArguments(texts); err != nil {
					return err
				}
				path := fmt.Sprintf("/api/chats?trash=%t&archived=%t", *trash, *archived)
				if *project != 0 {
					path += fmt.Sprintf("&project_id=%d", *project)
				}
				err := fetchAndPrintList(ctx, e, path, *asJSON, "chats", chatLine)
				return failureNamingMissingItemOrNil(err, "project", memory.ID(*project))
			}
		},
	}
}

// chatLine formats a chat for a list: 3  2026-05-03  Tea  (memory off).
func chatLine(c memory.Chat) string {
	line := fmt.Sprintf("%d  %s  %s", c.ID, c.UpdatedAt.Local().Format("2006-01-02"), collapseToOneLine(c.Title))
	if c.Pinned {
		line += "  (pinned)"
	}
	if c.Memory != memory.MemoryOn {
		line += fmt.Sprintf("  (memory %s)", c.Memory)
	}
	if c.Recall == memory.RecallOn || c.Recall == memory.RecallOff {
		line += fmt.Sprintf("  (recall %s)", c.Recall)
	}
	if c.ProjectID != 0 {
		line += fmt.Sprintf("  (project %d)", c.ProjectID)
	}
	if !c.ArchivedAt.IsZero() {
		line += "  (archived)"
	}
	return line
}

func chatsShowCommand() *command {
	return &command{
		name: "show", usage: "ID [--json]", summary: "print the messages of a chat, oldest first",
		examples: []string{"memoir chats show 3"},
		setupFlags: func(fs *flag.FlagSet) action {
			asJSON := fs.Bool("json", false, "print a JSON array of messages")
			return func(ctx context.Context, e *env, texts []string) error {
				id, err := parseSinglePositionalID(texts, "chat")
				if err != nil {
					return err
				}
				err = fetchAndPrintList(ctx, e, fmt.Sprintf("/api/chats/%d/messages", id), *asJSON, "messages",
					func(m memory.Message) string { return fmt.Sprintf("%d  %s: %s", m.ID, m.Role, m.Content) })
				return failureNamingMissingItemOrNil(err, "chat", id)
			}
		},
	}
}

func chatsEditCommand() *command {
	return &command{
		name: "edit",
		usage: "ID [--title T] [--memory on|read|off] [--recall default|on|off] [--model PROVIDER/MODEL] " +
			"[--pinned=true|false]",
		summary: "rename or pin a chat, or set its model, memory mode or recall",
		examples: []string{
			`memoir chats edit 3 --title "Trip to Porto"`, "memoir chats edit 3 --memory read --pinned",
		},
		setupFlags: func(fs *flag.FlagSet) action {
			fs.String("title", "", "the new title `T`")
			fs.String("memory", "", "`on|read|off`: use memories and learn, only use them, or neither")
			fs.String("recall", "", "`default|on|off`: whether to quote earlier messages; default follows the settings")
			fs.String("model", "", "answer with `PROVIDER/MODEL`")
			fs.Bool("pinned", false, "keep the chat at the top of the list")
			asJSON := fs.Bool("json", false, "print the chat as JSON")
			return func(ctx context.Context, e *env, texts []string) error {
				id, err := parseSinglePositionalID(texts, "chat")
				if err != nil {
					return err
				}
				patch := fieldsFromNamedFlagsIfGiven(fs, "title", "memory", "recall", "model", "pinned")
				if len(patch) == 0 {
					return usageErrorf("What should change? Give --title, --memory, --recall, --model or --pinned.")
				}
				err = requestAndPrintItem(ctx, e, http.MethodPatch, fmt.Sprintf("/api/chats/%d", id), patch, *asJSON, chatLine)
				return failureNamingMissingItemOrNil(err, "chat", id)
			}
		},
	}
}

func chatsMoveCommand() *command {
	return &command{
		name: "move", usage: "ID… --project PROJECT [--with-memories]",
		summary: "move chats into a project, or out of their projects with --project 0",
		examples: []string{
			"memoir chats move 3 4 --project 2", "memoir chats move 3 --project 0 --with-memories",
		},
		setupFlags: func(fs *flag.FlagSet) action {
			project := fs.Int64("project", -1, "the `ID` of the project; 0 = none")
			with := fs.Bool("with-memories", false,
				"also move memories that were learned in these chats and are used only in the old project")
			return func(ctx context.Context, e *env, texts []string) error {
				if len(texts) == 0 || *project < 0 {
					return usageErrorf("Give the IDs of the chats and --project.")
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
		name: "archive", usage: "ID…", summary: "take chats out of the list; search still finds them, and they can be " +
			"restored",
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
		summary:  "copy all of a chat, or everything up to a message, into a new chat",
		examples: []string{"memoir chats branch 3", "memoir chats branch 3 --at 17"},
		setupFlags: func(fs *flag.FlagSet) action {
			at := fs.Int64("at", 0, "copy up to and including the message with this `ID`")
			asJSON := fs.Bool("json", false, "print the chat as JSON")
			return func(ctx context.Context, e *env, texts []string) error {
				id, err := parseSinglePositionalID(texts, "chat")
				if err != nil {
					return err
				}
				err = requestAndPrintItem(ctx, e, http.MethodPost, fmt.Sprintf("/api/chats/%d/branch", id),
					map[string]any{"message_id": *at}, *asJSON, chatLine)
				if err != nil && *at != 0 {
					return failureNamingEitherMissingItem(err, "chat", id, "message", memory.ID(*at))
				}
				return failureNamingMissingItemOrNil(err, "chat", id)
			}
		},
	}
}

func regenerateCommand() *command {
	return setRegenerateOrContinueAction(&command{
		name: "regenerate", usage: "CHAT [--message ID] [--model PROVIDER/MODEL] [--no-wait] [--json]",
		summary:  "answer a chat's last message again; the old answer is kept as a version",
		examples: []string{"memoir regenerate 3", "memoir regenerate 3 --model ollama/llama3.1"},
	}, true)
}

func continueCommand() *command {
	return setRegenerateOrContinueAction(&command{
		name: "continue", usage: "CHAT [--message ID] [--no-wait] [--json]",
		summary:  "continue a chat's last answer where it was stopped or cut off",
		examples: []string{"memoir continue 3", "memoir continue 3 --message 12"},
	}, false)
}

// setRegenerateOrContinueAction completes a command that is named like its call of the API.
func setRegenerateOrContinueAction(c *command, takesModel bool) *command {
	c.setupFlags = func(fs *flag.FlagSet) action {
		o := &chatOptions{}
		if takesModel {
			fs.StringVar(&o.model, "model", "", "answer with `PROVIDER/MODEL`")
		}
		answer := fs.Int64("message", 0, "use the answer with this `ID` instead of the last one")
		fs.BoolVar(&o.noWait, "no-wait", false, "don't wait for learning to finish; Memoir continues at the next start")
		asJSON := fs.Bool("json", false, "print the answer as JSON")
		return func(ctx context.Context, e *env, texts []string) error {
			id, err := parseSinglePositionalID(texts, "chat")
			if err != nil {
				return err
			}
			o.chatID = int64(id)
			return regenerateOrContinueAndPrintAnswer(ctx, e, o, "/messages/"+c.name, *answer, *asJSON)
		}
	}
	return c
}

// foundTexts is what GET /api/find answers.
type foundTexts struct {
	Chats, Messages []struct {
		ChatID    memory.ID `json:"thread_id"`
		Title     string    `json:"title"`
		MessageID memory.ID `json:"message_id"`
		Snippet   string    `json:"snippet"`
		Archived  bool      `json:"archived"`
	}
	Memories []memory.Memory
}

func findCommand() *command {
	return &command{
		name: "find", usage: "TEXT [--json]", summary: "find words in titles, messages and memories",
		examples: []string{"memoir find oboe"},
		setupFlags: func(fs *flag.FlagSet) action {
			asJSON := fs.Bool("json", false, "print a JSON object")
			return func(ctx context.Context, e *env, texts []string) error {
				text, err := e.textOrStdin(texts, "text")
				if err != nil {
					return err
				}
				var raw map[string]any
				var found foundTexts
				err = e.withSession(ctx, func(s *session) error {
					path := "/api/find?q=" + url.QueryEscape(text)
					if *asJSON {
						return s.requestJSON(ctx, http.MethodGet, path, nil, &raw)
					}
					return s.requestJSON(ctx, http.MethodGet, path, nil, &found)
				})
				if err != nil {
					return err
				}
				if *asJSON {
					return e.printJSON(raw)
				}
				e.printFoundTexts(found)
				return nil
			}
		},
	}
}

func (p *printer) printFoundTexts(found foundTexts) {
	for _, c := range found.Chats {
		fmt.Fprintf(p.out, "chat %d  %s%s\n", c.ChatID, collapseToOneLine(c.Title), archivedSuffix(c.Archived))
	}
	for _, m := range found.Messages {
		fmt.Fprintf(p.out, "chat %d, message %d  %s%s\n", m.ChatID, m.MessageID, collapseToOneLine(m.Snippet),
			archivedSuffix(m.Archived))
	}
	for _, m := range found.Memories {
		fmt.Fprintln(p.out, memoryLine(m))
	}
	if len(found.Chats)+len(found.Messages)+len(found.Memories) == 0 {
		p.printEmptyListNotice("matches")
	}
}

// archivedSuffix follows what was found in an archived chat.
func archivedSuffix(archived bool) string {
	if archived {
		return "  (archived)"
	}
	return ""
}
