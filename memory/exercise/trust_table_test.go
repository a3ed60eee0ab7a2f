package exercise_test

import (
	"fmt"
	"slices"
	"strings"
)

// tally counts outcomes by row (channel, preset or language) and state, for one half of a corpus.
type tally struct {
	rows   []string
	counts map[string]map[string]int
}

func newTally() *tally { return &tally{counts: map[string]map[string]int{}} }

func (c *tally) add(row, state string) {
	if c.counts[row] == nil {
		c.rows = append(c.rows, row)
		c.counts[row] = map[string]int{}
	}
	c.counts[row][state]++
}

func (c *tally) total(row string) int {
	n := 0
	for _, k := range c.counts[row] {
		n += k
	}
	return n
}

// share is the part of a row that is in one of the states, 0 for an empty row.
func (c *tally) share(row string, states ...string) float64 {
	n := 0
	for _, s := range states {
		n += c.counts[row][s]
	}
	return float64(n) / float64(max(c.total(row), 1))
}

// table lists the rows, sorted when byName is set, with one column for each state.
func (c *tally) table(title string, byName bool, states ...string) string {
	rows := slices.Clone(c.rows)
	if byName {
		slices.Sort(rows)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n%-34s %6s", title, "n")
	for _, s := range states {
		fmt.Fprintf(&b, " %9s", s)
	}
	for _, row := range rows {
		fmt.Fprintf(&b, "\n%-34s %6d", row, c.total(row))
		for _, s := range states {
			fmt.Fprintf(&b, " %9d", c.counts[row][s])
		}
	}
	return b.String()
}
