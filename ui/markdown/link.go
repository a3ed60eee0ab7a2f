package markdown

import (
	"net/url"
	"strings"
)

// IsOpenableLink reports whether a click may open an address: http, https and mailto only.
func IsOpenableLink(address string) bool {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil {
		return false
	}
	switch strings.ToLower(u.Scheme) {
	case "http", "https":
		return u.Host != ""
	case "mailto":
		return u.Opaque != ""
	}
	return false
}

// loadableImageHost returns the host an image would be loaded from, or "" when it must never be loaded:
// local files, data URLs and every other scheme than http and https.
func loadableImageHost(address string) string {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	return u.Host
}
