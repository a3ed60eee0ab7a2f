package pictureio

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
	"time"
)

// Limits for fetching a picture.
const (
	maxPictureBytes     = 10 << 20
	pictureTimeout      = 20 * time.Second
	maxPictureRedirects = 5
)

// FetchPictureRefusingPrivateHosts loads a picture over HTTP. The server sees this computer's
// address and the user agent "Memoir": no cookies, no referrer. Addresses in the user's own network
// are reached only when the clicked link names the host itself, as an IP address or as localhost; a
// name that resolves there, or a redirect, is refused.
func FetchPictureRefusingPrivateHosts(ctx context.Context, address string) ([]byte, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, Error("Only images from the web can be loaded.")
	}
	ctx, cancel := context.WithTimeout(ctx, pictureTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, Error("The image's address isn't valid.")
	}
	req.URL.User = nil
	req.Header.Set("User-Agent", "Memoir")
	req.Header.Set("Accept", "image/png, image/jpeg, image/gif")
	client := newPublicOnlyPictureClient(u)
	defer client.CloseIdleConnections()
	resp, err := client.Do(req)
	if err != nil {
		return nil, toPictureFetchError(ctx, u, err)
	}
	defer resp.Body.Close()
	return readPictureResponse(ctx, u, resp)
}

func readPictureResponse(ctx context.Context, u *url.URL, resp *http.Response) ([]byte, error) {
	kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	switch {
	case resp.StatusCode != http.StatusOK:
		return nil, Error(fmt.Sprintf("%s answered with HTTP status %d.", u.Hostname(), resp.StatusCode))
	case kind != "image/png" && kind != "image/jpeg" && kind != "image/gif":
		return nil, Error("The image isn't a PNG, JPEG or GIF.")
	case resp.ContentLength > maxPictureBytes:
		return nil, Error("The image is larger than 10 MB.")
	}
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxPictureBytes+1))
	switch {
	case err != nil:
		return nil, toPictureFetchError(ctx, u, err)
	case len(data) > maxPictureBytes:
		return nil, Error("The image is larger than 10 MB.")
	}
	return data, nil
}

// errNotPublic is returned for an address in the user's own network that the clicked link does not
// name.
var errNotPublic = errors.New("the address is on this computer's own network")

func toPictureFetchError(ctx context.Context, u *url.URL, err error) error {
	switch {
	case errors.Is(err, errNotPublic):
		return Error("The image's address points to your own network.")
	case ctx.Err() != nil && errors.Is(ctx.Err(), context.DeadlineExceeded):
		return Error(u.Hostname() + " took too long to respond.")
	case ctx.Err() != nil:
		return ctx.Err()
	}
	return Error(u.Hostname() + " can't be reached.")
}

// newPublicOnlyPictureClient connects only to public addresses, to the host that the clicked link names
// literally, and to the proxy of the environment.
func newPublicOnlyPictureClient(clicked *url.URL) *http.Client {
	trusted := map[string]bool{}
	if isIPAddressOrLocalhost(clicked.Hostname()) {
		trusted[lowercaseHostWithPort(clicked)] = true
	}
	proxy := func(r *http.Request) (*url.URL, error) {
		p, err := http.ProxyFromEnvironment(r)
		if p != nil {
			trusted[lowercaseHostWithPort(p)] = true
		}
		return p, err
	}
	plain := &net.Dialer{Timeout: pictureTimeout}
	publicOnly := &net.Dialer{Timeout: pictureTimeout, Control: func(_, address string, _ syscall.RawConn) error {
		at, err := netip.ParseAddrPort(address)
		if err != nil || !isPublicIPAddress(at.Addr()) {
			return errNotPublic
		}
		return nil
	}}
	return &http.Client{
		Transport: &http.Transport{
			Proxy: proxy, ForceAttemptHTTP2: true, TLSHandshakeTimeout: pictureTimeout,
			DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
				if trusted[strings.ToLower(address)] {
					return plain.DialContext(ctx, network, address)
				}
				return publicOnly.DialContext(ctx, network, address)
			},
		},
		CheckRedirect: func(r *http.Request, via []*http.Request) error {
			if len(via) > maxPictureRedirects {
				return fmt.Errorf("more than %d redirects", maxPictureRedirects)
			}
			if r.URL.Scheme != "http" && r.URL.Scheme != "https" {
				return fmt.Errorf("a redirect to %s", r.URL.Scheme)
			}
			if isIPAddressOrLocalhost(r.URL.Hostname()) && !trusted[lowercaseHostWithPort(r.URL)] &&
				!isPublicIPLiteral(r.URL.Hostname()) {
				return errNotPublic // a proxy would connect without the check
			}
			r.Header.Del("Referer")
			r.URL.User = nil
			return nil
		},
	}
}

// isIPAddressOrLocalhost reports whether a host needs no DNS lookup: an IP address or localhost.
func isIPAddressOrLocalhost(host string) bool {
	_, err := netip.ParseAddr(host)
	return err == nil || strings.EqualFold(host, "localhost")
}

func isPublicIPLiteral(host string) bool {
	ip, err := netip.ParseAddr(host)
	return err == nil && isPublicIPAddress(ip)
}

func lowercaseHostWithPort(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443", "socks5": "1080", "socks5h": "1080"}[u.Scheme]
	}
	return strings.ToLower(net.JoinHostPort(u.Hostname(), port))
}

// isPublicIPAddress reports whether an address is on the internet, by the registries of special-purpose
// addresses (RFC 6890).
func isPublicIPAddress(ip netip.Addr) bool {
	ip = ip.Unmap()
	if !ip.IsGlobalUnicast() || ip.IsPrivate() {
		return false
	}
	for _, block := range []string{
		"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "198.18.0.0/15", "240.0.0.0/4", // IPv4, reserved
		"64:ff9b::/96", "64:ff9b:1::/48", "2001::/32", "2002::/16", "fec0::/10", // embeds IPv4
	} {
		if netip.MustParsePrefix(block).Contains(ip) {
			return false
		}
	}
	return true
}
