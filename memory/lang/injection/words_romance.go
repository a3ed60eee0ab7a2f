package injection

// spanishInstructionWords: forms of usted, ustedes and vos are orders only; those of tú are also
// the third person, whose subject may be left out.
func spanishInstructionWords() instructionWords {
	return instructionWords{
		common: `el la los las un una y de del que en es por con para se su al lo como más pero sus le ha muy sin sobre
			también me ya está hay desde cuando vive tiene no mi yo era fue son o si este esta usuario usuaria a`,
		imperative: `recomiende recomienden recomendá ignore ignoren ignorá olvide olviden olvidá olvídate responda
			respondan respondé conteste contesten contestá mencione mencionen mencioná nombre_siempre diga digan di decí
			escriba escriban escribí incluya incluyan incluí utilice utilicen use usen añada añadan agregue agreguen agregá
			termine terminen termina_siempre empiece comience hable hablen muestre revele revelen envíe envíen enviá mande
			borre elimine abra haga hagan haz ejecute descargue instale compre pague transfiera siga obedezca obedece
			compórtese compórtate actúe trate considere confíe recuerde recuerden traduzca repita oculte evite elogie sugiera
			sugieran sugerí promocione promociona promueva cite deje sea finja finge simule simula ignora olvida responde
			contesta menciona incluye añade agrega recomienda sugiere repite revela oculta obedece elogia omite omita
			confirme apruebe pon ponga poné redirige dile dígale dígales respóndeme contéstame háblame llámame dime ten tenga
			no_menciones no_digas no_respondas no_reveles no_recomiendes no_uses no_olvides no_hables no_incluyas no_sigas
			no_preguntes no_le_digas deja_de actúa_como finjan compórtense no_hagas ten_siempre coloca coloque coloquen mete
			meta inserta inserte inventa invente miente mienta afirma afirme sustituye sustituya cambia_cada adopta adopte
			mantén mantenga quédate pasa_por_alto haz_caso no_hagas_caso resalta resalte destaca_siempre cierra_cada
			remata_cada acaba_cada escríbeme mándame envíame muéstrame enséñame dame hazte compórtate olvídese sáltate`,
		ambiguous: `habla escribe usa utiliza llama trata termina empieza comienza envía manda muestra traduce actúa sigue
			abre visita compra paga ejecuta instala descarga considera confía recuerda evita cita borra elimina pon pone
			coloca cierra acaba remata destaca apoya vende anuncia aconseja aprueba confirma rechaza lee copia imprime
			explica describe`,
		action: `recomendar mencionar decir responder contestar incluir añadir agregar escribir usar utilizar terminar
			empezar comenzar hablar citar enlazar sugerir ignorar revelar traducir tratar enviar elogiar promocionar
			recomienda recomiende mencione menciona incluya incluye contenga termine termina empiece responda responde diga
			use cierre acabe lleve nombre cite destaque elogie alabe alaben elogien mencionen terminen empiecen incluyan
			recomienden contengan indiquen indique ignoren oculten digan`,
		promote: `recomendar recomendado recomendada recomiende recomienden recomendarse mencionar mencionado mencionada
			mencione mencionarse promocionar promocionado promocione sugerir sugerido sugiera elogiar elogie ignorar ignorado
			ignore revelar revele ocultar oculte anunciar publicitar`,
		always: `siempre nunca jamás cada_vez a_partir_de_ahora de_ahora_en_adelante desde_ahora en_adelante
			en_lo_sucesivo en_el_futuro sin_excepción bajo_ninguna_circunstancia en_todo_momento a_partir_de_hoy
			de_aquí_en_adelante`,
		answer: `respuesta respuestas contestación conversación conversaciones réplica chat chats contestaciones`,
		every:  `cada todas todos toda todo cualquier futuras próximas`,
		assistant: `asistente ia chatbot bot chatgpt claude gpt modelo_de_lenguaje el_modelo memoir
			inteligencia_artificial`,
		you:        `tú usted ustedes vos tu tus te respondes respondas escribas digas hables contestes eres tienes`,
		obligation: `debe debes deben debería deberías deberían deba tiene_que tienes_que tienen_que ha_de hay_que has_de`,
		wish: `quiere quiero desea deseo espera exige exijo pide pido solicita insiste prefiere requiere pidió
			necesita_que ordena`,
		that: `que`,
		user: `usuario usuaria usuarios | yo mi mis me mí nosotros nuestro nuestra nos`,
		ignore: `ignora ignore ignorar ignoren olvida olvide olvidar omite omitir desobedecer saltarse anula anular
			desactivar`,
		rules: `instrucción instrucciones regla reglas norma normas directriz directrices prompt indicaciones órdenes
			restricciones límites anteriores previas`,
		void: `anuladas anulados anulada nulas nulos inválidas canceladas derogadas suspendidas desactivadas no_aplican
			no_se_aplican sin_efecto sin_validez`,
		neutral: `de_usted de_tú`,
		please:  `por_favor porfa`,
		filler:  `y entonces pero ahora hola importante nota atención recuerda que cuando en para a además solo si o no`,
		fatal: `pedido_que pidió_que pide_que quiero_que_me quiero_que_no prompt_del_sistema
			modo_desarrollador modo_dios nueva_instrucción nuevas_instrucciones dile_al_usuario díle_al_usuario
			sin_confirmación sin_preguntar sin_restricciones mensaje_del_sistema tus_respuestas tu_respuesta
			sus_instrucciones tus_instrucciones en_cada_mensaje en_todos_los_mensajes cada_pregunta toda_pregunta
			cualquier_pregunta todas_las_preguntas única_respuesta respuesta_correcta esta_instrucción podrías puedes_siempre
			sería_tan te_agradecería le_agradecería me_gustaría_que quisiera_que podría_usted serías_tan`,
		secondPerson: `s`,
		finite:       `es era fue está`,
	}
}

