package vocabulary

import (
	"strings"
	"sync"

	"memoir/memory/lang"
)

// Relation is what a verb or noun says about a person. A fact often names the relation by another
// word than the user did: "got a job at Siemens", "works at Siemens".
type Relation string

// The relations with words of their own. Buying is not among them: what is bought may be for
// others.
const (
	Residence  Relation = "residence"
	Origin     Relation = "origin"
	Employment Relation = "employment"
	Naming     Relation = "naming"
	Liking     Relation = "liking"
	Dislike    Relation = "dislike"
	Fandom     Relation = "fandom"
	Learning   Relation = "learning"
	Practice   Relation = "practice" // of an instrument, a sport, a hobby
	Keeping    Relation = "keeping"  // of animals and what one has
	Using      Relation = "using"    // of a device or a program
	Abstinence Relation = "abstinence"
)

// RelationWords maps folded words to the relation that they state, in the ten languages of the
// corpora and some more. Words that state it only together with others ("can't stand") are not
// here.
var RelationWords = sync.OnceValue(func() map[string]Relation {
	words := map[Relation]string{
		Residence: `live lives lived living reside resides residing resident wohne wohnt wohnen wohnhaft lebe lebt leben vivo
			vive viven vivir reside resido habite habites habitent habitant vis vit vivent abito abita abitano moro mora moram
			живу живет живёт живут проживает обитаю रहता रहती रहते woon woont wonen mieszkam mieszka oturuyorum oturuyor
			yaşıyorum
			yaşıyor yaşar`,
		Origin: `originally native hometown grew born raised stamme stammt gebürtig gebürtige gebürtiger herkunft aufgewachsen
			nací nació natural oriundo oriunda originario originaria criado criada originaire native natif né née viens vient
			grandi origine origini nato nata vengo viene cresciuto cresciuta nascido nascida nasci nasceu cresci родом
			уроженец уроженка родился родилась вырос выросла मूल रहने geboren afkomstig pochodzę pochodzi urodzony doğumlu
			memleket`,
		Employment: `work works worked working job employed employee hired arbeite arbeitet arbeiten job stelle angestellt
			beschäftigt jobbe malochte trabajo trabaja trabajan trabajar empleo empleado empleada contratado contratada curro
			laburo chambeo
			travaille travaillent travailler travail emploi poste embauché embauchée bosse taffe
			lavoro lavora lavorano lavorare impiego
			assunto assunta trabalho trabalha trabalham trabalhar emprego trampo ralo
			работаю работает работают работать работу работа устроился устроилась тружусь пашу вкалываю काम नौकरी werk werkt
			werken pracuję pracuje robię çalışıyorum çalışıyor`,
		Naming: `name named called call nickname goes genannt heiße heißt heißen nenn nennt nennen spitzname rufname llamo
			llama
			llaman nombre apodo llámame dime dicen appelle
			appellent prénom nom surnom chiamo chiama chiamano chiamami nome soprannome detto detta chamo chama chamam apelido
			зовут зови зовите звали звать имя кличка кличке кличкой прозвище नाम heet noem noemen naam nazywam nazywa imię adı
			adım adında`,
		Liking: `like likes liked love loves loved enjoy enjoys adore adores mag mögen liebe liebt lieben gern gerne gusta
			gustan encanta encantan adoro adora aime aiment adore piace piacciono amo ama gosto gosta gostam люблю любит
			любят нравится нравятся обожаю обожает पसंद kiffe flipa chifla mola curto kocham lubię lubi vind leuk houdt hou
			seviyorum sever seviyor`,
		Dislike: `dislike dislikes hate hates hated detest detests loathe loathes despise despises hasse hasst hassen
			verabscheue verabscheut odio odia odian detesto detesta detestan déteste détestent hais hait haïssent odiano
			odeio odeia odeiam ненавижу ненавидит ненавидят नफरत haat nienawidzę nefret sevmez sevmem sevmiyorum sevmiyor`,
		Fandom: `fan supporter supports support supporting hincha hinchas aficionado aficionada seguidor seguidora forofo
			anhänger anhängerin supporteur supporters tifo tifa tifoso tifosa torço torce torcedor torcedora
			болею болеет болельщик болельщица фанат фанатка समर्थक फैन kibic kibicuję kibicuje taraftar taraftarı`,
		Learning: `learn learns learning learned study studies studying lesson lessons course class classes lerne lernt lernen
			unterricht kurs büffle büffel pauke aprendo aprende aprendiendo aprender estudio estudia estudiando clase clases
			curso
			apprends apprend apprendre apprenant étudie cours imparo impara imparando imparare studio studia studiando lezioni
			corso aprendendo estudo estuda estudando aula aulas учу учит учусь учится изучаю изучает осваиваю уроки курсы
			सीख सीखता सीखती पढ़ leer leert lessen cursus uczę uczy lekcje öğreniyorum öğreniyor`,
		Practice: `play plays playing practise practises practice practices practicing spiele spielt spielen übe übt toco toca
			tocar juego juega jugar practico practica joue jouer pratique fais fait suono suona suonare gioco gioca pratico jogo
			joga jogar играю играет занимаюсь занимается практикую बजाता बजाती बजा खेलता खेलती speel speelt spelen gram gra
			çalıyorum oynuyorum oynuyor`,
		Using: `use uses using run runs nutze nutzt benutze benutzt verwende verwendet uso usa utilizo utiliza utilise
			utilises
			utilizzo utilizza использую использует пользуюсь пользуется इस्तेमाल gebruik gebruikt używam używa kullanıyorum
			kullanıyor`,
		Keeping: `have has got own owns keep keeps keeping adopted raise raises habe hab hat besitze besitzt halte hält
			angeschafft zugelegt tengo tiene tenemos adopté adoptamos adoptado possède avons recueilli abbiamo
			possiede preso presa presi adottato adottata tenho tem temos adotei adotamos есть имею имеется завели завёл
			завел завела держу держим держит पाला पाली पाले रखा heb heeft hebben mamy`,
	}
	out := map[string]Relation{}
	for _, r := range []Relation{
		Using, Keeping, Practice, Learning, Fandom, Origin, Dislike, Liking, Naming, Employment, Residence,
	} {
		for w := range strings.FieldsSeq(words[r]) {
			out[lang.FoldText(w)] = r
		}
	}
	return out
})

