package classifier

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Passage is a text whose words are judged. What is the same for all of them is computed once.
type Passage struct {
	text    string
	tokens  []classToken
	words   []string // of the tokens, as Tokenize writes them, with unknown ones replaced
	isKnown func(word string) bool
	base    [groups][]uint32 // buckets of the passage as a whole

	evidence int
}

// How much is read around a word, in tokens, and how long rows of classes are at most.
const (
	structureReach = 7
	wordReach      = 4
	maxClassRow    = 5
)

// evidenceWeight is how often a feature of the evidence is added, so that many rare rows of words do not outweigh it.
const evidenceWeight = 4

// NewPassage returns a passage; isKnown tells the words that the training texts have.
func NewPassage(text string, isKnown func(word string) bool) *Passage {
	p := newStructure(text, isKnown)
	for _, t := range p.tokens {
		ts := Tokenize(text[t.start:t.end])
		replaceUnknown(ts, isKnown)
		p.words = append(p.words, strings.Join(ts, " "))
	}
	p.base = [groups][]uint32{p.structureBuckets(), p.wordBuckets()}
	return p
}

// newStructure returns a passage without its words.
func newStructure(text string, isKnown func(word string) bool) *Passage {
	tokens := classTokens(text, isKnown)
	return &Passage{text: text, tokens: tokens, isKnown: isKnown, evidence: countEvidence(tokens)}
}

// structureBuckets returns the buckets of the classes of the passage: rows of those that are no ordinary words, which
// stands somewhere before which, and the evidence.
func (p *Passage) structureBuckets() []uint32 {
	b := &bag{buckets: make([]uint32, 0, 512)}
	b.addFeature('b')
	row := []string{"^"}
	for _, t := range p.tokens {
		if t.class != classOfOtherWords && t.class != classOfCharacters {
			row = append(row, t.className())
		}
	}
	row = append(row, "$")
	seen := map[string]bool{}
	for i, first := range row {
		for n := 1; n <= maxClassRow && i+n <= len(row); n++ {
			b.addFeature('D', row[i:i+n]...)
		}
		for _, second := range row[i+1:] {
			if pair := first + second; !seen[pair] {
				seen[pair] = true
				b.addFeature('P', pair)
			}
		}
	}
	for range evidenceWeight {
		b.addFeature('#', p.evidenceName())
	}
	return b.buckets
}

// wordBuckets returns the buckets of the words of the passage, alone and in pairs, and of their beginnings.
func (p *Passage) wordBuckets() []uint32 {
	b := &bag{buckets: make([]uint32, 0, 256)}
	b.addFeature('b')
	for i, w := range p.words {
		b.addFeature('u', w)
		if i > 0 {
			b.addFeature('2', p.words[i-1], w)
		}
		for _, t := range Tokenize(p.text[p.tokens[i].start:p.tokens[i].end]) {
			b.addAffixFeatures(t)
		}
	}
	return b.buckets
}

func (p *Passage) evidenceName() string { return strconv.Itoa(p.evidence) }

// WordFeatureBuckets returns the buckets of the features of a part of the passage that may be told: those of the whole
// passage, and its own.
func (p *Passage) WordFeatureBuckets(c Candidate) (out [groups][]uint32) {
	for g, own := range p.ownBuckets(c) {
		out[g] = append(append([]uint32{}, p.base[g]...), own...)
	}
	return out
}

// ownBuckets returns the buckets of the features that a part of the passage has of its own.
func (p *Passage) ownBuckets(c Candidate) [groups][]uint32 {
	first, end := p.tokensOf(c)
	return [groups][]uint32{p.ownStructureBuckets(c, first, end), p.ownWordBuckets(c, first, end)}
}

// tokensOf returns which tokens a part of the passage has, from the first one up to before end.
func (p *Passage) tokensOf(c Candidate) (first, end int) {
	for first < len(p.tokens) && p.tokens[first].end <= c.Start {
		first++
	}
	end = first
	for end < len(p.tokens) && p.tokens[end].start < c.End {
		end++
	}
	return first, end
}

