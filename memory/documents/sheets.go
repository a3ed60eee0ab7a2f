package documents

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/xuri/excelize/v2"
)

// readXLSX reads the sheets of an Excel workbook as tables, with the values as they are shown.
func readXLSX(data []byte, w *writer) error {
	// Both limits are the same, or sheets between them would be unpacked into files.
	f, err := excelize.OpenReader(bytes.NewReader(data), excelize.Options{
		UnzipSizeLimit: maxUnpackedBytes, UnzipXMLSizeLimit: maxUnpackedBytes,
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
	var table [][]string
	size := 0
	for rows.Next() {
		row, err := rows.Columns()
		if err != nil {
			return fmt.Errorf("read sheet %q: %w", sheet, err)
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
	w.addTable(table)
	return nil
}
