// Package transfer is what the window does with archives: Import, which the settings show, and the dialog that
// exports chats and memories. Both do their work off the UI goroutine, say how far they are, and can be
// cancelled. Start with Import and OpenExportDialog.
package transfer

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/humanize"
	"memoir/ui/translate"
)

// Phase is how far an import is.
type Phase int

// Phases of an import.
const (
	Idle      Phase = iota
	Checking        // the archive is read and counted
	Found           // it waits for the user's OK
	Importing       // its chats are stored
	Imported        // it has ended, maybe early
)

// progressInterval is the shortest time between two changes of the progress, so that it costs no frames.
const progressInterval = 100 * time.Millisecond

// Import imports one archive at a time. It belongs to the window and not to the profile that is shown, so it
// goes on when another profile is selected or the settings are closed. UI goroutine only.
type Import struct {
	tasks    *app.Tasks
	host     app.Host
	profile  memory.ID
	path     string
	phase    Phase
	progress memory.Progress
	result   memory.ImportResult
	problem  string // why it ended early, a sentence
	request  app.Request
	// OnChange is called when what Text returns has changed, OnImported after an import that stored something.
	OnChange   func()
	OnImported func()
}

// NewImport returns an import that runs on tasks.
func NewImport(host app.Host, tasks *app.Tasks) *Import {
	return &Import{host: host, tasks: tasks, OnChange: func() {}, OnImported: func() {}}
}

// Phase returns how far the import is.
func (i *Import) Phase() Phase { return i.phase }

// Check reads an archive and counts what importing it into a profile would add. It does nothing while another
// archive is read or imported.
func (i *Import) Check(profile memory.ID, path string) {
	if i.phase == Checking || i.phase == Importing {
		return
	}
	i.profile, i.path = profile, path
	i.run(Checking, memory.ImportOptions{DryRun: true}, func(err error) {
		i.phase = Found
		if err != nil || i.result.Chats+i.result.Updated+i.result.Memories+i.result.Files == 0 {
			i.phase = Imported
		}
	})
}

// Start imports the archive that was found.
func (i *Import) Start() {
	if i.phase != Found {
		return
	}
	i.run(Importing, memory.ImportOptions{}, func(error) {
		i.phase = Imported
		i.OnImported()
	})
}

// Cancel ends what runs, or forgets the archive that was found. What was imported stays.
func (i *Import) Cancel() {
	switch i.phase {
	case Checking, Found:
		i.request.Cancel()
		i.phase = Idle
	case Importing:
		i.request.Cancel()
		i.phase, i.problem = Imported, translate.Text(
			"Cancelled after {{.Done}} of {{.Total}} chats. Import the file again to go on.", "Done", i.progress.Done, "Total",
			i.progress.Total)
		i.result = memory.ImportResult{}
		i.OnImported()
	}
	i.OnChange()
}

// run reads or imports the archive; ended sets the phase after it.
func (i *Import) run(phase Phase, o memory.ImportOptions, ended func(error)) {
	i.phase, i.progress, i.problem = phase, memory.Progress{}, ""
	host, profile, path := i.host, i.profile, i.path
	app.RunCancellingPrevious(i.tasks, &i.request, func(ctx context.Context) (memory.ImportResult, error) {
		var told time.Time
		return host.ImportArchive(ctx, profile, path, o, func(p memory.Progress) {
			if now := time.Now(); now.Sub(told) >= progressInterval {
				told = now
				i.tasks.PostToUI(func() { i.showProgress(phase, p) })
			}
		})
	}, func(r memory.ImportResult, err error) {
		i.result = r
		if err != nil {
			title, hint := memory.Explain(err)
			i.problem = title + " " + hint
		}
		ended(err)
		i.OnChange()
	})
	i.OnChange()
}

func (i *Import) showProgress(phase Phase, p memory.Progress) {
	if i.phase == phase {
		i.progress = p
		i.OnChange()
	}
}

// Text says what the import does, has found or has done.
func (i *Import) Text() string {
	name := filepath.Base(i.path)
	switch i.phase {
	case Checking:
		return translate.Text("Reading {{.Name}}{{.ProgressText}}", "Name", name, "ProgressText", i.progressText())
	case Found:
		return translate.Text("{{.Name}}, from {{.Program}}: {{.Counts}}.", "Name", name, "Program", i.result.Program,
			"Counts", counts(i.result))
	case Importing:
		return translate.Text("Importing {{.Name}}{{.ProgressText}} Cancel keeps what is imported; importing the file "+
			"again goes on.", "Name", name, "ProgressText", i.progressText())
	case Imported:
		return i.endText()
	}
	return translate.Text("Chats from ChatGPT, Claude or Open WebUI, or everything from another Memoir: choose the zip or JSON file " +
		"that the program gave you.")
}

func (i *Import) progressText() string {
	if i.progress.Total == 0 {
		return " …"
	}
	return translate.Text(": {{.Done}} of {{.Total}} chats.", "Done", i.progress.Done, "Total", i.progress.Total)
}

func (i *Import) endText() string {
	switch {
	case i.problem != "" && (i.result.DryRun || i.result.Chats+i.result.Updated == 0):
		return strings.TrimSpace(i.problem)
	case i.problem != "":
		return translate.Text("{{.Problem}} Imported until then: {{.Counts}}.", "Problem", i.problem, "Counts",
			counts(i.result))
	case i.result.Chats+i.result.Updated+i.result.Memories+i.result.Files == 0:
		return translate.Text("Everything in {{.Path}} is here already.", "Path", filepath.Base(i.path))
	}
	return translate.Text("Imported: {{.Counts}}.", "Counts", counts(i.result))
}

// counts names what is new.
func counts(r memory.ImportResult) string {
	var parts []string
	for _, c := range []struct {
		n         int
		one, many string
	}{
		{r.Chats, "chat", "chats"},
		{r.Updated, translate.Text("chat with new messages"), translate.Text("chats with new messages")},
		{r.Messages, "message", "messages"},
		{r.Memories, "memory", "memories"},
		{r.Files, "file", "files"},
	} {
		if c.n > 0 {
			parts = append(parts, humanize.CountNoun(c.n, c.one, c.many))
		}
	}
	return strings.Join(parts, ", ")
}

// Remarks says what was there, what waits and what was left out; empty for nothing.
func (i *Import) Remarks() string {
	if i.phase != Found && i.phase != Imported || i.problem != "" {
		return ""
	}
	var b strings.Builder
	r := i.result
	if r.Known > 0 && r.Chats+r.Updated > 0 {
		fmt.Fprintf(&b, " %s were here already.", humanize.FormatThousands(r.Known))
	}
	if r.Waiting > 0 {
		fmt.Fprintf(&b, " %s waiting for your OK.", humanize.CountNoun(r.Waiting, "memory", "memories"))
	}
	if len(r.LeftOut) > 0 {
		parts := make([]string, len(r.LeftOut))
		for n, l := range r.LeftOut {
			parts[n] = l.Reason + " (" + humanize.FormatThousands(l.Count) + ")"
		}
		b.WriteString(" Left out: " + strings.Join(parts, ", ") + ".")
	}
	for _, a := range r.Attention {
		b.WriteString(" " + a.Reason)
	}
	return strings.TrimSpace(b.String())
}