// ownStructureBuckets returns the buckets of the classes around a part of the passage, nearest first, and in rows that
// it stands in.
func (p *Passage) ownStructureBuckets(c Candidate, first, end int) []uint32 {
	b := &bag{buckets: make([]uint32, 0, 160)}
	own := ""
	if first < end {
		own = p.tokens[first].className()
	}
	before, behind := p.classesBefore(first), p.classesBehind(end)
	b.addFeature('O', own)
	b.addNearestClasses('B', own, before)
	b.addNearestClasses('F', own, behind)
	b.addFeature('M', before[0], own, behind[0])
	row := make([]string, 0, 2*structureReach+1)
	for i := min(len(before), maxClassRow-1) - 1; i >= 0; i-- {
		row = append(row, before[i])
	}
	star := len(row)
	row = append(append(row, "*"), behind[:min(len(behind), maxClassRow-1)]...)
	for from := range star + 1 {
		for to := star + 1; to <= len(row) && to-from <= maxClassRow; to++ {
			b.addFeature('C', row[from:to]...)
		}
	}
	b.addClassesOnSide('p', p.tokens[:first])
	b.addClassesOnSide('q', p.tokens[end:])
	for range evidenceWeight {
		b.addFeature('@', p.evidenceName(), own)
		b.addFeature('!', own, before[0])
	}
	exact, coarse := shapeOf(p.text[c.Start:c.End])
	b.addFeature('1', exact)
	b.addFeature('4', coarse)
	return b.buckets
}

// addClassesOnSide adds each class of some tokens once.
func (b *bag) addClassesOnSide(side byte, tokens []classToken) {
	var seen [128]bool
	for _, t := range tokens {
		if !seen[t.class] {
			seen[t.class] = true
			b.addFeature(side, t.className())
		}
	}
}

// classesBefore and classesBehind return the classes beside a token, nearest first; words in a row that have no class
// count as one.
func (p *Passage) classesBefore(at int) []string {
	var out []string
	for i := at - 1; i >= 0 && len(out) < structureReach; i-- {
		out = appendClass(out, p.tokens[i])
	}
	return append(out, "^")
}

func (p *Passage) classesBehind(at int) []string {
	var out []string
	for i := at; i < len(p.tokens) && len(out) < structureReach; i++ {
		out = appendClass(out, p.tokens[i])
	}
	return append(out, "$")
}

func appendClass(out []string, t classToken) []string {
	name := t.className()
	if len(out) > 0 && out[len(out)-1] == name && t.isWithoutClass() {
		return out
	}
	return append(out, name)
}

// addNearestClasses adds one to four classes on a side, with and without the word's own, and the nearest six by
// their distance.
func (b *bag) addNearestClasses(side byte, own string, row []string) {
	for n := 1; n <= 4 && n <= len(row); n++ {
		b.addFeature(side, row[:n]...)
		b.addFeature(side^0x20, append([]string{own}, row[:n]...)...)
	}
	for i, class := range row[:min(len(row), 6)] {
		b.addFeature('G', string(side), class, strconv.Itoa(i/2))
	}
}

// ownWordBuckets returns the buckets of a word and of the nearest words on both sides, with their place and in pairs.
func (p *Passage) ownWordBuckets(c Candidate, first, end int) []uint32 {
	written := p.text[c.Start:c.End]
	b := &bag{buckets: make([]uint32, 0, 96)}
	b.addShapeFeatures(written, sizeClass(written))
	initial, _ := utf8.DecodeRuneInString(written)
	isCapital := strconv.FormatBool(unicode.IsUpper(initial))
	exact, _ := shapeOf(written)
	for _, w := range Tokenize(written) {
		b.addAffixFeatures(w)
		if !p.isKnown(w) {
			w = unknownToken
		}
		b.addFeature('w', w)
		b.addFeature('W', w, isCapital)
		b.addFeature('x', w, exact)
	}
	for _, w := range p.words[:first] {
		b.addFeature('y', w)
	}
	for _, w := range p.words[end:] {
		b.addFeature('z', w)
	}
	b.addNearWords('l', p.wordsBefore(first))
	b.addNearWords('r', p.wordsBehind(end))
	return b.buckets
}

func (p *Passage) wordsBefore(at int) []string {
	var out []string
	for i := at - 1; i >= 0 && len(out) < wordReach; i-- {
		out = append(out, p.words[i])
	}
	return append(out, "^")
}

func (p *Passage) wordsBehind(at int) []string {
	var out []string
	for i := at; i < len(p.words) && len(out) < wordReach; i++ {
		out = append(out, p.words[i])
	}
	return append(out, "$")
}

// addNearWords adds the words on a side, nearest first: all, by their place, and in pairs.
func (b *bag) addNearWords(side byte, row []string) {
	for i, w := range row {
		b.addFeature(side^0x20, w)
		b.addFeature(side, strconv.Itoa(i), w)
		if i > 0 {
			b.addFeature(side, row[i-1], w, "")
		}
	}
}
