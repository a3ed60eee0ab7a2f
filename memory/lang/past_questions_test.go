package lang

import "testing"

func TestQuestionsAboutThePastAreRecognizedInTenLanguages(t *testing.T) {
	for past, present := range map[string]string{
		"Where did I live before?":          "Where do I live?",
		"Wo habe ich früher gewohnt?":       "Wo wohne ich?",
		"¿Dónde vivía antes?":               "¿Dónde vivo?",
		"Où est-ce que j'habitais avant ?":  "Où est-ce que j'habite ?",
		"Dove abitavo prima?":               "Dove abito?",
		"Onde eu morava antes?":             "Onde eu moro?",
		"Где я жил раньше?":                 "Где я живу?",
		"मैं पहले कहाँ रहता था?":            "मैं कहाँ रहता हूँ?",
		"저는 전에 어디에 살았나요?":                   "저는 어디에 사나요?",
		"我以前住在哪里？":                          "我住在哪里？",
		"Which was my previous job?":        "Which is my job?",
		"Who was my boss two years ago?":    "Who is my boss?",
		"What did I use to eat in the past": "What do I eat?",
	} {
		if !AsksAboutPast(past) || AsksAboutPast(present) {
			t.Errorf("%q: %v, %q: %v", past, AsksAboutPast(past), present, AsksAboutPast(present))
		}
	}
}
