package cli

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"memoir/cli/benchmarks"
)

func benchRetrievalCommand() *command {
	return &command{
		name: "retrieval", usage: "--data DIR [--held-out] [--json]",
		summary:  "how well memories and messages are found for LoCoMo and BEAM questions, compared with simpler rankings",
		examples: []string{"memoir bench retrieval --data ~/locomo", "memoir bench retrieval --data ~/locomo --json"},
		setupFlags: func(fs *flag.FlagSet) action {
			dir := fs.String("data", "", "folder with chats from LoCoMo (*.json) or BEAM (subfolders)")
			heldOut := fs.Bool("held-out", false, "for each chat, also measure with weights tuned on the other chats")
			asJSON := fs.Bool("json", false, "print a JSON object")
			return func(ctx context.Context, e *env, texts []string) error {
				if err := rejectPositionalArguments(texts); err != nil {
					return err
				}
				report, err := benchmarks.MeasureRetrievalOnBenchmarkChats(ctx, *dir, *heldOut, e.printBenchProgress)
				if e.isTerminal {
					fmt.Fprint(e.err, "\r\x1b[K")
				}
				if err != nil {
					return convertDataErrorToUsageError(err)
				}
				if *asJSON {
					return e.printJSON(report)
				}
				e.printRetrievalBenchmark(report)
				return nil
			}
		},
	}
}

// printBenchProgress says on a terminal what is being done, and elsewhere when something else
// begins.
func (p *printer) printBenchProgress(what string, done, total int) {
	switch {
	case p.isTerminal && done%10 == 0:
		fmt.Fprintf(p.err, "\r%s %d of %d\x1b[K", what, done, total)
	case !p.isTerminal && done == 0:
		fmt.Fprintf(p.err, "%s: %d\n", what, total)
	}
}

// printRetrievalBenchmark prints a report as text. Shares are in [0, 1], each with its interval.
func (p *printer) printRetrievalBenchmark(r benchmarks.RetrievalReport) {
	for _, f := range r.Forms {
		p.printRetrievalFiguresOfChatForm(f, r.GeneralRequests)
		fmt.Fprintln(p.out)
	}
	if r.LatencyMS.P95 > 0 {
		fmt.Fprintf(p.out, "time to retrieve memories: p50 %.1f ms, p95 %.1f ms\n", r.LatencyMS.P50, r.LatencyMS.P95)
	}
}

// printRetrievalFiguresOfChatForm prints the part of a report about one set of chats in one form.
func (p *printer) printRetrievalFiguresOfChatForm(f benchmarks.FormReport, requests int) {
	fmt.Fprintf(p.out, "%s, %s: %d chats, %d turns, %d questions (by type:",
		f.Dataset, f.Form, f.Chats, f.Turns, f.Questions)
	types := slices.Sorted(maps.Keys(f.QuestionsByType))
	for _, t := range types {
		fmt.Fprintf(p.out, " %s %d", t, f.QuestionsByType[t])
	}
	fmt.Fprintf(p.out, ")\nleft out: %d adversarial questions, %d without evidence\n\n",
		f.OmittedAdversarial, f.OmittedNoEvidence)
	fmt.Fprintf(p.out, "%-10s  %-17s  %-17s  %-17s  %-17s  %-17s  %s\n",
		"ranking", "R@5", "R@10", "hit@5", "session hit@1", "session NDCG@5", "R@10, standard − this row")
	for _, k := range f.Rankings {
		fmt.Fprintf(p.out, "%-10s  %s  %s  %s  %s  %s", k.Ranking, formatShareWithInterval(k.RecallAt5),
			formatShareWithInterval(k.RecallAt10),
			formatShareWithInterval(k.HitAt5), formatShareWithInterval(k.SessionHitAt1), formatShareWithInterval(
				k.SessionNDCGAt5,
			))
		if k.Ranking != "standard" {
			fmt.Fprint(p.out, "  ", formatDifferenceWithInterval(k.StandardGain))
		}
		fmt.Fprintln(p.out)
	}
	p.printStandardRankingRecallByTypeAndChat(f, types)
	p.printHeldOutFiguresIfMeasured(f.HeldOut)
	if f.AnsweredByDefault == nil {
		return
	}
	fmt.Fprintf(p.out, "\nat the default settings\n"+
		"questions that find evidence      %s  (%.1f memories per question)\n"+
		"general requests that find any    %s  (%d requests per chat)\n"+
		"unseen requests that find any     %s  (%d requests per chat)\n",
		formatShareWithInterval(*f.AnsweredByDefault), f.MemoriesPerQuestion,
		formatShareWithInterval(*f.DisturbedByDefault), requests,
		formatShareWithInterval(*f.UnseenDisturbed), requests)
}

