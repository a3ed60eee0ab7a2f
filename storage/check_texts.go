package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"memoir/memory/lang"
)

// changedText is a text that does not match the checksum beside it: damage changed one of the two.
type changedText struct {
	id            int64
	content, hash string
}

// contentHashLength is the length of a lang.ContentHash. Other checksums are not ours to judge.
const contentHashLength = 32

// tablesWithTextHash are the tables with a text and its lang.ContentHash, and their names for users.
func tablesWithTextHash() [][2]string {
	return [][2]string{{"memory", "memories"}, {"messages", "messages"}, {"contexts", "files"}}
}

// querier is a database handle or a transaction.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// listTextsDifferingFromHash returns the rows of a table whose text was changed by damage. SQLite
// does not notice a flipped bit inside a text.
func listTextsDifferingFromHash(ctx context.Context, q querier, table string) ([]changedText, error) {
	rows, err := q.QueryContext(ctx, "SELECT id, content, hash FROM "+table+" ORDER BY id")
	if err != nil {
		return nil, wrapErrorWithSentinel("check texts of "+table, err)
	}
	defer rows.Close()
	var out []changedText
	for rows.Next() {
		var c changedText
		if err := rows.Scan(&c.id, &c.content, &c.hash); err != nil {
			return nil, wrapErrorWithSentinel("check texts of "+table, err)
		}
		if len(c.hash) == contentHashLength && lang.ContentHash(c.content) != c.hash {
			out = append(out, c)
		}
	}
	return out, wrapErrorWithSentinel("check texts of "+table, rows.Err())
}

// rehashChangedTexts gives texts that damage changed the checksum they have now.
func rehashChangedTexts(ctx context.Context, q querier, table string, changed []changedText) error {
	for _, c := range changed {
		query, args := "UPDATE "+table+" SET hash = ? WHERE id = ?", []any{lang.ContentHash(c.content), c.id}
		if table == "memory" {
			query = "UPDATE memory SET hash = ?, folded = ? WHERE id = ?"
			args = []any{lang.ContentHash(c.content), lang.FoldText(c.content), c.id}
		}
		if _, err := q.ExecContext(ctx, query, args...); err != nil {
			return wrapErrorWithSentinel("accept texts of "+table, err)
		}
	}
	return nil
}

// describeChanged is the sentence about changed texts.
func describeChanged(what string, changed []changedText) string {
	ids := make([]int64, len(changed))
	for i, c := range changed {
		ids[i] = c.id
	}
	return fmt.Sprintf("%s whose text was changed by the damage: %s.", capitalize(what), listNumbers(ids))
}

// checkTexts compares texts with their checksums. With repair the changed texts stay as they are.
func (c *checker) checkTexts(ctx context.Context) error {
	for _, t := range tablesWithTextHash() {
		changed, err := listTextsDifferingFromHash(ctx, c.db.reader, t[0])
		if err != nil {
			return err
		}
		switch {
		case len(changed) == 0:
		case !c.repair:
			c.report.Problems = append(c.report.Problems, describeChanged(t[1], changed))
		default:
			c.report.Lost = append(c.report.Lost, describeChanged(t[1], changed))
			if err := c.rehashChangedTextsInTx(ctx, t[0], changed); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *checker) rehashChangedTextsInTx(ctx context.Context, table string, changed []changedText) error {
	if err := c.db.h.acquireWriter(ctx); err != nil {
		return err
	}
	defer func() { <-c.db.h.writerSlot }()
	tx, err := c.db.writer.BeginTx(ctx, nil)
	if err != nil {
		return wrapErrorWithSentinel("accept texts", err)
	}
	if err := rehashChangedTexts(ctx, tx, table, changed); err != nil {
		return errors.Join(err, ignoreAlreadyRolledBackError(tx.Rollback()))
	}
	return wrapErrorWithSentinel("accept texts", tx.Commit())
}
