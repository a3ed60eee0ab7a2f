package secrets

import (
	"regexp/syntax"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"memoir/memory/lang"
	"memoir/memory/lang/lazyregexp"
)

// secretLabels are the words that a secret follows, in the ten languages and a few more.
const secretLabels = `unlock\w*|decrypts?|entsperr\p{L}*|desbloque\p{L}*|déverrouill\p{L}*|sblocc\p{L}*|` +
	`разблокир\p{L}*|odblok\p{L}*|passkey|mot de code|mot-cl[ée]|palavra-chave|hasł[oa] słowne|wi-?fi key|` +
	`network key|master key|login code|security word|safe word|` +
	`memorable word|code ?word|` +
	`key ?code|(?:two-factor|authenticator|totp|2fa|mfa)(?: setup)?(?: secret| key| seed| code)?|setup key|` +
	`backup codes?|recovery codes?|` +
	`wlan-(?:schlüssel|passwort|kennwort)|zugangsdaten|losungswort|mdp|code d['’]accès|nip\b|parola d['’]accesso|` +
	`codice d['’i]? ?accesso|` +
	`(?:access|entry|gate|lock|padlock|bike lock|locker|safe) combination|combination (?:to|of|for) (?:my|the|` +
	`our)(?: \S+)? (?:lock|safe|` +
	`padlock|locker|vault|bike)|пассворд|باسورد|الباسورد|كلمة مرور|كلمة سر|رقم سري|الرمز السري|पासकोड|गुप्त शब्द|` +
	`कूटशब्द|pass ?words?|ssn|social security (?:number|no\.?)|passwd|pwd|pw|pass ?phrase|pass ?code|` +
	`pin(?:[ -]?code| number|[ -]?nummer)?|puk[12]?(?:[ -]?(?:code|nummer|kod\p{L}*))?|пак-?код\p{L}*|` +
	`पीयूके|cvv2?|cvc2?|` +
	`secret (?:access )?key|client secret|api[ _-]?(?:key|token|secret)|(?:access|refresh|` +
	`auth(?:entication)?|session)[ _-]?token|bearer|` +
	`private key|(?:seed|mnemonic|recovery|backup|wallet|secret)[ -]?(?:phrase|words|code|key)s?|` +
	`(?:security|verification|one[- ]time|alarm|door|gate|safe|garage|entry|unlock|lock|locker|access|confirmation|` +
	`keypad|2fa|voicemail|safe) (?:code|combination|pin)|code (?:for|of|to) (?:the|my|our) (?:\S+ )?(?:door|gate|` +
	`safe|alarm|garage|` +
	`building|lock|locker|gym|office|flat|house)|otp|combination of the safe|` +
	`(?:mother['’]?s )?maiden name (?:for|at) (?:the|my) (?:bank|account)|secret answer(?: to (?:\S+ ){1,3}?(?:pet|` +
	`school|car|street|city|teacher))?|geheime antwort|réponse secrète|respuesta secreta|risposta segreta|` +
	`resposta secreta|senha d[oa] (?:cartão|conta|banco|alarme|cofre)|пин от карты|пин карты|` +
	`answer to (?:my|the|our) (?:security|secret|recovery) question|security question|` +
	`log ?in|credentials|passw[oö]rt\p{L}*|kennwort|geheimzahl|\p{L}*(?:tür|tor|alarm|tresor|safe|zugangs|zugriffs|` +
	`sicherheits|` +
	`bestätigungs|garagen|schlüssel|entsperr|geheim)-?code|(?:antwort auf (?:meine|die) )?sicherheitsfrage|` +
	`mot de passe|code (?:secret|pin|confidentiel)|digicode|` +
	`code (?:de |du |d['’])(?:la |l['’]|ma |mon |notre |)?(?:porte|carte(?: bleue| bancaire)?|immeuble|alarme|` +
	`coffre(?:-fort)?|portail|` +
	`garage|entrée|téléphone|cadenas)|question (?:secrète|de sécurité)|phrase de récupération|` +
	`contraseña|clave|código (?:de seguridad|pin|secreto)|código (?:de |del )(?:la |mi |nuestra |` +
	`nuestro )?(?:puerta|alarma|tarjeta|caja ` +
	`fuerte|portal|garaje|edificio|móvil|verificación|acceso|candado)|pregunta de seguridad|` +
	`palabras de (?:mi|la) (?:monedero|billetera|cartera)|frase (?:semilla|de recuperación)|` +
	`senha|palavra-passe|código d[oa]s? (?:meu |minha |nosso |nossa )?(?:alarme|porta|cartão|cofre|portão|prédio|` +
	`celular|cadeado)|` +
	`pergunta de segurança|parola d['’]ordine|parola chiave|password|codice (?:pin|segreto|di sicurezza)|` +
	`codice (?:della |del |dell['’])(?:mia |mio |nostra |nostro )?(?:porta|carta|allarme|cassaforte|cancello|` +
	`portone|bancomat|lucchetto)|` +
	`domanda di sicurezza|wachtwoord|(?:deur|poort|kluis|alarm|toegangs|beveiligings)code|hasł[oaeu]m?|` +
	`kod (?:pin|do|od) ?(?:drzwi|alarmu|domofonu|sejfu|bramy|karty|telefonu|bankomatu)?|şifre\p{L}*|parolam|` +
	`(?:kapı|alarm|kasa|kart|telefon)\p{L}* (?:kodu|pini)|` +
	`парол(?:ь|я|ем|и)|пин-?код\p{L}*|код (?:от |для )?(?:домофона|двери|подъезда|сейфа|карты|сигнализации|доступа|` +
	`замка)|` +
	`контрольный вопрос|кодовое слово|पासवर्ड|पिन|(?:दरवाजे|दरवाज़े|तिजोरी|अलार्म) का कोड|` +
	`كلمة (?:المرور|السر)|الرقم السري|رمز (?:الباب|القفل|الخزنة|الدخول|التحقق|البطاقة|المرور)|` +
	`(?:secret|access|security|login|master|magic) (?:phrase|sentence)|(?:secret|magic) word|pass ?sentence|` +
	`(?:geheim|zugangs|entsperr|sicherheits|passwort|kenn|pass|wiederherstellungs|code)-?(?:phrase|satz|wort|` +
	`sätze)|geheime[rn]? satz|` +
	`frase (?:de (?:contraseña|paso|acceso|seguridad|recuperación)|secreta|clave|de acesso|de segurança|senha|passe|` +
	`(?:di|d['’]) ?(?:accesso|sicurezza|recupero|ordine)|segreta|chiave|semente)|frase-(?:senha|passe)|` +
	`(?:palabra|palavra|parola) (?:secreta|segreta|clave|chave|de (?:paso|acceso|acesso))|` +
	`phrase (?:secrète|de passe|de sécurité|d['’]accès|clé|clef)|mot secret|mot-clé secret|` +
	`(?:кодов|парольн|секретн)\p{L}+ (?:фраз|слов)\p{L}+|фраз\p{L} (?:для входа|восстановления|-пароль)|` +
	`(?:tajn|kodow|sekretn)\p{L}+ (?:zdanie|fraz\p{L}|słowo)|fraz\p{L} (?:hasła|dostępu|odzyskiwania|` +
	`zabezpieczająca)|` +
	`(?:parola|geçiş|gizli|giriş|kurtarma|şifre)\p{L}* (?:cümle|söz|kelime|ifade|öbe)\p{L}*|` +
	`(?:wacht|herstel|toegangs|code|geheime? )-?(?:zin|woord)|wachtwoordzin|` +
	`पास ?(?:फ़्रेज़|फ्रेज|फ़्रेज|वाक्य|वर्ड)|(?:गुप्त|कूट|सुरक्षा|रिकवरी) ?(?:वाक्यांश|वाक्य|शब्द|फ़्रेज़|फ्रेज)|` +
	`(?:ال)?عبارة (?:المرور|السر|السرية|الاسترداد|الدخول|الأمان|سرية|مرور)\p{L}*|عبارتي السرية|كلمتي السرية|` +
	`كلمة (?:سري|مروري)|` +
	`lösenord|adgangskode|passord|salasana|heslo|jelszó|jelszavam|lozinka|κωδικός|mật khẩu|kata sandi`

