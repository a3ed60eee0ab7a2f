package encoder

import (
	"unsafe"

	"memoir/llm/encoder/asset"
)

// panelColumns is the width of a packed panel: 16 channels of 4 weights fill a cache line.
const panelColumns = 16

// quad is how many neighbouring inputs of a channel lie together in a panel.
const quad = 4

// stepBytes is the size of two quads of a panel.
const stepBytes = 2 * quad * panelColumns

// packQuads reorders each layer's weights from [out][in] into [out/16][in/4][16][4], so that a kernel streams through a
// panel and multiplies four neighbouring inputs of each channel at once.
func packQuads(ls []*linear) {
	size := 0
	for _, l := range ls {
		size += len(l.rows)
	}
	rest := alignedInt8(size)
	for _, l := range ls {
		l.panels, rest = rest[:len(l.rows)], rest[len(l.rows):]
		dst := quads(l.panels)
		for c := range l.out {
			panel := dst[c/panelColumns*panelColumns*l.in/quad:]
			for k, w := range quads(l.rows[c*l.in:][:l.in]) {
				panel[k*panelColumns+c%panelColumns] = w
			}
		}
	}
}

// packPairs reorders each layer's weights into steps of [2][16][4]: two quads of inputs whose products with any
// activations add up in 16 bits. A quad that fits no other stands with zeros.
func packPairs(ls []*linear) {
	steps := 0
	for _, l := range ls {
		l.steps = []int{0}
		loads := make([][panelColumns]uint32, l.in/quad)
		for c := 0; c < l.out; c += panelColumns {
			laneLoads(loads, l.rows[c*l.in:][:panelColumns*l.in])
			l.pairs = pairUp(l.pairs, loads)
			l.steps = append(l.steps, len(l.pairs))
		}
		steps += len(l.pairs)
	}
	rest := alignedInt8(steps * stepBytes)
	for _, l := range ls {
		l.panels, rest = rest[:len(l.pairs)*stepBytes], rest[len(l.pairs)*stepBytes:]
		dst := quads(l.panels)
		for c := range l.out {
			row := quads(l.rows[c*l.in:][:l.in])
			p := c / panelColumns
			for s := l.steps[p]; s < l.steps[p+1]; s++ {
				at := s*2*panelColumns + c%panelColumns
				pair := l.pairs[s]
				dst[at] = row[pair[0]/quad]
				if pair[1] != pair[0] {
					dst[at+panelColumns] = row[pair[1]/quad]
				}
			}
		}
	}
}

// laneLoads sets loads, for every quad and channel of a panel of [16][in] weights, to what its two 16-bit lanes may come
// to: a byte each for the sum of the positive weights and of the negative ones, without sign.
func laneLoads(loads [][panelColumns]uint32, rows []int8) {
	const ones, even = 0x0101010101010101, 0x00ff00ff00ff00ff
	in := len(loads) * quad
	for c := range panelColumns {
		row := unsafe.Slice((*uint64)(unsafe.Pointer(&rows[c*in])), in/8)
		for i, w := range row {
			signs := w >> 7 & ones
			mask := signs * 0xff
			positive, negative := w&^mask, (^w&mask)+signs
			positive = positive&even + positive>>8&even
			negative = negative&even + negative>>8&even
			both := positive | negative<<8
			loads[2*i][c], loads[2*i+1][c] = uint32(both), uint32(both>>32)
		}
	}
}

// pairUp appends the pairs of one panel: neighbours where they fit, then what is left over.
func pairUp(pairs [][2]uint16, loads [][panelColumns]uint32) [][2]uint16 {
	var left []int
	for i := 0; i < len(loads); i += 2 {
		if fit(&loads[i], &loads[i+1]) {
			pairs = append(pairs, [2]uint16{uint16(i * quad), uint16((i + 1) * quad)})
		} else {
			left = append(left, i, i+1)
		}
	}
	for len(left) > 0 {
		i, other := left[0], left[0]
		left = left[1:]
		for at, j := range left {
			if fit(&loads[i], &loads[j]) {
				other = j
				left = append(left[:at], left[at+1:]...)
				break
			}
		}
		pairs = append(pairs, [2]uint16{uint16(i * quad), uint16(other * quad)})
	}
	return pairs
}

// fit reports whether no lane of the two quads can leave 16 bits: 255 × 127 is within them.
func fit(a, b *[panelColumns]uint32) bool {
	var over uint32
	for c, x := range a {
		over |= x | b[c] | (x + b[c])
	}
	return over&0x80808080 == 0
}

// quads returns b as 32-bit words: quads of weights.
func quads(b []int8) []uint32 {
	return unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/quad)
}

// alignedInt8 returns zeroed bytes that start at a cache line.
func alignedInt8(n int) []int8 {
	b := make([]int8, n+asset.Align)
	off := -int(uintptr(unsafe.Pointer(unsafe.SliceData(b)))) & (asset.Align - 1)
	return b[off : off+n : off+n]
}
