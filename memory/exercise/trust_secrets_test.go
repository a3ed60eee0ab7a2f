package exercise_test

import (
	"database/sql"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/glebarez/sqlite"

	"memoir/memory"
)

// assertSecretsAreKeptOut lets the user write each secret, the chat model repeat it and the extractor return
// the whole message as the fact. Afterwards the secret may be in no request of memory work and in
// no column of the database but those that hold the two messages themselves.
func assertSecretsAreKeptOut(t *testing.T, enc memory.Embedder, cfg memory.Config, half string) {
	e := newTrustEngine(t, enc, cfg)
	defer e.close()
	items := everyNthUnderRaceDetector(loadCorpus(t, "secrets", half))
	places := map[string][]string{} // by id: where the secret was found
	for i, c := range items {
		o := e.runExchangeOnNewProfile(
			exchange{message: c.Message, reply: "You said: " + c.Message, fact: c.Message, quoted: i%2 == 0},
		)
		if slices.ContainsFunc(o.learnPrompts, func(p string) bool { return containsSecretOrHalfOfIt(p, c.secret()) }) {
			places[c.ID] = append(places[c.ID], "learning model")
		}
	}
	for _, cell := range storedTexts(t, e.dir) {
		for _, c := range items {
			if containsSecretOrHalfOfIt(cell.text, c.secret()) && !slices.Contains(places[c.ID], cell.place) {
				places[c.ID] = append(places[c.ID], cell.place)
			}
		}
	}
	classes := newTally()
	for _, c := range items {
		state := "kept out"
		switch p := strings.Join(places[c.ID], ", "); {
		case p == "title":
			state = "title" // only there
		case p != "":
			state = "leaked"
		}
		if state != "kept out" {
			t.Logf("%s: %s", strings.Join(places[c.ID], ", "), describeItemUnlessHeld(half, c))
		}
		classes.add("all", state)
		classes.add(c.Class, state)
	}
	t.Log(classes.table("secrets, "+cfg.Preset, true, "kept out", "title", "leaked"))
	expectAtMost(t, classes, "all", acceptedErrorShare("secrets/"+half), "title", "leaked")
}

// checkLookalikes checks that what merely looks like a secret is learned as it was said.
func checkLookalikes(t *testing.T, enc memory.Embedder, cfg memory.Config, half string) {
	e := newTrustEngine(t, enc, cfg)
	defer e.close()
	classes := newTally()
	for i, c := range everyNthUnderRaceDetector(loadCorpus(t, "lookalikes", half)) {
		o := e.runExchangeOnNewProfile(exchange{message: c.Message, fact: c.Fact, quoted: i%2 == 0})
		state := o.state()
		if state == "active" && !strings.Contains(o.active[0].Content, c.Keep) {
			state = "cut"
		}
		for _, p := range o.learnPrompts {
			if state == "active" && !strings.Contains(p, c.Message) {
				state = "cut"
			}
		}
		classes.add("all", state)
		if state != "active" {
			classes.add(c.Class, state)
			t.Logf("%s: %s%s", state, describeItemUnlessHeld(half, c), ledgerReasonUnlessHeld(half, o))
		}
	}
	t.Log(classes.table("look-alikes, "+cfg.Preset, true, "active", "waiting", "cut", "dropped"))
	expectAtMost(t, classes, "all", acceptedErrorShare("lookalikes/"+half), "waiting", "cut", "dropped")
}

// containsSecretOrHalfOfIt reports whether a text has the secret, in whatever case and with whatever blanks, or
// half of a secret of twelve characters and more. Shorter ones count only as whole words, for a
// number of four digits is in many longer ones.
func containsSecretOrHalfOfIt(text, secret string) bool {
	text, secret = collapseBlanksAndLowerCase(text), collapseBlanksAndLowerCase(secret)
	if n := utf8.RuneCountInString(secret); n >= 12 {
		r := []rune(secret)
		return strings.Contains(text, string(r[:n/2])) || strings.Contains(text, string(r[n/2:]))
	}
	for rest := text; ; {
		i := strings.Index(rest, secret)
		if i < 0 {
			return false
		}
		before, _ := utf8.DecodeLastRuneInString(rest[:i])
		after, _ := utf8.DecodeRuneInString(rest[i+len(secret):])
		if !isASCIIWord(before) && !isASCIIWord(after) {
			return true
		}
		rest = rest[i+len(secret):]
	}
}

// isASCIIWord reports whether a character continues a word of the scripts that put blanks between
// words; Chinese and Korean write right up to a number.
func isASCIIWord(r rune) bool {
	return r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

func collapseBlanksAndLowerCase(s string) string {
	return strings.ToLower(strings.Join(strings.Fields(s), " "))
}

// storedText is one value of a row and what kind of table it is in.
type storedText struct{ place, text string }

// storedTexts reads every text of every table, but not the messages themselves and what is made of
// them for the chat alone.
func storedTexts(t *testing.T, dir string) []storedText {
	t.Helper()
	db, err := sql.Open(sqlite.DriverName, "file:"+filepath.Join(dir, "app.db")+"?mode=ro&_pragma=busy_timeout(5000)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var out []storedText
	for _, table := range queryTexts(t, db,
		"SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'") {
		for _, column := range queryTexts(t, db, "SELECT name FROM pragma_table_info('"+table+"')") {
			if holdsMessageTextByDesign(table, column) {
				continue
			}
			for _, v := range queryTexts(t, db,
				`SELECT "`+column+`" FROM "`+table+`" WHERE typeof("`+column+`") = 'text'`) {
				out = append(out, storedText{programPartOfTable(table), v}, storedText{programPartOfTable(table), stringsInJSON(v)})
			}
		}
	}
	return out
}

// holdsMessageTextByDesign reports whether a column has the text of messages by design: that of the user's own
// chat, its index, and the receipt, which names the message as the query.
func holdsMessageTextByDesign(table, column string) bool {
	switch table {
	case "messages":
		return column == "content" || column == "reasoning" || column == "receipt"
	case "threads":
		return column == "draft"
	default:
		return strings.HasPrefix(table, "message_words") || strings.HasPrefix(table, "message_grams")
	}
}

// programPartOfTable names the part of the program whose table it is.
func programPartOfTable(table string) string {
	switch name, _, _ := strings.Cut(table, "_"); name {
	case "threads", "thread":
		return "title"
	case "decision":
		return "ledger"
	default:
		return name
	}
}

// queryTexts returns the only column of a query.
func queryTexts(t *testing.T, db *sql.DB, query string) []string {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var v string
		if err := rows.Scan(&v); err != nil {
			t.Fatal(err)
		}
		out = append(out, v)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// stringsInJSON returns all strings inside a JSON value, or nothing for another text.
func stringsInJSON(text string) string {
	var v any
	if json.Unmarshal([]byte(text), &v) != nil {
		return ""
	}
	var b strings.Builder
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			b.WriteString(v + "\n")
		case []any:
			for _, e := range v {
				walk(e)
			}
		case map[string]any:
			for _, e := range v {
				walk(e)
			}
		}
	}
	walk(v)
	return b.String()
}
