package claims

import (
	"strings"
	"testing"
)

func TestQuotedAndPastedTextIsForeign(t *testing.T) {
	const flat = "I bought a flat in Lyon."
	for _, c := range []struct {
		name, message string
		own           bool
	}{
		{"a statement", flat, true},
		{"a block quote", "Is this right?\n> " + flat, false},
		{"a block quote that ends", "> What did you buy?\n" + flat, true},
		{"a fence", "Translate:\n```\n" + flat + "\n```\nplease", false},
		{"behind a fence", "```\ncode\n```\n" + flat, true},
		{"a fence of tildes", "Translate:\n~~~\n" + flat + "\n~~~", false},
		{"an original message", "Reply:\n-----Original Message-----\n" + flat, false},
		{"a forwarded message", "Reply:\n---------- Forwarded message ---------\n" + flat, false},
		{"begin forwarded", "Reply:\nBegin forwarded message:\n" + flat, false},
		{"a signed message", "Reply:\n-----BEGIN PGP SIGNED MESSAGE-----\n" + flat, false},
		{"an English head", "Reply:\nFrom: Ann <ann@example.org>\n" + flat, false},
		{"a German head", "Antworte:\nVon: ann@example.org\n" + flat, false},
		{"a French head", "Réponds:\nDe: Ann <ann@example.org>\n" + flat, false},
		{"an Italian head", "Rispondi:\nDa: ann@example.org\n" + flat, false},
		{"a Russian head", "Ответь:\nОт: ann@example.org\n" + flat, false},
		{"a head without an address", "From: Monday on I am free.\n" + flat, true},
		{"long quotation marks", "Shorten “Dear all, last week " + flat + " It is by the river and I like it.”", false},
		{"straight ones", `Shorten "Dear all, last week ` + flat + ` It is by the river and I like it."`, false},
		{"German ones", "Kürze „Dear all, last week " + flat + " It is by the river and I like it.“", false},
		{"French ones", "Résume «Dear all, last week " + flat + " It is by the river and I like it.»", false},
		{"corner brackets", "缩短「" + flat + "我住在河边」", false},
		{"a short quotation", `My house is called "` + flat + `" by my son`, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			own, foreign := SplitOwnFromQuotedText(c.message)
			if strings.Contains(own, flat) != c.own || strings.Contains(foreign, flat) == c.own {
				t.Errorf("own %q\nforeign %q", own, foreign)
			}
		})
	}
}
