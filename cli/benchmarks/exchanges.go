package benchmarks

import (
	"context"

	"memoir/llm/encoder"
	"memoir/memory"
	"memoir/memory/engine"
	"memoir/memory/exercise"
	"memoir/storage"
)

// MeasureEngineOverGeneratedExchanges runs the engine over count exchanges (at least 10) that rules
// make, in a number of chats, in a temporary folder that is removed afterwards. progress is called
// after each exchange with the number done.
func MeasureEngineOverGeneratedExchanges(
	ctx context.Context, count, chats int, progress func(done int),
) (r exercise.Report, err error) {
	parrot := &exercise.RuleModel{}
	err = withEncoder(ctx, func(enc *encoder.Embedder) error {
		return withDatabaseInTempFolder(ctx, func(db *storage.DB) error {
			return withService(ctx, db, enc, parrot, memory.StandardPreset(), func(s *engine.Service) error {
				r, err = exercise.RunExchangesAndAudit(ctx, s, db, parrot, enc.ID(), count, chats, progress)
				return err
			})
		})
	})
	return r, err
}
