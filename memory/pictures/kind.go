package pictures

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// kind is the format of a picture, with the name that people know.
type kind string

// The kinds. Those that cannot be decoded are told apart so that the refusal can name them.
const (
	kindNone   kind = ""
	kindPNG    kind = "PNG"
	kindJPEG   kind = "JPEG"
	kindGIF    kind = "GIF"
	kindWebP   kind = "WebP"
	kindHEIC   kind = "HEIC"
	kindAVIF   kind = "AVIF"
	kindTIFF   kind = "TIFF"
	kindBMP    kind = "BMP"
	kindJPEGXL kind = "JPEG XL"
	kindPSD    kind = "Photoshop"
)

func (k kind) canBeDecodedByMemoir() bool {
	return k == kindPNG || k == kindJPEG || k == kindGIF || k == kindWebP
}

// HasPictureSignature reports whether data is a picture, even one that NormalizeForStorage refuses.
// It looks at the first bytes only.
func HasPictureSignature(data []byte) bool { return detectKind(data) != kindNone }

// DetectFormatNeedingConversion returns the format of a picture that programs of the desktop can
// make a JPEG of: HEIC or AVIF; "" for any other, and for a file that is too large.
func DetectFormatNeedingConversion(data []byte) string {
	if k := detectKind(data); len(data) <= maxFileBytes && (k == kindHEIC || k == kindAVIF) {
		return string(k)
	}
	return ""
}

func detectKind(data []byte) kind {
	for _, m := range []struct {
		start string
		kind  kind
	}{
		{"\x89PNG\r\n\x1a\n", kindPNG},
		{"\xff\xd8\xff", kindJPEG},
		{"GIF87a", kindGIF},
		{"GIF89a", kindGIF},
		{"II*\x00", kindTIFF},
		{"MM\x00*", kindTIFF},
		{"\xff\x0a", kindJPEGXL},
		{"\x00\x00\x00\x0cJXL \r\n\x87\n", kindJPEGXL},
		{"8BPS\x00\x01", kindPSD},
	} {
		if bytes.HasPrefix(data, []byte(m.start)) {
			return m.kind
		}
	}
	switch {
	case len(data) < 16:
		return kindNone
	case string(data[:4]) == "RIFF" && string(data[8:12]) == "WEBP":
		return kindWebP
	case string(data[:2]) == "BM" && binary.LittleEndian.Uint32(data[6:]) == 0: // two reserved fields
		return kindBMP
	case string(data[4:8]) == "ftyp":
		return detectHEICOrAVIF(data)
	}
	return kindNone
}

// detectHEICOrAVIF tells HEIC and AVIF from films by the brands in the first box (ISO/IEC 23008-12,
// annex B).
func detectHEICOrAVIF(data []byte) kind {
	size := int(min(uint32(len(data)), binary.BigEndian.Uint32(data), 256))
	var brands []string
	for at := 8; at+4 <= size; at += 4 {
		brands = append(brands, string(data[at:at+4]))
	}
	has := func(wanted ...string) bool {
		return slices.ContainsFunc(brands, func(b string) bool { return slices.Contains(wanted, b) })
	}
	switch {
	case has("avif", "avis"):
		return kindAVIF
	case has("heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"):
		return kindHEIC
	}
	return kindNone
}
