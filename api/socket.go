package api

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
)

// maxSocketPath is the longest socket address in bytes that every system accepts (macOS: 104 bytes
// with the final zero).
const maxSocketPath = 103

// SocketPath returns the Unix socket of a data folder: in runtimeDir, or in fallbackDir when that
// path would be too long for a socket address. dataDir must be absolute and free of symbolic links,
// so that two processes get the same path for the same folder.
func SocketPath(runtimeDir, fallbackDir, dataDir string) string {
	sum := sha256.Sum256([]byte(filepath.Clean(dataDir)))
	name := "memoir-" + hex.EncodeToString(sum[:8]) + ".sock"
	path := filepath.Join(runtimeDir, name)
	if len(path) > maxSocketPath {
		path = filepath.Join(fallbackDir, name)
	}
	return path
}

// ListenReplacingStaleSocket opens the socket for this user only. Only the owner of the data folder
// may call it: a stale socket of a killed process is replaced.
func ListenReplacingStaleSocket(ctx context.Context, path string) (net.Listener, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("make folder for socket: %w", err)
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("remove stale socket: %w", err)
	}
	var lc net.ListenConfig
	ln, err := lc.Listen(ctx, "unix", path)
	if err != nil {
		return nil, fmt.Errorf("listen on socket: %w", err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		_ = ln.Close()
		return nil, fmt.Errorf("protect socket: %w", err)
	}
	return ln, nil
}
