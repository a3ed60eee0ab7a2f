//go:build !headless

package cli

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"memoir/api"
	"memoir/memory"
	"memoir/ui"
)

const (
	// networkKey is where the window keeps whether programs may come in, and where.
	networkKey = "ui.network"
	// tokenName is the file of the token in the data folder, for this user's eyes only.
	tokenName   = "api-token"
	networkAddr = "127.0.0.1:8377"
)

// network is the HTTP interface of the window: off until it is switched on, on this computer alone, and never without a
// token. Safe for concurrent use.
type network struct {
	app *app
	dir string

	mu      sync.Mutex
	server  *api.Server
	addr    string // it listens on, "" while it does not
	problem string // why it does not, although it is switched on
}

type networkSetting struct {
	On   bool   `json:"on"`
	Addr string `json:"addr"`
}

func (n *network) setting(ctx context.Context) (networkSetting, error) {
	s := networkSetting{Addr: networkAddr}
	v, err := n.app.db.Settings().Get(ctx, networkKey)
	if errors.Is(err, memory.ErrNotFound) {
		return s, nil
	}
	if err != nil {
		return s, fmt.Errorf("read the setting of the HTTP interface: %w", err)
	}
	if err := json.Unmarshal([]byte(v), &s); err != nil {
		return networkSetting{Addr: networkAddr}, nil //nolint:nilerr // a broken value leaves it off
	}
	return s, nil
}

func (n *network) keep(ctx context.Context, s networkSetting) error {
	b, err := json.Marshal(s)
	if err != nil {
		return fmt.Errorf("keep the setting of the HTTP interface: %w", err)
	}
	return n.app.db.Settings().Set(ctx, networkKey, string(b))
}

// resume listens again where it did when the window was closed.
func (n *network) resume(ctx context.Context) {
	n.mu.Lock()
	defer n.mu.Unlock()
	s, err := n.setting(ctx)
	if err == nil && s.On {
		err = n.listen(ctx, s.Addr)
	}
	if err != nil {
		n.problem = "Another program uses " + s.Addr + "."
		n.app.log.Warn("the HTTP interface is not on", "addr", s.Addr, "err", err)
	}
}

// listen opens the door; n.mu is held.
func (n *network) listen(ctx context.Context, addr string) error {
	token, err := n.token()
	if err != nil {
		return err
	}
	h, err := n.app.api.Network(api.NetworkOptions{Addr: addr, Token: token})
	if err != nil {
		return err
	}
	var lc net.ListenConfig
	ln, err := lc.Listen(ctx, "tcp", addr)
	if err != nil {
		return fmt.Errorf("listen for programs: %w", err)
	}
	n.server = api.Serve(context.WithoutCancel(ctx), ln, h, n.app.log)
	n.addr, n.problem = ln.Addr().String(), ""
	return nil
}

// stop cuts everyone off; n.mu is held.
func (n *network) stop() {
	if n.server != nil {
		n.server.Close()
		n.server, n.addr = nil, ""
	}
}

// set switches the interface on or off and keeps that for the next start. Where another program has the port it had, it
// takes a free one.
func (n *network) set(ctx context.Context, on bool) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	s, err := n.setting(ctx)
	if err != nil {
		return err
	}
	n.stop()
	n.problem = ""
	if s.On = on; on {
		if n.listen(ctx, s.Addr) != nil {
			if err := n.listen(ctx, "127.0.0.1:0"); err != nil {
				return err
			}
		}
		s.Addr = n.addr
	}
	return n.keep(ctx, s)
}

// token reads the token and makes one where there is none.
func (n *network) token() (string, error) {
	b, err := os.ReadFile(filepath.Join(n.dir, tokenName))
	if t := strings.TrimSpace(string(b)); err == nil && t != "" {
		return t, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("read the token: %w", err)
	}
	return n.makeToken()
}

func (n *network) makeToken() (string, error) {
	t := rand.Text() + rand.Text()
	path := filepath.Join(n.dir, tokenName)
	if err := os.WriteFile(path+".new", []byte(t+"\n"), 0o600); err != nil {
		return "", fmt.Errorf("write the token: %w", err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		return "", fmt.Errorf("write the token: %w", err)
	}
	return t, nil
}

// renew makes another token and cuts off whoever came in with the old one.
func (n *network) renew(ctx context.Context) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if _, err := n.makeToken(); err != nil {
		return err
	}
	if n.server == nil {
		return nil
	}
	addr := n.addr
	n.stop()
	return n.listen(ctx, addr)
}

// handOver leaves the server to the end of the app, which lets answers that are under way reach their readers.
func (n *network) handOver() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.server != nil {
		n.app.servers = append(n.app.servers, n.server)
		n.server, n.addr = nil, ""
	}
}

// Network implements ui.Host.
func (h *host) Network(ctx context.Context) (ui.Network, error) {
	h.network.mu.Lock()
	defer h.network.mu.Unlock()
	s, err := h.network.setting(ctx)
	v := ui.Network{On: s.On, Problem: h.network.problem}
	if h.network.addr != "" {
		v.Address = "http://" + h.network.addr
	}
	return v, err
}

// SetNetwork implements ui.Host.
func (h *host) SetNetwork(ctx context.Context, on bool) error { return h.network.set(ctx, on) }

// Token implements ui.Host.
func (h *host) Token(context.Context) (string, error) {
	h.network.mu.Lock()
	defer h.network.mu.Unlock()
	return h.network.token()
}

// NewToken implements ui.Host.
func (h *host) NewToken(ctx context.Context) error { return h.network.renew(ctx) }
