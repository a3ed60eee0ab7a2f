package learn

import (
	"memoir/memory"
	"memoir/memory/lang"
	"memoir/memory/lang/claims"
)

// minTopicShare is the share of a known fact's words that a new one, with the sentence that states
// it, must have for the two to be about the same thing. Below it "lives in Siena now" would doubt
// "the user's brother lives in Oslo".
const minTopicShare = 0.5

// reasonMayBeOutdated is recorded where a fact may replace another and only the user can tell.
const reasonMayBeOutdated = "you said that something has changed"

// markCandidateByRule decides without a model. The nearest memory within RuleDistance is
// replaced (source 003); in the guarded form only by a fact that says all it says and that no guard
// tells apart. In that form, too, a fact with the same key, and one whose sentence says that
// something changed, replaces what it denies or is proposed to the user as a replacement.
func (r *reconciler) markCandidateByRule(x exchange, c *candidate, neighbours []neighbour) {
	cfg := r.config()
	if cfg.RuleReplace == memory.ReplaceNever {
		return
	}
	if cfg.RuleReplace == memory.ReplaceAlways {
		if best := neighbourWithHighestCosine(neighbours); FactReplacesKnownByRule(cfg, c.fact, best.Content, best.cosine) {
			c.scores = cosineScoreOfNeighbour(neighbours, best.ID)
			c.markAsReplacingMemory(best.Memory, reasonNewerVersion)
			return
		}
	}
	best, change := findMostLikelyOutdatedMemory(cfg, c, bestMatchingUserSentence(x, c), neighbours)
	if best.ID == 0 {
		return
	}
	c.scores = cosineScoreOfNeighbour(neighbours, best.ID)
	if change.replaces {
		c.markAsReplacingMemory(best.Memory, change.reason)
		return
	}
	c.proposes, c.reason = best.ID, change.reason
}

// supposedChange is what the rule takes a fact for in relation to one memory.
type supposedChange struct {
	replaces bool
	strength int // compared between memories; 0 = no relation
	reason   string
}

// findMostLikelyOutdatedMemory returns the memory that the fact most probably changes, the zero
// neighbour if there is none. said is the user's sentence.
func findMostLikelyOutdatedMemory(
	cfg memory.Config, c *candidate, said string, neighbours []neighbour,
) (neighbour, supposedChange) {
	var best neighbour
	var most supposedChange
	for _, n := range neighbours {
		change := supposedChangeToMemory(cfg, c, said, n)
		if change.strength > most.strength || change.strength > 0 && change.strength == most.strength &&
			n.cosine > best.cosine {
			best, most = n, change
		}
	}
	return best, most
}

// supposedChangeToMemory compares a fact with one memory. What is sure replaces: a newer version
// that says all the memory says, its denial, a change of the property that both have as their key.
// The rest is proposed: nothing is taken away on a guess.
func supposedChangeToMemory(cfg memory.Config, c *candidate, said string, n neighbour) supposedChange {
	if FactReplacesKnownByRule(cfg, c.fact, n.Content, n.cosine) {
		return supposedChange{true, 6, reasonNewerVersion}
	}
	if lang.SignalsAddition(c.fact) {
		return supposedChange{}
	}
	why := shortReasonOrDefault(lang.FirstMeaningDifference(c.fact, n.Content), reasonNewerVersion)
	sameKey := c.key != "" && c.key == n.Key
	if lang.SignalsChange(c.fact + ". " + said) {
		switch {
		case !lang.AddsWordsBesidesNumbersAndTime(n.Content, c.fact) && lang.DifferByNegationOrCessation(c.fact, n.Content):
			return supposedChange{true, 5, why}
		case sameKey:
			return supposedChange{true, 4, why}
		case sharesEnoughTopicWords(c.fact+" "+said, n.Content) ||
			lang.SharesCapitalizedNameUnlessGerman(c.fact+" "+said, n.Content):
			return supposedChange{false, 2, reasonMayBeOutdated}
		}
	}
	switch {
	case sameKey:
		return supposedChange{false, 3, why}
	case n.cosine > 1-cfg.RuleDistance && sharesEnoughTopicWords(c.fact+" "+said, n.Content),
		lang.DifferOnlyByNumberOrDate(c.fact, n.Content), givesSamePropertyOtherValue(c.fact, n.Content):
		return supposedChange{false, 1, why}
	}
	return supposedChange{}
}

func sharesEnoughTopicWords(told, known string) bool {
	return lang.ShareOfFactWordsInText(told, known) >= minTopicShare
}

// givesSamePropertyOtherValue reports whether the fact gives the property of the known one another
// value.
func givesSamePropertyOtherValue(fact, known string) bool {
	return lang.HaveSameSubjectBeforeCopula(fact, known) && lang.FirstMeaningDifference(fact, known) != ""
}

// bestMatchingUserSentence returns the user's sentence that states the fact, "" when there is none.
func bestMatchingUserSentence(x exchange, c *candidate) string {
	said := claims.ParseUserMessage(x.userMessage.Content, x.userMessage.CreatedAt)
	return said.SentenceWhoseClaimsMatchBest(shortReasonOrDefault(string(c.quote), c.fact), maxQuoteBytes)
}

func neighbourWithHighestCosine(neighbours []neighbour) neighbour {
	best := neighbours[0]
	for _, n := range neighbours {
		if n.cosine > best.cosine {
			best = n
		}
	}
	return best
}

// FactReplacesKnownByRule reports whether, without a verdict of the model, a new fact replaces a
// known one that it does not repeat: their cosine distance is below RuleDistance and, in the
// guarded form, the fact says all that the known one says and no guard finds a difference.
func FactReplacesKnownByRule(c memory.Config, fact, known string, cosine float64) bool {
	switch {
	case c.RuleReplace == memory.ReplaceNever || 1-cosine >= c.RuleDistance:
		return false
	case c.RuleReplace == memory.ReplaceGuarded:
		return lang.FirstMeaningDifference(fact, known) == "" && !lang.AddsWordsBesidesNumbersAndTime(known, fact)
	}
	return true
}
