package vocabulary

import (
	"strings"
	"sync"

	"memoir/memory/lang"
)

// ConditionWords returns the words of a language that start a condition.
var ConditionWords = lang.CachePerLanguage(func(language lang.Language) map[string]bool {
	if language == lang.UnknownLanguage {
		return lang.WordSet("if unless whether wenn falls si se s'il если अगर यदि eğer jeśli jeżeli gdyby gdybym إذا لو " +
			"kdyby kdybych jestli pokud keby om hvis dersom jos dacă якби якщо nếu kalau jika")
	}
	return wordsOfLanguageOrSeveralIfUnknown(language, map[lang.Language]string{
		lang.English: "if unless whether", lang.German: "wenn falls", lang.Spanish: "si", lang.French: "si s'il s'ils",
		lang.Italian: "se", lang.Portuguese: "se",
		lang.Russian: "если ежели", lang.Hindi: "अगर यदि", lang.Korean: "만약 만일", lang.Arabic: "إذا لو", lang.Turkish: "eğer",
		lang.Polish: "jeśli jeżeli gdyby gdybym", lang.Dutch: "als indien",
	})
})

// ConditionalEndings end verbs of a condition in Turkish and Korean.
var ConditionalEndings = sync.OnceValue(func() []string {
	return strings.Fields("saydı seydi saydım seydim saydık seydik ırsa irse ursa ürse arsa erse mazsa mezse 라면 다면 더라면")
})

// WeakConditionWords also mean "when" or belong to another construction: they start a condition
// only beside a verb that is not in the indicative.
var WeakConditionWords = sync.OnceValue(func() map[string]bool { return lang.WordSet("wenn als si se s'il") })

// HanConditions start a condition in Chinese and Japanese.
var HanConditions = sync.OnceValue(func() []string { return strings.Fields("如果 假如 要是 假设 倘若 万一 もし") })

// UnrealVerbs are verb forms of what is not so.
var UnrealVerbs = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`would wouldn't could might were will
		wäre wären wär hätte hätten hätt würd würde würden könnt könnte könnten müsste müssten sollte
		fuera fuese tuviera tuviese pudiera viviera
		étais avais pouvais devenais gagnais
		fossi avessi fosse avesse potessi vivessi
		fosse tivesse pudesse morasse ganhasse seria teria faria iria moraria viveria ganharia compraria guardaria
		бы б होता होती होते zou zouden byłbym byłabym miałbym miałabym`)
})

// PreferenceWords stand beside "would" in wishes.
var PreferenceWords = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`prefer rather like love want lieber gern gerne vorziehen bevorzugen mag möchte prefiero
		preferiría preferiria gustaría
		encantaría préférerais préférerait préférer aimerais aimerait voudrais preferirei preferirebbe piacerebbe
		vorrei prefiro
		preferiria gostaria adoraria хотел хотела предпочёл предпочла wolałbym wolałabym chciałbym chciałabym liever
		graag`)
})

// UnrealEndings end verbs in the conditional in Spanish, French, Italian, Portuguese and Polish.
var UnrealEndings = sync.OnceValue(func() []string {
	return strings.Fields(`aría ería iría arías erías aríamos eríamos rais rait rions arei erei irei rebbe remmo
		ssem asse esse isse essi assi issi łbym łabym saydım seydim`)
})

// ContrastWords start a clause that turns back from a question, a condition or a role to how things
// are.
var ContrastWords = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`but however actually though aber jedoch sondern allerdings pero sino mais cependant ma
			però mas
		porém но однако
		लेकिन मगर परंतु 하지만 그러나 그런데 但是 ama fakat ancak ale jednak maar لكن ولكن`)
})

// ReasonWords start a clause that gives the reason of a question.
var ReasonWords = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`because since weil da porque pues car puisque perché poiché pois потому क्योंकि omdat bo
		ponieważ çünkü لأن
		왜냐하면`)
})

// QuestionPreludes may come before a question word.
var QuestionPreludes = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`and but so then now ok okay hey well also please und aber also y pero entonces et mais alors e
		ma allora mas и а но
		so hi hello hallo hola`)
})

// SentenceOpeners may come before a phrase that has to start a sentence.
var SentenceOpeners = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`please now ok okay so hey hi hello and then just let's well bitte also nun jetzt por
			favor ahora
		s'il te plaît per
		favore adesso agora пожалуйста теперь कृपया 请 현재 from on`)
})

// QuestionWords open a question where the sentence ends with a question mark.
var QuestionWords = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`what what's whats who who's whom whose which where where's when why how how's any
		was wer wen wem wessen wo wohin woher wann warum wieso weshalb wie welche welcher welches welchen wozu
		qué quién quiénes cuál cuáles cuándo dónde adónde cómo cuánto cuánta cuántos cuántas
		quel quelle quels quelles quoi qu'est qu'est-ce est-ce comment où quand pourquoi combien lequel puis-je
		cosa quale quali dove come chi quanto quanta quanti perché
		qual quais quem onde quando como quanto quantos
		что какой какая какое какие каких как где когда кто почему сколько куда зачем чем ли разве неужели можно
		क्या कौन कब कहाँ कहां क्यों कैसे कितना कितने कितनी किस
		무엇 뭐 누구 언제 어디 왜 어떻게 얼마나 어떤
		ما ماذا هل من متى أين لماذا كيف كم
		ne kim neden niçin nasıl nerede hangi kaç
		czy co kto kiedy gdzie dlaczego jak jaki jaka jakie ile
		wat wie waar hoe waarom welke welk`)
})

