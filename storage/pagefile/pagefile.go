// Package pagefile reads the pages of a SQLite database without SQLite, which gives up at the first
// damaged page (sqlite.org/fileformat2.html). Open finds the newest committed version of each page,
// in the write-ahead log or the file; Page parses one, and its Rows are all that can still be read.
// Everything belongs to one goroutine.
package pagefile

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"

	"memoir/memory"
)

// Kinds of b-tree pages (sqlite.org/fileformat2.html §1.6).
const (
	InteriorIndex = 0x02
	InteriorTable = 0x05
	LeafIndex     = 0x0a
	LeafTable     = 0x0d
)

// DefaultPageSize is the size in bytes that SQLite and Memoir use.
const DefaultPageSize = 4096

// File reads the pages of a SQLite database without SQLite, which gives up at the first damaged
// page. Pages that a committed transaction left in the write-ahead log are read from there.
type File struct {
	file   *os.File
	size   int // of a page in bytes
	usable int // size without the reserved bytes at a page's end
	Count  uint32
	logged map[uint32][]byte // the newest committed version of pages in the log
}

// Open opens a database that nobody else uses. A header that makes no sense is replaced by
// Memoir's own values, so that a database without its first page can be read.
func Open(path string) (*File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%w: it is no file", memory.ErrCorrupt)
	}
	if err != nil {
		_ = f.Close()
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	p := &File{file: f, size: DefaultPageSize}
	head := make([]byte, 100)
	if _, err := f.ReadAt(head, 0); err == nil {
		n := int(binary.BigEndian.Uint16(head[16:]))
		if n == 1 {
			n = 65536
		}
		if n >= 512 && n&(n-1) == 0 && head[21] == 64 && head[22] == 32 && head[23] == 32 {
			p.size = n
		}
	}
	p.usable = p.size
	p.loadCommittedWALPages(path + "-wal")
	p.Count = uint32((info.Size() + int64(p.size) - 1) / int64(p.size))
	for n := range p.logged {
		p.Count = max(p.Count, n)
	}
	return p, nil
}

// Close closes the file.
func (p *File) Close() error { return p.file.Close() }

// readPage returns page n, counted from 1; a page that the file's end cuts short is filled with
// zeros. It returns nil when there is no such page.
func (p *File) readPage(n uint32) []byte {
	if n == 0 || n > p.Count {
		return nil
	}
	if b := p.logged[n]; b != nil {
		return b
	}
	b := make([]byte, p.size)
	if got, err := p.file.ReadAt(b, int64(n-1)*int64(p.size)); err != nil && (err != io.EOF || got == 0) {
		return nil
	}
	return b
}

// loadCommittedWALPages reads the frames of a write-ahead log up to its last commit, as recovery
// does (sqlite.org/fileformat2.html §4). A log that does not start like one is ignored.
func (p *File) loadCommittedWALPages(path string) {
	log, err := os.ReadFile(path)
	if err != nil || len(log) < 32 {
		return
	}
	var order binary.ByteOrder = binary.LittleEndian
	switch binary.BigEndian.Uint32(log) {
	case 0x377f0682:
	case 0x377f0683:
		order = binary.BigEndian
	default:
		return
	}
	sum := logChecksum{order: order}
	sum.addBytes(log[:24])
	if !sum.matches(log[24:]) || int(binary.BigEndian.Uint32(log[8:])) != p.size {
		return
	}
	salt, pending := string(log[16:24]), map[uint32][]byte{}
	p.logged = map[uint32][]byte{}
	for rest := log[32:]; len(rest) >= 24+p.size; rest = rest[24+p.size:] {
		sum.addBytes(rest[:8])
		sum.addBytes(rest[24 : 24+p.size])
		if string(rest[8:16]) != salt || !sum.matches(rest[16:]) {
			return
		}
		pending[binary.BigEndian.Uint32(rest)] = rest[24 : 24+p.size]
		if binary.BigEndian.Uint32(rest[4:]) != 0 { // a commit
			for n, b := range pending {
				p.logged[n] = b
			}
			clear(pending)
		}
	}
}

// logChecksum is the cumulative checksum of a write-ahead log (sqlite.org/fileformat2.html §4.2).
type logChecksum struct {
	order  binary.ByteOrder
	s0, s1 uint32
}

func (c *logChecksum) addBytes(b []byte) {
	for ; len(b) >= 8; b = b[8:] {
		c.s0 += c.order.Uint32(b) + c.s1
		c.s1 += c.order.Uint32(b[4:]) + c.s0
	}
}

func (c *logChecksum) matches(b []byte) bool {
	return binary.BigEndian.Uint32(b) == c.s0 && binary.BigEndian.Uint32(b[4:]) == c.s1
}

// Page is a page of a table or an index.
type Page struct {
	file  *File
	Kind  byte
	data  []byte
	start int // of the page's header: 100 on page 1, else 0
	cells int
}

// BTreePage returns false for a page that is no b-tree page.
func (p *File) BTreePage(n uint32) (Page, bool) {
	b := Page{file: p, data: p.readPage(n)}
	if b.data == nil {
		return b, false
	}
	if n == 1 {
		b.start = 100
	}
	b.Kind = b.data[b.start]
	b.cells = int(binary.BigEndian.Uint16(b.data[b.start+3:]))
	known := b.Kind == LeafTable || b.Kind == LeafIndex || b.isInterior()
	return b, known && b.start+b.headerSize()+2*b.cells <= len(b.data)
}

