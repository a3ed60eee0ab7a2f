// Package transfer is what the window does with archives: Import, which the settings show, and the
// dialog that exports chats and memories. Both do their work off the UI goroutine, say how far they
// are, and can be cancelled. Start with Import and OpenExportDialog.
package transfer

import (
	"context"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
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

// progressInterval is the shortest time between two changes of the progress, so that it costs no
// frames.
const progressInterval = 100 * time.Millisecond

// Import imports one archive at a time. It belongs to the window and not to the profile that is
// shown, so it goes on when another profile is selected or the settings are closed. UI goroutine
// only.
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
	// cancelImport ends the import that runs; nil when none does or when it was called. The import
	// then still says what it stored.
	cancelImport func()
	// OnChange is called when what Text returns has changed, OnImported after an import that stored
	// something.
	OnChange   func()
	OnImported func()
}

// NewImport returns an import that runs on tasks.
func NewImport(host app.Host, tasks *app.Tasks) *Import {
	return &Import{host: host, tasks: tasks, OnChange: func() {}, OnImported: func() {}}
}

// Phase returns how far the import is.
func (i *Import) Phase() Phase { return i.phase }

// StartImportDryRun reads an archive and counts what importing it into a profile would add. It does
// nothing while another archive is read or imported.
func (i *Import) StartImportDryRun(profile memory.ID, path string) {
	if i.phase == Checking || i.phase == Importing {
		return
	}
	i.profile, i.path = profile, path
	i.runPhase(Checking, memory.ImportOptions{DryRun: true}, func(err error) {
		i.phase = Found
		if err != nil || i.result.Chats+i.result.Updated+i.result.Memories+i.result.Files == 0 {
			i.phase = Imported
		}
	})
}

// StartImport imports the archive that was found.
func (i *Import) StartImport() {
	if i.phase != Found {
		return
	}
	i.runPhase(Importing, memory.ImportOptions{}, func(err error) {
		if i.cancelImport == nil && err != nil {
			i.result, i.problem = memory.ImportResult{}, translate.Count(i.progress.Total,
				"Canceled after {{.Done}} of {{.Count}} chat. Import the file again to continue.",
				"Canceled after {{.Done}} of {{.Count}} chats. Import the file again to continue.", "Done", i.progress.Done)
		}
		i.phase, i.cancelImport = Imported, nil
		i.OnImported()
	})
}

// CancelImportOrForgetArchive ends what runs, or forgets the archive that was found. What was
// imported stays. An import goes on until the chat it is at is stored.
func (i *Import) CancelImportOrForgetArchive() {
	switch i.phase {
	case Checking, Found:
		i.request.Cancel()
		i.phase = Idle
	case Importing:
		if i.cancelImport != nil {
			i.cancelImport()
			i.cancelImport = nil
		}
	}
	i.OnChange()
}

// droppingTooFrequentProgressFuncOnUI returns what shows progress on the UI goroutine, at most once
// in progressInterval and, however busy that goroutine is, with no more than one call waiting
// there: that shows the newest.
func droppingTooFrequentProgressFuncOnUI(tasks *app.Tasks, show func(memory.Progress)) func(memory.Progress) {
	var told time.Time
	var waiting atomic.Pointer[memory.Progress]
	return func(p memory.Progress) {
		now := time.Now()
		if now.Sub(told) < progressInterval {
			return
		}
		told = now
		if waiting.Swap(&p) == nil {
			tasks.PostToUI(func() { show(*waiting.Swap(nil)) })
		}
	}
}

// runPhase reads or imports the archive; ended sets the phase after it.
func (i *Import) runPhase(phase Phase, o memory.ImportOptions, ended func(error)) {
	i.phase, i.progress, i.problem = phase, memory.Progress{}, ""
	host, profile, path := i.host, i.profile, i.path
	cancelled := make(chan struct{})
	i.cancelImport = sync.OnceFunc(func() { close(cancelled) })
	var last memory.Progress // read when the work has ended
	app.RunCancellingPrevious(i.tasks, &i.request, func(ctx context.Context) (memory.ImportResult, error) {
		ctx, end := context.WithCancel(ctx)
		defer end()
		go func() {
			select {
			case <-cancelled:
				end()
			case <-ctx.Done():
			}
		}()
		show := droppingTooFrequentProgressFuncOnUI(i.tasks, func(p memory.Progress) { i.setProgressAndNotify(phase, p) })
		return host.ImportArchive(ctx, profile, path, o, func(p memory.Progress) {
			last = p
			show(p)
		})
	}, func(r memory.ImportResult, err error) {
		i.result, i.progress = r, last
		if err != nil {
			title, hint := app.Explain(err)
			i.problem = title + " " + hint
		}
		ended(err)
		i.OnChange()
	})
	i.OnChange()
}

