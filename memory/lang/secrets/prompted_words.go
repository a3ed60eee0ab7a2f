package secrets

import (
	"regexp"
	"strings"
	"sync"
)

// partsOfAskers are parts of the words for who asks and of "question", in small letters: one of them
// stands near every answer. askerPattern matches these words as a whole.
var (
	partsOfAskers = sync.OnceValue(func() []string {
		return strings.Fields(`bank banc banq banco banka site account portal website question frage preguntas pregunta
				domanda
			pergunta vraag pytani вопрос банк sorusu soruy sorul sorunca society paypal konto cuenta compte conta
			rekening konta poste post caja caixa kasse caisse impôts sitede सवाल प्रश्न बैंक खात साइट
			銀行 质问 質問 银行 网站 问题 账户 账号 サイト アカウント 은행 질문 사이트 계정 카드사 log-in login hotline
			support insurance versicherung assur segur assicur verzeker ubezpiecz страхов sigorta госуслуг сайт
			hesab site' website web verification recovery reset prompt security secret sicherheit geheim segur secret sicur
			segret
			beveilig geheime zabezpiecz контрольн секретн güvenlik gizli सुरक्षा गुप्त 密保 安全 秘密 セキュリティ 보안 비밀
			correos hacienda hsbc barclays santander bbva revolut n26 amazon google icloud microsoft gmail yahoo ebay steam
			netflix facebook
			itaú unicredit intesa rabo ziraat garanti pko sbi hdfc icici сбер тинькофф втб एसबीआई 楽天 三菱 みずほ 支付宝 淘宝 工行
			建行 招行 微信 네이버 카카오 신한 토스`)
	})
	askerPattern = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)(?:^|[^\p{L}])(?:` + accountBrands + `|\p{L}?bank(?:s|en|ing|a|u|iem|owi|ach|ın|` +
			`anın|ası\p{L}*|aya|da|nın)?|` +
			`bank(?:an|ay|ad|as)\p{L}*|` +
			`banc[oa]s?|banque|building society|(?:web)?sites?|site(?:de\p{L}*|nin|ye|si\p{L}*)|portal[es]?|paypal|accounts?|` +
			`(?:sicherheits)?fragen?|questions?|prompt|(?:me |nos )?pregunt(?:as?|an|aron)|domand[ae]|perguntas?|` +
			`(?:\p{L}*)vraag|pytani[ae]\p{L}*|` +
			`вопрос\p{L}*|банк\p{L}*|сайт\p{L}*|госуслуг\p{L}*|soru(?:su\p{L}*|ya|l\p{L}+|nca)|hesa[bp]\p{L}*|` +
			`secret[ao]?|secrète|segret[ao]|geheime|correos|hacienda|konto|konta|kont[aou]|cuenta|compte|conta|rekening|` +
			`poste|post ?bank|sparkasse|caja|caixa|caisse|impôts|` +
			`web|log-?in|hotline|help ?desk|support|insur\p{L}+|versicherung\p{L}*|assurance|seguros?|segurador\p{L}*|` +
			`assicurazion\p{L}*|verzeker\p{L}*|ubezpiecz\p{L}*|страхов\p{L}*|sigorta\p{L}*|verification|recovery|reset|` +
			`सवाल|प्रश्न|बैंक|खात[ेा]|साइट)(?:$|[^\p{L}])|銀行|質問|银行|网站|问题|账户|账号|サイト|アカウント|은행|질문|사이트|계정|카드사|` +
			`楽天|三菱|みずほ|支付宝|淘宝|工行|建行|招行|微信|네이버|카카오|신한|토스|密保|安全問題`)
	})
)

// accountBrands are well-known names of who asks.
const accountBrands = `hsbc|barclays|santander|bbva|revolut|n26|amazon|google|apple|icloud|microsoft|gmail|yahoo|` +
	`ebay|steam|` +
	`netflix|facebook|itaú|unicredit|intesa|rabo\p{L}*|ziraat|garanti|pko|sbi|hdfc|icici|сбер\p{L}*|тинькофф|втб|एसबीआई`

// partsOfPrompts are parts of promptPattern, in small letters.
var partsOfPrompts = sync.OnceValue(func() []string {
	return strings.Fields(`childhood favo nickname maiden best first oldest pet hero name idol honeymoon grew middle
			mother father grand
		aunt uncle teacher street city town dream lieblings kindheit mädchenn geburtsn beste erste mutter lehrer
		straße heiß jugd jeugd lievelings bijnaam eerste moeder leraar heet naam surnom préféré enfance premi prénom nom
		meilleur mère prof ville appel apod infancia favorit mejor primer madre ciudad llam soprann bambin infanzia
		preferit primo
		prima miglior maestr città chiam apelid infância preferid melhor primeir mãe cidade chama nome przezwisk dzieciń
		ulubio
		pierwsz najleps imię matk nauczyc nazyw miast прозвищ кличк детств любим перв лучш девич учител мать матер имя зову
		зван город laka çocukl sevdi ilk kızlık anne öğretmen soyad adı बचपन पसंद पहल नाम शिक्षक टीचर माँ मायके
		子供 小さい 幼 一番 初めて 最初 名前 好き あだ名 旧姓 母 先生 小时 喜欢 第一 外号 小名 童年 名字 老师 小学 妈
		어릴 어린 좋아하 첫 별명 이름 선생 어머니 초등 question sicherheitsfr geheimfr segur segret sicur beveilig geheime
		controlevr zabezpiecz pomocnicz kontroln контрольн секретн güvenlik gizli सुरक्षा गुप्त 密保 安全 秘密 セキュリティ 보안 비밀`)
})

// promptPattern matches what is asked: a topic of somebody's life, alone or in quotation marks.
var promptPattern = sync.OnceValue(func() *regexp.Regexp {
	topics := strings.Join([]string{
		`childhood(?: \p{L}+)?|favou?rite(?: \p{L}+)?|nickname|(?:maiden|middle) name|best (?:friend|man)\p{L}*|grew up|` +
			`(?:hero|idol|dream job|honeymoon)\p{L}*|(?:name of my|my mother's|my father's|my gran\p{L}*'s)(?: \p{L}+){1,3}|` +
			`(?:first|oldest|eldest) (?:pet|car|school|teacher|job|boss|kiss|love|friend|concert|trip|toy|street|house|phone|` +
			`bike|dog|cat|film|movie|album|game|crush|flat|home|cousin|nephew|niece)\p{L}*`,
		`lieblings\p{L}+|(?:mädchen|geburts)name\p{L}*|\p{L}*kindheit\p{L}*|spitzname\p{L}*|als kind|` +
			`beste[rn]? freund\p{L}*|` +
			`erste[rnsm]? (?:haustier|auto|schule|lehrer|job|chef|liebe|konzert|straße|wohnung|handy|urlaub)\p{L}*|held\p{L}*`,
		`(?:favoriete|lievelings)(?: ?\p{L}+)?|jeugd\p{L}*|bijnaam|kindertijd|als kind|beste vriend\p{L}*|` +
			`eerste (?:huisdier|auto|school|leraar|juf|baan|baas|liefde|knuffel|straat|telefoon|fiets)\p{L}*`,
		`surnom(?: d['’]enfance)?|d['’]enfance|préférée?s?|prénom d\p{L}*|meilleure? ami\p{L}*|` +
			`premi(?:er|ère) (?:animal|voiture|école|prof\p{L}*|emploi|patron|amour|concert|rue)`,
		`apodo|de (?:la )?infancia|favorit[oa]s?|mejor amig[oa]|primer[oa]? (?:mascota|coche|colegio|profesor\p{L}*|` +
			`trabajo|` +
			`jefe|amor|novi[oa]|escuela|calle)`,
		`soprannome|da bambin[oa]|d['’]infanzia|preferit[oa]|miglior[e]? amic[oa]|prim[oa] (?:animale|auto|scuola|` +
			`maestr[oa]|` +
			`lavoro|capo|amore|insegnante|concerto)`,
		`apelido|(?:de|da) infância|favorit[oa]|preferid[oa]|melhor amig[oa]|primeir[oa] (?:animal|carro|escola|` +
			`professor\p{L}*|` +
			`emprego|chefe|amor|namorad[oa]|bicho)`,
		`przezwisk\p{L}*|dzieciństw\p{L}*|ulubio\p{L}+(?: \p{L}+)?|najlepsz\p{L}+ przyja\p{L}+|pierwsz\p{L}+ ` +
			`(?:zwierz|samoch|aut|szko|nauczyc|prac|szef|miłoś)\p{L}*`,
		`прозвищ\p{L}*|(?:в )?детств\p{L}*|любим\p{L}+(?: \p{L}+)?|лучш\p{L}+ (?:друг|подру)\p{L}*|девич\p{L}+ фамили\p{L}|` +
			`перв\p{L}+ (?:питом|машин|школ|учител|работ|началь|любов|собак|кот|кошк)\p{L}*`,
		`(?:çocukluk )?laka[bp]\p{L}*|çocukluk\p{L}*|en sevdiğ\p{L}+(?: \p{L}+)?|favori \p{L}+|kızlık soyad\p{L}*|` +
			`ilk (?:evcil|araba|okul|öğretmen|iş|patron|aşk|telefon)\p{L}*|en iyi arkadaş\p{L}*`,
	}, "|")
	const marks = `"[^"\n]+"|“[^”\n]+”|„[^“”\n]+[“”]|«[^»\n]+»|‘[^’\n]+’|(?:^|\s)'[^'\n]+'`
	return regexp.MustCompile(`(?i)` + questionNames + `|` + topicNames + `|` + marks + `|「[^」\n]+」|『[^』\n]+』|(?:^|` +
		`[^\p{L}])(?:` + topics + `)(?:$|[^\p{L}])|` +
		`बचपन(?: (?:का|की|के) \S+)?|पसंदीदा \S+|पहल[ेाी] (?:पालतू|शिक्षक|स्कूल|गाड़ी|टीचर)|उपनाम|子供の頃の?\p{Han}*|` +
		`一番好きな\p{Han}+|` +
		`(?:初めて|最初)の\p{L}+|あだ名|小时候的?\p{Han}{0,4}|最喜欢的\p{Han}{1,4}|第一[个位只辆所]\p{Han}{1,4}|外号|童年\p{Han}{0,4}|` +
		`(?:어릴 때|어린 시절) ?\p{Hangul}*(?: \p{Hangul}+)?|(?:가장|제일) 좋아하는 \p{Hangul}+|첫 \p{Hangul}+|별명`)
})

