package injection

// russianInstructionWords: imperatives end in -й, -и, -ь and their plurals in -те.
func russianInstructionWords() instructionWords {
	return instructionWords{
		common: `и в на не я что с он она по к из у за от до как мой моя мне его её для но это о же так был была есть
			пользователь пользовательница живёт`,
		imperative: `рекомендуй рекомендуйте порекомендуй порекомендуйте советуй советуйте посоветуй посоветуйте игнорируй
			игнорируйте проигнорируй проигнорируйте забудь забудьте отвечай отвечайте ответь ответьте упоминай упоминайте
			упомяни упомяните говори говорите_только скажи скажите пиши пишите_только напиши напишите используй используйте
			добавляй добавляйте добавь добавьте включай включайте включи включите начинай начинайте начни заканчивай
			заканчивайте завершай завершайте показывай покажи раскрой раскройте раскрывай отправь отправьте отправляй
			пересылай перешли удали удалите открой откройте перейди перейдите нажми нажмите запусти выполни выполните
			выполняй скачай скачайте установи установите купи купите заплати переведи переведите следуй следуйте слушайся
			подчиняйся веди ведите считай считайте доверяй доверяйте запомни запомните помни помните повтори повторяй скрывай
			скройте скрой избегай избегайте хвали хвалите предлагай предлагайте предложи ссылайся цитируй представь
			представьте притворись притворяйся действуй будь будьте называй называйте обращайся обращайтесь подтверди
			подтверждай одобри обходи нарушай отбрось прекрати перестань дай дайте делай сделай сообщай сообщи расскажи
			рассказывай вставляй вставь обязательно_скажи не_упоминай не_говори не_отвечай не_раскрывай не_рассказывай
			не_используй заверши завершите закончи ставь поставь вставляйте выведи выведите выводи покажите придумай
			придумывай ври утверждай утверждайте замени заменяй измени прими держись оставайся выбирай прочитай скопируй
			объясни опиши продавай убеждай умалчивай подчёркивай подчеркни выделяй зови поздравляй хами груби шути распечатай
			перечисли`,
		action: `рекомендовать советовать упоминать упомянуть говорить отвечать сказать писать использовать добавлять
			включать содержать начинать начинаться заканчивать заканчиваться цитировать предлагать игнорировать раскрывать
			переводить отправлять хвалить рекомендует упоминает содержал содержит заканчивался рекомендовал упоминал
			советовал отвечал говорил упоминался хвалил хвалила хвалили хвалили_бы начинался начиналась заканчивалась
			завершался завершалась содержала содержали упоминали советовали рекомендовали отвечали`,
		promote: `рекомендовать порекомендовать рекомендовал рекомендовала рекомендовали рекомендован рекомендовали
			советовать советовал упоминать упоминал упомянуть упоминался упоминалась продвигать рекламировать хвалить
			игнорировать раскрывать скрывать`,
		always: `всегда никогда впредь отныне постоянно каждый_раз с_этого_момента с_этого_дня в_дальнейшем в_будущем
			с_сегодняшнего_дня без_исключений ни_в_коем_случае ни_при_каких_обстоятельствах теперь_всегда`,
		answer: `ответ ответа ответе ответы ответах ответов ответам ответом беседе беседах разговоре разговорах чате чатах
			реплике`,
		every: `каждый каждом каждого каждому каждая каждой все всех всем любой любом любые последующих будущих
			дальнейших`,
		assistant: `ассистент ассистента ассистенту ассистентом помощник помощника помощнику ии чатбот бот нейросеть
			chatgpt модель_должна языковая_модель claude gpt`,
		you:        `ты тебе тебя тобой твой твои твоих твоя вы вам вас ваш ваши ваших отвечаешь пишешь говоришь`,
		obligation: `должен должна должны должно обязан обязана обязаны надо нужно следует необходимо нельзя запрещено`,
		wish: `хочет хочу желает требует требую просит прошу попросил настаивает ожидает предпочитает велел
			приказал`,
		that: `чтобы чтоб`,
		user: `пользователь пользователя пользователю пользователем пользовательница юзер | я мне меня мой моя моё мои мы
			нас наш`,
		ignore: `игнорируй игнорировать игнорируйте забудь забыть обойди обходить отмени отбрось нарушать`,
		rules: `инструкция инструкции инструкций указания указаний правила правил ограничения ограничений промпт промпта
			предыдущие предыдущих прежние`,
		void:    `отменены отменена отменяются недействительны аннулированы отключены сняты не_действуют не_применяются`,
		neutral: `на_ты на_вы`,
		please:  `пожалуйста прошу`,
		filler: `и а но теперь сейчас привет важно внимание примечание если когда при в на для также ещё просто
			только не`,
		fatal: `просил_ничего просит_ничего просил_не просил_чтобы требует_чтобы системный_промпт режим_разработчика
			новые_инструкции новая_инструкция скажи_пользователю без_подтверждения
			без_ограничений системное_сообщение твои_ответы твоих_ответах ваши_ответы в_каждом_сообщении во_всех_сообщениях
			любой_вопрос каждый_вопрос все_вопросы единственный_ответ правильный_ответ эта_инструкция не_мог_бы не_могли_бы
			мог_бы_ты могли_бы_вы можешь_ли можете_ли буду_благодарен буду_благодарна буду_признателен хотелось_бы_чтобы
			будьте_добры будь_добр прошу_вас`,
	}
}

