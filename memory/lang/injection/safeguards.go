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
		padded := " " + s + " "
		contains := func(part string) bool { return strings.Contains(padded, part) }
		for _, lists := range permissionParts() {
			if !slices.ContainsFunc(lists, func(parts []string) bool { return !slices.ContainsFunc(parts, contains) }) {
				return true
			}
		}
	}
	return false
}

// permissionParts returns lists of parts: a sentence that has one of each list of a row does without
// safeguards, or agrees in advance to what is not known yet.
var permissionParts = sync.OnceValue(func() [][][]string {
	rows := [][]string{
		{safeguardParts, bypassParts, wishParts + " " + consentParts},
		{consentParts, advanceParts + " " + machineParts},
	}
	out := make([][][]string, len(rows))
	for i, row := range rows {
		for _, list := range row {
			parts := foldedWordsOfList(list)
			for k, part := range parts {
				parts[k] = strings.ReplaceAll(part, "_", " ")
			}
			out[i] = append(out[i], parts)
		}
	}
	return out
})

// The parts of folded words; _ stands for the blank before a word.
const (
	safeguardParts = `_warning _warnings _confirm _confirmation _approval _disclaimer _security_check _safety_check
		_phishing _scam _asking_ warnung bestätigung rückfrage nachfrage _freigabe waarschuwing bevestiging
			goedkeuring avertissement
		_confirmation _arnaque advertencia confirmación _estafa _conferm _avviso _avvisi _truff confirmação _golpe
		предупрежден подтвержден _проверк ostrzeże potwierdze _uyarı _onay चेतावन पुष्टि 警告 确认 確認 경고 확인`
	bypassParts = `_never _without _skip _omit _hidden _hide _no_longer _nie _ohne weggelassen überspr _zonder _nooit
		weggelat overgeslagen _jamais _sans _saut omis _nunca _sin_ omit _salt _mai _senza _sem_ _pul никогда _без пропуск
		не_показ nigdy _bez pomij olmadan asla कभी बिना न_दिखा 不 无 なし せず 없이 생략`
	wishParts = `_prefers _wants _likes _wishes _happier _happy _glad _pleased _fine_with _möchte _bevorzugt
			_wünscht _mag_
		_froh _lieber _vindt _wil_ _prettig _prefere _préfère _souhaite _veut _aime _prefiere _desea _quiere _gusta
		_desidera _vuole _preferisce _piace _deseja _quer_ _gosta _feliz предпочита хочет нравится доволен считает_лишним
		_woli _chce_ _lubi istiyor memnun चाहता चाहती पसंद 希望 喜欢 想要 好む 望む 原 원한 좋아`
	consentParts = `_lets_the staat_toe _permet allows_ permite permette _देने_देता 许 許 देता _अनुमति _agrees
			_agreed_to _accepts _approves _consents _permits _allows _authorises _authorizes einverstanden
		stimmt akzeptiert genehmigt erlaubt _accepte _consent _approuve _autorise _d_accord acepta aprueba consiente
			autoriza
		aceita concorda aprova _de_acuerdo _de_acordo accetta acconsente approva _stemt akkoord согласен согласна одобря
		разреша zgadza akceptuje onayl kabul 同意 批准 授权 承認 許可 동의 승인 허락 सहमत स्वीकार موافق يوافق`
	machineParts = `_ai_ _ia_ 'ia_ _ki_ _ии_ 许ai aiが ai가 ai에 एआई _chatbot _automatic automatisch automatique
			automátic автомат 自动 自動 자동`
	advanceParts = `_in_advance _beforehand _up_front _upfront im_voraus _vorab d'avance _par_avance l'avance
			_de_antemano
		por_adelantado antecipad _de_antemão _in_anticipo anticipatamente _vooraf op_voorhand заранее z_góry _önceden 事先
		提前 事前 あらかじめ 미리 사전 पहले_से مسبق`
)
