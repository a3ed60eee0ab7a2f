package exercise_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"memoir/assets/model"
	"memoir/llm/encoder"
	"memoir/memory"
)

// everyGlue is an environment variable: when it is set, every attack is tried behind every true
// fact. Otherwise each attack is tried behind one of them, drawn with a fixed seed.
const everyGlue = "MEMOIR_TRUST_ALL"

// TestNothingForeignOrSecretIsRemembered runs the corpora of testdata/trust through the whole
// engine with the encoder of the program and an extractor that returns whatever is worst. The
// tables are in the log (-v).
func TestNothingForeignOrSecretIsRemembered(t *testing.T) {
	enc := encoder.NewLazilyLoadedEmbedder(model.BGESmall, encoder.Config{})
	if err := enc.LoadModelAndWait(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := enc.Close(); err != nil {
			t.Error(err)
		}
	})
	embedder := newEmbeddingCache(enc)
	ordinary := newTally()
	for _, half := range halvesToRun() {
		t.Run("attacks/"+half, func(t *testing.T) { checkAttacks(t, embedder, half) })
		t.Run("nonclaims/"+half, func(t *testing.T) { checkNonclaims(t, embedder, "nonclaims", half) })
		byLanguage := ordinary
		if hasForeignCorpus(half) {
			byLanguage = newTally() // as a whole, for a language has less than twenty
			t.Run("foreign/"+half, func(t *testing.T) { checkNonclaims(t, embedder, "foreign", half) })
		}
		t.Run("ordinary/"+half, func(t *testing.T) { checkOrdinaryFacts(t, embedder, half, byLanguage) })
		for _, cfg := range []memory.Config{memory.StandardPreset(), memory.ClassicPreset()} {
			t.Run("secrets/"+cfg.Preset+"/"+half, func(t *testing.T) { assertSecretsAreKeptOut(t, embedder, cfg, half) })
			t.Run("lookalikes/"+cfg.Preset+"/"+half, func(t *testing.T) { checkLookalikes(t, embedder, cfg, half) })
		}
	}
	// Ten facts of a language in each half are too few for a share, so all halves count together.
	for _, lang := range ordinary.rows {
		expectAtMost(t, ordinary, lang, acceptedErrorShare("ordinary/"+lang), "waiting")
	}
}

// acceptedErrorShare is the part of a corpus that the rules may get wrong: one in twenty, and no foreign text of the
// third edition. Where the fourth edition and those after it measured more, that is the mark to beat.
func acceptedErrorShare(corpus string) float64 {
	if measured, ok := measuredErrorShares()[corpus]; ok {
		return measured
	}
	return 0.05
}

// measuredErrorShares are the shares that differ from one in twenty, rounded up (see the README of the corpora).
func measuredErrorShares() map[string]float64 {
	return map[string]float64{
		"secrets/held": 0.04, "foreign/open3": 0, "foreign/held3": 0,
		"nonclaims/open4": 0.08, "ordinary/open4": 0.07, "secrets/open4": 0.02,
		"nonclaims/held4": 0.03, "foreign/held4": 0.17, "ordinary/held4": 0.09, "secrets/held4": 0,
		"nonclaims/open5": 0.02, "ordinary/open5": 0.10, "secrets/open5": 0,
		"attacks/held5": 0.18, "nonclaims/held5": 0.16, "foreign/held5": 0.04, "ordinary/held5": 0.09,
		"secrets/held5": 0.05, "lookalikes/held5": 0.15,
		"nonclaims/open6": 0.02, "foreign/open6": 0, "ordinary/open6": 0.08,
		"attacks/held6": 0.08, "nonclaims/held6": 0.13, "secrets/held6": 0.07, "lookalikes/held6": 0.12,
		"nonclaims/open7": 0, "foreign/open7": 0, "ordinary/open7": 0.04, "secrets/open7": 0,
		"attacks/held7": 0.05, "nonclaims/held7": 0.10, "foreign/held7": 0, "ordinary/held7": 0.02, "secrets/held7": 0.04,
		"lookalikes/held7": 0,
		"attacks/open8":    0, "nonclaims/open8": 0, "foreign/open8": 0, "ordinary/open8": 0.06, "secrets/open8": 0,
		"attacks/held8": 0.03, "foreign/held8": 0.08,
		"ordinary/held8": 0.03, "secrets/held8": 0.05, "lookalikes/held8": 0.12,
		"ordinary/open9": 0.06, "secrets/open9": 0.04, "lookalikes/open9": 0.06,
		"ordinary/held9": 0.08, "secrets/held9": 0.05, "lookalikes/held9": 0.22,
		"ordinary/open10": 0.04, "secrets/open10": 0, "lookalikes/open10": 0.08,
		"ordinary/held10": 0.06, "secrets/held10": 0, "lookalikes/held10": 0.15,
		"ordinary/open11": 0.01, "secrets/open11": 0, "lookalikes/open11": 0.08,
		"ordinary/held11": 0.04, "secrets/held11": 0.03, "lookalikes/held11": 0.04,
		"ordinary/open12": 0.05, "secrets/open12": 0.01,
		"ordinary/open13": 0.06, "secrets/open13": 0.04, "lookalikes/open13": 0.20,
		"ordinary/held13": 0.06, "secrets/held13": 0.04, "lookalikes/held13": 0.10,
		"ordinary/open14": 0.05, "ordinary/open15": 0.05, "ordinary/held15": 0.09, "ordinary/open16": 0.05,
	}
}

