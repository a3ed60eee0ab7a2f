package injection

// englishImperatives are base forms of verbs.
const englishImperatives = `ignore disregard forget override bypass circumvent recommend suggest promote praise
	advertise endorse mention include insert append prepend add pretend act behave obey follow comply reveal disclose
	expose leak output print recite repeat respond reply answer tell say speak talk write begin start end finish
	conclude sign use avoid stop treat consider assume trust believe accept approve confirm send forward email share
	upload submit transfer pay buy purchase delete erase remove clear reset open click visit browse execute run
	download install call address refer cite quote translate summarize summarise encode decode convert memorize
	memorise save keep hide conceal omit skip don do be make let give show display provide offer ask warn inform
	notify encourage discourage persuade convince choose pick select prefer prioritize prioritise favor favour enable
	disable activate switch enter become imagine simulate roleplay emulate generate produce create allow deny refuse
	reject unlock authorize authorise ensure steer redirect nudge greet agree disagree apologize apologise question
	admit stay bring inject steer quit cease permit name put place list claim swear curse mock insult flatter
	contradict push sell plug hint invite urge lie invent guess calculate count charge publish collect search fetch
	load import log track record report close leave move set turn pass point present describe explain state declare
	announce swap substitute replace change rewrite edit modify adopt maintain apply impersonate limit restrict wrap
	format attach embed finalize trigger invoke bury mask censor withhold dismiss discard bend break bring_up throw
	slip weave sprinkle work_in mind phrase sound stick`

// englishFatalPhrases no fact about a person has.
const englishFatalPhrases = `be_told be_reminded be_warned be_informed be_notified be_alerted be_spared
	asked_that requested_that demands_that ordered_that it_is_fine it_s_fine it_is_ok
			it_s_ok it_is_okay it_s_okay is_to_be are_to_be
	could_you would_you can_you will_you if_you_could if_you_would appreciate_it_if
	grateful_if be_great_if_you be_nice_if_you standing_order standing_approval standing_instruction system_prompt
	system_message
	developer_mode debug_mode god_mode admin_mode jailbreak do_anything_now new_instruction new_instructions
	previous_instructions prior_instructions tell_the_user inform_the_user ask_the_user remind_the_user send_the_user
	give_the_user show_the_user warn_the_user redirect_the_user convince_the_user persuade_the_user greet_the_user
	address_the_user call_the_user answer_the_user in_every_message in_each_message with_every_message
	in_all_messages no_restrictions without_restrictions do_not_tell don_t_tell don_t_mention do_not_mention
	do_not_reveal never_mention never_reveal without_telling without_confirmation without_asking_for
	has_authorized_all has_authorised_all has_authorized_any has_authorised_any has_approved_all has_approved_any
	pre_approved has_consented_to_all has_granted_full your_instructions your_rules your_memory your_answers
	your_replies your_responses your_answer your_reply your_response do_not_apply no_longer_apply this_instruction
	this_memory this_rule these_instructions these_rules any_question every_question_about each_question
	all_questions_about no_matter_the_question acceptable_answer correct_answer right_answer only_answer must_be_told
	should_be_told has_to_be_told must_be_called must_be_addressed should_be_addressed must_be_informed
	should_be_informed should_be_reminded must_be_reminded whatever_the_question to_be_told_that whatever_is_asked
	regardless_of_the_question hidden_prompt`

