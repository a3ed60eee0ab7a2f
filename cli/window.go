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

// showPath is what a second start asks of the first one, on the folder's socket only.
const showPath = "/window/show"

// withWindow answers a second start that wants the window in front; everything else goes to h.
func (e *env) withWindow(h http.Handler) http.Handler {
	if e.show == nil {
		return h
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != showPath || r.Method != http.MethodPost {
			h.ServeHTTP(w, r)
			return
		}
		select {
		case e.show <- struct{}{}:
		default: // it is coming to the front already
		}
		w.WriteHeader(http.StatusNoContent)
	})
}
