package claims

import (
	"regexp"
	"strings"
	"sync"
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
var estCePattern = regexp.MustCompile(`(?i)^` +
	`((et|mais|alors|pourquoi|comment|quand|dis) )?(qu['’ ]?)?est[- ]ce( qu|$)`)

// koreanStatementEndings end verbs that only look like questions: 만나요 is "I meet".
var koreanStatementEndings = sync.OnceValue(func() []string {
	return strings.Fields(`니까 만나요 어나요 아나요 끝나요 떠나요 지나요 러나요 겨나요 신나요 화나요 혼나요 빛나요 나나요
		생각나요 기억나요 열나요 소리나요 ` + "아까")
})

// hanPraise are compliments behind "you are" in scripts without spaces.
var hanPraise = sync.OnceValue(func() []string {
	return strings.Fields("最好 好朋友 天才 最棒 真 救星 最高 天使 救世主")
})
