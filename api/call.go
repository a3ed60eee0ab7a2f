package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"memoir/memory"
	"memoir/memory/engine"
)

// UserHeader names the profile of a request by its external id; a request without it uses profile
// 1.
const UserHeader = "x-openwebui-user-id"

const maxUserIDLength = 200 // runes

// call is one request with its response. It is confined to one goroutine.
type call struct {
	http.ResponseWriter
	request *http.Request
	api     *API
	caller  caller

	profileID memory.ID
	anonymous bool // no profile although one is required: reads nothing, stores nothing
	status    int  // status sent, 0 until then
	stream    *eventStream
}

// WriteHeader records the status before sending it.
func (c *call) WriteHeader(status int) {
	if c.status == 0 {
		c.status = status
	}
	c.ResponseWriter.WriteHeader(status)
}

func (c *call) Write(b []byte) (int, error) {
	if c.status == 0 {
		c.status = http.StatusOK
	}
	return c.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController reach the connection.
func (c *call) Unwrap() http.ResponseWriter { return c.ResponseWriter }

func (c *call) requestContext() context.Context { return c.request.Context() }

// profileSession is what the caller may do with the profile of the request.
func (c *call) profileSession() *engine.Session {
	return c.api.service.Session(c.profileID, c.caller.actor)
}

func (c *call) findOrCreateProfileOrMarkAnonymous() error {
	name := strings.TrimSpace(c.request.Header.Get(UserHeader))
	if name == "" && c.api.requireUser && !c.caller.local {
		c.anonymous = true
		return nil
	}
	if !utf8.ValidString(name) || utf8.RuneCountInString(name) > maxUserIDLength ||
		strings.ContainsFunc(name, unicode.IsControl) {
		return &memory.FieldError{Field: UserHeader, Problem: "must be at most 200 printable characters"}
	}
	resolve := c.api.service.FindProfileByExternalIDElseCreate
	if c.caller.local {
		resolve = c.api.service.FindProfileByIDOrNameElseCreate
	}
	p, err := resolve(c.requestContext(), name)
	if err != nil {
		return err
	}
	c.profileID = p.ID
	return nil
}

// refuseIfAnonymous refuses an anonymous call that would store or return data of a profile.
func (c *call) refuseIfAnonymous() error {
	if !c.anonymous {
		return nil
	}
	return &httpError{
		status: http.StatusUnauthorized, Code: "user_required",
		Message: "This server keeps memories per user, but the request names no user.",
		Hint:    "Send the header " + UserHeader + ".", Field: UserHeader,
	}
}

// refuseIfUntrusted refuses calls that touch keys or files of this computer unless the caller is
// trusted.
func (c *call) refuseIfUntrusted() error {
	if c.caller.trusted {
		return nil
	}
	return &httpError{
		status: http.StatusUnauthorized, Code: "token_required",
		Message: "Only the memoir command or a caller with a token can make this call.",
		Hint: "Use the command, or start the server with --token-file and send the token in the Authorization: Bearer " +
			"header.",
	}
}

// refuseIfUntrustedOrAnonymous refuses an untrusted caller, and then one that names no user where
// one is required: what concerns the whole computer is refused without a word about its users.
func (c *call) refuseIfUntrustedOrAnonymous() error {
	if err := c.refuseIfUntrusted(); err != nil {
		return err
	}
	return c.refuseIfAnonymous()
}

// parsePathID reads an id from the path; anything but a positive number is reported as not found.
func (c *call) parsePathID(name string) (memory.ID, error) {
	n, err := strconv.ParseInt(c.request.PathValue(name), 10, 64)
	if err != nil || n <= 0 {
		return 0, &httpError{
			status: http.StatusNotFound, Code: "not_found", Field: name,
			Message: "There is no such " + name + ".", Hint: "IDs are positive whole numbers.",
		}
	}
	return memory.ID(n), nil
}

// decodeJSONBody decodes a JSON body into v. An empty body leaves v unchanged when optional is set.
func (c *call) decodeJSONBody(v any, optional bool) error {
	body, err := io.ReadAll(c.request.Body)
	if err != nil {
		return httpErrorForBodyRead(err)
	}
	if len(body) == 0 && optional {
		return nil
	}
	if t, _, err := mime.ParseMediaType(c.request.Header.Get("Content-Type")); err != nil || t != "application/json" {
		return unsupportedMediaTypeError("application/json")
	}
	err = unmarshalJSONRejectingUnknownFields(body, v)
	var unknown *memory.FieldError
	if errors.As(err, &unknown) {
		return unknown
	}
	var wrongType *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &wrongType):
		field := wrongType.Field[strings.LastIndexByte(wrongType.Field, '.')+1:] // without the Go struct it stands in
		return &httpError{
			status: http.StatusUnprocessableEntity, Code: "invalid", Field: field,
			Message: "The field " + field + " can't be of type " + wrongType.Value + ".",
			Hint:    "GET /api/openapi.yaml gives the type of every field.",
		}
	}
	return &httpError{
		status: http.StatusBadRequest, Code: "bad_json", Message: "The body isn't valid JSON.",
		Hint: "Send one JSON object in UTF-8.",
	}
}

