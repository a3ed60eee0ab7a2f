package app

import "testing"

func TestProviderNameIsDerivedFromTheHost(t *testing.T) {
	for address, want := range map[string]string{
		"https://api.example.com/v1": "api.example.com", "127.0.0.1:8099/v1": "127.0.0.1-8099",
		"http://LAPTOP.local:11434": "laptop.local-11434", "http://[::1]:80/v1": "1-80", "": "service", "://": "service",
		"http://user:secret@box/v1": "box",
	} {
		if got := ProviderNameFromAddress(address); got != want {
			t.Errorf("%s is named %q, want %q", address, got, want)
		}
	}
}
