package cli

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"

	"memoir/assets/model"
	"memoir/cli/benchmarks"
	"memoir/llm/encoder/bench"
)

func benchCommand() *command {
	return &command{
		name: "bench", summary: "run the published benchmarks on this computer",
		subcommands: []*command{
			benchListCommand(), benchEmbedCommand(), benchRetrievalCommand(), benchSearchCommand(), benchDedupCommand(),
			benchExchangesCommand(), benchProxyCommand(),
		},
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
		summary:  "speed, load time and memory use of the built-in encoder",
		examples: []string{"memoir bench embed", "memoir bench embed --json"},
		setupFlags: func(fs *flag.FlagSet) action {
			asJSON := fs.Bool("json", false, "print a JSON object")
			return func(ctx context.Context, e *env, texts []string) error {
				if err := rejectPositionalArguments(texts); err != nil {
					return err
				}
				return bench.MeasureAndWriteReport(ctx, e.out, model.BGESmall, *asJSON)
			}
		},
	}
}

func benchDedupCommand() *command {
	return &command{
		name: "dedup", usage: "--data DIR [--files] [--json]",
		summary:  "how the rules of both presets handle duplicates and contradictions in the SICK sentence pairs",
		examples: []string{"memoir bench dedup --data ~/sick", "memoir bench dedup --data ~/sick --json"},
		setupFlags: func(fs *flag.FlagSet) action {
			dir := fs.String("data", "", "folder with the SICK_*.txt files, either directly or in sick/")
			inFiles := fs.Bool("files", false, "instead, measure how well facts already stated in a file are recognized")
			asJSON := fs.Bool("json", false, "print a JSON object for each preset, or for each file length")
			return func(ctx context.Context, e *env, texts []string) error {
				if err := rejectPositionalArguments(texts); err != nil {
					return err
				}
				if *inFiles {
					return measureAndPrintDedupInFiles(ctx, &e.printer, *dir, *asJSON)
				}
				figures, err := benchmarks.MeasureDedupRulesOnSICKPairs(ctx, *dir)
				if err != nil {
					return convertDataErrorToUsageError(err)
				}
				return e.printDedupFigures(figures, *asJSON)
			}
		},
	}
}

// measureAndPrintDedupInFiles prints how many facts are recognised in files of several lengths.
func measureAndPrintDedupInFiles(ctx context.Context, e *printer, dir string, asJSON bool) error {
	figures, err := benchmarks.MeasureDedupOfFactsKnownFromFile(ctx, dir, e.printBenchProgress)
	if e.isTerminal {
		fmt.Fprint(e.err, "\r\x1b[K")
	}
	if err != nil {
		return convertDataErrorToUsageError(err)
	}
	for _, f := range figures {
		if asJSON {
			err = json.NewEncoder(e.out).Encode(f)
		} else {
			_, err = fmt.Fprintf(e.out, "a file of %d words: %.1f %% of %d near-identical facts recognized, "+
				"%.1f %% of %d contradictions, %.1f %% of %d others\n", f.Words, 100*f.Recognised, f.NearIdentical,
				100*f.Wrong, f.Contradictory, 100*f.WrongOfOthers, f.Unrelated)
		}
		if err != nil {
			return fmt.Errorf("print: %w", err)
		}
	}
	return nil
}

// convertDataErrorToUsageError makes unusable data of a benchmark an error in using the command.
func convertDataErrorToUsageError(err error) error {
	var data *benchmarks.DataError
	if errors.As(err, &data) {
		return usageErrorf("%s", data.Problem)
	}
	return err
}

// printDedupFigures prints the figures of each preset.
func (p *printer) printDedupFigures(figures []benchmarks.DedupFigures, asJSON bool) error {
	for _, f := range figures {
		if asJSON {
			if err := json.NewEncoder(p.out).Encode(f); err != nil {
				return fmt.Errorf("print: %w", err)
			}
			continue
		}
		fmt.Fprintf(p.out, "%s\n  contradictions  %d pairs: %.2f %% ignored as repetitions "+
			"(halves %.2f, %.2f), %.1f %% replaced\n"+
			"  near-identical  %d pairs: %.1f %% recognized (halves %.1f, %.1f), %.1f %% replaced, %.1f %% left to the model;\n"+
			"                  together %.1f %% (halves %.1f, %.1f)\n",
			f.Preset, f.Contradictions, 100*f.ContradictIgnored, 100*f.ContradictHalves[0], 100*f.ContradictHalves[1],
			100*f.ContradictReplaced, f.NearIdentical, 100*f.NearRecognised, 100*f.NearRecognisedHalves[0],
			100*f.NearRecognisedHalves[1], 100*f.NearReplaced, 100*f.NearAsked,
			100*f.NearSame, 100*f.NearSameHalves[0], 100*f.NearSameHalves[1])
	}
	return nil
}

func benchExchangesCommand() *command {
	return &command{
		name: "exchanges", usage: "[--count N] [--chats N] [--json]",
		summary: "time and memory use of the whole engine over many generated exchanges, and whether the ledger and the " +
			"vectors agree",
		examples: []string{"memoir bench exchanges", "memoir bench exchanges --count 1000 --chats 40 --json"},
		setupFlags: func(fs *flag.FlagSet) action {
			count := fs.Int("count", 10000, "number of exchanges")
			chats := fs.Int("chats", 0, "spread the exchanges over `N` chats; 0 = one chat for every 25 exchanges")
			asJSON := fs.Bool("json", false, "print a JSON object")
			return func(ctx context.Context, e *env, texts []string) error {
				if err := rejectPositionalArguments(texts); err != nil {
					return err
				}
				if *count < 10 {
					return usageErrorf("--count must be at least 10.")
				}
				if *chats < 0 || *chats > *count {
					return usageErrorf("--chats must be from 0 to --count.")
				}
				if *chats == 0 {
					*chats = (*count + 24) / 25
				}
				r, err := benchmarks.MeasureEngineOverGeneratedExchanges(ctx, *count, *chats, func(done int) {
					if e.isTerminal && done%100 == 0 {
						fmt.Fprintf(e.err, "\r%d of %d", done, *count)
					}
				})
				if err != nil {
					return fmt.Errorf("bench exchanges: %w", err)
				}
				if *asJSON {
					return json.NewEncoder(e.out).Encode(r)
				}
				fmt.Fprintf(e.out, "%d exchanges in %.0f s (%.1f ms each), %.2f model calls each, at most %d of them for memory\n"+
					"%d summaries, %d texts about the user of at most %d words: %d of them wrong\n"+
					"%d memories, %d decisions: %d unexplained rows, %d vectors without a row, %d missing\n"+
					"%d messages embedded, %d without a vector\n"+
					"live heap %.1f MB after a tenth, %.1f MB at the end: %.0f bytes per vector (1,536 of them values)\n",
					r.Exchanges, r.Seconds, 1000*r.Seconds/float64(r.Exchanges), r.CallsPerExchange, r.MaxCallsPerExchange,
					r.Summaries, r.BaseVersions, r.MaxBaseWords, r.WrongTexts, r.Memories, r.Decisions,
					r.UnexplainedRows, r.OrphanVectors, r.MissingVectors, r.EmbeddedMessages, r.MissingMessages,
					float64(r.HeapAfterTenth)/1e6, float64(r.HeapAtEnd)/1e6, r.HeapPerVector)
				return nil
			}
		},
	}
}
