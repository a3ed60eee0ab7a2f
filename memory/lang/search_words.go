package lang

import "sync"

// StopWordsOfQuestionLanguage returns which words of a question, in lower case, say nothing about
// what is looked for: articles, pronouns, auxiliary verbs, prepositions and question words of the
// language that has the most of them. In others they may have a meaning: French "son", English
// "die".
func StopWordsOfQuestionLanguage(words []string) map[string]bool {
	var best map[string]bool
	most := 0
	for _, list := range ignoredInSearch() {
		count := 0
		for _, w := range words {
			if list[w] {
				count++
			}
		}
		if count > most {
			best, most = list, count
		}
	}
	return best
}

// ignoredInSearch has one list for each language, the commonest first.
var ignoredInSearch = sync.OnceValue(func() []map[string]bool {
	var out []map[string]bool
	for _, words := range []string{
		`a an the this that these those some any is are was were be been being am do does did done has have had
			having will would shall should can could may might must to of in on at for from by with about into onto
			over under as and or but so if then than it its it's he she they them his her their there here which who
			whom whose what what's when where where's why how just also very i i'm i've i'd me my mine we our ours us
			you your yours please tell know user user's`,
		`der die das den dem des ein eine einen einem einer eines ist sind war waren bin bist sei wird werden
			wurde hat haben hatte habe hast zu zum zur von vom im in am an auf für mit bei aus um und oder aber dass
			er sie es wir ihr ich mein meine meinen meinem meiner meines mich mir uns unser unsere du dich dir dein
			deine sich was wer wen wem wessen wann wo wohin woher warum wieso wie welche welcher welches welchen
			welchem kann soll muss nutzer nutzerin`,
		`el la los las un una unos unas es son era eran soy fue está están estoy ha han he había hay de del en a
			al por para con y e o u pero que se su sus él ella yo mi mis me nos nuestro nuestra tú tu tus te qué quién
			quiénes cuál cuáles cuándo dónde adónde cómo cuánto cuántos cuánta cuántas porqué lo le usuario usuaria`,
		`le la les un une des du de l d est sont était étaient a ont ai as avait au aux en dans sur pour par avec
			chez et ou mais que qui quoi quel quelle quels quelles quand où comment pourquoi combien se son sa ses il
			elle je j mon ma mes me moi nous notre nos tu te toi ton ta tes vous votre vos ce cette ces c qu est-ce n s
			m utilisateur utilisatrice`,
		`il lo la gli le i l un uno una è sono era erano ho ha hanno hai di del dello della dei delle degli al
			allo alla ai alle in nel nello nella su per con da e o ma che chi cosa quale quali quando dove come perché
			quanto quanti quanta quante si suo sua suoi sue io mio mia miei mie mi noi nostro nostra tu tuo tua ti
			utente`,
		`o os a as um uma uns umas é são foi foram era eram sou tem têm tenho do da dos das em no na nos nas
			ao aos à às para por com e ou mas se seu sua seus suas ele ela eu meu minha meus minhas me nós nosso nossa
			tu teu tua te você que quê quem qual quais quando onde aonde como porquê porque quanto quantos quanta
			quantas de usuário usuária utilizador utilizadora`,
		`и в во на с со к ко по из за от до о об у что это как он она они его её ее их я мой моя моё мои моего
			моей мне меня мы наш наша нас ты твой твоя тебя тебе был была были было есть кто кого кому чей чья когда
			где куда откуда почему зачем сколько какой какая какое какие а но или ли же бы пользователь`,
		`है हैं था थी थे हूँ का की के को में से पर और या कि यह वह मैं मेरा मेरी मेरे मुझे हम हमारा हमारी तुम आप आपका ने
			एक क्या कौन किस किसका किसकी कब कहाँ कहां क्यों कैसे कितना कितने कितनी कौनसा`,
		`은 는 이 가 을 를 의 에 에서 로 으로 와 과 도 나 저 내 제 나는 저는 내가 제가 무엇 뭐 누구 언제 어디 어디서 왜 어떻게 몇`,
		`de het een en van in op te met voor naar bij aan uit om is zijn was waren ben bent heeft heb hebben had ik
			mijn mij me wij we ons onze hij zij ze haar hun die dat dit er ook als maar of wat wie waar wanneer waarom
			hoe welke welk jij je jouw u`,
		`i w we na z ze się do od dla po o u a ale lub że to ten ta te jest są był była być mój moja moje mojego
			mojej ja mnie mi my nasz jego jej mam ma co kto kogo kiedy gdzie dokąd skąd dlaczego jak ile jaki jaka
			jakie który która które czy ty twój`,
		`bir ve ile için ben benim bana beni biz bizim o onun bu şu da de ki mi mı mu mü ne kim kimin nerede
			nereye nereden zaman neden niçin nasıl kaç hangi sen senin sana`,
	} {
		out = append(out, WordSet(words))
	}
	return out
})
