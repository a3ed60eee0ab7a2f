package folder

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

const (
	indexName    = "memory_index.json"
	indexVersion = 1
)

// record is what the index holds of one file that was written.
type record struct {
	Path         string `json:"path"` // from the folder of the profile, with slashes
	Conversation string `json:"conversation_id"`
	Role         string `json:"role"`
	Group        string `json:"group"`  // the part of the store that the file belongs to
	SHA256       string `json:"sha256"` // hex, of the bytes that were written
}

// index is memory_index.json: the files of one profile as they were last written, by entry ID.
type index struct {
	Version int `json:"version"`
	// Database names the database that wrote the files; empty in indexes of the first versions.
	Database string            `json:"database"`
	Titles   map[string]string `json:"titles,omitempty"` // of chats and projects, by conversation_id
	// Projects are the folders of the projects that chats are in, by conversation_id of the chat.
	Projects map[string]string `json:"projects,omitempty"`
	Entries  map[string]record `json:"entries"`
}

// errUnknownIndex means that the index was made by a newer version or is damaged.
var errUnknownIndex = errors.New("the folder's index can't be read")

// readIndexOrEmpty reads the index of a profile's folder; one that does not exist is empty.
func readIndexOrEmpty(root *os.Root) (index, error) {
	ix := index{Version: indexVersion, Entries: map[string]record{}}
	b, err := root.ReadFile(indexName)
	if errors.Is(err, fs.ErrNotExist) {
		return ix, nil
	}
	if err != nil {
		return ix, fmt.Errorf("read %s: %w", indexName, err)
	}
	var read index
	if err := json.Unmarshal(b, &read); err != nil {
		return ix, fmt.Errorf("%w: %w", errUnknownIndex, err)
	}
	if read.Version != indexVersion {
		return ix, fmt.Errorf("%w: version %d", errUnknownIndex, read.Version)
	}
	ix.Database, ix.Titles, ix.Projects = read.Database, read.Titles, read.Projects
	for id, r := range read.Entries {
		if strings.HasPrefix(r.Path, entriesDir+"/") && strings.HasSuffix(r.Path, ".md") {
			ix.Entries[id] = r // any other is not of Memoir
		}
	}
	return ix, nil
}

// saveAtomically writes the index atomically.
func (ix index) saveAtomically(root *os.Root) error {
	b, err := json.MarshalIndent(ix, "", " ")
	if err != nil {
		return fmt.Errorf("encode %s: %w", indexName, err)
	}
	return writeFileAndFoldersAtomically(root, indexName, append(b, '\n'))
}

func hexSHA256(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
