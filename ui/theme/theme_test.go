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

func TestTextCanBeReadOnEverySurfaceItStandsOn(t *testing.T) {
	pairs := map[Token][]Token{
		Text:  {Bg, Side, Panel, Surface, Sunken, Hover, Selected, Match, MatchNow},
		Text2: {Bg, Side, Panel, Sunken, Hover, Selected},
		Text3: {Bg, Side, Panel, Surface, Sunken, Code, Hover, Selected, WarnTint}, Accent: {Bg, Panel, Side},
		OnAccent: {Accent, AccentHover}, AccentText: {Bg, Panel, Side, AccentTint, Sunken, Surface},
		Warn:  {WarnTint, Panel, Bg},
		Error: {Bg, Surface, ErrorTint, Panel}, Ok: {Bg, Side, Surface}, OnToast: {Toast}, ToastLink: {Toast},
		Keyword: {Code}, String: {Code}, Number: {Code}, Comment: {Code}, Function: {Code},
	}
	for _, o := range []Options{{}, {Dark: true}, {HighContrast: true}, {Dark: true, HighContrast: true}} {
		look := New(o)
		for ink, surfaces := range pairs {
			for _, s := range surfaces {
				if c := wcag.Contrast(look.Tone(ink), look.Tone(s)); c < 4.5 {
					t.Errorf("%+v: token %d on %d has contrast %.2f, want 4.5", o, ink, s, c)
				}
			}
		}
		if o.HighContrast {
			if c := wcag.Contrast(look.Tone(Border), look.Tone(Bg)); c < 3 {
				t.Errorf("%+v: borders have contrast %.2f, want 3", o, c)
			}
		}
	}
}

func TestWhatIsPointedAtStandsOutFromItsGround(t *testing.T) {
	for _, o := range []Options{{}, {Dark: true}} {
		look := New(o)
		for _, ground := range []Token{Bg, Side, Panel, Surface} {
			hover := wcag.Contrast(look.Tone(Hover), look.Tone(ground))
			selected := wcag.Contrast(look.Tone(Selected), look.Tone(ground))
			if hover < 1.09 || selected < hover*1.05 {
				t.Errorf("%+v: on token %d Hover has contrast %.3f and Selected %.3f", o, ground, hover, selected)
			}
		}
	}
}

func TestEveryTokenButNoneHasAColour(t *testing.T) {
	for _, o := range []Options{{}, {Dark: true}} {
		look := New(o)
		for k := None + 1; k < tokenCount; k++ {
			if look.Tone(k).A == 0 {
				t.Errorf("%+v: token %d has no colour", o, k)
			}
		}
	}
}

func TestSizesAreWholeAtEveryZoom(t *testing.T) {
	for _, zoom := range []float32{0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2} {
		look := New(Options{Zoom: zoom})
		for r := range roleCount {
			ty := look.Type(r)
			if ty.Size != Round(ty.Size) || ty.Line != Round(ty.Line) || ty.Line <= ty.Size {
				t.Errorf("zoom %v, role %d: %v/%v", zoom, r, ty.Size, ty.Line)
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

func TestFontsAreRaisedAndDistinct(t *testing.T) {
	look := New(Options{})
	seen := map[string]bool{}
	for _, s := range []fyne.TextStyle{
		{},
		Medium(fyne.TextStyle{}),
		{Bold: true},
		{Italic: true},
		{Bold: true, Italic: true},
		{Monospace: true},
		{Monospace: true, Bold: true},
	} {
		f := look.Font(s)
		if seen[f.Name()] {
			t.Errorf("%+v has the font of another style, %s", s, f.Name())
		}
		seen[f.Name()] = true
		ascent, descent, upm := hhea(t, f.Content())
		want := float64(SansAscent)
		if s.Monospace {
			want = MonoAscent
		}
		if got := float64(ascent) / float64(upm); math.Abs(got-want-Lift) > 0.002 {
			t.Errorf("%s: ascent %.3f, want %.3f", f.Name(), got, want+Lift)
		}
		if descent >= 0 {
			t.Errorf("%s: descent %d", f.Name(), descent)
		}
	}
}

func hhea(t *testing.T, b []byte) (ascent, descent int16, upm uint16) {
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

func TestALineOfTextIsAsHighAsTheRaisedFont(t *testing.T) {
	a := test.NewTempApp(t)
	a.Settings().SetTheme(New(Options{}))
	const size = 100
	got := fyne.MeasureText("Hxg", size, fyne.TextStyle{}).Height
	if want := float32((SansHeight + 2*Lift) * size); math.Abs(float64(got-want)) > 1 {
		t.Errorf("a line is %v high, want %v", got, want)
	}
	if Current().Tone(Bg) != New(Options{}).Tone(Bg) {
		t.Error("Current is not the theme of the app")
	}
}

func TestEveryIconIsDrawn(t *testing.T) {
	for _, i := range []Icon{
		IconPlus, IconSearch, IconEdit, IconCompose, IconSliders, IconPin, IconGhost, IconDown, IconRight, IconLeft, IconCopy,
		IconRefresh, IconMore, IconClip, IconFile, IconUp, IconClose, IconCheck, IconUndo, IconTrash, IconWhy, IconBookmark,
		IconLock, IconKey, IconPlay, IconPanel, IconClock, IconOut, IconScreen, IconChat, IconShield, IconGlobe, IconSun,
		IconInfo, IconKeyboard, IconTag, IconCalendar, IconStack, IconStop, IconImage, IconWrap, IconThink, IconWarn,
		IconLink,
		IconArrowDown, IconEye, IconEyeOff,
	} {
		res := Draw(i, 16, 2, color.NRGBA{R: 255, A: 255})
		if !strings.Contains(string(res.Content()), "FF0000") || drawing(i) == "" {
			t.Errorf("%s is empty", i)
		}
		img := canvas.NewImageFromResource(res)
		img.Resize(fyne.NewSquareSize(16))
		if img.Refresh(); img.Aspect() == 0 {
			t.Errorf("%s cannot be read", i)
		}
	}
}
