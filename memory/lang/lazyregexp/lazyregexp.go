// Package lazyregexp compiles regular expressions on first use. The rules of language have some
// hundred of them; compiled before the program begins, they would delay every start, and most
// starts need none.
package lazyregexp

import (
	"os"
	"regexp"
	"strings"
	"sync"
)

// Regexp is a regular expression that is compiled when one of its methods is first called. It may
// be used by several goroutines. The methods are those of regexp.Regexp.
type Regexp struct{ compiled func() *regexp.Regexp }

// New returns the expression that expr describes. An expression that does not compile panics on
// first use; in tests it panics at once, so that a mistake is found whatever the test uses.
func New(expr string) *Regexp {
	return newCompiledBy(func() *regexp.Regexp { return regexp.MustCompile(expr) }, isTestBinary(os.Args))
}

// newCompiledBy returns the expression that compile returns, which is called on first use, or at
// once.
func newCompiledBy(compile func() *regexp.Regexp, atOnce bool) *Regexp {
	r := &Regexp{compiled: sync.OnceValue(compile)}
	if atOnce {
		r.compiled()
	}
	return r
}

// isTestBinary reports whether the arguments are those of a program that go test has built.
func isTestBinary(args []string) bool {
	return len(args) > 0 && strings.HasSuffix(strings.TrimSuffix(args[0], ".exe"), ".test")
}

// MatchString is that of regexp.Regexp.
func (r *Regexp) MatchString(s string) bool { return r.compiled().MatchString(s) }

// FindString is that of regexp.Regexp.
func (r *Regexp) FindString(s string) string { return r.compiled().FindString(s) }

// FindStringIndex is that of regexp.Regexp.
func (r *Regexp) FindStringIndex(s string) []int { return r.compiled().FindStringIndex(s) }

// FindStringSubmatch is that of regexp.Regexp.
func (r *Regexp) FindStringSubmatch(s string) []string { return r.compiled().FindStringSubmatch(s) }

// FindStringSubmatchIndex is that of regexp.Regexp.
func (r *Regexp) FindStringSubmatchIndex(s string) []int {
	return r.compiled().FindStringSubmatchIndex(s)
}

// FindAllString is that of regexp.Regexp.
func (r *Regexp) FindAllString(s string, n int) []string { return r.compiled().FindAllString(s, n) }

// FindAllStringIndex is that of regexp.Regexp.
func (r *Regexp) FindAllStringIndex(s string, n int) [][]int {
	return r.compiled().FindAllStringIndex(s, n)
}

// FindAllStringSubmatch is that of regexp.Regexp.
func (r *Regexp) FindAllStringSubmatch(s string, n int) [][]string {
	return r.compiled().FindAllStringSubmatch(s, n)
}

// FindAllStringSubmatchIndex is that of regexp.Regexp.
func (r *Regexp) FindAllStringSubmatchIndex(s string, n int) [][]int {
	return r.compiled().FindAllStringSubmatchIndex(s, n)
}

// ReplaceAllString is that of regexp.Regexp.
func (r *Regexp) ReplaceAllString(s, with string) string {
	return r.compiled().ReplaceAllString(s, with)
}

// ReplaceAllStringFunc is that of regexp.Regexp.
func (r *Regexp) ReplaceAllStringFunc(s string, with func(string) string) string {
	return r.compiled().ReplaceAllStringFunc(s, with)
}

// Match is that of regexp.Regexp.
func (r *Regexp) Match(b []byte) bool { return r.compiled().Match(b) }