// MovingWords state a residence by how it began. "Moved from" names the one that ended.
var (
	MovingWords = sync.OnceValue(func() map[string]bool {
		return lang.WordSet(`moved move moving relocated settled umgezogen gezogen gezogen hergezogen mudé mudado mudamos
			trasladé trasladado déménagé emménagé installé installée trasferito trasferita traslocato mudei mudou mudamos
			переехал переехала переехали перебрался перебралась शिफ्ट verhuisd przeprowadziłem przeprowadziłam taşındım
			taşındık`)
	})
	OriginWords = sync.OnceValue(func() map[string]bool {
		return lang.WordSet("from out away leave leaving von aus weg de du des desde da dal dalla dallo do из с се")
	})
	// LossWords say that a relation has ended.
	LossWords = sync.OnceValue(func() map[string]bool {
		return lang.WordSet(`lost lose losing left leaving quit fired resigned retired former ex used stopped almost
			nearly
			verloren verlor gekündigt früher ehemals fast perdí perdido perdió dejé dejado renuncié casi perdu quitté
			démissionné presque perso lasciato quasi perdi deixei saí quase потерял потеряла уволился уволилась бросил
			бросила почти छोड़`)
	})
)

// AuxiliaryWords stand beside the word of a relation in a fact and add nothing to it: "wants to be
// called", "plays the ukulele as a hobby".
var AuxiliaryWords = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`wants want wishes asks möchte will wünscht quiere desea veut souhaite vuole desidera quer
			deseja
		хочет просит करता करती करते चाहता चाहती 원한다 바란다 希望 想要`)
})

// GermanSayWords give a name together with "zu mir": "sag Micha zu mir".
var GermanSayWords = sync.OnceValue(func() map[string]bool { return lang.WordSet("sag sagt sage sagen") })

