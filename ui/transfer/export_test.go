package transfer

import (
	"context"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"go.uber.org/goleak"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/uitest"
	"memoir/ui/widgets"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("fyne.io/fyne/v2/internal/animation.(*Runner).runAnimations"))
}

// fakeHost records exports; exists says that there is a file already.
type fakeHost struct {
	app.Host
	mu      sync.Mutex
	exports []string
	exists  bool
	block   chan struct{}
}

func (h *fakeHost) DownloadsFolderPath() string { return "/home/someone/Downloads" }

func (h *fakeHost) ExportToFile(
	ctx context.Context, _ memory.ID, o memory.ExportOptions, path string, overwrite bool, tell func(memory.Progress),
) (memory.ExportResult, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.exists && !overwrite {
		return memory.ExportResult{}, fs.ErrExist
	}
	if h.block != nil {
		tell(memory.Progress{Done: 3, Total: 9})
		<-ctx.Done()
		close(h.block)
		return memory.ExportResult{}, ctx.Err()
	}
	h.exports = append(h.exports, fmt.Sprintf("%s %s %v %s %t %t", o.Format, o.Contents, o.ChatIDs, path,
		o.WithoutReceipts, o.WithoutHistory))
	return memory.ExportResult{Chats: 1}, nil
}

func (h *fakeHost) recordedExports() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return strings.Join(h.exports, "; ")
}

func openExportDialogOverHost(t *testing.T, host *fakeHost, what app.Export) *uitest.Harness {
	t.Helper()
	h := uitest.NewHarness(t)
	h.Env.Host = host
	parent := container.NewStack()
	h.ShowPaneInWindow(parent, 900, 700)
	OpenExportDialog(h.Env, fyne.CanvasObject(parent), what)
	return h
}

func TestChatIsExportedWhereTheFieldSays(t *testing.T) {
	host := &fakeHost{}
	h := openExportDialogOverHost(t, host, app.ExportRequestForOneChat(memory.Chat{ID: 7, Title: "Trip: to/Porto?"}))
	h.WaitForText("Export “Trip: to/Porto?”")
	h.TapControlNamed("HTML page", nil)
	h.TapControlNamed("Export", nil)
	h.WaitForToastAndClearToasts("Exported to /home/someone/Downloads/Trip to Porto.html")
	if got := host.recordedExports(); got != "html chats [7] /home/someone/Downloads/Trip to Porto.html false false" {
		t.Errorf("exported %s", got)
	}
	if h.Win.Canvas().Overlays().Top() != nil {
		t.Error("the dialog stays open")
	}
}

func TestArchiveCanLeaveOutReceiptsAndHistory(t *testing.T) {
	host := &fakeHost{}
	h := openExportDialogOverHost(t, host, app.ExportRequestForEverything())
	h.TapControlNamed("What was sent for each answer", nil)
	h.TapControlNamed("Memory history", nil)
	h.TapControlNamed("Export", nil)
	h.WaitForToastAndClearToasts("Exported")
	if got := host.recordedExports(); got != "json all [] /home/someone/Downloads/memoir.json true true" {
		t.Errorf("exported %s", got)
	}
}

func TestFileThatExistsIsReplacedOnlyAfterAQuestion(t *testing.T) {
	host := &fakeHost{exists: true}
	h := openExportDialogOverHost(t, host, app.ExportRequestForMemories())
	h.TapControlNamed("Export", nil)
	h.WaitForText("Replace memories.md?")
	if got := host.recordedExports(); got != "" {
		t.Fatalf("exported without a yes: %s", got)
	}
	h.TapControlNamed("Replace", h.Win.Canvas().Overlays().Top())
	h.WaitForToastAndClearToasts("Exported to /home/someone/Downloads/memories.md")
}

func TestExportShowsProgressAndIsCancelled(t *testing.T) {
	host := &fakeHost{block: make(chan struct{})}
	h := openExportDialogOverHost(t, host, app.ExportRequestForEverything())
	h.TapControlNamed("Export", nil)
	h.WaitForText("3 of 9 chats")
	h.TapControlNamed("Cancel", nil)
	<-host.block
	if h.Win.Canvas().Overlays().Top() != nil || len(h.Toasts) != 0 {
		t.Error("the dialog or a toast is shown after Cancel")
	}
}

// The desktop's dialog has asked whether a file may be replaced, so Memoir does not ask again.
func TestThePathIsChosenInTheDesktopsDialog(t *testing.T) {
	host := &fakeHost{exists: true}
	h := uitest.NewHarness(t)
	h.Env.Host = host
	var asked app.FilePick
	answer, problem := "", app.ErrNoDesktopDialog
	h.Env.ChooseSavePath = func(_ context.Context, pick app.FilePick) (string, error) {
		asked = pick
		return answer, problem
	}
	parent := container.NewStack()
	h.ShowPaneInWindow(parent, 900, 700)
	OpenExportDialog(h.Env, parent, app.ExportRequestForEverything())
	h.TapControlNamed("Choose…", nil)
	h.WaitForText("No file picker is available on this system.")
	if asked.Folder != "/home/someone/Downloads" || asked.Name != "memoir.json" {
		t.Errorf("asked %+v", asked)
	}
	answer, problem = "/home/someone/other.json", nil
	h.TapControlNamed("Choose…", nil)
	h.RunUICallsUntil("the path", func() bool { return textOfDialogField(h) == answer })
	h.TapControlNamed("Export", nil)
	h.WaitForToastAndClearToasts("Exported to")
	if got := host.recordedExports(); !strings.Contains(got, "/home/someone/other.json") {
		t.Errorf("exported %s", got)
	}
}

// textOfDialogField is the text of the field of the dialog.
func textOfDialogField(h *uitest.Harness) string {
	text := ""
	uitest.VisitVisibleObjects(h.TopOverlayOrPane(), func(o fyne.CanvasObject) {
		if f, ok := o.(*widgets.Field); ok {
			text = f.Text()
		}
	})
	return text
}
