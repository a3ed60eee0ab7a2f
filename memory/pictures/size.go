package pictures

import (
	"encoding/binary"
	"image"
	"image/color"
)

// estimateDecodingBytes estimates from the header how much memory the standard decoders take for
// the pixels of a picture.
func estimateDecodingBytes(k kind, data []byte, c image.Config) int64 {
	pixels := int64(c.Width) * int64(c.Height)
	switch k {
	case kindJPEG:
		return estimateJPEGDecodingBytes(data, pixels)
	case kindPNG:
		n := 4 * pixels
		switch c.ColorModel {
		case color.RGBA64Model, color.NRGBA64Model, color.Gray16Model:
			n = 8 * pixels
		}
		const interlaceAt = 28 // in the header chunk, which is the first
		if len(data) > interlaceAt && data[interlaceAt] != 0 {
			n *= 2 // every pass is decoded into a picture of its own
		}
		return n
	case kindGIF:
		return 2 * pixels
	}
	return 8 * pixels // WebP: pixels, and transforms or the alpha plane
}

// estimateJPEGDecodingBytes adds up the samples that the frame header announces: one byte each, and
// four more for the coefficients of a progressive picture. Four components are converted into one
// more picture.
func estimateJPEGDecodingBytes(data []byte, pixels int64) int64 {
	n := 15 * pixels // without a header that can be read
	forEachJPEGSegment(data, func(marker byte, s []byte) bool {
		isFrame := marker >= 0xC0 && marker <= 0xC2
		if !isFrame || len(s) < 6 || len(s) < 6+3*int(s[5]) {
			return true
		}
		height, width := int64(binary.BigEndian.Uint16(s[1:])), int64(binary.BigEndian.Uint16(s[3:]))
		components := int(s[5])
		maxH, maxV := int64(1), int64(1)
		for i := range components {
			maxH, maxV = max(maxH, int64(s[7+3*i]>>4)), max(maxV, int64(s[7+3*i]&15))
		}
		blocksX, blocksY := (width+8*maxH-1)/(8*maxH), (height+8*maxV-1)/(8*maxV)
		n = 0
		for i := range components {
			n += 64 * blocksX * blocksY * int64(s[7+3*i]>>4) * int64(s[7+3*i]&15)
		}
		if marker == 0xC2 {
			n *= 5
		}
		if components > 3 {
			n += 4 * pixels
		}
		return false
	})
	return n
}

// forEachJPEGSegment calls fn with the segments before the pixels until it returns false.
func forEachJPEGSegment(data []byte, fn func(marker byte, segment []byte) bool) {
	for at := 2; at+4 <= len(data); {
		if data[at] != 0xFF {
			return
		}
		marker := data[at+1]
		if marker == 0xFF { // a fill byte
			at++
			continue
		}
		if marker == 0x01 || marker >= 0xD0 && marker <= 0xD7 { // without a length
			at += 2
			continue
		}
		length := int(binary.BigEndian.Uint16(data[at+2:]))
		if marker == 0xDA || marker == 0xD9 || length < 2 || at+2+length > len(data) {
			return
		}
		if !fn(marker, data[at+4:at+2+length]) {
			return
		}
		at += 2 + length
	}
}
