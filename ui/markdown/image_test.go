package markdown

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

func TestImageIsShownOnceSet(t *testing.T) {
	var file bytes.Buffer
	if err := png.Encode(&file, image.NewNRGBA(image.Rect(0, 0, 2000, 500))); err != nil {
		t.Fatal(err)
	}
	v := newViewOf700Pixels(t)
	asked, grown := []string(nil), 0
	v.OnLoadImage = func(s string) { asked = append(asked, s) }
	v.OnHeightChange = func() { grown++ }
	v.ShowMarkdown("one ![pic](https://e.org/p.png) two\n\n![disk](file:///p.png)\n\nend", false)
	before := v.HeightFor(700)
	if len(asked) > 0 {
		t.Fatalf("%q were asked for without a click", asked)
	}
	p := pointOnCharacterAt(v, positionOfText(t, v, "pic"))
	pressAt(v, p)
	releaseAt(v, p)
	img, err := DecodeImageWithinLimit(file.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	v.ShowImageBelowChip("https://e.org/p.png", img)
	v.ShowImageBelowChip("file:///p.png", img)
	if got, want := v.HeightFor(700)-before, float32(imageGap+175); got != want || grown != 1 {
		t.Errorf("the text grew by %v in %d steps, want %v in one", got, grown, want)
	}
	var images []*canvas.Image
	for _, it := range v.widgets.drawnItems {
		for _, o := range it.widget.objects {
			if i, ok := o.(*canvas.Image); ok {
				images = append(images, i)
			}
		}
	}
	if len(images) != 1 || images[0].Image != img || images[0].Size() != fyne.NewSize(700, 175) {
		t.Errorf("%d pictures are drawn", len(images))
	}
	if !slices.Equal(asked, []string{"https://e.org/p.png"}) {
		t.Errorf("asked for %q", asked)
	}
	v.ShowImageBelowChip("https://e.org/p.png", nil)
	if got := v.HeightFor(700); got != before {
		t.Errorf("%v high without the picture, want %v", got, before)
	}
}

func TestImageWithTooManyPixelsIsNotDecoded(t *testing.T) {
	var file bytes.Buffer
	if err := png.Encode(&file, image.NewPaletted(image.Rect(0, 0, 1, 1), color.Palette{color.Black})); err != nil {
		t.Fatal(err)
	}
	data := file.Bytes()
	// Width and height follow the PNG signature and the header of the first chunk; its checksum
	// follows them.
	binary.BigEndian.PutUint32(data[16:], 1<<16)
	binary.BigEndian.PutUint32(data[20:], 1<<16)
	binary.BigEndian.PutUint32(data[29:], crc32.ChecksumIEEE(data[12:29]))
	if _, err := DecodeImageWithinLimit(data); !errors.Is(err, errImageTooLarge) {
		t.Errorf("got %v, want %v", err, errImageTooLarge)
	}
	if _, err := DecodeImageWithinLimit([]byte("<svg/>")); err == nil || errors.Is(err, errImageTooLarge) {
		t.Errorf("text is decoded: %v", err)
	}
}
