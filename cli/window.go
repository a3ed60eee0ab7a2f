package cli

import (
	"context"
	"flag"
	"net/http"
)

func guiCommand() *command {
	return &command{
		name: "gui", summary: "the window; memoir alone opens it too", examples: []string{"memoir", "memoir gui --demo"},
		setup: func(*flag.FlagSet) action {
			return func(ctx context.Context, e *env, texts []string) error {
				if err := noTexts(texts); err != nil {
					return err
				}
				return runWindow(ctx, e)
			}
		},
	}
}

// What a second start asks of the first one, on the folder's socket only: to bring its window to the front, or to end,
// where it is memoir serve and the window wants the folder.
const (
	showPath  = "/window/show"
	leavePath = "/window/leave"
)

// withWindow answers a second start; everything else goes to h.
func (e *env) withWindow(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked := map[string]chan struct{}{showPath: e.show, leavePath: e.leave}[r.URL.Path]
		if asked == nil || r.Method != http.MethodPost {
			h.ServeHTTP(w, r)
			return
		}
		select {
		case asked <- struct{}{}:
		default: // it is about to already
		}
		w.WriteHeader(http.StatusNoContent)
	})
}