func (i *Import) setProgressAndNotify(phase Phase, p memory.Progress) {
	if i.phase == phase {
		i.progress = p
		i.OnChange()
	}
}

// StatusText says what the import does, has found or has done.
func (i *Import) StatusText() string {
	name := filepath.Base(i.path)
	switch i.phase {
	case Checking:
		if i.progress.Total == 0 {
			return translate.Text("Reading {{.Name}}…", "Name", name)
		}
		return translate.Count(i.progress.Total, "Reading {{.Name}}: {{.Done}} of {{.Count}} chat.",
			"Reading {{.Name}}: {{.Done}} of {{.Count}} chats.", "Name", name, "Done", i.progress.Done)
	case Found:
		return translate.Text("{{.Name}}, from {{.Program}}: {{.Counts}}.", "Name", name, "Program", i.result.Program,
			"Counts", countsOfNewText(i.result))
	case Importing:
		text := translate.Text("Importing {{.Name}}…", "Name", name)
		if i.progress.Total > 0 {
			text = translate.Count(i.progress.Total, "Importing {{.Name}}: {{.Done}} of {{.Count}} chat.",
				"Importing {{.Name}}: {{.Done}} of {{.Count}} chats.", "Name", name, "Done", i.progress.Done)
		}
		return text + " " + translate.Text(
			"If you cancel, everything imported so far is kept. To continue later, import the file again.")
	case Imported:
		return i.resultText()
	}
	return translate.Text("To import chats from ChatGPT, Claude or Open WebUI, or everything from another copy of " +
		"Memoir, choose the zip or JSON file you exported.")
}

func (i *Import) resultText() string {
	switch {
	case i.problem != "" && (i.result.DryRun || i.result.Chats+i.result.Updated == 0):
		return strings.TrimSpace(i.problem)
	case i.problem != "":
		return i.problem + " " + translate.Text("Imported so far: {{.Counts}}.", "Counts", countsOfNewText(i.result))
	case i.result.Chats+i.result.Updated+i.result.Memories+i.result.Files == 0:
		return translate.Text("Everything in {{.Name}} is already in Memoir.", "Name", filepath.Base(i.path))
	}
	return translate.Text("Imported: {{.Counts}}.", "Counts", countsOfNewText(i.result))
}

// countsOfNewText names what is new.
func countsOfNewText(r memory.ImportResult) string {
	var parts []string
	add := func(n int, text string) {
		if n > 0 {
			parts = append(parts, text)
		}
	}
	add(r.Chats, translate.Count(r.Chats, "{{.Count}} chat", "{{.Count}} chats"))
	add(r.Updated, translate.Count(r.Updated, "{{.Count}} chat with new messages", "{{.Count}} chats with new messages"))
	add(r.Messages, translate.Count(r.Messages, "{{.Count}} message", "{{.Count}} messages"))
	add(r.Memories, translate.Count(r.Memories, "{{.Count}} memory", "{{.Count}} memories"))
	add(r.Files, translate.Count(r.Files, "{{.Count}} file", "{{.Count}} files"))
	return strings.Join(parts, ", ")
}

// RemarksText says what was there, what waits and what was left out; empty for nothing.
func (i *Import) RemarksText() string {
	if i.phase != Found && i.phase != Imported || i.problem != "" {
		return ""
	}
	var b strings.Builder
	r := i.result
	if r.Known > 0 && r.Chats+r.Updated > 0 {
		b.WriteString(" " + translate.Count(r.Known, "{{.Count}} item was already in Memoir.",
			"{{.Count}} items were already in Memoir."))
	}
	if r.Waiting > 0 {
		b.WriteString(" " + translate.Count(r.Waiting, "{{.Count}} memory needs your OK.",
			"{{.Count}} memories need your OK."))
	}
	if len(r.LeftOut) > 0 {
		parts := make([]string, len(r.LeftOut))
		for n, l := range r.LeftOut {
			parts[n] = translate.TranslateKnown(l.Reason) + " (" + humanize.FormatWithThousandsSeparators(l.Count) + ")"
		}
		b.WriteString(" " + translate.Text("Left out: {{.What}}.", "What", strings.Join(parts, ", ")))
	}
	for _, a := range r.Attention {
		b.WriteString(" " + translate.TranslateKnown(a.Reason))
	}
	return strings.TrimSpace(b.String())
}
