package folder

import (
	"cmp"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"memoir/memory"
)

// ReadAllProfilesInFolder reads what a folder holds of every profile, the first one first. Files
// that cannot be read are problems, by their path in the folder. Nothing is changed. A folder
// without entries is memory.ErrInvalid.
func ReadAllProfilesInFolder(dir string) ([]memory.FolderContent, []memory.FileProblem, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, nil, fmt.Errorf("open the folder: %w", err)
	}
	defer root.Close()
	dirs := []string{"."}
	others, err := readDirNamesIfExists(root, profilesDir)
	if err != nil {
		return nil, nil, err
	}
	slices.Sort(others)
	for _, name := range others {
		dirs = append(dirs, path.Join(profilesDir, name))
	}
	var all []memory.FolderContent
	var problems []memory.FileProblem
	found := false
	for _, d := range dirs {
		own, err := root.OpenRoot(d)
		if err != nil {
			problems = append(problems, memory.FileProblem{File: d, Reason: "This should be a folder, not a file."})
			continue
		}
		x := exportReader{root: own, prefix: d}
		if d != "." {
			x.content.Profile = unescapeFileName(path.Base(d))
		}
		err = x.readProfileFolder()
		own.Close()
		if err != nil {
			return nil, nil, err
		}
		found = found || x.found
		all, problems = append(all, x.content), append(problems, x.problems...)
	}
	if !found {
		return nil, nil, fmt.Errorf("there are no entries of Memoir in %s: %w", dir, memory.ErrInvalid)
	}
	return all, problems, nil
}

// unescapeFileName returns the text of which escapeFileName made a name; a name that it shortened
// stays as it is.
func unescapeFileName(name string) string {
	if text, err := url.PathUnescape(name); err == nil && escapeFileName(text) == name {
		return text
	}
	return name
}

// exportReader reads the folder of one profile.
type exportReader struct {
	root     *os.Root
	prefix   string
	index    index
	content  memory.FolderContent
	problems []memory.FileProblem
	found    bool
}

func (x *exportReader) readProfileFolder() error {
	var err error
	if x.index, err = readIndexOrEmpty(x.root); err != nil {
		x.addFileProblem(indexName, err)
		x.index = index{}
	}
	names, err := readDirNamesIfExists(x.root, entriesDir)
	if err != nil {
		return err
	}
	slices.Sort(names)
	for _, name := range names {
		if err := x.readConversation(name); err != nil {
			return err
		}
	}
	slices.SortStableFunc(x.content.Chats, func(a,
		b memory.FolderChat,
	) int {
		return firstMessageOrSummaryTime(a).Compare(firstMessageOrSummaryTime(b))
	})
	slices.SortStableFunc(x.content.Memories, func(a, b memory.FolderMemory) int {
		return a.CreatedAt.Compare(b.CreatedAt)
	})
	return nil
}

// firstMessageOrSummaryTime is when a chat began.
func firstMessageOrSummaryTime(c memory.FolderChat) time.Time {
	if len(c.Messages) > 0 {
		return c.Messages[0].CreatedAt
	}
	return c.SummaryAt
}

func (x *exportReader) addFileProblem(name string, err error) {
	x.problems = append(x.problems, memory.FileProblem{
		File:   path.Join(x.prefix, name),
		Reason: explainUnreadableFile(err),
	})
}

// readConversation reads the files of one conversation.
func (x *exportReader) readConversation(name string) error {
	dir := path.Join(entriesDir, name)
	isGlobal := name == string(memory.GlobalConversation)
	chat := memory.FolderChat{ConversationID: unescapeFileName(name), Own: isMemoirChatFolderName(name)}
	if isGlobal {
		chat.ConversationID = name
	}
	if err := x.readMessagesIntoChat(dir, &chat); err != nil {
		return err
	}
	if err := x.readSummaryIntoChat(dir, &chat); err != nil {
		return err
	}
	chat.Title = x.index.Titles[chat.ConversationID]
	if project := x.index.Projects[chat.ConversationID]; project != "" {
		chat.ProjectName = cmp.Or(x.index.Titles[project], project)
	}
	before := len(x.content.Memories)
	if err := x.readFacts(dir, chat.ConversationID); err != nil {
		return err
	}
	isProject := isProjectFolderName(name)
	for i := before; isProject && i < len(x.content.Memories); i++ {
		x.content.Memories[i].ProjectName = cmp.Or(chat.Title, name)
	}
	hasFacts := !isGlobal && !isProject && len(x.content.Memories) > before
	if len(chat.Messages) > 0 || chat.Summary != "" || hasFacts {
		x.content.Chats = append(x.content.Chats, chat)
	}
	if !isGlobal {
		return nil
	}
	return x.forEachReadableFileNotingProblems(dir, func(f exportedFile) {
		if path.Base(f.path) == "base.md" {
			x.content.Base, x.content.BaseAt = f.text, f.createdAt
		}
	})
}