// Forms of an answer: words with a capital, or what stands in quotation marks, or up to three words.
const (
	quotedAnswer  = `["“„«»‘'「][^"”“»«’'」\n]{1,40}["”“»«’'」]`
	capitalAnswer = `\p{Lu}[^\s,.;:!?"”»]*(?: (?:d[aeiou]s?|van|von|of|the|la|le|el|\p{Lu}[^\s,.;:!?"”»]*)){0,3}`
	anyAnswer     = `(?:` + quotedAnswer + `|` + capitalAnswer + `|[^\s,.;:!?"”»]+(?: [^\s,.;:!?"”»]+){0,2})`
	namedAnswer   = `(?:` + quotedAnswer + `|` + capitalAnswer + `)`
)

// verbsBeforeAnswer are verbs of answering and entering in the first person, with what stands between
// them and the answer.
const verbsBeforeAnswer = `(?:i|we)(?: always| just| usually| only| had| have|['’]ve|['’]d)? (?:say|said|` +
	`tell(?: them| it)?|` +
	`told (?:it|them|the bank)|answer(?:ed)?|put(?: in| down)?|enter(?:ed)?|type(?:d)?|use(?:d)?|give|gave|wr[io]te|` +
	`written|repl(?:y|ied)|respond(?:ed)?|pick(?:ed)?|ch[o]*se|go with|went with|set(?: it)?(?: to| as)?|fill(?:ed)? in)` +
	`(?: with| it as| in| as)?|(?:answer|reply)(?: there| on file| i gave)?(?: is| was|['’]s|:)|` +
	`(?:antworte|beantworte)[^.,;!?\n]{0,50}? mit|(?:antworte|sage|nenne|schreibe?|tippe|gebe|nehme|nutze|benutze|` +
	`beantworte|hinterlegte|setze)(?: ich| wir)?` +
	`(?: \p{L}+){0,3}?(?: mit| immer| stets| einfach)?|(?:antwort|steht|stehen)(?: dort| da| bei mir)?(?: ist|` +
	` lautet|:)?|` +
	`(?:zeg|antwoord|vul|typ|tik|schrijf|gebruik|geef|zet|staat)(?: ik| wij| we)?(?: altijd| daar| dan| er)?(?: met)?|` +
	`antwoord is|` +
	`je (?:leur |lui |y )?(?:réponds|mets|dis|tape|donne|saisis|rentre|marque)(?: toujours| à chaque fois)?|` +
	`j['’](?:écris|indique|(?:y )?ai (?:mis|répondu|donné|écrit|saisi|tapé|choisi|rentré|indiqué|dit))|` +
	`réponse(?: est|,? c['’]est| :)|` +
	`(?:respondo|contesto|pongo|digo|escribo|doy|puse|contesté|respondí|escribí|metí|tengo(?: puest[oa])?|` +
	`he (?:puesto|respondido|contestado|escrito|dicho|metido)|respuesta es|respuesta:)(?: siempre| que| con)?|` +
	`(?:rispondo|metto|dico|scrivo|inserisco|ho (?:messo|risposto|scritto|inserito|dato|detto|usato)|risposta è|` +
	`risposta:)` +
	`(?: sempre| con)?|` +
	`(?:ponho|coloco|escrevo|boto|meto|coloquei|pus|respondi|escrevi|botei|meti|usei|disse|resposta é|resposta:)` +
	`(?: sempre| com)?|` +
	`(?:odpowiadam|wpisuję|podaję|mówię|piszę|wpisał[ae]m|podał[ae]m|odpowiedział[ae]m|ustawił[ae]m|dał[ae]m|` +
	`mam(?: wpisane| ustawione)?|odpowiedź to|odpowiedź:|odpowiedzią jest)(?: zawsze| tam)?|` +
	`(?:отвечаю|пишу|ввожу|говорю|указываю|указала?|написала?|ввёл|ввела?|вписала?|поставила?|ответила?|сказала?|стоит|` +
	`записан[оаы]?|указан[оа]?|забит[оа]?|вбила?|ответ)(?: всегда| там)?(?: это| —| -|:)?`

