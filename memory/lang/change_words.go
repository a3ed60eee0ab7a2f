package lang

import (
	"slices"
	"strings"
	"sync"
)

// SignalsChange reports whether a statement says that something is no longer as it was: "no
// longer", "now", "instead", "moved", "used to". It knows the ten languages of the guards and
// Japanese, Arabic, Turkish, Polish and Dutch. It says nothing about what changed.
func SignalsChange(text string) bool {
	folded := " " + strings.Join(foldedWordsOfText(strings.ReplaceAll(text, "’", "'")), " ") + " "
	for _, phrase := range changePhrases() {
		if strings.Contains(folded, phrase) {
			return true
		}
	}
	if containsSplitNoLongerPhrase(Tokenize(text)) {
		return true
	}
	unspaced := strings.ReplaceAll(folded, " ", "")
	for _, part := range unspacedChangePhrases() {
		if strings.Contains(unspaced, part) {
			return true
		}
	}
	return false
}

// containsSplitNoLongerPhrase finds a negation with its "more" at a distance: nicht … mehr, ne …
// plus, non … più, não … mais.
func containsSplitNoLongerPhrase(ts []Token) bool {
	negated := false
	for i, t := range ts {
		switch {
		case isNegatingFrenchPlusAt(ts, i) || negated && noMoreWords()[t.Folded]:
			return true
		case noMoreNegations()[t.Folded]:
			negated = true
		}
	}
	return false
}

var (
	noMoreNegations = sync.OnceValue(func() map[string]bool {
		return WordSet("nicht nichts nie kein keine keinen keinem keiner non não niet geen")
	})
	noMoreWords = sync.OnceValue(func() map[string]bool { return WordSet("mehr più mais meer") })
)

// changePhrases are folded words between spaces. Words that are as often something else (Italian
// ora, an hour) are left out.
var changePhrases = sync.OnceValue(func() []string {
	list := strings.Split(`no longer|not any more|not anymore|any more|anymore|any longer|now|nowadays|these days|
		from now on|instead|instead of|rather than|used to|moved|moving to|switched|changed|replaced|swapped|quit|
		stopped|stop|
		gave up|given up|gave away|given away|got rid|dropped|ditched|abandoned|relocated|resigned|traded|swapped|
		transferred|converted|promoted|finished|ended|cancelled|canceled|sold|i left|we left|user left|has left|
		have left|he left|she left|they left|just left|broke up|split up|divorced|retired from|again|back to|
		meanwhile|by now|in the meantime|my new|our new|former|ex|since then|turned into|became|
		jetzt|inzwischen|mittlerweile|neuerdings|statt|stattdessen|anstatt|anstelle|umgezogen|
		gewechselt|gekündigt|aufgehört|aufgegeben|verkauft|getrennt|getauscht|abgeschafft|weggegeben|beendet|
		nicht länger|früher|nun|ab jetzt|ersetzt|
		ya no|ahora|en vez de|en lugar de|dejé|he dejado|ha dejado|dejó|mudé|mudado|mudó|cambié|cambiado|cambió|vendí|
		vendido|vendió|renuncié|renunció|renunciado|abandoné|abandonado|trasladé|trasladó|trasladado|sustituido|
		solía|actualmente|hoy en día|cancelé|cancelado|
		maintenant|désormais|au lieu|à la place|déménagé|changé|arrêté|cessé|quitté|vendu|démissionné|échangé|
		abandonné|remplacé|à présent|
		dorénavant|autrefois|résilié|
		adesso|ormai|invece|al posto|trasferito|trasferita|cambiato|cambiata|smesso|lasciato|venduto|sostituito|
		traslocato|dimesso|dimessa|abbandonato|scambiato|
		attualmente|d'ora in poi|una volta|
		agora|já não|em vez|no lugar|mudei|mudou|mudado|troquei|trocou|parei|parou|deixei|deixou|larguei|largou|vendi|
		vendeu|abandonei|abandonou|substituí|substituiu|demiti|demitiu|atualmente|hoje em dia|antigamente|
		теперь|сейчас|больше не|больше нет|уже не|вместо|переехал|переехала|перешёл|перешел|перешла|сменил|сменила|
		бросил|бросила|перестал|перестала|продал|продала|раньше|отныне|уволился|уволилась|отказался|отказалась|
		поменял|поменяла|заменил|заменила|
		अब|के बजाय|की बजाय|की जगह|के बदले|छोड़|छोड़ दिया|छोड़ दी|बदल|बदल दिया|बंद कर|बेच|आजकल|
		이제|이제는|지금은|더 이상|더는|대신|대신에|요즘은|예전에는|이사했다|이사했어요|바꿨다|바꿨어요|그만뒀다|그만뒀어요|끊었다|끊었어요|팔았다|팔았어요|
		الآن|لم أعد|لم يعد|لم تعد|بدلا|بدلاً|انتقلت|انتقل|توقفت|توقف|تركت|سابقا|أصبحت|
		artık|şimdi|yerine|taşındım|taşındı|bıraktım|bıraktı|değiştirdim|değiştirdi|sattım|sattı|eskiden|
		teraz|już nie|zamiast|przeprowadziłem|przeprowadziłam|przeprowadził|przeprowadziła|zmieniłem|zmieniłam|rzuciłem|
		rzuciłam|przestałem|przestałam|sprzedałem|sprzedałam|obecnie|kiedyś|
		nu|tegenwoordig|in plaats van|verhuisd|gestopt|opgezegd|veranderd|verkocht|overgestapt|vroeger`,
		"|")
	for i, p := range list {
		list[i] = " " + FoldText(p) + " "
	}
	return list
})