// frenchInstructionWords: a verb without a subject is an order.
func frenchInstructionWords() instructionWords {
	return instructionWords{
		common: `le la les un une des et est de du que qui dans en pour par sur avec il elle je ne pas au aux ce se son sa
			ses plus mais ou comme nous vous ils a été sont cette mon ma mes depuis chez très j l d n s c habite utilisateur
			à`,
		imperative: `recommande recommandez recommander ignore ignorez ignorer oublie oubliez oublier réponds répondez
			répondre mentionne mentionnez mentionner dis dites dire écris écrivez écrire inclus incluez inclure utilisez
			utiliser employez ajoute ajoutez ajouter terminez commencez parlez montre montrez révèle révélez envoie envoyez
			transmets supprime supprimez efface ouvre ouvrez clique cliquez visitez exécute exécutez télécharge téléchargez
			installe installez achetez payez suivez obéis obéissez comporte comportez agissez traite traitez considère
			considérez faites souviens souvenez traduisez répète répétez cachez évitez vante vantez suggère suggérez proposez
			conseille conseillez conseiller citez sois soyez fais_semblant mets mettez donnez prenez redirige n_oublie arrête
			arrêtez cesse cessez appelez adopte adoptez jouez préviens approuve contourne ne_mentionne ne_dis ne_révèle
			ne_parle ne_recommande ne_réponds affiche affichez tiens tenez place placez insère insérez glisse glissez invente
			inventez mens mentez affirme affirmez remplace remplacez change changez adopte garde gardez colle imprime
			imprimez explique expliquez décris décrivez dissimule dissimulez vends vendez pousse poussez ferme clos finis
			finissez débute débutez laisse laissez tais_toi`,
		ambiguous: `parle utilise emploie joue loue appelle commence termine suis fais donne prends passe demande lance
			respecte visite traduis achète paie cache évite cite propose refuse agis confirme`,
		action: `recommander recommande mentionner mentionne dire répondre inclure inclut ajouter écrire utiliser terminer
			commencer contenir contient contienne parler citer suggérer conseiller conseille ignorer révéler traduire envoyer
			vanter promouvoir réponde mentionnent termine commence dise recommandent finisse finissent contiennent cite
			citent vante vantent loue louent mette mettent évoque évoquent terminent commencent incluent mentionnent ignorent
			ignore indique indiquent parlent`,
		promote: `recommander recommandé recommandée recommande recommandent mentionner mentionné mentionnée mentionne
			promouvoir promu suggérer suggéré suggère vanter vante conseiller conseillé ignorer ignoré ignore révéler
			dissimuler`,
		always: `toujours jamais désormais dorénavant constamment à_partir_de_maintenant à_l_avenir chaque_fois
			à_chaque_fois dès_maintenant à_compter_de_maintenant sans_exception en_aucun_cas en_toutes_circonstances
			à_partir_d_aujourd_hui`,
		answer:     `réponse réponses conversation conversations réplique`,
		every:      `chaque toutes tous toute tout n_importe prochaines futures`,
		assistant:  `assistant assistante ia chatbot bot chatgpt claude gpt modèle_de_langage le_modèle memoir`,
		you:        `qu_on tu toi vous ton tes votre vos te`,
		obligation: `doit dois devez doivent devrait devrais devraient devez faut faudra est_tenu a_l_obligation`,
		wish: `veut veux souhaite souhaiterait voudrait exige demande demandé attend insiste désire ordonne préfère
			requiert`,
		that: `que qu`,
		user: `utilisateur utilisatrice utilisateurs | je j mon ma mes moi nous notre nos me m`,
		ignore: `ignore ignorez ignorer oublie oubliez oublier contourne contourner outrepasse outrepasser désactive
			ne_tiens_plus ne_tiens_pas ne_tenez_plus fais_abstraction`,
		rules: `instruction instructions règle règles consigne consignes directive directives prompt limites restrictions
			précédentes antérieures`,
		void:   `annulées annulés annulée nulles caduques invalides suspendues désactivées ne_s_appliquent levées`,
		please: `s_il_te_plaît s_il_vous_plaît stp svp veuillez merci_de prière_de`,
		filler: `et alors mais maintenant bonjour salut important note attention rappel si quand lorsque dans pour à aussi
			donc seulement simplement ne n que en dès lorsqu sitôt partout`,
		fatal: `demandé_que demandé_qu demande_qu exigé_que exigé_qu invite_système prompt_système mode_développeur
			nouvelle_instruction nouvelles_instructions
			dis_à_l_utilisateur sans_confirmation sans_demander sans_restriction message_système tes_réponses vos_réponses
			ta_réponse votre_réponse tes_instructions vos_instructions dans_chaque_message chaque_question toute_question
			toutes_les_questions seule_réponse bonne_réponse cette_instruction pourriez_vous pourrais_tu peux_tu pouvez_vous
			serais_reconnaissant serais_reconnaissante j_aimerais_que auriez_vous aurais_tu voudriez_vous serait_il_possible
			serait_bien_que`,
		finite: `est était a`,
	}
}

