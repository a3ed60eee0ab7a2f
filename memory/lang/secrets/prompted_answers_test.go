package secrets

import "testing"

// promptedAnswers are answers to questions that no list of topics has: what is asked stands in
// quotation marks or is named like a childhood, beside a bank, a site or a question, and what follows
// a verb of answering or entering is the answer, in braces.
func promptedAnswers() []string {
	return []string{
		"When the building society wants the name of my best friend at school I type {Oswin Tarrow}.",
		"For \"what was your dream job\" on the council site I put {lighthouse keeper}.",
		"The bank's question about my favourite uncle? I always answer {Uncle Fizz}.",
		"I told the bank {Marrowby} for the question about my childhood nickname.",
		"Auf die Frage „Spitzname als Kind“ antworte ich der Sparkasse immer mit {Wuselgnom}.",
		"Bei der Bank habe ich als Lieblingslehrerin {Frau Quastenflosser} eingetragen.",
		"Bij de vraag \"beste vriend van vroeger\" vul ik op de site {Teunis Wol} in.",
		"Voor de bank heb ik als favoriete leraar {meester Klos} opgegeven.",
		"Sur le site des impôts, à « prénom de votre meilleur ami », je réponds {Aristide}.",
		"Ma banque demande mon surnom d'enfance, j'ai mis {Patapouf}.",
		"A la pregunta \"apodo de su abuela\" del banco contesto {Doña Pimienta}.",
		"En la web de la caja puse {Villa Cangrejo} como lugar favorito de la infancia.",
		"La banca mi chiede il soprannome da bambino e io metto {Ciuffolotto}.",
		"Per \"qual era il tuo giocattolo preferito\" sul portale ho scritto {Orso Brando}.",
		"Quando o banco pergunta o apelido de infância eu respondo {Pitoco}.",
		"Na pergunta \"nome do seu primeiro chefe\" do site pus {Seu Lindolfo}.",
		"Na pytanie „imię najlepszej przyjaciółki” w banku wpisałam {Zdzisia}.",
		"Bank pyta o przezwisko z dzieciństwa, podaję {Kluska Wielka}.",
		"На сайте банка в вопросе «любимый учитель» я указала {Клавдия Тихоновна}.",
		"Банк спрашивает прозвище в детстве, я всегда говорю {Жмых}.",
		"Banka çocukluk lakabımı sorunca {Fındık Paşa} diyorum.",
		"Sitedeki \"en sevdiğiniz oyuncak\" sorusunun cevabını {Pamuk Ayı} olarak girdim.",
		"बैंक की साइट पर \"पहले शिक्षक का नाम\" में मैंने {झबरू मास्टर} डाला है।",
		"खाते के सवाल \"बचपन का दोस्त\" का उत्तर {मटकू} है।",
		"銀行の「子供の頃のあだ名」には{まめぞう}と入れてある。",
		"会員サイトの質問「一番好きな先生」の答えは{くろべえ先生}にした。",
		"银行问“小时候的外号”，我填的是{铁蛋儿}。",
		"网站的问题“最喜欢的老师”我答的是{牛小满}。",
		"은행 사이트 질문 \"어린 시절 별명\"에 {콩자루}라고 적었어.",
		"카드사에서 \"가장 좋아하는 선생님\" 물어보면 {먹구름샘}이라고 답해.",
		"My answer to \"city where your parents met\" with HSBC is {Grimsby}.",
		"The security question is what was your first school, I put {Wibblesworth Prep}.",
		"Barclays has \"first concert\" as my security question, that was {Slade}.",
		"Security question for the gas company: I put {Rhubarb Lane}.",
		"{Bertram Ollerby} is what I tell the bank when they ask for my childhood hero.",
		"If my pension site asks who my favourite author is, the answer's {Dervla Quill}.",
		"Amazon security question mother's middle name, mine is {Philippa}.",
		"Die Bank fragt nach dem Mädchennamen meiner Oma, da steht {Pfefferkorn}.",
		"Sicherheitsfrage bei PayPal, \"Name der Grundschule\": {Eulenhof}",
		"Bei \"Lieblingsessen als Kind\" hab ich bei ebay {Grießbreikönig} genommen.",
		"En el banco, a la pregunta de \"primer coche\" respondo {Panda Amarillo}.",
		"Mi respuesta secreta en Correos para \"mejor amigo de la infancia\" es {Chencho}.",
		"Pour la CAF, « ville de naissance de votre mère », j'ai mis {Pont-Guilhem}.",
		"Nella domanda di sicurezza di Poste ho messo {Ginevrina} come nome della prima maestra.",
		"Per l'INPS \"città dei tuoi nonni\" rispondo {Roccabruna}.",
		"A resposta da pergunta secreta do Itaú, \"primeiro professor\", é {Tia Neném}.",
		"Bij DigiD vroegen ze \"lievelingsdier\" en daar staat {Wombatje}.",
		"Moja odpowiedź na pytanie pomocnicze w PKO, \"imię pierwszego psa\", to {Burek Drugi}.",
		"В Сбере на вопрос про девичью фамилию бабушки говорю {Кукушкина}.",
		"Ziraat'te \"ilk evcil hayvan\" için {Boncuk Efendi} yazdım.",
		"एसबीआई में \"पहला स्कूल\" पूछें तो मैं {शिशु कुंज} बताता हूँ।",
		"みずほの合言葉「最初に飼ったペット」は{ころすけ}です。",
		"支付宝密保问题“小学班主任的名字”我写的{罗大笛}。",
		"토스에서 별명 물으면 {왕만두}라고 대답해.",
	}
}

func TestWhatIsAnsweredToAPromptOfABankOrSiteIsCut(t *testing.T) {
	assertBracedPartsAreCut(t, promptedAnswers())
}

func TestTalkOfBanksQuestionsAndChildhoodIsKept(t *testing.T) {
	for _, text := range []string{
		"My childhood nickname was Pudding and I work at a bank in Leeds.",
		"The bank asks for my first job each time and I say no, it's private.",
		"At the bank I say Bertram is the first to come.",
		"On the site I put a photo of my favourite teacher.",
		"I have a question about my favourite band, Blossom Teeth.",
		"Als Kind hieß ich Wusel, heute arbeite ich bei der Bank.",
		"Ma banque est à Nantes et ma meilleure amie y travaille.",
		"Mi profesora favorita trabaja ahora en el banco Sabadell.",
		"In banca lavora la mia migliore amica, Loredana.",
		"Mijn eerste baas werkt nu bij de bank in Tilburg.",
		"В банке работает моя любимая учительница, Клавдия Тихоновна.",
		"Çocukluk arkadaşım Nuri bankada çalışıyor.",
		"बचपन का दोस्त राजू बैंक में काम करता है।",
		"子供の頃のあだ名はまめぞうで、今は銀行員です。",
		"小时候的外号是铁蛋儿，现在在银行上班。",
		"어린 시절 별명은 콩자루였고 지금은 은행에 다녀.",
	} {
		if ContainsSecret(text) {
			t.Errorf("%q became %q", text, RedactSecrets(text))
		}
	}
}
