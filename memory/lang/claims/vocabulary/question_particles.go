package vocabulary

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"memoir/memory/lang"
	"memoir/memory/lang/lazyregexp"
)

// EndsInQuestionParticle reports whether the text of a clause ends like a question in a language
// that needs no question mark: Chinese, Japanese, Korean and Turkish.
func EndsInQuestionParticle(text string) bool {
	text = strings.TrimRight(text, " \"'”’")
	switch r, _ := utf8.DecodeLastRuneInString(text); {
	case lang.StartsWithHan(string(r)):
		return r == '吗' || r == '嗎' || r == '呢' && !hanStatementWithNePattern.MatchString(text)
	case lang.IsHiragana(r):
		return r == 'か' || strings.HasSuffix(text, "かな")
	case lang.IsHangulSyllable(r):
		return lang.HasAnySuffix(text, strings.Fields("까 나요 을까요 인가요 은가요")) &&
			!lang.HasAnySuffix(text, koreanStatementEndings()) && !endsInKoreanVerbOfAppearing(text)
	}
	before, last := cutLastWord(lang.FoldWord(text))
	return turkishQuestionParticles()[last] && (last != "mi" || strings.ContainsAny(before, "ışğ"))
}

// cutLastWord returns what stands before the last blank of a text, and behind it.
func cutLastWord(text string) (before, last string) {
	at := strings.LastIndexByte(text, ' ')
	if at < 0 {
		return "", text
	}
	return text[:at], text[at+1:]
}

// turkishQuestionParticles are the particles of questions without a person and with one. The first one is a pronoun in
// Spanish and Italian.
var turkishQuestionParticles = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`mi mı mu mü mıyım miyim muyum müyüm mısın misin musun müsün mıyız miyiz muyuz müyüz
		mısınız misiniz musunuz müsünüz mıydı miydi muydu müydü`)
})

// hanStatementWithNePattern matches statements that end in 呢, which says that something still is so, and is so to an
// extent; with a question word they ask.
var hanStatementWithNePattern = lazyregexp.New(`^[^谁什哪怎几吗咋何]*(?:还|正在|着呢)[^谁什哪怎几吗咋何多]*呢$`)

// koreanStatementEndings end verbs that only look like questions: 만나요 is "I meet".
var koreanStatementEndings = sync.OnceValue(func() []string {
	return strings.Fields(`니까 만나요 어나요 아나요 끝나요 떠나요 지나요 러나요 겨나요 신나요 화나요 혼나요 빛나요 나나요
		생각나요 기억나요 열나요 소리나요 내나요 냄새나요 고장나요 짜증나요 눈물나요 멀미나요 연기나요
		피나요 땀나요 ` + "아까")
})

// endsInKoreanVerbOfAppearing reports 나요 as a word of its own: a fever, a noise or a smell that comes up, unless
// the text has a word that asks. Behind a stem 나요 is the ending of a question.
func endsInKoreanVerbOfAppearing(text string) bool {
	return strings.HasSuffix(text, " 나요") && !slices.ContainsFunc(koreanQuestionWords(), func(w string) bool {
		return strings.Contains(text, w)
	})
}

var koreanQuestionWords = sync.OnceValue(func() []string {
	return strings.Fields("왜 어디 어느 뭐 무엇 무슨 언제 어떻게 어떤 누가 얼마 몇")
})
