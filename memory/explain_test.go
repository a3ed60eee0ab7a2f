package memory

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestRateLimitWithoutProviderIsExplained(t *testing.T) {
	for _, c := range []struct {
		err  error
		want Fault
	}{
		{
			fmt.Errorf("learn: %w", ErrRateLimited{}),
			Fault{Code: "rate_limited", Title: "The model server is limiting requests.", Hint: "Try again in a moment."},
		},
		{ErrRateLimited{RetryAfter: 6500 * time.Millisecond}, Fault{
			Code: "rate_limited", Title: "The model server is limiting requests.", Hint: "Try again in 7 seconds.",
			RetryAfter: 7,
		}},
	} {
		if got := FaultFromError(c.err); *got != c.want {
			t.Errorf("%v is worded as %+v", c.err, *got)
		}
	}
}

func TestMissingEmbedderPromisesNoSearchByWords(t *testing.T) {
	if f := FaultFromError(ErrNoEmbedder); strings.Contains(f.Hint, "by words") {
		t.Errorf("answers are not searched by words yet: %q", f.Hint)
	}
}
