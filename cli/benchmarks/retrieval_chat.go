package benchmarks

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"memoir/memory"
	"memoir/memory/engine"
	"memoir/memory/exercise"
	"memoir/storage"
)

const (
	benchProfile memory.ID = 1
	// benchDeadline replaces the deadline of a search, so that a busy computer does not change what is
	// found.
	benchDeadline = time.Minute
)

// chatRun asks the questions of one chat in one form.
type chatRun struct {
	run      *retrievalRun
	form     *formRun
	chat     benchChat
	db       *storage.DB
	service  *engine.Service
	session  *engine.Session
	turnOf   map[memory.ID]string // of memories, or of messages when those are found
	progress func(what string, done, total int)
}

// storeChatAndRecordItsRankings stores the turns of a chat, asks its questions and, where memories
// are found, the general requests.
func (r *retrievalRun) storeChatAndRecordItsRankings(
	ctx context.Context, chat benchChat, form *formRun, progress func(what string, done, total int),
) error {
	questions := form.selectAndCountQuestionsWithEvidence(chat)
	form.report.Chats++
	form.report.Turns += len(chat.turns)
	return withDatabaseInTempFolder(ctx, func(db *storage.DB) error {
		progress("turns", 0, len(chat.turns))
		turnOf, err := storeChatAndMapFoundIDsToTurns(ctx, db, chat, form.report.Form)
		if err != nil {
			return err
		}
		c := &chatRun{run: r, form: form, chat: chat, db: db, turnOf: turnOf, progress: progress}
		standard := memory.StandardPreset()
		standard.RetrievalDeadline = benchDeadline
		standard.RecallChats = form.report.Form == formMessages
		if err := c.runWithServiceOnceAllEmbedded(ctx, standard, func() error {
			return c.recordResultsExceptClassicPreset(ctx,
				questions)
		}); err != nil {
			return err
		}
		if form.report.Form != formAlone {
			return nil
		}
		classic := memory.ClassicPreset()
		classic.RetrievalDeadline = benchDeadline
		return c.runWithServiceOnceAllEmbedded(
			ctx, classic, func() error { return c.recordRankingsOfClassicPreset(ctx, questions) },
		)
	})
}

// runWithServiceOnceAllEmbedded runs fn with a service on the chat's folder that has embedded
// everything.
func (c *chatRun) runWithServiceOnceAllEmbedded(ctx context.Context, cfg memory.Config, fn func() error) error {
	return withService(ctx, c.db, c.run.enc, &exercise.RuleModel{}, cfg, func(s *engine.Service) error {
		if err := s.WaitForEmbedderAndFirstSync(ctx); err != nil {
			return err
		}
		c.service, c.session = s, s.Session(benchProfile, memory.ActorUser)
		if err := c.session.EmbedMessagesWithoutVectorNow(ctx); err != nil {
			return err
		}
		return fn()
	})
}

// storeChatAndMapFoundIDsToTurns stores the turns of a chat in a form and returns the turns by the
// IDs that are found.
func storeChatAndMapFoundIDsToTurns(
	ctx context.Context, db *storage.DB, chat benchChat, form string,
) (map[memory.ID]string, error) {
	turnOf := make(map[memory.ID]string, len(chat.turns))
	err := db.InTx(ctx, func(tx memory.Store) error {
		for _, turns := range chat.turnsGroupedBySession() {
			var chatID memory.ID
			times := generateTimesForSessionTurns(turns, time.Now())
			if form != formAlone {
				var err error
				chatID, err = tx.ChatStore().Create(ctx, memory.Chat{
					ProfileID: benchProfile, Title: "Session " + strconv.Itoa(turns[0].Session), Memory: memory.MemoryOn,
					CreatedAt: times[0], UpdatedAt: times[0],
				})
				if err != nil {
					return err
				}
			}
			var parent memory.ID
			for i, t := range turns {
				id, err := storeTurnAsMessageOrMemory(ctx, tx, form, chatID, parent, t, times[i])
				if err != nil {
					return fmt.Errorf("store turn %s: %w", t.ID, err)
				}
				parent = id.message
				turnOf[id.found] = t.ID
			}
		}
		return nil
	})
	return turnOf, err
}

// storedTurn has the IDs of a stored turn: its message, 0 without a chat, and what is found.
type storedTurn struct{ message, found memory.ID }

func storeTurnAsMessageOrMemory(
	ctx context.Context, tx memory.Store, form string, chatID, parent memory.ID, t benchTurn, at time.Time,
) (storedTurn, error) {
	var out storedTurn
	var err error
	if chatID != 0 {
		out.message, err = tx.MessageStore().InsertAsHeadUpdatingChatTime(ctx, memory.Message{
			ChatID: chatID, ParentID: parent, Role: t.Role, Content: t.Text, Status: memory.MessageComplete, CreatedAt: at,
		})
		if err != nil || form == formMessages {
			return storedTurn{out.message, out.message}, err
		}
	}
	out.found, err = tx.MemoryStore().Insert(ctx, memory.Memory{
		ProfileID: benchProfile, Content: t.Text, Tags: []string{}, Kind: memory.KindFact, Type: memory.TypeOther,
		Scope: memory.ScopeGlobal, Status: memory.StatusActive, Origin: memory.OriginExtracted,
		SourceMessageID: out.message, CreatedAt: at, UpdatedAt: at,
	})
	return out, err
}

