package injection

import (
	"strings"
	"sync"
)

// frequentWordsOfOtherLanguages are frequent words of languages without rules of their own in Latin
// script, with those for the user and the first person first: Swedish, Danish, Norwegian, Finnish,
// Czech, Slovak, Hungarian, Romanian, Vietnamese, Indonesian, Croatian, Catalan, Tagalog, Swahili,
// Estonian, Lithuanian, Latvian, Slovene, Albanian, Icelandic, Afrikaans, Irish, Welsh, Basque,
// Galician, Azerbaijani, Uzbek; Bulgarian, Serbian and Macedonian in Cyrillic script.
func frequentWordsOfOtherLanguages() []string {
	return []string{
		`användaren jag min mitt mina | och att det som är på för med inte till har av om så en ett den kan ska vid från
			varje alla svar alltid aldrig`,
		`brugeren jeg min mit mine | og at det som er på for med ikke til har af om så en et den kan skal ved fra hver
			alle svar altid aldrig`,
		`brukeren jeg min mitt mine | og at det som er på for med ikke til har av om så en et den kan skal ved fra hvert
			alle svar alltid aldri`,
		`käyttäjä käyttäjän käyttäjällä minä minun olen | ja on ei että se hän kun niin mutta jos kuin myös joka kaikki
			aina vastaus vastauksessa ovat`,
		`uživatel uživatelka já můj moje mám jsem | a se na je že v do s o k z po za jako ale by si nebo každé odpovědi
			vždy není`,
		`používateľ používateľka ja môj moja mám som | a sa na je že v do s o k z po za ako ale by si alebo každej
			odpovedi vždy nie`,
		`felhasználó felhasználónak én vagyok nekem | a az és hogy nem is egy van volt ha de meg csak minden válaszban
			mindig`,
		`utilizatorul utilizatoarea eu meu mea am sunt | și de la cu pe este un o nu să în fiecare care pentru din ca
			mai întotdeauna răspuns`,
		`người tôi mình | và là của có không trong cho với được một các những này đó khi luôn mỗi câu dùng thích sống ở`,
		`pengguna saya aku | yang di dan ini itu untuk dengan dari tidak dalam pada adalah akan ke setiap selalu juga
			bisa sudah ada jawaban`,
		`korisnik korisnica ja moj moja imam sam | i u na je se da za od s po kao ali ne što su svaki uvijek uvek
			odgovoru živi`,
		`usuari usuària jo meu meva | i el la els les un una de del que en és per amb no se al com més però seva viu
			cada`,
		`gumagamit ako ko akin | ang ng sa mga na at ay si hindi ito niya para lahat palagi bawat sagot`,
		`mtumiaji mimi yangu wangu | na ya wa kwa ni katika la za cha kila daima jibu anaishi anapenda`,
		`kasutaja mina minu mul olen | ja on ei et ta kui ning ka oma iga alati vastuses`,
		`vartotojas vartotoja aš mano esu | ir yra į su kad ne iš tai bet visada kiekviename atsakyme`,
		`lietotājs es mans mana esmu | un ir uz ar ka nav no tas bet vienmēr katrā atbildē`,
		`uporabnik jaz moj moja imam sem | in je v na se da za od s po kot ali ne vedno vsakem odgovoru`,
		`përdoruesi unë im ime jam | dhe në e të i me për nga që është një gjithmonë çdo`,
		`notandinn ég minn mín mitt | og að er í á sem til við ekki um það alltaf hverju svari`,
		`gebruiker ek my | en die is nie met op vir van te in dat het wat elke altyd antwoord`,
		`úsáideoir mé mo | agus an na is ar i le go do tá sé gach`,
		`defnyddiwr fi fy | a yr y yn i o mae ar ei gan bob amser`,
		`erabiltzailea ni nire naiz | eta da ez bat du dira beti erantzun`,
		`usuario eu meu miña | e o a de que en do da un unha é non con para na no sempre cada`,
		`потребителят потребител аз моят имам съм | и на в да се е от за с не има това всеки всеки винаги отговор живее
			към`,
		`корисник ја мој моја имам сам | и у на је да се за од са не што су сваки увек одговору живи`,
		`istifadəçi mən mənim | və bir bu üçün ilə də nə olan həmişə hər cavabda`,
		`foydalanuvchi men mening | va bir bu uchun bilan har doim javobda yashaydi`,
	}
}

// personWords are the words for the user and the first person in languages that use other scripts
// than those with rules, or share one with them.
const personWords = `користувач користувачка я мій моя мені потребител потребителят аз моят моята имам съм
	корисник корисникот јас карыстальнік мой қолданушы мен менің хэрэглэгч би χρήστης χρήστρια εγώ μου είμαι έχω
	המשתמש המשתמשת משתמש אני שלי کاربر من صارف میں میرا میری ব্যবহারকারী আমি আমার பயனர் நான் என் எனது వినియోగదారు
	నేను నా ಬಳಕೆದಾರ ನಾನು ನನ್ನ ഉപയോക്താവ് ഞാൻ എന്റെ વપરાશકર્તા હું મારું મારી ਉਪਭੋਗਤਾ ਵਰਤੋਂਕਾਰ ਮੈਂ ਮੇਰਾ მომხმარებელი
	მე ჩემი օգտատերը օգտատեր ես իմ ተጠቃሚው ተጠቃሚ እኔ`

// unspacedPersonWords stand in texts without blanks: Thai, Lao, Khmer, Burmese.
const unspacedPersonWords = `ผู้ใช้ ฉัน ผม ดิฉัน ຜູ້ໃຊ້ ຂ້ອຍ អ្នកប្រើ ខ្ញុំ အသုံးပြုသူ ကျွန်`

// assistantNames are international enough to be found in every language.
const assistantNames = `assist asist chatbot чатбот ассист асист prompt промпт chatgpt claude`

// namesUserOrWriterButNoAssistant reports a text whose first words name the user or the writer, and
// that does not speak of an assistant.
func namesUserOrWriterButNoAssistant(folded string, ts []instructionToken) bool {
	for _, name := range strings.Fields(assistantNames) {
		if strings.Contains(folded, name) {
			return false
		}
	}
	for _, w := range strings.Fields(unspacedPersonWords) {
		if at := strings.Index(folded, FoldDisguisedText(w)); at >= 0 && at < 40 {
			return true
		}
	}
	for i, t := range ts {
		if t.text == "ai" || i < 8 && addressWords()[t.text] {
			return false
		}
		if i < 3 && sharedPersonWords()[t.text] {
			return !containsAIBotOrGPT(ts)
		}
	}
	return false
}

// addressWords are the words for "you" in languages without rules. A statement about the user has
// none.
var addressWords = sync.OnceValue(func() map[string]bool {
	words := map[string]bool{}
	for _, w := range foldedWordsOfList("du dig deg sinä sinun abys kamu anda bạn εσύ σένα тебе вами") {
		words[w] = true
	}
	return words
})

func containsAIBotOrGPT(ts []instructionToken) bool {
	for _, t := range ts {
		if t.text == "ai" || t.text == "bot" || t.text == "gpt" {
			return true
		}
	}
	return false
}

var sharedPersonWords = sync.OnceValue(func() map[string]bool {
	words := map[string]bool{}
	for _, list := range frequentWordsOfOtherLanguages() {
		persons, _, _ := strings.Cut(list, "|")
		for _, w := range foldedWordsOfList(persons) {
			words[w] = true
		}
	}
	for _, w := range foldedWordsOfList(personWords) {
		words[w] = true
	}
	return words
})
