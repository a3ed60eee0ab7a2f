// Package portal shows the desktop's own dialogs for files, through the FileChooser interface of
// xdg-desktop-portal on the session bus:
// https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.FileChooser.html
//
// Every call has a connection of its own, which ends with it. Where there is no session bus or no
// portal, calls return ErrNone at once. Safe for concurrent use.
package portal

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"

	"github.com/godbus/dbus/v5"
)

// ErrNone means that the desktop has no such dialog.
var ErrNone = errors.New("the desktop has no dialog for files")

// Names on the bus.
const (
	service          = "org.freedesktop.portal.Desktop"
	desktopPath      = dbus.ObjectPath("/org/freedesktop/portal/desktop")
	openFile         = "org.freedesktop.portal.FileChooser.OpenFile"
	saveFile         = "org.freedesktop.portal.FileChooser.SaveFile"
	requestInterface = "org.freedesktop.portal.Request"
	responseSignal   = "Response"
	requestPaths     = dbus.ObjectPath("/org/freedesktop/portal/desktop/request")
)

// Answers of a request.
const (
	answered  = 0
	cancelled = 1
)

// Dialog says what the user is asked for.
type Dialog struct {
	Parent   string // the window below it, as "x11:" and its number in hexadecimal; "" = none
	Title    string
	Folder   string   // where it begins, "" = where the desktop likes
	Name     string   // of the file to save
	Multiple bool     // several files can be opened
	Endings  []string // of the names that are shown, such as ".zip"; none = all files
}

// AskForFilesToOpen asks for files to open and returns their paths; none when the user cancels. It
// waits for the user until ctx ends, which closes the dialog.
func AskForFilesToOpen(ctx context.Context, d Dialog) ([]string, error) {
	return showDialogAndAwaitPaths(ctx, openFile, d)
}

// AskForSavePath asks where to save a file and returns its path, "" when the user cancels. The
// dialog has asked whether a file that is there may be replaced. It waits like AskForFilesToOpen.
func AskForSavePath(ctx context.Context, d Dialog) (string, error) {
	paths, err := showDialogAndAwaitPaths(ctx, saveFile, d)
	if err != nil || len(paths) == 0 {
		return "", err
	}
	return paths[0], nil
}

func showDialogAndAwaitPaths(ctx context.Context, method string, d Dialog) ([]string, error) {
	if os.Getenv("DBUS_SESSION_BUS_ADDRESS") == "" {
		return nil, ErrNone // else the library would start a bus
	}
	conn, err := dbus.ConnectSessionBus(dbus.WithContext(ctx))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNone, err)
	}
	defer conn.Close()
	// The answer may come before the call returns, so it is listened for first, at every path that the
	// request may have: old portals do not keep to handle_token.
	answers := make(chan *dbus.Signal, 8)
	conn.Signal(answers)
	if err := conn.AddMatchSignalContext(ctx, dbus.WithMatchPathNamespace(requestPaths),
		dbus.WithMatchInterface(requestInterface), dbus.WithMatchMember(responseSignal)); err != nil {
		return nil, fmt.Errorf("listen for the answer of the dialog: %w", err)
	}
	var handle dbus.ObjectPath
	err = conn.Object(service, desktopPath).CallWithContext(
		ctx, method, 0, d.Parent, d.Title, d.portalOptions(),
	).Store(&handle)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrNone, err)
	}
	for {
		select {
		case <-ctx.Done():
			// The connection ends with ctx, and the portal closes the dialogs of those who left.
			return nil, ctx.Err()
		case s, open := <-answers:
			switch {
			case !open:
				return nil, fmt.Errorf("the session bus closed the connection: %w", ErrNone)
			case s.Path == handle:
				return pathsOfAnswer(s.Body)
			}
		}
	}
}

func (d Dialog) portalOptions() map[string]dbus.Variant {
	o := map[string]dbus.Variant{"modal": dbus.MakeVariant(true), "multiple": dbus.MakeVariant(d.Multiple)}
	if d.Folder != "" {
		o["current_folder"] = dbus.MakeVariant(append([]byte(d.Folder), 0))
	}
	if d.Name != "" {
		o["current_name"] = dbus.MakeVariant(d.Name)
	}
	if len(d.Endings) > 0 {
		type pattern struct {
			Kind uint32 // 0 = a glob
			Glob string
		}
		type filter struct {
			Name     string
			Patterns []pattern
		}
		f := filter{Name: "*" + strings.Join(d.Endings, ", *")}
		for _, ending := range d.Endings {
			f.Patterns = append(f.Patterns, pattern{Glob: "*" + ending}, pattern{Glob: "*" + strings.ToUpper(ending)})
		}
		o["filters"] = dbus.MakeVariant([]filter{f, {Name: "*", Patterns: []pattern{{Glob: "*"}}}})
	}
	return o
}

// pathsOfAnswer reads the arguments of Response: a number, and results with file URIs.
func pathsOfAnswer(body []any) ([]string, error) {
	if len(body) != 2 {
		return nil, errors.New("the dialog answered with something else")
	}
	code, _ := body[0].(uint32)
	results, ok := body[1].(map[string]dbus.Variant)
	switch {
	case !ok:
		return nil, errors.New("the dialog answered with something else")
	case code == cancelled:
		return nil, nil
	case code != answered:
		return nil, fmt.Errorf("the dialog ended by itself: %w", ErrNone)
	}
	uris, _ := results["uris"].Value().([]string)
	paths := make([]string, 0, len(uris))
	for _, s := range uris {
		u, err := url.Parse(s)
		if err != nil || u.Scheme != "file" || u.Path == "" {
			return nil, fmt.Errorf("the dialog named %q, which is no file of this computer", s)
		}
		paths = append(paths, u.Path)
	}
	return paths, nil
}
