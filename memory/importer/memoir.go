package importer

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"memoir/memory"
	"memoir/memory/archive"
)

// maxMemories is how many memories an archive may have; they are held in memory until their chats
// are stored.
const maxMemories = 200_000

// restoringSetting names the archive that is being imported into an empty data folder, where
// everything keeps the ids that it had.
const restoringSetting = "import.restoring"

// memoirImport imports one archive of Memoir. Into an empty data folder, rows get the ids that they
// had; elsewhere they get new ones, and whatever refers to them is changed accordingly.
type memoirImport struct {
	Importer
	dry    bool
	result *memory.ImportResult
	tell   func(memory.Progress)
	total  int // chats
	done   int

	header   archive.Header
	keepIDs  bool
	ids      idMap
	memories []memory.Memory               // global ones, until they are stored
	ofChats  map[memory.ID][]memory.Memory // memories of one chat, by its id in the archive
	sources  map[memory.ID]memory.Memory   // new memories by their new id, as the archive has them
	claimed  map[memory.ID]bool            // known memories that one of the archive was recognised as
	ledger   map[decisionPrint]bool        // rows of the ledger that are there
	undone   map[memory.ID]memory.ID       // new rows that are undone, and the archive's id of the undoing
	hasBase  bool                          // there is a text about the user
	lastBase string                        // the last version of the text about the user in the archive
	baseHere string                        // the one that is here
}

// importMemoirArchive imports Memoir's own archive.
func (im Importer) importMemoirArchive(
	ctx context.Context, a *archive.Archive, o memory.ImportOptions, tell func(memory.Progress),
) (memory.ImportResult, error) {
	r := memory.ImportResult{Attention: []memory.FileProblem{}, LeftOut: []memory.LeftOut{}}
	m := &memoirImport{
		Importer: im, dry: o.DryRun, result: &r, tell: tell, ids: newIDMap(), ofChats: map[memory.ID][]memory.Memory{},
		sources: map[memory.ID]memory.Memory{}, claimed: map[memory.ID]bool{}, undone: map[memory.ID]memory.ID{},
	}
	if err := a.ReadMemoirArchiveWithVisitor(m.newValidatingChatCountingVisitor()); err != nil {
		return r, err
	}
	err := a.ReadMemoirArchiveWithVisitor(archive.Visitor{
		Header:   func(h archive.Header) error { return m.decideWhetherToKeepIDsAndStoreProjects(ctx, h) },
		File:     func(f archive.FileEntry) error { return m.mapFileIDStoringUnlessKnown(ctx, f.File) },
		Picture:  func(p archive.PictureEntry) error { return m.storePictureUnlessDamaged(ctx, p.Picture) },
		Memory:   m.collectMemoryToStoreLater,
		Chat:     func(c archive.ChatEntry) error { return m.storeChatOrMissingMessages(ctx, c) },
		Base:     func(b memory.BaseMemory) error { return m.appendSafeBaseVersionUnlessAny(ctx, b) },
		Decision: func(d archive.DecisionEntry) error { return m.storeDecisionUnlessKnownOrErased(ctx, d.Decision) },
		End:      func(s archive.Section) error { return m.storeNonChatMemoriesAtSectionEnd(ctx, s) },
	})
	if err == nil {
		err = m.linkRowsReportAndEndImport(ctx)
	}
	if !m.dry { // an import that ended early leaves no picture without its message
		err = errors.Join(err, m.Store.PictureStore().DeleteUnreferenced(context.WithoutCancel(ctx), m.Profile))
	}
	return r, err
}

// newValidatingChatCountingVisitor reads the archive without storing anything, and counts its
// chats.
func (m *memoirImport) newValidatingChatCountingVisitor() archive.Visitor {
	held := 0
	return archive.Visitor{
		Header:  func(archive.Header) error { return nil },
		File:    func(archive.FileEntry) error { return nil },
		Picture: func(archive.PictureEntry) error { return nil },
		Memory: func(x memory.Memory) error {
			if held++; held > maxMemories {
				return &memory.ArchiveError{Problem: fmt.Sprintf("it has more than %d memories", maxMemories)}
			}
			return validateArchivedMemory(x)
		},
		Chat:     func(archive.ChatEntry) error { m.total++; return nil },
		Base:     func(memory.BaseMemory) error { return nil },
		Decision: func(archive.DecisionEntry) error { return nil },
		End:      func(archive.Section) error { return nil },
	}
}