// printStandardRankingRecallByTypeAndChat prints the recall at 10 of standard by type of question,
// and by chat.
func (p *printer) printStandardRankingRecallByTypeAndChat(f benchmarks.FormReport, types []string) {
	for _, k := range f.Rankings {
		if k.Ranking != "standard" {
			continue
		}
		fmt.Fprintf(p.out, "\n%-26s  %-17s  %s\n", "standard by type", "R@10", "all evidence in top 10")
		for _, t := range types {
			fmt.Fprintf(
				p.out, "%-26s  %s  %s\n", t, formatShareWithInterval(k.ByType[t]), formatShareWithInterval(k.CompleteByType[t]),
			)
		}
		fmt.Fprint(p.out, "R@10 of the standard ranking by chat:")
		for _, chat := range slices.Sorted(maps.Keys(k.ByChat)) {
			fmt.Fprintf(p.out, " %s %.3f", chat, k.ByChat[chat])
		}
		fmt.Fprintln(p.out)
	}
}

// printHeldOutFiguresIfMeasured prints the figures with weights that were chosen on other chats, if
// there are any.
func (p *printer) printHeldOutFiguresIfMeasured(h *benchmarks.HeldOutReport) {
	if h == nil {
		return
	}
	fmt.Fprintf(p.out,
		"\nweights tuned on the other chats: R@5 %s, R@10 %s, hit@5 %s, session hit@1 %s, session NDCG@5 %s\n",
		formatShareWithInterval(h.RecallAt5), formatShareWithInterval(h.RecallAt10), formatShareWithInterval(h.HitAt5),
		formatShareWithInterval(h.SessionHitAt1), formatShareWithInterval(h.SessionNDCGAt5))
	for _, chat := range slices.Sorted(maps.Keys(h.WeightsByChat)) {
		fmt.Fprintf(p.out, "%s: %s\n", chat, h.WeightsByChat[chat])
	}
	fmt.Fprintf(p.out, "R@10 over all weights: %.3f to %.3f\n", h.LowestAt10, h.HighestAt10)
}

// formatShareWithInterval formats a share with its interval, as "0.690 (0.65–0.73)".
func formatShareWithInterval(e benchmarks.Estimate) string {
	return fmt.Sprintf("%.3f (%.2f–%.2f)", e.Mean, e.Low, e.High)
}

// formatDifferenceWithInterval formats a difference of shares with its interval, as "+0.015 (−0.01
// to +0.04)".
func formatDifferenceWithInterval(e benchmarks.Estimate) string {
	return strings.ReplaceAll(fmt.Sprintf("%+.3f (%+.2f to %+.2f)", e.Mean, e.Low, e.High), "-", "−")
}

func benchSearchCommand() *command {
	return &command{
		name: "search", usage: "[--memories N,N…] [--json]",
		summary:  "how long a search takes, compared with chromem-go, and how long it takes from start to the first answer",
		examples: []string{"memoir bench search", "memoir bench search --memories 1000,10000 --json"},
		setupFlags: func(fs *flag.FlagSet) action {
			sizes := fs.String("memories", "1000,10000,100000", "number of memories, each with one message")
			asJSON := fs.Bool("json", false, "print a JSON object for each number of memories")
			return func(ctx context.Context, e *env, texts []string) error {
				if err := rejectPositionalArguments(texts); err != nil {
					return err
				}
				counts, err := parseMemoryCountsOfAtLeast100(*sizes)
				if err != nil {
					return err
				}
				for _, n := range counts {
					tell := func(what string) { fmt.Fprintf(e.err, "%d memories: %s\n", n, what) }
					r, err := benchmarks.MeasureSearchSpeed(ctx, n, tell)
					if err != nil {
						return fmt.Errorf("bench search: %w", err)
					}
					if *asJSON {
						err = json.NewEncoder(e.out).Encode(r)
					} else {
						err = e.printSearchBenchmark(r)
					}
					if err != nil {
						return err
					}
				}
				return nil
			}
		},
	}
}

// parseMemoryCountsOfAtLeast100 reads numbers from 100 up, separated by commas.
func parseMemoryCountsOfAtLeast100(s string) ([]int, error) {
	var out []int
	for part := range strings.SplitSeq(s, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil || n < 100 {
			return nil, usageErrorf("--memories must be one or more numbers of at least 100, separated by commas.")
		}
		out = append(out, n)
	}
	return out, nil
}

func (p *printer) printSearchBenchmark(r benchmarks.SearchReport) error {
	_, err := fmt.Fprintf(p.out, "%d memories and %[1]d messages    p50      p95\n"+
		"before a reply, memoir search   %6.1f   %6.1f ms\n"+
		"Ctrl+K                          %6.1f   %6.1f ms\n"+
		"embedding the question alone    %6.1f   %6.1f ms\n"+
		"the index alone                 %6.2f   %6.2f ms\n"+
		"chromem-go alone                %6.2f   %6.2f ms\n"+
		"from start to the first answer  %6.0f ms\n"+
		"heap per vector                 %6.0f bytes\n\n",
		r.Memories, r.Retrieve.P50, r.Retrieve.P95, r.Find.P50, r.Find.P95, r.Embed.P50, r.Embed.P95,
		r.Index.P50, r.Index.P95,
		r.Chromem.P50, r.Chromem.P95, r.StartMS, r.BytesPerVector)
	if err != nil {
		return fmt.Errorf("print: %w", err)
	}
	return nil
}
