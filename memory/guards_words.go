package memory

import "strings"

// The word lists of the guards. Each is a plain enumeration for English, German, Spanish, French, Italian, Portuguese,
// Russian, Hindi, Korean and Chinese; words are folded.

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// negationWords turn a statement round.
func negationWords() map[string]bool {
	return set(`not no never none neither nor without nobody nothing cannot cant dont doesnt didnt isnt wasnt arent wont
		nicht kein keine keinen keinem keiner keines nie niemals ohne nichts niemand
		no nunca jamás sin ningún ninguna ninguno nada nadie tampoco
		pas jamais sans aucun aucune rien personne n'est
		non mai senza nessun nessuna nessuno niente
		não nunca jamais sem nenhum nenhuma nada ninguém
		не нет никогда без ничего никто нельзя
		नहीं न मत कभी बिना
		不 没 沒 无 無 未 别 非`)
}

// koreanNegation stand alone as words; negation inside a verb is not seen.
func koreanNegation() []string {
	return strings.Fields("안 못 아니다 아니라 아닌 않는다 않습니다 않아요 않다 없다 없습니다 없어요 싫어한다")
}

// freeOrder are the words that let the same words change places.
func freeOrder() map[string]bool {
	return set("by and or with together und oder von mit y o por con et ou par avec e da con и или с 와 과 和 与 或 被")
}

// functionWords carry no meaning of their own; "user" is among them because every fact is about the user.
func functionWords() map[string]bool {
	return set(`a an the this that these those some any is are was were be been being am do does did has have had having
		will would shall should can could may might must to of in on at for from by with about into onto over under as and
		or but so if then than it its he she they them his her their there which who whom whose what when where while very
		also just i my me mine we our us you your user user's users
		der die das den dem des ein eine einen einem einer eines ist sind war waren wird werden hat haben hatte zu von im
		in am an auf für mit bei aus und oder aber er sie es sein seine seinen ihr ihre ich mein meine mich mir wir unser
		benutzer benutzerin nutzer nutzerin dass sich
		el la los las un una unos unas es son era eran está están ha han había de del en a al por para con y o pero que se
		su sus él ella yo mi mis me nos nuestro usuario usuaria lo le
		le les un une des du de la l d est sont était étaient a ont avait au aux en dans sur pour par avec et ou mais que
		qui se son sa ses il elle je j mon ma mes me nous notre utilisateur utilisatrice ce cette c qu s n m
		il lo gli i una uno è sono era erano ha hanno di del della dei in nel nella su per con e o ma che si suo sua io mio
		mia mi noi nostro utente l un
		o os as um uma é são foi eram tem têm do da dos das em no na nos nas para com ou mas se seu sua ele ela eu meu
		minha nós nosso usuário usuária
		и в во на с со к ко по из за от до о об у что это как он она они его ее её их я мой моя мне мы наш пользователь
		пользователя пользователю был была были есть
		है हैं था थी थे का की के को में से पर और या कि यह वह मैं मेरा मेरी मेरे हम उपयोगकर्ता ने एक
		은 는 이 가 을 를 의 에 에서 로 으로 와 과 도 나 저 내 제 사용자 사용자는 사용자가 사용자의 있다 있습니다 한다 합니다
		的 了 在 是 和 与 有 他 她 它 我 们 这 那 用 户 也 就 把 被 对 为`)
}

// numberWords maps number words to digits. One is missing where it is an article.
func numberWords() map[string]string {
	out := map[string]string{}
	lists := []string{
		"zero one two three four five six seven eight nine ten eleven twelve",
		"null - zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
		"cero - dos tres cuatro cinco seis siete ocho nueve diez once doce",
		"zéro - deux trois quatre cinq six sept huit neuf dix onze douze",
		"zero - due tre quattro cinque sei sette otto nove dieci undici dodici",
		"zero - dois três quatro cinco seis sete oito nove dez onze doze",
		"ноль - два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать",
		"शून्य - दो तीन चार पांच छह सात आठ नौ दस ग्यारह बारह",
		"영 - 두 세 네 다섯 여섯 일곱 여덟 아홉 열 열한 열두",
		"零 - 二 三 四 五 六 七 八 九 十",
	}
	for _, l := range lists {
		for i, w := range strings.Fields(l) {
			if w != "-" {
				out[w] = itoa(i)
			}
		}
	}
	for i, w := range strings.Fields("twice thrice") {
		out[w] = itoa(i + 2)
	}
	out["两"], out["兩"], out["hundred"], out["thousand"], out["million"] = "2", "2", "100", "1000", "1000000"
	return out
}

func itoa(i int) string { return ID(i).String() }

// units follow a number and belong to it: 5 km and 5 miles are different numbers.
func units() map[string]string {
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
}

// calendarWords maps months and weekdays to one name.
func calendarWords() map[string]string {
	out := map[string]string{}
	for _, l := range []string{
		"january february march april may june july august september october november december",
		"januar februar märz april mai juni juli august september oktober november dezember",
		"enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
		"janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
		"gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
		"janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
		"января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
	} {
		for i, w := range strings.Fields(l) {
			out[w] = "month" + itoa(i+1)
		}
	}
	for _, l := range []string{
		"monday tuesday wednesday thursday friday saturday sunday",
		"montag dienstag mittwoch donnerstag freitag samstag sonntag",
		"lunes martes miércoles jueves viernes sábado domingo",
		"lundi mardi mercredi jeudi vendredi samedi dimanche", "lunedì martedì mercoledì giovedì venerdì sabato domenica",
	} {
		for i, w := range strings.Fields(l) {
			out[w] = "day" + itoa(i+1)
		}
	}
	out["mars"] = "month3"
	return out
}

// opposites are pairs of words, as stems, of which each denies the other in the same sentence.
func opposites() [][2]string {
	lines := `on off|onto off|in out|into out|inside outside|indoors outdoors|near far|close far|next far|up down|upwards
		downwards|above below|over under|left right|front back|before after|day night|morning evening|early late|first
		last|open clos|full empty|hot cold|warm cold|big small|large small|huge small|huge tiny|large tiny|long short|tall
		short|high low|fast slow|quickly slowly|young old|new old|old modern|light dark|black white|clean dirty|clean
		dirt|wet dry|hard soft|heavy light|rich poor|happy sad|good bad|better worse|best worst|more less|many few|always
		never|all none|like dislik|like hat|lov hat|lov dislik|enjoy hat|start stop|begin end|start finish|run stop|walk
		stop|mov stop|buy sell|give tak|put tak|put remov|add remov|attach remov|com leav|arriv leav|join leav|enter
		leav|marri divorc|marri singl|win los|find los|remember forget|accept reject|accept declin|allow forbid|lock
		unlock|fold unfold|sit stand|stand lie|stand ly|asleep awake|sleep wak|aliv dead|strong weak|loud quiet|noisi
		quiet|cheap expensiv|vegetarian carnivor|vegan carnivor|with without|male female|man woman|boy girl|son
		daughter|brother sister|mother father|husband wife|throw catch|push pull|rais lower|lift lower|lift drop|hold
		drop|climb descend|fill empti|load unload|wrap unwrap|peel coat|cut glu|tie unti|dress undress|appear
		disappear|increas decreas|gain los|agree disagree|succeed fail|pass fail|smil frown|laugh cry|ask answer|teach
		learn|lend borrow|import export|north south|east west`
	var out [][2]string
	for _, p := range strings.Split(strings.Join(strings.Fields(lines), " "), "|") {
		a, b, _ := strings.Cut(strings.TrimSpace(p), " ")
		out = append(out, [2]string{stem(a), stem(b)})
	}
	return out
}
