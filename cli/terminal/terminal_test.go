package terminal

import (
	"bytes"
	"math/rand/v2"
	"os"
	"testing"
)

func TestTerminalShowsControlCharactersAsSymbols(t *testing.T) {
	for in, want := range map[string]string{
		"plain\ttext\n":                 "plain\ttext\n",
		"\x1b]0;owned\x07":              "␛]0;owned␇",
		"\x1b[2Jgone":                   "␛[2Jgone",
		"over\rwritten":                 "over␍written",
		"a\x7fb\u009bc":                 "a␡b\ufffdc",
		"abc\u202etxt.exe\u2066x\u2069": "abc\ufffdtxt.exe\ufffdx\ufffd",
		"größe 日本 👩‍👩‍👧 עברית\u200f":       "größe 日本 👩‍👩‍👧 עברית\u200f",
		"invalid \xff\xfe bytes stay \xc3": "invalid \xff\xfe bytes stay ",
	} {
		var whole, pieces bytes.Buffer
		w := &controlWriter{w: &whole}
		if n, err := w.Write([]byte(in)); n != len(in) || err != nil {
			t.Errorf("%q: wrote %d, %v", in, n, err)
		}
		if whole.String() != want {
			t.Errorf("%q shows %q, want %q", in, whole.String(), want)
		}
		p := &controlWriter{w: &pieces}
		for rest := in; rest != ""; {
			n := 1 + rand.IntN(len(rest))
			_, _ = p.Write([]byte(rest[:n]))
			rest = rest[n:]
		}
		if pieces.String() != want {
			t.Errorf("%q in pieces shows %q, want %q", in, pieces.String(), want)
		}
	}
	var out bytes.Buffer
	_, _ = (&controlWriter{w: &out, allowCarriageReturn: true}).Write([]byte("\r5 of 9"))
	if out.String() != "\r5 of 9" {
		t.Errorf("progress shows %q", out.String())
	}
}

func TestOutputThatIsNoTerminalIsLeftAlone(t *testing.T) {
	f, err := os.Create(t.TempDir() + "/out")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if WriterSymbolizingControlsOnTerminal(f, false) != f {
		t.Error("a file is filtered")
	}
}
