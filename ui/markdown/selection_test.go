package markdown

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
)

func sizeAtWidth(v *View, w float32) fyne.Size { return fyne.NewSize(w, v.HeightFor(w)) }

// pointOnCharacterAt returns a point on the character at a position.
func pointOnCharacterAt(v *View, pos int) fyne.Position {
	x, y, h := v.blocks.positionXAndLineBounds(pos)
	return fyne.NewPos(x+1, y+h/2)
}

func pressAt(v *View, p fyne.Position) {
	e := &desktop.MouseEvent{Button: desktop.MouseButtonPrimary}
	e.Position = p
	v.MouseDown(e)
}

func releaseAt(v *View, p fyne.Position) {
	e := &desktop.MouseEvent{Button: desktop.MouseButtonPrimary}
	e.Position = p
	v.MouseUp(e)
}

// dragTo drags to a point of the window; the view is at its origin, or in no window.
func dragTo(v *View, at fyne.Position) {
	v.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{AbsolutePosition: at}})
}

const sampleLetter = "# Dear *you*\n\nSome **bold** words.\n\n- one\n- two\n\n```go\nx := 1\n```\n\n" +
	"| a | b |\n|---|---|\n| c | d |\n"

func positionOfText(t *testing.T, v *View, text string) int {
	t.Helper()
	for _, it := range v.blocks.items {
		if i := strings.Index(it.text, text); i >= 0 {
			return it.textStart + i
		}
	}
	t.Fatalf("%q is not shown", text)
	return 0
}

func TestDragSelectsAcrossBlocks(t *testing.T) {
	v := newViewOf700Pixels(t)
	v.ShowMarkdown(sampleLetter, false)
	from, to := positionOfText(t, v, "bold"), positionOfText(t, v, ":= 1")
	pressAt(v, pointOnCharacterAt(v, from))
	dragTo(v, pointOnCharacterAt(v, to))
	v.DragEnd()
	if got, want := v.SelectedText(), "bold words.\n\n- one\n- two\n\nx "; got != want {
		t.Errorf("text %q, want %q", got, want)
	}
	if got, want := v.SelectedMarkdown(), "**bold** words.\n\n- one\n- two\n\n```go\nx \n```"; got != want {
		t.Errorf("markdown %q, want %q", got, want)
	}
}

// The driver keeps the point of the press as the origin of a drag: after the text was scrolled, the
// position in its events is that of another line.
func TestDragSelectsUnderThePointerAfterTheTextWasScrolled(t *testing.T) {
	v := newViewOf700Pixels(t)
	v.ShowMarkdown("one\n\ntwo\n\nthree\n\nfour", false)
	window := test.NewTempWindow(t, container.NewWithoutLayout(v))
	window.SetPadded(false)
	window.Resize(fyne.NewSize(400, 400))
	v.Resize(fyne.NewSize(400, v.HeightFor(400)))
	from, to := pointOnCharacterAt(v, positionOfText(t, v, "one")), pointOnCharacterAt(v, positionOfText(t, v, "three"))
	pressAt(v, from)
	v.Move(fyne.NewPos(0, -60))
	v.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: to, AbsolutePosition: to.AddXY(0, -60)}})
	v.DragEnd()
	if got, want := v.SelectedText(), "one\n\ntwo"; got != want {
		t.Errorf("selected %q, want %q", got, want)
	}
}

// The driver takes the focus away when the button is released over something else.
func TestReleaseOutsideTheTextKeepsTheFocusForCopying(t *testing.T) {
	v := newViewOf700Pixels(t)
	v.ShowMarkdown("some words", false)
	window := test.NewTempWindow(t, container.NewWithoutLayout(v))
	window.Resize(fyne.NewSize(400, 400))
	v.Resize(fyne.NewSize(400, 100))
	pressAt(v, fyne.NewPos(2, 4))
	dragTo(v, fyne.NewPos(390, 380))
	window.Canvas().Unfocus()
	v.DragEnd()
	if window.Canvas().Focused() != v {
		t.Errorf("the focus is at %v", window.Canvas().Focused())
	}
}