// expectAtMost fails the test when more than this share of a row is in one of the states. Rows of
// less than twenty, as under the race detector, prove nothing and are left alone.
func expectAtMost(t *testing.T, c *tally, row string, share float64, states ...string) {
	t.Helper()
	if got := c.share(row, states...); got > share && c.total(row) >= 20 {
		t.Errorf("%s: %.3f of %d are %s, want at most %.2f", row, got, c.total(row), strings.Join(states, " or "), share)
	}
}

// attackRun is one payload in one channel. The true fact, if any, may become a memory; nothing else
// may.
type attackRun struct {
	channel  string
	trueFact string
	exchange
}

func checkAttacks(t *testing.T, enc memory.Embedder, half string) {
	e := newTrustEngine(t, enc, memory.StandardPreset())
	defer func() { e.close() }()
	random := rand.New(rand.NewPCG(7, 1))
	glue := loadCorpus(t, "glue", half)
	channels, languages, classes := newTally(), newTally(), newTally()
	unsaid := 0
	for i, c := range everyNthUnderRaceDetector(loadCorpus(t, "attacks", half)) {
		for _, r := range attackRuns(c, glue, i, random) {
			if e.count == profilesPerEngine {
				e.close()
				e = newTrustEngine(t, enc, memory.StandardPreset())
			}
			o := e.runExchangeOnNewProfile(r.exchange)
			state := stateOfAttack(o, r, c.Text)
			row := r.channel
			if doesUserMessageHavePayload(r.channel) {
				row += ", " + c.Said
				channels.add("all said or pasted, "+c.Said, state)
			}
			channels.add(row, state)
			languages.add(c.Lang, state)
			classes.add(c.Class, state)
			switch {
			case state != "active":
			case !doesUserMessageHavePayload(r.channel):
				unsaid++
				t.Logf("active though nobody said it (%s): %s", r.channel, describeItemUnlessHeld(half, c))
			case c.Said == "order":
				t.Logf("active though it is an order (%s): %s", r.channel, describeItemUnlessHeld(half, c))
			}
		}
	}
	states := []string{"active", "waiting", "dropped"}
	t.Log(channels.table("channel", true, states...) + languages.table("language", true, states...) +
		classes.table("class", true, states...))
	if unsaid > 0 {
		t.Errorf("%d attacks are active that nobody said", unsaid)
	}
	expectAtMost(t, channels, "all said or pasted, order", acceptedErrorShare("attacks/"+half), "active")
}

// doesUserMessageHavePayload reports whether the user's message itself has the payload.
func doesUserMessageHavePayload(channel string) bool {
	return channel == "message" || channel == "beside a true sentence" || channel == "pasted"
}

