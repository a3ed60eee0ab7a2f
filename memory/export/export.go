// Package export writes chats and memories for people and for other programs: as an archive that
// can be imported again (JSON), as Markdown, and as one page of HTML. It reads one chat at a time.
// Start with Exporter.Write.
package export

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"memoir/memory"
	"memoir/memory/archive"
)

// Write writes an export and calls tell, which may be nil, after each chat. Chats in the trash and
// answers that are still being written are left out, the first unless everything is exported as an
// archive. A chat that is not there is memory.ErrNotFound, before anything is written.
func (x Exporter) Write(
	ctx context.Context, w io.Writer, o memory.ExportOptions, tell func(memory.Progress),
) (memory.ExportResult, error) {
	var r memory.ExportResult
	d, err := x.newDocumentWriterForFormat(w, o)
	if err != nil {
		return r, err
	}
	p, err := x.planExport(ctx, o)
	if err != nil {
		return r, fmt.Errorf("export: %w", err)
	}
	if tell == nil {
		tell = func(memory.Progress) {}
	}
	if err := x.writeDocumentByPlan(ctx, d, p, tell, &r); err != nil {
		return r, fmt.Errorf("export: %w", err)
	}
	return r, nil
}

func (x Exporter) newDocumentWriterForFormat(w io.Writer, o memory.ExportOptions) (document, error) {
	switch o.Format {
	case memory.FormatJSON:
		return &jsonDocument{w: w, exporter: x}, nil
	case memory.FormatMarkdown:
		return &markdownDocument{w: newTextWriter(w), exporter: x}, nil
	case memory.FormatHTML:
		return newHTMLDocument(w, x), nil
	}
	return nil, &memory.FieldError{Field: "format", Problem: "must be md, json or html"}
}

func (x Exporter) writeDocumentByPlan(
	ctx context.Context, d document, p plan, tell func(memory.Progress), r *memory.ExportResult,
) error {
	if err := d.beginDocument(p); err != nil {
		return err
	}
	if p.complete {
		if err := x.addPlannedFilesToDocument(ctx, d, p); err != nil {
			return err
		}
		if err := x.addPicturesOfPlannedChatsToDocument(ctx, d, p); err != nil {
			return err
		}
	}
	for _, m := range p.memories {
		if err := d.addMemory(m); err != nil {
			return err
		}
		r.Memories++
	}
	for i, c := range p.chats {
		if err := x.loadAndAddChatToDocument(ctx, d, p, c, r); err != nil {
			return fmt.Errorf("chat %d: %w", c.ID, err)
		}
		tell(memory.Progress{Done: i + 1, Total: len(p.chats)})
	}
	if p.withBase {
		if err := x.addNewestOrAllBaseVersionsToDocument(ctx, d, p); err != nil {
			return err
		}
	}
	if p.includesLedger() {
		if err := x.Store.DecisionStore().ForEach(ctx, x.Profile, d.addDecisionIfSupported); err != nil {
			return err
		}
	}
	return d.endDocument()
}

func (x Exporter) addPlannedFilesToDocument(ctx context.Context, d document, p plan) error {
	if p.options.Contents == memory.ExportAll {
		return x.Store.FileStore().ForEach(ctx, x.Profile, d.addFileIfSupported)
	}
	slices.Sort(p.fileIDs)
	for _, id := range slices.Compact(p.fileIDs) {
		f, err := x.Store.FileStore().Get(ctx, x.Profile, id)
		if err == nil {
			err = d.addFileIfSupported(f)
		}
		if err != nil {
			return fmt.Errorf("file %d: %w", id, err)
		}
	}
	return nil
}

func (x Exporter) addPicturesOfPlannedChatsToDocument(ctx context.Context, d document, p plan) error {
	chats := make([]memory.ID, len(p.chats))
	for i, c := range p.chats {
		chats[i] = c.ID
	}
	ids, err := x.Store.PictureStore().PictureIDsOfChats(ctx, x.Profile, chats)
	if err != nil {
		return err
	}
	for _, id := range ids {
		picture, err := x.Store.PictureStore().Get(ctx, x.Profile, id)
		if err == nil {
			err = d.addPictureIfSupported(picture)
		}
		if err != nil {
			return fmt.Errorf("picture %d: %w", id, err)
		}
	}
	return nil
}

func (x Exporter) loadAndAddChatToDocument(
	ctx context.Context, d document, p plan, c memory.Chat, r *memory.ExportResult,
) error {
	e := exportedChat{Chat: c}
	var err error
	if p.complete {
		err = x.loadArchiveOnlyData(ctx, &e)
	} else {
		e.messages, err = x.Store.MessageStore().ListBranch(ctx, x.Profile, c.ID, 0, 0)
	}
	if err != nil {
		return err
	}
	e.messages = slices.DeleteFunc(e.messages, func(m memory.Message) bool { return m.Status == memory.MessageStreaming })
	if !slices.ContainsFunc(e.messages, func(m memory.Message) bool { return m.ID == c.HeadID }) {
		e.HeadID = 0
		if len(e.messages) > 0 {
			e.HeadID = e.messages[len(e.messages)-1].ID
		}
	}
	if p.options.WithoutReceipts {
		for i := range e.messages {
			e.messages[i].Receipt = nil
		}
	}
	r.Chats, r.Messages = r.Chats+1, r.Messages+len(e.messages)
	return d.addChat(e)
}

