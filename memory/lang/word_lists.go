package lang

import (
	"maps"
	"strings"
	"sync"
	"sync/atomic"
)

// Word lists for English, German, Spanish, French, Italian, Portuguese, Russian, Hindi, Korean and
// Chinese. All words are folded.

// CachePerLanguage builds a value once for each language. The values must not be changed.
func CachePerLanguage[T any](build func(lang Language) T) func(lang Language) T {
	var kept [cachedLanguageCount]atomic.Pointer[T]
	return func(lang Language) T {
		i := indexOfCachedLanguage(lang)
		if i < 0 {
			return build(lang)
		}
		if v := kept[i].Load(); v != nil {
			return *v
		}
		v := build(lang)
		kept[i].Store(&v)
		return v
	}
}

// cachedLanguageCount is how many languages have word lists, with the unknown one.
const cachedLanguageCount = 16

// indexOfCachedLanguage returns a number below cachedLanguageCount for each of them, -1 for any other.
func indexOfCachedLanguage(lang Language) int {
	for i, l := range [cachedLanguageCount]Language{
		UnknownLanguage, English, German, Spanish, French, Italian, Portuguese, Russian, Hindi, Korean, Chinese, Japanese,
		Arabic, Turkish, Polish, Dutch,
	} {
		if l == lang {
			return i
		}
	}
	return -1
}

