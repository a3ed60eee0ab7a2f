package storage

import (
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"math"
	"time"

	"gorm.io/gorm"

	"memoir/memory"
)

// timestamp is a time stored as nanoseconds since 1970 UTC, NULL for the zero time.
type timestamp struct{ time.Time }

// The range of times that nanoseconds since 1970 in an int64 can represent.
var (
	minTimestamp = time.Unix(0, math.MinInt64)
	maxTimestamp = time.Unix(0, math.MaxInt64)
)

func (s timestamp) Value() (driver.Value, error) {
	if s.IsZero() {
		return nil, nil
	}
	if s.Before(minTimestamp) || s.After(maxTimestamp) {
		return nil, &memory.FieldError{Field: "time", Problem: "is before 1678 or after 2262"}
	}
	return s.UnixNano(), nil
}

func (s *timestamp) Scan(v any) error {
	switch n := v.(type) {
	case nil:
		s.Time = time.Time{}
	case int64:
		s.Time = time.Unix(0, n).UTC()
	default:
		return fmt.Errorf("%w: a time is stored as %T", memory.ErrCorrupt, v)
	}
	return nil
}

// GormDataType keeps GORM from treating the struct as a relation.
func (timestamp) GormDataType() string { return "stamp" }

// nullID is an id stored as NULL when it is zero.
type nullID memory.ID

func (id nullID) Value() (driver.Value, error) {
	if id == 0 {
		return nil, nil
	}
	return int64(id), nil
}

func (id *nullID) Scan(v any) error {
	switch n := v.(type) {
	case nil:
		*id = 0
	case int64:
		*id = nullID(n)
	default:
		return fmt.Errorf("%w: an id is stored as %T", memory.ErrCorrupt, v)
	}
	return nil
}

// encodeNullableJSON returns v as JSON text, nil (NULL) for a nil pointer, slice or map.
func encodeNullableJSON(v any) (*string, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", memory.ErrInvalid, err)
	}
	if s := string(b); s != "null" {
		return &s, nil
	}
	return nil, nil
}

// decodeNullableJSON decodes a column written by encodeNullableJSON; NULL leaves v unchanged.
func decodeNullableJSON(column *string, v any) error {
	if column == nil {
		return nil
	}
	if err := json.Unmarshal([]byte(*column), v); err != nil {
		return fmt.Errorf("%w: stored JSON: %w", memory.ErrCorrupt, err)
	}
	return nil
}

// idsAsJSON encodes ids as a JSON array for json_each, which takes one SQL variable however many
// ids there are.
func idsAsJSON(ids []memory.ID) string {
	b := []byte{'['}
	for i, id := range ids {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, id.String()...)
	}
	return string(append(b, ']'))
}

// forEachRow calls scan for each row of a query, until it fails. A search reads hundreds of small
// rows, for which GORM's mapping to a struct is a third of the cost.
func forEachRow(query *gorm.DB, scan func(*sql.Rows) error) error {
	rows, err := query.Rows()
	if err != nil {
		return err
	}
	defer rows.Close() //nolint:errcheck // Err below tells what is of interest
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// convertAllRowsOrFail maps rows to domain values and stops at the first error.
func convertAllRowsOrFail[R, T any](rows []R, one func(R) (T, error)) ([]T, error) {
	out := make([]T, 0, len(rows))
	for _, r := range rows {
		v, err := one(r)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, nil
}