// QuestionParticles open a question even without a question mark.
var QuestionParticles = sync.OnceValue(func() map[string]bool { return lang.WordSet("czy est-ce हल क्या هل") })

// InvertedVerbs stand before the subject in questions of English.
var InvertedVerbs = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`am are is was were do does did have has had can could will would shall should may might must
		isn't aren't
		wasn't weren't don't doesn't didn't haven't hasn't can't couldn't won't wouldn't shouldn't`)
})

// VerbsBeforePronoun stand before the subject in questions of other languages.
var VerbsBeforePronoun = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`bin bist ist sind seid war waren habe hast hat haben hatte kann kannst können könnt
			könnte soll
		sollte darf muss
		müsste werde wirst wird würde würdest mag magst weiß weißt möchtest wohne lebe arbeite heiße rauche trinke esse
		suis es est sommes êtes ai as avons avez dois peux pouvez vais
		ben heb heeft kan moet mag zal woon`)
})

// SubjectPronouns are subjects that follow an inverted verb.
var SubjectPronouns = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`i you we he she it they my your our the there this that anyone
		ich du wir er sie es ihr mein meine dein der die das man
		je tu il elle nous vous on mon ma
		ik jij je wij we hij zij mijn`)
})

// NamingWords come before a name or a title in quotation marks.
var NamingWords = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`called named titled entitled name title band song album book film movie novel heißt namens
		genannt titel buch lied
		llama llamado llamada titulado titulada nombre título libro s'appelle appelle appelé appelée intitulé nom
		titre livre chiama
		chiamato chiamata intitolato nome titolo libro chama chamado chamada intitulado livro называется зовут
		название книга
		नाम नामक 叫 名 名叫 書名 이름 제목 اسم بعنوان adlı adında nazywa tytuł heet genaamd`)
})

// PraiseWords are compliments.
var PraiseWords = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`great good big real huge lifesaver genius star legend angel treasure wonderful amazing lovely
		true gem hero fantastic
		brilliant excellent favourite favorite best only so very right kind funny smart clever
		toll super klasse großartige großartiger schatz engel lieblings beste bester gute guter große großer echter echte
		genial mejor gran ángel sol amor favorito favorita génie ange amour meilleur meilleure super génial
		genio angelo tesoro migliore preferito preferita ótimo ótima melhor anjo amigão gênio
		молодец лучший лучшая умница чудо гений बहुत सबसे 최고 정말 참`)
})

// QuestionTags ask for agreement with what comes before them.
var QuestionTags = sync.OnceValue(func() map[string]bool {
	tags := map[string]bool{}
	for t := range strings.SplitSeq(`right|correct|no|yes|isn't it|aren't i|am i|don't i|do i|didn't i|haven't i|is
		it|isn't she|
		isn't he|won't i|can't i|or not|or am i|or do i|true|eh|huh|oder|nicht wahr|stimmt's|oder nicht|richtig|
		gell|ne|
		verdad|no es así|cierto|o no|n'est-ce pas|non|hein|pas vrai|vero|giusto|no|o no|né|não é|não|certo|
		да|верно|правда|так|не так ли|है ना|ना|सही|secondo te|do you think|don't you think|was meinst du|qué crees|
		no crees|tu crois|à ton avis|não acha|você acha|как думаешь|как ты думаешь|как считаешь|क्या लगता है|어떻게
		생각해|你觉得呢|sence|jak myślisz|denk je|wat denk je|맞죠|그렇죠|맞지|그렇지|أليس كذلك|صحيح|değil mi|prawda|nie|tak|toch|hè|
		niet|don't you agree|don't you think so|wouldn't you say|am i right|isn't that so|meinst du|denkst du|glaubst
		du|findest du|finden sie|
		no crees tú|no te parece|será|c'est ça|c'est bien ça|ou pas|ou non|tu penses|vous croyez|vous pensez|par
		hasard|d'après toi|d'après vous|selon toi|selon vous|à votre avis|je me trompe|
		dici|che dici|non credi|ti pare|não é verdade|será que não|ты как думаешь|не правда ли|разве нет|
		对吧|是吧|对吗|对不对|是不是|不是吗|是吗`, "|") {
		tags[JoinFoldedWords(lang.StripCliticsInPlace(lang.Tokenize(t)))] = true
	}
	return tags
})

// JoinFoldedWords joins the folded words of tokens by blanks.
func JoinFoldedWords(ts []lang.Token) string {
	words := make([]string, len(ts))
	for i, t := range ts {
		words[i] = t.Folded
	}
	return strings.Join(words, " ")
}
