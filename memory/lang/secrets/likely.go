package secrets

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"memoir/memory/lang"
	"memoir/memory/lang/classifier"
	"memoir/memory/lang/lazyregexp"
)

// redactLikelyNumbers replaces numbers and mixed tokens that are secrets by what is said around them, in
// words that no rule knows (docs/decisions/0024).
func redactLikelyNumbers(t *indexedText) string {
	judged := blankPlaceholders(t.text)
	return replaceLikely(t.text, judged, classifier.SecretCandidates(judged),
		classifier.ProbabilityOfSecret, classifier.SecretThreshold)
}

// blankPlaceholders writes as many blanks for each placeholder: it names a secret, which would make its
// neighbours suspect.
func blankPlaceholders(s string) string {
	return strings.ReplaceAll(s, secretPlaceholder, strings.Repeat(" ", len(secretPlaceholder)))
}

// replaceLikely replaces the candidates that are at least as likely as a threshold.
func replaceLikely(s, judged string, candidates []classifier.Candidate,
	probability func(string, classifier.Candidate) float64, threshold float64,
) string {
	var windows []window
	for _, c := range candidates {
		if probability(judged, c) >= threshold {
			windows = append(windows, window{c.Start, c.End})
		}
	}
	return replaceInWindows(s, windows, func(string) string { return secretPlaceholder })
}

// How far around what is asked for a passage reaches in its line, and how much of it must stand behind the
// next thing asked for, so that this one needs no passage of its own; in bytes.
const (
	passageReach  = 200
	passageBehind = 80
)

// redactToldWords replaces words that only their owner should know: answers to the questions of accounts, words that
// a family has agreed on, phrases. They are ordinary words and often have small letters, so that no form tells
// them: a passage names what is asked for and has evidence that it is asked for or entered, and a judge tells the word.
func redactToldWords(t *indexedText) string {
	judged := t
	if s := blankPlaceholders(t.text); s != t.text {
		judged = newIndexedText(s)
	}
	var windows []window
	for _, p := range passagesAskingForWords(judged) {
		passage := judged.text[p.start:p.end]
		if strings.Contains(t.text[p.start:p.end], secretPlaceholder) || refusesToAnswer.MatchString(passage) {
			continue
		}
		for _, w := range toldWordsIn(passage) {
			windows = append(windows, window{p.start + w.start, p.start + w.end})
		}
	}
	return replaceInWindows(t.text, mergeWindows(windows), func(string) string { return secretPlaceholder })
}

// refusesToAnswer matches an answer that names nothing.
var refusesToAnswer = lazyregexp.New(`(?i)(?:^|[^\p{L}])(?:i say no|ich sage? nein|ik zeg nee|je dis non|digo que no|` +
	`dico di no|digo que não|mówię nie|говорю нет|hayır diyorum)(?:$|[^\p{L}])`)

// goesOnAsSubject matches what follows a name that the sentence says something about: "I say Ann is the first".
var goesOnAsSubject = lazyregexp.New(`^ (?:is|was|ist|war|est|était|es|era|è|é|foi) ` +
	`(?:the|der|die|das|le|la|el|il|lo|o|a) `)

// How much less likely than the likeliest word of a passage others are that are cut too: any, and those next to one.
const (
	toldMargin          = 0.06
	toldNeighbourMargin = 0.12
)

// toldWordsIn returns the words of a passage that are told: the likeliest, if it is likely enough, those that are
// almost as likely, and their neighbours. A number alone is left to the judge of numbers.
func toldWordsIn(passage string) []window {
	words := WordCandidates(passage)
	likely, threshold := classifier.ProbabilitiesOfToldWords(passage, words)
	best := 0.0
	for i, w := range words {
		if strings.Trim(passage[w.Start:w.End], "0123456789") != "" {
			best = max(best, likely[i])
		}
	}
	if best < threshold {
		return nil
	}
	var out []window
	for i := 0; i < len(words); {
		end, isTold := i, false
		for end < len(words) && likely[end] >= best-toldNeighbourMargin &&
			(end == i || areNeighbours(passage, words[end-1], words[end])) {
			isTold = isTold || likely[end] >= best-toldMargin
			end++
		}
		if isTold && !goesOnAsSubject.MatchString(passage[words[end-1].End:]) {
			out = append(out, window{words[i].Start, words[end-1].End})
		}
		i = max(end, i+1)
	}
	return out
}

// areNeighbours reports words with nothing but a blank, a hyphen or the point of an abbreviation between them.
func areNeighbours(s string, a, b classifier.Candidate) bool {
	return strings.Trim(s[a.End:b.Start], " .-'’") == "" && b.Start-a.End <= 2
}

// WordCandidates returns the words of a text, and each character of Chinese and Japanese. It is exported for
// tools/claimsmodel.
func WordCandidates(s string) []classifier.Candidate {
	var out []classifier.Candidate
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if !isPartOfWord(r) {
			i += size
			continue
		}
		end := i + size
		for !isWordOfItsOwn(r) && end < len(s) {
			next, n := utf8.DecodeRuneInString(s[end:])
			if !isPartOfWord(next) || isWordOfItsOwn(next) {
				break
			}
			end += n
		}
		out = append(out, classifier.Candidate{Start: i, End: end})
		i = end
	}
	return out
}

func isPartOfWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) || r == 'ー'
}

// isWordOfItsOwn reports a character of Chinese or Japanese, or the mark that lengthens a vowel of Katakana.
func isWordOfItsOwn(r rune) bool { return lang.IsHanOrKana(r) || r == 'ー' }

// PassagesAskingForWords returns the parts of a text's lines that name what only its owner should know (a first
// pet, a word agreed on) and that somebody asks for it or that it is entered. It is exported for tools/claimsmodel.
func PassagesAskingForWords(s string) []classifier.Candidate {
	var out []classifier.Candidate
	for _, p := range passagesAskingForWords(newIndexedText(s)) {
		out = append(out, classifier.Candidate{Start: p.start, End: p.end})
	}
	return out
}

func passagesAskingForWords(t *indexedText) []window {
	// A fact is one passage at most: to look its words up takes less time than to look for all stems in it.
	if len(t.text) <= passageReach && !classifier.AsksForKnownThing(t.text) {
		return nil
	}
	topics := t.possibleParts(stemsOfAskedThings())
	if len(topics.parts) == 0 {
		return nil
	}
	askers := t.possibleParts(stemsOfAsking())
	if len(askers.parts) == 0 {
		return nil
	}
	var out []window
	last := window{}
	for hit := range askersIn(t.lower, topics) {
		if hit.end <= last.end && (hit.end+passageBehind <= last.end || endsLine(t.text, last.end)) {
			continue
		}
		last = lineAround(t.text, hit, passageReach)
		if namesAsker(t.lower[last.start:last.end], askers) && classifier.AsksForKnownThing(t.text[last.start:last.end]) {
			out = append(out, last)
		}
	}
	return out
}

// endsLine reports a place at the end of a line.
func endsLine(s string, at int) bool { return at == len(s) || s[at] == '\n' }

// stemsOfAskedThings and stemsOfAsking are what begins the words that make a passage, in small letters.
var (
	stemsOfAskedThings = sync.OnceValue(classifier.StemsOfAskedThings)
	stemsOfAsking      = sync.OnceValue(classifier.StemsOfAsking)
)

// namesAsker reports whether a text in small letters has one of some parts at the beginning of a word.
func namesAsker(lower string, parts *wordParts) bool {
	for range askersIn(lower, parts) {
		return true
	}
	return false
}
