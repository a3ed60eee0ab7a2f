package cli

import (
	"testing"

	"memoir/memory"
)

func TestExtractorReasonIsPrintedInWords(t *testing.T) {
	for in, want := range map[memory.ExtractorReason]string{
		memory.ExtractorNamed:     "set in models.yaml",
		memory.ExtractorPreferred: "the recommended small model",
		memory.ExtractorSmallest:  "the smallest available",
		memory.ExtractorLoaded:    "runs on this computer",
		"cheapest":                "cheapest", // of a newer Memoir that owns the folder
	} {
		if got := extractorChoiceReasonText(in); got != want {
			t.Errorf("%q is printed as %q, want %q", in, got, want)
		}
	}
}
