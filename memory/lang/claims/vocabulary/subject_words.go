package vocabulary

import (
	"strings"
	"sync"

	"memoir/memory/lang"
)

// FirstPersonPronouns returns the words that name the user, and the commonest verbs that do so
// alone; Possessives are not among them.
var FirstPersonPronouns = lang.CachePerLanguage(func(language lang.Language) map[string]bool {
	return wordsOfLanguageOrSeveralIfUnknown(language, map[lang.Language]string{
		lang.English: "i i'm i've i'd i'll i’m i’ve i’d i’ll im ive me myself we we're we've we’re we’ve us ourselves",
		lang.German:  "ich mich mir wir uns", lang.Dutch: "ik mij wij we ons me",
		lang.Spanish: "yo me conmigo nosotros nosotras nos soy tengo vivo trabajo estoy",
		lang.French:  "je j m moi nous", lang.Italian: "io mi noi ci sono ho me abito vivo lavoro",
		lang.Portuguese: "eu mim me comigo nós sou tenho moro trabalho",
		lang.Russian:    "я меня мне мной мы нас нам", lang.Hindi: "मैं मुझे मुझको मैंने हम हमें हमने हूँ हूं",
		lang.Arabic: "أنا نحن إني أنني", lang.Turkish: "ben bana beni biz bize bizi",
		lang.Polish: "ja mnie mi my nas jestem mam mieszkam pracuję",
	})
})

// wordsOfLanguageOrSeveralIfUnknown returns the words of a language. An unknown one gets those of
// English, of the languages in other scripts, and the pronouns that no other language has.
func wordsOfLanguageOrSeveralIfUnknown(language lang.Language, lists map[lang.Language]string) map[string]bool {
	if language != lang.UnknownLanguage {
		return lang.WordSet(lists[language])
	}
	var all []string
	for _, l := range []lang.Language{lang.English, lang.German, lang.French, lang.Russian, lang.Hindi, lang.Arabic} {
		all = append(all, lists[l])
	}
	return lang.WordSet(strings.Join(all, " "))
}

// ThirdPersonPronouns are subjects that stand for somebody who was named before.
var ThirdPersonPronouns = lang.CachePerLanguage(func(language lang.Language) map[string]bool {
	return wordsOfLanguageOrSeveralIfUnknown(language, map[lang.Language]string{
		lang.English: "he she they he's she's they're he’s she’s they’re",
		lang.German:  "er sie", lang.Spanish: "él ella ellos ellas",
		lang.French: "il elle ils elles", lang.Italian: "lui lei loro", lang.Portuguese: "ele ela eles elas",
		lang.Russian: "он она они",
		lang.Hindi:   "वह वो वे", lang.Arabic: "هو هي هم", lang.Polish: "on ona oni one", lang.Dutch: "hij zij ze",
	})
})

// RelativePronouns stand for the noun before them.
var RelativePronouns = sync.OnceValue(func() map[string]bool {
	return lang.WordSet("who qui quien который которая которые która który którzy الذي التي")
})

// Possessives are the words for "my" and "our".
var Possessives = lang.CachePerLanguage(func(language lang.Language) map[string]bool {
	return wordsOfLanguageOrSeveralIfUnknown(language, map[lang.Language]string{
		lang.English: "my our", lang.German: "mein meine meinen meinem meiner meines unser unsere unseren unserem",
		lang.Dutch:   "mijn onze ons",
		lang.Spanish: "mi mis nuestro nuestra nuestros nuestras", lang.French: "mon ma mes notre nos",
		lang.Italian:    "mio mia miei mie nostro nostra nostri nostre",
		lang.Portuguese: "meu minha meus minhas nosso nossa nossos nossas",
		lang.Russian:    "мой моя моё мое мои моего моей моему моим моих моими наш наша наши нашего нашей наших нашим",
		lang.Hindi:      "मेरा मेरी मेरे हमारा हमारी हमारे",
		lang.Polish:     "mój moja moje moi mojego mojej mojemu nasz nasza nasi",
	})
})

