package api

import (
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"memoir/memory"
)

// minTokenLength is the shortest token that is accepted: 22 characters of base64 hold 128 bits.
const minTokenLength = 22

// NetworkOptions configures the TCP handler.
type NetworkOptions struct {
	Addr  string // as given by the user, host:port
	Token string // required as Bearer token when not empty
}

// ValidateAddressAndToken returns an error for an address that is none, for a token that is too
// short, and, without a token, for an address that other computers can reach.
func (o NetworkOptions) ValidateAddressAndToken() error {
	host, _, err := net.SplitHostPort(o.Addr)
	if err != nil {
		return &memory.FieldError{Field: "addr", Problem: fmt.Sprintf("%q is not in the form HOST:PORT", o.Addr)}
	}
	if !isLoopbackHost(host) && o.Token == "" {
		return &memory.FieldError{Field: "addr", Problem: fmt.Sprintf(
			"%s can be reached by other computers, so it needs a token", o.Addr)}
	}
	if o.Token != "" && len(o.Token) < minTokenLength {
		return &memory.FieldError{Field: "token", Problem: fmt.Sprintf(
			"has only %d characters; it needs at least %d to be hard to guess", len(o.Token), minTokenLength)}
	}
	return nil
}

// NetworkHandler serves programs that connect over TCP. It returns the error of Check.
func (a *API) NetworkHandler(o NetworkOptions) (http.Handler, error) {
	if err := o.ValidateAddressAndToken(); err != nil {
		return nil, err
	}
	host, _, _ := net.SplitHostPort(o.Addr) // Check has split it
	return &networkGuard{api: a, host: strings.ToLower(strings.Trim(host, "[]")), token: o.Token}, nil
}

// networkGuard checks every TCP request before routing it.
type networkGuard struct {
	api   *API
	host  string
	token string
}

func (g *networkGuard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := g.checkHostOriginAndToken(r); err != nil {
		c := &call{ResponseWriter: w, request: r, api: g.api}
		if err.status == http.StatusUnauthorized {
			c.Header().Set("WWW-Authenticate", `Bearer realm="memoir"`)
		}
		c.writeErrorResponseOrEvent(err)
		return
	}
	g.api.mux.serveWithBodyLimitAndRecordDuration(w, r, caller{actor: memory.ActorAPI, trusted: g.token != ""})
}

// checkHostOriginAndToken checks Host, Origin and token, in this order, before anything else of the
// request is read.
func (g *networkGuard) checkHostOriginAndToken(r *http.Request) *httpError {
	if !g.isAllowedHost(r.Host) {
		return &httpError{
			status: http.StatusBadRequest, Code: "wrong_host", Field: "Host",
			Message: "This server doesn't answer to that host name.",
			Hint:    "Use 127.0.0.1 or localhost, or the address the server was started with.",
		}
	}
	if origin := r.Header.Get("Origin"); origin != "" && !g.isAllowedOrigin(origin, r.Host) {
		return &httpError{
			status: http.StatusBadRequest, Code: "wrong_origin", Field: "Origin",
			Message: "Web pages from other sites can't use this server.",
			Hint:    "Call the server from an app on this computer.",
		}
	}
	if g.token != "" && !equalSecretsInConstantTime(bearerToken(r), g.token) {
		return &httpError{
			status: http.StatusUnauthorized, Code: "unauthorized", Field: "Authorization",
			Message: "This server needs a token, and the request has none or the wrong one.",
			Hint:    "Send the content of the token file in the Authorization: Bearer header.",
		}
	}
	return nil
}

// isAllowedHost prevents DNS rebinding: only loopback names and the address the server was started
// with are accepted. A server started on every address (0.0.0.0 or ::) accepts any IP address,
// because an address cannot be rebound.
func (g *networkGuard) isAllowedHost(hostport string) bool {
	host := hostport
	if h, _, err := net.SplitHostPort(hostport); err == nil {
		host = h
	}
	host = strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
	if host == g.host && host != "" || isLoopbackHost(host) {
		return true
	}
	_, err := netip.ParseAddr(host)
	return err == nil && isUnspecifiedHost(g.host)
}

// isAllowedOrigin accepts only pages that this server itself could have served: an allowed host on the
// port the request came to. Pages of other programs on this computer have another port.
func (g *networkGuard) isAllowedOrigin(origin, requestHost string) bool {
	u, err := url.Parse(origin)
	return err == nil && u.Scheme == "http" && g.isAllowedHost(u.Host) &&
		portOrHTTPDefault(u.Host) == portOrHTTPDefault(requestHost)
}

// portOrHTTPDefault returns the port of host:port, or HTTP's own where none is named.
func portOrHTTPDefault(hostport string) string {
	if _, port, err := net.SplitHostPort(hostport); err == nil && port != "" {
		return port
	}
	return "80"
}

func isUnspecifiedHost(host string) bool {
	if host == "" {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsUnspecified()
}

func isLoopbackHost(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil && ip.Unmap().IsLoopback()
}

func bearerToken(r *http.Request) string {
	scheme, token, ok := strings.Cut(r.Header.Get("Authorization"), " ")
	if !ok || !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

// equalSecretsInConstantTime compares in constant time, whatever the lengths.
func equalSecretsInConstantTime(a, b string) bool {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}
