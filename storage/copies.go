package storage

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"gorm.io/gorm"

	"memoir/memory"
)

// FindCopiesOfMemoryText matches a memory's own words without regard to their forms and order, and
// its quotes literally. Damaged databases that a repair kept are named without being read.
func (s decisionStore) FindCopiesOfMemoryText(
	ctx context.Context,
	profile, memoryID memory.ID,
) (memory.TextCopies, error) {
	var c memory.TextCopies
	err := s.h.runRead(ctx, fmt.Sprintf("find copies of memory %d", memoryID), func(db *gorm.DB) error {
		e := eraser{tx: db, profile: profile, id: memoryID}
		if err := e.collectMemoryTexts(); err != nil {
			return err
		}
		var err error
		if c.Messages, err = e.findMessagesRepeatingMemory(); err != nil {
			return err
		}
		if c.Chats, err = e.findChatTitlesRepeatingMemory(c.Messages); err != nil {
			return err
		}
		c.Files, err = e.findFilesContainingMemoryText()
		return err
	})
	if err != nil {
		return c, err
	}
	c.Databases, err = listFilesMatchingPattern(s.h.dir, damagedPrefix+"*.db")
	return c, err
}

func (e *eraser) findMessagesRepeatingMemory() ([]memory.ID, error) {
	found := map[memory.ID]bool{}
	for _, text := range e.texts {
		err := collectQueriedIDs(e.tx, found, `SELECT m.id FROM messages m JOIN threads t ON t.id = m.thread_id
          WHERE t.profile_id = ? AND instr(lower(m.content), lower(?))`, e.profile, strings.TrimRight(text, " .!?"))
		if err != nil {
			return nil, err
		}
	}
	for _, text := range e.contents {
		words := quotedDistinctiveWords(text)
		if len(words) == 0 {
			continue
		}
		err := collectQueriedIDs(e.tx, found, `SELECT m.id FROM message_words f JOIN messages m ON m.id = f.rowid
          JOIN threads t ON t.id = m.thread_id WHERE message_words MATCH ? AND t.profile_id = ?`,
			strings.Join(words, " AND "), e.profile)
		if err != nil {
			return nil, err
		}
	}
	return slices.Sorted(maps.Keys(found)), nil
}

// findChatTitlesRepeatingMemory returns the chats whose title repeats the texts. A title made of a
// message's first words has only some of them.
func (e *eraser) findChatTitlesRepeatingMemory(messages []memory.ID) ([]memory.ID, error) {
	found := map[memory.ID]bool{}
	for _, text := range e.contents {
		words := quotedDistinctiveWords(text)
		if len(words) == 0 {
			continue
		}
		err := collectQueriedIDs(e.tx, found, `SELECT t.id FROM thread_words f JOIN threads t ON t.id = f.rowid
          WHERE thread_words MATCH ? AND t.profile_id = ?`, strings.Join(words, " AND "), e.profile)
		if err != nil {
			return nil, err
		}
		err = collectQueriedIDs(e.tx, found, `SELECT t.id FROM thread_words f JOIN threads t ON t.id = f.rowid
          WHERE thread_words MATCH ? AND t.id IN (SELECT thread_id FROM messages WHERE id IN
          (SELECT value FROM json_each(?)))`, strings.Join(words, " OR "), idsAsJSON(messages))
		if err != nil {
			return nil, err
		}
	}
	return slices.Sorted(maps.Keys(found)), nil
}

func (e *eraser) findFilesContainingMemoryText() ([]memory.ID, error) {
	found := map[memory.ID]bool{}
	for _, text := range e.texts {
		err := collectQueriedIDs(e.tx, found, `SELECT id FROM contexts WHERE profile_id = ?
          AND instr(lower(content), lower(?))`, e.profile, strings.TrimRight(text, " .!?"))
		if err != nil {
			return nil, err
		}
	}
	return slices.Sorted(maps.Keys(found)), nil
}

// quotedDistinctiveWords returns the words of a memory that tell it from others, quoted for FTS5:
// those of at least four letters, without the user whom every memory is about.
func quotedDistinctiveWords(text string) []string {
	var out []string
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if len([]rune(w)) >= 4 && !strings.EqualFold(w, "user") {
			out = append(out, `"`+w+`"`)
		}
	}
	return out
}

func collectQueriedIDs(db *gorm.DB, into map[memory.ID]bool, query string, args ...any) error {
	var ids []memory.ID
	if err := db.Raw(query, args...).Scan(&ids).Error; err != nil {
		return err
	}
	for _, id := range ids {
		into[id] = true
	}
	return nil
}
