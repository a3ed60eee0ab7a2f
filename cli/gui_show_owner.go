//go:build !headless

package cli

import (
	"context"
	"io"
	"net/http"
)

// askOwnerToShow asks the folder's owner to raise its window; it returns false when the owner has
// none.
func askOwnerToShow(ctx context.Context, s *session) (bool, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://memoir"+showWindowPath, nil)
	if err != nil {
		return false, err
	}
	resp, err := s.mainConn.Do(req)
	if err != nil {
		return false, ownerLostError(err)
	}
	defer resp.Body.Close()
	_, err = io.Copy(io.Discard, resp.Body)
	return resp.StatusCode == http.StatusNoContent, err
}