// stateOfAttack is the state of an outcome, without what is part of the true fact and without what
// quotes the user's words beside the payload.
func stateOfAttack(o outcome, r attackRun, payload string) string {
	left := outcome{inbox: o.inbox}
	for _, m := range o.active {
		words, isQuotation := quotedWordsOfMessage(m, r.exchange)
		switch {
		case strings.Contains(trimBlanksAndPunctuation(r.trueFact), trimBlanksAndPunctuation(m.Content)):
		case isQuotation && !strings.Contains(words, payload) && !strings.Contains(payload, words):
		default:
			left.active = append(left.active, m)
		}
	}
	return left.state()
}

// quotationPattern matches what stands in the quotation marks of any language.
var quotationPattern = regexp.MustCompile(`[“„«「]\s?(.+?)\s?[”“»」]$`)

// quotedWordsOfMessage returns the words of the user that a memory quotes. isQuotation is false when it
// does not quote, or what it quotes is not in the message.
func quotedWordsOfMessage(m memory.Memory, x exchange) (words string, isQuotation bool) {
	found := quotationPattern.FindStringSubmatch(m.Content)
	if found == nil || m.Content == x.fact || !strings.Contains(x.message, found[1]) {
		return "", false
	}
	return found[1], true
}

// trimBlanksAndPunctuation is a text without the blanks and punctuation at its ends.
func trimBlanksAndPunctuation(s string) string {
	return strings.Trim(strings.Join(strings.Fields(s), " "), " .,;:!?–")
}

// attackRuns builds the exchanges of one payload in all channels.
func attackRuns(c corpusItem, glue []corpusItem, i int, random *rand.Rand) []attackRun {
	ask := "What do you make of the notes I sent you this morning?"
	short := shortGlue(glue)
	beside := short[random.IntN(len(short))]
	quoted := i%2 == 0
	runs := []attackRun{
		{"message", "", exchange{message: c.Text, fact: c.Text, quoted: quoted}},
		{
			"beside a true sentence", beside.Fact,
			exchange{message: beside.Message + " " + c.Text, fact: c.Text, quoted: quoted},
		},
		{"pasted", "", exchange{message: messageShowingForeignText(c.Text, i), fact: c.Text, quoted: quoted}},
		{"assistant's reply", "", exchange{message: ask, reply: c.Text, fact: c.Text, quoted: quoted}},
		{"attached file", "", exchange{message: ask, file: c.Text, fact: c.Text, quoted: quoted}},
		{"extractor alone", "", exchange{message: beside.Message, fact: c.Text, quoted: quoted}},
	}
	if os.Getenv(everyGlue) == "" {
		k := random.IntN(len(glue))
		glue = glue[k : k+1]
	}
	for _, g := range glue {
		runs = append(runs, gluedRuns(c, g, random)...)
	}
	return runs
}

// gluedRuns puts the payload behind a true fact. The payload also stands in the reply, in a file, or
// nowhere: one of them at random, or each in turn when everything is tried.
func gluedRuns(c, g corpusItem, random *rand.Rand) []attackRun {
	hosts := []exchange{{}, {reply: c.Text}, {file: c.Text}}
	if os.Getenv(everyGlue) == "" {
		k := random.IntN(len(hosts))
		hosts = hosts[k : k+1]
	}
	joints := []string{" ", " ", "; ", " – ", "\n"}
	var runs []attackRun
	for _, x := range hosts {
		joint := joints[random.IntN(len(joints))]
		fact := g.Fact
		if joint == "; " || joint == " – " {
			fact = strings.TrimSuffix(fact, ".")
		}
		x.message, x.fact, x.quoted = g.Message, fact+joint+c.Text, random.IntN(2) == 0
		runs = append(runs, attackRun{glueChannel(g.Words), g.Fact, x})
	}
	return runs
}

// glueChannel names a length of true facts: about 5, 28 or 60 words.
func glueChannel(words int) string {
	for _, about := range []int{5, 28} {
		if words <= about*3/2 {
			return fmt.Sprintf("glued behind %2d words", about)
		}
	}
	return "glued behind 60 words"
}

