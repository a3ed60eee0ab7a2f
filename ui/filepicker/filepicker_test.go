package filepicker

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"go.uber.org/goleak"

	"memoir/ui/uitest"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("fyne.io/fyne/v2/internal/animation.(*Runner).runAnimations"))
}

// harness is the picker over an empty window and a folder with files.
type harness struct {
	*uitest.Harness
	picker *Picker
	home   string
	chosen []string // paths that were chosen
}

// newHarness opens the picker in a home folder with these files; a name that ends with / is a
// folder.
func newHarness(t *testing.T, names ...string) *harness {
	t.Helper()
	h := &harness{Harness: uitest.NewHarness(t), home: t.TempDir()}
	for _, name := range names {
		h.addFileOrFolder(name, "some text")
	}
	h.picker = New(h.Env, h.home, func(path string) { h.chosen = append(h.chosen, path) })
	h.ShowPaneInWindow(container.NewStack(), 1000, 700)
	h.openDialogAndWaitForList()
	return h
}

func (h *harness) addFileOrFolder(name, text string) {
	h.Helper()
	path := filepath.Join(h.home, name)
	folder := filepath.Dir(path)
	if strings.HasSuffix(name, "/") {
		folder = path
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		h.Fatal(err)
	}
	if folder == path {
		return
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		h.Fatal(err)
	}
}

// openDialogAndWaitForList opens the picker and waits for its list.
func (h *harness) openDialogAndWaitForList() {
	h.Helper()
	h.picker.OpenDialog(h.Win.Canvas())
	h.RunUICallsUntil("the list", func() bool { return h.shownRowsAsText() != "" })
}

func (h *harness) isOpen() bool { return h.Win.Canvas().Overlays().Top() != nil }

// shownRowsAsText lists what is shown; the selected row begins with ">".
func (h *harness) shownRowsAsText() string { return uitest.ShownRowsAsText(h.picker.list) }

func (h *harness) waitForRows(want string) {
	h.Helper()
	h.RunUICallsUntil("the list "+want, func() bool { return h.shownRowsAsText() == want })
}

// assertFileChosenAndDialogClosed checks that the picker was closed with a file of the home folder.
func (h *harness) assertFileChosenAndDialogClosed(name string) {
	h.Helper()
	h.RunUICallsUntil("the choice", func() bool { return len(h.chosen) > 0 })
	if len(h.chosen) != 1 || h.chosen[0] != filepath.Join(h.home, name) || h.isOpen() {
		h.Errorf("chosen: %q, want %s; picker open: %v", h.chosen, name, h.isOpen())
	}
}

func TestFoldersAreListedFirstWithoutHiddenFiles(t *testing.T) {
	h := newHarness(t, "notes.txt", "Archive.csv", "papers/", "Books/", ".secret", ".config/")
	h.addFileOrFolder("large.json", strings.Repeat("x", 2_500_000))
	for name, target := range map[string]string{
		"linked.txt": "notes.txt", "linked": "papers", "broken.txt": "gone.txt", "device.txt": os.DevNull,
	} {
		if err := os.Symlink(target, filepath.Join(h.home, name)); err != nil {
			t.Fatal(err)
		}
	}
	h.PressKeys(fyne.KeyEscape)
	h.picker.OpenDialog(h.Win.Canvas())
	h.waitForRows(`>Books | folder
linked | folder
papers | folder
Archive.csv | 9 bytes
large.json | 2.5 MB
linked.txt | 9 bytes
notes.txt | 9 bytes`)
	if !h.ShowsText(h.home) {
		t.Errorf("the folder is not named:\n%s", h.VisibleText())
	}
}