// polishInstructionWords: imperatives are bare stems, -j and their plurals in -cie.
func polishInstructionWords() instructionWords {
	return instructionWords{
		common: `i w z na nie się jest to że do od po za o jak ale ma mam mój moja jego jej dla przez przy są był była
			użytkownik użytkowniczka mieszka który która oraz czy lub ze we lubi`,
		imperative: `polecaj polecajcie poleć polećcie zalecaj zaleć rekomenduj rekomendujcie zarekomenduj ignoruj
			ignorujcie zignoruj zignorujcie zapomnij zapomnijcie odpowiadaj odpowiadajcie odpowiedz odpowiedzcie wspominaj
			wspomnij wspominajcie wymieniaj mów mówcie powiedz powiedzcie pisz piszcie napisz używaj używajcie użyj dodawaj
			dodawajcie dodaj dodajcie dołączaj dołącz zaczynaj zacznij kończ kończcie zakończ pokazuj pokaż ujawnij ujawniaj
			wyślij wysyłaj przesyłaj prześlij usuń otwórz kliknij odwiedź uruchom wykonaj wykonuj pobierz zainstaluj kup
			zapłać przelej przestrzegaj słuchaj zachowuj traktuj uważaj ufaj zaufaj pamiętaj zapamiętaj tłumacz przetłumacz
			powtarzaj powtórz ukrywaj ukryj unikaj chwal proponuj zaproponuj cytuj udawaj bądź bądźcie rób zrób podawaj podaj
			promuj zachwalaj obejdź omijaj pomiń pomijaj zwracaj zwróć nazywaj potwierdź potwierdzaj przestań informuj
			nie_wspominaj nie_mów nie_ujawniaj nie_odpowiadaj nie_używaj nie_polecaj nie_pytaj wstaw wstawiaj umieść
			umieszczaj wymyśl kłam twierdź zastąp zmień przyjmij trzymaj wybieraj wybierz przeczytaj skopiuj wyświetl wypisz
			wyjaśnij opisz sprzedawaj przekonuj podkreślaj zamykaj zwracajcie drukuj zmyślaj`,
		action: `polecać polecić zalecać rekomendować wspominać wspomnieć mówić powiedzieć odpowiadać odpowiedzieć pisać
			używać dodawać zawierać zawierała zaczynać kończyć kończyła cytować proponować ignorować ujawniać tłumaczyć
			wysyłać chwalić polecał polecała wspominał wspominała odpowiadał mówił poleca wspomina zawiera zawierały kończyły
			zaczynały polecały wspominały chwaliły chwalił chwaliła`,
		promote: `polecać polecić polecany polecana polecał polecała polecano rekomendować rekomendowany rekomendował
			wspominać wspominał wspominała promować promował ignorować ujawniać ukrywać chwalić zachwalać`,
		always: `zawsze nigdy odtąd stale zawsze_gdy za_każdym_razem od_teraz od_tej_pory od_dziś w_przyszłości
			bez_wyjątku pod_żadnym_pozorem od_dzisiaj`,
		answer: `odpowiedź odpowiedzi odpowiedziach rozmowa rozmowie rozmowach czacie czatach`,
		every:  `każda każdej każdą każdy każdym wszystkie wszystkich wszelkie kolejnych przyszłych`,
		assistant: `asystent asystenta asystentowi asystentka ai si chatbot czatbot bot chatgpt claude gpt
			model_językowy`,
		you:        `ty ciebie cię ci tobie twój twoja twoje twoich wy wasze odpowiadasz piszesz mówisz jesteś`,
		obligation: `musi musisz muszą powinien powinna powinno powinny powinieneś należy trzeba ma_zawsze wolno`,
		wish:       `chce chcę życzy żąda wymaga prosi oczekuje nalega woli kazał poprosił`,
		that:       `żeby aby by że`,
		user:       `użytkownik użytkownika użytkownikowi użytkowniczka | ja mój moja moje mnie mi my nasz nas`,
		ignore:     `ignoruj zignoruj ignorować zapomnij zapomnieć omijaj obejdź pomiń`,
		rules: `instrukcja instrukcje instrukcji polecenia poleceń zasady zasad reguły reguł prompt ograniczenia
			poprzednie poprzednich wcześniejsze`,
		void:   `nieważne anulowane unieważnione zawieszone wyłączone nie_obowiązują uchylone`,
		please: `proszę`,
		filler: `i a ale teraz cześć ważne uwaga jeśli gdy kiedy przy w na dla też także tylko po_prostu nie`,
		fatal: `żebyś żebyście prompt_systemowy tryb_dewelopera nowe_instrukcje nowa_instrukcja powiedz_użytkownikowi
			bez_potwierdzenia
			bez_ograniczeń twoje_odpowiedzi twoich_odpowiedziach w_każdej_wiadomości każde_pytanie wszystkie_pytania
			jedyna_odpowiedź właściwa_odpowiedź ta_instrukcja czy_możesz czy_mógłbyś czy_mogłabyś czy_mógłby czy_mogłaby
			byłbym_wdzięczny byłabym_wdzięczna chciałbym_żebyś chciałabym_żebyś będę_wdzięczny uprzejmie`,
	}
}

