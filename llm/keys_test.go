package llm_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memoir/llm"
	"memoir/llm/llmtest"
	"memoir/memory"
)

const twoProvidersYAML = `providers:
  - {name: openai, base_url: "%s"}
  - {name: work, base_url: "%s", key: "env:WORK_KEY"}
`

func TestKeyIsStoredOnlyInKeychain(t *testing.T) {
	dir, r, l := t.TempDir(), &fakeKeyring{keys: map[string]string{}}, &logBuffer{}
	writeTestFile(t, dir, llm.ConfigFileName, "providers:\n  - name: groq\n")
	c := openClient(t, llm.Options{Dir: dir, Keyring: r, Log: l.logger()})
	where, err := c.StoreKeyInKeychainOrFile(timeoutContext(t), "groq", " "+secret+"\n")
	if err != nil || where != "keychain" || r.keys["groq"] != secret {
		t.Fatalf("stored in %q, %v", where, err)
	}
	checkKeyNotLeaked(t, dir, l)
	if err := c.RemoveKeyFromKeychainAndFile(timeoutContext(t), "groq"); err != nil || len(r.keys) != 0 {
		t.Errorf("removed: %v, left %v", err, r.keys)
	}
}

// checkKeyNotLeaked fails if the log or any file but keys.json contains the key.
func checkKeyNotLeaked(t *testing.T, dir string, l *logBuffer) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != "keys.json" && strings.Contains(readTestFile(t, filepath.Join(dir, e.Name())), secret) {
			t.Errorf("the key stands in %s", e.Name())
		}
	}
	if strings.Contains(l.text(), secret) {
		t.Errorf("the key stands in the log: %s", l.text())
	}
}