// WordSet returns the words of a text, separated by spaces, as a set.
func WordSet(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// negationWords returns the negating words of a language, or of all when it is unknown. A word that
// negates in one language may not in another: Portuguese "no" is "in the", German "Mai" a month.
var negationWords = CachePerLanguage(buildNegationWords)

func buildNegationWords(lang Language) map[string]bool {
	lists := map[Language]string{
		English: `not no never none neither nor without nobody nothing cannot cant dont doesnt didnt isnt wasnt arent
			wont zero`,
		German:     "nicht kein keine keinen keinem keiner keines nie niemals ohne nichts niemand koa koan ned nich nix",
		Spanish:    "no nunca jamás sin cero ningún ninguna ninguno nadie tampoco",
		French:     "pas jamais sans zéro aucun aucune rien personne non",
		Italian:    "non mai senza zero nessun nessuna nessuno niente nn",
		Portuguese: "não nao ñ nunca jamais sem zero nenhum nenhuma ninguém",
		Russian:    "не нет никогда без ничего никто нельзя никаких никакой никакие",
		Hindi:      "नहीं न मत कभी बिना",
		Chinese:    "不 没 沒 无 無 未 别 非",
		Japanese:   "不 無 未 非",
		Arabic:     "لا ليس ليست لست لم لن غير بدون أبدا",
		Turkish:    "değil değilim yok hiç asla olmadan",
		Polish:     "nie nigdy bez nikt nic żaden żadna żadne",
		Dutch:      "niet geen nooit zonder niemand niets",
	}
	if words, ok := lists[lang]; ok {
		return WordSet(words)
	}
	var all []string
	for _, words := range lists {
		all = append(all, words)
	}
	return WordSet(strings.Join(all, " "))
}

// mildNegationWords returns words of preference, ending or exception. A fact may express them as a
// negation: "I stopped smoking", "the user does not smoke".
var mildNegationWords = CachePerLanguage(buildMildNegationWords)

func buildMildNegationWords(lang Language) map[string]bool {
	return WordSet(map[Language]string{
		English: `rather instead over stop stops stopped stopping quit quits avoid avoids refuse refuses hardly except
			dislike dislikes hate hates hated ended late missed failed lost excluding`,
		German:  "statt anstatt anstelle gegenüber aufhören aufgehört hört hörte vermeidet verspätet verspätete weder hasst",
		Spanish: "lugar vez dejar dejará dejaré dejé dejó deja evitar evita odia odio tardíos",
		French:  "plutôt lieu cesser cesserai cesse arrêté arrêter éviter évite déteste retard",
		Italian: "anziché invece piuttosto smettere smetterò smetterà smesso evitare evita odia ritardo niente",
		Portuguese: `vez parar pararei parou parei chega deixar deixou deixei evitar evita odeia tardias
			desconectado`,
		Russian: "вместо перестану перестал перестать бросил избегает ненавидит",
		Hindi:   "बजाय बंद जगह नापसंद नफ़रत नफरत",
		Chinese: "停止 代替 讨厌 避免 而是 拒绝",
	}[lang])
}

// lightWords are forms of be, have and do in the ten languages, as far as they are no function
// words, words that only strengthen a negation, and the Korean words for I, which stand where
// others have the subject of the verb.
var lightWords = sync.OnceValue(func() map[string]bool {
	return WordSet(`be am is are was were been being have has had having do does did done doing i'm i've
		bin bist ist sind war waren habe hast hat haben hatte hatten soy eres es somos son era fui tengo tienes tiene
		tenemos tienen tenía estoy está están suis es est sommes sont étais ai as a avons ont avais j'ai n'ai n'a
		sono sei è siamo ero ho hai ha abbiamo hanno avevo sou é são era fui tenho tem temos têm tinha estou está
		estão есть был была было были имею имеет हूँ हूं है हैं था थी थे mica affatto helemaal überhaupt gar really
			actually
		ik ben bent heb hebt heeft меня мне нас нам hein hè eh né lol haha jaja kkk mdr hihi wel maar
		했어요 해요 했다 한다 했습니다 합니다 했어 해 저 저는 나 나는 전 난 제가 내가`)
})

// koreanMildNegations are parts of Korean words that work like mildNegationWords.
var koreanMildNegations = sync.OnceValue(func() []string {
	return strings.Fields("보다 대신 아닌 아니라 멈추 멈출 그만 중단 싫어 제외 금지 놓치 놓친 거절 빼고")
})

// nonNegatingHanWords contain a negating character without negating.
var nonNegatingHanWords = sync.OnceValue(func() map[string]bool {
	return WordSet(`不过 不同 不错 不仅 不但 不断 不少 不久 差不 非常 无论 未来 特别 分别 区别 级别 别人 别的 差别 性别 识别 类别
		告别 非洲 是非 并非 不耐`)
})

// languageMarkerWords are the commonest words by which languages in Latin script are told apart.
var languageMarkerWords = sync.OnceValue(func() map[Language]map[string]bool {
	return map[Language]map[string]bool{
		English: WordSet(`the of and to is are was were with for from user he she they his her not has have will
			their by i my
			on at in than that this it as a an i'm i've am live work me`),
		German: WordSet(`der die das dem den und ist sind nicht ein eine einen einem einer mit für auf von im nutzer
			nutzerin er sie dass mich mir wir wohne habe arbeite heiße
			ich wird hat zu bei am in als bis mein meine`),
		Spanish: WordSet(`el la los las de una un del que en y con por para usuario usuaria es su al no se mi yo más
			a lo mis
			desde vivo tengo soy me trabajo años muy qué cómo dónde está tiene`),
		French: WordSet(`le la les de des est et une un du à dans que pour par utilisateur utilisatrice sur il elle
			je ne pas
			mon ma sa son ses au plus en qui ce cette a j'habite j'ai suis avec ans me`),
		Italian: WordSet(`il lo gli di che è una un del della dei per utente sono con non nel la i le mio mia ho ha
			più da a
			in si al alla con vivo abito mi chiamo lavoro anni molto`),
		Portuguese: WordSet(`o os as de do da dos das em uma um que não com para por usuário usuária utilizador utilizadora
			ele ela na no
			meu minha
			é e mais a até à moro tenho sou me trabalho anos muito`),
		Dutch: WordSet(`is in de het een ik niet van voor met naar mijn wordt bij hij gebruiker heeft dat woon
			werk zijn wij geen ben`),
		Polish: WordSet(`jest i w na z się nie do mój moja moje ma mam jestem od przez użytkownik użytkownika dla
			że`),
		Turkish: WordSet(`bir ve için ile kullanıcı kullanıcının benim değil var yok çok bu ama daha ben olarak`),
	}
})

// userNouns are the words for "user" in languages in Latin script.
var userNouns = sync.OnceValue(func() map[string]Language {
	return map[string]Language{
		"nutzer": German, "nutzers": German, "nutzerin": German, "benutzer": German, "usuario": Spanish, "usuaria": Spanish,
		"l'utilisateur": French, "l’utilisateur": French, "utilisateur": French, "utilisatrice": French, "l'utente": Italian,
		"l’utente": Italian, "dell'utente": Italian, "utente": Italian, "usuário": Portuguese, "usuária": Portuguese,
		"utilizador": Portuguese, "utilizadora": Portuguese, "user's": English, "użytkownik": Polish, "użytkownika": Polish,
		"użytkowniczka": Polish, "użytkowniczki": Polish, "gebruiker": Dutch, "gebruikster": Dutch, "kullanıcı": Turkish,
		"kullanıcının": Turkish,
	}
})

// auxiliaryVerbs can follow the subject of a sentence although they are function words.
var auxiliaryVerbs = sync.OnceValue(func() map[string]bool {
	return WordSet(`is was has had will would can does did hat ist wird war will es era está ha est avait è aveva
		tem é foi
		был была есть`)
})

// germanDeterminers come before nouns.
var germanDeterminers = sync.OnceValue(func() map[string]bool {
	return WordSet(`der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner mein meine
		meinen meinem meiner sein seine seinen seinem seiner ihr ihre ihren ihrem ihrer unser unsere unseren im am
		zum zur vom
		beim
		ins ans dieser diese dieses diesen diesem jede jeden jedes jeder viele alle zwei drei vier`)
})

// koreanNegationPrefixes are the beginnings of negating Korean words; 안 and 못 count as whole words
// only.
var koreanNegationPrefixes = sync.OnceValue(func() []string {
	return strings.Fields("않 없 아니 아닙 아닌 못하 못했 못한 못할 싫어")
})

// reorderableConnectives are words around which other words may be swapped without changing the
// meaning.
var reorderableConnectives = sync.OnceValue(func() map[string]bool {
	return WordSet("by and or with together und oder von mit y o por con et ou par avec e da con и или с 와 과 和 与 或 被")
})

// FunctionWords have no meaning of their own; "user" is one of them because every fact is about the
// user.
var FunctionWords = sync.OnceValue(func() map[string]bool {
	return WordSet(`a an the this that these those some any is are was were be been being am do does did has have had
		having will would shall should can could may might must to of in on at for from by with about into onto over
		under as
		and
		or but so if then than it its he she they them his her their there which who whom whose what when where
		while very
		also just i my me mine we our us you your user user's users
		der die das den dem des ein eine einen einem einer eines ist sind war waren wird werden hat haben hatte zu
		von im
		in am an auf für mit bei aus und oder aber er sie es sein seine seinen ihr ihre ich mein meine mich mir wir
		unser
		benutzer benutzerin nutzer nutzerin nutzers benutzers dass sich
		el la los las un una unos unas es son era eran está están ha han había de del en a al por para con y o pero
		que se
		su sus él ella yo mi mis me nos nuestro usuario usuaria lo le
		le les un une des du de la l d est sont était étaient a ont avait au aux en dans sur pour par avec chez et ou
		mais que
		qui se son sa ses il elle je j mon ma mes me nous notre utilisateur utilisatrice ce cette c qu s n m
		il lo gli i una uno è sono era erano ha hanno di del della dei delle degli al alla alle ai in nel nella su
		per con
		e o ma che si suo sua io mio
		mia mi noi nostro utente l un
		o os as um uma é são foi eram tem têm do da dos das em no na nos nas ao aos à às para com ou mas se seu sua
		ele ela eu meu
		minha nós nosso usuário usuária utilizador utilizadora
		и в во на с со к ко по из за от до о об у что это как он она они его ее её их я мой моя мне мы наш пользователь
		пользовательница пользовательницы пользовательнице
		пользователя пользователю был была были есть
		है हैं था थी थे का की के को में से पर और या कि यह वह मैं मेरा मेरी मेरे हम उपयोगकर्ता ने एक
		은 는 이 가 을 를 의 에 에서 로 으로 와 과 도 나 저 내 제 사용자 사용자는 사용자가 사용자의 사용자에게 것 것을 것은 것이 것이다 대해 대한 위해 때문에 및 더 그 이 있다 있습니다
		한다 합니다
		的 了 在 是 和 与 有 他 她 它 我 们 这 那 用 户 也 就 把 被 对 为
		ユーザー 私 僕 俺 彼 彼女`)
})

// moreFunctionWords returns the words without a meaning of their own in languages whose words would
// hide words of others: Turkish "ben" is "I", a name elsewhere.
var moreFunctionWords = CachePerLanguage(func(lang Language) map[string]bool {
	return WordSet(map[Language]string{
		Arabic: `المستخدم للمستخدم المستخدمة أنا نحن هو هي في من إلى على عن مع و أو لكن أن التي الذي هذا هذه كان
			كانت لدي لديه
			لديها لي له`,
		Turkish: `kullanıcı kullanıcının kullanıcıya bir ve ile için ben benim bana biz bizim o onun bu şu ama da de
			ki çok daha
			var olarak`,
		Polish: `użytkownik użytkownika użytkownikowi jest są był była być i w we na z ze się do od dla po o u a ale
			lub że to
			ten ta mój moja moje mojego mojej ja mnie my nasz jego jej ma mam jestem mają`,
		Dutch: `gebruiker gebruikers het een en van in op te met voor naar bij aan uit om is zijn was waren heeft
			heb hebben
			had ik mijn mij wij we ons onze hij zij ze haar hun die dat dit er ook als maar of de`,
		Korean:  "산다 살아요 살아 살고 삽니다 이다 예요 이에요 입니다 있어요 있다",
		Spanish: "tengo tiene tienen tenemos tener soy somos", Italian: "ho hai siamo", Portuguese: "tenho sou temos",
		French: "suis ai sommes avons", Russian: "есть",
	}[lang])
})

func isFunctionWord(folded string, lang Language) bool {
	return FunctionWords()[folded] || moreFunctionWords(lang)[folded]
}

// unitWords maps units to one spelling each. A unit is part of its number: 5 km and 5 miles differ.
var unitWords = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for _, same := range []string{
		"km kilometer kilometers kilometre kilometres kilómetros kilomètres chilometri quilômetros км", "mile miles mi",
		"m metre metres meter meters metros mètres metri", "cm centimetre centimetres centimeter centimeters",
		"kg kilo kilos kilogram kilograms кг", "lb lbs pound pounds", "g gram grams", "feet foot ft", "inch inches",
		"minute minutes minuten minutos minuti min", "hour hours stunden horas heures ore ore h",
		"day days tage días jours giorni dias", "week weeks wochen semanas semaines settimane",
		"month months monate meses mois mesi", "year years jahre años ans anni anos", "second seconds",
		"euro euros", "dollar dollars", "percent prozent",
	} {
		words := strings.Fields(same)
		for _, w := range words {
			out[w] = words[0]
		}
	}
	return out
})

