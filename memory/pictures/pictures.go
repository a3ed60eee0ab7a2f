package pictures

import (
	"bytes"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"

	"golang.org/x/image/webp"
)

// Limits of what is read. They bound the memory that a hostile picture can take, before it is
// decoded.
const (
	maxFileBytes    = 64 << 20
	maxDecodedBytes = 256 << 20 // of the pixels while they are decoded, estimated from the header
)

// Limits of what is stored and sent; see docs/sources.md for what services take.
const (
	// MaxSide is the longest side in pixels.
	MaxSide = 2048
	// MaxStoredBytes bounds the encoded picture.
	MaxStoredBytes = 2 << 20
	// maxPNGBytes is the size above which a drawing or screenshot is stored as JPEG after all.
	maxPNGBytes = 3 << 19
)

// MIME types of stored pictures.
const (
	MIMEPNG  = "image/png"
	MIMEJPEG = "image/jpeg"
)

// Picture is a picture as it is stored, shown and sent: upright, opaque, at most MaxSide pixels
// long and MaxStoredBytes large, without metadata.
type Picture struct {
	Data          []byte
	MIME          string // MIMEPNG or MIMEJPEG
	Width, Height int    // pixels
}

// Error says why a picture cannot be used, as the end of a sentence that begins with its name and
// has no period.
type Error struct{ Problem string }

func (e *Error) Error() string { return "the picture " + e.Problem }

func newDamagedPictureError() error {
	return &Error{"is damaged or incomplete. Save or download it again, then add the new copy"}
}

// UnconvertibleError says that the programs of this computer could not open a picture of a format that
// DetectFormatNeedingConversion names.
func UnconvertibleError(format string) error {
	return &Error{"is in " + format + " format, and this computer's converter couldn't open it. " +
		"Save it as JPEG or PNG, then add that"}
}

// NormalizeForStorage decodes a PNG, JPEG, WebP or GIF picture, turns it upright by its EXIF
// orientation, puts it on white, scales it down and encodes it again. Of an animated picture it
// takes the first frame. The same bytes give the same result. The error is an *Error.
func NormalizeForStorage(data []byte) (Picture, error) { return normalizePicture(data, true) }

// NormalizeConvertedWithoutEXIFTurn is NormalizeForStorage for what a program has made of a picture
// in the format that DetectFormatNeedingConversion names. Such programs turn the picture by the
// container's own rules (irot and imir, ISO/IEC 23008-12) and may leave the EXIF orientation as it
// was, so that is not looked at.
func NormalizeConvertedWithoutEXIFTurn(data []byte) (Picture, error) {
	return normalizePicture(data, false)
}

func normalizePicture(data []byte, turn bool) (p Picture, err error) {
	defer func() {
		if recover() != nil { // a decoder on damaged data
			p, err = Picture{}, newDamagedPictureError()
		}
	}()
	k := detectKind(data)
	switch {
	case k == kindNone:
		return p, &Error{"isn't a picture Memoir can use. You can add PNG, JPEG, WebP and GIF files"}
	case len(data) > maxFileBytes:
		return p, &Error{fmt.Sprintf("is %d MB; the limit is %d MB", (len(data)+1<<20-1)>>20, maxFileBytes>>20)}
	case DetectFormatNeedingConversion(data) != "":
		return p, &Error{"is in " + string(k) + " format, for which this computer has no converter. " +
			"Install heif-convert (libheif-examples) or ImageMagick, or save it as JPEG or PNG, then add that"}
	case !k.canBeDecodedByMemoir():
		return p, &Error{"is in " + string(k) + " format, which Memoir can't open. Save it as JPEG or PNG, then add that"}
	}
	if err := refuseTooLargeByHeader(k, data); err != nil {
		return p, err
	}
	img, err := decodeFirstFrame(k, data)
	if err != nil {
		return p, newDamagedPictureError()
	}
	upright := scaleDownOntoWhite(img, MaxSide)
	if turn {
		upright = turnUpright(upright, exifOrientation(k, data))
	}
	return encodeWithinSizeLimit(upright, k == kindPNG || k == kindGIF || isLosslessWebP(data))
}

// refuseTooLargeByHeader refuses a picture whose pixels would take too much memory, by what its
// header says.
func refuseTooLargeByHeader(k kind, data []byte) error {
	var c image.Config
	var err error
	r := bytes.NewReader(data)
	switch k {
	case kindPNG:
		c, err = png.DecodeConfig(r)
	case kindJPEG:
		c, err = jpeg.DecodeConfig(r)
	case kindGIF:
		c, err = gif.DecodeConfig(r)
	default:
		c, err = webp.DecodeConfig(r)
	}
	if err != nil || c.Width <= 0 || c.Height <= 0 {
		return newDamagedPictureError()
	}
	if estimateDecodingBytes(k, data, c) > maxDecodedBytes {
		return &Error{fmt.Sprintf("is %d × %d pixels, which is too large. Scale it down and add it again",
			c.Width, c.Height)}
	}
	return nil
}

func decodeFirstFrame(k kind, data []byte) (image.Image, error) {
	r := bytes.NewReader(data)
	switch k {
	case kindPNG:
		return png.Decode(r)
	case kindJPEG:
		return jpeg.Decode(r)
	case kindGIF:
		return gif.Decode(r)
	}
	return webp.Decode(r)
}

// isLosslessWebP reports whether data is a WebP picture whose first pixel data are of the lossless
// form.
func isLosslessWebP(data []byte) bool {
	at := bytes.Index(data[:min(len(data), 64)], []byte("VP8"))
	return detectKind(data) == kindWebP && at > 0 && at+3 < len(data) && data[at+3] == 'L'
}

// encodeWithinSizeLimit encodes an opaque picture: as PNG if it was lossless before and stays
// small, else as JPEG, of lower quality and finally smaller until it fits.
func encodeWithinSizeLimit(img *image.RGBA, lossless bool) (Picture, error) {
	var b bytes.Buffer
	done := func(mime string) (Picture, error) {
		return Picture{Data: b.Bytes(), MIME: mime, Width: img.Rect.Dx(), Height: img.Rect.Dy()}, nil
	}
	if lossless {
		if err := png.Encode(&b, img); err != nil {
			return Picture{}, newDamagedPictureError()
		}
		if b.Len() <= maxPNGBytes {
			return done(MIMEPNG)
		}
	}
	for {
		for _, quality := range []int{90, 80, 65} {
			b.Reset()
			if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: quality}); err != nil {
				return Picture{}, newDamagedPictureError()
			}
			if b.Len() <= MaxStoredBytes {
				return done(MIMEJPEG)
			}
		}
		img = scaleDownOntoWhite(img, max(img.Rect.Dx(), img.Rect.Dy())*3/4)
	}
}
