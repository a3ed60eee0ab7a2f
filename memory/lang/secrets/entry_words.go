package secrets

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"memoir/memory/lang"
)

// entryClass is a set of classes of words about getting in.
type entryClass uint8

const (
	deviceWord entryClass = 1 << iota // takes a code, whatever else is said of it
	placeWord                         // is opened, locked, armed or joined
	openWord                          // opening, locking, arming, getting in
	typeWord                          // typing and setting
	codeWord                          // the code itself
	amountWord                        // what another number belongs to: prices, weights, orders
	hourWord                          // stands before a time of day
	unitWord                          // what is measured or counted
)

// Words of each class, in the languages of the labels. A star stands for any letters before or
// behind.
const (
	deviceWords = `keypad* intercom* key_lockbox childproof_lock padlock* lockbox* keysafe* keybox* deadbolt*
		passcode* key_safe key_box key_locker
		digit_lock number_lock combination_lock bike_lock suitcase_lock luggage_lock smart_lock door_lock
		parental_control* parental_lock parents'_controls atm cash_machine cashpoint card_reader sim_pin puk
		entry_system voicemail_pin watch_passcode swallowed_my_card ate_my_card kept_my_card voicemail_pin
		*zahlenschloss *vorhängeschloss *fahrradschloss *bügelschloss *schlüsselkasten *schlüsselbox *schlüsselsafe
		*schlüsseltresor am_automaten karte_eingezogen karte_einbehalten karte_geschluckt karte_verschluckt tastenfeld
		*codeschloss gegensprechanlage kindersicherung jugendschutz* geldautomat*
		bankomat* packstation* *türschloss *paketkasten
		cajita_de_las_llaves candado* cajero* cajetín* teclado_d* tragó_la_tarjeta tragado_la_tarjeta portero_automático
		telefonillo*
		caja_fuerte cerradura* control_parental
		boîtier_à_clé* boîtier_gris digicode* interphone* visiophone* cadenas antivol boîte_à_clé* boite_à_clé* boîte_à_clefs
		distributeur
		coffre-fort* contrôle_parental avalé_ma_carte avalé_la_carte
		cassettin* lucchett* tastierin* bancomat mangiato_la_carta ingoiato_la_carta alla_posta alle_poste sportello
		cassaforte cassetta_* serratur* citofon*
		controllo_parental*
		caixinha_d* cadeado* fechadura* engoliu_o_cartão engoliu_meu_cartão caixa_eletrônico caixinha_d* cofre teclado_n*
		controle_parental interfone*
		*cijferslot *hangslot *fietsslot sleutelkast* sleutelkluis* kinderslot pas_ingeslikt kaart_ingeslikt *codeslot
		geldautomaat* pinautomaat* sleutelbox* sleuteldoos* kluisje* deurtelefoon
		skrytk* skrzyneczce satel satelu kłódk* szyfr* domofon* na_klucze sejf* zamek_szyfrowy bankomat*
		blokad*_rodzicielsk*
		ячейки_хранения от_ячейки съел_карту проглотил_карту домофон* сейф* велозам* ключниц* банкомат* навесн* кодов*_зам*
		замка замок замке
		камер*_хранени*
		родительск*_контрол*
		kartımı_yuttu kartı_yuttu tuş_takım* anahtar_kutu* kasa kasam* kasas* asma_kilit* kilid* kilit ebeveyn_kontrol*
		bankamatik*
		ताला ताले तिजोरी कीपैड एटीएम taala tala
		密码锁 车锁 钥匙盒 钥匙箱 保险柜 保险箱 键盘 快递柜 丰巢 密码盒 门锁 门禁 儿童锁
		郵便受け 集合ポスト ポストが キーパッド 自転車の鍵 鍵は キーボックス 金庫 宅配ボックス 宅配BOX 南京錠 ダイヤル 鍵の番号 スマートロック オートロック インターホン
		열쇠함 자물쇠 금고 키패드 도어락 무인택배함 디지털락`
	placeWords = `door doors gate gates gate's garage garages safe vault shed barn entrance lobby building
		cellar basement
		alarm alarms lock locks locker lockers cabinet suitcase briefcase phone ipad tablet sim hatch turnstile
		network laundry gym mailbox shutter* barrier* flat house stairwell hallway courtyard driveway storage
		bin_store pool sauna boathouse boat_shed to_get_in disarm_it disarm_with
		*tür *türe *tor *garage tresor* safe *schloss *eingang *keller *pforte *schranke *treppenhaus
		*alarmanlage alarm
		*scheune *nebeneingang *kasten *schuppen *spind schließfach* handy *tablet *hoftor *büro koffer
		zum_reinkommen um_reinzukommen
		puerta* portal portón portales garaje* verja* cancela* alarma* trastero* móvil maleta* taquilla*
		depósito bodega oficina caja edificio valla* barrera* para_entrar
		porte portail* portillon* immeuble garage* coffre* magasin réserve alarme* cave local téléphone valise*
		barrière* casier* entrée pour_entrer en_bas livreur
		porta portone cancell* garage allarm* cantina armadiett* valigia telefono antifurto condominio negozio
		magazzino androne per_entrare
		portão portaria* garagem alarme* prédio porta celular mala armário* catraca cancela depósito loja
		condomínio pra_entrar
		hek toegangshek deur *deur voordeur poort *poort garage kluis* alarm* schuur kelder winkel berging gebouw slagboom
		koffer telefoon om_binnen_te_komen
		drzwi bram* furtk* furtce alarm* garaż* piwnic* klatk* magazyn* szlaban* telefon* walizk* szafk* żeby_wejść
		дверь двери дверью подъезд* ворот* калитк* гараж* сигнализац* подвал* склад* шлагбаум* телефон* чемодан*
		чтобы_войти подсобк* шкафчик*
		kapı* garaj* alarm* bodrum* depo* bahçe_kapı* telefon* bavul* bina* apartman* dolabım* dolab*
		दरवाज़* दरवाज* गेट अलार्म गोदाम गैराज लॉकर फोन फ़ोन darwaz* gate garage phone
		大门 储物柜 单元门 车库 报警 地下室 家门 院门 手机 行李箱 防盗 楼下门
		玄関 ロッカー 門 警報 ガレージ 車庫 倉庫 スマホ スーツケース 裏口 勝手口
		현관 사물함 대문 차고 경보 창고 폰 캐리어 공동현관 뒷문`
	openWords = `open opens opened opening unlock* unlocks lock locked locks disarm* arms armed deactivat*
		turn_off turns_off
		turned_off turn_it_off switch_off switched_off switches_off goes_off_with get_in gets_in get_into gets_into
		let_yourself get_past gets_you lets_you gets_us let_me lets_me
		öffne* geht_auf aufschließ* aufsperr* entsperr* entschärf* ausschalt* schalt* verriegel* reinkomm* rein
		auf aus geht kommt komm
		abre abres abrir abro abren desbloque* desactiv* apag* quita* desarm* entrar entras cerr*
		ouvr* déverrouill* désactiv* désarm* déverouill* coup* éteind* entre* entrer ferm*
		apre aprire apri apro aprono sblocc* disattiv* disarm* togli* spegn* entrare entri chiu*
		abrir abre abro abrem destrav* deslig* desarm* desativ* entrar tranca* fecha
		open opent openen gaat_open ontgrendel* uit eraf uitzet* binnen sluit gaat kom kom_je komt
		otwier* otwór* odblok* wyłącz* rozbr* wchodz* zamyk*
		открыв* откры* отпира* отключ* сним* разблок* снять закрыт* закрыв* войти
		aç* açıl* kapat* kapan* gir* kilitle*
		खुल* खोल* बंद khul* khol*
		开 打开 解锁 关掉 撤防 解除 锁屏 进门
		開 解除 解錠 止ま 止め 入れ ロック
		열 해제 잠금 꺼 끄 들어`
	typeWords = `type types typed punch* press* push* key_in keyed enter enters entered dial tap input set reset
		change* changed
		put need needs wants take takes accept* asks is_on star hash pound_key hash_key asterisk
		tipp* eintipp* brauch* dreh* akzeptier* eingeb* gib gibt drück* wähl* steht nimmt braucht stell*
		eingestellt geändert raute rautetaste sternchen sterntaste
		marca* marqu* pulsa* tecle* introduc* pon pones puse mete lleva acepta hacer cambi* puest* almohadilla
		asterisco
		tape* tapez taper compose* composer entrez saisi* réglé* appuie* appuyez faire fais faites accepte prend
		change* étoile dièse
		digit* premi* compon* inserisc* imposta* schiaccia* fare fai accetta messo cambi* asterisco cancelletto
		digit* aperta* tecl* coloca* coloquei bota* aceita fazer mudou mudei asterisco jogo_da_velha
		toets* intoets* neemt accepteert tik typ* druk* staat ingesteld hekje sterretje
		wciśnij wcisn* przyjmuje wpis* wybier* ustaw* naciśn* gwiazdk* krzyżyk*
		набер* набир* набра* нажм* нажим* ввод* введ* вбей* принимает стоит поставл* набить решётк* решетк*
		звёздочк* звездочк*
		bas* tuşla* yaz* ayarl* çevir* yıldız diyez
		दबा* डाल* लगा* सेट daba* daal* dalo set
		拨到 按 输 输入 井号 星号 设成 设为 设置
		入力 押 設定 回す シャープ
		누르 눌러 치 맞춰 입력 설정 별표 우물정`
	codeWords = `code codes combo combination combinations pin pins passcode cipher
		kombination* zahlenkombination* *code *codes geheimzahl pin
		código* codigo* combinación* clave pin
		codice codici combinazion* pin
		senha* combinação combinações pin
		combinatie* *code pin
		kod kodem kodu kody kombinacj* pin
		код кода кодом коду коды шифр* комбинац* пин пина пином
		kod* kodu şifre* parola* pini
		कोड पिन kod code
		密码 口令 暗号 コード 暗証番号 番号 パスコード 비밀번호 비번 번호 코드`
	amountWords = `cost costs costing price priced paid pay pays weigh* order* ordered since model built sold bought
		number nr built year street road avenue lane invoice bill budget rent fee ticket release
			issue alarm_clock
		kost* gekostet preis* bezahl* wieg* wiegt bestell* nummer hausnummer baujahr jahr jahre *straße zimmer
		rechnung* miete budget wecker* wohnung
		cuesta* costó precio* pagu* pagué pesa* pedido* número num mide* bus autobús año factura* alquiler
		despertador*
		coûte* prix payé* pèse* commande* numéro mesure* bus année facture* loyer réveil*
		costa* prezzo* pagat* pesa* ordin* numero misura* autobus anno fattura* affitto sveglia*
		custa* preço* pagu* pesa* pedido* número mede ano fatura* aluguel despertador*
		kost* prijs* betaald* weegt* bestel* nummer factuur* huur wekker*
		kosztuj* cen* zapłac* waż* zamów* numer* rok* roku faktur* czynsz budzik*
		цен* заплат* вес* заказ* номер* высот* длин* ширин* год* счёт счет квитанц* аренд* будильник*
		fiyat* ödedi* ağırl* sipariş* numara* yıl* fatura* kira*
		कीमत रुपये वज़न ऑर्डर
		订单 编号 门牌 价格 发票 房租 闹钟 注文 請求 目覚まし 주문 가격 청구 알람`
	unitWords = `kilo kilos kg km mm cm metres meters miles feet inch inches euro euros dollar dollars pounds
		bucks quid yen
		percent pixels words lines views steps times years days hours minutes seconds people seats pages
		visitors followers
		euro kilometer meter zentimeter jahre tage stunden minuten sekunden leute seiten plätze besucher stück
		prozent
		metros años días horas minutos personas páginas pesos reais meses anos dias pessoas
		mètres ans jours heures personnes places metri anni giorni ore persone posti minuti
		jaar dagen uur minuten mensen metrów lat dni godzin osób złotych рублей руб метров лет дней часов
		человек тысяч
		lira metre yıl gün saat kişi रुपये मीटर साल दिन`
	hourWords = `at by around until till um gegen bis las sobre à vers alle verso às pelas om tegen o około в
		около saat`
)

