package claims

import (
	"slices"
	"strings"
	"sync"

	"memoir/memory/lang"
	"memoir/memory/lang/claims/vocabulary"
	"memoir/memory/lang/lazyregexp"
)

// secondPersonRoles give the assistant a role, unless a compliment follows (see startsWithPraise).
const secondPersonRoles = `you are my|you are now|you're my|you're now|you’re my|you’re now|you play the|you play a|
	you play my|you will play|you'll play|you be the|you'll be the|you'll be my|you will be my|i'll play the|i'll
			be the
	patient|i'll be the customer|i'll be the guest|i'll be the client|i am the patient and|i play the part|
	du bist mein|du bist meine|du bist jetzt|du bist nun|du spielst den|du spielst die|du spielst meinen|du spielst
	meine|du spielst einen|du spielst eine|ich spiele den|ich bin der patient und|
	eres mi|ahora eres|tú eres|tú haces de|hagamos de cuenta|
	tu es mon|tu es ma|tu es maintenant|tu es le|tu es la|tu joues le|tu joues la|tu joues mon|on dirait que je|
	on dirait que tu|on joue|
	tu sei il|tu sei la|sei il mio|sei la mia|ora sei|adesso sei|fai il|fai la parte|
	você é meu|você é minha|você é o|você é a|agora você é|tu és o meu|tu és a minha|
	ты мой|ты моя|ты теперь|ты играешь|ты будешь|вы мой|вы моя|
	आप मेरे|आप मेरी|तुम मेरे|तुम मेरी|तुम अब|आप अब|
	你是我的|你现在是|你来当|你当我的|你来演|你演|
	あなたは私の|君は私の|넌 내|너는 내|당신은 제|당신은 내|`

// rolePairs share roles between the user and the assistant in one sentence: "I am … and you are …".
const rolePairs = `and you are a|and you are an|and you are the|and you are my|and you're a|and you're the|
	and you're my|
	and i am your|and i'm your|and you play|
	und du bist ein|und du bist eine|und du bist der|und du bist die|und du bist mein|und du bist
	meine|und du spielst|
	und ich bin dein|und ich bin deine|
	y tú eres|y tú el|y tú un|y tú la|y tú una|y tú haces|y yo soy tu|
	et tu es|et toi un|et toi une|et toi le|et toi la|et toi mon|et je suis ton|et je suis ta|et tu joues|
	e tu sei|e tu un|e tu il|e io sono il tuo|e você é|e você o|e eu sou seu|
	а ты — |а ты мой|а ты моя|и ты мой|и ты моя|а я твой|а я твоя|
	और तुम मेरे|और तुम मेरी|और आप मेरे|और आप मेरी|你来当|你当我的|你演`

// storyFrames returns the phrases that place what follows in a story: each beginning with each kind
// of story.
var storyFrames = sync.OnceValue(func() string {
	var out []string
	for _, l := range [][2]string{
		{
			"in this |in my |in our |in the |for this |for my |for our |for the ",
			"story|novel|scene|fantasy|screenplay|fairy tale|fan fiction|fanfic|role-play|roleplay|short story|tale|sketch",
		},
		{"in dieser |in meiner |in unserer |in der |für diese |für meine ", "geschichte|szene|erzählung|kurzgeschichte"},
		{"in diesem |in meinem |in unserem |im |für diesen ", "roman|märchen|rollenspiel|sketch"},
		{"en esta |en mi |en nuestra |en la |para esta ", "historia|novela|escena|ficción"},
		{"en este |en mi |en nuestro ", "cuento|relato"},
		{"dans cette |dans mon |dans ma |dans notre |pour cette ", "histoire|scène|fiction|roman|conte|saynète"},
		{"in questa |nella mia |nella nostra |per questa ", "storia|scena|fiaba"},
		{"in questo |nel mio |nel nostro ", "romanzo|racconto"},
		{"nesta |na minha |na nossa |para esta ", "história|cena"},
		{"neste |no meu |no nosso ", "romance|conto"},
		{"в этой |в моей |в нашей ", "истории|сказке|сцене|повести"},
		{"в этом |в моём |в моем |в нашем ", "романе|рассказе"},
		{"इस |मेरी |हमारी |मेरे ", "कहानी में|दृश्य में|उपन्यास में"},
		{"在这个|在我的|在这部|在我们的", "小说里|小说中|故事里|故事中|场景里|场景中|剧本里|剧本中"},
		{"이 |내 |제 |우리 ", "이야기에서|소설에서|장면에서|소설 속에서"},
	} {
		for begin := range strings.SplitSeq(l[0], "|") {
			for kind := range strings.SplitSeq(l[1], "|") {
				out = append(out, begin+kind)
			}
		}
	}
	return strings.Join(out, "|")
})

