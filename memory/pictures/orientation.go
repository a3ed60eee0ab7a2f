package pictures

import (
	"bytes"
	"encoding/binary"
	"image"
)

// exifOrientation returns how the stored pixels are to be turned, 1 to 8 as in EXIF 2.3, 4.6.4 A;
// 1, which is upright, when the picture does not say.
func exifOrientation(k kind, data []byte) int {
	var exif []byte
	switch k {
	case kindJPEG:
		forEachJPEGSegment(data, func(marker byte, s []byte) bool {
			if marker == 0xE1 && bytes.HasPrefix(s, []byte("Exif\x00\x00")) {
				exif = s
			}
			return exif == nil
		})
	case kindPNG:
		exif = pngChunkData(data, "eXIf")
	case kindWebP:
		exif = webPChunkData(data, "EXIF")
	}
	return orientationInTIFF(bytes.TrimPrefix(exif, []byte("Exif\x00\x00")))
}

// orientationInTIFF reads tag 0x0112 of the first directory of a TIFF structure.
func orientationInTIFF(b []byte) int {
	if len(b) < 8 {
		return 1
	}
	var order binary.ByteOrder = binary.BigEndian
	if b[0] == 'I' {
		order = binary.LittleEndian
	}
	at := int64(order.Uint32(b[4:]))
	if at+2 > int64(len(b)) {
		return 1
	}
	entries := int(order.Uint16(b[at:]))
	for i := range entries {
		e := at + 2 + 12*int64(i)
		if e+12 > int64(len(b)) {
			return 1
		}
		const shortType = 3
		if order.Uint16(b[e:]) == 0x0112 && order.Uint16(b[e+2:]) == shortType {
			if v := int(order.Uint16(b[e+8:])); v >= 1 && v <= 8 {
				return v
			}
			return 1
		}
	}
	return 1
}

func pngChunkData(data []byte, name string) []byte {
	for at := int64(8); at+12 <= int64(len(data)); {
		size := int64(binary.BigEndian.Uint32(data[at:]))
		if at+8+size > int64(len(data)) {
			return nil
		}
		if string(data[at+4:at+8]) == name {
			return data[at+8 : at+8+size]
		}
		at += 12 + size
	}
	return nil
}

func webPChunkData(data []byte, name string) []byte {
	for at := int64(12); at+8 <= int64(len(data)); {
		size := int64(binary.LittleEndian.Uint32(data[at+4:]))
		if at+8+size > int64(len(data)) {
			return nil
		}
		if string(data[at:at+4]) == name {
			return data[at+8 : at+8+size]
		}
		at += 8 + size + size&1
	}
	return nil
}

// turnUpright turns and mirrors a picture by its EXIF orientation.
func turnUpright(img *image.RGBA, orientation int) *image.RGBA {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	if orientation <= 1 || orientation > 8 {
		return img
	}
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	if orientation >= 5 {
		out = image.NewRGBA(image.Rect(0, 0, h, w))
	}
	for y := range h {
		for x := range w {
			tx, ty := x, y
			switch orientation {
			case 2:
				tx = w - 1 - x
			case 3:
				tx, ty = w-1-x, h-1-y
			case 4:
				ty = h - 1 - y
			case 5:
				tx, ty = y, x
			case 6:
				tx, ty = h-1-y, x
			case 7:
				tx, ty = h-1-y, w-1-x
			case 8:
				tx, ty = y, w-1-x
			}
			copy(out.Pix[out.PixOffset(tx, ty):][:4], img.Pix[img.PixOffset(x, y):][:4])
		}
	}
	return out
}