// validateArchivedMemory refuses what no memory can be.
func validateArchivedMemory(x memory.Memory) error {
	if _, err := memory.TrimAndValidateContent(x.Content); err != nil && x.Content != "" {
		return &memory.ArchiveError{Problem: fmt.Sprintf("memory %d is empty or too long", x.ID)}
	}
	if x.ID <= 0 || !x.Type.IsValid() || x.Scope == memory.ScopeChat && x.ChatID == 0 ||
		x.Scope == memory.ScopeProject && x.ProjectID == 0 {
		return &memory.ArchiveError{Problem: fmt.Sprintf("memory %d is damaged", x.ID)}
	}
	return nil
}

// decideWhetherToKeepIDsAndStoreProjects decides whether rows keep their ids.
func (m *memoirImport) decideWhetherToKeepIDsAndStoreProjects(ctx context.Context, h archive.Header) error {
	m.header = h
	text, err := json.Marshal(h)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(text)
	name := hex.EncodeToString(sum[:])
	restoring, err := m.Store.SettingStore().Get(ctx, restoringSetting)
	if err != nil && !errors.Is(err, memory.ErrNotFound) {
		return err
	}
	if m.keepIDs = restoring == name; !m.keepIDs {
		if m.keepIDs, err = m.isDatabaseUntouched(ctx); err != nil {
			return err
		}
	}
	if m.keepIDs && !m.dry {
		if err := m.Store.SettingStore().Set(ctx, restoringSetting, name); err != nil {
			return err
		}
	}
	if err := m.storeProjectsUnlessKnown(ctx); err != nil {
		return err
	}
	newest, err := m.Store.BaseMemoryStore().NewestOrEmpty(ctx, m.Profile)
	m.hasBase, m.baseHere = newest.ID != 0 && !m.keepIDs, newest.Content
	return err
}

// dryProject stands for a project that an import would make.
const dryProject memory.ID = -1

// storeProjectsUnlessKnown stores the projects of the archive, and recognises those that are there
// by their names. Their files come later.
func (m *memoirImport) storeProjectsUnlessKnown(ctx context.Context) error {
	here, err := m.Store.ProjectStore().List(ctx, m.Profile)
	if err != nil {
		return err
	}
	for _, p := range m.header.Projects {
		old := p.ID
		at := slices.IndexFunc(here, func(k memory.Project) bool { return k.Name == p.Name })
		if err := (memory.ProjectPatch{Name: &p.Name, LearnedScope: &p.LearnedScope}).ValidateAndApplyTo(&p); err != nil ||
			old <= 0 {
			return &memory.ArchiveError{Problem: fmt.Sprintf("project %d is damaged", old)}
		}
		switch {
		case at >= 0:
			m.ids.projects[old] = here[at].ID
		case m.dry:
			m.ids.projects[old] = dryProject
		default:
			p.ID, p.ProfileID, p.FileIDs, p.Position = m.idToStoreUnder(old), m.Profile, nil, p.Position+len(here)
			if m.ids.projects[old], err = m.Store.ProjectStore().Create(ctx, p); err != nil {
				return err
			}
		}
	}
	return nil
}

// attachFilesToProjects attaches the files of the archive to its projects.
func (m *memoirImport) attachFilesToProjects(ctx context.Context) error {
	for _, p := range m.header.Projects {
		for _, f := range mappedIDs(m.ids.files, p.FileIDs, false) {
			if err := m.Store.ProjectStore().AttachFile(ctx, m.Profile, m.ids.projects[p.ID], f); err != nil {
				return err
			}
		}
	}
	return nil
}

// errRollBack ends a transaction whose effects are not wanted.
var errRollBack = errors.New("rolled back")