// numberLabels are the words before numbers that belong to one person or account. What follows counts
// only with digits in it.
const numberLabels = `national id(?: number)?|(?:id|tax|identity|insurance|medicare|nhs|` +
	`social insurance) (?:card )?(?:number|no\.?|id)|` +
	`rentenversicherungsnummer|versichertennummer|krankenversicherungsnummer|svnr|numéro de sécu|cédula|` +
	`carta d['’]identità|` +
	`(?:mon |le )?nir|rut|rg|cpf|tfn|водительское удостоверение|полис|паспорт|(?:account|routing|passport|` +
	`national insurance|driver'?s licen[cs]e) ` +
	`(?:number|no\.?)|sort code|pesel|aadhaa?r(?: number| no\.?)?|आधार(?: नंबर| संख्या)?|steuer-?(?:id|` +
	`nummer)\p{L}*|dni\b|nie\b|bsn\b|nif\b|curp|` +
	`codice fiscale|sozialversicherungsnummer|kontonummer|(?:reise)?pass(?:nummer)|personalausweis(?:nummer)?|` +
	`ausweisnummer|` +
	`numéro de (?:sécurité sociale|compte|passeport)|número de (?:la )?(?:seguridad social|cuenta|pasaporte|conta|` +
	`passaporte)|` +
	`numero di (?:conto|passaporto)|(?:numer|nr) (?:konta|paszportu|dowodu)|rekeningnummer|burgerservicenummer|инн|` +
	`снилс|` +
	`номер (?:паспорта|счёта|счета|карты)|(?:tc )?kimlik (?:no|numara\p{L}*)|iban`

