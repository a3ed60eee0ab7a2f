package folder

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// databaseSetting names the database in the indexes of its folder.
const databaseSetting = "folder.database"

// gitIgnoreName is a file that keeps what only this computer needs out of git: with the index of an older
// commit an edit could not be told from what Memoir wrote.
const gitIgnoreName = ".gitignore"

// errOtherDatabase means that another database of Memoir wrote the files of the folder.
var errOtherDatabase = errors.New("the folder contains files from another database")

// checkFolderOwnerAndRememberFolder makes sure that the files below root are of this database. A
// folder that is new to it must have no entries, or an index with its name. wasHere says that this
// database has written there before, isNew that the folder was made a moment ago: what is in it
// came after it, and is taken in.
func (m *Mirror) checkFolderOwnerAndRememberFolder(ctx context.Context, root *os.Root, wasHere, isNew bool) error {
	own, err := m.loadOrCreateDatabaseName(ctx)
	if err != nil {
		return err
	}
	m.database = own
	ix, err := readIndexOrEmpty(root)
	if err != nil {
		return err
	}
	isOther := ix.Database != "" && ix.Database != own
	if !wasHere && !isNew && ix.Database == "" {
		names, err := readDirNamesIfExists(root, entriesDir)
		if err != nil {
			return err
		}
		isOther = len(names) > 0
	}
	if isOther {
		return errOtherDatabase
	}
	if wasHere {
		return nil
	}
	if _, err := root.Lstat(gitIgnoreName); errors.Is(err, fs.ErrNotExist) {
		ignored := indexName + "\n*" + tempSuffix + "\n*" + asideSuffix + "\n"
		if err := writeFileAndFoldersAtomically(root, gitIgnoreName, []byte(ignored)); err != nil {
			return err
		}
	}
	if err := m.o.Store.SettingStore().Set(ctx, createdSetting, m.o.Path()); err != nil {
		return fmt.Errorf("remember the folder: %w", err)
	}
	return nil
}

// loadOrCreateDatabaseName returns the random name of the database, which is made once.
func (m *Mirror) loadOrCreateDatabaseName(ctx context.Context) (string, error) {
	name, err := m.readSettingOrEmpty(ctx, databaseSetting)
	if err != nil || name != "" {
		return name, err
	}
	name = rand.Text()
	if err := m.o.Store.SettingStore().Set(ctx, databaseSetting, name); err != nil {
		return "", fmt.Errorf("name the database: %w", err)
	}
	return name, nil
}
