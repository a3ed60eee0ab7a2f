package exercise

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"memoir/memory"
	"memoir/memory/engine"
)

// auditSummariesAndBaseMemory counts summaries and versions of the base memory, and those that are
// not as they should be: a summary or version without its row in the ledger, a message that two
// summaries of a chat cover, a summary that two versions took in, or whose mark disagrees with the
// versions, and a summary that is gone.
func (r *Report) auditSummariesAndBaseMemory(ctx context.Context, store memory.Store, ds []memory.Decision) error {
	explained := map[string]bool{}
	for _, d := range ds {
		explained[fmt.Sprint("summary ", d.SummaryID)] = true
		explained[fmt.Sprint("base ", d.BaseID)] = true
	}
	takenIn, err := r.auditBaseVersions(ctx, store, explained)
	if err != nil {
		return err
	}
	summaries, err := store.SummaryStore().ListNonEmptyOfProfile(ctx, 1)
	if err != nil {
		return err
	}
	lastCovered := map[memory.ID]memory.ID{}
	for _, s := range summaries {
		overlaps := s.FirstMessageID <= lastCovered[s.ChatID] || s.LastMessageID < s.FirstMessageID
		lastCovered[s.ChatID] = s.LastMessageID
		marked := takenIn[s.ID] == 1 && s.InBase || takenIn[s.ID] == 0 && !s.InBase
		if overlaps || !marked || !explained[fmt.Sprint("summary ", s.ID)] {
			r.WrongTexts++
		}
	}
	r.Summaries = len(summaries)
	if n := len(summaries); n > 0 { // IDs are given once
		r.WrongTexts += int(summaries[n-1].ID) - n
	}
	return nil
}

// auditBaseVersions counts the versions of the base memory and those that the ledger does not
// explain, and returns how many versions took each summary in.
func (r *Report) auditBaseVersions(
	ctx context.Context, store memory.Store, explained map[string]bool,
) (map[memory.ID]int, error) {
	versions, err := store.BaseMemoryStore().List(ctx, 1, 0)
	if err != nil {
		return nil, err
	}
	takenIn := map[memory.ID]int{}
	for _, b := range versions {
		r.MaxBaseWords = max(r.MaxBaseWords, countWords(b.Content))
		if !explained[fmt.Sprint("base ", b.ID)] {
			r.WrongTexts++
		}
		if b.Actor == memory.ActorExtractor { // others repeat what the version before took in
			for _, id := range b.SummaryIDs {
				takenIn[id]++
			}
		}
	}
	r.BaseVersions = len(versions)
	return takenIn, nil
}

// countWords counts the words of a text, without the marks of lists and headings.
func countWords(text string) int {
	n := 0
	for _, w := range strings.Fields(text) {
		if strings.Trim(w, "-#") != "" {
			n++
		}
	}
	return n
}

// waitUntilNoJobIsOpen waits until the background work that an exchange led to has ended, so
// that its calls are counted with that exchange.
func waitUntilNoJobIsOpen(ctx context.Context, s *engine.Service) error {
	for ctx.Err() == nil {
		jobs, err := s.Session(1, memory.ActorUser).ListUnfinishedJobs(ctx)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(jobs, func(j memory.Job) bool { return j.State != memory.JobDead }) {
			return nil
		}
		time.Sleep(time.Millisecond)
	}
	return ctx.Err()
}

// bulletSummaryOfUserMessages makes a point of each of the first messages.
func bulletSummaryOfUserMessages(system string) string {
	var points []string
	for _, part := range strings.Split(system, "<user_message>\n")[1:] {
		text, _, _ := strings.Cut(part, "\n</user_message>")
		if rest, ok := strings.CutPrefix(text, "I "); ok && len(points) < 4 {
			points = append(points, "- The user wrote that they "+rest)
		}
	}
	if len(points) == 0 {
		return "- The user asked for more."
	}
	return strings.Join(points, "\n")
}

// baseTextWithSummariesAppended repeats the text so far and the summaries, however long that is.
func baseTextWithSummariesAppended(system string) string {
	_, rest, _ := strings.Cut(system, "## Text so far\n")
	current, rest, _ := strings.Cut(rest, "\n\n## Lines the user wrote")
	_, rest, _ = strings.Cut(rest, "## Summaries, oldest first\n")
	summaries, _, _ := strings.Cut(rest, "\n\n## Facts")
	return "## User Profile\n" + strings.ReplaceAll(current, "(none)", "") + "\n## Key History\n" + summaries
}