// RomancePossessives are "my" in languages that a short text doesn't tell apart; before FamilyNouns
// they are no pronoun.
var (
	RomancePossessives = sync.OnceValue(func() map[string]bool { return lang.WordSet("mi mia mio meu minha mijn") })
	FamilyNouns        = sync.OnceValue(func() map[string]bool {
		return lang.WordSet(`madre padre mamá papá hermana hermano hijo hija mujer marido esposa esposo novia novio abuela
			abuelo tía tío prima primo suegra suegro perro perra gato gata jefe jefa vecino vecina amigo amiga moglie marito
			figlio figlia fratello sorella nonna nonno zia zio cugina cugino cane gatto capo vicino amica amico mamma papà
			mãe pai irmã irmão filho filha avó avô tia tio namorada namorado cachorro chefe vizinho vizinha vrouw man zoon
			dochter broer zus moeder vader oma opa vriendin vriend buurman baas hond kat`)
	})
	// HanShortRelatives are people only behind a possessive: 我妈.
	HanShortRelatives = sync.OnceValue(func() []string {
		return strings.Fields("妈 爸 哥 姐 弟 妹 儿 女 媳妇 闺女 丈母娘 婆婆 公公 岳母 岳父 姥姥 姥爷 舅 姑 姨 对象 闺蜜")
	})
)

// JapaneseAdverbs say when or where; a topic particle behind one makes no subject: 今は, 普段は, 家では.
var JapaneseAdverbs = sync.OnceValue(func() []string {
	return strings.Fields("今 最近 昔 今日 昨日 明日 今年 去年 来年 今月 来月 先月 普段 平日 週末 毎日 毎朝 夜 朝 休日 実 本当 将来 で に")
})

// Pointers are words at the start of a sentence that are no subject of their own.
var Pointers = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`this that it these those there here today tomorrow yesterday now das dies es da dort hier
			heute
		morgen gestern jetzt
		eso esto ese este esta aquello hoy mañana ayer ahora aquí ce ça cela c'est voici aujourd'hui demain hier ici
		ciò questo
		questa quello quella oggi domani ieri adesso qui isso isto aquilo hoje amanhã ontem agora aqui это то
		сегодня завтра вчера
		сейчас здесь यह ये आज अब to dziś dzisiaj jutro teraz dat dit vandaag morgen nu`)
})

// UserSubjects are the words for "user" as a subject.
var UserSubjects = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`user nutzer nutzerin benutzer benutzerin usuario usuaria l'utilisateur l’utilisateur
		l'utilisatrice l’utilisatrice
		utilisateur utilisatrice l'utente l’utente utente usuário usuária utilizador utilizadora all'utente
		all’utente пользователю użytkownikowi пользователь пользовательница उपयोगकर्ता ユーザー المستخدم
		المستخدمة kullanıcı użytkownik użytkowniczka gebruiker gebruikster`)
})

// UserGenitives are the words for "of the user".
var UserGenitives = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`user's user’s nutzers nutzerin benutzers benutzerin dell'utente dell’utente d'utilisateur
		пользователя пользовательницы użytkownika użytkowniczki`)
})

// UserPossessives make the word before them a possessive.
var UserPossessives = sync.OnceValue(func() map[string]bool { return lang.WordSet("का की के の") })

// IndefiniteSubjects are people in general.
var IndefiniteSubjects = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`everyone everybody someone somebody nobody people jemand niemand leute jeder alguien nadie
		alguém ninguém quelqu'un
		personne qualcuno nessuno люди кто-то लोग कोई ktoś nikt ludzie iemand niemand mensen herkes biri insanlar
		الناس`)
})

// Articles come before a noun.
var Articles = sync.OnceValue(func() map[string]bool {
	return lang.WordSet("the der die das el la le il lo a o de het")
})

// IndefiniteArticles come before a noun that was not mentioned yet.
var IndefiniteArticles = sync.OnceValue(func() map[string]bool {
	return lang.WordSet("a an ein eine un una uno une um uma een")
})

// Demonstratives and quantifiers come before a noun.
var Demonstratives = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`this that some another every each dieser diese dieses jener jede jeder este esta ese esa aquel
		aquella otro otra cet cette ces chaque questo questa quel quella quello ogni um outro outra aquele aquela
		этот эта тот та один одна deze die ten ta`)
})

// GermanGenitives are possessives that follow the noun they belong to.
var GermanGenitives = sync.OnceValue(func() map[string]bool {
	return lang.WordSet("meines meiner unseres unserer")
})

// GenitivePrepositions come between a noun and its owner.
var GenitivePrepositions = sync.OnceValue(func() map[string]bool {
	return lang.WordSet("of de di do da dos das del della dello dei delle dell du des von vom van d")
})

// RelativeNouns are people in Russian and Polish, which have no articles.
var RelativeNouns = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`жена муж сын дочь брат сестра мать отец мама папа друг подруга сосед соседка дети żona mąż syn
		córka brat siostra
		matka ojciec mama tata przyjaciel przyjaciółka sąsiad sąsiadka dzieci`)
})