// estCePattern matches the French way to ask without inversion, also where the hyphen is left out.
var estCePattern = lazyregexp.New(`(?i)^` +
	`((et|mais|alors|pourquoi|comment|quand|dis) )?(qu['’ ]?)?est[- ]ce( qu|$)`)

// hanPraise are compliments behind "you are" in scripts without spaces.
var hanPraise = sync.OnceValue(func() []string {
	return strings.Fields("最好 好朋友 天才 最棒 真 救星 最高 天使 救世主")
})

// maxGameWords bounds a clause that announces a game: "let's play a game:".
const maxGameWords = 6

// announcesGame reports whether a short clause proposes a game or a scene: "let's play a game:".
func announcesGame(c clause) bool {
	if len(c.tokens) > maxGameWords {
		return false
	}
	return c.end == ':' && hasAnyWord(c, gameWords()) || hasAnyWord(c, sceneWords()) &&
		(c.end == ':' || proposals()[c.tokens[0].Folded])
}

// opensGame reports a clause that names a game or a scene and not the user, before one that says
// who the user is in it.
func (p *passage) opensGame(i int) bool {
	c := p.clauses[i]
	if len(c.tokens) > maxOpeningWords || i+1 >= len(p.clauses) || hasAnyWord(c, vocabulary.Nominatives()) ||
		!p.maySayWhoUserIs(i+1) {
		return false
	}
	return hasAnyWord(c, gameWords()) || hasAnyWord(c, sceneWords()) || roleGamePattern.MatchString(c.text) // slow
}

// roleGamePattern matches the names of games in which people play somebody else.
var roleGamePattern = lazyregexp.New(`(?i)(^|\P{L})(d ?& ?d|dnd|pathfinder|larp|ttrpg|trpg|frp|` +
	`pen[- ]and[- ]paper|jeu de rôles?|juego de rol|` +
	`partida de rol|gioco di ruolo|rollenspel|sesja rpg|murder mystery|improv|` +
	`character sheet|backstory|ролевая|ролевой)($|\P{L})|跑团|剧本杀|TRPG|역할극`)

// maxOpeningWords bounds such a clause.
const maxOpeningWords = 9

// isAbsurdClaimOrMockAgreement reports whether the user says of themselves what nobody can be, or
// goes on with "and I am …" behind a word of mock agreement.
func (p *passage) isAbsurdClaimOrMockAgreement(i int) bool {
	c := p.clauses[i]
	if !hasAnyWord(c, firstPersonCopulas()) {
		return hasPartInUnspacedText(c, []string{"皇帝", "总统", "玉皇", "王様", "大統領", "대통령", "황제"}) &&
			vocabulary.HasFirstPersonPronoun(c.tokens, p.language)
	}
	if hasAnyWord(c, absurdIdentities()) || hasAdjacentWordPair(c, absurdPairs()) {
		return true
	}
	first := p.clauses.firstIndexInSentenceOf(i)
	return i > first && len(p.clauses[first].tokens) <= 3 && hasAnyWord(p.clauses[first], mockAgreements()) &&
		vocabulary.SubjectPreludes()[c.tokens[0].Folded]
}

// agreesWithLaughterOrMockery reports whether the user agrees in mockery: a sentence that starts
// with a word of agreement and has laughter in it, or with one that nobody means, says nothing in
// earnest.
func (p *passage) agreesWithLaughterOrMockery(i int) bool {
	opening := p.clauses[p.clauses.firstIndexInSentenceOf(i)]
	if first := opening.tokens[0]; !agreements()[first.Folded] && !mockAgreements()[first.Folded] &&
		!lang.StartsWithHanKanaOrHangul(first.Text) &&
		(len(opening.tokens) == 1 || !mockAgreements()[opening.tokens[1].Folded]) {
		return false
	}
	if mockingPattern.MatchString(opening.text) || p.agreesInMockery(i) {
		return true
	}
	agrees := agreementPattern.MatchString(opening.text) ||
		slices.ContainsFunc(opening.tokens[:min(len(opening.tokens), 2)], func(t lang.Token) bool {
			return mockAgreements()[t.Folded] && !laughs()[t.Folded]
		})
	return agrees && laughterPattern.MatchString(p.text)
}

