package pictures

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// fourColorPicture returns a picture whose corners are red, green (right), blue (below) and white.
func fourColorPicture(w, h int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			c := color.RGBA{255, 0, 0, 255}
			switch {
			case x >= w/2 && y >= h/2:
				c = color.RGBA{255, 255, 255, 255}
			case x >= w/2:
				c = color.RGBA{0, 255, 0, 255}
			case y >= h/2:
				c = color.RGBA{0, 0, 255, 255}
			}
			img.SetRGBA(x, y, c)
		}
	}
	return img
}

func encodedJPEG(t testing.TB, img image.Image) []byte {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: 95}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func encodedPNG(t testing.TB, img image.Image) []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// exifBlockWithCameraAndPlace is an EXIF block with orientation, the name of a camera and a place.
func exifBlockWithCameraAndPlace(orientation uint16) []byte {
	le := binary.LittleEndian
	b := []byte("II*\x00\x08\x00\x00\x00")
	b = le.AppendUint16(b, 3)
	entry := func(tag, kind uint16, count, value uint32) {
		b = le.AppendUint16(b, tag)
		b = le.AppendUint16(b, kind)
		b = le.AppendUint32(b, count)
		b = le.AppendUint32(b, value)
	}
	entry(0x010F, 2, 12, 50) // Make
	entry(0x0112, 3, 1, uint32(orientation))
	entry(0x8825, 4, 1, 62) // the directory of the place
	b = le.AppendUint32(b, 0)
	b = append(b, "SecretCamera"...)
	b = le.AppendUint16(b, 1)
	entry(0x0001, 2, 2, uint32('N'))
	b = le.AppendUint32(b, 0)
	return append(b, "GPS 38.7223 N"...)
}

// insertEXIFAndCommentIntoJPEG puts an EXIF block and a comment into a JPEG.
func insertEXIFAndCommentIntoJPEG(data []byte, orientation uint16) []byte {
	block := append([]byte("Exif\x00\x00"), exifBlockWithCameraAndPlace(orientation)...)
	out := []byte{0xFF, 0xD8, 0xFF, 0xE1}
	out = binary.BigEndian.AppendUint16(out, uint16(len(block)+2))
	out = append(out, block...)
	out = append(out, 0xFF, 0xFE, 0, 12)
	out = append(out, "at my home"...)
	return append(out, data[2:]...)
}

func pngChunk(name string, data []byte) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	b = append(append(b, name...), data...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[4:]))
}

// insertPNGChunks puts chunks behind the header chunk.
func insertPNGChunks(data []byte, chunks ...[]byte) []byte {
	const header = 33
	out := append([]byte{}, data[:header]...)
	return append(append(out, bytes.Join(chunks, nil)...), data[header:]...)
}

func normalizeOrFail(t testing.TB, data []byte) (Picture, image.Image) {
	t.Helper()
	p, err := NormalizeForStorage(data)
	if err != nil {
		t.Fatal(err)
	}
	img, format, err := image.Decode(bytes.NewReader(p.Data))
	if err != nil || "image/"+format != p.MIME {
		t.Fatalf("%s: %v, %s", format, err, p.MIME)
	}
	if s := img.Bounds().Size(); s != image.Pt(p.Width, p.Height) {
		t.Fatalf("it is %v and said to be %d × %d", s, p.Width, p.Height)
	}
	return p, img
}

func isColorNear(a color.Color, r, g, b int) bool {
	x, y, z, _ := a.RGBA()
	d := func(v uint32, want int) int { return max(int(v>>8)-want, want-int(v>>8)) }
	return d(x, r) < 24 && d(y, g) < 24 && d(z, b) < 24
}

func TestPlaceCameraAndCommentsAreRemoved(t *testing.T) {
	secrets := []string{"SecretCamera", "GPS", "Exif", "at my home", "http://ns.adobe", "note"}
	tiff := exifBlockWithCameraAndPlace(1)
	for name, data := range map[string][]byte{
		"jpeg": insertEXIFAndCommentIntoJPEG(encodedJPEG(t, fourColorPicture(64, 48)), 1),
		"png": insertPNGChunks(encodedPNG(t, fourColorPicture(64, 48)), pngChunk("eXIf", tiff),
			pngChunk("tEXt", []byte("note\x00at my home")), pngChunk("iTXt", []byte("XML\x00\x00\x00\x00\x00http://ns.adobe"))),
	} {
		p, _ := normalizeOrFail(t, data)
		for _, s := range secrets {
			if bytes.Contains(p.Data, []byte(s)) {
				t.Errorf("%s still has %q", name, s)
			}
		}
		if !bytes.Contains(data, []byte("SecretCamera")) {
			t.Errorf("%s: the test's own picture has no camera", name)
		}
	}
}