// RelationPhrases state a relation by several words. They are in lower case.
var RelationPhrases = sync.OnceValue(func() map[Relation][]string {
	return splitPhrasesByRelation(map[Relation]string{
		Residence: `based in|live over in|ended up in|settled in|zuhause in|radicado en|radicada en|basé à|basée à|осел в|
			осела в`,
		Using: `i'm on|i’m on|im on|running|run on|sitz an|sitze an|bin auf|arbeite mit|tiro de|je suis sur|tourne sous|
			sono su|сижу на|zit op|werk op`,
		Abstinence: `been off|am off|i'm off|went off|off the|quit|stopped|gave up|given up|cut out|cutting out|kicked|
			clean from|sober|no more|don't touch|don’t touch|never touch|can't have|não posso com|nao posso com|no puedo con|
			no puedo comer|non posso|ne peux pas|darf kein|kann kein|нельзя|मना है|can't do|cannot have|can't eat|
			aufgehört|hab aufgegeben|verzichte|lass die finger|rühr ich nicht an|
			dejé|dejado|quitado|quité|ya no pruebo|no pruebo|no toco|ni lo pruebo|
			arrêté|stoppé|touche plus|touche pas|ai banni|smesso|tolto|eliminato|non tocco|
			parei|larguei|cortei|não toco|nem toco|бросил|бросила|завязал с|завязала с|отказался от|отказалась от|
			не притрагиваюсь|
			छोड़|बंद कर|gestopt|gekapt|rzuciłem|rzuciłam|odstawiłem|odstawiłam|bıraktım`,
		Dislike: `can't stand|can’t stand|cannot stand|cant stand|can't bear|not a fan of|not my thing|not for me|no thanks|
			no thank you|hard pass|work of the devil|devil's work|makes me gag|makes me sick|turns my stomach|grosses me out|
			keep it away|keep that away|get it away|gives me the creeps|wouldn't touch|won't touch|never again|over my dead body|
			the worst food|tastes like soap|rather starve|yuck|bleurgh|can't be doing with|does my head in|drives me mad|
			drives me up the wall|pet peeve|
			nicht ausstehen|nicht leiden|kann nicht leiden|nein danke|nicht mein fall|nicht mein ding|bleib mir weg|
			bleibt mir weg|geh mir weg|geht mir weg|hör mir auf|kannst du behalten|könnt ihr behalten|kann mir gestohlen bleiben|
			können mir gestohlen bleiben|ekelt mich|ekel mich|wird mir schlecht|krieg ich nicht runter|krieg ich nich runter|
			geht gar nicht|geht ja gar nicht|ist mir ein graus|nichts für mich|widert mich an|zum kotzen|igitt|
			no soporto|no aguanto|no puedo con|no trago|no paso por|ni en pintura|ni loco|ni loca|ni muerto|ni muerta|
			ni de broma|
			ni regalado|ni regalada|ni a palos|ni borracho|ni verlo|ni verla|ni verlos|ni verlas|me da asco|me dan asco|
			me repugna|me revuelve|no es lo mío|no es lo mio|guácala|qué asco|me pone enfermo|me saca de quicio|
			horreur d|supporte pas|très peu pour moi|tres peu pour moi|pas pour moi|pas mon truc|pas ma tasse de thé|
			me dégoûte|me dégoute|me dégoûtent|me donne la nausée|sans façon|non merci|jamais de la vie|ça passe pas|
			peux pas voir|peux pas blairer|plutôt mourir|me sort par les yeux|
			non sopporto|non reggo|non posso vedere|non fa per me|non fanno per me|anche no|per carità|mi fa schifo|
			mi fanno schifo|mi fa senso|mi dà la nausea|mi viene da vomitare|neanche morto|neanche morta|neanche dipinto|
			neanche per sogno|manco morto|non li digerisco|non mi va giù|lontano da me|che schifo|
			não suporto|não aguento|nao aguento|nao suporto|passo longe|tô fora|to fora|nem pensar|nem morto|nem morta|
			nem pintado|nem de graça|nem a pau|me dá nojo|me dão nojo|tenho nojo|não desce|nao desce|não é comigo|deus me livre|
			não é pra mim|detesto|que nojo|
			терпеть не могу|не выношу|не перевариваю|не переношу|на дух не|видеть не могу|воротит|тошнит|мутит от|
			гадость|фу, |не моё|не мое|ни за что|ни за какие|глаза б мои|бесит|бесят|выбешивает|
			बर्दाश्त नहीं|उल्टी आती|घिन आती|चिढ़ है|बिलकुल नहीं भाता|
			hekel aan|lust geen|moet ik niet|moet er niet aan denken|niks voor mij|niet te pruimen|walg|
			nie cierpię|nie znoszę|nie trawię|fuj|rzygać|tahammül edemem|tahammül edemiyorum|midem kalkıyor|ağzıma sürmem|
			ağzıma koymam`,
		Liking: `big fan of|huge fan of|crazy about|mad about|nuts about|addicted to|obsessed with|can't get enough|
			can't live without|can't resist|weakness for|soft spot for|sucker for|my jam|
			my happy place|hooked on|live for|
			verrückt nach|stehe auf|steh auf|steh total auf|fan de |fahr auf|fahre auf|geht nichts über|mein ein und alles|
			hat's mir angetan|kann nicht genug|süchtig nach|
			me flipa|me chifla|me pirra|me pirran|me vuelve loco|me vuelve loca|me vuelven loco|me vuelven loca|
			no puedo vivir sin|
			me pierde|me pierden|me tira|
			raffole de|raffole d|dingue de|fou de|folle de|accro à|accro au|accro aux|péché mignon|ne peux pas me passer|
			vado matto|vado matta|vado pazzo|vado pazza|impazzisco per|non posso vivere senza|il mio debole|sono drogato di|
			sou louco por|sou louca por|sou viciado|sou viciada|não vivo sem|nao vivo sem|sou apaixonado|sou apaixonada|
			me amarro|
			без ума от|обожаю|жить не могу без|тащусь от|подсел на|подсела на|кайфую от|фанатею|
			दीवाना|दीवानी|जान है|के बिना नहीं रह|
			gek op|dol op|verslaafd aan|uwielbiam|szaleję za|przepadam za|bayılırım|bayılıyorum|vazgeçemem`,
		Naming: `goes by|go by|for short|friends call|my friends call|known as|für freunde|für meine freunde|alle nennen|
			para los amigos|para mis amigos|mis amigos me|me dicen|pour les amis|pour les intimes|pour les copains|
			per gli amici|all'anagrafe|all’anagrafe|per l'anagrafe|per l’anagrafe|para os amigos|pros amigos|pros íntimos|
			no rg|no registro|на документах|для друзей|для своих|по паспорту|по имени|voor vrienden|dla przyjaciół`,
		Fandom: `roots for|root for|rooting for|cheer for|barrack for|through and through|season ticket|drück die daumen|
			halte zu|halt zu|mein verein|mein herz schlägt|dauerkarte|soy del|soy de los|a muerte con|a muerte con el|
			de corazón|hasta la muerte|mi equipo|voy con|
			suis pour|mon équipe|mon club|je supporte|tengo per|faccio il tifo|la mia squadra|sou do|sou da|meu time|за команду|
			моя команда|болею за|ben voor|mijn club|moja drużyna|takımım|tutuyorum`,
		Practice: `took up|taken up|picked up|got into|getting into|angefangen mit|fange an mit|
			puse a|puse con|empecé a|empecé con|me dio por|apunté a|mis à la|mis au|mis à l|mets au|mets à la|mise au|mise à|
			inscrit au|iniziato a|iniziato con|cominciato a|mi sono messo|mi sono messa|sono iscritt|comecei a|comecei no|
			comecei na|entrei no|entrei na|пошел на|пошла на|хожу на|начал играть|начала играть|ben begonnen met|zacząłem|
			zaczęłam|başladım`,
		Origin: `i'm from|i’m from|im from|come from|comes from|hail from|bin aus|komme aus|komm aus|kommt aus|soy de|
			vengo de|je suis de|suis du|sono di|sou de|sou do|sou da|vim de|vim do|сам из|сама из|я из|мы из|
			का रहने वाला|की रहने वाली|से हूँ|से हूं|ik kom uit|kom uit|jestem z|aslen`,
	})
})

