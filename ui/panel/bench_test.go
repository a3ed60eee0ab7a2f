package panel

import (
	"fmt"
	"testing"
	"time"

	"memoir/memory"
)

// One keystroke in the memory search, from the key to the cards in the list; ui-ns is the time
// spent on the UI goroutine, during which typing is blocked. With -short there are just enough memories to see that it
// runs.
func BenchmarkSearchKeystroke(b *testing.B) {
	sizes := []int{2000, 10000}
	if testing.Short() {
		sizes = []int{200}
	}
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			d := newHarness(b)
			if err := d.DB.InTx(b.Context(), func(tx memory.Store) error { return insertMemories(b, d, tx, n) }); err != nil {
				b.Fatal(err)
			}
			d.reloadMemoriesAndWait()
			words := []string{"t", "th", "the", "thing5", "place", "place1", "word12", ""}
			i := 0
			d.UITime = 0
			for b.Loop() {
				began := time.Now()
				d.panel.memories.searchField.SetText(words[i%len(words)])
				d.UITime += time.Since(began)
				d.WaitForLoad("what fits "+words[i%len(words)], &d.panel.memories.request)
				i++
			}
			b.ReportMetric(float64(d.UITime)/float64(b.N), "ui-ns/op")
		})
	}
}

func insertMemories(b *testing.B, d *harness, tx memory.Store, n int) error {
	for i := range n {
		m := d.NewExtractedFact(fmt.Sprintf("The user said word%d about thing%d and place%d.", i, i%97, i%31))
		m.CreatedAt = d.Now.Add(-time.Duration(i) * time.Minute)
		if _, err := tx.MemoryStore().Insert(b.Context(), m); err != nil {
			return err
		}
	}
	return nil
}
