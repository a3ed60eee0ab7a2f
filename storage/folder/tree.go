package folder

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
)

// tempSuffix ends the names of files that are being written.
const tempSuffix = ".memoir-tmp"

// writeFileAtomically writes a file, and the folders it is in, so that a reader sees the old or the
// new content and never a part. Only the user can read it.
func writeFileAtomically(root *os.Root, name string, content []byte) error {
	if err := root.MkdirAll(path.Dir(name), 0o700); err != nil {
		return fmt.Errorf("make the folder of %s: %w", name, err)
	}
	temp := path.Join(path.Dir(name), "."+path.Base(name)+tempSuffix)
	if err := root.WriteFile(temp, content, 0o600); err != nil {
		return errors.Join(fmt.Errorf("write %s: %w", name, err), removeIfExists(root, temp))
	}
	if err := root.Rename(temp, name); err != nil {
		return errors.Join(fmt.Errorf("write %s: %w", name, err), removeIfExists(root, temp))
	}
	return nil
}

// removeFileAndEmptyFolders removes a file and the folders that it leaves empty.
func removeFileAndEmptyFolders(root *os.Root, name string) error {
	if err := removeIfExists(root, name); err != nil {
		return fmt.Errorf("remove %s: %w", name, err)
	}
	for dir := path.Dir(name); dir != "." && root.Remove(dir) == nil; {
		dir = path.Dir(dir) // a folder that is not empty ends it
	}
	return nil
}

func removeIfExists(root *os.Root, name string) error {
	if err := root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// readHash returns the hash of a file's bytes, "" when it does not exist.
func readHash(root *os.Root, name string) (string, error) {
	b, err := root.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("read %s: %w", name, err)
	}
	return hashOf(b), nil
}
