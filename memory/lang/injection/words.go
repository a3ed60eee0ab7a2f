package injection

// instructionWords are the words of a language that orders to an assistant are made of, separated by
// blanks; the words of a phrase are joined by underscores.
type instructionWords struct {
	common        string // frequent words, which tell the language
	imperative    string // forms that are an order where a clause begins
	ambiguous     string // the same, but the third person may look like it
	polite        string // forms that are an order before politePronoun
	politePronoun string
	last          string // forms that are an order where a sentence ends
	action        string // other forms of verbs of answering: infinitives, participles
	promote       string // any form of recommending, mentioning, ignoring, revealing
	always        string // adverbs of permanence
	answer        string // nouns for answers and conversations
	every         string
	assistant     string
	you           string
	obligation    string
	wish          string
	that          string // conjunctions behind a wish
	user          string // nouns for the user, a bar, words of the first person
	ignore        string
	rules         string // instructions, rules and what stands before
	void          string // what is said of rules that no longer hold
	please        string
	filler        string // words that may stand before an imperative
	fatal         string // phrases that are enough alone
	neutral       string // phrases that must not be taken apart
	secondPerson  string // its ending behind a negation
	finite        string // behind an imperative's form these make it a noun
}