func TestDoubleAndTripleClickSelectWordAndParagraph(t *testing.T) {
	v := newViewOf700Pixels(t)
	now := time.Unix(0, 0)
	v.Now = func() time.Time { return now }
	v.ShowMarkdown(sampleLetter, false)
	p := pointOnCharacterAt(v, positionOfText(t, v, "bold")+1)
	for i, want := range []string{"", "bold", "Some bold words.", ""} {
		pressAt(v, p)
		releaseAt(v, p)
		if got := v.SelectedText(); got != want {
			t.Errorf("click %d selects %q, want %q", i+1, got, want)
		}
		now = now.Add(100 * time.Millisecond)
	}
}

func TestShiftArrowsExtendSelectionAcrossBlocks(t *testing.T) {
	v := newViewOf700Pixels(t)
	v.ShowMarkdown("ab\n\ne\u0301d", false)
	v.SelectRange(1, 1)
	v.KeyDown(&fyne.KeyEvent{Name: desktop.KeyShiftLeft})
	for _, want := range []string{"b", "b\n\n", "b\n\ne\u0301", "b\n\ne\u0301d"} {
		v.TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight})
		if got := v.SelectedText(); strings.TrimRight(got, "\n") != strings.TrimRight(want, "\n") {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	v.TypedKey(&fyne.KeyEvent{Name: fyne.KeyUp})
	if _, b := v.SelectedRange(); b > 2 {
		t.Errorf("Up ends at %d, want the first block", b)
	}
}

func TestSelectAllCopiesTheOriginalMarkdown(t *testing.T) {
	v := newViewOf700Pixels(t)
	v.ShowMarkdown(sampleLetter, false)
	copied := ""
	v.OnCopy = func(s string) { copied = s }
	v.TypedShortcut(&fyne.ShortcutSelectAll{})
	v.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyC, Modifier: fyne.KeyModifierControl | fyne.KeyModifierShift})
	if copied != sampleLetter {
		t.Errorf("copied %q", copied)
	}
	v.TypedShortcut(&fyne.ShortcutCopy{})
	if want := "Dear you\n\nSome bold words.\n\n- one\n- two\n\nx := 1\n\na\tb\nc\td"; copied != want {
		t.Errorf("copied %q, want %q", copied, want)
	}
}

func TestOnlyWebAndMailLinksOpen(t *testing.T) {
	v := newViewOf700Pixels(t)
	var opened []string
	v.OnLink = func(s string) { opened = append(opened, s) }
	v.OnLoadImage = func(s string) { opened = append(opened, "load "+s) }
	v.ShowMarkdown("[web](https://e.org) [mail](mailto:a@e.org) [file](file://localhost/etc) [js](javascript:x) "+
		"![pic](http://e.org/p.png) "+
		"![disk](file:///p.png)", false)
	for _, w := range []string{"web", "mail", "file", "js", "pic", "disk"} {
		p := pointOnCharacterAt(v, positionOfText(t, v, w))
		v.lastPress = time.Time{}
		pressAt(v, p)
		releaseAt(v, p)
	}
	if got, want := strings.Join(opened, " "), "https://e.org mailto:a@e.org load http://e.org/p.png"; got != want {
		t.Errorf("opened %q, want %q", got, want)
	}
}

func TestHighlightMatchesIgnoresCase(t *testing.T) {
	v := newViewOf700Pixels(t)
	v.ShowMarkdown("One two ONE\n\nİone straße\n\n```\none\n```", false)
	if n := v.HighlightMatches("one"); n != 4 {
		t.Fatalf("%d matches, want 4", n)
	}
	for i, m := range v.search.found {
		it := v.blocks.items[v.blocks.itemIndexOfPosition(m.start)]
		if got := it.text[m.start-it.textStart : m.end-it.textStart]; !strings.EqualFold(got, "one") {
			t.Errorf("match %d is %q", i, got)
		}
	}
	v.ShowMarkdown(v.SourceText()+"\n\nthe last one", true)
	if n := len(v.search.found); n != 5 {
		t.Errorf("%d matches after more text, want 5", n)
	}
}

