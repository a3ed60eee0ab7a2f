package folder

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path"
	"strings"

	"gopkg.in/yaml.v3"

	"memoir/memory"
)

// errUnreadable means that a file is not one that Memoir can take in. It is left alone.
var errUnreadable = errors.New("this file can't be read")

// maxReadBytes bounds a file that is taken in: far more than the longest memory.
const maxReadBytes = 1 << 20

// frontMatter is what is read of a file beside its text.
type frontMatter struct {
	ID string `yaml:"id"`
	// ConversationID, CreatedAt and SummaryKind are read by an import only: where a file is and when
	// it was made does not change otherwise.
	ConversationID string          `yaml:"conversation_id"`
	CreatedAt      string          `yaml:"created_at"`
	SummaryKind    string          `yaml:"summary_kind"`
	Type           memory.Type     `yaml:"type"`
	Tags           []string        `yaml:"tags"`
	ValidFrom      memory.NullText `yaml:"valid_from"`
	ValidTo        memory.NullText `yaml:"valid_to"`
}

// decodeFrontMatterAndText returns the front matter and the text of a file. Windows line ends and a
// byte order mark, which editors add, are taken out, and so is one line feed at the end.
func decodeFrontMatterAndText(content []byte) (frontMatter, string, error) {
	content = bytes.TrimPrefix(content, []byte("\ufeff"))
	text := strings.ReplaceAll(string(content), "\r\n", "\n")
	rest, ok := strings.CutPrefix(text, frontMatterFence)
	if !ok {
		return frontMatter{}, "", fmt.Errorf("%w: it does not begin with ---", errUnreadable)
	}
	head, body, ok := strings.Cut("\n"+rest, "\n"+frontMatterFence)
	if !ok {
		return frontMatter{}, "", fmt.Errorf("%w: its front matter has no end", errUnreadable)
	}
	var fm frontMatter
	if err := yaml.Unmarshal([]byte(head), &fm); err != nil {
		return frontMatter{}, "", fmt.Errorf("%w: its front matter is not valid YAML: %w", errUnreadable, err)
	}
	return fm, strings.TrimSuffix(body, "\n"), nil
}

// readFile is the file of a fact as it is on the disk.
type readFile struct {
	path string // from the folder of the profile
	hash string // of its bytes
	fm   frontMatter
	text string
}

// readFactFile reads the file of a fact. One that someone made may have no front matter: it is all
// text.
func readFactFile(root *os.Root, name string) (readFile, error) {
	info, err := root.Lstat(name)
	if err == nil && info.Size() > maxReadBytes {
		return readFile{}, fmt.Errorf("%w: it is longer than a memory can be", errUnreadable)
	}
	content, err := readRegularFileIfExists(root, name)
	if err != nil {
		return readFile{}, err
	}
	f := readFile{path: name, hash: hexSHA256(content)}
	if f.fm, f.text, err = decodeFrontMatterAndText(content); err != nil && !looksLikeFrontMatter(content) {
		f.fm, f.text, err = frontMatter{}, string(content), nil
	}
	return f, err
}

// looksLikeFrontMatter reports whether a text begins with dashes or has fields of Memoir, so that
// it is no plain text.
func looksLikeFrontMatter(content []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(content, "\ufeff \t\r\n"), []byte("---")) ||
		bytes.Contains(content, []byte("conversation_id:"))
}

// isUnchangedSince reports whether the file is as Memoir wrote it.
func (f readFile) isUnchangedSince(r record) bool { return f.hash == r.SHA256 }

// toNewMemory returns what the file says of its memory.
func (f readFile) toNewMemory() memory.NewMemory {
	return memory.NewMemory{
		Content: f.text, Type: f.fm.Type, Tags: f.fm.Tags, ValidFrom: f.fm.ValidFrom, ValidTo: f.fm.ValidTo,
	}
}

// pathsOfFactFiles are the files in the folders of facts of a profile, by path.
type factFiles struct {
	facts map[string]bool // those that are read
	kept  []string        // those that Memoir kept when it had to write in their place
	aside []string        // see aside.go
}

// listFactAsideAndKeptFiles lists the files in the folders of facts below the folder of a profile.
func listFactAsideAndKeptFiles(root *os.Root) (factFiles, error) {
	found := factFiles{facts: map[string]bool{}}
	conversations, err := readDirNamesIfExists(root, entriesDir)
	if err != nil {
		return found, err
	}
	for _, c := range conversations {
		dir := path.Join(entriesDir, c, factsDir)
		names, err := readDirNamesIfExists(root, dir)
		if err != nil {
			return found, err
		}
		for _, n := range names {
			name := path.Join(dir, n)
			switch {
			case strings.HasSuffix(n, asideSuffix):
				found.aside = append(found.aside, name)
			case strings.Contains(n, editedMark):
				found.kept = append(found.kept, name)
			case isFactFileName(n):
				found.facts[name] = true
			}
		}
	}
	return found, nil
}

// isFactFileName reports whether a name is that of a fact and not of a file that an editor makes
// beside it.
func isFactFileName(name string) bool {
	return strings.HasSuffix(name, ".md") && !strings.HasPrefix(name, ".") && !strings.HasPrefix(name, "~") &&
		!strings.Contains(name, editedMark)
}

// readDirNamesIfExists returns the names in a folder, none when it does not exist or is no folder.
func readDirNamesIfExists(root *os.Root, dir string) ([]string, error) {
	info, err := root.Lstat(dir)
	if errors.Is(err, os.ErrNotExist) || err == nil && !info.IsDir() {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list %s: %w", dir, err)
	}
	f, err := root.Open(dir)
	if err != nil {
		return nil, fmt.Errorf("list %s: %w", dir, err)
	}
	defer f.Close()
	names, err := f.Readdirnames(-1)
	if err != nil {
		return nil, fmt.Errorf("list %s: %w", dir, err)
	}
	return names, nil
}
