package learn

import "testing"

func TestEstimatesHaveTwoDigits(t *testing.T) {
	for n, want := range map[int]int{0: 0, 7: 7, 99: 99, 100: 100, 104: 100, 485: 490, 995: 1000, 2_553_652: 2_600_000} {
		if got := roundToTwoDigits(n); got != want {
			t.Errorf("%d is rounded to %d, want %d", n, got, want)
		}
	}
}