func TestLongWordsAndForeignScriptsWrapWithinTheColumn(t *testing.T) {
	for name, src := range map[string]string{
		"a word of 10,000 letters": strings.Repeat("a", 10000),
		"a word of 10,000 emoji":   strings.Repeat("👍🏽", 2500),
		"Chinese without spaces":   strings.Repeat("日本語の練習。", 300),
		"zero-width characters":    strings.Repeat("a\u200b", 2000),
		"Hebrew with numbers":      strings.Repeat("שלום (עולם) 123 abc ", 60),
		"inline code":              "`" + strings.Repeat("x", 3000) + "`",
	} {
		t.Run(name, func(t *testing.T) {
			v := newViewOf700Pixels(t)
			v.ShowMarkdown(src, false)
			v.Resize(sizeAtWidth(v, 400))
			l := v.blocks.items[0].layout.(*textLayout)
			for i, ln := range l.wrapped.lines {
				visible := strings.TrimRight(l.wrapped.text[ln.start:ln.end], " ")
				if ln.width > 400+20 && visible != "" {
					t.Fatalf("line %d is %v wide", i, ln.width)
				}
			}
			if len(l.wrapped.lines) < 2 {
				t.Errorf("%d lines", len(l.wrapped.lines))
			}
		})
	}
}

func TestTextPositionSurvivesWidthChange(t *testing.T) {
	v := newViewOf700Pixels(t)
	v.ShowMarkdown(mixedMarkdownOfSize(8<<10), false)
	v.Resize(sizeAtWidth(v, 700))
	pos, ok := v.TextPositionAtY(v.blocks.totalHeight / 2)
	if !ok {
		t.Fatal("no text in the middle")
	}
	word := v.blocks.items[v.blocks.itemIndexOfPosition(pos)].text
	v.Resize(sizeAtWidth(v, 320))
	again, ok := v.TextPositionAtY(v.LineTopOfPosition(pos) + 1)
	if !ok || v.blocks.items[v.blocks.itemIndexOfPosition(again)].text != word {
		t.Errorf("position %d is found in another block", pos)
	}
	if again > pos {
		t.Errorf("the line begins at %d, behind %d", again, pos)
	}
}

func TestContextMenuCopiesEachKindOfBlock(t *testing.T) {
	const src = sampleLetter + "\n> quoted *one*\n>\n> more\n> - two\n\n> another\\\n> of two lines\n\n$$\nx^2\n$$\n\n" +
		"| q |\n|---|\n| \"a\", b |\n\n![pic](https://e.org/p.png)\n"
	v := newViewOf700Pixels(t)
	v.ShowMarkdown(src, false)
	copied, menu := "", []MenuItem(nil)
	v.OnCopy = func(s string) { copied = s }
	v.OnMenu = func(items []MenuItem, _ fyne.Position) { menu = items }
	for _, c := range []struct{ at, label, want string }{
		{"Dear", "Copy heading", "Dear you"},
		{"Some", "Copy paragraph as Markdown", "Some **bold** words."},
		{":= 1", "Copy code", "x := 1"},
		{":= 1", "Copy code as Markdown", "```go\nx := 1\n```"},
		{"c\td", "Copy table", "a\tb\nc\td"},
		{"c\td", "Copy table as Markdown", "| a | b |\n| --- | --- |\n| c | d |"},
		{"c\td", "Copy table as CSV", "a,b\nc,d\n"},
		{`"a", b`, "Copy table as CSV", "q\n\"\"\"a\"\", b\"\n"},
		{"quoted", "Copy quote", "quoted one\n\nmore\n- two"},
		{"quoted", "Copy quote as Markdown", "> quoted *one*\n>\n> more\n> - two"},
		{"another", "Copy quote", "another\nof two lines"},
		{"of two", "Copy quote as Markdown", "> another\\\n> of two lines"},
		{"x^2", "Copy formula", "x^2"},
		{"pic", "Copy image address", "https://e.org/p.png"},
	} {
		copied = ""
		v.TappedSecondary(&fyne.PointEvent{Position: pointOnCharacterAt(v, positionOfText(t, v, c.at))})
		for _, i := range menu {
			if i.Label == c.label {
				i.Action()
			}
		}
		if copied != c.want {
			t.Errorf("%s: %q, want %q", c.label, copied, c.want)
		}
	}
	if v.HasSelection() {
		t.Error("copying a block selects it")
	}
}
