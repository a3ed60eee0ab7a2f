package pictureio

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestPictureRequestSendsNoIdentifyingHeaders(t *testing.T) {
	got := http.Header{}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, values := range r.Header {
			got[name] = append(got[name], values...)
		}
		switch r.URL.Path {
		case "/go":
			http.SetCookie(w, &http.Cookie{Name: "a", Value: "b"})
			http.Redirect(w, r, "/p.png", http.StatusFound)
		case "/p.png":
			w.Header().Set("Content-Type", "image/png")
			_, _ = w.Write([]byte("bytes"))
		}
	}))
	defer srv.Close()
	data, err := FetchPictureRefusingPrivateHosts(
		t.Context(), strings.Replace(srv.URL, "http://", "http://user:secret@", 1)+"/go",
	)
	if err != nil || string(data) != "bytes" {
		t.Fatalf("got %q, %v", data, err)
	}
	for _, name := range []string{"Cookie", "Referer", "Authorization"} {
		if v := got.Get(name); v != "" {
			t.Errorf("%s: %s was sent", name, v)
		}
	}
}

func TestPictureRefusesOtherContentAndPrivateAddresses(t *testing.T) {
	inside := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		t.Error("the inner server was asked")
		w.Header().Set("Content-Type", "image/png")
	}))
	defer inside.Close()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/inside":
			http.Redirect(w, r, inside.URL, http.StatusFound)
		case "/file":
			http.Redirect(w, r, "file:///etc/passwd", http.StatusFound)
		case "/round":
			http.Redirect(w, r, "/round", http.StatusFound)
		case "/page":
			w.Header().Set("Content-Type", "text/html")
		case "/large":
			w.Header().Set("Content-Type", "image/png")
			for range maxPictureBytes>>16 + 1 {
				_, _ = w.Write(make([]byte, 1<<16))
			}
		default:
			w.WriteHeader(http.StatusNotFound)
		}
	}))
	defer srv.Close()
	for address, want := range map[string]string{
		srv.URL + "/inside":           "your own network",
		srv.URL + "/file":             "can't be reached",
		srv.URL + "/round":            "can't be reached",
		srv.URL + "/page":             "isn't a PNG",
		srv.URL + "/large":            "larger than 10 MB",
		srv.URL + "/gone":             "status 404",
		"file:///etc/passwd":          "images from the web",
		"http://":                     "images from the web",
		"http://127.0.0.1:1/p.png":    "can't be reached",
		"http://localtest.invalid/p":  "can't be reached",
		"ftp://127.0.0.1/picture.png": "images from the web",
	} {
		_, err := FetchPictureRefusingPrivateHosts(t.Context(), address)
		var refused Error
		if !errors.As(err, &refused) || !strings.Contains(string(refused), want) {
			t.Errorf("%s: %v, want %q", address, err, want)
		}
	}
}

func TestPictureThatDoesNotArriveIsRefused(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "image/gif; charset=binary")
		switch r.URL.Path {
		case "/cut":
			w.Header().Set("Content-Length", "100")
			_, _ = w.Write([]byte("GIF89a"))
		case "/announced":
			w.Header().Set("Content-Length", strconv.Itoa(maxPictureBytes+1))
		case "/slow":
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		}
	}))
	defer srv.Close()
	for _, c := range []struct {
		path, want string
		limit      time.Duration
	}{
		{"/cut", "127.0.0.1 can't be reached.", pictureTimeout},
		{"/announced", "The image is larger than 10 MB.", pictureTimeout},
		{"/slow", "127.0.0.1 took too long to respond.", 100 * time.Millisecond},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), c.limit)
		_, err := FetchPictureRefusingPrivateHosts(ctx, srv.URL+c.path)
		cancel()
		var refused Error
		if !errors.As(err, &refused) || string(refused) != c.want {
			t.Errorf("%s: %v, want %q", c.path, err, c.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	if _, err := FetchPictureRefusingPrivateHosts(ctx, srv.URL+"/slow"); !errors.Is(err, context.Canceled) {
		t.Errorf("when its message is closed: %v", err)
	}
}

func TestHostsAreComparedWithTheirPort(t *testing.T) {
	for address, want := range map[string]string{
		"http://LOCALHOST/p": "localhost:80", "https://[::1]/p": "[::1]:443", "http://127.0.0.1:8080/p": "127.0.0.1:8080",
		"socks5://proxy": "proxy:1080",
	} {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if got := lowercaseHostWithPort(u); got != want {
			t.Errorf("%s is %s, want %s", address, got, want)
		}
	}
	for host, want := range map[string]bool{"93.184.216.34": true, "10.0.0.1": false, "example.com": false} {
		if got := isPublicIPLiteral(host); got != want {
			t.Errorf("%s: public literal = %v", host, got)
		}
	}
}

func TestIsPublicAddrRejectsSpecialPurposeAddresses(t *testing.T) {
	for address, want := range map[string]bool{
		"93.184.216.34": true, "2606:2800:220:1::1": true,
		"127.0.0.1": false, "10.1.2.3": false, "172.16.0.1": false, "192.168.1.1": false, "169.254.169.254": false,
		"0.0.0.0": false, "0.1.2.3": false, "100.64.0.1": false, "224.0.0.1": false, "255.255.255.255": false,
		"::1": false, "fe80::1": false, "fd00::1": false, "::ffff:127.0.0.1": false, "64:ff9b::7f00:1": false,
		"2002:7f00:1::": false,
	} {
		if got := isPublicIPAddress(netip.MustParseAddr(address)); got != want {
			t.Errorf("%s: public = %v", address, got)
		}
	}
}
