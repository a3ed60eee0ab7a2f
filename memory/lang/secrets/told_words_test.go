package secrets

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// Words that no rule knows, in small letters and in scripts without capitals; the sentences are in no training text.
func TestMostWordsToldInUnknownSentencesAreCut(t *testing.T) {
	found, all := 0, [][2]string{
		{"the council site wants my first teacher: miss thornbeck. do they mind small letters", "thornbeck"},
		{"my pension provider asks where dad was born, i typed ullapool and it says wrong", "ullapool"},
		{"we agreed on a family word so nobody can pretend to be my son on the phone: gooseberrytram", "gooseberrytram"},
		{"die kasse fragt nach dem spitznamen, ich hab wuschelbart getippt, jetzt gesperrt", "wuschelbart"},
		{"la mutuelle demande le premier animal, j'ai mis grelotine et c'est faux", "grelotine"},
		{"el banco quiere mi primera maestra, puse doña olvidito y dice que no", "olvidito"},
		{"la banca chiede dove è nata la nonna, scrivo roccasparta e dice errato", "roccasparta"},
		{"o banco pergunta o apelido de infância, ponho zequinhola e diz errado", "zequinhola"},
		{"de bank vraagt mijn eerste juf, ik typ juf wiebelien en hij zegt fout", "wiebelien"},
		{"bank pyta o przezwisko, wpisuję ciapkowicz i że źle", "ciapkowicz"},
		{"банк спрашивает прозвище, пишу пузырёк и неверно", "пузырёк"},
		{"banka ilk öğretmenimi soruyor, nurcihan yazdım yanlış diyor", "nurcihan"},
		{"银行问小时候的外号，我填了豆花仔，说不对", "豆花仔"},
		{"銀行に母の旧姓を聞かれて鬼怒川と入れたら違うって", "鬼怒川"},
		{"은행에서 어릴 때 별명 묻길래 감자돌이 넣었더니 틀렸대", "감자돌이"},
		{"बैंक पहली टीचर पूछ रहा है, मैंने झुनझुनवती लिखा और गलत बोला", "झुनझुनवती"},
	}
	for _, c := range all {
		if strings.Contains(RedactSecrets(c[0]), c[1]) {
			t.Logf("left: %q", RedactSecrets(c[0]))
			continue
		}
		found++
	}
	if found < len(all)*3/4 {
		t.Errorf("only %d of %d are cut", found, len(all))
	}
}

func TestNeighboursOfALikelyWordAreCutWithIt(t *testing.T) {
	const text = "They want to know my first teacher: mrs quillfeather. the form says too short"
	if got := RedactSecrets(text); strings.Contains(got, "mrs") || strings.Contains(got, "quillfeather") {
		t.Errorf("%q", got)
	}
}

func TestNothingIsToldByARefusalOrWhereANameIsASubject(t *testing.T) {
	for _, s := range []string{
		"The insurer asks for my first school and I say no, it's rubbish. The page is locked, short and wrong.",
		"At the bank I say Ethelbert is the first to come.",
	} {
		if got := RedactSecrets(s); got != s {
			t.Errorf("%q becomes %q", s, got)
		}
	}
}

// TestANumberAloneMakesNoPassageTell has a number where an answer could stand.
func TestANumberAloneMakesNoPassageTell(t *testing.T) {
	const text = "The bank asks my first school and says 7 questions are wrong, which page do I enter?"
	if got := RedactSecrets(text); got != text {
		t.Errorf("%q", got)
	}
}

func TestEachCharacterOfChineseAndJapaneseIsAWord(t *testing.T) {
	const text = "Zoë's 3 Hüte, 豆花ab"
	var got []string
	for _, c := range WordCandidates(text) {
		got = append(got, text[c.Start:c.End])
	}
	if want := []string{"Zoë", "s", "3", "Hüte", "豆", "花", "ab"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

func TestAPassageEndsWithItsLineAndThereAreFewInALongOne(t *testing.T) {
	const line = "the bank asks for my first pet and nickname"
	got := PassagesAskingForWords("one\n" + line + "\ntwo")
	if len(got) != 1 || got[0].Start != 4 || got[0].End != 4+len(line) {
		t.Errorf("%v", got)
	}
	long := strings.Repeat(line+" ", 500)
	if got := PassagesAskingForWords(long); len(got) > len(long)/passageReach*2 {
		t.Errorf("%d passages in %d bytes", len(got), len(long))
	}
}

// A long line of nothing but evidence takes time in proportion to its length.
func TestALongLineOfEvidenceIsReadInProportion(t *testing.T) {
	took := func(n int) time.Duration {
		text := newIndexedText(strings.Repeat("the bank asks for my first pet so I put it in ", n))
		best := time.Hour
		for range 3 {
			start := time.Now()
			redactToldWords(text)
			best = min(best, time.Since(start))
		}
		return best
	}
	if short, long := took(200), took(1600); long > 32*short {
		t.Errorf("%v, eight times as long %v", short, long)
	}
}

// A text of one passage has the passages that it has as a line of a longer one.
func TestAShortTextHasThePassagesOfALongerOne(t *testing.T) {
	found := 0
	for _, text := range []string{
		"The bank asked for my first teacher and I said Barracuda.", "My first teacher was Ms Miller.",
		"Die Bank fragt nach meinem ersten Haustier, ich sage Fussel.", "I keep two rabbits.",
		"银行问我第一只宠物，我说了小黑。", "What did the bank want?",
	} {
		short, long := PassagesAskingForWords(text), PassagesAskingForWords(text+"\n"+strings.Repeat(" ", passageReach))
		if len(short) != len(long) {
			t.Errorf("%s: %v alone, %v in a longer text", text, short, long)
		}
		found += len(short)
	}
	if found == 0 {
		t.Error("no text has a passage")
	}
}
