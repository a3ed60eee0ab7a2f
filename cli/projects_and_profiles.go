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
		name: "projects", summary: "manage projects: list, add, edit, rm, attach, detach",
		subcommands: []*command{
			newListCommand("projects", "list the projects in sidebar order", "/api/projects", "projects",
				projectLine),
			projectsAddCommand(), projectsEditCommand(), projectsRemoveCommand(),
			newAttachOrDetachFileCommand("attach", "projects", "project", "attach a file to all chats in a project",
				http.MethodPut,
				"File %d is attached to project %d."),
			newAttachOrDetachFileCommand("detach", "projects", "project", "detach a file from a project", http.MethodDelete,
				"File %d is no longer attached to project %d."),
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

// addScopeModelAndInstructionsFlags registers the flags for what a project says.
func addScopeModelAndInstructionsFlags(fs *flag.FlagSet) {
	fs.String("scope", "", "`global|project|thread`: where memories learned in the project's chats are used")
	fs.String("model", "", "answer with `PROVIDER/MODEL` in chats without a model of their own")
	fs.String("instructions", "", "send `TEXT` before a chat's own instructions")
}

// givenProjectFields returns what the flags of addScopeModelAndInstructionsFlags and others say, by
// field.
func givenProjectFields(fs *flag.FlagSet, others ...string) map[string]any {
	fields := fieldsFromNamedFlagsIfGiven(fs, append(others, "scope", "model", "instructions")...)
	if text, ok := fields["instructions"]; ok {
		delete(fields, "instructions")
		fields["system_prompt"] = text
	}
	return fields
}

func projectsAddCommand() *command {
	return &command{
		name: "add", usage: "NAME [--scope S] [--model PROVIDER/MODEL] [--instructions TEXT] [--json]",
		summary: "create a project", examples: []string{"memoir projects add Work --scope project"},
		setupFlags: func(fs *flag.FlagSet) action {
			addScopeModelAndInstructionsFlags(fs)
			asJSON := fs.Bool("json", false, "print the project as JSON")
			return func(ctx context.Context, e *env, texts []string) error {
				if len(texts) == 0 {
					return usageErrorf("What should the project be called?")
				}
				body := givenProjectFields(fs)
				body["name"] = strings.Join(texts, " ")
				return requestAndPrintItem(ctx, e, http.MethodPost, "/api/projects", body, *asJSON, projectLine)
			}
		},
	}
}

func projectsEditCommand() *command {
	return &command{
		name:    "edit",
		usage:   "ID [--name N] [--scope S] [--model PROVIDER/MODEL] [--instructions TEXT] [--position N] [--json]",
		summary: "change a project's name, position, model or instructions, or where its memories are used",
		examples: []string{
			"memoir projects edit 2 --scope project", `memoir projects edit 2 --name "At work" --position 0`,
		},
		setupFlags: func(fs *flag.FlagSet) action {
			fs.String("name", "", "rename the project to `N`")
			fs.Int("position", 0, "move the project to position `N` in the list, counting from 0")
			addScopeModelAndInstructionsFlags(fs)
			asJSON := fs.Bool("json", false, "print the project as JSON")
			return func(ctx context.Context, e *env, texts []string) error {
				id, err := parseSinglePositionalID(texts, "project")
				if err != nil {
					return err
				}
				patch := givenProjectFields(fs, "name", "position")
				if len(patch) == 0 {
					return usageErrorf("What should change? Give --name, --scope, --model, --instructions or --position.")
				}
				err = requestAndPrintItem(ctx, e, http.MethodPatch, fmt.Sprintf("/api/projects/%d", id), patch, *asJSON,
					projectLine)
				return failureNamingMissingItemOrNil(err, "project", id)
			}
		},
	}
}

func projectsRemoveCommand() *command {
	return &command{
		name: "rm", usage: "ID [--keep-memories]",
		summary:  "delete a project; its chats stay, and memories used only in them are forgotten",
		examples: []string{"memoir projects rm 2", "memoir projects rm 2 --keep-memories"},
		setupFlags: func(fs *flag.FlagSet) action {
			keep := fs.Bool("keep-memories", false, "keep the project's memories, and use them in all chats")
			return func(ctx context.Context, e *env, texts []string) error {
				id, err := parseSinglePositionalID(texts, "project")
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
				fmt.Fprintf(e.out, "Deleted: project %d.\n", id)
				return nil
			}
		},
	}
}

func profilesCommand() *command {
	return &command{name: "profiles", summary: "manage profiles: list, add, rename, rm", subcommands: []*command{
		newListCommand("profiles", "list the profiles, with the IDs that --profile takes", "/api/profiles", "profiles",
			profileLine),
		profilesAddCommand(), profilesRenameCommand(),
		newCommandOnOneItem("rm", "profiles", "profile", "delete a profile forever, with its chats and memories",
			http.MethodDelete, "/api/profiles/%d", "Deleted: profile %d."),
	}}
}

func profileLine(p memory.Profile) string {
	return fmt.Sprintf("%d  %s  (%s)", p.ID, p.Name, p.ExternalID)
}

func profilesAddCommand() *command {
	return &command{
		name: "add", usage: "NAME [--json]", summary: "add a profile with its own chats and memories",
		examples: []string{"memoir profiles add Work"},
		setupFlags: func(fs *flag.FlagSet) action {
			asJSON := fs.Bool("json", false, "print the profile as JSON")
			return func(ctx context.Context, e *env, texts []string) error {
				if len(texts) == 0 {
					return usageErrorf("What should the profile be called?")
				}
				body := map[string]string{"name": strings.Join(texts, " ")}
				return requestAndPrintItem(ctx, e, http.MethodPost, "/api/profiles", body, *asJSON, profileLine)
			}
		},
	}
}

func profilesRenameCommand() *command {
	return &command{
		name: "rename", usage: "ID NAME", summary: "rename a profile; the ID that --profile takes stays the same",
		examples: []string{`memoir profiles rename 2 "At work"`},
		setupFlags: func(*flag.FlagSet) action {
			return func(ctx context.Context, e *env, texts []string) error {
				id, err := parsePositionalID(texts, 0, "profile")
				if err != nil {
					return err
				}
				if len(texts) < 2 {
					return usageErrorf("What should the new name be?")
				}
				err = e.withSession(ctx, func(s *session) error {
					return s.requestJSON(ctx, http.MethodPatch, fmt.Sprintf("/api/profiles/%d", id), map[string]string{
						"name": strings.Join(texts[1:], " "),
					}, nil)
				})
				if err != nil {
					return failureNamingMissingItem(err, "profile", id)
				}
				fmt.Fprintf(e.out, "Renamed: profile %d.\n", id)
				return nil
			}
		},
	}
}