func (b Page) isInterior() bool {
	return b.Kind == InteriorIndex || b.Kind == InteriorTable
}

func (b Page) headerSize() int {
	if b.isInterior() {
		return 12
	}
	return 8
}

// bytesFromCellToPageEnd returns the bytes of a cell up to the end of the page, nil when its
// pointer is out of range.
func (b Page) bytesFromCellToPageEnd(i int) []byte {
	at := int(binary.BigEndian.Uint16(b.data[b.start+b.headerSize()+2*i:]))
	if at < b.start+b.headerSize() || at > b.file.usable-4 {
		return nil
	}
	return b.data[at:b.file.usable]
}

// ChildPages returns the pages that an interior page points to.
func (b Page) ChildPages() []uint32 {
	if !b.isInterior() {
		return nil
	}
	var out []uint32
	for i := range b.cells {
		if c := b.bytesFromCellToPageEnd(i); c != nil {
			out = append(out, binary.BigEndian.Uint32(c))
		}
	}
	return append(out, binary.BigEndian.Uint32(b.data[b.start+8:]))
}

// Row is a row as it is stored: nil, int64, float64, string or []byte.
type Row struct {
	RowID  int64 // 0 in an index
	Values []any
	Cut    bool // the end of the row could not be read
}

// ForEachRow calls fn with every row of the page that can be read. Interior pages of tables
// have none.
func (b Page) ForEachRow(fn func(Row)) {
	if b.Kind == InteriorTable {
		return
	}
	for i := range b.cells {
		c := b.bytesFromCellToPageEnd(i)
		if b.Kind == InteriorIndex && len(c) > 4 {
			c = c[4:]
		}
		size, n := readVarint(c)
		if n == 0 || size > uint64(b.file.Count)*uint64(b.file.size) {
			continue
		}
		c = c[n:]
		var r Row
		if b.Kind == LeafTable {
			id, n := readVarint(c)
			if n == 0 {
				continue
			}
			r.RowID, c = int64(id), c[n:]
		}
		payload := b.file.readRowPayload(c, int(size), b.Kind == LeafTable)
		r.Cut = len(payload) < int(size)
		if r.Values = decodeWholeOrCutSQLiteRecord(payload); len(r.Values) > 0 {
			fn(r)
		}
	}
}

// readRowPayload returns a row's bytes, which continue on overflow pages
// (sqlite.org/fileformat2.html §1.6); fewer than size when the chain of pages is broken.
func (p *File) readRowPayload(cell []byte, size int, table bool) []byte {
	most := (p.usable-12)*64/255 - 23
	if table {
		most = p.usable - 35
	}
	if size <= most {
		return cell[:min(size, len(cell))]
	}
	least := (p.usable-12)*32/255 - 23
	local := least + (size-least)%(p.usable-4)
	if local > most {
		local = least
	}
	if local+4 > len(cell) {
		return cell
	}
	out := append(make([]byte, 0, size), cell[:local]...)
	next := binary.BigEndian.Uint32(cell[local:])
	for len(out) < size {
		page := p.readPage(next)
		if page == nil || next == 1 {
			return out
		}
		out = append(out, page[4:min(p.usable, 4+size-len(out))]...)
		next = binary.BigEndian.Uint32(page)
	}
	return out
}

// decodeWholeOrCutSQLiteRecord decodes a record (sqlite.org/fileformat2.html §2.1). The values of a
// record that is cut short end with what is left of the last text; nil means that it is no record.
func decodeWholeOrCutSQLiteRecord(b []byte) []any {
	size, n := readVarint(b)
	if n == 0 || size > uint64(len(b)) || int(size) < n {
		return nil
	}
	head, body := b[n:size], b[size:]
	values := []any{}
	for len(head) > 0 {
		kind, n := readVarint(head)
		if n == 0 || kind == 10 || kind == 11 {
			return nil
		}
		head = head[n:]
		length := serialTypeByteLength(kind)
		if length > uint64(len(body)) {
			if kind >= 13 && kind%2 == 1 {
				values = append(values, string(body))
			}
			return values
		}
		values = append(values, decodeSerialValue(kind, body[:length]))
		body = body[length:]
	}
	return values
}

// serialTypeByteLength returns the number of bytes of a value of a serial type.
func serialTypeByteLength(kind uint64) uint64 {
	switch {
	case kind >= 12:
		return (kind - 12) / 2
	case kind >= 8 || kind == 0:
		return 0
	case kind == 5:
		return 6
	case kind >= 6:
		return 8
	}
	return kind
}

func decodeSerialValue(kind uint64, b []byte) any {
	switch {
	case kind == 0:
		return nil
	case kind == 7:
		return math.Float64frombits(binary.BigEndian.Uint64(b))
	case kind == 8, kind == 9:
		return int64(kind - 8)
	case kind >= 13 && kind%2 == 1:
		return string(b)
	case kind >= 12:
		return append([]byte{}, b...)
	}
	n := int64(int8(b[0]))
	for _, x := range b[1:] {
		n = n<<8 | int64(x)
	}
	return n
}

// readVarint reads SQLite's big-endian integer of 1 to 9 bytes; size 0 means that b ends too early.
func readVarint(b []byte) (v uint64, size int) {
	for i := range min(len(b), 9) {
		if i == 8 {
			return v<<8 | uint64(b[i]), 9
		}
		v = v<<7 | uint64(b[i]&0x7f)
		if b[i] < 0x80 {
			return v, i + 1
		}
	}
	return 0, 0
}
