//go:build unix

package storage

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"memoir/memory"
)

// readOnlyDir is the environment variable with the protected folder, for the copy of this test
// that runs unprivileged.
const readOnlyDir = "STORAGE_TEST_READONLY_DIR"

// Root ignores permissions, so in that case the test runs itself as nobody (65534).
func TestAProtectedFolderIsReadOnly(t *testing.T) {
	if dir := os.Getenv(readOnlyDir); dir != "" {
		refuseProtected(t, dir)
		return
	}
	dir := t.TempDir()
	do(t, os.Chmod(filepath.Dir(dir), 0o755))
	data := filepath.Join(dir, "memoir")
	db := open(t, func(o *Options) { o.Dir = data })
	must(db.Memories().Insert(t.Context(), fact("The user moved to Lisbon.")))(t)
	do(t, db.Close(t.Context()))
	for _, name := range []string{databaseName, lockName} {
		do(t, os.Chmod(filepath.Join(data, name), 0o400))
	}
	do(t, os.Chmod(data, 0o500))
	t.Cleanup(func() { do(t, os.Chmod(data, 0o700)) })
	if os.Geteuid() != 0 {
		refuseProtected(t, data)
		return
	}
	const nobody = 65534
	do(t, filepath.WalkDir(data, func(path string, _ os.DirEntry, err error) error {
		return errors.Join(err, os.Chown(path, nobody, nobody))
	}))
	cmd := exec.CommandContext(t.Context(), copyOfSelf(t, dir), "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Env = append(os.Environ(), readOnlyDir+"="+data, "HOME="+dir)
	cmd.Dir = dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func refuseProtected(t *testing.T, dir string) {
	before := contents(t, dir)
	if _, err := Open(t.Context(), Options{Dir: dir}); !errors.Is(err, memory.ErrReadOnly) {
		t.Errorf("an existing folder: %v", err)
	}
	if _, err := Open(t.Context(), Options{Dir: filepath.Join(dir, "new")}); !errors.Is(err, memory.ErrReadOnly) {
		t.Errorf("a new folder inside: %v", err)
	}
	if after := contents(t, dir); len(after) != len(before) {
		t.Error("files were made")
	}
}

// copyOfSelf copies the test binary to where another user can run it.
func copyOfSelf(t *testing.T, dir string) string {
	t.Helper()
	in := must(os.Open(must(os.Executable())(t)))(t)
	defer in.Close()
	path := filepath.Join(dir, "self")
	out := must(os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o755))(t)
	must(io.Copy(out, in))(t)
	do(t, out.Close())
	return path
}
