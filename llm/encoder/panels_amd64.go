package encoder

import (
	"math"
	"runtime"
	"sync"
	"sync/atomic"
	"unsafe"
)

// panelColumns is the width of a packed panel: 16 channels of 4 weights fill a cache line.
const panelColumns = 16

// quadInputs is how many adjacent inputs of a channel are stored together in a panel.
const quadInputs = 4

// quadBytes is the size of a quad in a panel: a cache line.
const quadBytes = quadInputs * panelColumns

// largestStep and smallestStep are how many quads' products a step adds up in 16 bits. A panel's
// larger steps come first, so those of index i have largestStep − i quads.
const (
	largestStep  = 5
	smallestStep = largestStep - stepSizes + 1
)

// packWeightsInQuads reorders each layer's weights from [out][in] into [out/16][in/4][16][4], so
// that a kernel streams through a panel and multiplies four adjacent inputs of each channel at
// once. It returns the memory of all panels.
func packWeightsInQuads(ls []*linear) []int8 {
	size := 0
	for _, l := range ls {
		size += len(l.weights)
	}
	packed := allocateWeightsOffHeapOnLinux(size)
	rest := packed
	for _, l := range ls {
		l.panels, rest = rest[:len(l.weights)], rest[len(l.weights):]
	}
	forEachLayerInParallel(ls, func(l *linear) {
		dst := viewAsQuads(l.panels)
		for c := range l.out {
			panel := dst[c/panelColumns*panelColumns*l.in/quadInputs:]
			for k, w := range viewAsQuads(l.weights[c*l.in:][:l.in]) {
				panel[k*panelColumns+c%panelColumns] = w
			}
		}
	})
	return packed
}

// packWeightsInStepsWithinInt16 reorders each layer's weights into panels of [quads][16][4]. The
// quads are grouped in steps whose products with any activations add up in 16 bits. Zeros pad the
// smallest steps. Grouping them takes several times as long as the rest, so a layer that already
// has a layout keeps it. It returns the memory of all panels.
func packWeightsInStepsWithinInt16(ls []*linear) []int8 {
	forEachLayerInParallel(ls, func(l *linear) {
		if l.panelLayouts != nil {
			return
		}
		p := newStepPackerResettingLayout(l)
		for c := 0; c < l.out; c += panelColumns {
			p.appendPanelLayout(c)
		}
	})
	size := 0
	for _, l := range ls {
		size += len(l.quadOffsets) * quadBytes
	}
	packed := allocateWeightsOffHeapOnLinux(size)
	rest := packed
	for _, l := range ls {
		size = len(l.quadOffsets) * quadBytes
		l.panels, rest = rest[:size], rest[size:]
	}
	forEachLayerInParallel(ls, func(l *linear) {
		for c := 0; c < l.out; c += panelColumns {
			copyPanelWeightsIntoSteps(l, c)
		}
	})
	return packed
}

// forEachLayerInParallel calls fn for all layers on all processors.
func forEachLayerInParallel(ls []*linear, fn func(l *linear)) {
	var next atomic.Int32
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(ls)) {
		workers.Go(func() {
			for i := next.Add(1) - 1; int(i) < len(ls); i = next.Add(1) - 1 {
				fn(ls[i])
			}
		})
	}
	workers.Wait()
}

// copyPanelWeightsIntoSteps copies the weights of panelColumns channels from c on to the positions
// that the steps of their panel define.
func copyPanelWeightsIntoSteps(l *linear, c int) {
	var rows [panelColumns][]uint32
	for i := range rows {
		rows[i] = viewAsQuads(l.weights[(c+i)*l.in:][:l.in])
	}
	p := &l.panelLayouts[c/panelColumns]
	dst := viewAsQuads(l.panels)[p.first*panelColumns:][:p.quads*panelColumns]
	places := l.quadOffsets[p.first:][:p.quads]
	for i, n := range p.stepCounts {
		size := largestStep - i
		for range n {
			for q, place := range places[:size] {
				if q > 0 && place == places[0] {
					break // the rest of the step stays zero
				}
				at, line := int(place/quadInputs), dst[q*panelColumns:][:panelColumns]
				for c := range line {
					line[c] = rows[c][at]
				}
			}
			dst, places = dst[size*panelColumns:], places[size:]
		}
	}
}

// stepPacker groups the quads of a layer's panels into steps.
type stepPacker struct {
	l             *linear
	loads         []laneLoad
	weightClasses []uint8 // of the loads by weight; 0 is the heaviest
	order         []int   // quads, heavy ones first: the light ones fit into what is left
	steps         [stepSizes][]uint16
}

func newStepPackerResettingLayout(l *linear) *stepPacker {
	l.quadOffsets, l.panelLayouts = make([]uint16, 0, l.out*l.in/(quadInputs*panelColumns)), nil
	n := l.in / quadInputs
	return &stepPacker{l: l, loads: make([]laneLoad, n), weightClasses: make([]uint8, n), order: make([]int, n)}
}