// unspacedLabels stand in texts without blanks between words.
const unspacedLabels = `암호문|암호구|암호 구절|암호 문구|비밀 문구|비밀 문장|복구 문구|패스프레이즈|비번|패스워드|패스코드|` +
	`合言葉|合い言葉|パスフレーズ|秘密の言葉|秘密のフレーズ|リカバリーフレーズ|密码短语|口令短语|密语|暗语|暗号|通关密语|恢复短语|` +
	`パスコード|解锁密码|身份证|密码|密碼|口令|PIN码|pin码|验证码|驗證碼|门禁码|提取码|身份证号码?|身份證號碼?|护照号码?|` +
	`助记词|密保问题|` +
	`비밀번호|암호|인증번호|핀번호|주민등록번호|여권번호|보안 ?질문|パスワード|暗証番号|認証コード|マイナンバー|秘密の質問|รหัสผ่าน`

var numberLabelPattern = lazyregexp.New(`(?i)(?:^|[^\p{L}\p{N}])(?:` + numberLabels + `)(?:$|[^\p{L}])`)

// labelParts are what every label begins with or has in it at a word's beginning, in lower case.
const labelParts = `hotspot unlock maiden mother réponse respuesta risposta resposta geheime
	decrypt entsperr desbloque déverrouill sblocc разблокир odblok wi-fi wifi network
	master safe memorable two-factor authenticator totp mfa setup wlan zugangsdaten losungswort mdp nip entry padlock
	bike пассворд باسورد الباسورد पासकोड गुप्त कूटशब्द id tax identity insurance medicare nhs
	rentenversicherungsnummer versichertennummer krankenversicherungsnummer svnr cédula carta nir rut rg cpf tfn
	водительское полис паспорт pass pwd pw pin puk
	пак पीयूके cvv cvc secret api token bearer private seed mnemonic recovery backup
	wallet ssn social one-time 2fa otp sort login log sign credential kennwort geheimzahl sicherheitsfrage contraseña
	clave código codice senha palavra palabras frase parola wachtwoord hasł şifre kimlik mot digicode question
	pregunta pergunta domanda парол пин контрольный кодовое पासवर्ड पिन आधार كلمة الرقم رمز pesel aadha steuer dni
	nie bsn nif curp sozialversicherungsnummer kontonummer reisepass personalausweis ausweisnummer numéro número
	numero numer nr rekeningnummer burgerservicenummer инн снилс номер lösenord adgangskode salasana heslo jelsz
	lozinka κωδικ mật kata iban phrase verification confirmation routing passport national driver code kod код दरवा
	तिजोरी अलार्म combination alarm door gate safe garage lock keypad tür tor tresor answer account auth access
	refresh session client security entry unlock kapı kasa kart telefon deur poort kluis toegangs beveiligings
	schlüssel geheim magic zugangs sicherheits kenn wiederherstellungs mot кодов парольн секретн фраз tajn sekretn fraz
	geçiş gizli giriş kurtarma herstel wacht पास कूट सुरक्षा रिकवरी عبار العبارة كلمتي`

