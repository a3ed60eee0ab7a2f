package claims

import (
	"slices"
	"strings"
	"sync"

	"memoir/memory/lang"
	"memoir/memory/lang/lazyregexp"
)

// markDroppedPlans marks what a sentence says that tells a plan and that it was dropped, or whose next one
// tells the latter: "we were to move to Nantes, in the end we call it off".
func markDroppedPlans(p *passage, lowered string, moods []mood) {
	if !mayTellDroppedPlan(lowered) {
		return
	}
	sentences := p.clauseRangesOfSentences()
	dropped := make([]bool, len(sentences))
	for n, s := range sentences {
		text := loweredClauses(p, s[0], s[1])
		dropped[n] = mayTellDroppedPlan(text) && droppedPattern.MatchString(text)
	}
	for n, s := range sentences {
		last := n+1 == len(sentences) || p.clauses[s[1]].line != p.clauses[sentences[n+1][0]].line
		if !dropped[n] && (last || !dropped[n+1]) || !planPattern.MatchString(loweredClauses(p, s[0], s[1])) {
			continue
		}
		for i := s[0]; i <= s[1]; i++ {
			if moods[i] == moodClaim || moods[i] == moodWished {
				moods[i] = moodDenied
			}
		}
	}
}

// loweredClauses is the text of some clauses in small letters.
func loweredClauses(p *passage, first, last int) string {
	return lang.LowerKeepingByteLength(p.text[p.clauses[first].from:p.clauses[last].to])
}

// factTellsDroppedPlan reports whether a sentence of a fact says itself that something was called off.
func factTellsDroppedPlan(s factSentence) bool {
	lowered := lang.LowerKeepingByteLength(s.text)
	return mayTellDroppedPlan(lowered) && droppedPattern.MatchString(lowered)
}

// mayTellDroppedPlan reports whether a text in small letters has a part of droppedPattern, which is slow.
func mayTellDroppedPlan(lowered string) bool {
	var trigrams lang.Trigrams
	trigrams.AddText(lowered)
	return slices.ContainsFunc(partsOfDroppedPlans(), func(part string) bool {
		return trigrams.MayContain(part) && strings.Contains(lowered, part)
	})
}

// partsOfDroppedPlans are parts of droppedPattern, one of which is in every match; a bar stands between them.
var partsOfDroppedPlans = sync.OnceValue(func() []string {
	return strings.Split(" off|fell thr|scrapped|shelved|cancel|to nothing|not happening|my mind|our mind|"+
		"decided against|backed out|dropped|withdr|postponed|on ice|abgesagt|abgeblasen|geplatzt|ins wasser|gestrichen|"+
		"vom tisch|doch nicht|nichts|verworfen|bleiben|annul|tomber|l'eau|l’eau|renonc|abandonn|"+
		"finalement|ne se f|d'avis|d’avis|se cayó|al final|descart|quedó en|traste|atrás|saltat|sfumat|"+
		"a monte|alla fine|rinunci|se ne fa|lasciato|cambiato|ripensat|desist|furou|em nada|no fim|afinal|"+
		"de ideia|por terra|afgeblazen|geannuleerd|door|van de baan|afgelast|toch niet|afgezien|geschrapt|"+
		"odwoła|zrezygnowa|wypali|z tego|jednak nie|przepadł|wycofa|отмен|передумал|отложил|перенесл|"+
		"сорвал|не сложилось|накрыл|в итоге|заглохл|срослось|iptal|erteledi|vazgeç|suya düş|olmadı|"+
		"rafa kalk|रद्द|कैंसिल|टल ग|टूट ग|टाल दि|इरादा बदल|बात नहीं बनी|취소|무산|없던 일|접었|접기로|엎어|물 건너|파토|물거품|"+
		"틀어졌|미뤘|なしになり|なしになっ|消えま|消えた|流れま|中止|取り消|取りやめ|取りや|白紙|破談|断念|立ち消え|やめにし|取消|黄了|泡汤|算了|放弃|吹了|作罢|没成|改主意|"+
		"不去了|不搬了|不买了|不结了", "|")
})

