package markdown

import (
	"net/url"
	"strings"
)

// Openable reports whether an address may be opened after a click: http, https and mailto only.
func Openable(address string) bool {
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

// imageHost returns the host a picture would come from, or "" when it must never be loaded: local files, data and
// anything that is not the web.
func imageHost(address string) string {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	return u.Host
}
