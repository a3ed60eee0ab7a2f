package vocabulary

import (
	"strings"
	"sync"

	"memoir/memory/lang"
)

// ConnectiveWords returns the words of a language that start a clause. The words of all languages
// would cut others apart: Portuguese "para" is "for", a verb in Spanish.
var ConnectiveWords = lang.CachePerLanguage(buildConnectiveWords)

func buildConnectiveWords(language lang.Language) map[string]bool {
	lists := map[lang.Language]string{
		lang.English: `and or but because so while since that who whose which where when if whether although though then
			plus
			unless until`,
		lang.German:     "und oder aber weil denn dass damit sodass wenn falls ob obwohl während wo sowie sondern weshalb",
		lang.Spanish:    "y e o u pero porque que quien donde cuando si aunque mientras pues sino",
		lang.French:     "et ou mais car parce qui que où quand si bien tandis donc puis lorsque puisque",
		lang.Italian:    "e ed o ma perché che chi dove quando se mentre quindi perciò però",
		lang.Portuguese: "e ou mas porque que quem onde quando se embora enquanto então",
		lang.Russian:    "и а но или потому что который которая которое которые где когда если ли хотя чтобы пока поэтому",
		lang.Hindi:      "और या लेकिन क्योंकि कि जो जहाँ जब अगर तो इसलिए मगर",
		lang.Korean:     "그리고 하지만 그러나 그래서 또는 왜냐하면",
		lang.Arabic:     "و أو لكن لأن الذي التي حيث عندما إذا لو أن",
		lang.Turkish:    "ve veya ama çünkü ki eğer fakat ancak",
		lang.Polish:     "i oraz lub albo ale bo ponieważ że który która które gdzie kiedy gdy jeśli czy a więc",
		lang.Dutch:      "en of maar omdat want dat die waar wanneer als terwijl hoewel dus",
	}
	return lang.WordSet(lists[language])
}

// KoreanConnectiveEndings end a verb whose clause another one follows.
var KoreanConnectiveEndings = sync.OnceValue(func() []string {
	return strings.Fields("고 며 면서 지만 는데 니까 므로 아서 어서 여서 해서 라서")
})

// KoreanShortConnectives are such verbs of two syllables.
var KoreanShortConnectives = sync.OnceValue(func() map[string]bool { return lang.WordSet("살고 있고 먹고 쓰고 타고 자고") })

// KoreanReasonEndings end a verb that gives the reason or the background of what follows.
var KoreanReasonEndings = sync.OnceValue(func() []string {
	return strings.Fields("는데 지만 니까 아서 어서 여서 해서 라서 거든요 거든")
})

// KoreanVerbEndings are frequent endings behind the stem of a verb.
var KoreanVerbEndings = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`는다 는 지 음 어 어요 습니다 고 으면 었어 었어요 었다 었습니다 는데 기 을 은 으려고 으니까 네 네요 죠 지만`)
})

// NotKoreanBackground are words in …ㄴ데 that are no verb: "by the way", "the middle".
var NotKoreanBackground = sync.OnceValue(func() map[string]bool { return lang.WordSet("그런데 가운데 한가운데 이런데 저런데") })

// HanConnectives start a clause in Chinese and Japanese, which have no spaces.
var HanConnectives = sync.OnceValue(func() []string {
	return strings.Fields("但是 所以 因为 而且 并且 如果 然后 因此 虽然 けど ですが ので")
})

// Abbreviations end in a full stop that does not end the sentence.
var Abbreviations = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`dr mr mrs ms st prof nr no str sr sra srta dra mme mlle dott sig ca bzw usw ul г ул д vs
			inc ltd
		jr etc`)
})

