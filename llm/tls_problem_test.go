package llm

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"testing"
)

func TestEveryProblemOfASecureConnectionHasItsWords(t *testing.T) {
	verify := func(err error) error { return &tls.CertificateVerificationError{Err: err} }
	for _, c := range []struct {
		err  error
		want string
	}{
		{verify(x509.UnknownAuthorityError{}), "its certificate isn't signed by anyone this computer trusts"},
		{
			verify(x509.CertificateInvalidError{Cert: &x509.Certificate{}, Reason: x509.Expired}),
			"its certificate has expired, or isn't valid yet",
		},
		{
			verify(x509.CertificateInvalidError{Cert: &x509.Certificate{}, Reason: x509.TooManyIntermediates}),
			"its certificate isn't valid",
		},
		{
			verify(x509.HostnameError{Certificate: &x509.Certificate{}, Host: "other.example"}),
			"its certificate is for another address",
		},
		{http.ErrSchemeMismatch, "it doesn't use HTTPS"},
		{tls.RecordHeaderError{Msg: "first record does not look like a TLS handshake"}, "it doesn't use HTTPS"},
		{errors.New(`malformed HTTP response "\x15\x03\x01\x00\x02\x02"`), "it requires HTTPS"},
		{tls.AlertError(40), "no secure connection could be made"},
		{errors.New("connection refused"), ""},
	} {
		err := &url.Error{Op: "Post", URL: "https://other.example/v1", Err: fmt.Errorf("read: %w", c.err)}
		if got := describeTLSProblem(err); got != c.want {
			t.Errorf("%v: %q, want %q", c.err, got, c.want)
		}
	}
}
