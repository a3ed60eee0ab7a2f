package vocabulary

import (
	"strings"
	"sync"
	"unicode/utf8"

	"memoir/memory/lang"
)

// EndsInEastAsianQuestionParticle reports whether the text of a clause ends like a question in a
// language that needs no question mark.
func EndsInEastAsianQuestionParticle(text string) bool {
	text = strings.TrimRight(text, " \"'”’")
	switch r, _ := utf8.DecodeLastRuneInString(text); {
	case lang.StartsWithHan(string(r)):
		return r == '吗' || r == '嗎' || r == '呢'
	case lang.IsHiragana(r):
		return r == 'か' || strings.HasSuffix(text, "かな")
	case lang.IsHangulSyllable(r):
		return lang.HasAnySuffix(text, strings.Fields("까 나요 을까요 인가요 은가요")) &&
			!lang.HasAnySuffix(text, koreanStatementEndings())
	}
	return false
}

// koreanStatementEndings end verbs that only look like questions: 만나요 is "I meet".
var koreanStatementEndings = sync.OnceValue(func() []string {
	return strings.Fields(`니까 만나요 어나요 아나요 끝나요 떠나요 지나요 러나요 겨나요 신나요 화나요 혼나요 빛나요 나나요
		생각나요 기억나요 열나요 소리나요 ` + "아까")
})