// isDatabaseUntouched reports whether the database has never had a chat, message, memory or file:
// whether the first of each would get the number 1.
func (m *memoirImport) isDatabaseUntouched(ctx context.Context) (untouched bool, err error) {
	err = m.Store.InTx(ctx, func(tx memory.Store) error {
		chat, err := tx.ChatStore().Create(ctx, memory.Chat{ProfileID: m.Profile, Memory: memory.MemoryOn})
		if err != nil {
			return err
		}
		message, err := tx.MessageStore().InsertAsHeadUpdatingChatTime(ctx, memory.Message{
			ChatID: chat, Role: memory.RoleUser, Status: memory.MessageComplete,
		})
		if err != nil {
			return err
		}
		file, err := tx.FileStore().Insert(ctx, memory.File{ProfileID: m.Profile})
		if err != nil {
			return err
		}
		fact, err := tx.MemoryStore().Insert(ctx, memory.Memory{
			ProfileID: m.Profile, Content: "-", Kind: memory.KindFact, Type: memory.TypeOther, Scope: memory.ScopeGlobal,
			Origin: memory.OriginSystem, Status: memory.StatusForgotten,
		})
		if err != nil {
			return err
		}
		untouched = chat == 1 && message == 1 && file == 1 && fact == 1
		return errRollBack
	})
	if errors.Is(err, errRollBack) {
		err = nil
	}
	return untouched, err
}

// idToStoreUnder returns the id that a row is stored under; 0 lets the store choose.
func (m *memoirImport) idToStoreUnder(id memory.ID) memory.ID {
	if m.keepIDs {
		return id
	}
	return 0
}

func (m *memoirImport) mapFileIDStoringUnlessKnown(ctx context.Context, f memory.File) error {
	known, err := m.Store.FileStore().GetBySHA256(ctx, m.Profile, f.SHA256)
	switch {
	case err == nil && known.Content == f.Content:
		m.ids.files[f.ID] = known.ID
		return nil
	case err != nil && !errors.Is(err, memory.ErrNotFound):
		return err
	}
	m.result.Files++
	if m.dry {
		return nil
	}
	old := f.ID
	f.ID, f.ProfileID, f.Name = m.idToStoreUnder(old), m.Profile, cleanImportedFileName(f.Name)
	m.ids.files[old], err = m.Store.FileStore().Insert(ctx, f)
	return err
}

// maxPictureBytes is how large a picture of an archive may be; Memoir stores smaller ones.
const maxPictureBytes = 16 << 20

// storePictureUnlessDamaged stores a picture until its message is stored.
func (m *memoirImport) storePictureUnlessDamaged(ctx context.Context, p memory.Picture) error {
	p.Name = cleanImportedFileName(p.Name)
	sum := sha256.Sum256(p.Data)
	if p.SHA256 != hex.EncodeToString(sum[:]) || len(p.Data) > maxPictureBytes || p.Width <= 0 || p.Height <= 0 ||
		p.MIME != "image/png" && p.MIME != "image/jpeg" {
		m.result.LeftOut = append(m.result.LeftOut, memory.LeftOut{Reason: "damaged pictures", Count: 1, Example: p.Name})
		return nil
	}
	if m.dry {
		return nil
	}
	old := p.ID
	p.ID, p.ProfileID = m.idToStoreUnder(old), m.Profile
	var err error
	m.ids.pictures[old], err = m.Store.PictureStore().InsertOrFindBySHA256(ctx, p)
	return err
}

// runInTxRollingBackIfDry runs fn in a transaction, which is rolled back when nothing is to be
// stored.
func (m *memoirImport) runInTxRollingBackIfDry(ctx context.Context, fn func(tx memory.Store) error) error {
	err := m.Store.InTx(ctx, func(tx memory.Store) error {
		if err := fn(tx); err != nil {
			return err
		}
		if m.dry {
			return errRollBack
		}
		return nil
	})
	if errors.Is(err, errRollBack) {
		return nil
	}
	return err
}

