package vocabulary

import (
	"strings"
	"sync"

	"memoir/memory/lang"
)

// ProspectOpeners start a clause about what may come, beside the words of conditions: as soon as, once,
// should it.
var ProspectOpeners = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`if once when sollte falls wenn sobald cuando si quand si s'il se quando appena caso als mocht
			zodra
		jak gdy kiedy jeśli jeżeli если когда если-то eğer अगर यदि जब`)
})

// SentenceConditions returns the words that make a condition where they open a sentence.
var SentenceConditions = lang.CachePerLanguage(func(language lang.Language) map[string]bool {
	return lang.WordSet(map[lang.Language]string{
		lang.English: "if provided should unless suppose supposing",
		lang.German:  "wenn falls sollte sofern", lang.Spanish: "si",
		lang.French: "si s'il", lang.Italian: "se qualora", lang.Portuguese: "se caso", lang.Dutch: "mocht indien",
		lang.Polish: "jeśli jeżeli", lang.Russian: "если", lang.Hindi: "अगर यदि", lang.Turkish: "eğer",
		lang.UnknownLanguage: "if provided wenn falls mocht jeśli jeżeli если अगर यदि eğer",
	}[language])
})

// AttainmentStems begin words for passing, getting, winning and being taken, and for what is passed or
// got: in a condition they make it something that happens once.
var AttainmentStems = sync.OnceValue(func() []string {
	return strings.Fields(`pass get land win accept hire approv promot offer exam visa loan grant scholarship lotter
			inherit through
		succeed graduat licen mortgage contract sell schaff besteh krieg bekomm gewinn klapp angenomm genomm zusag stelle
		beförder
		befoerder prüfung kredit visum lotto erb stipend apruebo aprueb saco sacamos gano ganamos consig dan dice concede
		oposici examen beca ascien toca contrat hipoteca visado préstamo réuss obtien obten décroch gagne accept poste
		concours
		bourse permis prêt crédit promotion embauch diplôme prend passo supero vinc assum ottengo otteni concorso esame
		borsa mutuo promoz
		promuov laure visto passar consegu ganhar ganho tirar aprovad aprova vaga concurso bolsa financiamento promov
		promoç slaag krijg win lukt akkoord aangenom promotie baan lening beurs hypotheek doorgaat dostan zdam wygra uda
		przyjm
		awans kredyt egzamin wiz zatrudni obron сда поступ получ выигра возьм прим дад одобр повыс удас экзамен ипотек
		кредит виз
		грант защи kazan geçer geçir terfi onay kabul sınav kredi vize burs ikramiye piyango çıkar निकल पास मिल चुन जीत
		प्रमोशन
		वीज़ा लोन सिलेक्शन नौकरी`)
})

// LifeChangeVerbs are forms of the first person, and stems with a star behind them, for what changes a
// life: buying, moving, marrying, giving up a job, opening a business.
var LifeChangeVerbs = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`buy move moving quit marry marrying open opening start become leave leaving relocate relocating
			emigrate
		retire retiring adopt sell switch off kaufe kauf kaufen ziehe zieh ziehen kündige kündigen heirate heiraten wandere
		wandern eröffne eröffnen studiere gehe geh gehen mache mach machen baue bauen adoptieren wechsle caso casamos compro
		compramos mudo mudamos voy vamos dejo dejamos abro abrimos monto montamos empiezo empezamos estudio hago achète
		achetons déménage déménageons pars part partons quitte quittons marie marions ouvre ouvrons monte démissionne lance
		arrête lascio lasciamo trasferisco trasferiamo sposo sposiamo apriamo vado andiamo mollo cambio divento compriamo
		largo vou saio começo viro koop kopen verhuis verhuizen trouw trouwen begin beginnen stop ga gaan neem nemen
		kupuję kupię kupujemy kupimy rzucam rzucę rzucamy biorę bierzemy wyjeżdżam wyjadę wyjeżdżamy wyjedziemy przeprowadzam
		przeprowadzę przeprowadzamy otwieram otworzę otwieramy zakładam założę zostaję zostanę idę pójdę robię zmieniam
		куплю купим уеду уедем уезжаю уезжаем перееду переедем переезжаю переезжаем уволюсь увольняюсь женюсь женимся выйду
		открою откроем открываю стану пойду поеду поедем брошу бросаю начну сниму снимем`)
})

// FutureVerbs are auxiliaries of the future.
var FutureVerbs = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`will won't i'll we'll i’ll we’ll gonna werde werden zal zullen będę będziemy буду будем`)
})

// FutureEndings end verbs in the first person of the future in the Romance languages.
var FutureEndings = lang.CachePerLanguage(func(language lang.Language) []string {
	return strings.Fields(map[lang.Language]string{
		lang.Spanish: "aré eré iré dré aremos eremos iremos dremos", lang.Portuguese: "arei erei irei aremos eremos iremos",
		lang.Italian: "erò irò drò rrò eremo iremo dremo rremo", lang.French: "erai irai drai rrai erons irons drons rrons",
		lang.Turkish: "acağım eceğim acağız eceğiz rım rim rum rüm rız riz",
		lang.Hindi:   "ूँगा ूँगी ऊँगा ऊँगी ूंगा ूंगी ऊंगा ऊंगी ेंगे एंगे एँगे",
	}[language])
})