// answerVerbPatterns match verbs of answering and entering with the answer (group 1) behind them, or
// before them in languages that put the verb at the end.
var answerVerbPatterns = sync.OnceValue(func() []*regexp.Regexp {
	return []*regexp.Regexp{
		regexp.MustCompile(`(?:^|[^\p{L}])(?i:` + verbsBeforeAnswer + `)\s+(` + anyAnswer + `)`),
		regexp.MustCompile(`(?:^|[^\p{L}])(?i:answer|antwort|réponse|respuesta|risposta|resposta|antwoord|odpowied\p{L}+|` +
			`ответ\p{L}*)(?:[^\p{L}.\n][^.\n]*?)? (?i:is|was|ist|lautet|est|es|è|é|to|jest|—|это) (` + namedAnswer + `)`),
		regexp.MustCompile(`(?:["”»“]|[^\p{L}](?i:mine is|mine['’]s|that was|that['’]s|it was|cevabım|yanıtım|ответ|` +
			`réponse|` +
			`antwort|antwoord|respuesta|risposta|resposta|odpowiedź))\s*[:→=–-]?>?\s+(` + namedAnswer + `)`),
		regexp.MustCompile(`(` + capitalAnswer + `) (?i:(?:is|was) (?:what|the answer|my answer)|ist (?:was|meine antwort|` +
			`die antwort|das,? was)|(?:c['’])?est (?:ce que|ma réponse|la réponse)|es (?:lo que|mi respuesta|la respuesta)|` +
			`è (?:quello che|quel che|la risposta|la mia risposta)|é (?:o que|a resposta|a? ?minha resposta)|` +
			`is (?:wat|mijn antwoord|het antwoord)|to (?:moja )?odpowiedź|(?:—|это) (?:мой )?ответ)`),
		regexp.MustCompile(`(?:^|[^\p{L}])(?i:told (?:the|my) bank|habe? (?:ich )?|heb (?:ik )?)\s+(` + namedAnswer + `)`),
		regexp.MustCompile(`(` + namedAnswer + `|\p{Ll}+ ` + capitalAnswer + `) (?i:als antwort |` +
			`als antwoord )?(?i:eingegeben|eingetragen|` +
			`geschrieben|angegeben|hinterlegt|gesetzt|genommen|geantwortet|gesagt|gewählt|an|ein|ingevuld|gezet|` +
			`geantwoord|opgegeven|getypt|geschreven|gezegd|ingevoerd|in|op)(?:$|[^\p{L}])`),
		regexp.MustCompile(`(` + capitalAnswer + `|[^\s,.;"”»]+) (?i:diye |olarak |cevabını |yanıtını )?(?i:yaz|gir|` +
			`diyo|dedi|derim|` +
			`cevapl|yanıtl|koy|verdi|veriyo|kullan|seç|kaydet|ayarla)\p{L}*(?:$|[^\p{L}])`),
		regexp.MustCompile(`(?:जवाब|उत्तर|(?:में|पर)(?: मैंने| मैं| हमने))(?: मैंने| मैं| हमने|` +
			` हमेशा)* ([^\s"”।,]+(?: [^\s"”।,]+){0,2}?) ` +
			`(?:ही )?(?:लिख|दिया|दे|रख|डाल|भर|बता|बोल|कह|है|सेट)`),
		regexp.MustCompile(`(?:」|』|質問|答え|回答)(?:の答え|の回答)?(?:には|にも|では|に|は|を)?、?[「"]?` +
			`([\p{Han}\p{Hiragana}\p{Katakana}ー]{2,12}?)[」"]?(?:と|にし|って|を)(?:て|た|入|書|答|登録|設定|して|した|回答|入力|言|打)`),
		regexp.MustCompile(`(?:」|』)に、?([\p{Han}\p{Hiragana}\p{Katakana}ー]{2,12}?)で登録`),
		regexp.MustCompile(`(?:答え|回答)は、?[「"]?([\p{Han}\p{Hiragana}\p{Katakana}ー]{2,12}?)[」"]?(?:です|だ|。|$)`),
		regexp.MustCompile(`(?:तो|पर) (?:मैं|हम) ([^\s"”।,]+(?: [^\s"”।,]+){0,2}?) (?:ही )?(?:लिख|डाल|भर|बता|बोल|कह)`),
		regexp.MustCompile(`」は、?[「"]?([\p{Han}\p{Hiragana}\p{Katakana}ー]{2,12}?)[」"]?(?:です|だ|。|$)`),
		regexp.MustCompile(`(?:我(?:填|写|答|输|设)的|答案)["“「]?(\p{Han}{2,8})`),
		regexp.MustCompile(`(?:填|写|答|输|设|回答|答案|输入|设置)的?(?:都|就|应该|好像|大概)?(?:是|了|成|为|：|:)["“「]?(\p{Han}{2,8})`),
		regexp.MustCompile(`["'”’」] ?(?:에|에는|답은|답|답으로|물어보면|라고 물으면|질문에)? ?["'“]?([\p{Hangul}\d]{2,12}?)["'”]?` +
			`(?:이?라고|으?로|을|를) ?(?:해|했|적|써|썼|입력|설정|넣|답|대답|등록|말|저장)`),
		regexp.MustCompile(`(?:답은|대답은|답:) ?["'“]?([\p{Hangul}\d]{2,12}?)["'”]?(?:이?라고|으?로|이야|야|임|입니다|예요|이에요|이다|[.,]|$)`),
		regexp.MustCompile(`(?:물어보면|질문에|물으면) ["'“]?([\p{Hangul}\d]{2,12}?)["'”]? ?(?:이?라고|으?로) ?(?:해|했|적|써|썼|입력|답|대답|말)`),
		regexp.MustCompile(`(?i:(?:me|mein|mai|maine|humne)) ([^\s"”.,]+(?: [^\s"”.,]+)?) (?i:likha|likhi|daala|dala|` +
			`bola|rakha|bhara|diya)`),
	}
})