// CalendarWords maps the names of months and weekdays to one name for all languages.
var CalendarWords = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for _, l := range []string{
		"january february march april may june july august september october november december",
		"januar februar märz april mai juni juli august september oktober november dezember",
		"enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
		"janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
		"gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
		"janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
		"जनवरी फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर",
		"januari februari maart april mei juni juli augustus september oktober november december",
		"stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
		"jan feb - apr - jun jul aug sept oct nov dec",
		"января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
	} {
		for i, w := range strings.Fields(l) {
			if w != "-" {
				out[w] = "month" + formatInt(i+1)
			}
		}
	}
	for _, l := range []string{
		"monday tuesday wednesday thursday friday saturday sunday",
		"montag dienstag mittwoch donnerstag freitag samstag sonntag",
		"lunes martes miércoles jueves viernes sábado domingo",
		"lundi mardi mercredi jeudi vendredi samedi dimanche", "lunedì martedì mercoledì giovedì venerdì sabato domenica",
		"segunda terça quarta quinta sexta sábado domingo", "понедельник вторник среда четверг пятница суббота воскресенье",
		"понедельника вторника среды четверга пятницы субботы воскресенья",
		"maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
		"सोमवार मंगलवार बुधवार गुरुवार शुक्रवार शनिवार रविवार", "월요일 화요일 수요일 목요일 금요일 토요일 일요일",
	} {
		for i, w := range strings.Fields(l) {
			out[w], out[w+"s"] = "day"+formatInt(i+1), "day"+formatInt(i+1)
		}
	}
	out["mars"] = "month3"
	for w, name := range maps.Clone(out) { // written without accents
		if plain := StripLowerCaseLatinDiacritics(w); out[plain] == "" {
			out[plain] = name
		}
	}
	return out
})

