package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"

	"github.com/rogpeppe/go-internal/testscript"
)

// cmdCheckFileContent checks that exactly one file matches a pattern and that its content matches an expression:
// infile PATTERN EXPRESSION. Negated, no file matches the pattern.
func cmdCheckFileContent(ts *testscript.TestScript, neg bool, args []string) {
	found, err := filepath.Glob(ts.MkAbs(args[0]))
	ts.Check(err)
	if neg {
		if len(found) > 0 {
			ts.Fatalf("there are %q", found)
		}
		return
	}
	if len(found) != 1 {
		ts.Fatalf("%d files match %s", len(found), args[0])
	}
	content, err := os.ReadFile(found[0])
	ts.Check(err)
	if !regexp.MustCompile(args[1]).Match(content) {
		ts.Fatalf("%s holds:\n%s", found[0], content)
	}
}

// cmdReplaceTextInFile replaces a text in the one file that matches a pattern: edit PATTERN FROM TO.
func cmdReplaceTextInFile(ts *testscript.TestScript, _ bool, args []string) {
	found, err := filepath.Glob(ts.MkAbs(args[0]))
	ts.Check(err)
	if len(found) != 1 {
		ts.Fatalf("%d files match %s", len(found), args[0])
	}
	content, err := os.ReadFile(found[0])
	ts.Check(err)
	ts.Check(os.WriteFile(found[0], bytes.ReplaceAll(content, []byte(args[1]), []byte(args[2])), 0o600))
}
