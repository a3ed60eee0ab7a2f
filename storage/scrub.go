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
)

// erased replaces an erased text.
const erased = "[erased]"

// Scrub also removes the text, in every version the ledger contains, from candidates and
// reasons of other decisions. Only whole occurrences are replaced: the text inside a longer word
// stays.
func (s decisions) Scrub(ctx context.Context, profile, memoryID memory.ID) (int, error) {
	n := 0
	err := s.h.change(ctx, fmt.Sprintf("scrub memory %d", memoryID), func(tx *gorm.DB) error {
		e := eraser{tx: tx, profile: profile, id: memoryID}
		if err := e.learn(); err != nil {
			return err
		}
		inLedger, err := e.ledger()
		if err != nil {
			return err
		}
		inReceipts, err := e.receipts()
		n = inLedger + inReceipts
		return err
	})
	return n, err
}

// eraser removes one memory's text for one profile.
type eraser struct {
	tx      *gorm.DB
	profile memory.ID
	id      memory.ID
	texts   []string // every content and quote the memory had, longest first
}

// learn collects the memory's texts from its row, if that still exists, and from the
// decisions about it.
func (e *eraser) learn() error {
	var held []heldRow
	err := e.tx.Raw(heldColumns+fromLinks+"WHERE l.profile_id = ? AND l.memory_id = ?", e.profile, e.id).Scan(&held).Error
	if err != nil {
		return err
	}
	for _, h := range held {
		e.texts = append(e.texts, h.Row.Content, h.Row.Quote)
	}
	err = e.eachDecision("d.id IN (SELECT decision_id FROM decision_memories WHERE memory_id = ?)", []any{e.id},
		func(d *memory.Decision) error {
			for _, m := range snapshots(d) {
				if m.ID == e.id {
					e.texts = append(e.texts, m.Content, string(m.Quote))
				}
			}
			return nil
		})
	for _, t := range e.texts {
		e.texts = append(e.texts, asPrompted(t))
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

// asPrompted returns a text as prompts contain it: on one line and without code fences.
func asPrompted(s string) string {
	return strings.NewReplacer("```", "'''", "~~~", "'''").Replace(strings.Join(strings.Fields(s), " "))
}

func (e *eraser) eachDecision(where string, args []any, fn func(*memory.Decision) error) error {
	var rows []decisionRow
	err := e.tx.Raw("SELECT d.* FROM decision d WHERE d.profile_id = ? AND "+where,
		append([]any{e.profile}, args...)...).Scan(&rows).Error
	if err != nil {
		return err
	}
	for _, r := range rows {
		d, err := r.domain()
		if err != nil {
			return err
		}
		if err := fn(&d); err != nil {
			return err
		}
	}
	return nil
}

// ledger scrubs every decision that refers to the memory or contains its texts.
func (e *eraser) ledger() (int, error) {
	where := []string{"d.id IN (SELECT decision_id FROM decision_memories WHERE memory_id = ?)"}
	args := []any{e.id}
	for _, t := range e.texts {
		in := jsonText(t)
		where = append(where, "instr(d.candidate, ?) OR instr(d.reason, ?) OR instr(d.before, ?) OR instr(d.after, ?) "+
			"OR instr(d.changes, ?)")
		args = append(args, t, t, in, in, in)
	}
	n := 0
	err := e.eachDecision("("+strings.Join(where, " OR ")+")", args, func(d *memory.Decision) error {
		before, err := decisionRowOf(*d)
		if err != nil {
			return err
		}
		e.decision(d)
		after, err := decisionRowOf(*d)
		if err != nil || sameTexts(before, after) {
			return err
		}
		n++
		return e.tx.Exec("UPDATE decision SET before = ?, after = ?, changes = ?, candidate = ?, reason = ? WHERE id = ?",
			after.Before, after.After, after.Changes, after.Candidate, after.Reason, d.ID).Error
	})
	return n, err
}

func sameTexts(a, b decisionRow) bool {
	same := func(x, y *string) bool { return x == y || x != nil && y != nil && *x == *y }
	return same(a.Before, b.Before) && same(a.After, b.After) && same(a.Changes, b.Changes) &&
		a.Candidate == b.Candidate && a.Reason == b.Reason
}

// decision clears the memory's snapshots in d. Candidate and reason of a decision about this
// memory may paraphrase it, so there they are removed entirely.
func (e *eraser) decision(d *memory.Decision) {
	for _, m := range snapshots(d) {
		if m.ID == e.id {
			e.empty(m)
		} else {
			m.Quote = memory.Text(e.clean(string(m.Quote)))
		}
	}
	if d.MemoryID == e.id || d.OldID == e.id {
		d.Candidate, d.Reason = "", ""
	} else {
		d.Candidate, d.Reason = memory.Text(e.clean(string(d.Candidate))), memory.Text(e.clean(string(d.Reason)))
	}
}

// empty removes everything textual from a snapshot.
func (e *eraser) empty(m *memory.Memory) {
	m.Content, m.Tags, m.Key, m.Quote, m.QuoteStart, m.QuoteEnd = "", []string{}, "", "", nil, nil
}

// receipts scrubs every receipt that lists the memory or contains its texts.
func (e *eraser) receipts() (int, error) {
	where, args := []string{"instr(m.receipt, ?)"}, []any{fmt.Sprintf(`{"id":%d,`, e.id)}
	for _, t := range e.texts {
		where, args = append(where, "instr(m.receipt, ?)"), append(args, jsonText(t))
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
		if err := fromJSON(row.Receipt, &r); err != nil {
			return 0, err
		}
		e.receipt(&r)
		after, err := toJSON(r)
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

func (e *eraser) receipt(r *memory.Receipt) {
	for _, hits := range [][]memory.Hit{r.Memories, r.Near} {
		for i := range hits {
			if hits[i].ID == e.id {
				e.empty(&hits[i].Memory)
			}
		}
	}
	r.System, r.Query, r.ExpandedQuery = e.clean(r.System), e.clean(r.Query), e.clean(r.ExpandedQuery)
	r.Summary, r.BaseMemory = memory.Text(e.clean(string(r.Summary))), memory.Text(e.clean(string(r.BaseMemory)))
}

// clean replaces every whole occurrence of the memory's texts.
func (e *eraser) clean(s string) string {
	for _, t := range e.texts {
		s = replaceWhole(s, t)
	}
	return s
}

// replaceWhole replaces t where it is not part of a longer word.
func replaceWhole(s, t string) string {
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
		if joined(before) || joined(after) {
			_, size := utf8.DecodeRuneInString(s[i:])
			b.WriteString(s[i : i+size])
			s = s[i+size:]
			continue
		}
		b.WriteString(erased)
		s = s[i+len(t):]
	}
}

// joined reports whether a rune next to a match makes it part of a longer word; scripts
// without spaces have no such words.
func joined(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) && !isSpacelessRune(r)
}

// jsonText returns s as it appears inside a JSON string.
func jsonText(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		return s // marshalling a string cannot fail
	}
	return strings.TrimSuffix(strings.TrimPrefix(string(b), `"`), `"`)
}
