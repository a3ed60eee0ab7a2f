//go:build unix

package storage

import (
	"errors"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"memoir/memory"
)

// readOnlyDirEnv is the environment variable with the protected folder, for the copy of this test
// that runs unprivileged.
const readOnlyDirEnv = "STORAGE_TEST_READONLY_DIR"

// Root ignores permissions, so in that case the test runs itself as nobody (65534).
func TestProtectedFolderReportsReadOnly(t *testing.T) {
	if dir := os.Getenv(readOnlyDirEnv); dir != "" {
		checkOpenIsReadOnly(t, dir)
		return
	}
	dir := t.TempDir()
	failOnError(t, os.Chmod(filepath.Dir(dir), 0o755))
	data := filepath.Join(dir, "memoir")
	db := openDB(t, func(o *Options) { o.Dir = data })
	must(db.MemoryStore().Insert(t.Context(), newFact("The user moved to Lisbon.")))(t)
	failOnError(t, db.Close(t.Context()))
	for _, name := range []string{databaseName, lockName} {
		failOnError(t, os.Chmod(filepath.Join(data, name), 0o400))
	}
	failOnError(t, os.Chmod(data, 0o500))
	t.Cleanup(func() { failOnError(t, os.Chmod(data, 0o700)) })
	if os.Geteuid() != 0 {
		checkOpenIsReadOnly(t, data)
		return
	}
	const nobody = 65534
	failOnError(t, filepath.WalkDir(data, func(path string, _ os.DirEntry, err error) error {
		return errors.Join(err, os.Chown(path, nobody, nobody))
	}))
	cmd := exec.CommandContext(t.Context(), copyTestBinary(t, dir), "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Env = append(os.Environ(), readOnlyDirEnv+"="+data, "HOME="+dir)
	cmd.Dir = dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func checkOpenIsReadOnly(t *testing.T, dir string) {
	before := contentsOfFolderFiles(t, dir)
	if _, err := Open(t.Context(), Options{Dir: dir}); !errors.Is(err, memory.ErrReadOnly) {
		t.Errorf("an existing folder: %v", err)
	}
	if _, err := Open(t.Context(), Options{Dir: filepath.Join(dir, "new")}); !errors.Is(err, memory.ErrReadOnly) {
		t.Errorf("a new folder inside: %v", err)
	}
	if _, err := OpenReadOnly(t.Context(), Options{Dir: filepath.Join(dir, "new")}); !errors.Is(err, memory.ErrReadOnly) {
		t.Errorf("reading a new folder inside: %v", err)
	}
	checkReadableOnly(t, dir, "The user moved to Lisbon.")
	if after := contentsOfFolderFiles(t, dir); len(after) != len(before) {
		t.Error("files were made")
	}
}

// checkReadableOnly expects one memory, and that nothing can be written.
func checkReadableOnly(t *testing.T, dir, want string) {
	t.Helper()
	ctx := t.Context()
	db := must(OpenReadOnly(ctx, Options{Dir: dir}))(t)
	ms := must(db.MemoryStore().List(ctx, memory.MemoryFilter{ProfileID: 1}))(t)
	if len(ms) != 1 || ms[0].Content != want {
		t.Errorf("read %+v", ms)
	}
	if r := must(db.CheckOrRepairConsistency(ctx, false))(t); !r.HasNoProblems() {
		t.Errorf("check: %+v", r)
	}
	if _, err := db.MemoryStore().Insert(ctx, newFact("The user left.")); !errors.Is(err, memory.ErrReadOnly) {
		t.Errorf("a write: %v", err)
	}
	path := filepath.Join(t.TempDir(), "backup.db")
	_, _, err := db.Backup(ctx, path)
	failOnError(t, err)
	temp := db.tempDir
	failOnError(t, db.Close(ctx))
	if _, err := os.Stat(temp); temp != "" && !os.IsNotExist(err) {
		t.Errorf("the copy in %s was left: %v", temp, err)
	}
}

// What a crash left in the write-ahead log is read too, from a private copy, and the folder stays as
// it is.
func TestReadOnlyFolderIsReadWithItsLog(t *testing.T) {
	db, ctx := openDB(t), t.Context()
	must(db.MemoryStore().Insert(ctx, newFact("The user moved to Lisbon.")))(t)
	crashed := filepath.Join(t.TempDir(), "crashed")
	failOnError(t, os.CopyFS(crashed, os.DirFS(db.dir)))
	if !isNonEmptyFile(filepath.Join(crashed, databaseName+"-wal")) {
		t.Fatal("there is no log to read")
	}
	before := contentsOfFolderFiles(t, crashed)
	checkReadableOnly(t, crashed, "The user moved to Lisbon.")
	if after := contentsOfFolderFiles(t, crashed); !maps.Equal(before, after) {
		t.Error("the folder was changed")
	}
}

// copyTestBinary copies the test binary to where another user can run it.
func copyTestBinary(t *testing.T, dir string) string {
	t.Helper()
	in := must(os.Open(must(os.Executable())(t)))(t)
	defer in.Close()
	path := filepath.Join(dir, "self")
	out := must(os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o755))(t)
	must(io.Copy(out, in))(t)
	failOnError(t, out.Close())
	return path
}