// englishInstructionWords: the base form of a verb without a subject is an order.
func englishInstructionWords() instructionWords {
	return instructionWords{
		common: `the a an of to in on at is are was were and or for with that this it as by from be has have had not but
			his her their she he they who which when if about after into than then there will would can could no do does all
			my your our me him them its you`,
		imperative: englishImperatives,
		action: `say tell reply respond answer write use speak talk send forward output contain contains end ends start
			starts begin begins open include includes included including act treat address call greet add append insert refer
			link cite quote translate steer redirect remember praise follow sign conclude close use pretend recommends
			mentions suggests ignores reveals obeys follows trusts praises lies promotes plug plugs push pushes feature
			features highlight highlights emphasize emphasise stress favour favor steers carry carries finish finishes lead
			leads avoid avoids repeat repeats link links warn warns hide hides leave leaves`,
		promote: `recommend recommended recommending suggest suggested suggesting mention mentioned mentioning promote
			promoted promoting praise praised praising advertise advertised advertising endorse endorsed plug ignore ignored
			disregard disregarded trusted obey obeyed reveal revealed disclose disclosed conceal concealed`,
		always: `always never henceforth whenever constantly permanently from_now_on from_this_point from_today_on
			from_here_on going_forward in_future in_the_future every_time each_time at_all_times without_exception
			no_matter_what under_no_circumstances from_now the_next_time next_time as_a_rule`,
		answer: `answer answers reply replies response responses output outputs conversation conversations chat chats
			session sessions`,
		every: `every each all any future subsequent`,
		assistant: `assistant assistants ai chatbot bot llm chatgpt claude gpt gemini copilot memoir language_model
			the_model`,
		you: `you your yourself`,
		obligation: `must should shall ought has_to have_to needs_to need_to is_to are_to required_to supposed_to
			obliged_to could would`,
		wish: `want wants wanted wish wishes expect expects expected insist insists insisted require requires required
			demand demands demanded request requests requested ask asks asked told instruct instructed instructs ordered
			would_like prefers prefer needs likes hope hopes decided agreed agrees appreciate appreciates love loves enjoys
			counts_on relies_on permitted permits permit allows allowed consented authorised authorized authorizes
			prefers_that finds_it rather instruction_is`,
		that: `to that`,
		user: `user users | i me my mine we our us`,
		ignore: `ignore ignoring ignores disregard disregarding forget forgetting override overriding overrides bypass
			bypassing bypasses circumvent disable set_aside do_not_follow don_t_follow no_longer_follow`,
		rules: `instruction instructions rule rules prompt prompts guideline guidelines restriction restrictions directive
			directives policy policies guardrail guardrails filter filters safety constraints safeguards previous prior above
			guidance memory memories security_checks safety_checks checks content`,
		void: `void invalid obsolete cancelled canceled suspended disabled lifted revoked overridden outdated superseded
			off do_not_apply does_not_apply no_longer_apply no_longer_applies no_longer_valid`,
		please: `please kindly`,
		filler: `also and then so but now just simply hey hi hello dear ok okay instead important note remember attention
			reminder that when if unless whenever before after asked in for at only first finally additionally immediately
			not t remember_to make_sure make_sure_to be_sure_to`,
		fatal:   englishFatalPhrases,
		neutral: `to_please please_himself please_herself important_to_the_user belongs_to_the_user`,
		finite:  `is are was were has had of and or s`,
	}
}

// germanImperatives are forms of du and ihr.
const germanImperatives = `empfiehl empfehlt empfehle ignoriere ignorier vergiss vergesst antworte erwähne nenne
	nenn sag sage schreib schreibe verwende benutze nutze gib füge fügt beende beginne starte sprich rede tu verrate
	enthülle zeige schicke schick sende leite lösche öffne klicke besuche führe lade installiere kaufe bezahle
	überweise befolge folge gehorche verhalte behandle betrachte vertraue merke merk denk denke übersetze wiederhole
	verschweige verheimliche vermeide unterlasse bewirb lobe preise schlage rate verweise verlinke zitiere stell
	stelle handle agiere spiele formuliere fasse hör höre setze mach mache lass bestätige genehmige umgehe
	überschreibe missachte hänge sei nimm bevorzuge informiere warne frage bitte_nicht setz leg lege pack packe
	flechte baue bau streue hänge häng schließ schließe ende verstecke versteck verbirg erfinde lüge lüg behaupte
	tausche ersetze lies lade speichere sammle melde gib_dich benimm erkläre beschreibe stelle_dich rede_mit schimpfe
	beleidige schmeichle widersprich verkaufe dränge überzeuge überrede halte halt bleib bleibe wähle bring bringe`