// planPattern matches words for a plan, and verbs of intention in the past.
var planPattern = lazyregexp.New(`\b(?:were|was|had been) (?:going|supposed|meant|about|due|planning|set|all set|` +
	`ready) to|\bplan(?:s|ned|ning)?\b|` +
	`\b(?:the|our|my) (?:move|wedding|trip|idea|house|adoption|purchase)\b|\bwollten?\b|\bsollten?\b|\bgeplant\b|` +
	`\bpläne\b|umzug|hochzeit|\breise\b|` +
	`\bhatten? .*\bvor\b|\b(?:dev|all|voul|compt)(?:ais|ait|ions|aient)\b|\bprojet\b|\bmariage\b|déménagement|` +
	`\bvoyage\b|\bprévu|\b(?:íbamos|iba|queríamos|` +
	`quería|pensaba|pensábamos)\s|\bplanes\b|\bboda\b|\bmudanza\b|\bviaje\b|\blo del?\b|\bla idea de\b|\b(?:dovev|` +
	`volev|pensav)(?:o|amo)\b|\bprogetto\b|matrimonio|trasloco|\bviaggio\b|` +
	`\bl['’]idea di\b|\bstavamo per\b|\b(?:ia|íamos|queria|queríamos|planejava|pretendia|pretendíamos)\s|\bplanos?\b|` +
	`\ba ideia de\b|\bprojeto\b|casamento|mudança|\bviagem\b|\bzouden?\b|\bwilden\b|\bplannen\b|\bhet idee\b|` +
	`bruiloft|verhuizing|\breis\b|\bmieliśmy\b|\bmiał[ae]m\b|\bchcieliśmy\b|` +
	`\bplany\b|przeprowadzk|ślub|wesel|wyjazd|planował|pomysł|собирал|хотел|планировал|должны были|думали|\bплан|` +
	`идея|затея|свадьб|переезд|поездк|` +
	`\p{L}[ae]cakt[ıi]|\p{L}[ae]cekt[ıi]|\bniyet|düğün|taşınma|m[ae]y[ıi] düşün|वाले थे|वाला था|वाली थी|योजना|प्लान|` +
	`सोचा था|इरादा|` +
	`려고 했|기로 했|계획|예정|려던|려다|つもりだった|予定|計画|話[、はがも]|はずだった|ようと思って|本来|原本|原定|打算|计划|准备|说好`)

// droppedPattern matches what people say of plans that they dropped.
var droppedPattern = lazyregexp.New(`\bcall(?:ed|ing)? (?:it |it all |the \p{L}+ )?off\b|\bfell through\b|` +
	`\bscrapped\b|\bshelved\b|` +
	`\bcancell?(?:ed|ing)\b|\b(?:i|we|to|will|ll|must|should) cancel\b|` +
	`\bis off\b|\bcame to nothing\b|\bnot happening\b|\boff the table\b|\bchanged (?:my|` +
	`our) minds?\b|` +
	`\bdecided against\b|\bbacked out\b|\bwithdr[ae]w|\bpostponed\b|\bput on ice\b|\bdropped (?:it|that|the idea)\b|` +
	`\babgesagt|\babgeblasen|\bgeplatzt|\bins wasser\b|` +
	`\bgestrichen\b|\bvom tisch\b|\bdoch nicht\b|\bw[iu]rde? (?:\p{L}+ )?nichts\b|\bnichts (?:geworden|draus)\b|` +
	`\bverworfen\b|` +
	`\bbleiben (?:jetzt |nun )?doch\b|\bannul|\blaiss\p{L}+ tomber\b|\btomb\p{L}+ à l['’]eau\b|\brenonc|\babandonn|` +
	`\bfinalement (?:non|pas|rien|on reste)\b|\bne se f(?:ait|era) (?:plus|pas)\b|changé d['’]avis|\bcancel(?:[oó]|` +
	`amos|ado|ada|ei|aram|aron)(?:$|[^\p{L}])|` +
	`\bse cayó|\bal final (?:no|nada)\b|\bdescart|\bquedó en nada\b|\bal traste\b|\becha\p{L}+ atrás\b|\bsaltat[oa]\b|` +
	`\bsfumat[oa]\b|\ba monte\b|\balla fine (?:no|niente|restiamo)\b|\brinunci|\bnon se ne fa\b|\blasciato perdere\b|` +
	`\bcambiato idea\b|\bripensat[oi]\b|\bdesist|\bfurou\b|\bem nada\b|\bno fim não|\bafinal (?:não|já não)|` +
	`\bmud\p{L}+ de ideia\b|` +
	`\bpor terra\b|\bafgeblazen\b|\bgeannuleerd\b|\bg(?:aat|ing) niet (?:meer )?door\b|\bvan de baan\b|\bafgelast\b|` +
	`\btoch niet\b|\bvan afgezien\b|\bgeschrapt\b|\bodwoła|\bzrezygnowa|\bnie wypali|\bnic z tego\b|\bjednak nie\b|` +
	`\bprzepadł|` +
	`\bwycofa|отмен|передумал|отложил|перенесл|сорвал|не сложилось|накрыл|в итоге не|заглохл|не срослось|\biptal\b|` +
	`\berteledi|\bvazgeç|\bsuya düş|` +
	`\bolmadı|\brafa kalk|रद्द|कैंसिल|टल ग|इरादा बदल|बात नहीं बनी|취소|무산|없던 일|접었|접기로|엎어|물 건너|` +
	`파토|물거품|틀어졌|미뤘|なし(?:になり|になっ)|消えま|消えた|流れま|中止|取り(?:消|やめ)|白紙|破談|断念|立ち消え|やめにし|取消|黄了|泡汤|算了|放弃|吹了|作罢|没成|改主意|不去了|不搬了|` +
	`不买了|不结了|टूट ग|टाल दि`)
