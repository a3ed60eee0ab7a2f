package panel

import (
	"cmp"
	"slices"

	"memoir/memory"

	"memoir/ui/translate"
)

// Values of the order of the list.
const (
	orderNewest   = ""
	orderOldest   = "oldest"
	orderMostUsed = "most used"
	orderLastUsed = "last used"
)

func ordersWithLabels() []labelled {
	return []labelled{
		{orderNewest, translate.Text("Newest first")},
		{orderOldest, translate.Text("Oldest first")},
		{orderMostUsed, translate.Text("Most used first")},
		{orderLastUsed, translate.Text("Recently used first")},
	}
}

// orderChoices are the orders of the list.
func (q listQuery) orderChoices() []chip {
	var out []chip
	for _, o := range ordersWithLabels() {
		changed := q
		changed.order = o.value
		out = append(out, chip{label: o.label, selected: o.value == q.order, query: changed})
	}
	return out
}

// sortMemoriesIntoQueryOrder puts memories, which come newest first, into the order of the query.
// Memories that are equal in it stay newest first.
func (q listQuery) sortMemoriesIntoQueryOrder(ms []memory.Memory) {
	switch q.order {
	case orderOldest:
		slices.Reverse(ms)
	case orderMostUsed:
		slices.SortStableFunc(ms, func(a, b memory.Memory) int { return cmp.Compare(b.UseCount, a.UseCount) })
	case orderLastUsed:
		slices.SortStableFunc(ms, func(a, b memory.Memory) int {
			return b.LastUsedAt.Compare(a.LastUsedAt.Time)
		})
	}
}