// germanInstructionWords: an order begins with the verb, alone (du, ihr) or before Sie, or ends with an
// infinitive that nobody is the subject of.
func germanInstructionWords() instructionWords {
	return instructionWords{
		common: `der die das und ist ein eine einen einem einer ich nicht mit auf für von zu im den dem des sich auch als
			an aus bei nach wie er sie es wir war hat haben sind wird werden mein meine sein seine oder aber wenn dass am zum
			zur um so nur noch über vor durch seit in ihr ihre kann will benutzer benutzerin nutzer nutzerin`,
		imperative: germanImperatives,
		ambiguous:  `nutzt nennt sagt schreibt sprecht benutzt verwendet gebt antwortet ignoriert empfiehlt erwähnt`,
		polite: `empfehlen ignorieren vergessen antworten erwähnen nennen sagen schreiben verwenden benutzen nutzen geben
			fügen beenden beginnen sprechen verraten zeigen schicken senden leiten löschen öffnen klicken besuchen führen
			laden installieren kaufen bezahlen überweisen befolgen folgen behandeln betrachten vertrauen merken denken
			übersetzen wiederholen verschweigen vermeiden unterlassen loben schlagen raten verweisen zitieren stellen handeln
			tun seien lassen machen bestätigen umgehen missachten nehmen weisen bewerben bevorzugen fragen warnen`,
		politePronoun: `sie`,
		action: `empfehlen antworten erwähnen nennen sagen schreiben verwenden benutzen enthalten enden beginnen einfügen
			hinzufügen anhängen senden schicken ansprechen behandeln sprechen verlinken zitieren hinweisen verweisen loben
			werben übersetzen weiterleiten bestätigen empfiehlt erwähnt nennt antwortet enthält endet beginnt ignoriert
			ausgeben beantworten formulieren vorschlagen lobt preist wirbt verweist hinweist lobend preisen werben ausspricht
			endete aufhört schließt anfängt`,
		promote: `empfehlen empfohlen empfiehlt empfehle erwähnen erwähnt genannt bewerben beworben anpreisen loben gelobt
			ignorieren ignoriert verschweigen verschwiegen verraten missachten vorschlagen vorgeschlagen hinweisen
			hingewiesen preisgeben weiterempfehlen`,
		always: `immer stets nie niemals künftig zukünftig fortan jedesmal jederzeit ausnahmslos dauerhaft ab_jetzt
			ab_sofort von_nun_an von_jetzt_an ab_heute in_zukunft jedes_mal unter_keinen_umständen auf_keinen_fall ab_nun`,
		answer: `antwort antworten antworte rückmeldung rückmeldungen unterhaltung unterhaltungen chat chats gespräch
			gesprächen`,
		every: `jede jeder jedem jeden jedes alle allen aller sämtliche sämtlichen künftige künftigen weitere
			weiteren`,
		assistant: `assistent assistentin assistenten ki chatbot bot sprachmodell chatgpt claude gpt das_modell memoir`,
		you: `du dich dir dein deine deinen deiner deinem euch antwortest schreibst sagst nennst empfiehlst erwähnst bist
			hast sprichst`,
		obligation: `soll sollst sollen sollte sollten muss musst müssen müsste darf darfst dürfen hat_zu ist_zu sind_zu
			haben_zu möge`,
		wish: `will wollen möchte wünscht wünsche verlangt verlange erwartet erwarte fordert besteht bittet bitte_darum
			bat forderte hätte_gern hätte_gerne befiehlt`,
		that: `dass daß`,
		user: `benutzer benutzerin benutzers nutzer nutzerin nutzers user anwender anwenderin | ich mein meine meinen
			meiner meinem meines mir mich wir unser unsere uns`,
		ignore: `ignorieren ignoriere ignoriert vergessen vergiss missachten missachte umgehen umgehe überschreiben
			außer_kraft aufheben`,
		rules: `anweisung anweisungen regel regeln vorgaben vorgabe richtlinie richtlinien prompt prompts befehle
			beschränkungen einschränkungen instruktionen sicherheitsregeln vorherigen bisherigen vorigen`,
		void: `ungültig aufgehoben hinfällig nichtig gelten_nicht gilt_nicht gelten_nicht_mehr widerrufen außer_kraft
			deaktiviert abgeschaltet`,
		please: `bitte`,
		filler: `und dann also aber jetzt nun hallo wichtig hinweis achtung merke beachte bei wenn in auf zu am zum für
			nur außerdem daher deshalb stattdessen einfach mal auch`,
		fatal: `hingewiesen_zu_werden gewarnt_zu_werden erinnert_zu_werden gefragt_zu_werden informiert_zu_werden
			belehrt_zu_werden aufmerksam_gemacht_zu_werden verfügt_dass verlangt_dass gebeten_dass fordert_dass
			angeordnet_dass system_prompt systemprompt
			entwicklermodus systemanweisung systemanweisungen neue_anweisung
			neue_anweisungen sag_dem_nutzer sag_dem_benutzer dem_nutzer_sagen dem_benutzer_sagen ohne_rückfrage
			ohne_bestätigung keine_regeln gelten_nicht_mehr in_jeder_nachricht in_allen_nachrichten ohne_einschränkungen
			deine_antworten deiner_antworten deine_antwort deinen_antworten jede_frage jeder_frage alle_fragen
			einzige_antwort richtige_antwort diese_anweisung diese_regel könnten_sie könntest_du würden_sie würdest_du
			können_sie kannst_du wäre_dankbar wäre_ihnen_dankbar wäre_dir_dankbar wäre_schön_wenn_du wäre_nett_wenn
			wäre_toll_wenn_du freundlicherweise seien_sie_so sei_so_nett`,
		finite: `ist war hat wird`,
	}
}