// unmarshalJSONRejectingUnknownFields decodes one JSON value; a field that v does not have is a
// *memory.FieldError, so that a misspelt or removed parameter is not taken for one that has an
// effect.
func unmarshalJSONRejectingUnknownFields(body []byte, v any) error {
	if !json.Valid(body) {
		return json.Unmarshal(body, v)
	}
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	err := d.Decode(v)
	if err == nil {
		return nil
	}
	if name, found := strings.CutPrefix(err.Error(), "json: unknown field "); found {
		if field, unquoted := strconv.Unquote(name); unquoted == nil {
			return &memory.FieldError{Field: field, Problem: "is not a parameter of this call"}
		}
	}
	return err
}

func httpErrorForBodyRead(err error) error {
	var tooBig *http.MaxBytesError
	if errors.As(err, &tooBig) {
		return &httpError{
			status: http.StatusRequestEntityTooLarge, Code: "too_large",
			Message: fmt.Sprintf("The request is larger than %d MiB.", tooBig.Limit>>20), Hint: "Send less at a time.",
		}
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return &httpError{
			status: http.StatusRequestTimeout, Code: "body_timeout", Message: "The rest of the request body didn't arrive in " +
				"time.",
			Hint: "Send the whole request again, without pausing.",
		}
	}
	return &httpError{
		status: http.StatusBadRequest, Code: "bad_body", Message: "The request body ended early.",
		Hint: "Send the request again.",
	}
}

func unsupportedMediaTypeError(want string) error {
	return &httpError{
		status: http.StatusUnsupportedMediaType, Code: "unsupported_media_type",
		Message: "The body has the wrong Content-Type.", Hint: "Send the body as " + want + ".", Field: "Content-Type",
	}
}

// queryParams parses the URL's query parameters and keeps the first error.
type queryParams struct {
	values   map[string][]string
	firstErr error
}

func (c *call) queryParams() *queryParams { return &queryParams{values: c.request.URL.Query()} }

func (q *queryParams) stringValue(name string) string {
	if v := q.values[name]; len(v) > 0 {
		return v[0]
	}
	return ""
}

// nonNegativeIntOrRecordError parses a whole number of at least 0; an absent parameter is 0.
func (q *queryParams) nonNegativeIntOrRecordError(name string) int64 {
	s := q.stringValue(name)
	if s == "" {
		return 0
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < 0 || n > 1<<53 {
		q.recordFieldErrorIfFirst(name, "must be 0 or a positive whole number")
		return 0
	}
	return n
}

func (q *queryParams) idOrRecordError(name string) memory.ID {
	return memory.ID(q.nonNegativeIntOrRecordError(name))
}

// timeOrRecordError parses a time of RFC 3339; an absent parameter is the zero time.
func (q *queryParams) timeOrRecordError(name string) time.Time {
	t, err := parseRFC3339OrZero(name, q.stringValue(name))
	if err != nil && q.firstErr == nil {
		q.firstErr = err
	}
	return t
}

// parseRFC3339OrZero parses the time of RFC 3339 in a field; an empty text is the zero time.
func parseRFC3339OrZero(field, s string) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return t, &memory.FieldError{Field: field, Problem: "must be a time such as 2026-05-03T00:00:00Z"}
	}
	return t, nil
}

func (q *queryParams) boolOrRecordError(name string) bool {
	s := q.stringValue(name)
	if s == "" {
		return false
	}
	b, err := strconv.ParseBool(s)
	if err != nil {
		q.recordFieldErrorIfFirst(name, "must be true or false")
	}
	return b
}

func (q *queryParams) recordFieldErrorIfFirst(name, problem string) {
	if q.firstErr == nil {
		q.firstErr = &memory.FieldError{Field: name, Problem: problem}
	}
}

// enumValueOrRecordError returns a parameter that must be one of the allowed values or empty.
func enumValueOrRecordError[T ~string](q *queryParams, name string, allowed ...T) T {
	s := T(q.stringValue(name))
	if s == "" {
		return s
	}
	for _, a := range allowed {
		if s == a {
			return s
		}
	}
	q.recordFieldErrorIfFirst(name, "is not one of the allowed values")
	return ""
}
