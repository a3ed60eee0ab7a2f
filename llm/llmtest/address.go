package llmtest

import "net"

// UnusedLoopbackAddress returns a loopback IP address and a free port for a server that starts
// later. It avoids 127.0.0.1 if the system has another loopback address, so that nothing else takes
// the port in the meantime.
func UnusedLoopbackAddress(t TB) string {
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
