package app

import (
	"net/url"
	"strings"
)

// HostAndPortOfURL returns host and port of a server's address, with or without scheme; the address
// itself if it has none.
func HostAndPortOfURL(address string) string {
	withScheme := address
	if !strings.Contains(address, "://") {
		withScheme = "//" + address
	}
	u, err := url.Parse(withScheme)
	if err != nil || u.Host == "" {
		return address
	}
	return u.Host
}

// ProviderNameFromAddress derives a provider's name from its address: letters, digits, dots and
// hyphens of host and port.
func ProviderNameFromAddress(address string) string {
	name := strings.Map(func(r rune) rune {
		switch {
		case r == ':':
			return '-'
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '.', r == '-':
			return r
		}
		return -1
	}, strings.ToLower(HostAndPortOfURL(address)))
	if name = strings.Trim(name, ".-"); name == "" {
		return "service"
	}
	return name
}
