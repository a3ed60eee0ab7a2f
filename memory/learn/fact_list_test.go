package learn

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"memoir/memory"
	"memoir/memory/lang"
)

// factsOfReplyPassingFilter returns the facts parsed from a reply, as grounding gets them.
func factsOfReplyPassingFilter(reply string) []string {
	var out []string
	facts, _ := parseExtractionReply(reply, memory.StandardPreset())
	for _, c := range facts {
		if fact, drop := lang.FilterFactListItem(c.fact, 10); c.fromList && drop == "" {
			out = append(out, fact)
		}
	}
	return out
}

func TestFactListParserIsTolerant(t *testing.T) {
	const tea, dog = "The user likes tea.", "The user has a dog."
	item := func(s string) string { return `{"fact": "` + s + `", "type": "personal"}` }
	for _, c := range []struct {
		name, reply string
		want        []string
	}{
		{"a list", "[" + item(tea) + "," + item(dog) + "]", []string{tea, dog}},
		{"a fence", "```json\n[" + item(tea) + "]\n```", []string{tea}},
		{"prose before and behind", "Sure! Here it is: [" + item(tea) + "] Anything else?", []string{tea}},
		{"brackets in the prose before", "As [1] says: [" + item(tea) + "]", []string{tea}},
		{"trailing commas", "[{\"fact\": \"" + tea + "\",},]", []string{tea}},
		{
			"a comma before a bracket inside a fact", `[{"fact": "The user wrote [a,] once."}]`,
			[]string{"The user wrote [a,] once."},
		},
		{"one object", item(tea), []string{tea}},
		{"an object that holds the list", `{"facts": [` + item(tea) + `]}`, []string{tea}},
		{"an object inside an object", `{"result": {"facts": [` + item(tea) + `]}}`, []string{tea}},
		{"plain strings", `["` + tea + `", "` + dog + `"]`, []string{tea, dog}},
		{"content instead of fact", `[{"content": "` + tea + `"}]`, []string{tea}},
		{"only a fact", `[{"fact": "` + tea + `"}]`, []string{tea}},
		{"fields of other types", `[{"fact": "` + tea + `", "type": 3, "key": [], "quote": null}]`, []string{tea}},
		{"items that are none", `[null, 4, true, {}, {"fact": 5}, ` + item(tea) + `]`, []string{tea}},
		{"NOTHING as an item", `["NOTHING", ` + item(tea) + `]`, []string{tea}},
		{
			"a fact about nothing", `[{"fact": "The user says nothing rhymes with orange."}]`,
			[]string{"The user says nothing rhymes with orange."},
		},
		{"a yes and a question", `["Yes", "Does the user like tea?", ` + item(tea) + `]`, []string{tea}},
		{"a comma too few", "[" + item(tea) + item(dog) + "]", []string{tea, dog}},
		{"several values", item(tea) + "\n" + item(dog), []string{tea, dog}},
		{"several lists", "[" + item(tea) + "]\n[" + item(dog) + "]", []string{tea, dog}},
		{
			"six items", `["The user likes a.", "The user likes b.", "The user likes c.", "The user likes d.", ` +
				`"The user likes e.", "The user likes f."]`,
			[]string{"The user likes a.", "The user likes b.", "The user likes c.", "The user likes d.", "The user likes e."},
		},
		{"an empty list", "[]", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := factsOfReplyPassingFilter(c.reply); !slices.Equal(got, c.want) {
				t.Errorf("%q reads as %q, want %q", c.reply, got, c.want)
			}
		})
	}
}

func TestReplyWithoutJSONIsParsedAsASingleFact(t *testing.T) {
	for _, reply := range []string{"NOTHING", "The user likes tea.", "{broken}", "None [of these]."} {
		got, err := parseExtractionReply(reply, memory.StandardPreset())
		if err != nil || len(got) != 1 || got[0].fromList || got[0].fact != reply {
			t.Errorf("%q reads as %+v, %v", reply, got, err)
		}
	}
}

func TestTornOrBrokenListIsNoReply(t *testing.T) {
	for _, reply := range []string{
		`[{"fact": "The user owns a bl`, `[{"fact": "The user likes tea."}, {"fact": "The user has a d`,
		`["The user likes tea.", "The user has a dog.",`, "```json\n[\n{\"fact\": \"The user likes tea.\"},\n{\"fa", "[", "{",
		`{"facts": [{"fact": "The user likes tea."}`, "{\"fact\": \"The user likes tea.\"}\n{\"fact\": \"The us",
		`[{"fact" "The user likes tea."}]`, "[{\"fact\": \"The user owns a bl\n```",
	} {
		got, err := parseExtractionReply(reply, memory.StandardPreset())
		var unusable *memory.UnusableReplyError
		if !errors.As(err, &unusable) || got != nil {
			t.Errorf("%q reads as %+v, %v", reply, got, err)
		}
	}
}

func TestFactFieldsAreParsedOrDropped(t *testing.T) {
	got, err := parseExtractionReply(
		`[{"fact":"The user likes tea.","type":"PREFERENCE","key":" Drink ","quote":" I like tea ",`+
			`"valid_from":"2026-05"},{"fact":"The user has a dog.","type":"pet","key":"null","valid_from":"in May"}]`,
		memory.StandardPreset())
	if err != nil || len(got) != 2 {
		t.Fatalf("%+v, %v", got, err)
	}
	a, b := got[0], got[1]
	if a.memoryType != memory.TypePreference || a.key != "drink" || a.quote != "I like tea" || a.validFrom != "2026-05" {
		t.Errorf("first = %+v", a)
	}
	if b.memoryType != memory.TypeOther || b.key != "" || b.validFrom != "" {
		t.Errorf("second = %+v", b)
	}
}

func FuzzParseFacts(f *testing.F) {
	for _, s := range []string{
		`[{"fact":"The user likes tea."}]`, "```json\n[]\n```", `{"facts":[{"fact":1},]}`, `["a","b",`, "[[[[", `{"a":{"b":[`,
		"NOTHING", "\xff[\"\\u", `[{"fact":"x"},{"fact":"y"`, strings.Repeat("[", 200), `{"facts":{"facts":{}}}`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, reply string) {
		got, err := parseExtractionReply(reply, memory.StandardPreset())
		if len(got) > maxFacts || err != nil && got != nil {
			t.Errorf("%d facts and %v from %q", len(got), err, reply)
		}
		for _, c := range got {
			if c.dropReason != "" || c.inboxReason != "" || c.action != "" {
				t.Errorf("the reader judges: %+v", c)
			}
			groundCandidateInExchange(exchange{userMessage: memory.Message{Content: reply}}, &c)
			dropCandidateOrFieldsWithSecrets(&c)
			markSuspectCandidateForInbox(&c, "sensitive")
			if c.quote != "" && !strings.HasPrefix(reply[c.quoteStart:], string(c.quote)) {
				t.Errorf("quote %q does not stand at %d of %q", c.quote, c.quoteStart, reply)
			}
		}
	})
}