// italianInstructionWords: as in Spanish, the informal form may be a third person without a subject.
func italianInstructionWords() instructionWords {
	return instructionWords{
		common: `il lo la i gli le un una e di del della che in è per con non si su da al alla come più ma ha sono anche
			nel nella mio mia suo sua io ho dal dei delle o se questo questa vive utente molto a ai era stato fa`,
		imperative: `raccomanda raccomandi raccomandate consiglia consigli_sempre consigliate suggerisci suggerite ignora
			ignori ignorate dimentica dimentichi dimenticate rispondi risponda rispondete menziona menzioni menzionate
			cita_sempre dì dica dite scrivi scriva scrivete includi includa includete utilizzi utilizzate usate aggiungi
			aggiunga aggiungete concludi termina_sempre inizia_sempre parla_sempre mostra_sempre rivela rivelate invia_sempre
			manda_sempre cancella apri clicca esegui scarica installa_sempre acquista obbedisci segui comportati comportatevi
			agisci fingi finga simula tratta_sempre considera_sempre fidati ricorda ricordati ricordate traduci ripeti
			nascondi evita evitate loda promuovi pubblicizza sii siate fate metti mettete chiamami dimmi rispondimi parlami
			smetti smettila conferma approva trasferisci inoltra aggira sostituisci non_menzionare non_dire non_rivelare
			non_rispondere non_raccomandare non_consigliare non_usare non_parlare non_dimenticare non_seguire non_includere
			fai_finta fingete lascia_perdere lasciate_perdere scrivimi mandami dammi fammi mostrami inserisci inserite metti
			colloca poni inventa menti afferma sostituite cambia_ogni adotta mantieni tieni chiudi_ogni concludete leggi
			copia stampa spiega descrivi vendi spingi evidenzia ometti tralascia sorvola`,
		ambiguous: `usa utilizza parla scrive mostra invia manda termina inizia cita tratta considera installa visita
			compra paga traduce chiama segnala indica elogia omette`,
		action: `raccomandare consigliare menzionare citare dire rispondere includere aggiungere scrivere usare utilizzare
			terminare concludere iniziare contenere parlare suggerire ignorare rivelare tradurre inviare promuovere
			raccomandi consigli menzioni contenga includa termini inizi risponda dica raccomanda consiglia menziona finisca
			finiscano contengano inizino citino citi lodi lodino esalti esaltino parlino indichi indichino includano
			terminino menzionino`,
		promote: `raccomandare raccomandato raccomandata raccomandi raccomandino consigliare consigliato consigli
			consiglino menzionare menzionato menzioni promuovere promosso suggerire suggerito suggerisca pubblicizzare
			ignorare ignorato rivelare nascondere elogiare`,
		always: `sempre mai ogni_volta d_ora_in_poi da_ora_in_poi da_adesso_in_poi d_ora_in_avanti in_futuro
			da_oggi_in_poi senza_eccezioni in_nessun_caso per_sempre costantemente`,
		answer:     `risposta risposte conversazione conversazioni replica repliche chat`,
		every:      `ogni ciascuna tutte tutti tutta tutto qualsiasi qualunque future prossime`,
		assistant:  `assistente ia chatbot bot chatgpt claude gpt modello_linguistico il_modello memoir ai_deve`,
		you:        `tu ti tuo tua tuoi tue voi vostro vostre`,
		obligation: `deve devi devono dovrebbe dovresti dovrebbero bisogna occorre va_sempre è_tenuto dovete dovrà`,
		wish: `vuole voglio desidera desidero esige pretende chiede chiedo richiede insiste ordina preferisce
			vorrebbe`,
		that: `che di`,
		user: `utente utenti | io mio mia miei mie me mi noi nostro nostra`,
		ignore: `ignora ignori ignorare ignorate dimentica dimenticare aggira aggirare disattiva scavalca lascia_perdere
			lasciate_perdere tralascia`,
		rules: `istruzione istruzioni regola regole direttiva direttive prompt indicazioni limiti restrizioni precedenti
			ordini di_prima`,
		void:    `annullate annullati nulle invalide sospese disattivate revocate non_valgono non_si_applicano`,
		neutral: `del_tu del_lei`,
		please:  `per_favore per_piacere per_cortesia ti_prego si_prega`,
		filler: `e allora ma adesso ora ciao importante nota attenzione quando se in per a anche solo semplicemente che
			non`,
		fatal: `chiesto_che chiede_che preteso_che ordinato_che prompt_di_sistema modalità_sviluppatore
			nuova_istruzione nuove_istruzioni di_all_utente senza_conferma
			senza_chiedere senza_restrizioni messaggio_di_sistema tue_risposte tua_risposta vostre_risposte tue_istruzioni
			in_ogni_messaggio ogni_domanda qualsiasi_domanda tutte_le_domande unica_risposta risposta_corretta
			questa_istruzione potresti potreste puoi_sempre vorrei_che mi_piacerebbe_che ti_sarei sarei_grato sarei_grata
			saresti_così sarebbe_possibile`,
		finite: `è era ha`,
	}
}

