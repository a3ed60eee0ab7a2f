package lang

import (
	"slices"
	"strings"
	"sync"
)

// sensitiveTopicWords are words of topics that the user may want to confirm, health, belief,
// politics, sex, money and law, in the languages of the rules. A star stands for any ending. Words
// of Chinese and Japanese are found inside others, as these have no blanks.
const sensitiveTopicWords = `
diagnos* disease illness cancer hiv aids depress* anxiety bipolar adhd autis* medication therapy therapist
surgery
pregnan* miscarriage abortion addict* alcoholi* disab* allerg* diabet* epilep* religio* christian muslim
jewish hindu
buddhist atheist church mosque synagogue politic* vote voted votes democrat republican gay lesbian bisexual
transgender
queer sexual* salary debt debts bankrupt* income loan mortgage criminal arrest* convict* prison lawsuit
divorc* immigra*
asylum ethnic* race

krank* krebs* schwanger* fehlgeburt* abtreibung* süchtig* drogensucht* behinder* therapie* medikament*
angststörung* kirche moschee
synagoge gläubig* muslim* jüdisch* christ christin christlich* atheist* politi* partei* wähl* schwul*
lesbisch* bisexuell* sexuell* gehalt*
schulden verschuldet* insolven* einkommen kredit* hypothek* vorbestraft* verhaftet* gefängnis* geschieden*
scheidung*

enfermedad* enferm* cáncer vih embaraz* aborto adicci* adict* discapaci* alerg* terapia medicación iglesia
mezquita
judí* musulm* católic* ateo atea polític* vota votó votar lesbiana bisexual salario sueldo deuda* ingresos
préstamo
hipoteca cárcel arrest* deten* asilo

maladie* malad* cancer* sida enceinte* avortement* dépendan* handicap* allergi* thérapie* médicament* église*
mosquée*
juive* juif* musulman* catholi* athée* politi* voté* homosexuel* lesbienne* salaire* dette* revenus crédit*
hypothè*
endett* prison* arrestation* divorcé* divorce

malatti* malat* cancro tumor* incinta abort* dipenden* disabil* terapi* farmac* chiesa moschea ebre* musulman*
cattolic*
atei ateo politic* votato omosessual* lesbic* stipendio debiti debito reddito mutuo prestito carcer* arrestat*

doenç* doente câncer cancro grávida gravidez vício viciad* deficiên* remédio* igreja mesquita judeu judia
muçulman*
católic* ateu ateia polític* votou votei gay* lésbica* salário dívida* renda empréstimo financiamento preso
prisão

ziek* kanker zwanger* miskraam verslaa* gehandicapt* medicatie kerk moskee joods* moslim* gelovig* politiek*
stemt
stemde homo homoseksue* lesbisch* salaris schuld* inkomen lening* hypotheek* gevangenis gearresteerd*
gescheiden

болезн* болен больна рак рака вич диабет* депресси* беремен* выкидыш* аборт* зависимост* алкогол* инвалид*
аллерги*
терапи* лекарств* церк* мечет* мусульман* еврей* христиан* атеист* полити* голосов* голосу* партии гей
лесбиянк* зарплат* долг
долги долгов доход* кредит* ипотек* тюрьм* арест* судим* развод* развелся развелась

chory chora chorob* choru* nowotw* ciąż* poroni* aborcj* uzależn* niepełnospraw* alergi* cukrzyc* depresj*
terapi* lek leki kościo*
meczet* muzułma* żyd* katoli* ateist* polity* głosow* gej lesbijk* zarob* pensj* dług* kredyt* dochod* hipote*
więzieni* aresztow* rozwod* rozwied*

hastalı* kanser* hamile* gebe* kürtaj* bağımlı* engelli* alerji* diyabet* depresyon* terapi* ilaç* kilise*
cami* müslüman*
yahudi* hristiyan* ateist* siyas* oy eşcinsel* lezbiyen* maaş* borç* kredi* ipotek* hapis* tutuklan* boşan*

질병* 암 암에 암을 우울* 임신* 유산* 낙태* 중독* 장애* 알레르기* 당뇨* 치료* 수술* 교회* 성당* 절에 기독교* 천주교* 불교*
이슬람* 무신론* 정치* 투표* 게이 동성애* 레즈비언* 연봉* 월급* 빚 빚이 빚을 대출* 소득* 파산* 감옥* 체포* 전과* 이혼*

बीमार* कैंसर एचआईवी डायबिटीज* मधुमेह अवसाद डिप्रेशन गर्भवती प्रेग्नेंट गर्भपात लत विकलांग* एलर्जी दवा दवाई*
ऑपरेशन मंदिर
मस्जिद चर्च मुस्लिम मुसलमान हिंदू ईसाई नास्तिक राजनीति* वोट समलैंगिक वेतन सैलरी तनख्वाह कर्ज* लोन आय जेल
गिरफ्तार* तलाक*
`

const sensitiveTopicWordsWithoutBlanks = `
疾病 患病 癌 艾滋 抑郁 焦虑症 糖尿病 怀孕 流产 堕胎 上瘾 残疾 过敏 手术 治疗 教会 教堂 清真寺 信教 基督 穆斯林 佛教 政治 投票
党员 同性恋 双性恋 工资 月薪 年薪 债 收入 贷款 房贷 破产 坐牢 逮捕 犯罪 离婚
病気 癌 ガン うつ病 妊娠 流産 中絶 依存症 障害 障がい アレルギー 手術 治療 教会 モスク キリスト イスラム 仏教 宗教 投票 ゲイ レズ
給料 年収 月収 借金 収入 ローン 逮捕 刑務所 離婚
`

// sensitiveTopics are the words of sensitiveTopicWords, folded, by how they are looked up.
type sensitiveTopics struct {
	words      map[string]bool
	beginnings map[string][]string // by their first two runes
	parts      []string            // found anywhere
}

var foldedSensitiveTopics = sync.OnceValue(func() sensitiveTopics {
	t := sensitiveTopics{
		words: map[string]bool{}, beginnings: map[string][]string{}, parts: strings.Fields(sensitiveTopicWordsWithoutBlanks),
	}
	for _, word := range strings.Fields(sensitiveTopicWords) {
		beginning, isBeginning := strings.CutSuffix(word, "*")
		folded := FoldWord(beginning)
		if isBeginning {
			t.beginnings[firstTwoRunes(folded)] = append(t.beginnings[firstTwoRunes(folded)], folded)
		} else {
			t.words[folded] = true
		}
	}
	return t
})

// ConcernsSensitiveTopic reports whether a fact has a word of sensitiveTopicWords.
func ConcernsSensitiveTopic(fact string) bool {
	topics := foldedSensitiveTopics()
	for _, t := range Tokenize(fact) {
		hasBeginning := func(beginning string) bool { return strings.HasPrefix(t.Folded, beginning) }
		if topics.words[t.Folded] || slices.ContainsFunc(topics.beginnings[firstTwoRunes(t.Folded)], hasBeginning) {
			return true
		}
	}
	return slices.ContainsFunc(topics.parts, func(part string) bool { return strings.Contains(fact, part) })
}

func firstTwoRunes(s string) string {
	n := 0
	for i := range s {
		if n == 2 {
			return s[:i]
		}
		n++
	}
	return s
}
