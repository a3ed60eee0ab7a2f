package encoder

import (
	"math"
	"unsafe"

	"memoir/llm/encoder/asset"
)

// panelColumns is the width of a packed panel: 16 channels of 4 weights fill a cache line.
const panelColumns = 16

// quad is how many neighbouring inputs of a channel lie together in a panel.
const quad = 4

// stepQuads is how many quads a step adds up in 16 bits.
const stepQuads = 3

// stepBytes is the size of a step of a panel.
const stepBytes = stepQuads * quad * panelColumns

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

// packSteps reorders each layer's weights into steps of [3][16][4]: quads of inputs whose products with any activations
// add up in 16 bits. Where no third or second quad fits there are zeros.
func packSteps(ls []*linear) {
	size := 0
	for _, l := range ls {
		l.ends = []int{0}
		loads := make([]laneLoad, l.in/quad)
		for c := 0; c < l.out; c += panelColumns {
			setLoads(loads, l.rows[c*l.in:][:panelColumns*l.in])
			l.steps = appendSteps(l.steps, loads)
			l.ends = append(l.ends, len(l.steps))
		}
		size += len(l.steps) * stepBytes
	}
	rest := alignedInt8(size)
	for _, l := range ls {
		size = len(l.steps) * stepBytes
		l.panels, rest = rest[:size], rest[size:]
		for c := range l.out {
			fillSteps(quads(l.panels), l, c)
		}
	}
}

// fillSteps puts the weights of channel c where the steps of its panel want them.
func fillSteps(dst []uint32, l *linear, c int) {
	row := quads(l.rows[c*l.in:][:l.in])
	p := c / panelColumns
	for s := l.ends[p]; s < l.ends[p+1]; s++ {
		at := s*stepQuads*panelColumns + c%panelColumns
		step := &l.steps[s]
		dst[at] = row[step[0]/quad]
		for i, place := range step[1:] {
			if place != step[0] {
				dst[at+(i+1)*panelColumns] = row[place/quad]
			}
		}
	}
}

// laneLoad says of a quad of inputs what its 16-bit lanes, two for each channel, may come to: a byte each for the sum
// of the positive weights and of the negative ones, without sign.
type laneLoad [panelColumns / 2]uint64

// setLoads sets loads for a panel of [16][in] weights.
func setLoads(loads []laneLoad, rows []int8) {
	in := len(loads) * quad
	for c := 0; c < panelColumns; c += 2 {
		even, odd := eights(rows[c*in:][:in]), eights(rows[(c+1)*in:][:in])
		for i, w := range even {
			a, b := sumsOfSigns(w), sumsOfSigns(odd[i])
			loads[2*i][c/2] = a&math.MaxUint32 | b<<32
			loads[2*i+1][c/2] = a>>32 | b&^math.MaxUint32
		}
	}
}

// sumsOfSigns adds up neighbouring weights by sign: of each two bytes of the result the first is the positive sum.
func sumsOfSigns(w uint64) uint64 {
	const ones, even = 0x0101010101010101, 0x00ff00ff00ff00ff
	signs := w >> 7 & ones
	mask := signs * 0xff
	positive, negative := w&^mask, (^w&mask)+signs
	positive = positive&even + positive>>8&even
	negative = negative&even + negative>>8&even
	return positive | negative<<8
}

// appendSteps appends the steps of one panel: each quad takes the next ones that fit.
func appendSteps(steps [][stepQuads]uint16, loads []laneLoad) [][stepQuads]uint16 {
	taken := make([]bool, len(loads))
	for i, sum := range loads {
		if taken[i] {
			continue
		}
		first := uint16(i * quad)
		step := [stepQuads]uint16{first, first, first}
		n := 1
		for j := i + 1; j < len(loads) && n < stepQuads; j++ {
			if !taken[j] && addLoad(&sum, &loads[j]) {
				taken[j] = true
				step[n] = uint16(j * quad)
				n++
			}
		}
		steps = append(steps, step)
	}
	return steps
}

// addLoad adds a quad's load to sum unless a lane could leave 16 bits: 255 × 127 is within them.
func addLoad(sum, more *laneLoad) bool {
	var over uint64
	both := *sum
	for i, x := range more {
		over |= x | both[i]
		both[i] += x
		over |= both[i]
	}
	if over&0x8080808080808080 != 0 {
		return false
	}
	*sum = both
	return true
}

// eights returns b as 64-bit words.
func eights(b []int8) []uint64 {
	return unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/8)
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
