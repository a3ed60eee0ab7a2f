package claims

import (
	"strings"
	"testing"
)

// TestFactsFindTheVerbsOfTheirMessages has pairs of a form that people use of themselves and the one that facts use.
func TestFactsFindTheVerbsOfTheirMessages(t *testing.T) {
	for _, pairs := range []string{
		`esse isst|ess isst|fahre fährt|fahr fährt|spreche spricht|gesprochen spricht|lese liest|nehme nimmt|
			schlafe schläft|laufe läuft|trage trägt|helfe hilft|gebe gibt|sehe sieht|treffe trifft|
			vergesse vergisst|darf dürfen|kann können|mag mögen|muss müssen|will wollen|weiß wissen|werde wird|
			bin ist|habe hat|hab hat|heiße heißt|gehe geht|geh geht|ging geht|gegangen geht|zog zieht|
			ziehe zieht|umgezogen zieht|trank trinkt|getrunken trinkt|aß isst|gegessen isst|schwimme schwimmt|
			geschwommen schwimmt|wasche wäscht|backe backt|halte hält|verlasse verlässt|fange fängt|
			wachse wächst|geworden wird|gelesen liest|geschrieben schreibt|schrieb schreibt|verloren verliert|
			gebrochen bricht|gefallen fällt|geflogen fliegt|flog fliegt|gestorben stirbt|genommen nimmt|
			vertrage verträgt|`,
		`am is|have has|go goes|went goes|do does|drive drives|drove drives|bought buys|buy bought|
			teach teaches|taught teaches|speak speaks|spoke speaks|write writes|wrote writes|eat eats|ate eats|
			drink drinks|drank drinks|swim swims|swam swims|sing sings|sang sings|keep keeps|kept keeps|
			sleep sleeps|slept sleeps|grew grows|left leaves|got gets|made makes|took takes|ran runs|run runs|
			met meets|lost loses|sold sells|broke breaks|broken breaks|told tells|felt feels|knew knows|
			began begins|began begin|wore wears|won wins|paid pays|rode rides|caught catches|chose chooses|
			flew flies|gave gives|hurt hurts|study studies|studied studies|carry carries|`,
		`tengo tiene|voy va|hago hace|digo dice|puedo puede|quiero quiere|sé sabe|vengo viene|salgo sale|
			pongo pone|conozco conoce|conduzco conduce|duermo duerme|juego juega|empiezo empieza|
			prefiero prefiere|mido mide|sigo sigue|pido pide|vuelvo vuelve|cojo coge|cuido cuida|padezco padece|
			fui fue|hice hizo|tuve tuvo|nací nació|crecí creció|compré compró|mudo muda|mudé mudó|
			trabajo trabaja|bebo bebe|leo lee|oigo oye|traigo trae|cuezo cuece|monto monta|toco toca|saqué sacó|
			dejé dejó|caigo cae|suelo suele|pierdo pierde|entiendo entiende|cierro cierra|cuelgo cuelga|
			vivo vive|dirijo dirige|corrijo corrige|elijo elige|sirvo sirve|visto viste|doy da|veo ve|
			llevo lleva|`,
		`vais va|fais fait|peux peut|veux veut|sais sait|viens vient|tiens tient|prends prend|bois boit|
			lis lit|écris écrit|conduis conduit|dors dort|pars part|sors sort|cours court|vois voit|dois doit|
			reçois reçoit|connais connaît|mets met|préfère préfère|mange mange|bosse bosse|déménage déménage|
			vis vit|souffre souffre|élève élève|mesure mesure|crois croit|apprends apprend|finis finit|
			choisis choisit|nage nage|jouais jouait|né naît|achète achète|acheté achète|bu boit|lu lit|
			pris prend|perdu perd|vendu vend|`,
		`vado va|faccio fa|posso può|voglio vuole|so sa|vengo viene|tengo tiene|esco esce|bevo beve|
			leggo legge|scrivo scrive|gioco gioca|pago paga|studio studia|mangio mangia|suono suona|guido guida|
			devo deve|do dà|dico dice|scelgo sceglie|rimango rimane|preferisco preferisce|finisco finisce|
			capisco capisce|nato nasce|compio compie|misuro misura|peso pesa|abito abita|vivo vive|
			conosco conosce|cresco cresce|corro corre|nuoto nuota|soffro soffre|trasferisco trasferisce|
			muovo muove|odio odia|comprato compra|preso prende|perso perde|letto legge|scritto scrive|
			bevuto beve|venduto vende|allevo alleva|parlo parla|insegno insegna|tifo tifa|spendo spende|`,
		`vou vai|faço faz|posso pode|quero quer|sei sabe|venho vem|saio sai|ponho põe|
			conheço conhece|dirijo dirige|durmo dorme|jogo joga|prefiro prefere|meço mede|sigo segue|peço pede|
			leio lê|bebo bebe|moro mora|toco toca|crio cria|odeio odeia|trago traz|perco perde|visto veste|
			subo sobe|vejo vê|dou dá|ouço ouve|fui foi|fiz fez|tive teve|nasci nasceu|cresci cresceu|
			comprei comprou|vendi vendeu|mudei mudou|corro corre|sirvo serve|digo diz|curso cursa|`,
		`eet eet|woon woont|werk werkt|lees leest|schrijf schrijft|drink drinkt|slaap slaapt|rij rijdt|
			geef geeft|leef leeft|loop loopt|speel speelt|kook kookt|neem neemt|mag mogen|moet moeten|zie ziet|
			doe doet|spreek spreekt|gekocht koopt|kocht koopt|verhuis verhuist|reis reist|verhuisd verhuist|
			begonnen begint|begin begint|geschreven schrijft|gelezen leest|zwem zwemt|houd houdt|hou houdt|
			haat haat|heet heet|fiets fietst|`,
		`ем ест|пью пьёт|живу живёт|хочу хочет|могу может|люблю любит|вожу водит|сплю спит|хожу ходит|
			езжу ездит|пишу пишет|ищу ищет|плачу платит|вижу видит|сижу сидит|ношу носит|учу учит|учусь учится|
			работаю работает|играю играет|боюсь боится|готовлю готовит|пою поёт|бегаю бегает|лечу летит|
			еду едет|переезжаю переезжает|держу держит|болею болеет|пеку печёт|встаю встаёт|курю курит|
			переехал переезжает|переехала переехал|купил купила|бросил бросила|ненавижу ненавидит|терплю терпит|
			зову зовёт|зовут зовёт|беру берёт|даю даёт|иду идёт|жду ждёт|лечусь лечится|прошу просит|вяжу вяжет|
			рисую рисует|преподаю преподаёт|веду ведёт|вырос выросла|шью шьёт|сдаю сдаёт|`,
		`jem je|piję pije|mieszkam mieszka|chcę chce|mogę może|lubię lubi|śpię śpi|chodzę chodzi|
			jeżdżę jeździ|piszę pisze|szukam szuka|płacę płaci|widzę widzi|noszę nosi|uczę uczy|pracuję pracuje|
			gram gra|boję boi|gotuję gotuje|śpiewam śpiewa|biegam biega|jadę jedzie|trzymam trzyma|biorę bierze|
			wstaję wstaje|palę pali|przeprowadzam przeprowadza|kupiłem kupił|kupiłam kupiła|rzuciłem rzucił|
			idę idzie|mam ma|jestem jest|nienawidzę nienawidzi|studiuję studiuje|wyjeżdżam wyjeżdża|mówię mówi|
			czytam czyta|mogłem mógł|urodziłam urodziła|żyję żyje|hoduję hoduje|znam zna|zacząłem zaczął|
			zaczynam zaczyna|`,
	} {
		for pair := range strings.SplitSeq(strings.Trim(strings.Join(strings.Fields(pairs), " "), "|"), "|") {
			said, told, _ := strings.Cut(strings.TrimSpace(pair), " ")
			index := splitAndIndexPassage(said + " etwas").words
			for _, w := range splitAndIndexPassage(told + " etwas").clauses[0].tokens[:1] {
				if len(index.FindClausesWithWordInAnyForm(w)) == 0 {
					t.Errorf("%q isn't found in %q", told, said)
				}
			}
		}
	}
}