func TestOrientationIsApplied(t *testing.T) {
	// The colours at the upper left and right and the lower left, as they have to be shown.
	type corners [3]string
	for orientation, want := range map[uint16]corners{
		1: {"red", "green", "blue"}, 2: {"green", "red", "white"}, 3: {"white", "blue", "green"},
		4: {"blue", "white", "red"}, 5: {"red", "blue", "green"}, 6: {"blue", "red", "white"},
		7: {"white", "green", "blue"}, 8: {"green", "white", "red"},
	} {
		for kind, data := range map[string][]byte{
			"jpeg": insertEXIFAndCommentIntoJPEG(encodedJPEG(t, fourColorPicture(96, 64)), orientation),
			"png": insertPNGChunks(
				encodedPNG(t, fourColorPicture(96, 64)), pngChunk("eXIf", exifBlockWithCameraAndPlace(orientation)),
			),
		} {
			p, img := normalizeOrFail(t, data)
			w, h := 96, 64
			if orientation >= 5 {
				w, h = h, w
			}
			if p.Width != w || p.Height != h {
				t.Errorf("orientation %d of %s: %d × %d", orientation, kind, p.Width, p.Height)
			}
			colors := map[string][3]int{"red": {255, 0, 0}, "green": {0, 255, 0}, "blue": {0, 0, 255}, "white": {255, 255, 255}}
			for i, at := range []image.Point{{8, 8}, {w - 8, 8}, {8, h - 8}} {
				if c := colors[want[i]]; !isColorNear(img.At(at.X, at.Y), c[0], c[1], c[2]) {
					t.Errorf("orientation %d of %s: corner %d is %v, want %s", orientation, kind, i, img.At(at.X, at.Y), want[i])
				}
			}
		}
	}
}

func TestLargePicturesAreScaledDown(t *testing.T) {
	for _, c := range []struct{ w, h, toW, toH int }{
		{4000, 3000, 2048, 1536},
		{3000, 4000, 1536, 2048},
		{2049, 10, 2048, 10},
		{2048, 2048, 2048, 2048},
		{6000, 1, 2048, 1},
		{1, 1, 1, 1},
		{5000, 2, 2048, 1},
	} {
		p, img := normalizeOrFail(t, encodedPNG(t, fourColorPicture(c.w, c.h)))
		if p.Width != c.toW || p.Height != c.toH {
			t.Errorf("%d × %d became %d × %d", c.w, c.h, p.Width, p.Height)
		}
		if c.h > 100 && (!isColorNear(img.At(5, 5), 255, 0, 0) || !isColorNear(img.At(c.toW-5, 5), 0, 255, 0) ||
			!isColorNear(img.At(5, c.toH-5), 0, 0, 255) || !isColorNear(img.At(c.toW-5, c.toH-5), 255, 255, 255)) {
			t.Errorf("%d × %d lost its colours", c.w, c.h)
		}
	}
}

func TestScalingKeepsTheMeanColour(t *testing.T) {
	img := image.NewGray(image.Rect(0, 0, 3001, 2003))
	for i := range img.Pix {
		img.Pix[i] = uint8(255 * (i % 2)) // alternating black and white
	}
	out := scaleDownOntoWhite(img, 500)
	for _, at := range []image.Point{{0, 0}, {250, 160}, {499, 333}} {
		if c := out.RGBAAt(at.X, at.Y).R; c < 118 || c > 138 {
			t.Errorf("%v is %d, want about 128", at, c)
		}
	}
}

func TestWhatIsTransparentBecomesWhite(t *testing.T) {
	img := image.NewNRGBA(image.Rect(0, 0, 20, 20))
	img.SetNRGBA(3, 3, color.NRGBA{0, 0, 0, 255})
	_, out := normalizeOrFail(t, encodedPNG(t, img))
	if !isColorNear(out.At(15, 15), 255, 255, 255) || !isColorNear(out.At(3, 3), 0, 0, 0) {
		t.Errorf("%v, %v", out.At(15, 15), out.At(3, 3))
	}
}