// oppositeWords are pairs of stems with opposite meaning that WordNet does not have as antonyms:
// prepositions and quantifiers, and what people say of their likes, diet and family.
var oppositeWords = sync.OnceValue(func() [][2]string {
	lines := `on off|onto off|in out|into out|over under|before after|with without|always never|all none|like hate|
		love dislike|enjoy hate|enjoy dislike|married single|vegetarian carnivore|vegan carnivore`
	var out [][2]string
	for _, p := range strings.Split(strings.Join(strings.Fields(lines), " "), "|") {
		a, b, _ := strings.Cut(strings.TrimSpace(p), " ")
		out = append(out, [2]string{stemEnglishWord(a), stemEnglishWord(b)})
	}
	return out
})

// japaneseNegations are endings that negate; japaneseNonNegations contain one and do not.
var (
	japaneseNegations    = sync.OnceValue(func() []string { return strings.Fields("ない なかった ません なくて ずに") })
	japaneseNonNegations = sync.OnceValue(func() []string {
		return strings.Fields(`かもしれない かもしれません なければならない なければなりません なければ ないといけない しかない もったいない つまらない
			しょうがない とんでもない すみません すいません 申し訳ありません ごめんなさい かまいません 構いません ませんか じゃない？ ないか ないで`)
	})
)