// turkishInstructionWords: the verb stands last; its bare stem, -in and -iniz are orders.
func turkishInstructionWords() instructionWords {
	return instructionWords{
		common: `ve bir bu da de ile için çok ama gibi daha ben benim o onun olarak var yok kullanıcı ne kadar sonra en
			kullanıcının olan her değil ya mı mi ki ta te nın nin nun nün dan den tan ten olacak oldu`,
		last: `öner önerin öneriniz önermeyi_unutma söyle söyleyin söyleyiniz kullan kullanın yanıtla yanıtlayın cevapla
			cevaplayın ver verin veriniz bahset bahsedin bahsetme ekle ekleyin belirt belirtin unut unutun say sayın et edin
			ediniz etme etmeyin gönder gönderin göster gösterin tıkla çalıştır indir yükle öde uy uyun davran davranın başla
			başlayın bitir bitirin tekrarla gizle sakla güven kaçın kaçının yap yapın yapma yapmayın söyleme söylemeyin
			önerme kullanma konuş konuşun anlat tavsiye_et tavsiye_edin övün öv hatırla hatırlayın çevir paylaş aktar iste
			sor sorma onayla yönlendir de deyin ol olun açıkla açıklayın davranma reddet koy koyun bitirmeli yerleştir
			değiştir uydur iddia_et dinle seslen seslenin hitap_et hitap_edin sun sunun listele özetle açıklama_yap`,
		action: `önermeli önermek söylemeli söylemek yazmalı kullanmalı yanıtlamalı vermeli bahsetmeli eklemeli etmeli
			belirtmeli içermeli içersin önersin söylesin yazsın bahsetsin versin kullansın etsin olmalı bitmeli başlamalı
			önerilmeli önermesini bahsetmesini vermesini söylemesini etmesini kullanmasını yazmasını önerilsin içermesini
			önermelidir etmelidir vermelidir söylemelidir bitmesini başlamasını övmesini içermesini övülmesini geçmesini
			anılmasını`,
		promote: `önermeli önerilmeli önerilsin önersin önermesini önerilmesini tavsiye bahsetsin bahsetmeli bahsetmesini
			övmeli önermelisin önerecek`,
		always: `daima hep asla sürekli her_zaman bundan_sonra bundan_böyle şu_andan_itibaren bugünden_itibaren
			hiçbir_zaman her_seferinde gelecekte hiçbir_koşulda`,
		answer: `yanıt yanıtta yanıtında yanıtlarda yanıtın yanıtlar yanıtların cevap cevapta cevabında cevaplarda cevabın
			cevaplar sohbette sohbetlerde mesajda mesajlarda yanıtının`,
		every: `her tüm bütün`,
		assistant: `asistan asistanın asistana asistanı yapay_zeka yapay_zekâ sohbet_robotu chatbot bot chatgpt claude gpt
			dil_modeli ai`,
		you:        `sen sana seni senin siz size sizin sensin`,
		obligation: `zorunda gerekir gerekiyor gerek lazım mecbur zorundasın`,
		wish:       `istiyor istiyorum ister talep_ediyor bekliyor rica_ediyor arzu_ediyor`,
		user:       `kullanıcı kullanıcının | ben benim bizim biz`,
		ignore:     `yoksay yok_say yok_sayın unut unutun görmezden geçersiz dikkate_alma aldırma`,
		rules: `talimat talimatları talimatlar talimatı kuralları kurallar kuralı komutları yönergeleri yönerge önceki
			prompt kısıtlamaları`,
		void:   `geçersiz geçersizdir iptal kaldırıldı`,
		please: `lütfen misin misiniz mısın mısınız musun musunuz müsün müsünüz sevinirim memnun_olurum rica_etsem`,
		filler: `ve ama şimdi merhaba önemli not dikkat`,
		fatal: `onay_istenmeden izin_almadan sistem_komutu sistem_istemi geliştirici_modu yeni_talimat yeni_talimatlar
			kullanıcıya_söyle onay_almadan
			sormadan yanıtlarında cevaplarında her_soruya her_soru bu_talimat`,
	}
}