func TestKeyIsStoredInPrivateFileWithoutKeychain(t *testing.T) {
	s, err := llmtest.ParseScript([]byte("models: [{id: m}]\nkeys: [" + secret + "]" + foxScript))
	if err != nil {
		t.Fatal(err)
	}
	srv := llmtest.StartServerForTest(t, s)
	dir, l := t.TempDir(), &logBuffer{}
	writeTestFile(t, dir, llm.ConfigFileName,
		fmt.Sprintf("providers:\n  - {name: openai, base_url: %q, key: keychain}\n", srv.URL))
	o := llm.Options{Dir: dir, Keyring: &fakeKeyring{err: errors.New("no bus for " + secret)}, Log: l.logger()}
	c := openClient(t, o)
	if g := collectStream(timeoutContext(t), c, helloRequest("openai/m")); !errors.Is(g.err, memory.ErrUnauthorized) {
		t.Fatalf("without a key: %v", g.err)
	}
	where, err := c.StoreKeyInKeychainOrFile(timeoutContext(t), "openai", secret)
	if err != nil || where != "file" {
		t.Fatalf("stored in %q, %v", where, err)
	}
	info, err := os.Stat(filepath.Join(dir, "keys.json"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	checkKeyNotLeaked(t, dir, l)
	c = openClient(t, o) // the next start
	ps, err := c.ListProviders(timeoutContext(t))
	if err != nil || !ps[0].HasKey || ps[0].KeySource != "file" || ps[0].Fault != nil {
		t.Errorf("got %+v, %v", ps, err)
	}
	if g := collectStream(timeoutContext(t), c, helloRequest("openai/m")); g.err != nil {
		t.Error(g.err)
	}
	if err := c.RemoveKeyFromKeychainAndFile(timeoutContext(t), "openai"); err == nil {
		t.Error("a keychain that fails was not told")
	}
	if strings.Contains(readTestFile(t, filepath.Join(dir, "keys.json")), secret) {
		t.Error("the key is still in the file")
	}
}

func TestEnvironmentKeyIsNeverWritten(t *testing.T) {
	s, err := llmtest.ParseScript([]byte("models: [{id: m}]" + foxScript))
	if err != nil {
		t.Fatal(err)
	}
	srv := llmtest.StartServerForTest(t, s)
	dir, r, l := t.TempDir(), &fakeKeyring{keys: map[string]string{}}, &logBuffer{}
	writeTestFile(t, dir, llm.ConfigFileName, fmt.Sprintf(twoProvidersYAML, srv.URL, srv.URL))
	env := map[string]string{"WORK_KEY": secret}
	c := openClient(t, llm.Options{Dir: dir, Keyring: r, Log: l.logger(), Getenv: func(k string) string { return env[k] }})
	if g := collectStream(timeoutContext(t), c, helloRequest("work/m")); g.err != nil ||
		srv.ChatRequests()[0].Auth != "Bearer "+secret {
		t.Fatalf("sent %q, %v", srv.ChatRequests()[0].Auth, g.err)
	}
	if r.getCalls != 0 {
		t.Error("the keychain was asked for a key of the environment")
	}
	ps, err := c.ListProviders(timeoutContext(t))
	if err != nil || ps[1].KeySource != "env:WORK_KEY" {
		t.Errorf("got %+v, %v", ps, err)
	}
	checkKeyNotLeaked(t, dir, l)
	if _, err := os.Stat(filepath.Join(dir, "keys.json")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("keys.json: %v", err)
	}
	delete(env, "WORK_KEY")
	if ps, err = c.ListProviders(timeoutContext(t)); err != nil || ps[1].HasKey || ps[1].KeySource != "none" {
		t.Errorf("got %+v, %v", ps, err)
	}
	where, err := c.StoreKeyInKeychainOrFile(timeoutContext(t), "work", "sk-other-key-5555")
	if err != nil || where != "keychain" {
		t.Fatal(where, err)
	}
	if ps, err = c.ListProviders(timeoutContext(t)); err != nil || ps[1].KeySource != "keychain" {
		t.Errorf("after entering one: %+v, %v", ps, err)
	}
}

func TestInvalidKeysAndDamagedKeyFilesAreRefused(t *testing.T) {
	dir := t.TempDir()
	writeTestFile(t, dir, llm.ConfigFileName, "providers:\n  - name: groq\n")
	c := openClient(t, llm.Options{Dir: dir})
	_, err := c.StoreKeyInKeychainOrFile(timeoutContext(t), "openai", secret)
	if !errors.Is(err, memory.ErrNotFound) || strings.Contains(err.Error(), secret) {
		t.Errorf("unknown provider: %v", err)
	}
	for _, key := range []string{"", "  \n", secret + " " + secret} {
		_, err := c.StoreKeyInKeychainOrFile(timeoutContext(t), "groq", key)
		if !errors.Is(err, memory.ErrInvalid) || strings.Contains(err.Error(), secret) {
			t.Errorf("%q: %v", key, err)
		}
	}
	writeTestFile(t, dir, "keys.json", "{broken "+secret)
	c = openClient(t, llm.Options{Dir: dir, Keyring: &fakeKeyring{err: errors.New("none")}})
	if _, err := c.StoreKeyInKeychainOrFile(timeoutContext(t), "groq", secret); err == nil ||
		strings.Contains(err.Error(), secret) {
		t.Errorf("a damaged file: %v", err)
	}
	if got := readTestFile(t, filepath.Join(dir, "keys.json")); got != "{broken "+secret {
		t.Error("the damaged file was overwritten")
	}
}

func TestHangingKeychainDoesNotBlockCalls(t *testing.T) {
	srv, err := llmtest.ParseScript([]byte("models: [{id: m}]" + foxScript))
	if err != nil {
		t.Fatal(err)
	}
	s := llmtest.StartServerForTest(t, srv)
	r := &fakeKeyring{keys: map[string]string{"test": secret}, block: make(chan struct{})}
	c := openClient(t, llm.Options{
		FixedProviders: []llm.Provider{{Name: "test", BaseURL: s.URL, Key: llm.KeyKeychain}},
		Keyring:        r,
	})
	ctx, cancel := context.WithCancel(timeoutContext(t))
	done := make(chan streamResult)
	go func() { done <- collectStream(ctx, c, helloRequest("test/m")) }()
	cancel()
	if g := <-done; !errors.Is(g.err, context.Canceled) {
		t.Errorf("got %v", g.err)
	}
	if err := c.Close(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("closing did not say that the keychain is busy: %v", err)
	}
	close(r.block)
	if g := collectStream(timeoutContext(t), c, helloRequest("test/m")); g.err != nil ||
		s.ChatRequests()[0].Auth != "Bearer "+secret {
		t.Errorf("when it answers again: %v", g.err)
	}
}