// appendPanelLayout appends the panel that starts with channel c.
func (p *stepPacker) appendPanelLayout(c int) {
	computePanelLoads(p.loads, p.l.weights[c*p.l.in:][:panelColumns*p.l.in])
	p.sortQuadsByWeight()
	for i := range p.steps {
		p.steps[i] = p.steps[i][:0]
	}
	for len(p.order) > 0 {
		p.makeStepOfFittingQuads()
	}
	made := panelLayout{first: len(p.l.quadOffsets)}
	for i := range p.steps {
		made.stepCounts[i] = len(p.steps[i]) / (largestStep - i)
		p.l.quadOffsets = append(p.l.quadOffsets, p.steps[i]...)
	}
	made.quads = len(p.l.quadOffsets) - made.first
	p.l.panelLayouts = append(p.l.panelLayouts, made)
}

// maxMisses is the number of quads that did not fit after which a step is closed.
const maxMisses = 24

// makeStepOfFittingQuads makes a step of the first quad in order and the next ones that fit.
func (p *stepPacker) makeStepOfFittingQuads() {
	sum := p.loads[p.order[0]]
	step := make([]uint16, 1, largestStep)
	step[0] = uint16(p.order[0] * quadInputs)
	left := 0
	for i, at := range p.order[1:] {
		if len(step) == largestStep || left == maxMisses {
			left += copy(p.order[left:], p.order[i+1:])
			break
		}
		if addLaneLoadsUnlessOverflow(&sum, &p.loads[at]) {
			step = append(step, uint16(at*quadInputs))
		} else {
			p.order[left] = at
			left++
		}
	}
	p.order = p.order[:left]
	for len(step) < smallestStep {
		step = append(step, step[0])
	}
	i := largestStep - len(step)
	p.steps[i] = append(p.steps[i], step...)
}

// sortQuadsByWeight fills order by a counting sort on the weight.
func (p *stepPacker) sortQuadsByWeight() {
	const kinds = 32
	var ends [kinds + 1]int
	for i := range p.loads {
		// On average a quarter.
		share := 2 * kinds * p.loads[i].sumOfWeightMagnitudes() / (panelColumns * quadInputs * maxWeight)
		p.weightClasses[i] = uint8(kinds - 1 - min(share, kinds-1))
		ends[p.weightClasses[i]+1]++
	}
	for k := range kinds {
		ends[k+1] += ends[k]
	}
	p.order = p.order[:len(p.loads)]
	for i, k := range p.weightClasses {
		p.order[ends[k]] = i
		ends[k]++
	}
}

// laneLoad bounds the 16-bit lanes of a quad of inputs, two for each channel: a byte each for the
// sum of the positive weights and the magnitude of the sum of the negative ones.
type laneLoad [panelColumns / 2]uint64

// computePanelLoads computes the loads of a panel of [16][in] weights.
func computePanelLoads(loads []laneLoad, rows []int8) {
	in := len(loads) * quadInputs
	for c := 0; c < panelColumns; c += 2 {
		even, odd := viewAsUint64s(rows[c*in:][:in]), viewAsUint64s(rows[(c+1)*in:][:in])
		for i, w := range even {
			a, b := sumWeightPairsBySign(w), sumWeightPairsBySign(odd[i])
			loads[2*i][c/2] = a&math.MaxUint32 | b<<32
			loads[2*i+1][c/2] = a>>32 | b&^math.MaxUint32
		}
	}
}

// sumWeightPairsBySign adds adjacent pairs of weights by sign: the first of each two result bytes
// is the positive sum.
func sumWeightPairsBySign(w uint64) uint64 {
	const ones, even = 0x0101010101010101, 0x00ff00ff00ff00ff
	signs := w >> 7 & ones
	mask := signs * 0xff
	positive, negative := w&^mask, (^w&mask)+signs
	positive = positive&even + positive>>8&even
	negative = negative&even + negative>>8&even
	return positive | negative<<8
}

// sumOfWeightMagnitudes returns the sum of the weights' magnitudes.
func (l *laneLoad) sumOfWeightMagnitudes() int {
	const even = 0x00ff00ff00ff00ff
	sum := uint64(0)
	for _, x := range l {
		sum += x&even + x>>8&even
	}
	return int(sum * 0x0001000100010001 >> 48)
}

// addLaneLoadsUnlessOverflow adds a quad's load to sum unless a lane could overflow 16 bits: 255 ×
// 127 fits. Stopping at the first lane that is too large would be slower, because the branch cannot
// be predicted.
func addLaneLoadsUnlessOverflow(sum, more *laneLoad) bool {
	var next laneLoad
	large := uint64(0)
	for i := range next {
		next[i] = sum[i] + more[i]
		large |= sum[i] | more[i] | next[i]
	}
	if large&0x8080808080808080 != 0 {
		return false
	}
	*sum = next
	return true
}

// viewAsUint64s returns b as 64-bit words.
func viewAsUint64s(b []int8) []uint64 {
	return unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/8)
}

// viewAsQuads returns b as 32-bit words: quads of weights.
func viewAsQuads(b []int8) []uint32 {
	return unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/quadInputs)
}
