package llm

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"syscall"

	"memoir/memory"
)

// wrapProviderError returns err as a *memory.ProviderError with provider, model, address and the
// end of the key. Keys are redacted from the server's message, and nothing that the server sent is in
// the text of the error.
func wrapProviderError(e endpoint, model string, err error) *memory.ProviderError {
	p := &memory.ProviderError{
		Provider: e.provider.Name, Title: e.provider.Title, Model: modelNameOfID(model),
		Address: hostAndPort(e.provider.BaseURL), KeyTail: lastCharactersOfKey(e.key),
	}
	var given *memory.ProviderError
	var apiErr *apiError
	problem, wrong := wrongServerProblem(err)
	switch {
	case errors.As(err, &given):
		p.Need, p.Limit, p.Err = given.Need, given.Limit, given.Err
	case wrong != nil:
		p.Message, p.Err = problem, fmt.Errorf("%w: %w", memory.ErrOffline, wrong)
	case errors.As(err, &apiErr):
		p.Status, p.Message, p.Err = apiErr.status, redactAndShortenMessage(apiErr.message, e.key), apiErr.sentinelError()
	case isCoreSentinelError(err):
		p.Err = err
	case isServerUnreachable(err):
		p.Err = fmt.Errorf("%w: %w", memory.ErrOffline, causeWithoutResponseText(err))
	case errors.Is(err, errUnfinishedReply), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF),
		isConnectionReset(err):
		p.Message, p.Err = "the connection was closed", fmt.Errorf("%w: %w", memory.ErrServer, causeWithoutResponseText(err))
	case errors.Is(err, errUnreadable):
		p.Message, p.Err = "the answer isn't valid JSON", memory.ErrServer
	default:
		p.Message, p.Err = "the answer couldn't be read",
			fmt.Errorf("%w: %w", memory.ErrServer, causeWithoutResponseText(err))
	}
	return p
}

func isCoreSentinelError(err error) bool {
	for _, s := range []error{memory.ErrEmptyReply, memory.ErrTimeout, memory.ErrModelNotFound, memory.ErrPromptTooLong} {
		if errors.Is(err, s) {
			return true
		}
	}
	var unusable *memory.UnusableReplyError
	return errors.As(err, &unusable)
}

// wrongServerProblem recognizes that what answered is not the model server: a certificate that is not
// trusted, another protocol than the address names, a web page or a redirect as sign-in pages of
// networks send them. It returns the problem in words and memory.ErrTLS or memory.ErrWebPage; "" and
// nil for other errors.
func wrongServerProblem(err error) (problem string, wrong error) {
	var apiErr *apiError
	if errors.As(err, &apiErr) {
		switch {
		case apiErr.needsHTTPS:
			return "it requires HTTPS", memory.ErrTLS
		case apiErr.status == http.StatusNetworkAuthenticationRequired:
			return "it asks you to sign in to the network", memory.ErrWebPage
		}
		return "", nil
	}
	if errors.Is(err, errWebPage) {
		return "it answers with a web page", memory.ErrWebPage
	}
	if errors.Is(err, errRedirected) {
		return "it redirects to another address", memory.ErrWebPage
	}
	if problem := describeTLSProblem(err); problem != "" {
		return problem, memory.ErrTLS
	}
	return "", nil
}

// describeTLSProblem says what is wrong with a secure connection, "" for other errors. A TLS alert
// in place of an HTTP response begins with its content type and version (RFC 8446, 5.1).
func describeTLSProblem(err error) string {
	var unknown x509.UnknownAuthorityError
	var invalid x509.CertificateInvalidError
	var name x509.HostnameError
	var record tls.RecordHeaderError
	text := err.Error()
	switch {
	case errors.As(err, &unknown):
		return "its certificate isn't signed by anyone this computer trusts"
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return "its certificate has expired, or isn't valid yet"
	case errors.As(err, &name):
		return "its certificate is for another address"
	case errors.Is(err, http.ErrSchemeMismatch), errors.As(err, &record):
		return "it doesn't use HTTPS"
	case strings.Contains(text, `malformed HTTP response "\x15\x03`):
		return "it requires HTTPS"
	case strings.Contains(text, "x509: "):
		return "its certificate isn't valid"
	case strings.Contains(text, "tls: "):
		return "no secure connection could be made"
	}
	return ""
}

// isServerUnreachable reports whether no server was reached: connection refused, unknown host or no
// route.
func isServerUnreachable(err error) bool {
	var dns *net.DNSError
	var op *net.OpError
	return errors.As(err, &dns) || (errors.As(err, &op) && (op.Op == "dial" || op.Op == "proxyconnect"))
}

func isConnectionReset(err error) bool {
	return errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) ||
		strings.Contains(err.Error(), "connection closed") || strings.Contains(err.Error(), "broken connection")
}

// errorWithoutRequestURL unwraps a *url.Error, so that the URL does not appear in the message.
func errorWithoutRequestURL(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}

// causeWithoutResponseText returns the cause of a failed request for an error text: what the system
// or this program says about it. Other causes may quote the response (net/http does, when it cannot
// parse one); of them only the type is named.
func causeWithoutResponseText(err error) error {
	for _, known := range []error{
		context.Canceled, context.DeadlineExceeded, io.ErrUnexpectedEOF, io.EOF, errUnfinishedReply, syscall.ECONNRESET,
		syscall.EPIPE,
	} {
		if errors.Is(err, known) {
			return known
		}
	}
	var dns *net.DNSError
	var op *net.OpError
	switch {
	case errors.As(err, &dns):
		return dns
	case errors.As(err, &op):
		return op
	}
	return fmt.Errorf("%T", errorWithoutRequestURL(err)) //nolint:err113 // the error's own text is left out
}