func TestEveryKindIsReadAndDrawingsStaySharp(t *testing.T) {
	for file, want := range map[string]struct {
		mime string
		w, h int
	}{
		"lossy.webp": {MIMEJPEG, 64, 48}, "lossless.webp": {MIMEPNG, 64, 48}, "animated.gif": {MIMEPNG, 40, 30},
		"progressive.jpg": {MIMEJPEG, 64, 48}, "cmyk.jpg": {MIMEJPEG, 32, 24}, "interlaced16.png": {MIMEPNG, 32, 24},
	} {
		data, err := os.ReadFile(filepath.Join("testdata", file))
		if err != nil {
			t.Fatal(err)
		}
		p, img := normalizeOrFail(t, data)
		if p.MIME != want.mime || p.Width != want.w || p.Height != want.h {
			t.Errorf("%s became %s, %d × %d", file, p.MIME, p.Width, p.Height)
		}
		if file == "animated.gif" && !isColorNear(img.At(20, 15), 255, 0, 0) {
			t.Errorf("the first frame is red, not %v", img.At(20, 15))
		}
		if again, _ := NormalizeForStorage(data); !bytes.Equal(again.Data, p.Data) {
			t.Errorf("%s is encoded differently the second time", file)
		}
	}
}

func TestNoisyPicturesStayBelowTheLimit(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 2048, 2048))
	seed := uint32(1)
	for i := range img.Pix {
		seed = seed*1664525 + 1013904223
		img.Pix[i] = uint8(seed >> 24)
		if i%4 == 3 {
			img.Pix[i] = 255
		}
	}
	p, err := encodeWithinSizeLimit(img, true)
	if err != nil || len(p.Data) > MaxStoredBytes || p.MIME != MIMEJPEG {
		t.Errorf("%d bytes, %s, %v", len(p.Data), p.MIME, err)
	}
}

// pngAnnouncingSize announces a size that the data do not have.
func pngAnnouncingSize(t *testing.T, w, h uint32) []byte {
	data := encodedPNG(t, fourColorPicture(4, 4))
	binary.BigEndian.PutUint32(data[16:], w)
	binary.BigEndian.PutUint32(data[20:], h)
	binary.BigEndian.PutUint32(data[29:], crc32.ChecksumIEEE(data[12:29]))
	return data
}

// jpegAnnouncingSize announces a size, and whether it is progressive, that the data do not have.
func jpegAnnouncingSize(t *testing.T, w, h uint16, progressive bool) []byte {
	data := encodedJPEG(t, fourColorPicture(16, 16))
	at := bytes.Index(data, []byte{0xFF, 0xC0})
	binary.BigEndian.PutUint16(data[at+5:], h)
	binary.BigEndian.PutUint16(data[at+7:], w)
	if progressive {
		data[at+1] = 0xC2
	}
	return data
}

