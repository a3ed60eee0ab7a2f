package turns

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"memoir/memory"
	"memoir/memory/lang"
)

// renderAttachedFilesInBudget renders the attached files: all of them whole when they fit the
// budget of tokens; otherwise files that fit an equal share of it whole, and of the others the
// chunks nearest to the query.
func (rn *Runner) renderAttachedFilesInBudget(
	ctx context.Context, chat memory.Chat, query string, budget int,
) (string, []memory.FileShare, error) {
	files, err := rn.search.LoadFilesOfChatAndItsProject(ctx, chat)
	if err != nil || len(files) == 0 {
		return "", []memory.FileShare{}, err
	}
	slices.SortStableFunc(files, func(a, b memory.File) int { return cmp.Compare(a.Tokens, b.Tokens) })
	var b strings.Builder
	b.WriteString("## Attached context")
	shares := make([]memory.FileShare, 0, len(files))
	for i, f := range files {
		share := memory.FileShare{FileID: f.ID, Name: f.Name, TotalTokens: f.Tokens, Tokens: f.Tokens, Whole: true}
		text := f.Content
		if room := budget / (len(files) - i); f.Tokens > room {
			extract := rn.search.ExtractNearestFileChunksInBudget(ctx, chat.ProfileID, f, query, room)
			text, share.Chunks, share.Places = extract.Text, extract.Chunks, extract.Places
			share.Tokens, share.Whole = lang.EstimateTokens(text), false
		}
		budget -= share.Tokens
		shares = append(shares, share)
		b.WriteString("\n\n" + lang.FenceFileForPrompt(f.Name, text, share.Whole))
	}
	return b.String(), shares, nil
}
