package lazyregexp

import (
	"regexp"
	"testing"
)

func TestAnExpressionIsCompiledOnFirstUseAndOnce(t *testing.T) {
	n := 0
	r := newCompiledBy(func() *regexp.Regexp { n++; return regexp.MustCompile(`a+`) }, false)
	if n != 0 {
		t.Error("it is compiled before it is used")
	}
	if !r.MatchString("caab") || r.FindString("caab") != "aa" || r.ReplaceAllString("caab", "x") != "cxb" {
		t.Error("it matches something else than regexp")
	}
	if n != 1 {
		t.Errorf("it is compiled %d times", n)
	}
}

func TestAMistakeIsFoundInTestsWithoutUse(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("an expression that does not compile goes unnoticed")
		}
	}()
	New(`(`)
}

func TestOnlyProgramsOfGoTestAreTests(t *testing.T) {
	for name, want := range map[string]bool{
		"/tmp/b001/lang.test": true, `C:\lang.test.exe`: true, "/usr/bin/memoir": false, "/usr/bin/test": false,
	} {
		if got := isTestBinary([]string{name, "x.test"}); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	if isTestBinary(nil) {
		t.Error("no arguments are no test")
	}
}
