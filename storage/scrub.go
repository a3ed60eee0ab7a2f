package storage

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"gorm.io/gorm"

	"memoir/memory"
	"memoir/memory/lang"
)

// erasedMark replaces an erased text.
const erasedMark = "[erased]"

// ScrubMemoryTextFromLedgerAndDerivedTexts also removes the text, in every version the ledger
// contains, from candidates and reasons of other decisions. Only whole occurrences are replaced:
// the text inside a longer word stays.
func (s decisionStore) ScrubMemoryTextFromLedgerAndDerivedTexts(
	ctx context.Context, profile, memoryID memory.ID,
) (int, error) {
	n := 0
	err := s.h.runAtomicWrite(ctx, fmt.Sprintf("scrub memory %d", memoryID), func(tx *gorm.DB) error {
		changed, texts, err := scrubLedgerReceiptsAndDerivedTexts(tx, profile, memoryID)
		if err != nil {
			return err
		}
		n = changed
		return recordPendingSnapshotErasure(
			tx,
			erasure{Table: "memory", Profile: profile, ID: memoryID, Hashes: contentHashesOf(texts)},
		)
	})
	return n, err
}

// scrubLedgerReceiptsAndDerivedTexts removes a memory's texts from ledger and receipts, and returns
// the number of rows changed and the contents that the memory had.
func scrubLedgerReceiptsAndDerivedTexts(tx *gorm.DB, profile, id memory.ID) (int, []string, error) {
	e := eraser{tx: tx, profile: profile, id: id}
	if err := e.collectErasedTextsSourcesAndMatchers(); err != nil {
		return 0, nil, err
	}
	inLedger, err := e.scrubTextsFromLedger()
	if err != nil {
		return 0, nil, err
	}
	inReceipts, err := e.scrubTextsFromReceipts()
	if err != nil {
		return 0, nil, err
	}
	inDerived, err := e.scrubTextsFromSummariesAndBaseMemory()
	return inLedger + inReceipts + inDerived, e.contents, err
}

// eraser removes one memory's text for one profile.
type eraser struct {
	tx      *gorm.DB
	profile memory.ID
	id      memory.ID
	texts   []string // every content and quote the memory had, longest first
	// contents are those texts that were the memory's own.
	contents []string
	sources  []memory.ID // messages that it was learned from
	matchers []lang.FactMatcher
}

// collectErasedTextsSourcesAndMatchers collects the memory's texts from its row, if that still
// exists, and from the decisions about it.
func (e *eraser) collectErasedTextsSourcesAndMatchers() error {
	var rows []profileMemoryRow
	err := e.tx.Raw(profileMemoryColumns+fromLinks+"WHERE l.profile_id = ? AND l.memory_id = ?", e.profile,
		e.id).Scan(&rows).Error
	if err != nil {
		return err
	}
	for _, h := range rows {
		e.texts = append(e.texts, h.Row.Content, h.Row.Quote)
		e.contents = append(e.contents, h.Row.Content)
		e.sources = append(e.sources, memory.ID(h.Row.SourceMessageID))
	}
	err = e.forEachDecisionWhere("d.id IN (SELECT decision_id FROM decision_memories WHERE memory_id = ?)", []any{e.id},
		func(d *memory.Decision) error {
			for _, m := range memorySnapshotsInDecision(d) {
				if m.ID == e.id {
					e.texts = append(e.texts, m.Content, string(m.Quote))
					e.contents = append(e.contents, m.Content)
					e.sources = append(e.sources, m.SourceMessageID)
				}
			}
			return nil
		})
	for _, t := range e.contents {
		if t != "" {
			e.matchers = append(e.matchers, lang.NewFactMatcher(t))
		}
	}
	for _, t := range e.texts {
		e.texts = append(e.texts, oneLineWithoutFencesAsInPrompts(t))
	}
	slices.SortFunc(e.texts, func(a, b string) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return strings.Compare(a, b)
	})
	e.texts = slices.DeleteFunc(slices.Compact(e.texts), func(t string) bool { return strings.TrimSpace(t) == "" })
	return err
}

// oneLineWithoutFencesAsInPrompts returns a text as prompts contain it: on one line and without
// code fences.
func oneLineWithoutFencesAsInPrompts(s string) string {
	return strings.NewReplacer("```", "'''", "~~~", "'''").Replace(strings.Join(strings.Fields(s), " "))
}

