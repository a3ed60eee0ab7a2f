package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"

	sqlite "github.com/glebarez/go-sqlite"
	"gorm.io/gorm"

	"memoir/memory"
)

// SQLite's primary and extended result codes that this package treats specially
// (sqlite.org/rescode.html).
const (
	codeError      = 1
	codeBusy       = 5
	codeLocked     = 6
	codeReadOnly   = 8
	codeInterrupt  = 9
	codeIO         = 10
	codeCorrupt    = 11
	codeFull       = 13
	codeCantOpen   = 14
	codeTooBig     = 18
	codeConstraint = 19
	codeNotADB     = 26

	codeSharedMemorySize  = codeIO | 19<<8 // SQLITE_IOERR_SHMSIZE: no room for the WAL's shared memory
	codeShortRead         = codeIO | 2<<8  // SQLITE_IOERR_SHORT_READ: the file ends inside a page
	codeDamagedPage       = codeIO | 32<<8 // SQLITE_IOERR_DATA: a page fails its checksum
	codeDamagedFileSystem = codeIO | 33<<8 // SQLITE_IOERR_CORRUPTFS

	codeForeignKey = codeConstraint | 3<<8
	codePrimaryKey = codeConstraint | 6<<8
	codeUnique     = codeConstraint | 8<<8
	codeRowID      = codeConstraint | 10<<8
)

// wrapErrorWithSentinel wraps an error of the driver, of GORM or of the file system so that it
// unwraps to one of the core's sentinels and names the operation. Errors that already are sentinels
// of the core, and context errors, only get the operation.
func wrapErrorWithSentinel(op string, err error) error {
	if err == nil {
		return nil
	}
	if s := sentinelToAddToStorageError(err); s != nil && !errors.Is(err, s) {
		return fmt.Errorf("%s: %w: %w", op, s, err)
	}
	return fmt.Errorf("%s: %w", op, err)
}

func sentinelToAddToStorageError(err error) error {
	var coded *sqlite.Error
	switch {
	case unwrapsToCoreSentinel(err):
		return nil
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return nil
	case errors.Is(err, gorm.ErrRecordNotFound), errors.Is(err, sql.ErrNoRows):
		return memory.ErrNotFound
	case errors.Is(err, sql.ErrTxDone), errors.Is(err, sql.ErrConnDone),
		strings.Contains(err.Error(), "database is closed"): // database/sql does not export this error
		return memory.ErrClosed
	case errors.As(err, &coded):
		if coded.Code() == codeError && isMissingTableColumnOrBadSchemaError(err) {
			return memory.ErrCorrupt
		}
		return sentinelForSQLiteCode(coded.Code())
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return memory.ErrDiskFull
	case errors.Is(err, syscall.EROFS), errors.Is(err, fs.ErrPermission):
		return memory.ErrReadOnly
	default:
		return nil
	}
}

// isMissingTableColumnOrBadSchemaError reports that a table or column is missing that the schema
// has: somebody changed the database. SQLite has no code of its own for it.
func isMissingTableColumnOrBadSchemaError(err error) bool {
	s := err.Error()
	return strings.Contains(s, "no such table") || strings.Contains(s, "no such column") ||
		strings.Contains(s, "malformed database schema")
}

func sentinelForSQLiteCode(code int) error {
	switch code {
	case codeForeignKey:
		return memory.ErrNotFound
	case codeUnique, codePrimaryKey, codeRowID:
		return memory.ErrConflict
	case codeSharedMemorySize:
		return memory.ErrDiskFull
	case codeShortRead, codeDamagedPage, codeDamagedFileSystem:
		return memory.ErrCorrupt
	}
	switch code & 0xff {
	case codeConstraint, codeTooBig:
		return memory.ErrInvalid
	case codeFull:
		return memory.ErrDiskFull
	case codeReadOnly, codeCantOpen:
		return memory.ErrReadOnly
	case codeCorrupt, codeNotADB:
		return memory.ErrCorrupt
	case codeIO:
		return memory.ErrDiskIO
	case codeBusy, codeLocked:
		return memory.ErrBusy
	case codeInterrupt:
		return context.Canceled
	default:
		return nil
	}
}

// unwrapsToCoreSentinel reports whether err already unwraps to a sentinel that this package
// returns.
func unwrapsToCoreSentinel(err error) bool {
	for _, s := range []error{
		memory.ErrNotFound, memory.ErrConflict, memory.ErrInvalid, memory.ErrBusy, memory.ErrClosed,
		memory.ErrReadOnly, memory.ErrDiskFull, memory.ErrCorrupt, memory.ErrNewerSchema, memory.ErrForeignData,
		memory.ErrEmptied, memory.ErrDiskIO,
	} {
		if errors.Is(err, s) {
			return true
		}
	}
	return false
}