var (
	mockingPattern = lazyregexp.New(`(?i)^\W*(yeah,? right|oh sure|ja nee,? ist? klar|ага,? конечно|` +
		`no tak,? jasne)`)
	agreementPattern = lazyregexp.New(`(?i)^\W*((yes|yup|ja|na klar|oui|mais oui|bah oui|sí|claro|sì|certo|sim|` +
		`да|ну да|हाँ|हां|tak|evet)([^\p{L}]|$)|네|예|是|对|はい)`)
	laughterPattern = lazyregexp.New(`(?i)😂|🤣|😅|😜|🙃|\b(ha){2,}h?\b|\b(ja){3,}\b|\blo+l\b|\blmao\b|\bmdr+\b|` +
		`\bptdr\b|\bkkk+\b|\brs(rs)+\b|\)\)\)|х[аa]х|ㅋㅋ|ㅎㅎ|哈哈|ｗｗ|笑$|草$|\^\^|\bxd\b`)
)

// sharesRolesWithAssistant reports whether a clause about the user stands in or beside a sentence
// that also says who the assistant is: "I'm the guest, you are the waiter", "You be the dragon. I
// am Sir Aldous". That is the start of a game.
func (p *passage) sharesRolesWithAssistant(i int) bool {
	c := p.clauses[i]
	if strings.Contains(c.text, "役") && vocabulary.HasFirstPersonPronoun(c.tokens, p.language) {
		return true
	}
	if !p.maySayWhoUserIs(i) {
		return false
	}
	for k := p.clauses.firstIndexInSentenceOf(max(0, p.clauses.firstIndexInSentenceOf(i)-1)); k < len(p.clauses) &&
		p.clauses[k].sentence <= c.sentence+1; k++ {
		if k != i && p.clauses[k].givesRoleToAssistant() && !p.isInQuestion(k) {
			return true
		}
	}
	return false
}

// maySayWhoUserIs reports whether a clause says who the user is or what part they have, also
// without a verb: "io il re".
func (p *passage) maySayWhoUserIs(i int) bool {
	c := p.clauses[i]
	ts := tokensAfterPreludes(c.tokens)
	return hasAnyWord(c, firstPersonCopulas()) ||
		len(ts) > 1 && vocabulary.Nominatives()[ts[0].Folded] && (vocabulary.Articles()[ts[1].Folded] ||
			vocabulary.IndefiniteArticles()[ts[1].Folded]) ||
		(len(c.tokens) == 2 || len(c.tokens) == 3) && rolePronouns()[c.tokens[0].Folded] ||
		lang.StartsWithHanKanaOrHangul(c.tokens[0].Text) && vocabulary.HasFirstPersonPronoun(c.tokens[:min(4,
			len(c.tokens))], p.language)
}

// tokensAfterPreludes cuts words off that may come before a subject.
func tokensAfterPreludes(ts []lang.Token) []lang.Token {
	for len(ts) > 1 && (vocabulary.SubjectPreludes()[ts[0].Folded] || wishConjunctions()[ts[0].Folded]) {
		ts = ts[1:]
	}
	return ts
}

// givesRoleToAssistant reports whether a clause says who the assistant is to be: a pronoun of the
// second person with a form of "to be", or with a noun alone, or the imperative of "to be" with a
// noun.
func (c clause) givesRoleToAssistant() bool {
	ts := tokensAfterPreludes(c.tokens)
	if len(ts) < 2 {
		return false
	}
	first, second := ts[0].Folded, ts[1].Folded
	if rolesOfAssistant()[first] || first == "sen" && turkishRoleVerbs()[ts[len(ts)-1].Folded] ||
		assignsAssistantRoleWithoutVerb(first, second) && !vocabulary.PraiseWords()[second] ||
		c.hasNonLatinWord() && unspacedRolePattern.MatchString(c.text) {
		return true
	}
	if startsWithPraise(textBehindWord(c.text, ts[1].Text)) {
		return false
	}
	return rolesOfAssistant()[first+" "+second] && (len(ts) == 2 || !vocabulary.PraiseWords()[ts[2].Folded]) ||
		(secondPersonCopulas()[first] || roleImperatives()[first]) && isArticleOrPossessive(second)
}

// textBehindWord returns what follows the first occurrence of a word.
func textBehindWord(text, word string) string {
	_, rest, _ := strings.Cut(text, word)
	return rest
}

// isArticleOrPossessive reports an article or possessive.
func isArticleOrPossessive(word string) bool {
	return vocabulary.Articles()[word] || vocabulary.IndefiniteArticles()[word] || vocabulary.SingularPossessives()[word]
}

// unspacedRolePattern matches "you" as the subject at the start of a clause in Chinese, Japanese,
// Korean and Hindi.
var unspacedRolePattern = lazyregexp.New(`^(那|然后|而)?你(就)?(是|当|當|演|扮|来当|来演|做)|^(あなた|君|お前|きみ)(は|が)|` +
	`^(그리고 )?(너는|넌|네가|니가|당신은|당신이)\s|^(और )?(तुम|आप|तू)\s.*(हो|बनो|बनिए|बनोगे|बनना|बन जाओ)$`)