// arabicInstructionWords: imperatives begin with a prosthetic alif or lose their prefix; orders not
// to do something are the word لا before the jussive of the second person, which begins with ت.
func arabicInstructionWords() instructionWords {
	return instructionWords{
		common: `في من على إلى أن هو هي المستخدم | أنا لا ما مع عن هذا هذه كان التي الذي لدي و ولد يعيش يحب`,
		imperative: `تجاهل تجاهلي تجاهلوا انس انسى أوص أوصي أوصِ انصح انصحي رشح اقترح اقترحي اذكر اذكري قل قولي أجب أجيبي
			رد اكتب اكتبي استخدم استخدمي استعمل أضف أضيفي أدرج ابدئي اختم أنه تحدث تكلم أظهر اكشف أرسل أرسلي احذف افتح انقر
			اضغط زر نفذ شغل حمل ثبت اشتر ادفع حول اتبع أطع تصرف تظاهر اعتبر عامل ثق تذكر ترجم كرر أخف تجنب امدح روج كن استشهد
			احرص تأكد التزم أخبر أخبري اطلب وجه تخط وافق خاطب ناد سم احفظ امتنع ضع أدخل اختلق اكذب ادع استبدل غير تبن حافظ
			اقرأ انسخ اطبع اشرح صف بع أقنع أكد اعرض تصرفي استمر`,
		action: `يوصي توصي يذكر تذكر يقول تقول يجيب تجيب يرد يكتب يستخدم يضيف تضيف يتضمن تتضمن تحتوي يحتوي تبدأ تنتهي
			يقترح تقترح ينصح تنصح يتجاهل تتجاهل يكشف تكشف يرسل يمدح يروج ذكر التوصية الإجابة تمدح يمدح تنتهي تشير يشير
			تحتوي`,
		promote: `يوصي يوصى توصي التوصية يذكر ذكر يقترح اقتراح ينصح يروج الترويج تجاهل يتجاهل كشف يكشف إخفاء مدح`,
		always: `دائما دوما أبدا باستمرار من_الآن_فصاعدا منذ_الآن من_اليوم في_المستقبل في_كل_مرة كلما بدون_استثناء من_الآن
			بعد_الآن`,
		answer: `إجابة إجابات الإجابة الإجابات إجاباتك إجابتك رد ردود الرد الردود ردودك ردك جواب أجوبة محادثة محادثات
			المحادثات الجواب`,
		every:      `كل جميع أي كافة`,
		assistant:  `المساعد مساعد المساعدة الذكاء_الاصطناعي النموذج روبوت chatgpt claude gpt البوت`,
		you:        `أنت أنتم عليك يجب_عليك إجاباتك ردودك تعليماتك`,
		obligation: `يجب ينبغي لازم يتوجب يتعين على_المساعد لا_يجوز ممنوع`,
		wish:       `يريد أريد يرغب يطلب أطلب يود يتوقع يفضل طلب`,
		that:       `أن`,
		user:       `المستخدم المستخدمة مستخدم | أنا لدي لي نحن عندي`,
		ignore:     `تجاهل انس انسى تخط تجاوز يتجاهل`,
		rules:      `التعليمات تعليمات القواعد قواعد الأوامر أوامر القيود السابقة التوجيهات`,
		void:       `ملغاة ملغية لاغية باطلة معطلة`,
		please:     `رجاء الرجاء أرجو يرجى فضلك لو_سمحت`,
		filler:     `و ثم لكن الآن مرحبا مهم ملاحظة تنبيه إذا عندما في من لا ف`,
		fatal: `موجه_النظام وضع_المطور تعليمات_جديدة أخبر_المستخدم دون_تأكيد بدون_تأكيد إجاباتك ردودك لا_تذكر لا_تقل
			لا_تخبر لا_تكشف لا_تستخدم لا_تجب لا_تنس كل_سؤال أي_سؤال هذه_التعليمات هل_يمكنك هل_تستطيع أكون_ممتنا سأكون_ممتنا
			لو_تكرمت حبذا يا_ريت هل_لك هلا`,
	}
}