func TestTypingFiltersAndEnterChooses(t *testing.T) {
	h := newHarness(t, "notes.txt", "Old notes.txt", "picture.txt")
	h.PressKeys(fyne.KeyDown, fyne.KeyDown)
	h.TypeText("NOTES")
	h.waitForRows(">notes.txt | 9 bytes\nOld notes.txt | 9 bytes")
	h.PressKeys(fyne.KeyDown, fyne.KeyDown, fyne.KeyDown, fyne.KeyUp)
	h.waitForRows(">notes.txt | 9 bytes\nOld notes.txt | 9 bytes")
	h.PressKeys(fyne.KeyUp, fyne.KeyUp, fyne.KeyDown)
	h.waitForRows("notes.txt | 9 bytes\n>Old notes.txt | 9 bytes")
	h.PressKeys(fyne.KeyReturn)
	h.assertFileChosenAndDialogClosed("Old notes.txt")
}

func TestNameThatIsNotThereIsRefused(t *testing.T) {
	h := newHarness(t, "notes.txt")
	h.TypeText("zebra")
	h.waitForRows("No matching files")
	h.PressKeys(fyne.KeyDown, fyne.KeyUp, fyne.KeyReturn)
	if len(h.chosen) != 0 || !h.isOpen() {
		t.Errorf("chosen: %q, picker open: %v", h.chosen, h.isOpen())
	}
}

func TestEmptyFolderSaysSo(t *testing.T) {
	h := newHarness(t, ".hidden")
	h.waitForRows("This folder is empty")
}

func TestFileIsChosenByAClickInAFolder(t *testing.T) {
	h := newHarness(t, "papers/draft.md", "notes.txt")
	h.TypeText("pap")
	h.TapControlNamed("papers", nil)
	h.waitForRows(">draft.md | 9 bytes") // what was typed is gone
	if !h.ShowsText(filepath.Join(h.home, "papers")) {
		t.Errorf("the folder is not named:\n%s", h.VisibleText())
	}
	h.TapControlNamed("draft.md", nil)
	h.assertFileChosenAndDialogClosed("papers/draft.md")
	h.openDialogAndWaitForList() // in the folder of the last choice
	h.TapControlNamed("Up one folder", nil)
	h.waitForRows(">papers | folder\nnotes.txt | 9 bytes")
}

func TestFolderOpensByEnter(t *testing.T) {
	h := newHarness(t, "papers/draft.md")
	h.PressKeys(fyne.KeyReturn)
	h.waitForRows(">draft.md | 9 bytes")
	if len(h.chosen) != 0 {
		t.Errorf("chosen: %q", h.chosen)
	}
}

func TestFolderThatCannotBeReadIsRefused(t *testing.T) {
	h := newHarness(t, "papers/", "notes.txt")
	if err := os.Remove(filepath.Join(h.home, "papers")); err != nil {
		t.Fatal(err)
	}
	h.TapControlNamed("papers", nil)
	h.WaitForText("This folder can't be read.")
	if !h.ShowsText("notes.txt") || !h.ShowsText(h.home) {
		t.Errorf("the last folder is gone:\n%s", h.VisibleText())
	}
	h.TypeText("n")
	if h.ShowsText("This folder can't be read.") {
		t.Error("the refusal stays while something else is typed")
	}
}

func TestTypedPathIsOpened(t *testing.T) {
	h := newHarness(t, "papers/draft.md", "notes.txt")
	h.TypeText(filepath.Join(h.home, "papers"))
	h.PressKeys(fyne.KeyReturn)
	h.waitForRows(">draft.md | 9 bytes")
	h.TypeText(filepath.Join(h.home, "papers"))
	h.PressKeys(fyne.KeyReturn) // where it is already
	h.waitForRows(">draft.md | 9 bytes")
	h.TypeText("~/notes.txt ")
	h.PressKeys(fyne.KeyReturn)
	h.assertFileChosenAndDialogClosed("notes.txt")
}

func TestTypedPathsAreRefusedWithTheirReason(t *testing.T) {
	for name, c := range map[string]struct {
		path    func(h *harness) string
		refusal string
	}{
		"missing":  {func(h *harness) string { return filepath.Join(h.home, "gone.txt") }, "File not found."},
		"a device": {func(*harness) string { return os.DevNull }, "Folders and special files can't be added."},
		"a circle of links": {func(h *harness) string {
			path := filepath.Join(h.home, "circle")
			if err := os.Symlink("circle", path); err != nil {
				h.Fatal(err)
			}
			return path
		}, "This file can't be read."},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHarness(t, "notes.txt")
			h.TypeText(c.path(h))
			h.PressKeys(fyne.KeyReturn)
			h.waitForRows(c.refusal)
			if len(h.chosen) != 0 || !h.isOpen() {
				t.Errorf("chosen: %q, picker open: %v", h.chosen, h.isOpen())
			}
		})
	}
}

