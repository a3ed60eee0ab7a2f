package archive

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"memoir/memory"
)

// Visitor takes the entries of Memoir's archive, in their order. Header comes first, and End after
// the last entry of each section that there is. An error ends the reading.
type Visitor struct {
	Header   func(Header) error
	File     func(FileEntry) error
	Picture  func(PictureEntry) error
	Memory   func(MemoryEntry) error
	Chat     func(ChatEntry) error
	Base     func(memory.BaseMemory) error
	Decision func(DecisionEntry) error
	End      func(Section) error
}

// ReadMemoirArchiveWithVisitor reads Memoir's own archive. One of a newer version, with sections
// that are not in order, or with entries that cannot be right, is a *memory.ArchiveError.
func (a *Archive) ReadMemoirArchiveWithVisitor(v Visitor) error {
	r, err := a.parts[0].open()
	if err != nil {
		return err
	}
	defer r.Close()
	e := &elementReader{r: skipByteOrderMark(r), left: maxChatBytes}
	m := memoirReader{json: json.NewDecoder(e), bytes: e, visitor: v}
	err = m.readAndVisitHeaderAndSections()
	var wrongType *json.UnmarshalTypeError
	if errors.As(err, &wrongType) {
		return &memory.ArchiveError{Problem: "the field “" + wrongType.Field + "” has the wrong type (" +
			wrongType.Value + ")"}
	}
	return archiveErrorFromJSON(err)
}

// memoirReader reads one archive.
type memoirReader struct {
	json    *json.Decoder
	bytes   *elementReader
	visitor Visitor
	header  map[string]json.RawMessage
	told    bool // the header was given to the visitor
	last    int  // index of the last section
}

func (m *memoirReader) readAndVisitHeaderAndSections() error {
	if _, err := m.json.Token(); err != nil {
		return err
	}
	m.header, m.last = map[string]json.RawMessage{}, -1
	for m.json.More() {
		t, err := m.json.Token()
		if err != nil {
			return err
		}
		key, _ := t.(string)
		if at := slices.Index(sectionsInOrder(), Section(key)); at >= 0 {
			if err := m.readSectionAndVisitEntries(Section(key), at); err != nil {
				return err
			}
			continue
		}
		var value json.RawMessage
		m.bytes.left = maxChatBytes
		if err := m.json.Decode(&value); err != nil {
			return err
		}
		if !m.told {
			m.header[key] = value
		}
	}
	if _, err := m.json.Token(); err != nil {
		return err
	}
	return m.checkVersionAndVisitHeaderOnce()
}

func sectionsInOrder() []Section {
	return []Section{FilesSection, PicturesSection, MemoriesSection, ChatsSection, BaseSection, DecisionsSection}
}

func (m *memoirReader) checkVersionAndVisitHeaderOnce() error {
	if m.told {
		return nil
	}
	m.told = true
	text, err := json.Marshal(m.header)
	if err != nil {
		return err
	}
	var h Header
	if err := json.Unmarshal(text, &h); err != nil {
		return err
	}
	if h.Version < 1 || h.Version > memoirVersion {
		return &memory.ArchiveError{Problem: fmt.Sprintf(
			"it uses format version %d, but this version of Memoir reads only version %d", h.Version, memoirVersion)}
	}
	return m.visitor.Header(h)
}

func (m *memoirReader) readSectionAndVisitEntries(s Section, at int) error {
	if at <= m.last {
		return &memory.ArchiveError{Problem: "its parts are out of order"}
	}
	m.last = at
	if err := m.checkVersionAndVisitHeaderOnce(); err != nil {
		return err
	}
	t, err := m.json.Token()
	if err != nil {
		return err
	}
	if t != json.Delim('[') {
		return &memory.ArchiveError{Problem: "the part “" + string(s) + "” isn't a list"}
	}
	for m.json.More() {
		m.bytes.left = maxChatBytes
		if err := m.readAndVisitEntry(s); err != nil {
			return err
		}
	}
	if _, err := m.json.Token(); err != nil {
		return err
	}
	return m.visitor.End(s)
}

func (m *memoirReader) readAndVisitEntry(s Section) error {
	switch s {
	case FilesSection:
		return decodeAndUseEntry(m.json, func(f FileEntry) error {
			f.File.Content = f.Content
			return m.visitor.File(f)
		})
	case PicturesSection:
		return decodeAndUseEntry(m.json, func(p PictureEntry) error {
			p.Picture.Data = p.Data
			return m.visitor.Picture(p)
		})
	case MemoriesSection:
		return decodeAndUseEntry(m.json, m.visitor.Memory)
	case ChatsSection:
		return decodeAndUseEntry(m.json, func(c ChatEntry) error {
			if err := validateTreeAndTakeTitleByUser(&c); err != nil {
				return err
			}
			return m.visitor.Chat(c)
		})
	case BaseSection:
		return decodeAndUseEntry(m.json, m.visitor.Base)
	}
	return decodeAndUseEntry(m.json, func(d DecisionEntry) error {
		d.Decision.Changes = d.Changes
		return m.visitor.Decision(d)
	})
}

func decodeAndUseEntry[T any](d *json.Decoder, use func(T) error) error {
	var v T
	if err := d.Decode(&v); err != nil {
		return err
	}
	return use(v)
}

// validateTreeAndTakeTitleByUser refuses a chat whose messages are no tree, and takes its title
// over.
func validateTreeAndTakeTitleByUser(c *ChatEntry) error {
	c.Chat.TitleByUser = c.TitleByUser
	if len(c.Messages) > maxMessages {
		return &memory.ArchiveError{Problem: fmt.Sprintf("chat %d has more than %d messages", c.ID, maxMessages)}
	}
	seen := make(map[memory.ID]bool, len(c.Messages))
	for _, m := range c.Messages {
		switch {
		case m.ID <= 0 || seen[m.ID]:
			return &memory.ArchiveError{Problem: fmt.Sprintf("chat %d contains the same message twice, or a message without "+
				"an ID", c.ID)}
		case m.ParentID != 0 && !seen[m.ParentID]:
			return &memory.ArchiveError{Problem: fmt.Sprintf("in chat %d, a message comes before the one it answers", c.ID)}
		}
		seen[m.ID] = true
	}
	if c.HeadID != 0 && !seen[c.HeadID] {
		return &memory.ArchiveError{Problem: fmt.Sprintf("the last message of chat %d is missing", c.ID)}
	}
	return nil
}
