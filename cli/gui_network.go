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
	"syscall"

	"memoir/api"
	"memoir/memory"
	"memoir/ui"
)

const (
	// networkSettingKey is the setting that holds whether the HTTP interface is on, and its address.
	networkSettingKey = "ui.network"
	// tokenFileName is the token's file in the data folder, readable only by this user.
	tokenFileName      = "api-token"
	defaultNetworkAddr = "127.0.0.1:8377"
)

// networkServer is the HTTP interface of the window: off until the user turns it on, limited to
// this computer, and never without a token. It is safe for concurrent use.
type networkServer struct {
	app *app
	dir string

	mu      sync.Mutex
	server  *api.Server
	addr    string // address it listens on, "" while it is off
	problem string // why it does not listen although it is turned on
}

type networkSetting struct {
	On   bool   `json:"on"`
	Addr string `json:"addr"`
}

func (n *networkServer) loadHTTPInterfaceSetting(ctx context.Context) (networkSetting, error) {
	s := networkSetting{Addr: defaultNetworkAddr}
	v, err := n.app.db.SettingStore().Get(ctx, networkSettingKey)
	if errors.Is(err, memory.ErrNotFound) {
		return s, nil
	}
	if err != nil {
		return s, fmt.Errorf("read the setting of the HTTP interface: %w", err)
	}
	if err := json.Unmarshal([]byte(v), &s); err != nil {
		return networkSetting{Addr: defaultNetworkAddr}, nil //nolint:nilerr // an invalid value means off
	}
	return s, nil
}

func (n *networkServer) saveHTTPInterfaceSetting(ctx context.Context, s networkSetting) error {
	b, err := json.Marshal(s)
	if err != nil {
		return fmt.Errorf("keep the setting of the HTTP interface: %w", err)
	}
	return n.app.db.SettingStore().Set(ctx, networkSettingKey, string(b))
}

// resumeListeningIfEnabled listens again on the stored address if the interface was on when the
// window was closed.
func (n *networkServer) resumeListeningIfEnabled(ctx context.Context) {
	n.mu.Lock()
	defer n.mu.Unlock()
	s, err := n.loadHTTPInterfaceSetting(ctx)
	if err == nil && s.On {
		err = n.startListening(ctx, s.Addr)
	}
	if err != nil {
		n.problem = "The HTTP interface couldn't be turned on. The log says why."
		if errors.Is(err, syscall.EADDRINUSE) {
			n.problem = "Another app is using " + s.Addr + "."
		}
		n.app.log.Warn("the HTTP interface could not be turned on", "addr", s.Addr, "err", err)
	}
}

// startListening starts serving on addr; n.mu is held.
func (n *networkServer) startListening(ctx context.Context, addr string) error {
	token, err := n.readOrCreateAPIToken()
	if err != nil {
		return err
	}
	h, err := n.app.api.NetworkHandler(api.NetworkOptions{Addr: addr, Token: token})
	if err != nil {
		return err
	}
	var lc net.ListenConfig
	ln, err := lc.Listen(ctx, "tcp", addr)
	if err != nil {
		return fmt.Errorf("listen for programs: %w", err)
	}
	n.server = api.StartServer(context.WithoutCancel(ctx), ln, h, n.app.log)
	n.addr, n.problem = ln.Addr().String(), ""
	return nil
}

// stopListening closes the server and its connections; n.mu is held.
func (n *networkServer) stopListening() {
	if n.server != nil {
		n.server.Close()
		n.server, n.addr = nil, ""
	}
}

// startOrStopServerAndSaveSetting turns the interface on or off and stores that for the next start.
// When another program uses the stored port, it takes a free one.
func (n *networkServer) startOrStopServerAndSaveSetting(ctx context.Context, on bool) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	s, err := n.loadHTTPInterfaceSetting(ctx)
	if err != nil {
		return err
	}
	n.stopListening()
	n.problem = ""
	if s.On = on; on {
		if n.startListening(ctx, s.Addr) != nil {
			if err := n.startListening(ctx, "127.0.0.1:0"); err != nil {
				return err
			}
		}
		s.Addr = n.addr
	}
	return n.saveHTTPInterfaceSetting(ctx, s)
}

// readOrCreateAPIToken reads the token and creates one if there is none.
func (n *networkServer) readOrCreateAPIToken() (string, error) {
	b, err := os.ReadFile(filepath.Join(n.dir, tokenFileName))
	if t := strings.TrimSpace(string(b)); err == nil && t != "" {
		return t, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("read the token: %w", err)
	}
	return n.createOrReplaceAPITokenFile()
}

func (n *networkServer) createOrReplaceAPITokenFile() (string, error) {
	t := rand.Text() + rand.Text()
	path := filepath.Join(n.dir, tokenFileName)
	if err := os.WriteFile(path+".new", []byte(t+"\n"), 0o600); err != nil {
		return "", fmt.Errorf("write the token: %w", err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		return "", fmt.Errorf("write the token: %w", err)
	}
	return t, nil
}

// renewTokenAndRestartServer creates a new token and disconnects clients that used the old one.
func (n *networkServer) renewTokenAndRestartServer(ctx context.Context) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if _, err := n.createOrReplaceAPITokenFile(); err != nil {
		return err
	}
	if n.server == nil {
		return nil
	}
	addr := n.addr
	n.stopListening()
	return n.startListening(ctx, addr)
}

// handServerOverToAppShutdown leaves closing the server to the app's shutdown, so that answers in
// progress still reach their readers.
func (n *networkServer) handServerOverToAppShutdown() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.server != nil {
		n.app.servers = append(n.app.servers, n.server)
		n.server, n.addr = nil, ""
	}
}

func (h *host) HTTPInterfaceStatus(ctx context.Context) (ui.Network, error) {
	h.network.mu.Lock()
	defer h.network.mu.Unlock()
	s, err := h.network.loadHTTPInterfaceSetting(ctx)
	v := ui.Network{On: s.On, Problem: h.network.problem}
	if h.network.addr != "" {
		v.Address = "http://" + h.network.addr
	}
	return v, err
}

func (h *host) SetHTTPInterfaceEnabled(ctx context.Context, on bool) error {
	return h.network.startOrStopServerAndSaveSetting(ctx, on)
}

func (h *host) ReadOrCreateAPIToken(context.Context) (string, error) {
	h.network.mu.Lock()
	defer h.network.mu.Unlock()
	return h.network.readOrCreateAPIToken()
}

func (h *host) RenewAPITokenAndRestartServer(ctx context.Context) error {
	return h.network.renewTokenAndRestartServer(ctx)
}