// unspacedChangePhrases are for text without spaces.
var unspacedChangePhrases = sync.OnceValue(func() []string {
	return strings.Fields(`现在 現在は 不再 改成 换成 換成 改用 搬到 搬家 而不是 代替 取代 戒了 放弃了 辞掉 辞职 离开了 分手 卖掉 不了了
		今は もう 引っ越 やめた やめました 辞めた 辞めました 代わりに 変わ 変え 以前は 別れ 売っ`)
})

// timelessWords say that a statement holds now, which every memory does: they add nothing to it.
var timelessWords = sync.OnceValue(func() map[string]bool {
	return WordSet(`now nowadays currently longer anymore more any still jetzt inzwischen mittlerweile mehr nun
		derzeit ahora ya
		actualmente maintenant désormais plus actuellement adesso ormai più attualmente agora já mais atualmente теперь
		сейчас больше уже अब आजकल 이제 이제는 지금은 artık şimdi teraz nu الآن`)
})

// endingWords say that what follows has ended.
var endingWords = sync.OnceValue(func() map[string]bool {
	return WordSet(`stopped quit cancelled canceled gave given dropped left sold former formerly aufgehört
		gekündigt aufgegeben
		verkauft dejado dejó dejé cancelado vendido arrêté cessé quitté vendu résilié smesso lasciato venduto parou parei
		deixou deixei бросил бросила перестал перестала продал продала 戒`)
})

// residenceWords speak of where somebody lives, which is what people most often tell a change of:
// "lives in Porto" and "moved to Siena" have no other word in common.
var residenceWords = sync.OnceValue(func() map[string]bool {
	return WordSet(`live lives lived living moved move moving relocated resides rents wohnt wohne lebt gezogen
		umgezogen
		zieht vive vivo reside mudó mudado mudé habite vit déménagé emménagé abita trasferito trasferita mora moro mudou
		mudei живет живёт живу переехал переехала wohnen mieszka mieszkam przeprowadził przeprowadziła woont verhuisd
		रहता रहती 산다 살아요 이사했다 이사했어요`)
})

// SignalsAddition reports whether a statement adds something to what there is, so that it changes
// nothing: "also", "another", "a second".
func SignalsAddition(text string) bool {
	words := additionWords()
	return slices.ContainsFunc(foldedWordsOfText(text), func(w string) bool { return words[w] })
}

var additionWords = sync.OnceValue(func() map[string]bool {
	return WordSet(`also too another second third additional additionally besides auch noch zweite zweiten
		zweites zusätzlich
		también otro otra segundo segunda además aussi autre deuxième second également anche altro altra secondo seconda
		inoltre também outro outra além тоже также ещё еще второй вторая вторую 也 还 另 भी दूसरा दूसरी 또 또한 też również
		drugi druga ook tweede ayrıca ikinci أيضا`)
})

// copulas join a property with its value.
var copulas = sync.OnceValue(func() map[string]bool {
	return WordSet("is are ist sind es son est sont è sono é são zijn jest 是")
})
