package markdown

import "testing"

// Distant blocks have no widgets yet, so that one wheel step does not draw a whole message; those
// that have one keep it for a while, so that scrolling back and forth draws nothing.
func TestOnlyBlocksNearTheVisibleRangeHaveWidgets(t *testing.T) {
	v := newViewOf700Pixels(t)
	v.SetVisibleRange(0, 200)
	v.ShowMarkdown(mixedMarkdownOfSize(8<<10), false)
	for _, it := range v.blocks.items {
		if has, want := it.widget != nil, it.y <= 200+blockOverscan; has != want {
			t.Fatalf("a block at %v of a window that ends at 200: drawn is %v", it.y, has)
		}
	}
	v.SetVisibleRange(300, 500)
	for _, it := range v.blocks.items {
		seen := it.y+it.height >= 300-lineOverscan && it.y <= 500+blockOverscan
		if has := it.widget != nil; has != seen {
			t.Fatalf("a block at %v of a window from 300 to 500: drawn is %v", it.y, has)
		}
	}
}
