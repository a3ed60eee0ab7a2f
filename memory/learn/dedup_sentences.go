package learn

import (
	"context"

	"memoir/memory"
)

// markIfDuplicateOfFileSentence compares the candidate with sentences of the nearest chunks of
// files. A chunk of up to 512 tokens is never as near as DedupContextThreshold to a paraphrase of
// one of its sentences, so source 000's rule alone finds hardly anything (M-7). A sentence counts
// by the same rule as a memory; without the embedder's answer only the chunks were compared.
func (p *pipeline) markIfDuplicateOfFileSentence(ctx context.Context, x exchange, c *candidate) error {
	cfg := p.config()
	if cfg.DedupSentences == 0 {
		return nil
	}
	found, err := p.search.ScoreFileSentencesAgainstFact(ctx, x.profileID, c.fact, c.vector, cfg.DedupSentences)
	if err != nil {
		if ctx.Err() != nil {
			return err
		}
		p.log.Warn("sentences of files could not be compared", "err", err)
		return nil
	}
	cfg.DedupThreshold = cfg.DedupContextThreshold
	for _, s := range found {
		if IsDuplicateByMeaning(cfg, c.fact, s.Text, s.Cosine) {
			c.markIgnored(reasonFileMeaning)
			c.file, c.scores = memory.File{ID: s.FileID}, map[string]float64{"cosine": s.Cosine}
			return nil
		}
	}
	return nil
}
