package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/zalando/go-keyring"

	"memoir/memory"
)

// keychainTimeout bounds a keychain call, which may be waiting for a dialog that nobody sees.
const keychainTimeout = 3 * time.Second

// keychainService is the service name of our entries in the keychain; the account is the provider.
const keychainService = "memoir"

// Keyring is a system keychain. For an unknown entry Get and Delete return an error that is
// go-keyring's keyring.ErrNotFound. Calls may block; a Client bounds them.
type Keyring interface {
	Get(service, account string) (string, error)
	Set(service, account, secret string) error
	Delete(service, account string) error
}

var errNoKeychain = errors.New("no keychain is available on this computer")

// keyStore looks up and stores keys. Safe for concurrent use.
type keyStore struct {
	keyring  Keyring
	keysPath string // keys.json
	getenv   func(string) string
	log      *slog.Logger
	timeout  time.Duration

	mu           sync.Mutex
	cache        map[string]storedKey // by provider
	unavailable  bool                 // the keychain failed permanently
	pendingCalls int                  // keychain calls in progress
	// Closed when the number of calls falls to 0. A WaitGroup would forbid a call that starts during a
	// wait.
	allDone chan struct{}
}

type storedKey struct{ key, location string }

func newKeyStore(ring Keyring, path string, getenv func(string) string, log *slog.Logger) *keyStore {
	if ring == nil {
		ring = systemKeyring{getenv}
	}
	return &keyStore{
		keyring: ring, keysPath: path, getenv: getenv, log: log, timeout: keychainTimeout, cache: map[string]storedKey{},
	}
}

// findKeyAndLocation returns a provider's key and its location: keychain, file, env:NAME or none.
func (s *keyStore) findKeyAndLocation(ctx context.Context, p Provider) (key, where string) {
	kept := p.keyLocation()
	if name, ok := strings.CutPrefix(kept, KeyEnv); ok {
		if key = strings.TrimSpace(s.getenv(name)); key == "" {
			return "", "none"
		}
		return key, kept
	}
	if kept == "" {
		return "", "none"
	}
	s.mu.Lock()
	found, ok := s.cache[p.Name]
	s.mu.Unlock()
	if ok {
		return found.key, found.location
	}
	found, final := s.readKeyFromKeychainOrFile(ctx, p.Name, kept)
	if final {
		s.mu.Lock()
		s.cache[p.Name] = found
		s.mu.Unlock()
	}
	return found.key, found.location
}

// readKeyFromKeychainOrFile asks the keychain, then the file; final is
// false if the keychain could not be asked.
func (s *keyStore) readKeyFromKeychainOrFile(ctx context.Context, provider, kept string) (found storedKey, final bool) {
	final = true
	if kept == KeyKeychain {
		key, err := s.callKeychainWithTimeout(ctx, func() (string, error) { return s.keyring.Get(keychainService, provider) })
		if err == nil && key != "" {
			return storedKey{key, KeyKeychain}, true
		}
		if err != nil && !errors.Is(err, keyring.ErrNotFound) {
			final = s.isKeychainKnownUnavailable()
			s.log.Warn("the keychain didn't respond", "provider", provider)
		}
	}
	keys, err := s.readKeyFile()
	if err != nil {
		s.log.Warn("the key file can't be read", "err", err)
	}
	if key := keys[provider]; key != "" {
		return storedKey{key, KeyFile}, final
	}
	return storedKey{"", "none"}, final
}

// storeKeyInKeychainOrFile stores a key and returns where: in the keychain, or in the file if there
// is no keychain or the provider asks for file.
func (s *keyStore) storeKeyInKeychainOrFile(ctx context.Context, p Provider, key string) (string, error) {
	key = strings.TrimSpace(key)
	if key == "" || strings.ContainsAny(key, " \t\r\n") {
		return "", &memory.FieldError{Field: "key", Problem: "a key can't be empty or contain spaces"}
	}
	where := KeyFile
	if p.Key != KeyFile {
		_, err := s.callKeychainWithTimeout(ctx, func() (string, error) {
			return "", s.keyring.Set(keychainService, p.Name, key)
		})
		if ctx.Err() != nil {
			return "", fmt.Errorf("store the key of %s: %w", p.Name, ctx.Err())
		}
		if err == nil {
			where = KeyKeychain
		} else {
			s.log.Info("the key is stored in a private file because the keychain can't be used", "provider", p.Name)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	keys, err := s.readKeyFile()
	if err != nil {
		return "", fmt.Errorf("store the key of %s: %w", p.Name, err)
	}
	_, had := keys[p.Name]
	if where == KeyFile {
		keys[p.Name] = key
	} else {
		delete(keys, p.Name)
	}
	if where == KeyFile || had {
		if err := s.writeKeyFile(keys); err != nil {
			return "", fmt.Errorf("store the key of %s: %w", p.Name, err)
		}
	}
	s.cache[p.Name] = storedKey{key, where}
	return where, nil
}

// removeKeyFromKeychainAndFile deletes a key from keychain and file.
func (s *keyStore) removeKeyFromKeychainAndFile(ctx context.Context, provider string) error {
	_, err := s.callKeychainWithTimeout(ctx, func() (string, error) {
		return "", s.keyring.Delete(keychainService, provider)
	})
	if errors.Is(err, keyring.ErrNotFound) || errors.Is(err, errNoKeychain) {
		err = nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.cache, provider)
	keys, readErr := s.readKeyFile()
	if _, had := keys[provider]; had && readErr == nil {
		delete(keys, provider)
		readErr = s.writeKeyFile(keys)
	}
	if err := errors.Join(err, readErr); err != nil {
		return fmt.Errorf("remove the key of %s: %w", provider, err)
	}
	return nil
}

// resetCacheAndUnavailability drops cached keys, so that changes by other programs are seen.
func (s *keyStore) resetCacheAndUnavailability() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.cache)
	s.unavailable = false
}