// entryVocabulary finds the classes of a word.
type entryVocabulary struct {
	exact, prefixes, suffixes map[string]entryClass
	phrases                   map[string]entryClass // of two words or more, with a blank
	unspaced                  []unspacedEntryWord
}

// unspacedEntryWord stands in texts without blanks.
type unspacedEntryWord struct {
	text  string
	class entryClass
}

// Lengths of words that classes are known by, in runes.
const (
	minEntryStem = 2
	maxEntryStem = 16
)

var entryWords = sync.OnceValue(func() *entryVocabulary {
	v := &entryVocabulary{
		map[string]entryClass{}, map[string]entryClass{}, map[string]entryClass{}, map[string]entryClass{}, nil,
	}
	for _, list := range []struct {
		words string
		class entryClass
	}{
		{deviceWords, deviceWord},
		{placeWords, placeWord},
		{openWords, openWord},
		{typeWords, typeWord},
		{codeWords, codeWord},
		{amountWords, amountWord},
		{hourWords, hourWord},
		{unitWords, unitWord},
	} {
		for _, w := range strings.Fields(list.words) {
			v.addWordOfClass(w, list.class)
		}
	}
	return v
})

func (v *entryVocabulary) addWordOfClass(w string, class entryClass) {
	first, _ := utf8.DecodeRuneInString(w)
	switch {
	case isHanKanaOrHangul(first):
		v.unspaced = append(v.unspaced, unspacedEntryWord{w, class})
	case strings.Contains(w, "_"):
		v.phrases[strings.ReplaceAll(strings.TrimSuffix(w, "*"), "_", " ")] |= class
	case strings.HasPrefix(w, "*"):
		v.suffixes[w[1:]] |= class
		v.exact[w[1:]] |= class
	case strings.HasSuffix(w, "*"):
		v.prefixes[strings.TrimSuffix(w, "*")] |= class
	default:
		v.exact[w] |= class
	}
}