// ConsumptionWords are what one does to food and drink. Who doesn't do it abstains.
var ConsumptionWords = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`eat eats eaten drink drinks drunk drank have has had touch touches consume consumes take takes
		isst trinkt gegessen getrunken konsumiert come bebe toma comer beber mange boit consomme mangia beve assume consuma
			mangiare
		bere
		comer bebe come toma ест пьёт пьет употребляет खाता खाती पीता पीती eet drinkt je pije yemez içmez yemiyor içmiyor`)
})

// StayPhrases say where the user is now. Beside where they are from that is where they live, by
// itself it may be a visit.
var StayPhrases = sync.OnceValue(func() []string {
	return strings.Split("now in |now at |these days in |jetzt in |mittlerweile in |inzwischen in |ahora en |"+
		"ahora ando |ando por |ahora estoy en |maintenant à |désormais à |adesso a |ora a |ora sto |sto a |agora em |"+
		"agora no |agora na |agora tô |сейчас в |теперь в |अब |nu in |teraz w |şimdi |지금은 |现在在|今は", "|")
})

// splitPhrasesByRelation splits the phrases of each relation at bars.
func splitPhrasesByRelation(lists map[Relation]string) map[Relation][]string {
	out := map[Relation][]string{}
	for r, list := range lists {
		for phrase := range strings.SplitSeq(list, "|") {
			out[r] = append(out[r], strings.TrimLeft(strings.ReplaceAll(phrase, "\n", ""), "\t "))
		}
	}
	return out
}

