package learn

import (
	"regexp"
	"unicode"
	"unicode/utf8"

	"memoir/memory"
	"memoir/memory/lang"
)

// Reasons of the gates. Secrets are dropped; everything else goes to the inbox.
const (
	dropSecret          = "it contains a password, key or number that should stay secret"
	inboxInstruction    = "it reads like an instruction to the assistant"
	inboxLink           = "it contains a link"
	inboxRoleTag        = "it contains control markup"
	inboxHiddenRunes    = "it contains hidden characters"
	inboxTooLong        = "it is longer than a fact should be"
	inboxSensitiveTopic = "you chose to be asked about sensitive topics"
	inboxAlwaysAsk      = "you chose to be asked before anything is saved"
	inboxForgottenOn    = "you removed this on "
)

// dropSecrets drops a candidate that contains a secret, and clears a quote or key that does. It runs
// in every preset.
func dropSecrets(c *candidate) {
	if lang.ContainsSecret(c.fact) {
		c.dropReason = dropSecret
	}
	if lang.ContainsSecret(string(c.quote)) {
		c.quote = ""
	}
	if lang.ContainsSecret(string(c.key)) {
		c.key = ""
	}
}

// applyGates stops candidates that must not become active memories without review: instructions,
// links, role marks, hidden characters and passages go to the inbox.
func applyGates(c *candidate, ask memory.AskMode) {
	switch {
	case c.inboxReason != "":
	case hasHiddenRunes(c.fact):
		c.inboxReason = inboxHiddenRunes
	case utf8.RuneCountInString(c.fact) > lang.MaxFactRunes:
		c.inboxReason = inboxTooLong
	case roleTagPattern.MatchString(c.fact):
		c.inboxReason = inboxRoleTag
	case linkPattern.MatchString(c.fact):
		c.inboxReason = inboxLink
	case instructionPattern.MatchString(c.fact):
		c.inboxReason, c.kind = inboxInstruction, memory.KindInstruction
	case ask == memory.AskAlways:
		c.inboxReason = inboxAlwaysAsk
	case ask == memory.AskSensitive && sensitiveTopicPattern.MatchString(lang.FoldText(c.fact)):
		c.inboxReason = inboxSensitiveTopic
	}
	c.dropUnsafeKey()
}

// dropUnsafeKey clears a key that is more than a name.
func (c *candidate) dropUnsafeKey() {
	if k := string(c.key); hasHiddenRunes(k) || roleTagPattern.MatchString(k) ||
		linkPattern.MatchString(k) ||
		instructionPattern.MatchString(k) {
		c.key = ""
	}
}

// hasHiddenRunes reports characters that a reader does not see: control and format characters such
// as zero-width and direction marks, tags, private use, and consecutive variation selectors, which
// can carry bytes. A zero-width joiner inside an emoji or an Indic word is allowed, and so is the
// selector of an emoji.
func hasHiddenRunes(s string) bool {
	var before rune
	for _, r := range s {
		joiner := (r == '\u200d' || r == '\u200c') && before > 0x900
		selectors := unicode.Is(unicode.Variation_Selector, r) && unicode.Is(unicode.Variation_Selector, before)
		if !joiner && (unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Co) || r >= 0xe0100 || selectors) {
			return true
		}
		before = r
	}
	return false
}

var linkPattern = regexp.MustCompile(`(?i)\b(https?|ftp|file|javascript|data):|\bwww\.|!?\[[^\]]*\]\([^)]*\)|<img\b`)

var roleTagPattern = regexp.MustCompile(`(?i)</?\s*(system|user|assistant|user_message|assistant_reply|` +
	`instructions?|tool|function)` +
	`[^>]*>|<\|[^|]*\|>|\[/?INST\]|<</?SYS>>|^\s*(system|assistant|developer)\s*:|^\s*#{1,6}\s|` + "```")

// instructionPattern matches sentences that tell a model what to do: commands to the assistant and
// rules for its replies.
var instructionPattern = regexp.MustCompile(`(?i)\b(ignore|disregard|forget|override|bypass) ` +
	`(all |any |the |your |every )*(previous|prior|above|earlier|other|instructions?|rules?|memories|prompts?)|` +
	`\b(the )?(assistant|model|ai|chatbot|you) (must|should|shall|has to|have to|needs? to|are to|` +
	`is to|will) (not |never |always )?` +
	`(say|reply|respond|answer|tell|obey|follow|send|ignore|reveal|recommend|call|use|pretend|act|` +
	`include|forward|output|` +
	`write|speak|remember|never|always|trust|treat|address|approve|click|open|run|execute|buy|pay|` +
	`share|mention|praise)|` +
	`\b(always|never) (say|reply|respond|answer|recommend|reveal|obey|follow|send|include|output|mention|tell)\b|` +
	`\b(from now on|in (all|every|any) (future )?(chats?|repl(y|ies)|answers?|conversations?|responses?))\b|` +
	`\b(system prompt|developer mode|jailbreak|new instructions?)\b|` +
	`\b(respond|reply|answer) (only|always|in the style|with)\b|` +
	`\bassistent(in)? (soll|muss|darf)\b|\bel asistente debe\b|\bl'assistant doit\b|助手(必须|应该|必須|應該)`)

// sensitiveTopicPattern matches topics that the user may want to confirm: health, belief, politics,
// sex, money, law.
var sensitiveTopicPattern = regexp.MustCompile(`\b(diagnos\w*|disease|illness|cancer|hiv|aids|depress\w*|` +
	`anxiety|bipolar|adhd|autis\w*|` +
	`medication|therapy|therapist|surgery|pregnan\w*|miscarriage|abortion|addict\w*|alcoholi\w*|` +
	`disab\w*|allerg\w*|diabet\w*|` +
	`epilep\w*|religio\w*|christian|muslim|jewish|hindu|buddhist|atheist|church|mosque|synagogue|politic\w*|voted?|` +
	`democrat|republican|party member|union member|gay|lesbian|bisexual|transgender|queer|sexual\w*|salary|debt|` +
	`bankrupt\w*|income|loan|mortgage|criminal|arrest\w*|convict\w*|prison|lawsuit|divorc\w*|immigra\w*|asylum|` +
	`ethnic\w*|race|krank\w*|schwanger\w*|enfermedad|embaraz\w*|maladie|enceinte)\b`)
