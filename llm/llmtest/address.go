package llmtest

import "net"

// FreeAddress returns an IP address of this computer with a port where nothing listens, for a server that starts later.
// It is not 127.0.0.1 where the system has another one, so that nothing else takes the port meanwhile.
func FreeAddress(t TB) string {
	t.Helper()
	ln, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 2)})
	if err != nil {
		ln, err = net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	}
	if err != nil {
		t.Fatal(err)
	}
	address := ln.Addr().String()
	if err := ln.Close(); err != nil {
		t.Fatal(err)
	}
	return address
}