// UnspacedRelationWords are parts of Chinese, Japanese and Korean text that state a relation.
var UnspacedRelationWords = sync.OnceValue(func() map[Relation][]string {
	lists := map[Relation]string{
		Residence: "住在 居住 搬到 搬来 定居 安家 打拼 生活 租住 に住 引っ越してき 在住 暮らし 산다 살아요 살고 삽니다 사는 거주 " +
			"이사했 이사왔 이사_왔",
		Origin:     "来自 出身 老家 出生 长大 生まれ 育ち 地元 출신 태생 고향 토박이",
		Employment: "工作 上班 入职 就职 任职 で働 勤め 就職 일한다 일해요 일하고 근무 다닌다 다녀요 다니고 취직 취업 입사",
		Naming:     "名字 叫我 我叫 称呼 称为 被称 取名 起名 名叫 と呼 という名 と申し といいます 이름 불러 불리 부르 라고_해",
		Liking: "喜欢 喜歡 热爱 爱吃 爱喝 爱听 最爱 无辣不欢 离不开 戒不掉 迷上 が好き が大好き は大好き に目がない にハマ 좋아 최애 환장 " +
			"없으면_못 사랑",
		Dislike: "不喜欢 不喜歡 讨厌 討厭 受不了 接受不了 吃不了 吃不来 吃不惯 碰不得 不吃 反胃 恶心 敬谢不敏 闻到就 が嫌い 苦手 は無理 がだめ " +
			"は嫌い 勘弁 食べられない 싫어 싫음 싫다 싫고 싫습 질색 못_먹 극혐 별로 안_먹 입에도",
		Fandom:     "球迷 粉丝 铁粉 死忠 ファン 推し 응원 팬",
		Learning:   "学习 在学 自学 报班 学着 勉強 習って 習い 学んで 배우 배워 배운 공부 독학",
		Practice:   "弹琴 弹吉 拉琴 打球 下棋 演奏 练习 弾いて 연주 치고 친다 쳐요",
		Using:      "使用 在用 用的 使って 使い 써요 쓰고 쓴다 사용 씁니다",
		Abstinence: "戒了 戒掉 不碰 不沾 忌 断了 やめた やめました 断って 控えて 끊었 끊은 끊고",
		Keeping:    "养 飼って 飼い 키우 키워 키운 기르 기른 있다 있어 있습",
	}
	out := map[Relation][]string{} // "_" is a blank
	for r, list := range lists {
		for part := range strings.FieldsSeq(list) {
			out[r] = append(out[r], strings.ReplaceAll(part, "_", " "))
		}
	}
	return out
})
