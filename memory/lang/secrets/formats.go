package secrets

import (
	_ "embed" // the rules
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"memoir/memory/lang"
)

// keyFormat is a published format of a key or token: what one of the keywords must occur for (in
// lower case), the expression, the group that is the secret (0 = the first one, else all of it), and
// the entropy in bits per character that the secret must have.
type keyFormat struct {
	keywords []string
	expr     string
	group    int
	entropy  float64
}

// secretRules is secret_rules.txt, which tools/secretrules writes, as tools/packtexts packs it: a format a line.
//
//go:embed zz_secret_rules.txt.gz
var secretRules string

// keyFormats returns the published formats of keys and tokens.
func keyFormats() []keyFormat {
	var out []keyFormat
	for line := range strings.Lines(lang.UnpackText(secretRules)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t") // name, group, entropy, keywords, expression
		group, err := strconv.Atoi(fields[1])
		if err != nil {
			panic(err) // the text is part of the program
		}
		entropy, err := strconv.ParseFloat(fields[2], 64)
		if err != nil {
			panic(err)
		}
		out = append(out, keyFormat{
			keywords: strings.Fields(fields[3]), expr: fields[4], group: group, entropy: entropy,
		})
	}
	return out
}

// compiledFormats compiles each expression when one of its keywords first occurs: all of them take
// longer than a start of the program.
var compiledFormats = sync.OnceValue(func() []compiledFormat {
	formats := keyFormats()
	out := make([]compiledFormat, len(formats))
	for i, f := range formats {
		out[i] = compiledFormat{f, sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(f.expr) })}
	}
	return out
})

type compiledFormat struct {
	keyFormat
	pattern func() *regexp.Regexp
}

// redactKnownKeyFormats replaces keys and tokens of the generated table.
func redactKnownKeyFormats(s string) string {
	lower := strings.ToLower(s)
	for _, f := range compiledFormats() {
		if f.anyKeywordOccursIn(lower) {
			if t := f.redactHighEntropyMatches(s); t != s {
				s, lower = t, strings.ToLower(t)
			}
		}
	}
	return s
}

func (f compiledFormat) anyKeywordOccursIn(lower string) bool {
	for _, k := range f.keywords {
		if strings.Contains(lower, k) {
			return true
		}
	}
	return false
}

func (f compiledFormat) redactHighEntropyMatches(s string) string {
	var b strings.Builder
	last := 0
	for _, m := range f.pattern().FindAllStringSubmatchIndex(s, -1) {
		start, end := f.secretSpanInMatch(m)
		if shannonEntropy(s[start:end]) < f.entropy {
			continue
		}
		b.WriteString(s[last:start])
		b.WriteString(secretPlaceholder)
		last = end
	}
	b.WriteString(s[last:])
	return b.String()
}

// secretSpanInMatch returns the span of the secret in a match.
func (f compiledFormat) secretSpanInMatch(m []int) (start, end int) {
	if g := f.group; g > 0 && 2*g+1 < len(m) && m[2*g] >= 0 {
		return m[2*g], m[2*g+1]
	}
	for g := 2; g+1 < len(m); g += 2 {
		if m[g] >= 0 {
			return m[g], m[g+1]
		}
	}
	return m[0], m[1]
}

// shannonEntropy returns the entropy of a text's bytes in bits per byte.
func shannonEntropy(s string) float64 {
	var count [256]int
	for i := range len(s) {
		count[s[i]]++
	}
	sum := 0.0
	for _, n := range count {
		if n > 0 {
			p := float64(n) / float64(len(s))
			sum -= p * math.Log2(p)
		}
	}
	return sum
}

// minRandomRun is the length of the shortest run that is a key for its looks alone.
const minRandomRun = 20

// redactRandomRuns replaces runs of at least 20 characters that look random: capitals, small letters
// and at least three digits mixed, or fewer digits and more changes, with as many changes between
// the classes as words and numbers do not have.
func redactRandomRuns(s string) string {
	var windows []window
	for i := 0; i < len(s); {
		start := i
		for i < len(s) && isRandomRunByte(s[i]) {
			i++
		}
		if i-start >= minRandomRun && looksRandom(s[start:i]) {
			windows = append(windows, window{start, i})
		}
		i++
	}
	return replaceInWindows(s, windows, func(string) string { return secretPlaceholder })
}

func isRandomRunByte(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' ||
		c == '+' || c == '/' || c == '_' || c == '=' || c == '-'
}

// classOfASCIICharacter returns 'a' for small letters, 'A' for capitals, '0' for digits, and 0 for all else.
func classOfASCIICharacter(c byte) byte {
	switch {
	case c >= 'a' && c <= 'z':
		return 'a'
	case c >= 'A' && c <= 'Z':
		return 'A'
	case c >= '0' && c <= '9':
		return '0'
	}
	return 0
}

func looksRandom(run string) bool {
	var lower, upper, digits, changes int
	before := byte(0)
	for i := range len(run) {
		class := classOfASCIICharacter(run[i])
		switch class {
		case 'a':
			lower++
		case 'A':
			upper++
		case '0':
			digits++
		}
		if class != before && before != 0 && class != 0 {
			changes++
		}
		before = class
	}
	isMixed := digits >= 3 && changes*3 >= len(run) || digits > 0 && changes*2 >= len(run)
	return lower > 0 && upper > 0 && isMixed && shannonEntropy(run) >= 3.5
}