// recordResultsExceptClassicPreset asks every question under every ranking but classic, and the
// general requests.
func (c *chatRun) recordResultsExceptClassicPreset(ctx context.Context, questions []benchQuestion) error {
	for i, q := range questions {
		c.progress("questions", i, len(questions))
		if c.form.report.Form != formMessages {
			if err := c.recordHitsAndLatencyAtDefaults(ctx, q); err != nil {
				return err
			}
		}
		if err := c.recordOwnRankingOfQuestionUnderName(ctx, rankingStandard, q); err != nil {
			return err
		}
		if err := c.recordWordMeaningAndSumRankings(ctx, q); err != nil {
			return err
		}
	}
	for _, a := range weightSettingsByScorePart() {
		if err := c.recordRankingsWithoutScorePart(ctx, a.part, a.setting, questions); err != nil {
			return err
		}
	}
	if c.run.heldOut && c.form.report.Form != formAlone {
		if err := c.recordRankingsUnderEachWeightChoice(ctx, questions); err != nil {
			return err
		}
	}
	if c.form.report.Form == formMessages {
		return nil
	}
	return c.recordGeneralRequestsBringingMemories(ctx)
}

// recordHitsAndLatencyAtDefaults records what a question brings. It is the first to embed the
// question, and timed.
func (c *chatRun) recordHitsAndLatencyAtDefaults(ctx context.Context, q benchQuestion) error {
	start := time.Now()
	found, err := c.retrieveRelevantTurnIDs(ctx, memory.RetrieveParams{Query: q.Text})
	if err != nil {
		return err
	}
	c.run.recordLatencySince(start)
	c.form.answered = append(c.form.answered, boolAsShare(recallAt(len(found), found, q.Evidence) > 0))
	c.form.sent = append(c.form.sent, float64(len(found)))
	return nil
}

// recordOwnRankingOfQuestionUnderName records the program's own ranking under a name.
func (c *chatRun) recordOwnRankingOfQuestionUnderName(ctx context.Context, name string, q benchQuestion) error {
	var ranked []string
	if c.form.report.Form == formMessages {
		hits, err := c.session.FindMessagesConcerningQuestion(ctx, q.Text, rankingDepth)
		if err != nil {
			return err
		}
		for _, h := range hits {
			ranked = append(ranked, c.turnOf[h.ID])
		}
	} else {
		var err error
		ranked, err = c.retrieveRelevantTurnIDs(ctx, memory.RetrieveParams{
			Query: q.Text, TopK: new(rankingDepth), Threshold: new(-1.0), // no cosine is lower
		})
		if err != nil {
			return err
		}
	}
	c.form.recordRankingFiguresOfQuestion(name, ranked, q, c.chat)
	return nil
}

// recordRankingsWithoutScorePart asks every question with one part of the score switched off,
// unless the form has none of that part.
func (c *chatRun) recordRankingsWithoutScorePart(
	ctx context.Context, part, setting string, questions []benchQuestion,
) error {
	isMessages, isAlone := c.form.report.Form == formMessages, c.form.report.Form == formAlone
	if part == "speaker" && !isMessages || isAlone && (part == "around" || part == "time") {
		return nil
	}
	restore, err := c.setWeightsAndReturnRestoreToStandard(ctx, map[string]string{setting: "0"})
	if err != nil {
		return err
	}
	for i, q := range questions {
		c.progress("without "+part, i, len(questions))
		if err := c.recordOwnRankingOfQuestionUnderName(ctx, ablationPrefix+part, q); err != nil {
			return err
		}
	}
	return restore()
}

// setWeightsAndReturnRestoreToStandard sets settings of the ranking; restore gives them the values
// of standard again.
func (c *chatRun) setWeightsAndReturnRestoreToStandard(
	ctx context.Context, values map[string]string,
) (restore func() error, _ error) {
	set := func(values map[string]string) error {
		for key, value := range values {
			if err := c.service.SetAndStoreSetting(ctx, key, value); err != nil {
				return err
			}
		}
		return nil
	}
	standard, before := memory.StandardPreset(), map[string]string{}
	for key := range values {
		before[key] = standard.TextValue(key)
	}
	return func() error { return set(before) }, set(values)
}

