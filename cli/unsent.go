package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"memoir/storage"
)

// keepUnsentTextAndAddHint adds to an error of memoir chat where the user's message is: in the chat
// once its row exists, else, for text that came by pipe and is nowhere else, in a file.
func (e *env) keepUnsentTextAndAddHint(err error, t *chatTurn, text string, piped bool) error {
	f := t.setExitCodeIfModelNotFound(convertErrorToFailure(err))
	hint := "Your message wasn't sent."
	switch {
	case t.stored:
		hint = fmt.Sprintf("Your message is saved in chat %d. To continue: memoir chat --thread %d.", t.chat.ID, t.chat.ID)
	case piped:
		path, saveErr := e.saveUnsentText(text)
		if saveErr != nil {
			hint = "Your message wasn't sent and couldn't be saved either: " + saveErr.Error() + "."
			break
		}
		hint = "Your message wasn't sent. It is saved in " + path + "."
	}
	f.hint = strings.TrimSpace(f.hint + " " + hint)
	return f
}

// saveUnsentText writes a text to a new file that only this user can read: in the data folder, or, when
// that has no room, in the system's folder for temporary files. It returns the file's path.
func (e *env) saveUnsentText(text string) (string, error) {
	dir, err := storage.ResolveDataFolder(e.dataDir, e.getenv)
	if err == nil {
		var path string
		if path, err = writeUnsentFile(filepath.Join(dir, "unsent"), text); err == nil {
			return path, nil
		}
	}
	path, tmpErr := writeUnsentFile(os.TempDir(), text)
	if tmpErr != nil {
		return "", fmt.Errorf("save unsent text: %w", tmpErr)
	}
	return path, nil
}

func writeUnsentFile(dir, text string) (string, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	f, err := os.CreateTemp(dir, "memoir-message-*.txt")
	if err != nil {
		return "", err
	}
	_, err = f.WriteString(text)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return "", err
	}
	return f.Name(), nil
}
