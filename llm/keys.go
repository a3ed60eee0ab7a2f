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

// keychainWait is how long the system's keychain gets to answer; it may be showing a dialog nobody sees.
const keychainWait = 3 * time.Second

// keychainService is the name under which keys stand in the keychain; the account is the provider.
const keychainService = "memoir"

// Keyring is a system keychain. Get and Delete return an error that is keyring.ErrNotFound of go-keyring for an unknown
// entry. Calls may block; a Client bounds them.
type Keyring interface {
	Get(service, account string) (string, error)
	Set(service, account, secret string) error
	Delete(service, account string) error
}

var errNoKeychain = errors.New("no keychain answers on this computer")

// keyStore finds and keeps keys. Safe for concurrent use.
type keyStore struct {
	ring    Keyring
	path    string // keys.json
	getenv  func(string) string
	log     *slog.Logger
	timeout time.Duration

	mu    sync.Mutex
	cache map[string]storedKey // by provider
	dead  bool                 // the keychain failed in a way that will not pass
	calls int                  // of the keychain, under way
	idle  chan struct{}        // closed when calls falls to 0; a WaitGroup forbids a call that begins during a wait
}

type storedKey struct{ key, where string }

func newKeyStore(ring Keyring, path string, getenv func(string) string, log *slog.Logger) *keyStore {
	if ring == nil {
		ring = systemKeyring{getenv}
	}
	return &keyStore{
		ring: ring, path: path, getenv: getenv, log: log, timeout: keychainWait, cache: map[string]storedKey{},
	}
}

// lookup returns a provider's key and where it came from: keychain, file, env:NAME or none.
func (s *keyStore) lookup(ctx context.Context, p Provider) (key, where string) {
	kept := p.keyKept()
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
		return found.key, found.where
	}
	found, final := s.find(ctx, p.Name, kept)
	if final {
		s.mu.Lock()
		s.cache[p.Name] = found
		s.mu.Unlock()
	}
	return found.key, found.where
}

// find asks the keychain, then the file; final is false when the keychain did not answer in time.
func (s *keyStore) find(ctx context.Context, provider, kept string) (found storedKey, final bool) {
	final = true
	if kept == KeyKeychain {
		key, err := s.call(ctx, func() (string, error) { return s.ring.Get(keychainService, provider) })
		if err == nil && key != "" {
			return storedKey{key, KeyKeychain}, true
		}
		if err != nil && !errors.Is(err, keyring.ErrNotFound) {
			final = s.isDead()
			s.log.Warn("the keychain gave no answer", "provider", provider)
		}
	}
	keys, err := s.readFile()
	if err != nil {
		s.log.Warn("the file of keys cannot be read", "err", err)
	}
	if key := keys[provider]; key != "" {
		return storedKey{key, KeyFile}, final
	}
	return storedKey{"", "none"}, final
}

// set stores a key in the keychain, or where there is none or file is asked for, in the file, and says where it lies.
func (s *keyStore) set(ctx context.Context, p Provider, key string) (string, error) {
	key = strings.TrimSpace(key)
	if key == "" || strings.ContainsAny(key, " \t\r\n") {
		return "", &memory.FieldError{Field: "key", Problem: "a key is one word"}
	}
	where := KeyFile
	if p.Key != KeyFile {
		_, err := s.call(ctx, func() (string, error) { return "", s.ring.Set(keychainService, p.Name, key) })
		if ctx.Err() != nil {
			return "", fmt.Errorf("store the key of %s: %w", p.Name, ctx.Err())
		}
		if err == nil {
			where = KeyKeychain
		} else {
			s.log.Info("a key goes into a private file, there is no keychain", "provider", p.Name)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	keys, err := s.readFile()
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
		if err := s.writeKeys(keys); err != nil {
			return "", fmt.Errorf("store the key of %s: %w", p.Name, err)
		}
	}
	s.cache[p.Name] = storedKey{key, where}
	return where, nil
}

// remove forgets a key everywhere.
func (s *keyStore) remove(ctx context.Context, provider string) error {
	_, err := s.call(ctx, func() (string, error) { return "", s.ring.Delete(keychainService, provider) })
	if errors.Is(err, keyring.ErrNotFound) || errors.Is(err, errNoKeychain) {
		err = nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.cache, provider)
	keys, readErr := s.readFile()
	if _, had := keys[provider]; had && readErr == nil {
		delete(keys, provider)
		readErr = s.writeKeys(keys)
	}
	if err := errors.Join(err, readErr); err != nil {
		return fmt.Errorf("remove the key of %s: %w", provider, err)
	}
	return nil
}

// forget drops what was remembered, so that keys changed by other programs are seen.
func (s *keyStore) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.cache)
	s.dead = false
}

func (s *keyStore) isDead() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.dead
}

// call asks the keychain in a goroutine of its own, since it cannot be interrupted; wait waits for it.
func (s *keyStore) call(ctx context.Context, fn func() (string, error)) (string, error) {
	if s.isDead() {
		return "", errNoKeychain
	}
	type result struct {
		key string
		err error
	}
	done := make(chan result, 1)
	s.begin()
	go func() {
		defer s.end()
		key, err := fn()
		done <- result{key, err}
	}()
	timer := time.NewTimer(s.timeout)
	defer timer.Stop()
	select {
	case r := <-done:
		if errors.Is(r.err, errNoKeychain) || errors.Is(r.err, keyring.ErrUnsupportedPlatform) {
			s.mu.Lock()
			s.dead = true
			s.mu.Unlock()
		}
		return r.key, r.err
	case <-timer.C:
		return "", errors.New("the keychain did not answer in time")
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

func (s *keyStore) begin() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.calls == 0 {
		s.idle = make(chan struct{})
	}
	s.calls++
}

func (s *keyStore) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.calls--; s.calls == 0 {
		close(s.idle)
	}
}

// wait returns when no call of the keychain is under way, or with an error when ctx ends first.
func (s *keyStore) wait(ctx context.Context) error {
	s.mu.Lock()
	busy, idle := s.calls > 0, s.idle
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

func (s *keyStore) readFile() (map[string]string, error) {
	keys := map[string]string{}
	data, err := os.ReadFile(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		return keys, nil
	}
	if err != nil {
		return nil, err
	}
	if json.Unmarshal(data, &keys) != nil { // its error would show the text
		return nil, fmt.Errorf("%s is damaged: %w", filepath.Base(s.path), memory.ErrInvalid)
	}
	return keys, nil
}

func (s *keyStore) writeKeys(keys map[string]string) error {
	data, err := json.MarshalIndent(keys, "", "  ")
	if err != nil {
		return err
	}
	return writeFile(s.path, append(data, '\n'))
}

// systemKeyring is the keychain of the operating system.
type systemKeyring struct{ getenv func(string) string }

// here reports whether asking makes sense. On systems with D-Bus the library would start a bus of its own where a
// session has none, and leave it running.
func (k systemKeyring) here() bool {
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

// Get implements Keyring.
func (k systemKeyring) Get(service, account string) (string, error) {
	if !k.here() {
		return "", errNoKeychain
	}
	return keyring.Get(service, account)
}

// Set implements Keyring.
func (k systemKeyring) Set(service, account, secret string) error {
	if !k.here() {
		return errNoKeychain
	}
	return keyring.Set(service, account, secret)
}

// Delete implements Keyring.
func (k systemKeyring) Delete(service, account string) error {
	if !k.here() {
		return errNoKeychain
	}
	return keyring.Delete(service, account)
}
