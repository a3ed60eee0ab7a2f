package pictureio

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/adrg/xdg"

	"memoir/memory/pictures"
)

// maxPictureCopies is how many pictures of one name are saved beside each other.
const maxPictureCopies = 1000

// SavePictureToDownloadsAsNewFile writes a picture into the folder for downloads and returns its
// path. It gives it the extension of its format: it may have been another before it was attached.
func SavePictureToDownloadsAsNewFile(name, mime string, data []byte) (string, error) {
	ext := ".jpg"
	if mime == pictures.MIMEPNG {
		ext = ".png"
	}
	base := strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
	dir := xdg.UserDirs.Download
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", Error("The folder " + dir + " can't be created.")
	}
	for i := range maxPictureCopies {
		path := filepath.Join(dir, base+ext)
		if i > 0 {
			path = filepath.Join(dir, fmt.Sprintf("%s (%d)%s", base, i+1, ext))
		}
		err := writeFileRefusingExisting(path, data)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", Error("The folder " + dir + " can't be written to.")
		}
		return path, nil
	}
	return "", Error("Too many pictures in " + dir + " have the same name.")
}

// writeFileRefusingExisting writes a file that must not exist yet; after an error there is none.
func writeFileRefusingExisting(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}