// assignsAssistantRoleWithoutVerb reports whether two words name the assistant and a noun: "tu il
// giudice", "ты врач".
func assignsAssistantRoleWithoutVerb(first, second string) bool {
	switch first {
	case "ты":
		return !lang.HasAnySuffix(second, []string{"шь", "шься", "л", "ла", "лся", "лась"}) && !lang.FunctionWords()[second]
	case "tu", "tú", "toi", "you", "du":
		return vocabulary.Articles()[second] || vocabulary.IndefiniteArticles()[second]
	}
	return false
}

var (
	// gameWords announce a game with a colon behind them.
	gameWords = sync.OnceValue(func() map[string]bool {
		return lang.WordSet(`game spiel spielen jugar juego jouer jeu brincar brincadeira giocare gioco spel spelen
			игра игру
			играть поиграем oyun gra grę ゲーム 게임 놀이 खेल`)
	})
	// secondPersonCopulas are forms of "to be" that need no pronoun.
	secondPersonCopulas = sync.OnceValue(func() map[string]bool {
		return lang.WordSet("eres sos sei és bist jesteś serás sarai serás")
	})
	// roleImperatives tell the assistant to be or play somebody.
	roleImperatives = sync.OnceValue(func() map[string]bool {
		return lang.WordSet("be play sei spiel spiele sé haz sois joue fais fai sii seja faz faça будь играй bądź wees speel")
	})
	firstPersonCopulas = sync.OnceValue(func() map[string]bool {
		return lang.WordSet("i'm i’m im am bin suis soy sou sono ben я हूँ हूं jestem")
	})
	absurdIdentities = sync.OnceValue(func() map[string]bool {
		return lang.WordSet(`pope emperor napoleon batman superman unicorn martian papst kaiser könig königin
			empereur reine
			napoléon reina emperador rainha imperador regina imperatore napoleone paus koning koningin keizer королева король
			император`)
	})
	absurdPairs = sync.OnceValue(func() wordPairs {
		return pairsOfBarSeparatedPhrases(
			"the king|the queen|le pape|el papa|o papa|il papa|le roi|el rey|o rei|il re|the president|papa noel",
		)
	})
	mockAgreements = sync.OnceValue(func() map[string]bool {
		return lang.WordSet(`haha hahaha jaja jajaja hihi hehe kkk aham sure klar claro sûr certo tuurlijk ага
			конечно jasne
			genau yeah`)
	})
	// laughs are those of mockAgreements that are laughter, which may as well be about what happened: "haha I burnt
	// the rice".
	laughs = sync.OnceValue(func() map[string]bool { return lang.WordSet("haha hahaha jaja jajaja hihi hehe kkk") })
	// rolesOfAssistant begin clauses that give the assistant a role.
	rolesOfAssistant = sync.OnceValue(func() map[string]bool {
		return setOfBarSeparatedPhrases(
			"you are|you're the|you're a|you're my|you be|you play|you'll be|du bist|du spielst|sei du|spiel du|" +
				"tu es|tu joues|tú eres|tú haces|você é|tu és|tu sei|tu fai|jij bent|speel jij|wees jij|ты будешь|" +
				"ты играешь|ты мой|ty jesteś|ty będziesz|ty grasz|ty bądź|jij speelt|너는|넌|당신은|あなた|君|तुम मेरे|तुम मेरी")
	})
	// turkishRoleVerbs end "you be the doctor".
	turkishRoleVerbs = sync.OnceValue(func() map[string]bool { return lang.WordSet("ol oyna olursun olacaksın") })
	// rolePronouns are the words for "I" that a role may follow without a verb: "ja pacjentem", "मैं
	// मरीज".
	rolePronouns = sync.OnceValue(func() map[string]bool { return lang.WordSet("मैं ben ja yo io eu я ik ich") })
	// sceneWords are plays in which somebody is somebody else.
	sceneWords = sync.OnceValue(func() map[string]bool {
		return lang.WordSet(`teatro theater théâtre escena escenita scena scenetta scene sketch szene rollenspiel roleplay
			role-play rpg saynète сцену сценку ролевую 角色扮演 情景剧 역할극 상황극 नाटक`)
	})
	// proposals begin what the user and the assistant are to do together.
	proposals = sync.OnceValue(func() map[string]bool {
		return lang.WordSet(`let's lets let vamos hagamos juguemos facciamo giochiamo jouons faisons lass lasst spielen
			machen vamo façamos давай давайте сыграем laten zagrajmy odegrajmy`)
	})
)