// IrregularForms maps forms of common verbs that share no stem to a name of the verb.
var IrregularForms = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for line := range strings.SplitSeq(`go goes went gone|buy buys bought|get gets got gotten|eat eats ate eaten|
		teach teaches taught|
		speak speaks spoke spoken|drive drives drove driven|write writes wrote written|read reads|leave leaves left|
		lose loses lost|find finds found|take takes took taken|give gives gave given|meet meets met|keep keeps kept|
		sell sells sold|build builds built|grow grows grew grown|break breaks broke broken|begin begins began begun|
		run runs ran|swim swims swam swum|sing sings sang sung|come comes came|become becomes became|child children
		kid kids|
		mum mom mother mama mommy mummy|dad father daddy papa|boys boy son sons|girls girl daughter daughters|
		husband hubby|
		wife partner spouse missus|grandma grandmother granny nan|grandpa grandfather grandad|brother bro|sister
		sis|boss manager|
		mutter mama mutti|vater papa vati|oma großmutter|opa großvater|jungs söhne sohn|mädels töchter tochter|mann
		ehemann|
		frau ehefrau|madre mamá mamma|padre papá papà|mujer esposa|marido esposo|abuela abuelita|abuelo abuelito|
		hijos niños chicos|
		mère maman|père|mamie grand-mère|papi grand-père|nonna nonnina|mãe mamãe|pai papai|avó vovó|avô vovô|мама
		мать матери мамы|
		папа отец отца папы|муж супруг|жена супруга|माँ मां माता मम्मी|पिता पापा|पत्नी बीवी|पति शौहर|anne annem
		annesi annesinin|
		baba babam babası babasının|eşim eşi eşinin eşine|kızım kızı kızının|oğlum oğlu oğlunun|
		kardeşim kardeşi kardeşinin|ablam ablası ablasının|abim abisi abisinin ağabeyim ağabeyi|karım karısı karısının|
		kocam kocası kocasının|komşum komşusu komşusunun|arkadaşım arkadaşı arkadaşının|patronum patronu patronunun|
		amcam amcası amcasının|dayım dayısı dayısının|teyzem teyzesi teyzesinin|halam halası halasının|
		dedem dedesi dedesinin|ninem ninesi ninesinin|kuzenim kuzeni kuzeninin|
		kayınvalidem kayınvalidesi kayınvalidesinin|kayınpederim kayınpederi kayınpederinin|
		nişanlım nişanlısı nişanlısının|sevgilim sevgilisi sevgilisinin|köpeğim köpeği köpeğinin|kedim kedisi kedisinin|
		torunum torunu torununun|yeğenim yeğeni yeğeninin|أمي والدتي أم والدة|أبي والدي أب والد|mama matka mamą|tata ojciec
		tatą|
		wear wears wore worn|choose chooses chose chosen|fly flies flew flown|sleep sleeps slept|feel feels felt|
		know knows knew|
		esse isst iss aß gegessen|spreche spricht sprach gesprochen|lese liest las gelesen|nehme nimmt nahm genommen|
		gebe gibt gab gegeben|sehe sieht sah gesehen|helfe hilft half geholfen|fahre fährt fuhr gefahren|laufe läuft
		lief gelaufen|
		trage trägt trug|schlafe schläft schlief|treffe trifft traf|vergesse vergisst vergaß|kann können könne|mag
		mögen möge|
		gehe geht ging gegangen|ziehe zieht zog gezogen|weiß wissen wisse|bin ist|arbeite arbeitet|heiße heißt|
		voy va|hago hace|vengo viene|salgo sale|sé sabe|digo dice|puedo puede|quiero quiere|juego juega|duermo duerme|
		vis vit vivons vécu|sors sort|dis dit|mets met|prends prend|tiens tient|cours court|conduis conduit|écris
		écrit|
		connais connaît|apprends apprend|reçois reçoit|crois croit|suis est|nage nagé|deviens devient|
		vais va|fais fait|peux peut|veux veut|viens vient|sais sait|bois boit|dors dort|lis lit|
		vado va|faccio fa|vengo viene|esco esce|posso può|voglio vuole|so sa|bevo beve|
		vou vai|faço faz|venho vem|posso pode|quero quer|sei sabe|leio lê|
		ем ест|пью пьет пьёт|хочу хочет|иду идет|могу может|хожу ходит|вожу водит|пеку печет печёт|сижу сидит|вижу видит|
		ношу носит|плачу платит|лечу лечит|жгу жжет|беру берет берёт|еду едет|езжу ездит|жду ждет ждёт|стригу стрижет|
		крашу красит|даю дает даёт давал давала дала дал|
		커요 크다|아파요 아프다|바빠요 바쁘다|예뻐요 예쁘다|써요 쓴다|매워요 맵다|추워요 춥다|더워요 덥다|도와요 돕는다|
		가까워요 가깝다|어려워요 어렵다|쉬워요 쉽다|들어요 듣는다|걸어요 걷는다|몰라요 모른다|빨라요 빠르다|불러요 부른다|
		길러요 기른다|달라요 다르다|봐요 본다|와요 온다|돼요 된다|마셔요 마신다|다녀요 다닌다|가르쳐요 가르친다|
		배워요 배운다|키워요 키운다|피워요 피운다|쳐요 친다|그려요 그린다|지내요 지낸다|살아요 산다|만들어요 만든다|
		놀아요 논다|알아요 안다|팔아요 판다|벌어요 번다|지어요 짓는다|둬요 둔다|자요 잔다|가요 간다|
		durmo dorme duerme|dou dá dava dei deu doy da daba di dio|do dà davo dai|tive teve|fiz fez|vim veio|pus pôs|
			quis quiseram|peço pede|ouço ouve|perco perde|visto veste|
		fui foi fue|tuve tuvo|hice hizo|vine vino|puse puso|dije dijo|estuve estuvo|nací nació|crecí creció|
		werfe wirft geworfen|sterbe stirbt gestorben|breche bricht gebrochen|empfehle empfiehlt|messe misst|trete tritt|
		bewerbe bewirbt|schwimme schwamm geschwommen|trinke trank getrunken|singe sang gesungen|finde fand gefunden|
		think thinks thought|bring brings brought|see sees saw seen|do does did done|sit sits sat|stand stands stood|
		ride rides rode ridden|catch catches caught|fall falls fell fallen|feed feeds fed|hear hears heard|
		jem je|wiem wie|idę idzie|mogę może|chcę chce|
		yiyorum yiyor yemiyorum yemiyor|içiyorum içiyor|
		esse ess|spreche sprech|fahre fahr|nehme nehm|gebe geb|sehe seh|lese les|laufe lauf|darf dürfen dürfe|will wollen
			wolle|muss müssen müsse|werde wird wurde geworden|habe hab hat|ziehe zieh umgezogen umzog|trinke trink trinkt|
		schwimme schwimm schwimmt geschwommen|fange fängt fing gefangen|anfange angefangen|schreibe schreib schreibt schrieb
			geschrieben|
		verliere verliert verlor verloren|falle fällt fiel gefallen|fliege flieg fliegt flog geflogen|schlafe geschlafen|
		fahre gefahren|verlasse verlässt verließ|halte hält hielt gehalten|wachse wächst wuchs gewachsen|heiße heiß heißen|
		bringe bringt brachte gebracht|denke denkt dachte gedacht|kenne kennt kannte gekannt|bleibe bleibt blieb geblieben|
		steige steigt stieg gestiegen|reite reitet ritt geritten|leihe leiht lieh geliehen|schneide schneidet schnitt|
		backe bäckt backt gebacken|rufe ruft rief gerufen|stehe steh steht stand gestanden|sitze sitzt saß gesessen|
		drink drinks drank drunk|sing sings sang|make makes made|meet meets met|tell tells told|win wins won|pay pays paid|
		say says said|spend spends spent|send sends sent|lend lends lent|hold holds held|hurt hurts|hide hides hid hidden|
		shake shakes shook|throw throws threw thrown|steal steals stole stolen|freeze freezes froze frozen|draw draws drew
			drawn|swear swears swore sworn|tear tears tore torn|lie lies lay lain|rise rises rose risen|fight fights fought|
		dig digs dug|hang hangs hung|shoot shoots shot|bite bites bit bitten|cut cuts|bend bends bent|bleed bleeds bled|
		im am is|ive have has|
		pongo pone|sigo sigue|cojo coge|leo lee|oigo oye|traigo trae|cuezo cuece|saco saca saqué sacó|caigo cae|elijo elige|
		veo ve|corrijo corrige|conduzco conduce|conozco conoce|padezco padece|sueño sueña|cuento cuenta|cierro cierra|
		empiezo empieza|comienzo comienza|prefiero prefiere|mido mide|pido pide|vuelvo vuelve|pierdo pierde|entiendo
			entiende|sirvo sirve|visto viste|duermo duermes|suelo suele|cuelgo cuelga|dirijo dirige|puse ponía|tengo tiene|
		juego jugar|llego llegué llegó|pago pagué pagó|toco toqué tocó|busco busqué buscó|empecé empezó|
		nais naît né née nés|bois bu bue|lis lu lue|prends pris prise|perds perd perdu|vends vend vendu|reçois reçu|
		mets mis mise|vois voit vu vue|crains craint|joins joint|souffre souffert|ouvre ouvert|offre offert|cours couru|
		tiens tenu tenue|deviens devenu devenue|viens venu venue|crois cru|sais su|dois doit dû|veux voulu|peux pu|
		scelgo sceglie scelto|tengo tiene tenuto|nasco nasce nato nata|prendo prende preso presa|perdo perde perso persa|
		leggo legge letto letta|bevo bevuto|scrivo scrive scritto|dico dice detto|metto mette messo|vedo vede visto|
		chiudo chiude chiuso|apro apre aperto|rompo rompe rotto|corro corre corso|vivo vive vissuto|rimango rimane rimasto|
		sposo sposa sposato sposata|faccio fatto|vinco vince vinto|offro offre offerto|spendo spende speso|
		ponho põe|meço mede|sigo segue|trago traz trouxe|subo sobe|vejo vê viu vi|sirvo serve|digo diz disse|mudo mudei mudou
			muda|caio cai|saio sai saiu|jogo joguei jogou|toco toquei tocou|chego cheguei chegou|pago paguei pagou|durmo dormi
			dormiu|creio crê|odeio odeia|passeio passeia|minto mente|sinto sente|prefiro prefere|compro comprei comprou|
		koop koopt kocht gekocht|begin begint begon begonnen|schrijf schrijft schreef geschreven|lees leest las gelezen|
		hou houd houdt hield|drink drinkt dronk gedronken|eet at gegeten|zwem zwemt zwom gezwommen|rij rijd rijdt reed
			gereden|zie ziet zag gezien|spreek spreekt sprak gesproken|neem neemt nam genomen|vind vindt vond gevonden|
		verlies verliest verloor verloren|breek breekt brak gebroken|word wordt werd geworden|sterf sterft stierf|
		kies kiest koos gekozen|vlieg vliegt vloog gevlogen|breng brengt bracht|denk denkt dacht|verkoop verkocht|
		лечу летит летаю летает|переезжаю переезжает переехал переехала переехали|лечусь лечится|прошу просит|расту растет
			растёт вырос выросла|пью пьют|ем едят едим|хочу хотел хотела|иду шел шла|мою моет|шью шьет шьёт|веду ведет ведёт|
		везу везет везёт|продаю продает продаёт продал продала|сдаю сдает сдаёт сдал сдала|встаю встает встаёт|устаю
			устает|учусь учится|пишу пишет писал писала|ищу ищет|рожу родит родила родился родилась|сплю спит|люблю любит|
		беру взял взяла|кормлю кормит|готовлю готовит|глажу гладит|вяжу вяжет|режу режет|кладу кладет положил|
		noszę nosi|boję boi|jadę jedzie jechał|biorę bierze wziął wzięła|jem jesz jadł jadła|piję pije|żyję żyje|
		mówię mówi|śpię śpi|jeżdżę jeździ|płacę płaci|widzę widzi|proszę prosi|wożę wozi|chodzę chodzi|myślę myśli|
		zaczynam zaczął zaczęła|sprzedaję sprzedał sprzedała|wstaję wstaje|bronię broni obrona|
		ordi ordinateur|appart appartement|resto restaurant|prof professeur|télé télévision|frigo réfrigérateur|
		aprem après-midi|
		fac faculté université|uni university|fridge refrigerator|telly tv television|bike bicycle|meds medication medicine|
		lab laboratory|physio physiotherapist|sparky electrician|chippy carpenter|brickie bricklayer|rents parents|
		uni universität|azubi auszubildender auszubildende|bici bicicleta|cole colegio|tele televisión|peli película|
		profe profesor profesora|cumple cumpleaños|boli bolígrafo|frigo frigorifero|bici bicicletta|facul faculdade|
		cel celular|
		apê apartamento|niver aniversário|комп компьютер|велик велосипед|универ университет|телик телевизор|
		pracuję pracuje|рисую рисует|bulunuyorum bulunuyor|oturuyorum oturuyor|gidiyorum gidiyor|
		diyorum diyor|ediyorum ediyor`, "|") {
		forms := strings.Fields(line)
		if casual, ok := strings.CutSuffix(forms[0], "요"); ok { // Korean without the polite ending
			forms = append(forms, casual)
		}
		mergeFormsUnderOneName(out, forms)
	}
	return out
})

