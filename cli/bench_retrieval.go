package cli

import (
	"context"
	"flag"
	"fmt"
	"strings"

	"memoir/cli/benchmarks"
)

func benchRetrievalCommand() *command {
	return &command{
		name: "retrieval", usage: "--data DIR [--json]",
		summary:  "how well memories are found: LoCoMo's questions to its turns, beside plain rankings",
		examples: []string{"memoir bench retrieval --data ~/locomo", "memoir bench retrieval --data ~/locomo --json"},
		setupFlags: func(fs *flag.FlagSet) action {
			dir := fs.String("data", "", "folder with LoCoMo's chats, *.json")
			asJSON := fs.Bool("json", false, "one JSON object")
			return func(ctx context.Context, e *env, texts []string) error {
				if err := rejectPositionalArguments(texts); err != nil {
					return err
				}
				report, err := benchmarks.MeasureRetrieval(ctx, *dir, e.printBenchProgress)
				if e.isTerminal {
					fmt.Fprint(e.err, "\r\x1b[K")
				}
				if err != nil {
					return convertDataErrorToUsageError(err)
				}
				if *asJSON {
					return e.printJSON(report)
				}
				e.printRetrievalReport(report)
				return nil
			}
		},
	}
}

// printBenchProgress says on a terminal what is being done, and elsewhere when something else begins.
func (p *printer) printBenchProgress(what string, done, total int) {
	switch {
	case p.isTerminal && done%10 == 0:
		fmt.Fprintf(p.err, "\r%s %d of %d\x1b[K", what, done, total)
	case !p.isTerminal && done == 0:
		fmt.Fprintf(p.err, "%s: %d\n", what, total)
	}
}

// printRetrievalReport prints a report as text. Shares are in [0, 1], each with its interval.
func (p *printer) printRetrievalReport(r benchmarks.RetrievalReport) {
	fmt.Fprintf(p.out, "%d chats, %d turns as memories, %d questions (by category:", r.Chats, r.Memories, r.Questions)
	for _, category := range []string{"1", "2", "3", "4"} {
		fmt.Fprintf(p.out, " %d", r.QuestionsByCategory[category])
	}
	fmt.Fprintf(p.out, ")\nleft out: %d adversarial questions, %d without evidence\n\n",
		r.OmittedAdversarial, r.OmittedNoEvidence)
	fmt.Fprintf(p.out, "%-10s  %-17s  %-17s  %-17s  %s\n",
		"ranking", "R@5", "R@10", "hit@5", "R@10 of standard − this")
	for _, f := range r.Rankings {
		fmt.Fprintf(p.out, "%-10s  %s  %s  %s", f.Ranking,
			formatEstimate(f.RecallAt5), formatEstimate(f.RecallAt10), formatEstimate(f.HitAt5))
		if f.Ranking != "standard" {
			fmt.Fprint(p.out, "  ", formatDifference(f.StandardGain))
		}
		fmt.Fprintln(p.out)
	}
	fmt.Fprintf(p.out, "\nat the default settings\n"+
		"questions that bring evidence     %s  (%.1f memories a question)\n"+
		"general requests that bring any   %s  (%d requests to each chat)\n"+
		"time of one retrieval             p50 %.1f ms, p95 %.1f ms\n",
		formatEstimate(r.AnsweredByDefault), r.MemoriesPerQuestion,
		formatEstimate(r.DisturbedByDefault), r.GeneralRequests, r.LatencyMS.P50, r.LatencyMS.P95)
}

// formatEstimate formats a share with its interval, as "0.690 (0.65–0.73)".
func formatEstimate(e benchmarks.Estimate) string {
	return fmt.Sprintf("%.3f (%.2f–%.2f)", e.Mean, e.Low, e.High)
}

// formatDifference formats a difference of shares with its interval, as "+0.015 (−0.01 to +0.04)".
func formatDifference(e benchmarks.Estimate) string {
	return strings.ReplaceAll(fmt.Sprintf("%+.3f (%+.2f to %+.2f)", e.Mean, e.Low, e.High), "-", "−")
}
