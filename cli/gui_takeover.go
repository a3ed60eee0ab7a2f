//go:build !headless

package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"

	"memoir/ui"
)

// takeOver tells that a Memoir without a window has the folder and, when the person wants it, ends that one and opens
// the window in this process's place. The folder's owner is asked anew for every try: a command may have ended by then.
func (e *env) takeOver(ctx context.Context, dir string) error {
	leave := func() string {
		if err := e.askToLeave(ctx, dir); err != nil {
			return explain(err).Error()
		}
		return ""
	}
	if !ui.TakeOver(ctx, ui.TakeOverOptions{Folder: dir, Version: Version, Leave: leave}) {
		return nil
	}
	return restart()
}

// askToLeave asks the owner of the folder to end. A command refuses: it ends by itself.
func (e *env) askToLeave(ctx context.Context, dir string) error {
	s, err := e.reach(ctx, dir)
	if errors.Is(err, errNoOwner) {
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { _ = s.close(ctx) }() // it only closes connections
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://memoir"+leavePath, nil)
	if err != nil {
		return err
	}
	resp, err := s.main.Do(req)
	if err != nil {
		return nil //nolint:nilerr // it went away meanwhile
	}
	defer resp.Body.Close()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		return fmt.Errorf("read the owner's answer: %w", err)
	}
	if resp.StatusCode != http.StatusNoContent {
		return &failure{
			code: exitFailed, title: "A Memoir command is at work here.",
			hint: "It ends by itself; try again in a moment.",
		}
	}
	return nil
}

// self is this program's file and command line.
func self() (path string, args []string, err error) {
	if path, err = os.Executable(); err != nil {
		return "", nil, fmt.Errorf("find the program: %w", err)
	}
	return path, os.Args, nil
}
