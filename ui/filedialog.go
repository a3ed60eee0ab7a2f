package ui

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver"

	"memoir/ui/app"
	"memoir/ui/portal"
)

// fileDialogs are the desktop's dialogs for files, over one window. Its methods may be called on
// any goroutine.
type fileDialogs struct{ parent atomic.Value }

// storeX11ParentHandle makes win the window below the dialogs. It must be called on the UI
// goroutine once win is shown.
func (f *fileDialogs) storeX11ParentHandle(win fyne.Window) {
	native, ok := win.(driver.NativeWindow)
	if !ok {
		return
	}
	native.RunNative(func(c any) {
		if x, ok := c.(driver.X11WindowContext); ok && x.WindowHandle != 0 {
			f.parent.Store(fmt.Sprintf("x11:%x", x.WindowHandle))
		}
	})
}

func (f *fileDialogs) newPortalDialog(pick app.FilePick) portal.Dialog {
	parent, _ := f.parent.Load().(string)
	return portal.Dialog{
		Parent: parent, Title: pick.Title, Folder: pick.Folder, Name: pick.Name, Multiple: pick.Multiple,
		Endings: pick.Endings,
	}
}

// chooseFiles is window.Options.ChooseFiles.
func (f *fileDialogs) chooseFiles(ctx context.Context, pick app.FilePick) ([]string, error) {
	paths, err := portal.AskForFilesToOpen(ctx, f.newPortalDialog(pick))
	return paths, wrapPortalNoneAsNoDesktopDialog(err)
}

// chooseSavePath is app.Env.ChooseSavePath.
func (f *fileDialogs) chooseSavePath(ctx context.Context, pick app.FilePick) (string, error) {
	path, err := portal.AskForSavePath(ctx, f.newPortalDialog(pick))
	return path, wrapPortalNoneAsNoDesktopDialog(err)
}

func wrapPortalNoneAsNoDesktopDialog(err error) error {
	if errors.Is(err, portal.ErrNone) {
		return fmt.Errorf("%w: %w", app.ErrNoDesktopDialog, err)
	}
	return err
}
