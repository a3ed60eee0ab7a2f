package learn

import (
	"context"
	"errors"
	"log/slog"

	"memoir/memory"
)

// logLearningRun writes the memory_decision record of a run, also of one that failed (S004-11):
// error is then the fault's code, because the words of a server or of a user belong in no log.
// Facts, and reasons, which a model may have written, are named at debug level only; decision_id
// leads to them. A run that was called off, or that waits for a model or for tomorrow's tokens, is
// tried again and leaves its record then.
func (p *pipeline) logLearningRun(ctx context.Context, x exchange, facts []candidate, ds []memory.Decision, err error) {
	if err != nil && (ctx.Err() != nil || errors.Is(err, memory.ErrNoModel) || errors.Is(err, memory.ErrTokenLimit)) {
		return
	}
	rows := make([]map[string]any, 0, len(ds))
	for _, d := range ds {
		row := map[string]any{
			"action": d.Action, "decision_id": d.ID, "memory_id": d.MemoryID, "target_id": d.OldID,
		}
		if p.log.Enabled(ctx, slog.LevelDebug) {
			row["fact"], row["reason"] = d.Candidate, d.Reason
			if d.After != nil {
				row["fact"] = d.After.Content
			}
		}
		rows = append(rows, row)
	}
	dropped := []string{}
	for _, c := range facts {
		if c.dropReason != "" {
			dropped = append(dropped, c.dropReason)
		}
	}
	fields := []any{
		"event", "memory_decision", "user_id", x.profileID, "external_id", p.externalProfileID(ctx, x.profileID),
		"run_id", x.runID, "input_message_length", len(x.userMessage.Content),
		"extracted_count", len(facts) - len(dropped), "dropped", dropped, "decisions", rows,
	}
	if err != nil {
		p.log.Warn("memory_decision", append(fields, "error", memory.FaultFromError(err).Code)...)
		return
	}
	p.log.Info("memory_decision", fields...)
}

// externalProfileID is the id by which requests name a profile, "" for one that has none.
func (p *pipeline) externalProfileID(ctx context.Context, profile memory.ID) memory.NullText {
	who, err := p.store.ProfileStore().Get(ctx, profile)
	if err != nil {
		return ""
	}
	return who.ExternalID
}