func TestRefusalsSayWhy(t *testing.T) {
	photo := encodedJPEG(t, fourColorPicture(200, 100))
	drawing := encodedPNG(t, fourColorPicture(200, 100))
	gif, _ := os.ReadFile("testdata/animated.gif")
	hugeGIF := bytes.Clone(gif)
	binary.LittleEndian.PutUint16(hugeGIF[6:], 65535)
	binary.LittleEndian.PutUint16(hugeGIF[8:], 65535)
	heic := []byte("\x00\x00\x00\x18ftypmif1\x00\x00\x00\x00mif1heic")
	avif := []byte("\x00\x00\x00\x18ftypmif1\x00\x00\x00\x00mif1avif")
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"text":             {[]byte("BMW and other cars, a long list of them"), "isn't a picture"},
		"empty":            {nil, "isn't a picture"},
		"film":             {[]byte("\x00\x00\x00\x18ftypisom\x00\x00\x00\x00isommp42"), "isn't a picture"},
		"heic":             {heic, "is in HEIC format, for which this computer has no converter. Install heif-convert"},
		"avif":             {avif, "is in AVIF format, for which this computer has no converter"},
		"tiff":             {append([]byte("II*\x00"), make([]byte, 40)...), "is in TIFF format"},
		"bmp":              {append([]byte("BM\x9a\x00"), make([]byte, 40)...), "is in BMP format"},
		"jpeg cut off":     {photo[:len(photo)/2], "damaged or incomplete"},
		"jpeg header only": {photo[:3], "damaged or incomplete"},
		"png cut off":      {drawing[:len(drawing)/2], "damaged or incomplete"},
		"png without size": {pngAnnouncingSize(t, 0, 10), "damaged or incomplete"},
		"gif cut off":      {gif[:20], "damaged or incomplete"},
		"webp cut off":     {[]byte("RIFF\x20\x00\x00\x00WEBPVP8 \x10\x00\x00\x00"), "damaged or incomplete"},
		"huge png":         {pngAnnouncingSize(t, 100000, 100000), "is 100000 × 100000 pixels"},
		"huge gif":         {hugeGIF, "is 65535 × 65535 pixels"},
		"huge jpeg":        {jpegAnnouncingSize(t, 65000, 65000, false), "is 65000 × 65000 pixels"},
		"progressive jpeg": {jpegAnnouncingSize(t, 9000, 9000, true), "is 9000 × 9000 pixels"},
		"large file":       {append(bytes.Clone(photo), make([]byte, maxFileBytes)...), "is 65 MB; the limit is 64 MB"},
	} {
		before := allocatedBytes()
		_, err := NormalizeForStorage(c.data)
		var refused *Error
		if !errors.As(err, &refused) || !strings.Contains(refused.Problem, c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
		if strings.HasSuffix(c.want, "pixels") && allocatedBytes()-before > 8<<20 {
			t.Errorf("%s: %d MB were allocated before it was refused", name, (allocatedBytes()-before)>>20)
		}
	}
}

func allocatedBytes() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}

// A small file of one colour can be a picture of any size; what a phone takes is not refused.
func TestPicturesOfPhonesFit(t *testing.T) {
	for name, c := range map[string]struct {
		k    kind
		data []byte
		w, h int
	}{
		"48 megapixels, png":              {kindPNG, pngAnnouncingSize(t, 8064, 6048), 8064, 6048},
		"48 megapixels, jpeg":             {kindJPEG, jpegAnnouncingSize(t, 8064, 6048, false), 8064, 6048},
		"108 megapixels, jpeg":            {kindJPEG, jpegAnnouncingSize(t, 12000, 9000, false), 12000, 9000},
		"24 megapixels, progressive jpeg": {kindJPEG, jpegAnnouncingSize(t, 6000, 4000, true), 6000, 4000},
	} {
		if err := refuseTooLargeByHeader(c.k, c.data); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTokensAreThoseOfTheServices(t *testing.T) {
	for _, c := range []struct{ w, h, want int }{
		{512, 512, 350}, {100, 100, 255}, {1024, 1024, 1399}, {2048, 2048, 1600}, {2048, 1024, 1600}, {1, 2048, 765},
	} {
		if n := EstimateTokens(c.w, c.h); n != c.want {
			t.Errorf("%d × %d: %d tokens, want %d", c.w, c.h, n, c.want)
		}
	}
}

func FuzzNormalize(f *testing.F) {
	for _, file := range []string{
		"lossy.webp", "lossless.webp", "animated.gif", "progressive.jpg", "cmyk.jpg", "interlaced16.png",
	} {
		data, err := os.ReadFile(filepath.Join("testdata", file))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add(insertEXIFAndCommentIntoJPEG(encodedJPEG(f, fourColorPicture(16, 16)), 6))
	f.Add(insertPNGChunks(encodedPNG(f, fourColorPicture(16, 16)), pngChunk("eXIf", exifBlockWithCameraAndPlace(8))))
	f.Fuzz(func(t *testing.T, data []byte) {
		if k := detectKind(data); k.canBeDecodedByMemoir() {
			exifOrientation(k, data)
		}
		p, err := NormalizeForStorage(data)
		var refused *Error
		if err != nil {
			if !errors.As(err, &refused) || refused.Problem == "" || strings.HasSuffix(refused.Problem, ".") {
				t.Fatalf("%v", err)
			}
			return
		}
		if max(p.Width, p.Height) > MaxSide || min(p.Width, p.Height) < 1 || len(p.Data) > MaxStoredBytes {
			t.Fatalf("%d × %d, %d bytes", p.Width, p.Height, len(p.Data))
		}
		c, _, err := image.DecodeConfig(bytes.NewReader(p.Data))
		if err != nil || c.Width != p.Width || c.Height != p.Height {
			t.Fatalf("%v, %v", c, err)
		}
	})
}
