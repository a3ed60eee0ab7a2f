package cli

import (
	"context"
	"flag"
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