// storeChatOrMissingMessages stores a chat, or the messages of it that are not there yet.
func (m *memoirImport) storeChatOrMissingMessages(ctx context.Context, c archive.ChatEntry) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx)
	defer func() {
		m.done++
		m.tell(memory.Progress{Done: m.done, Total: m.total})
	}()
	chat, err := m.findStoredChatOfArchiveEntry(ctx, c)
	if err != nil {
		return fmt.Errorf("chat %d: %w", c.ID, err)
	}
	known := map[print]memory.ID{}
	if chat != 0 {
		if known, err = m.loadMessageIDsByFingerprint(ctx, chat); err != nil {
			return err
		}
	}
	s := memoirChat{memoirImport: m, entry: c, chat: chat, known: known}
	if err := s.storeMissingMessagesAndMemories(ctx); err != nil {
		return fmt.Errorf("chat %d: %w", c.ID, err)
	}
	return nil
}

// findStoredChatOfArchiveEntry returns the chat of an entry: one that was imported under its name,
// or the one of this database that has it; 0 for none.
func (m *memoirImport) findStoredChatOfArchiveEntry(ctx context.Context, c archive.ChatEntry) (memory.ID, error) {
	origins := []memory.ImportedChat{{Program: memory.ProgramMemoir, ExternalID: c.UID}}
	if c.Imported != nil {
		origins = append(origins, memory.ImportedChat{Program: c.Imported.Program, ExternalID: c.Imported.ExternalID})
	}
	for _, o := range origins {
		found, err := m.Store.ImportStore().FindByOrigin(ctx, m.Profile, o.Program, o.ExternalID)
		if err == nil || !errors.Is(err, memory.ErrNotFound) {
			return found.ChatID, err
		}
	}
	if c.ExternalID != "" {
		found, err := m.Store.ChatStore().GetByExternalID(ctx, m.Profile, string(c.ExternalID))
		if err == nil || !errors.Is(err, memory.ErrNotFound) {
			return found.ID, err
		}
	}
	_, number, _ := strings.Cut(c.UID, "-")
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return 0, nil //nolint:nilerr // a name that this Memoir did not give
	}
	own, err := m.Store.ChatStore().Get(ctx, m.Profile, memory.ID(n))
	if errors.Is(err, memory.ErrNotFound) || err == nil && archive.UIDOfChatWithoutArchive(own) != c.UID {
		return 0, nil
	}
	return own.ID, err
}

func (m *memoirImport) appendSafeBaseVersionUnlessAny(ctx context.Context, b memory.BaseMemory) error {
	m.lastBase = b.Content
	if m.hasBase || m.dry {
		return nil
	}
	old := b.ID
	b.ID, b.ProfileID = m.idToStoreUnder(old), m.Profile
	b.Content = m.cutSecretsAndSuspectLines(b.Content, "the text about you", m.result)
	b.SummaryIDs = mappedIDs(m.ids.summaries, b.SummaryIDs, m.keepIDs)
	if b.OwnLines == nil {
		b.OwnLines = []string{}
	}
	id, err := m.Store.BaseMemoryStore().Append(ctx, b)
	m.ids.base[old] = id
	return err
}

// linkRowsReportAndEndImport links memories to their sources and forgets that the archive was being
// imported.
func (m *memoirImport) linkRowsReportAndEndImport(ctx context.Context) error {
	if m.hasBase && m.lastBase != "" && m.lastBase != m.baseHere {
		m.result.Attention = append(m.result.Attention, memory.FileProblem{
			File: "text about you", Reason: "There was already a text about you, so it was left unchanged.",
		})
	}
	// Those of chats that are not in the archive have nowhere to be used.
	for chat, list := range m.ofChats {
		m.result.LeftOut = append(m.result.LeftOut, memory.LeftOut{
			Reason: "memories whose chats are missing", Count: len(list), Example: "chat " + chat.String(),
		})
	}
	if m.dry {
		return nil
	}
	if err := m.attachFilesToProjects(ctx); err != nil {
		return err
	}
	if err := m.linkMemoriesToMessagesAndMemories(ctx); err != nil {
		return err
	}
	if err := m.markUndoneDecisions(ctx); err != nil {
		return err
	}
	if !m.keepIDs {
		return nil
	}
	return m.Store.SettingStore().Set(ctx, restoringSetting, "")
}