// NounQualifiers stand between "my" and the noun.
var NounQualifiers = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`older younger best little big eldest oldest youngest twin ex late old good close new great
		ältere älterer ältester
		älteste jüngere jüngerer jüngste jüngster beste bester kleine kleiner große großer alte alter neue neuer
		mejor petit petite
		grand grande meilleur meilleure migliore melhor старшая старший старшего младшая младший лучший лучшая
		бывший бывшая बड़ा
		बड़ी बड़े छोटा छोटी छोटे starszy starsza młodszy młodsza najlepszy najlepsza oudere jongere`)
})

// ConjunctionsAnd are the words for "and".
var ConjunctionsAnd = sync.OnceValue(func() map[string]bool { return lang.WordSet("and und et y e en i и a") })

// SubjectPreludes may come before the subject of a clause.
var SubjectPreludes = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`and but because so since that while well yes no also hi hello hey by the way btw у u und
			aber weil
		dass denn ja nein el la
		il i o a y e pero porque que sí et mais car oui ma perché mas и а но что да और लेकिन क्योंकि कि de het en
		maar omdat
		dat ale bo że ve ama`)
})

// OwnAttributes are nouns behind "my" that say something about the user.
var OwnAttributes = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`name names nickname age birthday birthdate job work profession occupation hobby hobbies home
		hometown house flat
		apartment address favourite favorite height weight blood diet allergy allergies native take opinion view
		idea thought thoughts feeling guess
		impression mind read reading mother's tongue language
		nationality religion pronouns aim knee back eyes hair health salary studies
		goal dream plan
		meinung ansicht eindruck gefühl idee vorname nachname alter geburtstag beruf arbeit job hobby hobbys heimat
		zuhause wohnung haus adresse lieblings
		lieblingsfarbe lieblingsessen größe gewicht muttersprache ziel plan
		objetivo meta opinión lectura parecer idea impresión nombre apellido edad cumpleaños
		trabajo profesión afición casa piso
		dirección favorito favorita altura peso
		lengua
		objectif but avis opinion lecture impression idée nom prénom âge anniversaire travail
		métier profession maison
		appartement adresse préféré préférée taille
		poids langue
		obiettivo traguardo parere opinione interpretazione lettura impressione idea nome cognome
		età compleanno lavoro professione casa
		appartamento indirizzo preferito preferita altezza lingua
		objetivo meta opinião leitura impressão ideia sobrenome idade aniversário trabalho
		profissão endereço favorito favorita
		цель мнение взгляд имя фамилия возраст рождения работа профессия хобби дом квартира адрес
		любимый любимая любимое
		рост вес язык
		राय विचार नाम उम्र जन्मदिन काम नौकरी पेशा शौक घर पता पसंदीदा
		의견 생각 이름 나이 생일 직업 일 취미 집 주소 고향 키 요즘 지금 오늘 올해 전공 회사
		環境 体調 症状 予算 最寄り 家族構成 体重 血液型 趣味 仕事 名前 生日 誕生 年齢 職業 出身 家 今 今日 最近 毎日 好 現在 住所 身長 来月 来年 去年 昨日
		復帰 復職 帰国 出発 引越 引っ越 入社 退職 転職 転勤 手術 予定日 出産 結婚 結婚式 挙式 卒業 入学 留学 試験 面接 旅行 目標
		予算 体重 血液型 前職 本業 副業 専攻
		cel opinia zdanie imię nazwisko wiek urodziny praca zawód dom mieszkanie adres ulubiony
		ulubiona
		doel mening naam leeftijd verjaardag baan werk beroep huis adres lievelings`)
})

// ThirdPersonVerbs follow a subject of the third person.
var ThirdPersonVerbs = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`is was has had lives works likes loves hates wants prefers moved drinks smokes eats plays
			speaks
		studies says said
		thinks told owns drives got are were
		ist war hat hatte wohnt lebt arbeitet mag liebt hasst will trinkt raucht isst spielt spricht studiert heißt
		sagt sagte
		es está era tiene vive trabaja quiere bebe fuma come juega habla estudia dice dijo
		est était vit habite travaille aime déteste boit fume mange joue parle étudie dit
		è ha vive lavora abita ama odia beve fuma mangia gioca parla studia dice
		é tem mora trabalha gosta quer
		живёт живет работает был была любит пьёт пьет курит ест играет говорит учится сказал сказала зовут
		है रहता रहती करता करती था थी
		jest był była ma mieszka pracuje lubi pije pali gra mówi studiuje
		heeft woont werkt houdt drinkt rookt eet speelt zegt heet`)
})