// readSummaryIntoChat reads the summary of a chat, if there is one.
func (x *exportReader) readSummaryIntoChat(dir string, chat *memory.FolderChat) error {
	return x.forEachReadableFileNotingProblems(path.Join(dir, "summaries"), func(f exportedFile) {
		if f.fm.ConversationID != "" {
			chat.ConversationID = f.fm.ConversationID
		}
		chat.Summary, chat.SummaryKind, chat.SummaryAt = f.text, f.fm.SummaryKind, f.createdAt
	})
}

// readMessagesIntoChat reads the messages of a chat, oldest first.
func (x *exportReader) readMessagesIntoChat(dir string, chat *memory.FolderChat) error {
	for _, role := range []memory.Role{memory.RoleUser, memory.RoleAssistant} {
		err := x.forEachReadableFileNotingProblems(path.Join(dir, "turns", string(role)), func(f exportedFile) {
			if f.fm.ConversationID != "" {
				chat.ConversationID = f.fm.ConversationID // a long name is shortened
			}
			number, _ := strconv.ParseInt(strings.TrimPrefix(f.fm.ID, "message-"), 10, 64)
			chat.Messages = append(chat.Messages, memory.Message{
				ID: memory.ID(number), Role: role, Content: f.text, CreatedAt: f.createdAt,
			})
		})
		if err != nil {
			return err
		}
	}
	slices.SortStableFunc(chat.Messages, func(a, b memory.Message) int {
		return cmp.Or(cmp.Compare(a.ID, b.ID), a.CreatedAt.Compare(b.CreatedAt))
	})
	for i := range chat.Messages {
		chat.Messages[i].ID = 0 // it gets its own
	}
	return nil
}

// isMemoirChatFolderName reports whether the folder of a conversation is that of a chat of Memoir
// itself.
func isMemoirChatFolderName(name string) bool {
	number, ok := strings.CutPrefix(name, chatNamePrefix)
	_, err := strconv.ParseInt(number, 10, 64)
	return ok && err == nil
}

func (x *exportReader) readFacts(dir, conversation string) error {
	return x.forEachReadableFileNotingProblems(path.Join(dir, factsDir), func(f exportedFile) {
		x.content.Memories = append(x.content.Memories, memory.FolderMemory{
			NewMemory: f.toNewMemory(), File: path.Join(x.prefix, f.path), ConversationID: conversation, CreatedAt: f.createdAt,
			AsWritten: f.isUnchangedSince(x.index.Entries[f.fm.ID]),
		})
	})
}

// exportedFile is a file of any kind with its time.
type exportedFile struct {
	readFile
	createdAt time.Time
}

// forEachReadableFileNotingProblems calls use with every file of a folder that can be read; the
// others are problems.
func (x *exportReader) forEachReadableFileNotingProblems(dir string, use func(exportedFile)) error {
	names, err := readDirNamesIfExists(x.root, dir)
	if err != nil {
		return err
	}
	slices.Sort(names)
	for _, n := range names {
		if !isFactFileName(n) && !strings.Contains(n, editedMark) {
			continue
		}
		x.found = true
		f := exportedFile{}
		if f.readFile, err = x.readExportedFile(path.Join(dir, n)); err == nil && f.fm.CreatedAt != "" {
			f.createdAt, err = time.Parse(time.RFC3339Nano, f.fm.CreatedAt)
		}
		if err == nil && strings.Contains(n, editedMark) {
			err = fmt.Errorf("%w: it is an older version that someone has edited", errUnreadable)
		}
		if err != nil {
			x.addFileProblem(path.Join(dir, n), err)
			continue
		}
		use(f)
	}
	return nil
}

// readExportedFile reads a file. One that is as Memoir wrote it is taken byte for byte.
func (x *exportReader) readExportedFile(name string) (readFile, error) {
	content, err := readRegularFileIfExists(x.root, name)
	if err == nil && content == nil {
		err = fs.ErrNotExist
	}
	if err != nil {
		return readFile{}, err
	}
	f := readFile{path: name, hash: hexSHA256(content)}
	if f.fm, f.text, err = decodeFrontMatterAndText(content); err != nil && !looksLikeFrontMatter(content) {
		f.fm, f.text, err = frontMatter{}, strings.TrimSuffix(string(content), "\n"), nil
	}
	if r, ok := x.index.Entries[f.fm.ID]; ok && f.isUnchangedSince(r) {
		rest := strings.TrimPrefix(string(content), frontMatterFence)
		if _, body, found := strings.Cut(rest, "\n"+frontMatterFence); found {
			f.text = strings.TrimSuffix(body, "\n")
		}
	}
	return f, err
}
