package injection

import (
	"slices"
	"strings"
	"sync"
)

// asksToSkipSafeguards reports a sentence about doing without warnings, confirmations or checks, in any
// form: whoever wants them gone can say so to the user. It goes by parts of words, because that is a
// matter of words and not of grammar.
func asksToSkipSafeguards(folded string) bool {
	for _, s := range splitIntoSentenceParts(folded) {
		padded := " " + s
		contains := func(part string) bool { return strings.Contains(padded, part) }
		hasOneOf := func(parts []string) bool { return slices.ContainsFunc(parts, contains) }
		if !slices.ContainsFunc(safeguardSkippingParts(), func(parts []string) bool { return !hasOneOf(parts) }) {
			return true
		}
	}
	return false
}

// safeguardSkippingParts returns three lists of parts; a sentence without safeguards has one of each.
var safeguardSkippingParts = sync.OnceValue(func() [][]string {
	lists := [][]string{strings.Fields(safeguardParts), strings.Fields(bypassParts), strings.Fields(wishParts)}
	for _, parts := range lists {
		for i, part := range parts {
			parts[i] = strings.ReplaceAll(part, "_", " ")
		}
	}
	return lists
})

// The parts of folded words; _ stands for the blank before a word.
const (
	safeguardParts = `_warning _warnings _confirm _confirmation _approval _disclaimer _security_check _safety_check
		_phishing _scam warnung bestätigung rückfrage _freigabe waarschuwing bevestiging goedkeuring avertissement
		_confirmation _arnaque advertencia confirmación _estafa _conferm _avviso _avvisi _truff confirmação _golpe
		предупрежден подтвержден _проверк ostrzeże potwierdze _uyarı _onay चेतावनी पुष्टि 警告 确认 確認 경고 확인`
	bypassParts = `_never _without _skip _omit _hidden _hide _no_longer _nie _ohne weggelassen überspr _zonder _nooit
		weggelat overgeslagen _jamais _sans _saut omis _nunca _sin_ omit _salt _mai _senza _sem_ _pul никогда _без пропуск
		не_показ nigdy _bez pomij olmadan asla कभी बिना न_दिखा 不 无 なし せず 없이 생략`
	wishParts = `_prefers _wants _likes _wishes _happier _happy _glad _pleased _fine_with _möchte _bevorzugt _wünscht _mag_
		_froh _lieber _vindt _wil_ _prettig _prefere _préfère _souhaite _veut _aime _prefiere _desea _quiere _gusta
		_desidera _vuole _preferisce _piace _deseja _quer_ _gosta _feliz предпочита хочет нравится доволен считает_лишним
		_woli _chce_ _lubi istiyor memnun चाहता चाहती पसंद 希望 喜欢 想要 好む 望む 原 원한 좋아`
)