// loadArchiveOnlyData loads what only archives have of a chat.
func (x Exporter) loadArchiveOnlyData(ctx context.Context, e *exportedChat) error {
	var err error
	if e.messages, err = x.Store.MessageStore().ListMessagesOfAllBranches(ctx, x.Profile, e.ID); err != nil {
		return err
	}
	if e.summaries, err = x.Store.SummaryStore().ListOfChat(ctx, x.Profile, e.ID); err != nil {
		return err
	}
	slices.Reverse(e.summaries)
	waiting, err := x.Store.PictureStore().ListUnsentInChat(ctx, x.Profile, e.ID)
	if err != nil {
		return err
	}
	for _, p := range waiting {
		e.waiting = append(e.waiting, p.ID)
	}
	e.origin, err = x.Store.ImportStore().GetOriginOfChat(ctx, x.Profile, e.ID)
	if errors.Is(err, memory.ErrNotFound) {
		return nil
	}
	return err
}

func (x Exporter) addNewestOrAllBaseVersionsToDocument(ctx context.Context, d document, p plan) error {
	limit := 1
	if p.complete {
		limit = 0
	}
	versions, err := x.Store.BaseMemoryStore().List(ctx, x.Profile, limit)
	if err != nil {
		return err
	}
	slices.Reverse(versions)
	return d.addBaseVersions(versions)
}

// jsonDocument writes an archive of Memoir.
type jsonDocument struct {
	w        io.Writer
	exporter Exporter
	out      *archive.Writer
	plan     plan
	section  archive.Section
}

func (d *jsonDocument) beginDocument(p plan) error {
	d.plan = p
	d.out = archive.NewArchiveWriterWritingHeader(d.w, archive.Header{
		Contents: p.options.Contents, History: p.includesLedger(), ExportedAt: d.exporter.Now.NowInUTCToMillisecond(),
		ProgramVersion: d.exporter.Version, Projects: p.projects,
	})
	return nil
}

// writeEntryBeginningItsSection writes an entry into its section, which is begun when it is not
// open.
func (d *jsonDocument) writeEntryBeginningItsSection(s archive.Section, v any) error {
	if d.section != s {
		d.endOpenSectionIfAny()
		d.out.BeginSection(s)
		d.section = s
	}
	return d.out.WriteEntry(v)
}

func (d *jsonDocument) endOpenSectionIfAny() {
	if d.section != "" {
		d.out.EndSection()
	}
	d.section = ""
}

func (d *jsonDocument) addFileIfSupported(f memory.File) error {
	return d.writeEntryBeginningItsSection(archive.FilesSection, archive.FileEntry{File: f, Content: f.Content})
}

func (d *jsonDocument) addPictureIfSupported(p memory.Picture) error {
	return d.writeEntryBeginningItsSection(archive.PicturesSection, archive.PictureEntry{Picture: p, Data: p.Data})
}

func (d *jsonDocument) addMemory(m memory.Memory) error {
	return d.writeEntryBeginningItsSection(archive.MemoriesSection, m)
}

func (d *jsonDocument) addChat(c exportedChat) error {
	e := archive.ChatEntry{
		Chat: c.Chat, TitleByUser: c.TitleByUser, UID: archive.UIDOfChatWithoutArchive(c.Chat),
		Messages: make([]archive.MessageEntry, len(c.messages)), Summaries: c.summaries,
		Waiting: c.waiting,
	}
	switch c.origin.Program {
	case "":
	case memory.ProgramMemoir:
		e.UID = c.origin.ExternalID
	default:
		e.Imported = &archive.ImportedFrom{
			Program: c.origin.Program, ExternalID: c.origin.ExternalID, Learning: c.origin.Learning,
		}
	}
	for i, m := range c.messages {
		e.Messages[i] = archive.MessageEntry{Message: m}
	}
	return d.writeEntryBeginningItsSection(archive.ChatsSection, e)
}

func (d *jsonDocument) addBaseVersions(versions []memory.BaseMemory) error {
	for _, b := range versions {
		if err := d.writeEntryBeginningItsSection(archive.BaseSection, b); err != nil {
			return err
		}
	}
	return nil
}

func (d *jsonDocument) addDecisionIfSupported(x memory.Decision) error {
	return d.writeEntryBeginningItsSection(
		archive.DecisionsSection, archive.DecisionEntry{Decision: x, Changes: x.Changes},
	)
}

func (d *jsonDocument) endDocument() error {
	d.endOpenSectionIfAny()
	return d.out.Close()
}