// recordWordMeaningAndSumRankings records words alone, meaning alone and the plain sum of both.
func (c *chatRun) recordWordMeaningAndSumRankings(ctx context.Context, q benchQuestion) error {
	kind, search := memory.OwnerMemory, c.db.FullText().SearchMemories
	if c.form.report.Form == formMessages {
		kind, search = memory.OwnerMessage, c.db.FullText().SearchMessages
	}
	byWords, err := search(ctx, q.Text, sumDepth, memory.FullTextFilter{ProfileID: benchProfile})
	if err != nil {
		return fmt.Errorf("search by words: %w", err)
	}
	vectors, err := c.run.enc.Embed(ctx, memory.EmbedPlainQuery, []string{q.Text})
	if err != nil {
		return fmt.Errorf("embed the question: %w", err)
	}
	in := memory.VectorCollection{ProfileID: benchProfile, Embedder: c.run.enc.ID(), Kind: kind}
	byCosine, err := c.db.VectorIndex().Search(ctx, in, vectors[0], len(c.chat.turns))
	if err != nil {
		return fmt.Errorf("search by cosine: %w", err)
	}
	words := make([]memory.ID, len(byWords))
	for i, hit := range byWords {
		words[i] = hit.Owner
	}
	meaning := make([]memory.ID, len(byCosine))
	for i, hit := range byCosine {
		meaning[i] = hit.Key.Owner
	}
	c.form.recordRankingFiguresOfQuestion(rankingWords, c.turnIDsOfFoundIDs(words), q, c.chat)
	c.form.recordRankingFiguresOfQuestion(rankingMeaning, c.turnIDsOfFoundIDs(meaning), q, c.chat)
	c.form.recordRankingFiguresOfQuestion(
		rankingPlainSum, c.turnIDsOfFoundIDs(rankByCosineAndWords(byCosine, byWords)), q, c.chat,
	)
	return nil
}

func (c *chatRun) turnIDsOfFoundIDs(ids []memory.ID) []string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = c.turnOf[id]
	}
	return out
}

// rankByCosineAndWords ranks the first 500 by cosine and those by words (500 at most) by
// 3 · cosine + bm25 / highest bm25 of the question. byCosine has every memory, best first.
func rankByCosineAndWords(byCosine []memory.VectorHit, byWords []memory.FullTextHit) []memory.ID {
	words := make(map[memory.ID]float64, len(byWords))
	for _, hit := range byWords {
		words[hit.Owner] = hit.Score / byWords[0].Score
	}
	score := map[memory.ID]float64{}
	var ranked []memory.ID
	for i, hit := range byCosine {
		id := hit.Key.Owner
		share, found := words[id]
		if i < sumDepth || found {
			score[id] = 3*hit.Cosine + share
			ranked = append(ranked, id)
		}
	}
	slices.SortStableFunc(ranked, func(a, b memory.ID) int {
		switch {
		case score[a] > score[b]:
			return -1
		case score[a] < score[b]:
			return 1
		}
		return 0
	})
	return ranked
}

// recordRankingsOfClassicPreset records the ranking of the classic preset.
func (c *chatRun) recordRankingsOfClassicPreset(ctx context.Context, questions []benchQuestion) error {
	for i, q := range questions {
		c.progress("questions under classic", i, len(questions))
		ranked, err := c.retrieveRelevantTurnIDs(ctx, memory.RetrieveParams{Query: q.Text, TopK: new(rankingDepth)})
		if err != nil {
			return err
		}
		c.form.recordRankingFiguresOfQuestion(rankingClassic, ranked, q, c.chat)
	}
	return nil
}

// recordGeneralRequestsBringingMemories records which requests bring memories at the default
// settings.
func (c *chatRun) recordGeneralRequestsBringingMemories(ctx context.Context) error {
	chosenOn, unseen := generalRequestsForTuningAndUnseen()
	disturbed, err := c.onesForRequestsBringingMemories(ctx, chosenOn)
	if err != nil {
		return err
	}
	c.form.disturbed = append(c.form.disturbed, disturbed...)
	if disturbed, err = c.onesForRequestsBringingMemories(ctx, unseen); err != nil {
		return err
	}
	c.form.unseenDisturbed = append(c.form.unseenDisturbed, disturbed...)
	return nil
}

// onesForRequestsBringingMemories returns 1 for each request that brings a memory, 0 for the
// others.
func (c *chatRun) onesForRequestsBringingMemories(ctx context.Context, requests []string) ([]float64, error) {
	out := make([]float64, 0, len(requests))
	for i, text := range requests {
		c.progress("general requests", i, len(requests))
		found, err := c.retrieveRelevantTurnIDs(ctx, memory.RetrieveParams{Query: text})
		if err != nil {
			return nil, err
		}
		out = append(out, boolAsShare(len(found) > 0))
	}
	return out, nil
}

// retrieveRelevantTurnIDs returns the turns of what the program finds in the lane of relevant
// memories, best first. That a search failed is an error here.
func (c *chatRun) retrieveRelevantTurnIDs(ctx context.Context, p memory.RetrieveParams) ([]string, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	got, err := c.session.RetrieveMemories(ctx, p)
	if err != nil {
		return nil, err
	}
	if got.Reason != "" && got.Reason != memory.ReasonNoHit {
		return nil, fmt.Errorf("the search failed: %s", got.Reason)
	}
	var turns []string
	for _, hit := range got.Memories {
		if hit.Lane == memory.LaneRelevant {
			turns = append(turns, c.turnOf[hit.ID])
		}
	}
	return turns, nil
}
