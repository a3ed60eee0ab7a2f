package cli

import (
	"context"
	"flag"
	"net/http"
)

func windowCommand() *command {
	return &command{
		name: "gui", summary: "open the window, as memoir alone does", examples: []string{"memoir", "memoir gui --demo"},
		setupFlags: func(*flag.FlagSet) action {
			return func(ctx context.Context, e *env, texts []string) error {
				if err := rejectPositionalArguments(texts); err != nil {
					return err
				}
				return openOrRaiseWindow(ctx, e)
			}
		},
	}
}

// Paths of requests from a second start to the first, on the folder's socket only: to raise its
// window, or to exit when it is memoir serve and the window wants the folder.
const (
	showWindowPath  = "/window/show"
	stopServingPath = "/window/leave"
)

// interceptShowAndStopRequests answers requests of a second start; everything else goes to h.
func (e *env) interceptShowAndStopRequests(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked := map[string]chan struct{}{showWindowPath: e.showWindow, stopServingPath: e.stopServing}[r.URL.Path]
		if asked == nil || r.Method != http.MethodPost {
			h.ServeHTTP(w, r)
			return
		}
		select {
		case asked <- struct{}{}:
		default: // already signalled
		}
		w.WriteHeader(http.StatusNoContent)
	})
}
