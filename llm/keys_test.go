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

const twoProviders = `providers:
  - {name: openai, base_url: "%s"}
  - {name: work, base_url: "%s", key: "env:WORK_KEY"}
`

func TestAKeyLiesInTheKeychainAndNowhereElse(t *testing.T) {
	dir, r, l := t.TempDir(), &ring{held: map[string]string{}}, &logs{}
	write(t, dir, llm.FileName, "providers:\n  - name: groq\n")
	c := open(t, llm.Options{Dir: dir, Keyring: r, Log: l.logger()})
	where, err := c.SetKey(within(t), "groq", " "+secret+"\n")
	if err != nil || where != "keychain" || r.held["groq"] != secret {
		t.Fatalf("stored in %q, %v", where, err)
	}
	noTrace(t, dir, l)
	if err := c.RemoveKey(within(t), "groq"); err != nil || len(r.held) != 0 {
		t.Errorf("removed: %v, left %v", err, r.held)
	}
}

// checkKeyNotLeaked fails if the log or any file but keys.json contains the key.
func noTrace(t *testing.T, dir string, l *logs) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != "keys.json" && strings.Contains(read(t, filepath.Join(dir, e.Name())), secret) {
			t.Errorf("the key stands in %s", e.Name())
		}
	}
	if strings.Contains(l.text(), secret) {
		t.Errorf("the key stands in the log: %s", l.text())
	}
}

func TestWithoutAKeychainAKeyLiesInAPrivateFile(t *testing.T) {
	s, err := llmtest.Parse([]byte("models: [{id: m}]\nkeys: [" + secret + "]" + fox))
	if err != nil {
		t.Fatal(err)
	}
	srv := llmtest.New(t, s)
	dir, l := t.TempDir(), &logs{}
	write(t, dir, llm.FileName, fmt.Sprintf("providers:\n  - {name: openai, base_url: %q, key: keychain}\n", srv.URL))
	o := llm.Options{Dir: dir, Keyring: &ring{fail: errors.New("no bus for " + secret)}, Log: l.logger()}
	c := open(t, o)
	if g := ask(within(t), c, hello("openai/m")); !errors.Is(g.err, memory.ErrUnauthorized) {
		t.Fatalf("without a key: %v", g.err)
	}
	where, err := c.SetKey(within(t), "openai", secret)
	if err != nil || where != "file" {
		t.Fatalf("stored in %q, %v", where, err)
	}
	info, err := os.Stat(filepath.Join(dir, "keys.json"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	noTrace(t, dir, l)
	c = open(t, o) // the next start
	ps, err := c.Providers(within(t))
	if err != nil || !ps[0].HasKey || ps[0].KeyWhere != "file" || ps[0].Fault != nil {
		t.Errorf("got %+v, %v", ps, err)
	}
	if g := ask(within(t), c, hello("openai/m")); g.err != nil {
		t.Error(g.err)
	}
	if err := c.RemoveKey(within(t), "openai"); err == nil {
		t.Error("a keychain that fails was not told")
	}
	if strings.Contains(read(t, filepath.Join(dir, "keys.json")), secret) {
		t.Error("the key is still in the file")
	}
}

func TestAKeyOfTheEnvironmentIsNeverWritten(t *testing.T) {
	s, err := llmtest.Parse([]byte("models: [{id: m}]" + fox))
	if err != nil {
		t.Fatal(err)
	}
	srv := llmtest.New(t, s)
	dir, r, l := t.TempDir(), &ring{held: map[string]string{}}, &logs{}
	write(t, dir, llm.FileName, fmt.Sprintf(twoProviders, srv.URL, srv.URL))
	env := map[string]string{"WORK_KEY": secret}
	c := open(t, llm.Options{Dir: dir, Keyring: r, Log: l.logger(), Getenv: func(k string) string { return env[k] }})
	if g := ask(within(t), c, hello("work/m")); g.err != nil || srv.Chats()[0].Auth != "Bearer "+secret {
		t.Fatalf("sent %q, %v", srv.Chats()[0].Auth, g.err)
	}
	if r.gets != 0 {
		t.Error("the keychain was asked for a key of the environment")
	}
	ps, err := c.Providers(within(t))
	if err != nil || ps[1].KeyWhere != "env:WORK_KEY" {
		t.Errorf("got %+v, %v", ps, err)
	}
	noTrace(t, dir, l)
	if _, err := os.Stat(filepath.Join(dir, "keys.json")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("keys.json: %v", err)
	}
	delete(env, "WORK_KEY")
	if ps, err = c.Providers(within(t)); err != nil || ps[1].HasKey || ps[1].KeyWhere != "none" {
		t.Errorf("got %+v, %v", ps, err)
	}
	where, err := c.SetKey(within(t), "work", "sk-other-key-5555")
	if err != nil || where != "keychain" {
		t.Fatal(where, err)
	}
	if ps, err = c.Providers(within(t)); err != nil || ps[1].KeyWhere != "keychain" {
		t.Errorf("after entering one: %+v, %v", ps, err)
	}
}

func TestAKeyThatCannotBeStoredIsRefused(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, llm.FileName, "providers:\n  - name: groq\n")
	c := open(t, llm.Options{Dir: dir})
	_, err := c.SetKey(within(t), "openai", secret)
	if !errors.Is(err, memory.ErrNotFound) || strings.Contains(err.Error(), secret) {
		t.Errorf("unknown provider: %v", err)
	}
	for _, key := range []string{"", "  \n", secret + " " + secret} {
		_, err := c.SetKey(within(t), "groq", key)
		if !errors.Is(err, memory.ErrInvalid) || strings.Contains(err.Error(), secret) {
			t.Errorf("%q: %v", key, err)
		}
	}
	write(t, dir, "keys.json", "{broken "+secret)
	c = open(t, llm.Options{Dir: dir, Keyring: &ring{fail: errors.New("none")}})
	if _, err := c.SetKey(within(t), "groq", secret); err == nil || strings.Contains(err.Error(), secret) {
		t.Errorf("a damaged file: %v", err)
	}
	if got := read(t, filepath.Join(dir, "keys.json")); got != "{broken "+secret {
		t.Error("the damaged file was overwritten")
	}
}

func TestAKeychainThatHangsHoldsNothingUp(t *testing.T) {
	srv, err := llmtest.Parse([]byte("models: [{id: m}]" + fox))
	if err != nil {
		t.Fatal(err)
	}
	s := llmtest.New(t, srv)
	r := &ring{held: map[string]string{"test": secret}, hang: make(chan struct{})}
	c := open(t, llm.Options{Fixed: []llm.Provider{{Name: "test", BaseURL: s.URL, Key: llm.KeyKeychain}}, Keyring: r})
	ctx, cancel := context.WithCancel(within(t))
	done := make(chan got)
	go func() { done <- ask(ctx, c, hello("test/m")) }()
	cancel()
	if g := <-done; !errors.Is(g.err, context.Canceled) {
		t.Errorf("got %v", g.err)
	}
	if err := c.Close(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("closing did not say that the keychain is busy: %v", err)
	}
	close(r.hang)
	if g := ask(within(t), c, hello("test/m")); g.err != nil || s.Chats()[0].Auth != "Bearer "+secret {
		t.Errorf("when it answers again: %v", g.err)
	}
}
