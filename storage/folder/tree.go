package folder

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"

	"memoir/memory"
)

// tempSuffix ends the names of files that are being written.
const tempSuffix = ".memoir-tmp"

// writeFileAndFoldersAtomically writes a file, and the folders it is in, so that a reader sees the
// old or the new content and never a part. Only the user can read it.
func writeFileAndFoldersAtomically(root *os.Root, name string, content []byte) error {
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

// maxFileBytes bounds what is read of the folder: more than any file of Memoir has.
const maxFileBytes = 64 << 20

// readRegularFileIfExists returns the bytes of a file, and nil when it does not exist. Anything but
// a regular file of a sensible size, such as a link or a pipe, is an error.
func readRegularFileIfExists(root *os.Root, name string) ([]byte, error) {
	info, err := root.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	if !info.Mode().IsRegular() || info.Size() > maxFileBytes {
		return nil, fmt.Errorf("read %s: not a file of Memoir: %w", name, memory.ErrInvalid)
	}
	b, err := root.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	return b, nil
}

// hashOfFileIfExists returns the hash of a file's bytes, "" when it does not exist.
func hashOfFileIfExists(root *os.Root, name string) (string, error) {
	b, err := readRegularFileIfExists(root, name)
	if err != nil || b == nil {
		return "", err
	}
	return hexSHA256(b), nil
}