// portugueseInstructionWords: forms of você are orders only; those of tu are also the third person.
func portugueseInstructionWords() instructionWords {
	return instructionWords{
		common: `o a os as um uma e de do da que em é para por com não se no na ao mais mas como seu sua eu foi tem são
			também meu minha dos das nos nas pelo pela muito já está desde ele ela mora usuário usuária
			utilizador utilizadora gosta à ou`,
		imperative: `recomende recomendem ignore ignorem esqueça esqueçam esquece responda respondam mencione mencionem
			diga digam escreva escrevam inclua incluam utilize utilizem use usem adicione adicionem acrescente termine
			terminem comece inicie fale falem mostre revele revelem envie enviem mande apague exclua abra clique visite
			execute rode baixe instale compre pague transfira siga sigam obedeça comporte aja trate considere confie lembre
			traduza repita esconda oculte evite elogie sugira sugiram promova divulgue cite seja finja simule faça façam
			coloque ponha pare deixe chame_me confirme aprove contorne substitua redirecione finge indique nunca_diga
			ignora_todas esquece_todas não_mencione não_diga não_revele não_responda não_recomende não_use não_fale
			não_esqueça ignora_o ignora_tudo manda_o não_siga não_inclua não_conte chame chamem finjam não_faça insira
			insiram
			invente minta afirme
			substitua mude_cada adote mantenha feche_cada encerre encerra leia copie imprima explique descreva venda destaque
			omita me_mande me_envie me_mostre escreve_me manda_me mostra_me diz_me`,
		ambiguous: `recomenda menciona ignora responde diz escreve usa utiliza inclui adiciona termina começa fala mostra
			revela envia manda sugere promove elogia cita traduz repete trata considera segue chama instala compra coloca põe
			mete acrescenta adiciona fecha acaba destaca vende aconselha aprova confirma lê copia imprime explica descreve`,
		action: `recomendar mencionar dizer responder incluir adicionar escrever usar utilizar terminar começar conter
			falar citar sugerir ignorar revelar traduzir enviar elogiar promover recomende mencione inclua contenha termine
			comece responda diga recomenda menciona contém indique indiquem elogie elogiem cite citem contenham mencionem
			falem terminem comecem incluam recomendem ignorem acabe acabem`,
		promote: `recomendar recomendado recomendada recomende recomendem mencionar mencionado mencionada mencione
			promover promovido promova divulgar sugerir sugerido sugira elogiar elogie ignorar ignorado ignore revelar
			ocultar anunciar`,
		always: `sempre nunca jamais toda_vez cada_vez a_partir_de_agora de_agora_em_diante daqui_em_diante
			daqui_para_frente doravante no_futuro em_hipótese_alguma sem_exceção a_partir_de_hoje todas_as_vezes`,
		answer:     `resposta respostas conversa conversas réplica chat chats`,
		every:      `cada toda todas todos todo qualquer futuras próximas tudo`,
		assistant:  `assistente ia chatbot bot robô chatgpt claude gpt modelo_de_linguagem o_modelo memoir`,
		you:        `você vocês tu teu tua te ti vós respondes responderes escreves escreveres dizes disseres falas tens`,
		obligation: `deve deves devem deveria deveriam tem_que tem_de têm_que precisa_sempre há_de deverá é_preciso`,
		wish: `quer quero deseja desejo exige exijo pede peço solicita insiste espera prefere requer pediu gostaria
			ordena`,
		that:   `que`,
		user:   `usuário usuária usuários utilizador utilizadora | eu meu minha meus minhas mim me nós nosso nossa`,
		ignore: `ignore ignora ignorar ignorem esqueça esqueçam esquecer contorne contornar desative burlar`,
		rules: `instrução instruções regra regras norma normas diretriz diretrizes prompt ordens limites restrições
			anteriores prévias`,
		void:    `anuladas anulados nulas inválidas canceladas suspensas desativadas revogadas não_se_aplicam não_valem`,
		neutral: `por_você por_tu por_senhor`,
		please:  `por_favor por_gentileza`,
		filler: `e então mas agora olá oi importante nota atenção quando se em para a ao também só apenas simplesmente que
			não`,
		fatal: `pediu_que pediu_para_que exigiu_que quero_que_me quero_que_não prompt_do_sistema modo_desenvolvedor
			modo_de_desenvolvedor nova_instrução novas_instruções diga_ao_usuário
			sem_confirmação sem_perguntar sem_restrições mensagem_do_sistema suas_respostas_devem tuas_respostas
			em_cada_mensagem em_todas_as_mensagens suas_instruções cada_pergunta toda_pergunta qualquer_pergunta
			todas_as_perguntas única_resposta resposta_correta esta_instrução você_poderia poderias gostaria_que
			agradeceria_se agradeço_se seria_possível poderia_sempre poderia_por`,
		secondPerson: `s`,
		finite:       `é era foi está`,
	}
}