func TestClosedPickerChoosesNothing(t *testing.T) {
	for name, closePicker := range map[string]func(h *harness){
		"by Esc":    func(h *harness) { h.PressKeys(fyne.KeyEscape) },
		"by Cancel": func(h *harness) { h.TapControlNamed("Cancel", nil) },
	} {
		t.Run(name, func(t *testing.T) {
			h := newHarness(t, "notes.txt")
			h.TypeText("~/notes")
			h.picker.OpenDialog(h.Win.Canvas()) // it is open already
			h.TypeText(".txt")
			h.PressKeys(fyne.KeyReturn)
			time.Sleep(50 * time.Millisecond) // so that the file is found when the picker closes
			closePicker(h)
			if h.isOpen() {
				t.Fatal("the picker is still open")
			}
			last := false
			h.Env.Tasks.PostToUI(func() { last = true })
			h.RunUICallsUntil("the late result", func() bool { return last })
			h.openDialogAndWaitForList()
			h.waitForRows(">notes.txt | 9 bytes")
			if len(h.chosen) != 0 || h.FocusedControlName() != "Enter a name or path" {
				t.Errorf("chosen: %q, the keyboard is at %q", h.chosen, h.FocusedControlName())
			}
		})
	}
}

func TestSelectionScrollsIntoView(t *testing.T) {
	names := []string{}
	for r := 'a'; r <= 'z'; r++ {
		names = append(names, string(r)+"/", "z/"+string(r)+".txt")
	}
	h := newHarness(t, names...)
	for range 25 {
		h.PressKeys(fyne.KeyDown)
	}
	h.assertRowSelectedAndVisible("z")
	h.PressKeys(fyne.KeyReturn)
	h.RunUICallsUntil("the folder", func() bool { return strings.HasPrefix(h.shownRowsAsText(), ">a.txt") })
	h.assertRowSelectedAndVisible("a.txt")
}

// assertRowSelectedAndVisible checks that a row is selected and entirely visible.
func (h *harness) assertRowSelectedAndVisible(name string) {
	h.Helper()
	row := h.picker.list.BuiltRowWidget(name)
	if row == nil || !strings.Contains(h.shownRowsAsText(), ">"+name) {
		h.Fatalf("listed:\n%s", h.shownRowsAsText())
	}
	d := fyne.CurrentApp().Driver()
	top, list := d.AbsolutePositionForObject(row).Y, d.AbsolutePositionForObject(h.picker.list).Y
	if top < list || top+row.Size().Height > list+h.picker.list.Size().Height {
		h.Errorf("%s is at %v, the list at %v", name, top, list)
	}
}

func TestPickerFitsIntoASmallWindow(t *testing.T) {
	h := newHarness(t, "notes.txt")
	h.PressKeys(fyne.KeyEscape)
	h.Win.Resize(fyne.NewSize(500, 360))
	h.openDialogAndWaitForList()
	if size := h.picker.list.Size(); size.Width > 460 || size.Height < 60 || size.Height > 320 {
		t.Errorf("the list is %v", size)
	}
}

func TestTypedPathsAreRecognized(t *testing.T) {
	for text, want := range map[string]string{
		"/etc/hosts": "/etc/hosts", " /etc ": "/etc", "~/a b.txt": "/home/me/a b.txt", "notes": "", "~notes": "", "": "",
		"papers/draft": "",
	} {
		got, ok := absolutePathFromInput(text, "/home/me")
		if ok != (want != "") || ok && got != want {
			t.Errorf("%q is the path %q (%v), want %q", text, got, ok, want)
		}
	}
	if got, ok := absolutePathFromInput("~/notes", ""); ok {
		t.Errorf("without a home folder ~/notes is %q", got)
	}
}
