package theme

import (
	"encoding/binary"
	"image/color"
	"math"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"memoir/ui/uitest/wcag"
)

func TestTextContrastOnEverySurface(t *testing.T) {
	pairs := map[Token][]Token{
		Text:     {Background, Sidebar, Panel, Surface, Sunken, Hover, Selected, Match, CurrentMatch},
		Text2:    {Background, Sidebar, Panel, Sunken, Hover, Selected},
		Text3:    {Background, Sidebar, Panel, Surface, Sunken, Code, Hover, Selected, WarningTint},
		Accent:   {Background, Panel, Sidebar},
		OnAccent: {Accent, AccentHover}, AccentText: {Background, Panel, Sidebar, AccentTint, Sunken, Surface},
		Warning: {WarningTint, Panel, Background},
		Error:   {Background, Surface, ErrorTint, Panel}, Success: {Background, Sidebar, Surface}, OnToast: {Toast},
		ToastLink: {Toast},
		Keyword:   {Code}, String: {Code}, Number: {Code}, Comment: {Code}, Function: {Code},
	}
	for _, o := range []Options{{}, {Dark: true}, {HighContrast: true}, {Dark: true, HighContrast: true}} {
		theme := New(o)
		for textToken, surfaces := range pairs {
			for _, s := range surfaces {
				if c := wcag.ContrastRatio(theme.TokenColor(textToken), theme.TokenColor(s)); c < 4.5 {
					t.Errorf("%+v: token %d on %d has contrast %.2f, want 4.5", o, textToken, s, c)
				}
			}
		}
		if o.HighContrast {
			if c := wcag.ContrastRatio(theme.TokenColor(Border), theme.TokenColor(Background)); c < 3 {
				t.Errorf("%+v: borders have contrast %.2f, want 3", o, c)
			}
		}
	}
}

func TestHoverAndSelectionContrastWithTheirBackground(t *testing.T) {
	for _, o := range []Options{{}, {Dark: true}} {
		theme := New(o)
		for _, ground := range []Token{Background, Sidebar, Panel, Surface} {
			hover := wcag.ContrastRatio(theme.TokenColor(Hover), theme.TokenColor(ground))
			selected := wcag.ContrastRatio(theme.TokenColor(Selected), theme.TokenColor(ground))
			if hover < 1.09 || selected < hover*1.05 {
				t.Errorf("%+v: on token %d Hover has contrast %.3f and Selected %.3f", o, ground, hover, selected)
			}
		}
	}
}

func TestEveryTokenExceptNoneHasAColor(t *testing.T) {
	for _, o := range []Options{{}, {Dark: true}} {
		theme := New(o)
		for k := None + 1; k < tokenCount; k++ {
			if theme.TokenColor(k).A == 0 {
				t.Errorf("%+v: token %d has no colour", o, k)
			}
		}
	}
}

func TestTypeSizesAreWholePixelsAtEveryZoom(t *testing.T) {
	for _, zoom := range []float32{0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2} {
		theme := New(Options{Zoom: zoom})
		for r := range roleCount {
			typeStyle := theme.TypeStyle(r)
			if typeStyle.Size != Round(typeStyle.Size) || typeStyle.LineHeight != Round(typeStyle.LineHeight) ||
				typeStyle.LineHeight <= typeStyle.Size {
				t.Errorf("zoom %v, role %d: %v/%v", zoom, r, typeStyle.Size, typeStyle.LineHeight)
			}
		}
	}
	if z := New(Options{Zoom: 9}).Zoom(); z != MaxZoom {
		t.Errorf("zoom 9 becomes %v", z)
	}
	if z := New(Options{Zoom: 0.1}).Zoom(); z != MinZoom {
		t.Errorf("zoom 0.1 becomes %v", z)
	}
}

func TestFontsHaveRaisedMetricsAndAreDistinct(t *testing.T) {
	theme := New(Options{})
	seen := map[string]bool{}
	for _, s := range []fyne.TextStyle{
		{},
		WithMediumWeight(fyne.TextStyle{}),
		{Bold: true},
		{Italic: true},
		{Bold: true, Italic: true},
		{Monospace: true},
		{Monospace: true, Bold: true},
	} {
		f := theme.Font(s)
		if seen[f.Name()] {
			t.Errorf("%+v has the font of another style, %s", s, f.Name())
		}
		seen[f.Name()] = true
		ascent, descent, upm := hheaMetrics(t, f.Content())
		want := float64(SansAscent)
		if s.Monospace {
			want = MonoAscent
		}
		if got := float64(ascent) / float64(upm); math.Abs(got-want-MetricLift) > 0.002 {
			t.Errorf("%s: ascent %.3f, want %.3f", f.Name(), got, want+MetricLift)
		}
		if descent >= 0 {
			t.Errorf("%s: descent %d", f.Name(), descent)
		}
	}
}

func hheaMetrics(t *testing.T, b []byte) (ascent, descent int16, upm uint16) {
	t.Helper()
	for i := range int(binary.BigEndian.Uint16(b[4:])) {
		e := b[12+16*i:]
		at := binary.BigEndian.Uint32(e[8:])
		switch string(e[:4]) {
		case "hhea":
			ascent, descent = int16(binary.BigEndian.Uint16(b[at+4:])), int16(binary.BigEndian.Uint16(b[at+6:]))
		case "head":
			upm = binary.BigEndian.Uint16(b[at+18:])
		}
	}
	return ascent, descent, upm
}

func TestMeasuredLineHeightIncludesTheMetricLift(t *testing.T) {
	a := test.NewTempApp(t)
	a.Settings().SetTheme(New(Options{}))
	const size = 100
	got := fyne.MeasureText("Hxg", size, fyne.TextStyle{}).Height
	if want := float32((SansLineHeight + 2*MetricLift) * size); math.Abs(float64(got-want)) > 1 {
		t.Errorf("a line is %v high, want %v", got, want)
	}
	if Current().TokenColor(Background) != New(Options{}).TokenColor(Background) {
		t.Error("Current is not the theme of the app")
	}
}

func TestEveryIconHasADrawing(t *testing.T) {
	for _, i := range []Icon{
		IconPlus, IconSearch, IconEdit, IconCompose, IconSliders, IconPin, IconGhost, IconDown, IconRight, IconLeft, IconCopy,
		IconRefresh, IconMore, IconPaperclip, IconFile, IconUp, IconClose, IconCheck, IconUndo, IconTrash, IconWhy,
		IconBookmark,
		IconLock, IconKey, IconPlay, IconPanel, IconClock, IconExternalLink, IconScreen, IconChat, IconShield, IconGlobe,
		IconSun,
		IconInfo, IconKeyboard, IconTag, IconCalendar, IconStack, IconStop, IconImage, IconWrap, IconThink, IconWarn,
		IconLink,
		IconArrowDown, IconEye, IconEyeOff,
	} {
		res := IconAsSVG(i, 16, 2, color.NRGBA{R: 255, A: 255})
		if !strings.Contains(string(res.Content()), "FF0000") || iconSVGElements(i) == "" {
			t.Errorf("%s is empty", i)
		}
		img := canvas.NewImageFromResource(res)
		img.Resize(fyne.NewSquareSize(16))
		if img.Refresh(); img.Aspect() == 0 {
			t.Errorf("%s cannot be read", i)
		}
	}
}
