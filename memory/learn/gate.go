package learn

import (
	"unicode/utf8"

	"memoir/memory"
	"memoir/memory/lang"
	"memoir/memory/lang/injection"
	"memoir/memory/lang/secrets"
)

// Reasons of the gates. Secrets are dropped; everything else goes to the inbox.
const (
	dropSecret          = "it contains a password, key or number that should stay secret"
	inboxInstruction    = "it reads like an instruction to the assistant"
	inboxNobodyNamed    = "it doesn't say who it's about"
	inboxLink           = "it contains a link"
	inboxRoleTag        = "it contains markup meant for the model"
	inboxHiddenRunes    = "it contains hidden characters"
	inboxDisguised      = "it contains disguised or encoded text"
	inboxTooLong        = "it's longer than a fact should be"
	inboxSensitiveTopic = "you chose to be asked about sensitive topics"
	inboxAlwaysAsk      = "you chose to be asked before anything is saved"
	inboxForgottenOn    = "you removed this on "
)

// dropCandidateOrFieldsWithSecrets drops a candidate that contains a secret, and clears a quote or
// key that does. It runs in every preset.
func dropCandidateOrFieldsWithSecrets(c *candidate) {
	if secrets.ContainsSecret(c.fact) {
		c.dropReason = dropSecret
	}
	if secrets.ContainsSecret(string(c.quote)) {
		c.quote = ""
	}
	if secrets.ContainsSecret(string(c.key)) {
		c.key = ""
	}
}

// markSuspectCandidateForInbox stops candidates that must not become active memories without
// review: instructions, texts that name nobody, links, markup, hidden, disguised and encoded text
// and passages go to the inbox.
func markSuspectCandidateForInbox(c *candidate, ask memory.AskMode) {
	reason := injectionOrLengthReasonOfText(c.fact)
	switch {
	case c.inboxReason != "":
	case reason != "":
		c.inboxReason = reason
		if reason == inboxInstruction {
			c.kind = memory.KindInstruction
		}
	case !injection.SaysWhomItIsAbout(c.fact):
		c.inboxReason = inboxNobodyNamed
	case c.ownWords == "" && injection.ProbablyDirectsAssistant(c.fact):
		c.inboxReason = inboxInstruction // the kind stays: only a rule is sure of it
	case ask == memory.AskAlways:
		c.inboxReason = inboxAlwaysAsk
	case ask == memory.AskSensitive && lang.ConcernsSensitiveTopic(c.fact):
		c.inboxReason = inboxSensitiveTopic
	}
	if injectionOrLengthReasonOfText(string(c.key)) != "" {
		c.key = "" // more than a name
	}
}

// injectionOrLengthReasonOfText says why a text must not be used without review, or nothing.
func injectionOrLengthReasonOfText(s string) string {
	switch {
	case injection.HasHiddenRunes(s):
		return inboxHiddenRunes
	case utf8.RuneCountInString(s) > lang.MaxFactRunes:
		return inboxTooLong
	case injection.HasControlMarkup(s):
		return inboxRoleTag
	case injection.HasLink(s):
		return inboxLink
	case injection.HasDisguisedWords(s) || injection.HasEncodedText(s):
		return inboxDisguised
	case injection.DirectsAssistantOrMayInUnknownLanguage(s):
		return inboxInstruction
	}
	return ""
}
