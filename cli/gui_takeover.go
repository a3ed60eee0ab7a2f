//go:build !headless

package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"

	"memoir/ui"
)

// offerFolderTakeoverAndRestart tells the user that a Memoir without a window owns the folder. If
// the user agrees, it stops that process and restarts this one with the window. Every attempt asks
// the current owner: a command may have ended since.
func (e *env) offerFolderTakeoverAndRestart(ctx context.Context, dir string, windows windowSystem) error {
	stopOwner := func() string {
		if err := e.askFolderOwnerToExit(ctx, dir); err != nil {
			return convertErrorToFailure(err).Error()
		}
		return ""
	}
	if !windows.takeOver(ctx, ui.TakeOverOptions{DataDir: dir, Version: Version, StopOther: stopOwner}) {
		return nil
	}
	return windows.restart()
}

// askFolderOwnerToExit asks the folder's owner to exit. Commands refuse: they end on their own.
func (e *env) askFolderOwnerToExit(ctx context.Context, dir string) error {
	s, err := e.connectToFolderOwner(ctx, dir)
	if errors.Is(err, errNoOwner) {
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { _ = s.close(ctx) }() // only closes connections
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://memoir"+stopServingPath, nil)
	if err != nil {
		return err
	}
	resp, err := s.mainConn.Do(req)
	if err != nil {
		return nil // the owner has ended
	}
	defer resp.Body.Close()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		return fmt.Errorf("read the owner's answer: %w", err)
	}
	if resp.StatusCode != http.StatusNoContent {
		return &failure{
			code: exitFailed, title: "A Memoir command is using this data folder.",
			hint: "The command will finish on its own. Try again in a moment.",
		}
	}
	return nil
}

// askOwnerToRaiseWindow asks the folder's owner to raise its window; it returns false when the
// owner has none.
func askOwnerToRaiseWindow(ctx context.Context, s *session) (bool, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://memoir"+showWindowPath, nil)
	if err != nil {
		return false, err
	}
	resp, err := s.mainConn.Do(req)
	if err != nil {
		return false, ownerQuitBeforeAnswerError(err)
	}
	defer resp.Body.Close()
	_, err = io.Copy(io.Discard, resp.Body)
	return resp.StatusCode == http.StatusNoContent, err
}
