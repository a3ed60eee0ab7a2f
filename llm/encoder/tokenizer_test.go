package encoder

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	bge "memoir/assets/model"
	"memoir/llm/encoder/asset"
	"memoir/memory"
)

func testTokenizer(t testing.TB) *tokenizer {
	t.Helper()
	f, err := asset.ParseWithoutCopying(bge.BGESmall)
	if err != nil {
		t.Fatal(err)
	}
	tokens, err := newTokenizer(f)
	if err != nil {
		t.Fatal(err)
	}
	return tokens
}

func TestUserTextNeverYieldsSpecialTokens(t *testing.T) {
	tokens := testTokenizer(t)
	for _, name := range []string{"[CLS]", "[SEP]", "[MASK]", "[PAD]", "[UNK]"} {
		ids := tokens.encodeWithSpecialTokens("before "+name+" after", maxTokens)
		inner := ids[1 : len(ids)-1]
		if slices.ContainsFunc(inner, func(id int32) bool { return id <= 103 }) || len(inner) < 5 {
			t.Errorf("%s became %v", name, inner)
		}
	}
}

func TestChunksCoverTheTextAndKeepItsTokens(t *testing.T) {
	tokens := testTokenizer(t)
	sentences := strings.Repeat("The ferry leaves at nine. \"Is it late?\" she asked! 它来了。我们走吧。 ", 60)
	for name, text := range map[string]string{
		"short":             "One sentence.",
		"sentences":         sentences,
		"one long sentence": sampleText(2000, 1),
		"no spaces":         strings.Repeat("语", 1500),
		"brackets":          strings.Repeat(")", 3000),
		"spaces around":     "  \n" + sampleText(700, 2) + "\n\n  ",
		"long words":        strings.Repeat(strings.Repeat("ж", 99)+" ", 40) + strings.Repeat("x", 5000),
		"broken UTF-8":      strings.Repeat("ok \xff\xfe\xc3 ", 800),
	} {
		checkChunks(t, tokens, name, text, 510)
		checkChunks(t, tokens, name, text, 100)
	}
}

// checkChunks checks the contract of splitIntoTokenLimitedSpans and returns the spans.
func checkChunks(t *testing.T, tokens *tokenizer, name, text string, limit int) []memory.Span {
	t.Helper()
	spans, err := tokens.splitIntoTokenLimitedSpans(t.Context(), text, limit)
	if err != nil {
		t.Fatal(err)
	}
	at := 0
	var joined []int32
	for _, s := range spans {
		if s.Start != at || s.End <= s.Start {
			t.Fatalf("%s: span %v after byte %d", name, s, at)
		}
		at = s.End
		ids := tokens.encodeWithSpecialTokens(text[s.Start:s.End], 1<<30)
		if len(ids)-2 > limit || len(ids) < 3 {
			t.Errorf("%s: span of %d tokens, limit %d", name, len(ids)-2, limit)
		}
		joined = append(joined, ids[1:len(ids)-1]...)
	}
	whole := tokens.encodeWithSpecialTokens(text, 1<<30)
	if len(spans) > 0 && at != len(text) || !slices.Equal(joined, whole[1:len(whole)-1]) {
		t.Errorf("%s: %d spans cover %d of %d bytes, %d of %d tokens",
			name, len(spans), at, len(text), len(joined), len(whole)-2)
	}
	return spans
}

func TestChunksEndAtSentencesAndParagraphs(t *testing.T) {
	tokens := testTokenizer(t)
	sentence := sampleText(30, 1)
	for name, c := range map[string]struct{ text, end string }{
		"a sentence":              {strings.Repeat(strings.TrimSpace(sentence)+". ", 9), ". "},
		"a quoted sentence":       {strings.Repeat(strings.TrimSpace(sentence)+"?\" ", 9), "?\" "},
		"a line":                  {strings.Repeat(strings.TrimSpace(sentence)+"\n", 9), "\n"},
		"a sentence, not a comma": {strings.Repeat(sampleText(7, 2)+", "+sampleText(20, 3)+". ", 9), ". "},
		"a paragraph": {strings.Repeat(sampleText(12, 2)+". "+sampleText(60, 3)+".\n\n"+sampleText(20, 4)+". ",
			9), ".\n\n"},
		"a Chinese sentence": {strings.Repeat(strings.Repeat("语", 30)+"。", 9), "。"},
	} {
		for _, s := range checkChunks(t, tokens, name, c.text, 100) {
			if s.End < len(c.text) && !strings.HasSuffix(c.text[s.Start:s.End], c.end) {
				t.Errorf("%s: a span ends with %q", name, c.text[max(0, s.End-20):s.End])
			}
		}
	}
}

func FuzzEncode(f *testing.F) {
	tokens := testTokenizer(f)
	for _, r := range readReferences(f, "testdata/reference.jsonl") {
		f.Add(r.Text)
	}
	f.Add("\xff\xfe[SEP]\u0345\u1e9b\u0323")
	f.Fuzz(func(t *testing.T, text string) {
		ids := tokens.encodeWithSpecialTokens(text, maxTokens)
		if len(ids) < 2 || len(ids) > maxTokens || ids[0] != idClass || ids[len(ids)-1] != idSep {
			t.Fatalf("%d ids: %v", len(ids), ids)
		}
		for _, id := range ids[1 : len(ids)-1] {
			if id < 0 || int(id) >= tokens.vocabularySize || id < 104 && id != idUnknown && id >= idUnknown {
				t.Fatalf("id %d", id)
			}
		}
		spans := checkChunks(t, tokens, "text", text, maxWordRunes)
		if utf8.ValidString(text) {
			for _, s := range spans {
				if !utf8.ValidString(text[s.Start:s.End]) {
					t.Fatalf("span %v cuts a character", s)
				}
			}
		}
	})
}