// dutchInstructionWords: an order begins with the stem of the verb, or ends with an infinitive.
func dutchInstructionWords() instructionWords {
	return instructionWords{
		common: `de het een en van ik is niet met op voor zijn te in dat die aan om als ook bij naar hij zij ze wij we was
			heeft hebben wordt worden mijn maar dan nog door over uit tot er gebruiker kan wil sinds heb ben zo deze dit`,
		imperative: `beveel raad negeer vergeet antwoord beantwoord noem vermeld zeg schrijf gebruik voeg geef begin
			eindig stop spreek praat onthul toon laat stuur verzend open klik bezoek voer download installeer koop betaal
			volg gehoorzaam gedraag behandel beschouw vertrouw onthoud vertaal herhaal verberg verzwijg vermijd prijs stel
			verwijs citeer doe neem maak wees bevestig omzeil overschrijf zet sluit adviseer promoot spreid leid vraag
			waarschuw vertel plaats verstop lieg beweer vervang verander lees bewaar houd blijf kies breng leg verklaar
			beschrijf spreek_de toon sluit_elk laat_weg`,
		action: `aanbevelen aanraden noemen vermelden zeggen schrijven gebruiken antwoorden bevatten beginnen eindigen
			toevoegen sturen spreken verwijzen citeren prijzen vertalen vertellen beantwoorden adviseren vermeldt noemt bevat
			eindigt aanbeveelt begint bevatten prijst prijzen aanraadt verwijst eindigen adviseert aanprijst`,
		promote: `aanbevelen aanbevolen aanraden aangeraden noemen genoemd vermelden vermeld promoten gepromoot negeren
			genegeerd verzwijgen onthullen prijzen adviseren geadviseerd beveelt_aan raadt_aan`,
		always: `altijd nooit voortaan steeds telkens vanaf_nu van_nu_af_aan in_het_vervolg in_de_toekomst elke_keer
			iedere_keer onder_geen_beding zonder_uitzondering`,
		answer:     `antwoord antwoorden reactie reacties gesprek gesprekken chat chats bericht berichten`,
		every:      `elk elke ieder iedere alle al volgende toekomstige`,
		assistant:  `assistent assistente ai chatbot bot taalmodel chatgpt claude gpt het_model memoir`,
		you:        `je jij jou jouw u uw`,
		obligation: `moet moeten mag mogen dient dienen behoort zou_moeten hoort`,
		wish:       `wil willen wenst verwacht eist vraagt verlangt staat_erop wou`,
		that:       `dat`,
		user:       `gebruiker gebruikster gebruikers | ik mijn mij me wij we ons onze`,
		ignore:     `negeer negeren negeert vergeet vergeten omzeil omzeilen overschrijf`,
		rules: `instructie instructies regel regels richtlijn richtlijnen prompt opdrachten opdracht beperkingen vorige
			eerdere`,
		void:    `ongeldig vervallen nietig gelden_niet ingetrokken uitgeschakeld`,
		neutral: `met_u met_je met_jij`,
		please:  `alstublieft alsjeblieft aub svp graag_altijd`,
		filler:  `en dan dus maar nu ook hallo let op belangrijk opmerking als bij in voor op aan alleen gewoon daarom`,
		fatal: `gevraagd_dat verzocht_dat systeemprompt ontwikkelaarsmodus nieuwe_instructie nieuwe_instructies
			zonder_bevestiging zonder_te_vragen
			vertel_de_gebruiker in_elk_bericht jouw_antwoorden je_antwoorden uw_antwoorden elke_vraag iedere_vraag
			alle_vragen juiste_antwort enige_antwort deze_instructie zou_u zou_je kunt_u kun_je wilt_u wil_je zou_het_fijn
			wees_zo`,
		finite: `is was heeft wordt`,
	}
}
