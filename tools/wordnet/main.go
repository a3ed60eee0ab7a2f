// Command wordnet writes memory/lang/wordnet.txt.gz: opposites, synonyms, kinds and irregular forms
// out of Princeton WordNet 3.0 (see LICENSE). The database is the Debian package wordnet-base; the
// argument is its folder, /usr/share/wordnet. Run it by go generate ./memory/lang.
//
// Lines of the output, sorted: "a x y" opposites; "s x y z" synonyms; "k x y z" nouns that are
// different kinds of one thing; "r x y" the adjective x in the sense of y; "f x y" the irregular form
// x of y. Words are those of one token.
package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// minSynonymUses is how often the texts of SemCor must use a word in a sense for its synonyms in that
// sense to be taken; for the first sense of a word once is enough. Rare senses would make synonyms of
// words that nobody takes for such.
const minSynonymUses = 3

// maxKinds bounds a group of kinds: larger ones, such as all chemical compounds or all persons by
// trade, are no classes of which only one can apply.
const maxKinds = 40

// sense is one word of a synset.
type sense struct {
	word string
	rank int // 1 = the commonest sense of the word
	uses int
}

// synset is one line of a data file.
type synset struct {
	id       string // part of speech and offset
	kind     byte   // n, v, a, s (satellite), r
	senses   []sense
	pointers [][4]string // symbol, target synset, number of the own word and of the target's, hex
}

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: wordnet /usr/share/wordnet")
	}
	d := database{dir: os.Args[1], synsets: map[string]*synset{}, order: map[string]int{}, uses: map[string]int{}}
	d.readSenseUseCounts()
	for _, pos := range []string{"noun", "verb", "adj", "adv"} {
		d.readSenseRanks(pos)
		d.readSynsets(pos)
	}
	lines := map[string]bool{}
	d.addWordRelations(lines)
	d.addNounsOfSameHypernym(lines)
	d.addIrregularForms(lines)
	var sorted []string
	for l := range lines {
		sorted = append(sorted, l)
	}
	sort.Strings(sorted)
	var out bytes.Buffer
	zip, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Fprintln(zip, strings.Join(sorted, "\n"))
	if err := zip.Close(); err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile("../../memory/lang/wordnet.txt.gz", out.Bytes(), 0o600); err != nil {
		log.Fatal(err)
	}
	log.Printf("%d lines, %d bytes", len(sorted), out.Len())
}

type database struct {
	dir     string
	synsets map[string]*synset
	order   map[string]int // rank of a sense by word and synset
	uses    map[string]int // by word, part of speech and rank
}

func (d *database) forEachFieldsLineOrExit(name string, do func(fields []string)) {
	f, err := os.Open(filepath.Join(d.dir, name))
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		if !strings.HasPrefix(s.Text(), " ") { // the licence
			do(strings.Fields(s.Text()))
		}
	}
	if err := s.Err(); err != nil {
		log.Fatal(err)
	}
}

// readSenseUseCounts reads cntlist.rev: sense key, rank, uses.
func (d *database) readSenseUseCounts() {
	d.forEachFieldsLineOrExit("cntlist.rev", func(f []string) {
		word, rest, _ := strings.Cut(f[0], "%")
		d.uses[word+" "+posOfDigit(rest[0])+" "+f[1]] = parseIntOrExit(f[2], 10)
	})
}

func posOfDigit(b byte) string {
	return map[byte]string{'1': "n", '2': "v", '3': "a", '4': "r", '5': "a"}[b]
}

func posLetter(pos string) string {
	return map[string]string{"noun": "n", "verb": "v", "adj": "a", "adv": "r"}[pos]
}

// readSenseRanks reads the ranks of the senses: word, part of speech, number of synsets, pointers
// …, offsets in the order of frequency.
func (d *database) readSenseRanks(pos string) {
	d.forEachFieldsLineOrExit("index."+pos, func(f []string) {
		n := parseIntOrExit(f[2], 10)
		for i, offset := range f[len(f)-n:] {
			d.order[f[0]+" "+posLetter(pos)+offset] = i + 1
		}
	})
}

