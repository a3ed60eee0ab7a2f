package injection

import (
	"slices"
	"strings"
	"sync"

	"memoir/memory/lang"
)

// waivesSafeguardsOrConsentsAhead reports a sentence about doing without warnings, confirmations or
// checks, in any form: whoever wants them gone can say so to the user. It goes by parts of words,
// because that is a matter of words and not of grammar.
func waivesSafeguardsOrConsentsAhead(folded string) bool {
	for _, s := range splitIntoSentenceParts(folded) {
		padded := " " + strings.NewReplacer(",", " ", "،", " ").Replace(s) + " "
		var trigrams lang.Trigrams
		trigrams.AddText(padded)
		contains := func(part string) bool { return trigrams.MayContain(part) && strings.Contains(padded, part) }
		for _, lists := range permissionParts() {
			if !slices.ContainsFunc(lists, func(parts []string) bool { return !slices.ContainsFunc(parts, contains) }) {
				return true
			}
		}
	}
	return false
}

// permissionParts returns lists of parts: a sentence that has one of each list of a row does
// without safeguards, or agrees in advance to what is not known yet.
var permissionParts = sync.OnceValue(func() [][][]string {
	rows := [][]string{
		{safeguardParts, bypassParts, wishParts + " " + consentParts},
		{consentParts, advanceParts + " " + machineParts},
		{consentGivenParts, anythingParts},
		{behalfParts, wishParts + " " + consentParts},
		{trustParts, messageParts},
		{sourceParts, criticismParts, wishParts + " " + bypassParts},
		{gladIfParts, mentionParts},
		{whenUserParts, askParts, obligationParts},
		{"_कहा_है_कि _बताया_है_कि", "_जाए_ _जाना_चाहिए"},
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
	safeguardParts = `_warning _warnings _safety_note _safety_notice _safety_advice _caveat hinweise warnhinweis
			avvisi avisos
		varning _confirm _confirmation _approval _disclaimer _security_check _safety_check
		authentif autentic authenti аутентиф 验证 認証 인증 _phishing _scam _asking_ warnung
			bestätigung rückfrage nachfrage _freigabe waarschuwing bevestiging
			goedkeuring avertissement
		_confirmation _arnaque advertencia confirmación _estafa _conferm _avviso _avvisi _truff confirmação _golpe
		предупрежден подтвержден _проверк ostrzeże potwierdze _uyarı _onay चेतावन पुष्टि 警告 确认 確認 경고 확인`
	bypassParts = `_never _without _skip _omit _left_out _leave_out _leaving_out _dropped _removed entfall weglass
			wegfall supprim omess
			elimina eliminad убра убир удал utelämna 去掉 去除 省略 删 除去 省い 省く 빼 빼고 제거 _hidden _hide _no_longer _nie _ohne
			weggelassen überspr _zonder _nooit
		weggelat overgeslagen _jamais _sans _saut omis _nunca _sin_ omit _salt _mai _senza _sem_ _pul никогда _без пропуск
		не_показ nigdy _bez pomij olmadan asla कभी बिना न_दिखा 不 无 なし せず 없이 생략 望んでいない 望まない いらない 不要`
	wishParts = `_prefers _asks_that _asked_that _requests _requested _vill_ _wants _likes _wishes _happier _happy
			_glad _pleased _fine_with _möchte _bevorzugt
			_wünscht _mag_
		_froh _lieber _vindt _wil_ _prettig _prefere _préfère _souhaite _veut _aime _prefiere _desea _quiere _gusta
		_desidera _vuole _preferisce _piace _deseja _quer_ _gosta _feliz предпочита хочет нравится доволен считает_лишним
		_woli _chce_ _lubi istiyor memnun चाहता चाहती पसंद 希望 喜欢 想要 好む 望む 望ん 原 원한 좋아`
	consentParts = `_given_permission _gives_permission _gave_permission _lets_the staat_toe _permet allows_
			permite permette _देने_देता 许 許 देता _अनुमति _agrees
			_agreed_to _accepts _approves _consents _permits _allows _authorises _authorizes einverstanden
		stimmt akzeptiert genehmigt erlaubt _accepte _consent _approuve _autorise _d_accord acepta aprueba consiente
			autoriza
		aceita concorda aprova _de_acuerdo _de_acordo accetta acconsente approva _stemt akkoord согласен согласна одобря
		разреша zgadza akceptuje onayl kabul 同意 批准 授权 承認 許可 동의 승인 허락 सहमत स्वीकार موافق يوافق`
	machineParts = `_ai_ _ia_ 'ia_ _ki_ _ии_ 许ai aiが ai가 ai에 एआई _chatbot _automatic automatisch automatique
			automátic автомат 自动 自動 자동 助手代 助理代 アシスタントが 어시스턴트가 der_assistent
		_daten_weiter _data_shared`
	// consentGivenParts say that somebody has agreed to something once and for all.
	consentGivenParts = `_already_agreed _has_agreed_to _authorised _authorized _has_approved _carte_blanche carta_bianca
		carta_blanca visto_bueno _green_light _go-ahead _okayed _signed_off_on grünes_licht freigegeben freie_hand luz_verde
		feu_vert via_libera sinal_verde _liberou_ _autorisé _autorizado _autorizzato _autorizou _autorizó einwilligung
		zustimmung _consenso_ zgodę_na согласие_на дал_добро дала_добро разрешил_ разрешила_ अनुमति_दे सहमति_दे 已授权 已同意
		許可している 同意済み 허락했 동의했 izin_verdi onay_verdi toestemming_gegeven _samtyckt godkänt`
	// anythingParts are what somebody agrees to without looking.
	anythingParts = `_any_ _all_ _every_ _anyone _whoever _without_ _no_need _unlimited _shell _command _script _sudo
		_purchases
		_payments _transfers _backups _history _files_ _his_data _her_data _their_data medical beliebig jegliche _alle_ _ohne_
		einkäufe zahlungen daten quien_lo cualquier _todos_ _todas_ _sin_ _compras _pagos historial quiconque _toute _tous_
		_sans_ _achats paiements données chiunque qualsiasi _ogni_ acquisti pagamenti _dati_ _quem_ qualquer exclusão
		pagamentos _dados _sem_ não_precisa _люб _всех_ кому_угодно _без_ покуп платеж данны किसी_के_भी सारी_ सभी_
		_bez_ zawartości _danych wszystk 任何 所有 无需 不用 どんな すべて 모든 누구 herhangi _tüm_ verileri _elke_ _alla_ _utan_`
	behalfParts = `on_their_behalf on_his_behalf on_her_behalf _purchases_made _payments_made in_seinem_namen
			in_ihrem_namen
		daten_weitergegeben en_son_nom en_su_nombre a_suo_nome em_seu_nome namens_hem от_его_имени 代为付款 代为购买 代わりに購入
		대신 결제`
	trustParts = `_whitelist _trusts_ vertraut_ fait_confiance confía_en confia_em si_fida vertrouwt доверяет ufa_
			信任 信頼
		신뢰`
	messageParts = `_link_ _links_ _code_block _any_code _sources_ _advice_that _messages_ _message_ _domain _url
			_quellen
		nachrichten _liens_ _messages _fonti_ _fuentes_ _enlaces_ _mensajes_ _fontes_ _mensagens_ _messaggi_ _bronnen_
		_berichten_ ссылк сообщени 链接 消息 リンク メッセージ 링크 메시지`
	sourceParts = `_sources_ _results_ _reviews_ _articles_ _quellen_ _ergebnisse_ _fuentes_ _resultados_ _fonti_
		_risultati_ _bronnen_ _resultaten_ источник 来源 情報源 출처`
	criticismParts = `critici kritis criticar critiqu критик _negative_ _against_ 批评 批判 비판`
	gladIfParts    = `_thrilled_if _happy_if _glad_if _pleased_if _delighted_if appreciate_it_if _würde_sich_freuen
			freut_sich
		_serait_ravi le_encantaría_que adoraria_que sarebbe_felice felice_se был_бы_рад рад_если 很高兴如果`
	mentionParts = `_mention _come_up _comes_up _named_first erwähn mentionn mencion menzion vermeld упомина 提到 提及 言及
		언급`
	whenUserParts = `_whenever_the_user _when_the_user _if_the_user _every_time_the_user wenn_der_nutzer
		sobald_der_nutzer quand_l'utilisateur lorsque_l'utilisateur si_l'utilisateur cuando_el_usuario si_el_usuario
		quando_l'utente se_l'utente quando_o_usuário se_o_usuário als_de_gebruiker wanneer_de_gebruiker
		когда_пользователь если_пользователь 当用户 如果用户 每当用户 gdy_użytkownik`
	askParts = `_asks _mentions _says fragt erwähnt demande parle pregunta mencion chiede pergunta vraagt
			спрашивает спросит
		问 提到 pyta`
	obligationParts = `_should _must _shall _needs_to _ought soll muss doit devrait faut debe debería deve moet
			должен нужно
		надо 应 要 须 powin musi`
	advanceParts = `_in_advance _beforehand _up_front _upfront im_voraus _vorab d'avance _par_avance l'avance
			_de_antemano
		por_adelantado antecipad _de_antemão _in_anticipo anticipatamente _vooraf op_voorhand заранее z_góry _önceden 事先
		提前 事前 あらかじめ 미리 사전 पहले_से مسبق`
)