// SubjectlessThirdPerson are verbs whose form alone says that they are about somebody else, by the
// language, and in Russian the words for to whom and with whom.
var SubjectlessThirdPerson = sync.OnceValue(func() map[lang.Language]map[string]bool {
	return map[lang.Language]map[string]bool{
		lang.Spanish: lang.WordSet(`es está tiene vive trabaja estudia nació quiere juega habla come bebe fuma lleva padece
			sufre llama son están tienen viven trabajan`),
		lang.Italian: lang.WordSet(`è ha vive lavora studia abita gioca soffre parla mangia beve fuma chiama sono hanno vivono
			lavorano`),
		lang.Portuguese: lang.WordSet(`é está tem mora vive trabalha estuda joga fala come bebe fuma sofre nasceu chama são
			estão têm moram`),
		lang.Polish: lang.WordSet(`jest ma mieszka pracuje studiuje gra mówi je pije pali lubi chodzi cierpi nazywa są mają
			mieszkają pracują`),
		lang.Russian: lang.WordSet(`ему ей им живёт живет работает учится болеет любит играет курит зовут`),
	}
})

// OwnPronouns are the words for "mine", by the language.
var OwnPronouns = sync.OnceValue(func() map[lang.Language]map[string]bool {
	return map[lang.Language]map[string]bool{
		lang.English:    lang.WordSet("mine ours mine's mine’s ours's"),
		lang.German:     lang.WordSet("meiner meine meins meines unserer unsere unseres"),
		lang.Dutch:      lang.WordSet("mijne onze"),
		lang.Spanish:    lang.WordSet("mío mía míos mías nuestro nuestra"),
		lang.French:     lang.WordSet("mien mienne miens miennes nôtre"),
		lang.Italian:    lang.WordSet("mio mia miei mie nostro nostra"),
		lang.Portuguese: lang.WordSet("meu minha meus minhas nosso nossa"),
	}
})

// ImpersonalComplements follow a verb of the third person that is about nobody, in the languages of
// SubjectlessThirdPerson and in French.
var ImpersonalComplements = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`que importante difícil fácil posible imposible necesario mejor peor tarde temprano verdad cierto
		normal raro lógico urgente para por cuando como hora lloviendo nevando nublado frío calor
		che difficile facile possibile impossibile necessario meglio peggio tardi presto vero strano da per ora quando come
		possível impossível necessário melhor pior cedo verdade estranho quando chovendo frio
		tard tôt vrai possible impossible important nécessaire temps rare interdit préférable dommage clair évident probable
		ważne trudno łatwo możliwe późno wcześnie zimno ciepło to`)
})

// SayVerbs introduce what somebody else says, thinks or claims.
var SayVerbs = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`says said say tells told thinks thought think believes claims claimed writes wrote asks asked
		insists reckons reckon mentioned mentions swears swore suggests suspects assumes assume assumed guesses
		gesagt meinen vermutet erwähnte erwähnt dicho contado cuenta dijeron raconté affirmait detto raccontato conta
		disseram zeggen glauben denken croient pensent creen piensan credono pensano acham
		dito сказали рассказал рассказала बताया बोला बोली
		sagt sagte sagen meint meinte behauptet behauptete glaubt denkt schreibt schrieb erzählt erzählte fragt
		dice dijo dicen cree piensa afirma escribió contó pregunta
		dit disent pense croit prétend affirme écrit raconte demande
		dice disse detto dicono pensa crede sostiene scrive
		diz disse dizem acha acredita afirma escreveu contou
		говорит сказал сказала говорят думает считает утверждает пишет написал спросил
		कहता कहती कहा कहते सोचता सोचती मानता
		말했다 말했어요 말해요 생각해요 말한다 했어요
		يقول تقول قال قالت يعتقد
		diyor dedi söyledi düşünüyor
		mówi powiedział powiedziała twierdzi myśli uważa
		zegt zei denkt gelooft beweert schrijft
		rozpowiada opowiada opowiadają gadają рассказывает рассказывают разносит raccontano cuentan vertelt vertellen
		anlatıyor anlatıyormuş söylüyor konuşuyorlar बताती फिरती
		boasts boasted brags bragged maintains schwört prahlt brüstet jura presume asegura fanfarronea jure assure soutient
		vante clame giura vanta assicura ripete millanta garante gaba zweert pocht vertelde przysięga zarzeka upiera chwali
		przechwala utrzymuje zapewnia твердит хвастается хвастает хвалится клянётся клянется уверяет заявляет iddia övünüyor
		दावा डींग`)
})

