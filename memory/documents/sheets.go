package documents

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"
)

// writeXLSXAsMarkdown reads the sheets of an Excel workbook as tables, with the values as they are
// shown.
func writeXLSXAsMarkdown(data []byte, w *writer) error {
	// Both limits are the same, or sheets between them would be unpacked into files.
	f, err := excelize.OpenReader(bytes.NewReader(data), excelize.Options{
		UnzipSizeLimit: maxUnpackedBytes, UnzipXMLSizeLimit: maxUnpackedBytes,
		// A day that a program shows as its country writes it is read in the one form that every reader
		// understands.
		ShortDatePattern: "yyyy-mm-dd",
	})
	if errors.Is(err, excelize.ErrWorkbookPassword) {
		return errEncrypted()
	}
	if err != nil {
		return err
	}
	defer f.Close()
	for _, sheet := range f.GetSheetList() {
		if err := addSheetAsTable(f, sheet, w); err != nil {
			return err
		}
	}
	return w.err
}

func addSheetAsTable(f *excelize.File, sheet string, w *writer) error {
	rows, err := f.Rows(sheet)
	if err != nil {
		return fmt.Errorf("read sheet %q: %w", sheet, err)
	}
	defer rows.Close()
	raw, err := f.Rows(sheet)
	if err != nil {
		return fmt.Errorf("read sheet %q: %w", sheet, err)
	}
	defer raw.Close()
	var table [][]string
	size := 0
	for rows.Next() {
		row, err := rows.Columns()
		if err != nil {
			return fmt.Errorf("read sheet %q: %w", sheet, err)
		}
		if raw.Next() {
			values, err := raw.Columns(excelize.Options{RawCellValue: true})
			if err != nil {
				return fmt.Errorf("read sheet %q: %w", sheet, err)
			}
			restoreLargeNumbers(row, values)
		}
		for _, cell := range row {
			size += len(cell) + 3
		}
		if size > maxTextBytes || w.isLimitExceeded() {
			break
		}
		table = append(table, row)
	}
	if size == 0 {
		return nil
	}
	w.addHeading(2, "Sheet "+sheet)
	w.addTableOrParagraphs(table)
	return nil
}

// restoreLargeNumbers replaces whole numbers that a general format shortens to an exponent, such as
// those of accounts, by all their digits, which other programs show where the column is wide
// enough.
func restoreLargeNumbers(row, values []string) {
	const digitsOfExponent = "E+1" // 10 to the power of 10 to 19
	for i := range min(len(row), len(values)) {
		if _, err := strconv.ParseInt(values[i], 10, 64); err == nil && strings.Contains(row[i], digitsOfExponent) &&
			len(strings.TrimRight(row[i][:strings.Index(row[i], "E")], "0")) > maxPlacesOfScientific {
			row[i] = values[i]
		}
	}
}

// maxPlacesOfScientific is how many characters a number with a scientific format has before its
// exponent: a general one keeps all that fit.
const maxPlacesOfScientific = 6
