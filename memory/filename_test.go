package memory

import "testing"

func TestVisibleFileName(t *testing.T) {
	for name, want := range map[string]string{
		"plan.txt":                         "plan.txt",
		"Café, 3. März (neu).odt":          "Café, 3. März (neu).odt",
		"cod\u202etxt.exe":                 "codtxt.exe", // shown as codexe.txt
		"\u2067a\u2069\u200e\u061cb\ufeff": "ab",
		"in\u200bvoice\u00ad.pdf":          "invoice.pdf",
		"pay\u200droll.pdf":                "payroll.pdf", // no joiner between these letters
		"می\u200cخواهم.txt":                "می\u200cخواهم.txt",
		"👨\u200d👩\u200d👧 picnic.png":       "👨\u200d👩\u200d👧 picnic.png",
		"\U000e0061\u3164\u2800":           "",
		"\u0600 12.txt":                    "\u0600 12.txt", // a sign of numbers, which is drawn
	} {
		if got := FileNameWithoutInvisibleRunes(name); got != want {
			t.Errorf("%q is shown as %q, want %q", name, got, want)
		}
	}
}

func TestRenamedFileShowsItsWholeName(t *testing.T) {
	name := "photo\u202egpj.exe"
	f := File{Name: "a.txt"}
	if err := (FilePatch{Name: &name}).ValidateAndApplyTo(&f); err != nil || f.Name != "photogpj.exe" {
		t.Errorf("%q, %v", f.Name, err)
	}
	name = "\u202e\u200b"
	if err := (FilePatch{Name: &name}).ValidateAndApplyTo(&f); err == nil {
		t.Errorf("a name that nobody sees is taken: %q", f.Name)
	}
}