// ExpertWords name people whose word about the user counts as the user's own.
var ExpertWords = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`doctor dentist gp physician therapist psychiatrist optician vet lawyer arzt ärztin hausarzt
		hausärztin zahnarzt
		zahnärztin therapeut therapeutin médico médica doctor doctora dentista médecin docteur dentiste medico dottore
		dottoressa врач врача доктор डॉक्टर lekarz lekarka kinesist kinesitherapeut fysiotherapeut physio physiotherapist
		gyneco gynécologue kiné traumatólogo окулист
		passport certificate results test contract scan ausweis reisepass pasaporte passeport passaporto
		passaporte паспорт arts huisarts doktor doktorum doktorun`)
})

// OwnRelatives are words for "my sister" and the like where the possessive is an ending.
var OwnRelatives = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`kayınvalidem kayınpederim nişanlım sevgilim köpeğim kedim torunum yeğenim
		annem babam kardeşim ablam abim ağabeyim eşim karım kocam oğlum kızım komşum arkadaşım
			patronum
		amcam dayım
		teyzem halam dedem ninem kuzenim iş
		أخي أختي أمي أبي زوجي زوجتي جاري جارتي صديقي صديقتي ابني ابنتي مديري عمي خالي جدي جدتي زميلي والدي والدتي`)
})

// UnspacedFirstPerson are the pronouns in Chinese, Japanese and Korean.
var UnspacedFirstPerson = sync.OnceValue(func() map[string]bool {
	return lang.WordSet("我 咱 私 僕 俺 나는 나도 저는 저도 제가 내가 나를 저를 우리는 우리가 우린 저희는 저희가 저흰 나에게 저에게 전 난 俺 咱 本人")
})

// HanPossessives are "my" and "our" in Chinese and Japanese.
var HanPossessives = sync.OnceValue(func() []string {
	return strings.Fields("我们的 我们 我的 我 私の 僕の 俺の うちの")
})

// HanRelatives are people that a Chinese or Japanese clause may be about.
var HanRelatives = sync.OnceValue(func() []string {
	return strings.Fields(`妹妹 姐姐 弟弟 哥哥 妈妈 爸爸 母亲 父亲 丈夫 妻子 老公 老婆 儿子 女儿 邻居 朋友 同事 老板 室友 男朋友 女朋友
		爷爷 奶奶 外公 外婆 叔叔 阿姨 表哥 表姐 表弟 表妹 老师 同学 客户 狗 猫 孩子 上司 経理
		友達 友人 隣人 隣 同僚 母 父 兄 弟 姉 妹 夫 妻 息子 娘 彼氏 彼女 祖父 祖母 先生 犬
		旦那 嫁 主人 奥さん 家内 長男 長女 次男 次女 孫 義母 義父 先輩 後輩 部下`)
})

// KoreanThirdPerson are pronouns of the third person with their particles.
var KoreanThirdPerson = sync.OnceValue(func() map[string]bool { return lang.WordSet("그는 그녀는 그가 그녀가 그들은") })

// KoreanPossessives are the words for "my" and "our".
var KoreanPossessives = sync.OnceValue(func() map[string]bool { return lang.WordSet("내 제 우리 저희 나의 저의") })

// KoreanAdverbials end places, times and clauses that a topic particle follows without making them
// the subject: 주말에는 is "at the weekend".
var KoreanAdverbials = sync.OnceValue(func() []string {
	return strings.Fields("에 에서 에게 한테 까지 부터 때 으로 마다 면서 보다 처럼 언젠 누군 어딘 그런 이런 저런 키우 다니 배우 만드 가르치 좋아하")
})

// ThingsOfOnesOwn are things that people have one of, which they call by the article alone.
var ThingsOfOnesOwn = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`car van bike motorbike scooter truck laptop computer printer phone tablet boiler oven fridge
		dishwasher flat house apartment kitchen bathroom garden balcony
		auto wagen motorrad moped roller fahrrad rad handy rechner drucker heizung ofen kühlschrank spülmaschine
		waschmaschine wohnung haus küche bad garten balkon
		coche carro moto bici bicicleta celular móvil compu ordenador computadora impresora lavadora lavarropas heladera
		nevera horno caldera casa piso depto departamento cocina baño jardín balcón
		voiture moto scooter vélo téléphone ordi ordinateur imprimante chaudière four frigo lave-linge maison appart
		appartement cuisine jardin balcon
		macchina auto moto motorino bici telefono pc stampante lavatrice caldaia forno frigo casa appartamento cucina bagno
		giardino balcone
		carro moto bicicleta celular telemóvel notebook impressora geladeira frigorífico fogão forno máquina casa
		apartamento apê cozinha banheiro quintal varanda
		auto fiets brommer telefoon laptop printer ketel oven koelkast wasmachine huis flat keuken badkamer tuin balkon`)
})
