package folder

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"memoir/memory"
)

// errUnreadable means that a file is not one that Memoir can take in. It is left alone.
var errUnreadable = errors.New("the file cannot be read")

// frontMatter is what is read of a file beside its text.
type frontMatter struct {
	ID        string          `yaml:"id"`
	Type      memory.Type     `yaml:"type"`
	Tags      []string        `yaml:"tags"`
	ValidFrom memory.NullText `yaml:"valid_from"`
	ValidTo   memory.NullText `yaml:"valid_to"`
}

// decode returns the front matter and the text of a file. Windows line ends and a byte order mark, which
// editors add, are taken out, and so is one line feed at the end.
func decode(content []byte) (frontMatter, string, error) {
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
		return frontMatter{}, "", fmt.Errorf("%w: %w", errUnreadable, err)
	}
	return fm, strings.TrimSuffix(body, "\n"), nil
}

// takeInEdits changes the memories whose files someone edited since Memoir wrote them. A memory that
// changed in the store as well keeps the text of the store; writeFile then keeps the file beside it. Files
// that are gone, have no record or cannot be read change nothing; the last are named in the log.
func (m *Mirror) takeInEdits(
	ctx context.Context, w *writer, reader profileReader, isTouched func(path string) bool,
) error {
	facts, err := reader.readFacts(ctx)
	if err != nil {
		return err
	}
	for _, f := range facts {
		r, known := w.index.Entries[f.entry.ID]
		if !known || r.Path != f.path || !isTouched(f.path) || hashOf(f.entry.encode()) != r.SHA256 {
			continue
		}
		if err := m.takeInEdit(ctx, w, reader.profile, f.entry, r); err != nil {
			m.o.Log.Warn("the edit of a file was not taken in; the file is left alone", "file", f.path, "err", err)
		}
	}
	return nil
}

// takeInEdit reads the file of a memory and changes the memory when the file differs from it.
func (m *Mirror) takeInEdit(ctx context.Context, w *writer, profile memory.ID, e entry, r record) error {
	m.readMu.Lock()
	defer m.readMu.Unlock()
	if m.noRead {
		return nil
	}
	content, err := readRegularFile(w.root, r.Path)
	if err != nil || content == nil || hashOf(content) == r.SHA256 {
		return err
	}
	fm, text, err := decode(content)
	if err != nil {
		return err
	}
	if fm.ID != e.ID {
		return fmt.Errorf("%w: its id is %q", errUnreadable, fm.ID)
	}
	patch, differs := patchFor(e, fm, text)
	if differs {
		var id memory.ID
		if _, err := fmt.Sscanf(e.ID, "memory-%d", &id); err != nil {
			return fmt.Errorf("%w: %w", errUnreadable, err)
		}
		if err := m.o.Edit(ctx, profile, id, patch); err != nil {
			return err
		}
		r.SHA256 = hashOf(content) // what is on the disk is known: it may be replaced by the same in order
		w.index.Entries[e.ID], w.changed = r, true
	}
	return nil
}

// patchFor returns what a file changes of its memory, and whether it is anything. A type that was taken
// out of the file stays as it is.
func patchFor(e entry, fm frontMatter, text string) (memory.MemoryPatch, bool) {
	var p memory.MemoryPatch
	if strings.TrimSpace(text) != strings.TrimSpace(e.Text) {
		p.Content = &text
	}
	if fm.Type != "" && fm.Type != e.Type {
		p.Type = &fm.Type
	}
	if !slices.Equal(memory.TrimAndDedupTags(fm.Tags), memory.TrimAndDedupTags(e.Tags)) {
		p.Tags = &fm.Tags
	}
	if fm.ValidFrom != e.ValidFrom {
		p.ValidFrom = &fm.ValidFrom
	}
	if fm.ValidTo != e.ValidTo {
		p.ValidTo = &fm.ValidTo
	}
	return p, p != memory.MemoryPatch{}
}