func (e *eraser) forEachDecisionWhere(where string, args []any, fn func(*memory.Decision) error) error {
	var rows []decisionRow
	err := e.tx.Raw("SELECT d.* FROM decision d WHERE d.profile_id = ? AND "+where,
		append([]any{e.profile}, args...)...).Scan(&rows).Error
	if err != nil {
		return err
	}
	for _, r := range rows {
		d, err := r.toDecision()
		if err != nil {
			return err
		}
		if err := fn(&d); err != nil {
			return err
		}
	}
	return nil
}

// scrubTextsFromLedger scrubs every decision that refers to the memory or contains its texts.
func (e *eraser) scrubTextsFromLedger() (int, error) {
	where := []string{"d.id IN (SELECT decision_id FROM decision_memories WHERE memory_id = ?)"}
	args := []any{e.id}
	for _, t := range e.texts {
		in := jsonStringWithoutQuotes(t)
		where = append(where, "instr(d.candidate, ?) OR instr(d.reason, ?) OR instr(d.before, ?) OR instr(d.after, ?) "+
			"OR instr(d.changes, ?)")
		args = append(args, t, t, in, in, in)
	}
	n := 0
	err := e.forEachDecisionWhere("("+strings.Join(where, " OR ")+")", args, func(d *memory.Decision) error {
		before, err := newDecisionRow(*d)
		if err != nil {
			return err
		}
		e.scrubTextsFromDecision(d)
		after, err := newDecisionRow(*d)
		if err != nil || haveSameDecisionTexts(before, after) {
			return err
		}
		n++
		return e.tx.Exec("UPDATE decision SET before = ?, after = ?, changes = ?, candidate = ?, reason = ? WHERE id = ?",
			after.Before, after.After, after.Changes, after.Candidate, after.Reason, d.ID).Error
	})
	return n, err
}

func haveSameDecisionTexts(a, b decisionRow) bool {
	same := func(x, y *string) bool { return x == y || x != nil && y != nil && *x == *y }
	return same(a.Before, b.Before) && same(a.After, b.After) && same(a.Changes, b.Changes) &&
		a.Candidate == b.Candidate && a.Reason == b.Reason
}

// scrubTextsFromDecision clears the memory's snapshots in d. Candidate and reason of a decision
// about this memory may paraphrase it, so there they are removed entirely.
func (e *eraser) scrubTextsFromDecision(d *memory.Decision) {
	for _, m := range memorySnapshotsInDecision(d) {
		if m.ID == e.id {
			e.clearTextsOfErasedMemoryInRecord(m)
		} else {
			m.Quote = memory.NullText(e.replaceErasedTexts(string(m.Quote)))
		}
	}
	if d.MemoryID == e.id || d.OldID == e.id {
		d.Candidate, d.Reason = "", ""
	} else {
		d.Candidate = memory.NullText(e.replaceErasedTexts(string(d.Candidate)))
		d.Reason = memory.NullText(e.replaceErasedTexts(string(d.Reason)))
	}
}

// clearTextsOfErasedMemoryInRecord removes everything textual from a snapshot.
func (e *eraser) clearTextsOfErasedMemoryInRecord(m *memory.Memory) {
	m.Content, m.Tags, m.Key, m.Quote, m.QuoteStart, m.QuoteEnd = "", []string{}, "", "", nil, nil
}

// scrubTextsFromReceipts scrubs every receipt that lists the memory or contains its texts.
func (e *eraser) scrubTextsFromReceipts() (int, error) {
	where := []string{
		"instr(m.receipt, ?)", `instr(m.receipt, '"summary":null') = 0`, `instr(m.receipt, '"base_memory":null') = 0`,
	}
	args := []any{fmt.Sprintf(`{"id":%d,`, e.id)}
	for _, t := range e.texts {
		where, args = append(where, "instr(m.receipt, ?)"), append(args, jsonStringWithoutQuotes(t))
	}
	var rows []messageRow
	err := e.tx.Raw("SELECT m.id, m.receipt, t.profile_id FROM messages m JOIN threads t ON t.id = m.thread_id "+
		"WHERE t.profile_id = ? AND m.receipt IS NOT NULL AND ("+strings.Join(where, " OR ")+")",
		append([]any{e.profile}, args...)...).Scan(&rows).Error
	if err != nil {
		return 0, err
	}
	n := 0
	for _, row := range rows {
		var r memory.Receipt
		if err := decodeNullableJSON(row.Receipt, &r); err != nil {
			return 0, err
		}
		e.scrubTextsFromReceipt(&r)
		after, err := encodeNullableJSON(r)
		if err != nil {
			return 0, err
		}
		if *after == *row.Receipt {
			continue
		}
		n++
		if err := e.tx.Exec("UPDATE messages SET receipt = ? WHERE id = ?", after, row.ID).Error; err != nil {
			return 0, err
		}
	}
	return n, nil
}