// classesOfWord returns the classes of a word in small letters.
func (v *entryVocabulary) classesOfWord(w string) entryClass {
	class := v.exact[w]
	n := 0
	for i := range w {
		if n++; n > minEntryStem && n <= maxEntryStem {
			class |= v.prefixes[w[:i]]
		}
		if i > 0 {
			class |= v.suffixes[w[i:]]
		}
	}
	return class | v.prefixes[w]
}

// entryToken is a word of a sentence with its place in the text and its classes.
type entryToken struct {
	window
	lower string
	class entryClass
}

// parseEntryTokens splits a part of a text into words of letters, and finds the classes of each,
// also as the beginning of a phrase.
func (v *entryVocabulary) parseEntryTokens(s string, in window) []entryToken {
	var out []entryToken
	isPart := func(r rune) bool {
		return unicode.IsLetter(r) && !isHanKanaOrHangul(r) || unicode.IsMark(r) || r == '\'' || r == '’' || r == '-'
	}
	for i := in.start; i < in.end; {
		r, size := utf8.DecodeRuneInString(s[i:])
		if !isPart(r) {
			i += size
			continue
		}
		start := i
		for i < in.end && isPart(r) {
			i += size
			r, size = utf8.DecodeRuneInString(s[i:])
		}
		w := strings.ToLower(s[start:i])
		class := v.classesOfWord(strings.TrimSuffix(w, "'s"))
		for _, part := range strings.FieldsFunc(w, func(r rune) bool { return r == '\'' || r == '’' || r == '-' }) {
			class |= v.classesOfWord(part)
		}
		out = append(out, entryToken{window{start, i}, w, class})
	}
	v.addPhraseClassesToTokens(out)
	for _, u := range v.unspaced {
		if at := strings.Index(s[in.start:in.end], u.text); at >= 0 {
			start := in.start + at
			out = append(out, entryToken{window{start, start + len(u.text)}, u.text, u.class})
		}
	}
	return out
}

// addPhraseClassesToTokens adds the classes of phrases to their words.
func (v *entryVocabulary) addPhraseClassesToTokens(ts []entryToken) {
	for i := range ts {
		phrase := ts[i].lower
		for k := i + 1; k < min(i+4, len(ts)); k++ {
			shorter := len(phrase) + 1
			phrase += " " + ts[k].lower
			class := v.phrases[phrase]
			for end := range phrase[shorter:] {
				class |= v.phrases[phrase[:shorter+end]]
			}
			addClassToTokens(ts[i:k+1], class)
		}
	}
}

func addClassToTokens(ts []entryToken, class entryClass) {
	for i := range ts {
		ts[i].class |= class
	}
}

// isFunctionWord reports a word without a meaning of its own.
func isFunctionWord(w string) bool {
	w = lang.FoldWord(w[strings.LastIndexAny(w, "'’")+1:])
	return lang.FunctionWords()[w] || linkWords()[w]
}

// linkWords are words without a meaning of their own that the general list lacks.
var linkWords = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`op is van de het met en in bij naar om dat die to na w jest z do od przy jako ta no em
		está é
		pe par se ko ka ki hai ile ve bu на это в от для с по у и пока`)
})
