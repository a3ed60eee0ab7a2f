package lang

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// AsksAboutSpeaker reports whether a question is about the one who asks it: "where do I live",
// "what is my sister called". Questions that only ask how something is done are not, nor orders of
// something that anybody could order: "how do I boil an egg", "I need a regex for dates". It knows
// the ten languages of the guards and Japanese.
func AsksAboutSpeaker(question string) bool {
	ts := StripCliticsInPlace(Tokenize(question))
	text := " " + strings.ReplaceAll(strings.Join(foldedWordsOfText(question), " "), "’", "'") + " "
	anybodys := false
	for _, phrase := range anybodysQuestions() {
		anybodys = anybodys || strings.Contains(text, phrase)
	}
	for _, phrase := range unspacedAnybodysQuestions() {
		anybodys = anybodys || strings.Contains(question, phrase)
	}
	for _, t := range ts {
		w := strings.ReplaceAll(t.Folded, "’", "'")
		if possessiveSpeakerWords()[w] || !anybodys && speakerWords()[w] {
			return true
		}
	}
	return false
}

var (
	// speakerWords name the speaker as somebody who does or is something.
	speakerWords = sync.OnceValue(func() map[string]bool {
		return WordSet(`i i'm i've i'd i'll we we're we've ich wir yo nosotros nosotras soy tengo vivo je j'ai j'aime nous
			io noi sono ho eu nós sou tenho moro я мы мне मैं हम 我 我们 나는 나 내가 저는 저 제가 우리 私 僕 俺`)
	})
	// possessiveSpeakerWords name what is the speaker's, or to whom it belongs.
	possessiveSpeakerWords = sync.OnceValue(func() map[string]bool {
		return WordSet(`my mine our ours mein meine meinen meinem meiner meines unser unsere unseren mir mi mis mío mía
			nuestro nuestra mon ma mes notre nos mio mia miei mie nostro nostra meu minha meus minhas nosso nossa мой моя
			моё мое мои моего моей моих меня наш наша मेरा मेरी मेरे मुझे मुझको हमारा हमारी 내 나의 제 저의 우리`)
	})
	// anybodysQuestions ask for instructions or order something; the words are folded and stand
	// between blanks.
	anybodysQuestions = sync.OnceValue(func() []string {
		list := strings.Split(`how do i|how can i|how should i|how would i|how could i|how do we|how can we|where can i|
			wie kann ich|wie mache ich|wie soll ich|wie können wir|cómo puedo|cómo hago|comment puis je|comment je peux|
			comment faire|come posso|come faccio|como posso|como faço|как мне|как я могу|मैं कैसे|कैसे|어떻게|
			i need a|i need an|i need some|i need you to|i'd like a|i'd like an|i'd like some|i'd like you to|
			i would like a|i would like an|i would like some|i would like you to|i want a|i want an|i want you to|
			ich brauche ein|ich brauche eine|ich brauche einen|ich hätte gern|ich hätte gerne|ich möchte ein|
			ich möchte eine|ich möchte einen|necesito un|necesito una|quisiera un|quisiera una|quiero un|quiero una|
			j'ai besoin d'un|j'ai besoin d'une|je voudrais un|je voudrais une|je veux un|je veux une|
			ho bisogno di un|ho bisogno di una|vorrei un|vorrei una|preciso de um|preciso de uma|queria um|queria uma|
			мне нужен|мне нужна|мне нужно|मुझे एक`, "|")
		for i, p := range list {
			list[i] = " " + FoldText(strings.TrimSpace(p)) + " "
		}
		return list
	})
	unspacedAnybodysQuestions = sync.OnceValue(func() []string {
		return strings.Fields("如何 怎么 怎樣 怎样 我需要一 我想要一 帮我 幫我 どうやって どうすれば")
	})
)

// QuestionNames are the names in a question: words of three or more letters with a capital that do
// not open the sentence and are no articles or the like, folded. In German every noun is one.
type QuestionNames map[string]bool

// NamesInQuestion returns the names in a question.
func NamesInQuestion(question string) QuestionNames {
	names := QuestionNames{}
	ts := StripCliticsInPlace(Tokenize(question))
	words := make([]string, len(ts))
	for i, t := range ts {
		words[i] = strings.ToLower(t.Text)
	}
	ignored := StopWordsOfQuestionLanguage(words)
	for i, t := range ts {
		isName := utf8.RuneCountInString(t.Text) >= 3 && unicode.IsUpper(FirstRune(t.Text))
		if isName && !t.OpensSentence && !ignored[words[i]] {
			names[t.Folded] = true
		}
	}
	return names
}

// IsAnyMentionedIn reports whether a text contains one of the names, with a capital there, too: the
// words of "the First World War" are ordinary ones elsewhere.
func (n QuestionNames) IsAnyMentionedIn(text string) bool {
	return len(n) > 0 && slices.ContainsFunc(StripCliticsInPlace(Tokenize(text)), func(t Token) bool {
		return n[t.Folded] && unicode.IsUpper(FirstRune(t.Text))
	})
}

// AsksWhatAssistantSaid reports whether a question asks for words of the assistant: "what did you
// recommend", in the ten languages of the guards and Japanese.
func AsksWhatAssistantSaid(question string) bool {
	text := " " + strings.Join(foldedWordsOfText(question), " ") + " "
	for _, phrase := range assistantSaidPhrases() {
		if strings.Contains(text, phrase) {
			return true
		}
	}
	for _, phrase := range unspacedAssistantSaidPhrases() {
		if strings.Contains(question, phrase) {
			return true
		}
	}
	return false
}

var (
	assistantSaidPhrases = sync.OnceValue(func() []string {
		list := strings.Split(`did you say|did you tell|did you suggest|did you recommend|did you give|did you write|
			did you mention|did you explain|you said|you told|you suggested|you recommended|you gave|you wrote|
			you mentioned|you explained|you listed|your answer|your suggestion|your recommendation|your advice|
			hast du gesagt|hast du empfohlen|hast du vorgeschlagen|hast du geschrieben|hattest du|deine antwort|dein rat|
			dein vorschlag|deine empfehlung|me dijiste|me recomendaste|me sugeriste|tu respuesta|tu consejo|
			m'as dit|as-tu dit|m'as recommandé|m'as conseillé|ta réponse|ton conseil|mi hai detto|mi hai consigliato|
			hai suggerito|la tua risposta|você disse|você recomendou|você sugeriu|sua resposta|ты сказал|ты говорил|
			ты посоветовал|ты предложил|твой ответ|तुमने कहा|आपने कहा|आपने बताया|आपने सुझाया`, "|")
		for i, p := range list {
			list[i] = " " + strings.TrimSpace(p) + " "
		}
		return list
	})
	unspacedAssistantSaidPhrases = sync.OnceValue(func() []string {
		return strings.Fields("你说 你推荐 你建议 你告诉 你写 네가 추천 추천해 준 말해 준 あなたが言 勧めてくれ 教えてくれ")
	})
)