func (e *eraser) scrubTextsFromReceipt(r *memory.Receipt) {
	for _, hits := range [][]memory.MemoryHit{r.Memories, r.NearMisses} {
		for i := range hits {
			if hits[i].ID == e.id {
				e.clearTextsOfErasedMemoryInRecord(&hits[i].Memory)
			}
		}
	}
	for _, t := range []*memory.NullText{&r.Summary, &r.BaseMemory} {
		for line := range strings.Lines(string(*t)) {
			if line = strings.TrimRight(line, "\n"); e.isMemorySaidIn(line) {
				*t = memory.NullText(strings.ReplaceAll(string(*t), line, erasedMark))
				r.SystemMessage = strings.ReplaceAll(r.SystemMessage, line, erasedMark)
			}
		}
	}
	e.scrubTextsFromRecalledQuotesAndSummaries(r)
	r.SystemMessage = e.replaceErasedTexts(r.SystemMessage)
	r.Query = e.replaceErasedTexts(r.Query)
	r.ExpandedQuery = e.replaceErasedTexts(r.ExpandedQuery)
	r.Summary = memory.NullText(e.replaceErasedTexts(string(r.Summary)))
	r.BaseMemory = memory.NullText(e.replaceErasedTexts(string(r.BaseMemory)))
}

// scrubTextsFromRecalledQuotesAndSummaries replaces the erased texts in quotes of messages, and the
// points that say them in other chats' summaries, there and in the system message. The points of a
// summary stand in one line (turns.Runner.summariesOfRecalledOtherChats).
func (e *eraser) scrubTextsFromRecalledQuotesAndSummaries(r *memory.Receipt) {
	for i, m := range r.Recalled {
		r.Recalled[i].Text = e.replaceErasedTexts(m.Text)
	}
	for i, s := range r.RecalledSummaries {
		for point := range strings.SplitSeq(s.Text, "- ") {
			if point = strings.TrimSpace(point); point != "" && e.isMemorySaidIn(point) {
				r.RecalledSummaries[i].Text = strings.ReplaceAll(r.RecalledSummaries[i].Text, point, erasedMark)
				r.SystemMessage = strings.ReplaceAll(r.SystemMessage, point, erasedMark)
			}
		}
	}
}

// replaceErasedTexts replaces every whole occurrence of the memory's texts.
func (e *eraser) replaceErasedTexts(s string) string {
	for _, t := range e.texts {
		s = replaceWholeWordsWithErasedMark(s, t)
	}
	return s
}

// replaceWholeWordsWithErasedMark replaces t where it is not part of a longer word.
func replaceWholeWordsWithErasedMark(s, t string) string {
	var b strings.Builder
	for {
		i := strings.Index(s, t)
		if i < 0 {
			b.WriteString(s)
			return b.String()
		}
		before, _ := utf8.DecodeLastRuneInString(s[:i])
		after, _ := utf8.DecodeRuneInString(s[i+len(t):])
		b.WriteString(s[:i])
		if continuesWord(before) || continuesWord(after) {
			_, size := utf8.DecodeRuneInString(s[i:])
			b.WriteString(s[i : i+size])
			s = s[i+size:]
			continue
		}
		b.WriteString(erasedMark)
		s = s[i+len(t):]
	}
}

// continuesWord reports whether a rune next to a match makes it part of a longer word; scripts
// without spaces have no such words.
func continuesWord(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) && !isSpacelessScriptRune(r)
}

// jsonStringWithoutQuotes returns s as it appears inside a JSON string.
func jsonStringWithoutQuotes(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		return s // marshalling a string cannot fail
	}
	return strings.TrimSuffix(strings.TrimPrefix(string(b), `"`), `"`)
}
