package storage

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"math"
	"time"

	"memoir/memory"
)

// stamp is a time as a column: nanoseconds since 1970 UTC, NULL for the zero time.
type stamp struct{ time.Time }

// The first and last second that nanoseconds in 64 bits can name.
var (
	minStamp = time.Unix(0, math.MinInt64)
	maxStamp = time.Unix(0, math.MaxInt64)
)

// Value implements driver.Valuer.
func (s stamp) Value() (driver.Value, error) {
	if s.IsZero() {
		return nil, nil
	}
	if s.Before(minStamp) || s.After(maxStamp) {
		return nil, &memory.FieldError{Field: "time", Problem: "is before 1678 or after 2262"}
	}
	return s.UnixNano(), nil
}

// Scan implements sql.Scanner.
func (s *stamp) Scan(v any) error {
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

// GormDataType keeps GORM from taking the struct for a relation.
func (stamp) GormDataType() string { return "stamp" }

// optID is an id as a column: NULL for none.
type optID memory.ID

// Value implements driver.Valuer.
func (id optID) Value() (driver.Value, error) {
	if id == 0 {
		return nil, nil
	}
	return int64(id), nil
}

// Scan implements sql.Scanner.
func (id *optID) Scan(v any) error {
	switch n := v.(type) {
	case nil:
		*id = 0
	case int64:
		*id = optID(n)
	default:
		return fmt.Errorf("%w: an id is stored as %T", memory.ErrCorrupt, v)
	}
	return nil
}

// toJSON returns v as JSON text, nil (NULL) for a nil pointer, slice or map.
func toJSON(v any) (*string, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", memory.ErrInvalid, err)
	}
	if s := string(b); s != "null" {
		return &s, nil
	}
	return nil, nil
}

// fromJSON reads a column that toJSON wrote; NULL leaves v as it is.
func fromJSON(column *string, v any) error {
	if column == nil {
		return nil
	}
	if err := json.Unmarshal([]byte(*column), v); err != nil {
		return fmt.Errorf("%w: stored JSON: %w", memory.ErrCorrupt, err)
	}
	return nil
}

// idList is ids as a JSON array, for json_each: one variable whatever their number.
func idList(ids []memory.ID) string {
	b := []byte{'['}
	for i, id := range ids {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, id.String()...)
	}
	return string(append(b, ']'))
}

// convertAll maps rows to domain values.
func convertAll[R, T any](rows []R, one func(R) (T, error)) ([]T, error) {
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