func (s *keyStore) isKeychainKnownUnavailable() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.unavailable
}

// callKeychainWithTimeout runs fn in its own goroutine, because it cannot be interrupted. See
// waitForKeychainCalls.
func (s *keyStore) callKeychainWithTimeout(ctx context.Context, fn func() (string, error)) (string, error) {
	if s.isKeychainKnownUnavailable() {
		return "", errNoKeychain
	}
	type result struct {
		key string
		err error
	}
	done := make(chan result, 1)
	s.noteKeychainCallStarted()
	go func() {
		defer s.noteKeychainCallEnded()
		key, err := fn()
		done <- result{key, err}
	}()
	timer := time.NewTimer(s.timeout)
	defer timer.Stop()
	select {
	case r := <-done:
		if errors.Is(r.err, errNoKeychain) || errors.Is(r.err, keyring.ErrUnsupportedPlatform) {
			s.mu.Lock()
			s.unavailable = true
			s.mu.Unlock()
		}
		return r.key, r.err
	case <-timer.C:
		return "", errors.New("the keychain didn't respond in time")
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

func (s *keyStore) noteKeychainCallStarted() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pendingCalls == 0 {
		s.allDone = make(chan struct{})
	}
	s.pendingCalls++
}

func (s *keyStore) noteKeychainCallEnded() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pendingCalls--; s.pendingCalls == 0 {
		close(s.allDone)
	}
}

// waitForKeychainCalls returns when no keychain call is in progress, or with an error when ctx ends
// first.
func (s *keyStore) waitForKeychainCalls(ctx context.Context) error {
	s.mu.Lock()
	busy, idle := s.pendingCalls > 0, s.allDone
	s.mu.Unlock()
	if !busy {
		return nil
	}
	select {
	case <-idle:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("close models: the keychain is still busy: %w", ctx.Err())
	}
}

func (s *keyStore) readKeyFile() (map[string]string, error) {
	keys := map[string]string{}
	data, err := os.ReadFile(s.keysPath)
	if errors.Is(err, fs.ErrNotExist) {
		return keys, nil
	}
	if err != nil {
		return nil, err
	}
	if json.Unmarshal(data, &keys) != nil { // its error would contain part of the file
		return nil, fmt.Errorf("%s is damaged: %w", filepath.Base(s.keysPath), memory.ErrInvalid)
	}
	return keys, nil
}

func (s *keyStore) writeKeyFile(keys map[string]string) error {
	data, err := json.MarshalIndent(keys, "", "  ")
	if err != nil {
		return err
	}
	return writeFileAtomically(s.keysPath, append(data, '\n'))
}

// systemKeyring is the keychain of the operating system.
type systemKeyring struct{ getenv func(string) string }

// mayBeAvailable reports whether asking makes sense. On systems with D-Bus the library would start
// a bus of its own where a session has none, and leave it running.
func (k systemKeyring) mayBeAvailable() bool {
	if runtime.GOOS == "darwin" || runtime.GOOS == "windows" || k.getenv("DBUS_SESSION_BUS_ADDRESS") != "" {
		return true
	}
	dir := k.getenv("XDG_RUNTIME_DIR")
	if dir == "" {
		return false
	}
	_, err := os.Stat(filepath.Join(dir, "bus"))
	return err == nil
}

func (k systemKeyring) Get(service, account string) (string, error) {
	if !k.mayBeAvailable() {
		return "", errNoKeychain
	}
	return keyring.Get(service, account)
}

func (k systemKeyring) Set(service, account, secret string) error {
	if !k.mayBeAvailable() {
		return errNoKeychain
	}
	return keyring.Set(service, account, secret)
}

func (k systemKeyring) Delete(service, account string) error {
	if !k.mayBeAvailable() {
		return errNoKeychain
	}
	return keyring.Delete(service, account)
}
