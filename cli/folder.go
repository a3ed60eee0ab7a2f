package cli

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"strings"

	"memoir/api"
	"memoir/memory"
	"memoir/storage/folder"
)

// folderCommand shows the folder of Markdown files and answers what it asks.
func folderCommand() *command {
	return &command{name: "folder", summary: "the Markdown folder: status, forget, restore", subcommands: []*command{
		newFolderStatusOrDecisionCommand(
			"status", "show whether the folder is up to date and which files need attention", "",
		),
		newFolderStatusOrDecisionCommand(
			"forget", "forget the memories whose files are missing, when Memoir asks", memory.FolderForget,
		),
		newFolderStatusOrDecisionCommand("restore", "write the missing files again, when Memoir asks", memory.FolderRestore),
	}}
}

// newFolderStatusOrDecisionCommand builds a command that gives an answer, or none, and prints the
// status after it.
func newFolderStatusOrDecisionCommand(name, summary string, answer memory.FolderAnswer) *command {
	return &command{
		name: name, usage: "[--json]", summary: summary, examples: []string{"memoir folder " + name},
		setupFlags: func(fs *flag.FlagSet) action {
			asJSON := fs.Bool("json", false, "print the state as JSON")
			return func(ctx context.Context, e *env, texts []string) error {
				if err := rejectPositionalArguments(texts); err != nil {
					return err
				}
				var status memory.FolderStatus
				err := e.withSession(ctx, func(s *session) error {
					err := s.requestJSON(ctx, http.MethodGet, "/api/folder", nil, &status)
					if err != nil || answer == "" {
						return err
					}
					if status.State != memory.FolderAsks {
						return newFailuref("There is nothing to decide: %s.", folderStateText(status))
					}
					body := map[string]any{"answer": answer, "files": len(status.Gone)}
					return s.requestJSON(ctx, http.MethodPost, "/api/folder/answer", body, &status)
				})
				if err != nil {
					return err
				}
				if *asJSON {
					return e.printJSON(status)
				}
				e.printFolderStatus(status)
				return nil
			}
		},
	}
}

// folderStateText says in words what the state of the folder is.
func folderStateText(s memory.FolderStatus) string {
	switch s.State {
	case memory.FolderOff:
		return "there is no Markdown folder; to choose one: memoir config set folder.path FOLDER"
	case memory.FolderUpToDate:
		return fmt.Sprintf("the folder is up to date (%s)", formatCountWithNoun(s.Files, "file", "files"))
	case memory.FolderAsks:
		return formatCountWithNoun(len(s.Gone), "memory file is", "memory files are") +
			" missing from the folder; nothing is forgotten until you decide what to do"
	}
	return "the folder isn't being read or updated"
}

func (p *printer) printFolderStatus(s memory.FolderStatus) {
	text := folderStateText(s)
	fmt.Fprintln(p.out, strings.ToUpper(text[:1])+text[1:]+".")
	if s.Path != "" {
		fmt.Fprintln(p.out, "Folder: "+s.Path)
	}
	if s.Problem != "" {
		fmt.Fprintln(p.out, "Problem: "+string(s.Problem))
	}
	for _, g := range s.Gone {
		fmt.Fprintf(p.out, "Missing: %s\n    %s\n", g.File, collapseToOneLine(g.Content))
	}
	if len(s.Gone) > 0 {
		fmt.Fprintln(p.out, "To forget these memories: memoir folder forget. To write the files again: memoir folder "+
			"restore.")
	}
	for _, a := range s.Attention {
		fmt.Fprintf(p.out, "Needs attention: %s\n    %s\n", a.File, a.Reason)
	}
}

// markdownFolder is the folder of Markdown files as the API needs it.
type markdownFolder struct{ app *app }

var _ api.MarkdownFolder = markdownFolder{}

func (f markdownFolder) SyncAndReturnProfileStatus(
	ctx context.Context, profile memory.ID,
) (memory.FolderStatus, error) {
	if f.app.mirror == nil {
		return memory.FolderStatus{}, fmt.Errorf("look at the folder: %w", memory.ErrReadOnly)
	}
	return f.app.mirror.SyncAndReturnProfileStatus(ctx, profile)
}

func (f markdownFolder) ApplyDecisionOnGoneFilesAndSync(
	ctx context.Context, profile memory.ID, answer memory.FolderAnswer, files int,
) (memory.FolderStatus, error) {
	if f.app.mirror == nil {
		return memory.FolderStatus{}, fmt.Errorf("look at the folder: %w", memory.ErrReadOnly)
	}
	return f.app.mirror.ApplyDecisionOnGoneFilesAndSync(ctx, profile, answer, files)
}

func (f markdownFolder) ImportFolder(ctx context.Context, profile memory.ID, path string) (memory.ImportResult, error) {
	content, problems, err := folder.ReadAllProfilesInFolder(path)
	if err != nil {
		return memory.ImportResult{}, err
	}
	r, err := f.app.service.Session(profile, memory.ActorImport).ImportFolderContentsCreatingProfiles(ctx, content)
	r.Attention = append(r.Attention, problems...)
	return r, err
}
