package secrets

import (
	"iter"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"memoir/memory/lang"
	"memoir/memory/lang/lazyregexp"
)

// How far around a bank, site or question its answer is looked for, in bytes.
const promptReach = 200

// minQuotedPrompt is how long, in bytes, what stands in quotation marks is at least to be a prompt.
const minQuotedPrompt = 8

// redactPromptedAnswers replaces the answers to questions that accounts ask, whatever they ask for. No
// list has all topics, so it goes by what stands together in a sentence: who asks (a bank, a site, a
// question), a prompt (named like a childhood or a favourite teacher, or in quotation marks), and a
// verb of answering or entering with what is answered.
func redactPromptedAnswers(t *indexedText) string {
	s, lower := t.text, t.lower
	prompts := t.partsOfPrompts()
	if len(prompts) == 0 {
		return s
	}
	var windows []window
	for asker := range askersIn(lower, t.possibleParts(partsOfAskers())) {
		windows = append(windows, lineAround(s, asker, promptReach))
	}
	var quoted [][]int
	if strings.ContainsAny(lower, "\"“„«") {
		quoted = quotedPromptPattern.FindAllStringIndex(lower, -1)
	}
	for _, m := range quoted {
		if containsAny(lower[m[0]+1:m[1]-1], prompts) {
			windows = append(windows, lineAround(s, window{m[0], m[1]}, promptReach))
		}
	}
	return replaceInWindows(s, mergeWindows(windows), func(text string) string {
		return redactAnswersBesidePrompts(text, prompts)
	})
}

func isASCIILower(c byte) bool { return c >= 'a' && c <= 'z' }

// beginsWord reports whether no letter of a script with blanks stands before a byte, or a single one: mBank.
func beginsWord(lower string, at int) bool {
	before, size := utf8.DecodeLastRuneInString(lower[:at])
	if size == 0 || !unicode.IsLetter(before) || isHanKanaOrHangul(before) {
		return true
	}
	earlier, _ := utf8.DecodeLastRuneInString(lower[:at-size])
	return !unicode.IsLetter(earlier)
}

// quotedPromptPattern matches what stands in quotation marks.
var quotedPromptPattern = lazyregexp.New(`["“„«][^"“”„«»\n]+["”“»]`)

// acronymPattern matches names of offices and companies: CAF, DigiD. They ask when a prompt is quoted.
var acronymPattern = lazyregexp.New(`(?:^|[\s'’])\p{Lu}\p{Ll}*\p{Lu}\p{L}*`)

// partsOfPrompts returns the parts of prompts that the text in small letters contains.
func (t *indexedText) partsOfPrompts() []string {
	if !t.hasPrompts {
		t.hasPrompts = true
		for _, part := range partsOfPrompts() {
			if t.containsLower(part) {
				t.promptParts = append(t.promptParts, part)
			}
		}
	}
	return t.promptParts
}

// containsAny reports whether a text contains one of the parts.
func containsAny(s string, parts []string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(s, part) })
}

// askersIn yields where a text in small letters has a part of a word for who asks. parts are those that
// it may contain.
func askersIn(lower string, parts *wordParts) iter.Seq[window] {
	return func(yield func(window) bool) {
		for at := range len(lower) {
			if at > 1 && isASCIILower(lower[at-1]) && isASCIILower(lower[at-2]) {
				continue // inside a word
			}
			for _, part := range parts.partsPossibleAt(lower, at) {
				if strings.HasPrefix(lower[at:], part) && beginsWord(lower, at) && !yield(window{at, at + len(part)}) {
					return
				}
			}
		}
	}
}

// mergeWindows sorts windows and joins those that overlap.
func mergeWindows(windows []window) []window {
	slices.SortFunc(windows, func(a, b window) int { return a.start - b.start })
	var merged []window
	for _, w := range windows {
		merged = addOrMergeWindow(merged, w)
	}
	return merged
}

// lineAround returns the line that a span stands in, up to so many bytes before and behind it.
func lineAround(s string, w window, reach int) window {
	start := wordStartBefore(s, max(0, w.start-reach))
	start = max(start, strings.LastIndexByte(s[:w.start], '\n')+1)
	end := wordEndAfter(s, min(len(s), w.end+reach))
	if i := strings.IndexByte(s[w.end:end], '\n'); i >= 0 {
		end = w.end + i
	}
	return window{start, end}
}

// redactAnswersBesidePrompts replaces the answers in a part of a line, when it names who asks and what.
// promptParts are the parts of prompts in the text that it is a part of.
func redactAnswersBesidePrompts(text string, promptParts []string) string {
	if !containsAny(lang.LowerKeepingByteLength(text), promptParts) {
		return text
	}
	if !askerPattern().MatchString(text) && !(acronymPattern.MatchString(text) && quotedPromptPattern.MatchString(text)) {
		return text
	}
	prompts := slices.DeleteFunc(promptPattern().FindAllStringIndex(text, -1), func(p []int) bool {
		return strings.ContainsAny(text[p[0]:p[1]], "\"“„«‘'「『") && (p[1]-p[0] < minQuotedPrompt || p[1]-p[0] > promptReach)
	})
	if len(prompts) == 0 {
		return text
	}
	var answers []window
	for _, p := range answerVerbPatterns() {
		for _, m := range p.FindAllStringSubmatchIndex(text, -1) {
			w := withoutPrompts(text, window{m[2], m[3]}, prompts)
			if isAnswerToPrompt(text, w, prompts) {
				answers = append(answers, w)
			}
		}
	}
	return replaceInWindows(text, mergeWindows(answers), func(string) string { return secretPlaceholder })
}

// withoutPrompts returns a span without the prompt that it begins with or runs into.
func withoutPrompts(text string, w window, prompts [][]int) window {
	for _, p := range prompts {
		switch {
		case p[1] <= w.start || w.end <= p[0]:
		case p[1] < w.end:
			w.start = p[1]
		default:
			w.end = max(w.start, p[0])
		}
	}
	value := text[w.start:w.end]
	w.start += len(value) - len(strings.TrimLeft(value, " "))
	return w
}

// isAnswerToPrompt reports whether a span may be what is answered: none of the words that say something
// else, such as "no" or "that". What begins with a small letter counts only behind a prompt, in the
// same sentence.
func isAnswerToPrompt(text string, w window, prompts [][]int) bool {
	value := text[w.start:max(w.start, w.end)]
	if strings.Contains(value, secretPlaceholder) {
		return false
	}
	follows := slices.ContainsFunc(prompts, func(p []int) bool {
		return p[1] <= w.start && !strings.ContainsAny(text[p[1]:w.start], ".\n")
	})
	first := strings.Trim(firstField(value), `"'“”„«»‘’`)
	isNamed := first != strings.ToLower(first)
	if first == "" || saysNothing()[strings.ToLower(first)] && !(isNamed && strings.Contains(value, " ")) {
		return false
	}
	if isNamed {
		return true
	}
	return follows && !lang.FunctionWords()[lang.FoldWord(first)]
}

// saysNothing are words of an answer that names nothing.
var saysNothing = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`no yes nothing nope never i nein ja nichts non oui rien no sí nada sì niente não sim nee niets
			nie tak
		nic нет да ничего hayır evet hiç नहीं हाँ हां कुछ yok ich ik je the a an my your his her our their some something
		anything what photo photos die der das den ein eine einen het een de un une le la les el los las il lo um uma o os`)
})
