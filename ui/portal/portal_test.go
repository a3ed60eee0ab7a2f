//go:build linux

package portal

import (
	"bufio"
	"context"
	"errors"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
)

// startSessionBusForTest starts a session bus that only this test uses.
func startSessionBusForTest(t *testing.T) {
	t.Helper()
	daemon, err := exec.LookPath("dbus-daemon")
	if err != nil {
		t.Fatal("dbus-daemon is needed: make deps installs it")
	}
	cmd := exec.CommandContext(t.Context(), daemon, "--session", "--nofork", "--print-address=1")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", strings.TrimSpace(address))
}

// fakePortal answers every dialog with what the test set, and keeps what was asked.
type fakePortal struct {
	conn   *dbus.Conn
	answer func(method string, request dbus.ObjectPath)
	asked  chan asked
}

type asked struct {
	parent, title string
	options       map[string]dbus.Variant
}

const requestPath = requestPaths + "/1_7/old"

// OpenFile is the method of the portal.
func (p *fakePortal) OpenFile(
	parent, title string, options map[string]dbus.Variant,
) (dbus.ObjectPath, *dbus.Error) {
	p.asked <- asked{parent, title, options}
	p.answer("OpenFile", requestPath)
	return requestPath, nil
}

// SaveFile is the method of the portal.
func (p *fakePortal) SaveFile(
	parent, title string, options map[string]dbus.Variant,
) (dbus.ObjectPath, *dbus.Error) {
	p.asked <- asked{parent, title, options}
	p.answer("SaveFile", requestPath)
	return requestPath, nil
}

func (p *fakePortal) emitDialogResponse(t *testing.T, request dbus.ObjectPath, code uint32, uris ...string) {
	err := p.conn.Emit(request, requestInterface+".Response", code, map[string]dbus.Variant{
		"uris": dbus.MakeVariant(uris),
	})
	if err != nil {
		t.Error(err)
	}
}

func startFakePortalOnTestBus(t *testing.T) *fakePortal {
	t.Helper()
	startSessionBusForTest(t)
	conn, err := dbus.ConnectSessionBus()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	p := &fakePortal{conn: conn, asked: make(chan asked, 9)}
	if err := conn.Export(p, desktopPath, "org.freedesktop.portal.FileChooser"); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.RequestName(service, dbus.NameFlagDoNotQueue); err != nil {
		t.Fatal(err)
	}
	return p
}

func TestFilesAreChosenInTheDesktopsDialog(t *testing.T) {
	p := startFakePortalOnTestBus(t)
	p.answer = func(_ string, request dbus.ObjectPath) {
		p.emitDialogResponse(t, requestPaths+"/1_9/other", 0, "file:///of/another/program")
		p.emitDialogResponse(t, request, 0, "file:///home/ann/50%25%20off+more.md", "file:///home/ann/plan.md")
	}
	paths, err := AskForFilesToOpen(t.Context(), Dialog{
		Parent: "x11:2a", Title: "Add file", Folder: "/home/ann", Multiple: true, Endings: []string{".md"},
	})
	if want := []string{"/home/ann/50% off+more.md", "/home/ann/plan.md"}; err != nil || !slices.Equal(paths, want) {
		t.Errorf("chosen %q, %v; want %q", paths, err, want)
	}
	a := <-p.asked
	if a.parent != "x11:2a" || a.title != "Add file" || a.options["multiple"].Value() != true ||
		string(a.options["current_folder"].Value().([]byte)) != "/home/ann\x00" || a.options["filters"].Value() == nil {
		t.Errorf("asked %+v", a)
	}
}

func TestAFileIsSavedWhereTheDialogSays(t *testing.T) {
	p := startFakePortalOnTestBus(t)
	p.answer = func(_ string, request dbus.ObjectPath) { p.emitDialogResponse(t, request, 0, "file:///tmp/porto.md") }
	path, err := AskForSavePath(t.Context(), Dialog{Title: "Export", Name: "porto.md"})
	if a := <-p.asked; err != nil || path != "/tmp/porto.md" || a.options["current_name"].Value() != "porto.md" {
		t.Errorf("%q, %v, asked %+v", path, err, a)
	}
}

func TestADialogThatIsCancelledChoosesNothing(t *testing.T) {
	p := startFakePortalOnTestBus(t)
	p.answer = func(_ string, request dbus.ObjectPath) { p.emitDialogResponse(t, request, 1) }
	if paths, err := AskForFilesToOpen(t.Context(), Dialog{}); paths != nil || err != nil {
		t.Errorf("%q, %v", paths, err)
	}
	p.answer = func(_ string, request dbus.ObjectPath) { p.emitDialogResponse(t, request, 0, "sftp://host/file") }
	if paths, err := AskForFilesToOpen(t.Context(), Dialog{}); paths != nil || err == nil {
		t.Errorf("a file elsewhere: %q, %v", paths, err)
	}
}

func TestWaitingForTheDialogEndsWithTheContext(t *testing.T) {
	p := startFakePortalOnTestBus(t)
	ctx, cancel := context.WithCancel(t.Context())
	p.answer = func(string, dbus.ObjectPath) { time.AfterFunc(10*time.Millisecond, cancel) }
	if _, err := AskForFilesToOpen(ctx, Dialog{}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestWithoutAPortalThereIsNoDialog(t *testing.T) {
	startSessionBusForTest(t)
	if _, err := AskForFilesToOpen(t.Context(), Dialog{}); !errors.Is(err, ErrNone) {
		t.Errorf("a bus without a portal: %v", err)
	}
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "")
	if _, err := AskForSavePath(t.Context(), Dialog{}); !errors.Is(err, ErrNone) {
		t.Errorf("no bus: %v", err)
	}
}