// findLabelCandidateOffsets returns where words begin that may begin a label, in order.
func findLabelCandidateOffsets(t *indexedText) []int {
	lower := t.lower
	parts := t.possibleParts(splitLabelParts())
	var out []int
	for at := range len(lower) {
		insideWord := at > 0 && 'a' <= lower[at-1] && lower[at-1] <= 'z'
		if insideWord && lower[at] != 'c' {
			continue // only "code" may end a word
		}
		for _, part := range parts.partsPossibleAt(lower, at) {
			if !strings.HasPrefix(lower[at:], part) {
				continue
			}
			if start, ok := labelWordStart(lower, at, part); ok {
				out = append(out, start)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// labelWordStart returns where the word of a part begins. The part must begin the word, but for "code",
// which ends German and Dutch ones, and for scripts that put no blanks between words.
func labelWordStart(lower string, at int, part string) (int, bool) {
	before, size := utf8.DecodeLastRuneInString(lower[:at])
	if at == 0 || !unicode.IsLetter(before) || unicode.In(before, unicode.Han, unicode.Hangul, unicode.Hiragana,
		unicode.Katakana, unicode.Thai) {
		return at, true
	}
	if part != "code" {
		return 0, false
	}
	for at > 0 && (unicode.IsLetter(before) || before == '-') {
		at -= size
		before, size = utf8.DecodeLastRuneInString(lower[:at])
	}
	return at, true
}

var splitLabelParts = sync.OnceValue(func() []string {
	unspaced := strings.NewReplacer("?", "", "号码", "号", "號碼", "號").Replace(unspacedLabels)
	parts := append(strings.Fields(labelParts), strings.Split(unspaced, "|")...)
	for i, p := range parts {
		parts[i] = lang.LowerKeepingByteLength(p)
	}
	slices.Sort(parts)
	return slices.Compact(parts)
})

// mayMatchTextWithPrefix reports whether an expression, whatever the case of its letters, may match at the beginning
// of a text with a prefix. It runs the expression's automaton over the prefix.
func mayMatchTextWithPrefix(expr, prefix string) bool {
	parsed, err := syntax.Parse(expr, syntax.Perl|syntax.FoldCase)
	if err != nil {
		return true // the compiler of the whole says what is wrong
	}
	program, err := syntax.Compile(parsed.Simplify())
	if err != nil {
		return true
	}
	states := map[uint32]bool{}
	if addStates(program, uint32(program.Start), states) {
		return true
	}
	for _, r := range prefix {
		next := map[uint32]bool{}
		for pc := range states {
			if readsRune(program.Inst[pc], r) && addStates(program, program.Inst[pc].Out, next) {
				return true
			}
		}
		states = next
	}
	return len(states) > 0
}

func readsRune(inst syntax.Inst, r rune) bool {
	switch inst.Op {
	case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
		return inst.MatchRune(r)
	}
	return false
}

// addStates adds a state and those that are reached from it without reading a character, and reports whether the
// end is reached so.
func addStates(program *syntax.Prog, pc uint32, states map[uint32]bool) bool {
	if states[pc] {
		return false
	}
	states[pc] = true
	switch inst := program.Inst[pc]; inst.Op {
	case syntax.InstMatch:
		return true
	case syntax.InstAlt, syntax.InstAltMatch:
		return addStates(program, inst.Out, states) || addStates(program, inst.Arg, states)
	case syntax.InstCapture, syntax.InstNop, syntax.InstEmptyWidth:
		return addStates(program, inst.Out, states)
	default:
		return false
	}
}