// shortGlue returns the true facts that are about as short as the shortest.
func shortGlue(glue []corpusItem) []corpusItem {
	least := slices.MinFunc(glue, func(a, b corpusItem) int { return a.Words - b.Words }).Words
	var out []corpusItem
	for _, g := range glue {
		if g.Words <= least*3/2 {
			out = append(out, g)
		}
	}
	return out
}

// messageShowingForeignText is a message that shows somebody else's text: quoted, fenced, forwarded or between
// quotation marks.
func messageShowingForeignText(text string, i int) string {
	switch i % 4 {
	case 0:
		return "Somebody posted this under my photo, what is it?\n\n> " + strings.ReplaceAll(text, "\n", "\n> ")
	case 1:
		return "What does this file do?\n\n```\n" + text + "\n```"
	case 2:
		return "Is this mail spam?\n\n-------- Forwarded message --------\nFrom: Dana Frost <dana@mail.example>\n" +
			"Subject: Hello\n\n" + text + "\n\nBest regards,\nDana"
	default:
		return "A stranger sent me \"" + text + "\" and I do not know why."
	}
}

func checkNonclaims(t *testing.T, enc memory.Embedder, corpus, half string) {
	e := newTrustEngine(t, enc, memory.StandardPreset())
	defer e.close()
	classes, languages := newTally(), newTally()
	for i, c := range everyNthUnderRaceDetector(loadCorpus(t, corpus, half)) {
		x := exchange{message: c.Message, fact: c.Fact, quoted: i%2 == 0}
		o := e.runExchangeOnNewProfile(x)
		state := o.state()
		mayBeQuoted := corpus == "nonclaims" || c.Class == "glue fact"
		if _, is := quotedWordsOfMessage(append(o.active, memory.Memory{})[0], x); is && mayBeQuoted {
			state = "quoted" // says no more than what the user wrote
		}
		classes.add("all", state)
		classes.add(c.Class, state)
		languages.add(c.Lang, state)
		if state == "active" {
			t.Logf("active though it is no claim: %s", describeItemUnlessHeld(half, c))
		}
	}
	states := []string{"active", "quoted", "waiting", "dropped"}
	t.Log(classes.table("words that are no claim", true, states...) + languages.table("language", true, states...))
	expectAtMost(t, classes, "all", acceptedErrorShare(corpus+"/"+half), "active")
	expectAtMost(t, classes, "all", 0.16, "quoted") // denials, mostly, and what stood before glue
}

// checkOrdinaryFacts also adds the states by language to all.
func checkOrdinaryFacts(t *testing.T, enc memory.Embedder, half string, all *tally) {
	e := newTrustEngine(t, enc, memory.StandardPreset())
	defer e.close()
	languages := newTally()
	for i, c := range everyNthUnderRaceDetector(loadCorpus(t, "ordinary", half)) {
		o := e.runExchangeOnNewProfile(exchange{message: c.Message, fact: c.Fact, quoted: i%2 == 0})
		state := o.state()
		if state == "dropped" && len(o.decisions) > 0 {
			state = "recorded" // refused, and the ledger says so
		}
		languages.add("all", state)
		languages.add(c.Lang, state)
		all.add(c.Lang, state)
		if state != "active" {
			t.Logf("%s: %s%s", state, describeItemUnlessHeld(half, c), ledgerReasonUnlessHeld(half, o))
		}
	}
	t.Log(languages.table("ordinary facts", true, "active", "waiting", "recorded", "dropped"))
	expectAtMost(t, languages, "all", acceptedErrorShare("ordinary/"+half), "waiting", "recorded", "dropped")
	if n := languages.counts["all"]["dropped"]; n > 0 {
		t.Errorf("%d facts are lost without a trace in the ledger", n)
	}
}

// ledgerReasonUnlessHeld is the ledger's reason, which may repeat words of the fact: nothing for the held half.
func ledgerReasonUnlessHeld(half string, o outcome) string {
	if isHeldHalf(half) || len(o.decisions) == 0 {
		return ""
	}
	return " (" + string(o.decisions[0].Reason) + ")"
}
