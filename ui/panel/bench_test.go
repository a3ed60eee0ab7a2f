package panel

import (
	"fmt"
	"testing"
	"time"

	"memoir/memory"
)

// One keystroke in the memory search, from the key to the cards in the list; ui-ns is the time
// spent on the UI goroutine, during which typing is blocked.
func BenchmarkSearchKeystroke(b *testing.B) {
	for _, n := range []int{2000, 10000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			d := newDesk(b)
			if err := d.DB.InTx(b.Context(), func(tx memory.Store) error { return fill(b, d, tx, n) }); err != nil {
				b.Fatal(err)
			}
			d.reload()
			words := []string{"t", "th", "the", "thing5", "place", "place1", "word12", ""}
			i := 0
			d.Busy = 0
			for b.Loop() {
				began := time.Now()
				d.panel.memories.search.SetText(words[i%len(words)])
				d.Busy += time.Since(began)
				d.Arrives("what fits " + words[i%len(words)])
				i++
			}
			b.ReportMetric(float64(d.Busy)/float64(b.N), "ui-ns/op")
		})
	}
}

func fill(b *testing.B, d *desk, tx memory.Store, n int) error {
	for i := range n {
		m := d.Fact(fmt.Sprintf("The user said word%d about thing%d and place%d.", i, i%97, i%31))
		m.CreatedAt = d.Now.Add(-time.Duration(i) * time.Minute)
		if _, err := tx.Memories().Insert(b.Context(), m); err != nil {
			return err
		}
	}
	return nil
}