// mergeFormsUnderOneName gives forms the name of the word that one of them has already, in
// whichever language, or else a new one.
func mergeFormsUnderOneName(names map[string]string, forms []string) {
	name := "=" + lang.StripDiacriticsAndFoldSpellings(forms[0])
	merged := map[string]bool{}
	for i, w := range forms {
		forms[i] = lang.StripDiacriticsAndFoldSpellings(lang.FoldWord(w))
		if old, ok := names[forms[i]]; ok {
			merged[old] = true
		}
	}
	for w, old := range names {
		if len(merged) == 0 {
			break
		}
		if merged[old] {
			names[w] = name
		}
	}
	for _, w := range forms {
		names[w] = name
	}
}

// FramingWords say only that somebody thinks, says or plans what follows. A fact may be told with
// them although the user did without.
var FramingWords = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`thinks think approves believes finds considers says states mentions reports feels decided
			plans
		intends
		describes disease syndrome disorder
		even too years year old aged âgé âgée âgés âgées jahre alt años ans anni anos лет года साल must should need needs
		before after according
		krankheit erkrankung maladie enfermedad malattia doença ziekte
		findet meint denkt glaubt sagt erwähnt berichtet hält plant erwartet auch gern gerne sollte sollen soll muss
		müssen möchte vor nach seit laut ab
		opina considera piensa cree dice menciona planea así también debe deben según antes desde partir este esta
		pense estime trouve croit considère dit mentionne faut aussi approuve approuvé craint essaiera doit doivent
		être avant après selon depuis
		pensa ritiene crede considera dice trova approva anche deve devono essere secondo prima dopo vanno va
		acha pensa considera acredita diz vê aprova também vai deve devem ser segundo antes depois partir deste desta
		считает думает полагает говорит сообщает планирует также должен должна нужно перед после
		वाला वाली वाले मानता मानती सोचता सोचती चाहता चाहती कहता कहती भी निर्णय लिया फैसला किया
		수 이러한 그런 않는다 않다 않았다 않고 않는 못한다 못했다
		llaman llamados llamadas appelées chiamano chamam genaamd namens tuvo teve avuto
		city town ciudad ville città cidade stadt город escala régimen regime
		uważa myśli mówi planuje także też vindt denkt zegt gelooft ook düşünüyor inanıyor söylüyor يعتقد يرى يقول`)
})

// HourWords stand beside the time of a day.
var HourWords = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`uhr h hs heures uur pm p.m abends nachmittags tarde noite noche sera soir vespers avond middag
		вечера дня 点 時 时 晚 下午 오후 저녁 午後 evening afternoon tonight after nach depois après dopo después nach`)
})
