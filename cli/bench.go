package cli

import (
	"context"
	"flag"
	"fmt"

	"memoir/assets/model"
	"memoir/llm/encoder/bench"
)

func benchCommand() *command {
	return &command{
		name: "bench", summary: "measure the published figures on this computer",
		subcommands: []*command{benchListCommand(), benchEmbedCommand(), benchDedupCommand(), benchExchangesCommand()},
	}
}

func benchListCommand() *command {
	return &command{
		name: "list", summary: "list what can be measured", examples: []string{"memoir bench list"},
		setupFlags: func(*flag.FlagSet) action {
			return func(_ context.Context, e *env, texts []string) error {
				if err := rejectPositionalArguments(texts); err != nil {
					return err
				}
				for _, c := range benchCommand().subcommands {
					if c.name != "list" {
						fmt.Fprintf(e.out, "%s  %s\n", c.name, c.summary)
					}
				}
				return nil
			}
		},
	}
}

func benchEmbedCommand() *command {
	return &command{
		name: "embed", usage: "[--json]",
		summary:  "the embedded encoder: time of short and long texts and of batches, load time, memory",
		examples: []string{"memoir bench embed", "memoir bench embed --json"},
		setupFlags: func(fs *flag.FlagSet) action {
			asJSON := fs.Bool("json", false, "one JSON object")
			return func(ctx context.Context, e *env, texts []string) error {
				if err := rejectPositionalArguments(texts); err != nil {
					return err
				}
				return bench.MeasureAndWriteReport(ctx, e.out, model.BGESmall, *asJSON)
			}
		},
	}
}