// readSynsets reads the synsets, in the format of wndb(5WN).
func (d *database) readSynsets(pos string) {
	d.forEachFieldsLineOrExit("data."+pos, func(f []string) {
		s := &synset{id: posLetter(pos) + f[0], kind: f[2][0]}
		n := parseIntOrExit(f[3], 16)
		for i := range n {
			word := strings.ToLower(f[4+2*i])
			word, _, _ = strings.Cut(word, "(") // the place of an adjective: galore(ip)
			rank := d.order[word+" "+s.id]
			s.senses = append(s.senses, sense{word, rank, d.uses[fmt.Sprintf("%s %s %d", word, posLetter(pos), rank)]})
		}
		at := 4 + 2*n
		for i := range parseIntOrExit(f[at], 10) {
			p := f[at+1+4*i:]
			s.pointers = append(s.pointers, [4]string{p[0], p[2] + p[1], p[3][:2], p[3][2:]})
		}
		d.synsets[s.id] = s
	})
}

func parseIntOrExit(s string, base int) int {
	n, err := strconv.ParseInt(s, base, 64)
	if err != nil {
		log.Fatal(err)
	}
	return int(n)
}

func isLowerASCIIWord(word string) bool {
	return len(word) > 1 && !strings.ContainsFunc(word, func(r rune) bool { return r < 'a' || r > 'z' })
}

// addWordRelations adds opposites, synonyms and the heads of adjectives.
func (d *database) addWordRelations(lines map[string]bool) {
	for _, s := range d.synsets {
		addSynonyms(lines, s)
		for _, p := range s.pointers {
			other := d.synsets[p[1]]
			if other == nil {
				other = d.synsets["a"+strings.TrimPrefix(p[1], "s")]
			}
			switch {
			case p[0] == "!":
				addOpposites(lines, s.senses[parseIntOrExit(p[2], 16)-1].word, other.senses[parseIntOrExit(p[3], 16)-1].word)
			case p[0] == "&" && s.kind == 's' && other.kind == 'a':
				addHeadOfSatelliteAdjectives(lines, s, other.senses[0].word)
			}
		}
	}
}

func addSynonyms(lines map[string]bool, s *synset) {
	var same []string
	for _, w := range s.senses {
		if isLowerASCIIWord(w.word) && (w.rank == 1 && w.uses > 0 || w.uses >= minSynonymUses) {
			same = append(same, w.word)
		}
	}
	if len(same) > 1 {
		slices.Sort(same)
		lines["s "+strings.Join(slices.Compact(same), " ")] = true
	}
}

func addOpposites(lines map[string]bool, a, b string) {
	if a < b && isLowerASCIIWord(a) && isLowerASCIIWord(b) {
		lines["a "+a+" "+b] = true
	}
}

// addHeadOfSatelliteAdjectives adds the adjective of which those of a satellite synset are shades.
func addHeadOfSatelliteAdjectives(lines map[string]bool, satellite *synset, head string) {
	for _, w := range satellite.senses {
		if isLowerASCIIWord(w.word) && isLowerASCIIWord(head) && w.rank == 1 && w.uses > 0 {
			lines["r "+w.word+" "+head] = true
		}
	}
}

// addNounsOfSameHypernym adds groups of nouns whose commonest senses have the same hypernym and are
// in use.
func (d *database) addNounsOfSameHypernym(lines map[string]bool) {
	groups := map[string][]string{}
	for _, s := range d.synsets {
		if s.kind != 'n' {
			continue
		}
		for _, p := range s.pointers {
			if p[0] != "@" {
				continue
			}
			for _, w := range s.senses {
				if isLowerASCIIWord(w.word) && w.rank == 1 && w.uses > 0 {
					groups[p[1]] = append(groups[p[1]], w.word)
				}
			}
		}
	}
	for _, g := range groups {
		slices.Sort(g)
		if g = slices.Compact(g); len(g) > 1 && len(g) <= maxKinds {
			lines["k "+strings.Join(g, " ")] = true
		}
	}
}

// addIrregularForms adds the irregular forms of the exception lists.
func (d *database) addIrregularForms(lines map[string]bool) {
	for _, pos := range []string{"noun", "verb", "adj", "adv"} {
		d.forEachFieldsLineOrExit(pos+".exc", func(f []string) {
			if isLowerASCIIWord(f[0]) && isLowerASCIIWord(f[1]) && f[0] != f[1] && d.isFirstSenseInUse(f[1], posLetter(pos)) {
				lines["f "+f[0]+" "+f[1]] = true
			}
		})
	}
}

func (d *database) isFirstSenseInUse(word, pos string) bool { return d.uses[word+" "+pos+" 1"] > 0 }
