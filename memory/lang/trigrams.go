package lang

// Trigrams is the set of the three-byte sequences of a text, as a Bloom filter with one hash. It tells
// in a few nanoseconds that a text cannot contain a part, where searching a text of some thousand bytes
// for each of some hundred parts takes most of a millisecond. Letters of ASCII count as lower case.
type Trigrams struct {
	bits [1 << (trigramHashBits - 6)]uint64
}

// trigramHashBits makes a filter of 4 KiB. A message of 6,000 bytes has about 1,500 different sequences,
// 5 % of the bits, so a part of eight bytes passes by mistake once in ten million times.
const trigramHashBits = 15

// AddText adds the sequences of a text.
func (t *Trigrams) AddText(s string) {
	if len(s) < 3 {
		return
	}
	sequence := uint32(lowerASCIIByte(s[0]))<<8 | uint32(lowerASCIIByte(s[1]))
	for i := 2; i < len(s); i++ {
		sequence = (sequence<<8 | uint32(lowerASCIIByte(s[i]))) & 0xffffff
		h := hashTrigram(sequence)
		t.bits[h>>6] |= 1 << (h & 63)
	}
}

// MayContain reports false if no text that was added contains a part, in whatever case its ASCII letters are.
// Of parts shorter than three bytes it knows nothing and reports true.
func (t *Trigrams) MayContain(part string) bool {
	if len(part) < 3 {
		return true
	}
	sequence := uint32(lowerASCIIByte(part[0]))<<8 | uint32(lowerASCIIByte(part[1]))
	for i := 2; i < len(part); i++ {
		sequence = (sequence<<8 | uint32(lowerASCIIByte(part[i]))) & 0xffffff
		if h := hashTrigram(sequence); t.bits[h>>6]&(1<<(h&63)) == 0 {
			return false
		}
	}
	return true
}

// hashTrigram is Fibonacci hashing (Knuth, The Art of Computer Programming 3, 6.4).
func hashTrigram(sequence uint32) uint32 { return sequence * 0x9E3779B1 >> (32 - trigramHashBits) }

func lowerASCIIByte(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		return b + 'a' - 'A'
	}
	return b
}
