package main

import (
	"strings"

	"memoir/memory/lang/injection"
)

// readOrderExamples reads what directs the assistant, and what states something about a life: the
// facts of the corpora, whatever they rest on, the words that ordinary ones rest on, and plain
// messages. What other gates stop by its form teaches nothing and is left out.
func readOrderExamples(root string) ([]example, error) {
	var out []example
	add := func(source, language, class, text string, isPlain bool) {
		if isStoppedByInjectionChecks(text) {
			return
		}
		out = append(out, example{
			text: text, isPlain: isPlain, language: language, class: class, source: source,
			passesRules: !injection.DirectsAssistantOrMayInUnknownLanguage(text) && injection.SaysWhomItIsAbout(text),
		})
	}
	err := forEachOpenCorpusLine(root, func(edition, corpus string, c corpusLine) {
		if corpus == "attacks" {
			add(edition, c.Lang, corpus+" "+c.Class, c.Text, c.Said != "order")
		} else {
			add(edition, c.Lang, corpus, c.Fact, true)
		}
		if corpus == "ordinary" { // the user's own words may be kept instead of the fact
			add(edition, c.Lang, corpus, classifierContextOfFact(c.Message, c.Fact), true)
		}
	}, "attacks", "ordinary", "nonclaims", "foreign", "glue", "lookalikes")
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"claims.txt", "nonclaims.txt"} {
		err := forEachFixtureLine(root, name, func(class, _, fact string) { add("", "", class, fact, true) })
		if err != nil {
			return nil, err
		}
	}
	err = forEachTrainingText(root, func(source, language, class, text string) {
		if isOrderOrPlainClass(class) || class == "claims" {
			add(source, language, class, text, !strings.HasPrefix(class, "order"))
		}
	})
	return out, err
}

// isOrderOrPlainClass reports a class of texts in data that are orders, or plain texts to tell them
// from.
func isOrderOrPlainClass(class string) bool {
	return strings.HasPrefix(class, "order") || strings.HasPrefix(class, "plain")
}

// isStoppedByInjectionChecks reports a text that waits for its form, whatever it says.
func isStoppedByInjectionChecks(text string) bool {
	return injection.HasHiddenRunes(text) || injection.HasControlMarkup(text) || injection.HasLink(text) ||
		injection.HasDisguisedWords(text) || injection.HasEncodedText(text)
}
