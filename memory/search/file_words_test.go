package search

import "testing"

func TestPartsOfAFileAreScoredByTheirRareWords(t *testing.T) {
	parts := []string{
		"The weather was fine and the road was long.", "On the road to Brevik the weather changed.",
		"Brevik, Brevik! The road ends in Brevik.", "Nothing happened on the road.", "The road and the weather.",
	}
	got := scorePartsByWords("What is on the road to Brevik?", parts)
	if !(got[2] > got[1] && got[1] > 0.3 && got[0] < 0.01 && got[3] < 0.01) {
		t.Errorf("got %.3f", got)
	}
	for question, parts := range map[string][]string{
		"Чем закончилась дорога в Бревик?": {"Дождь.", "Дорога в Бревик закрыта.", "Ветер."},
		"去奥斯陆的渡轮几点开?":                      {"天气很好。", "渡轮九点开往奥斯陆。", "下雨了。"},
	} {
		if got := scorePartsByWords(question, parts); got[1] <= got[0] || got[1] <= got[2] {
			t.Errorf("%s: %.3f", question, got)
		}
	}
	if got := scorePartsByWords("?", nil); len(got) != 0 {
		t.Errorf("an empty file: %v", got)
	}
}
