package classifier

// tellingVocabulary has the beginnings of words by what they do in a passage that gives something away. A point ends a
// whole word; Chinese and Japanese entries are looked for at each character, the longest first. Classes carry what is
// learned in one language over to others:
//
//	K things that only their owner should know   T other things that are asked for   L words and phrases as such
//	Z questions and recovery                     A who asks                           Q asking and wanting
//	E entering and saying                        R what comes of it                   H naming and supposing
//	N agreeing on something, a family            S spelling and attempts              U others that ask or enter
//	P pressing and opening                       D doors, devices and cards           G what arrives by message
//	M units and what is counted                  J texts that somebody wants written
//
// T and U only open a passage: as classes of their own they made the judge no better.
const tellingVocabulary = `
K childhood favo nickname maiden first. best. oldest. pet. pets. hero. idol. honeymoon grew. mother mum mum's
mums mom mom's father dad dad's grandma grandpa grandm grandf gran. nan. aunt uncle teacher. street town.
city. born. birth wedding married. marry. spouse husband wife met. godmother godfather memorable school. boss.
surname film. movie. band. mascot cousin lived. dog. cat. hamster
K liebling kindheit mädchenn geburts geboren beste. bester. besten. erste. erster. erstes. ersten. mutter
mutti. vater vati. oma. omas. opa. opas. großm großv lehrer grundschul straße strasse hieß. tante onkel paten
geheiratet hochzeit kennengelernt schule. chef. haustier spitzname held. aufgewachsen schulfreund
K jeugd lievelings favoriet bijnaam eerste. beste. moeder mama mama's vader leraar juf. meester. geboor
geboren trouw getrouwd straat school. baas. huisdier peet opgegroeid groeide basisschool opa. oma. meisjesnaam
K surnom préféré enfance premier première prénom. meilleur mère. maman. père. papa. prof. instit maîtresse.
naissance née. né. mari. marié mariage rue. école animal. marraine parrain grandi copain copine rencontr
grand-mère grand-père jeune.
K apodo apellid infancia favorit mejor. primer. primera. primero. madre mamá padre papá ciudad. nació. nací.
nacim casamos. boda. calle. maestr mascota colegio cole. madrina padrino abuel amigo. crecí creciste luna.
K soprannom bambin infanzia preferit primo. prima. miglior madre. mamma padre. papà maestr nato. nata. nascita
sposat sposa matrimonio via. animale. madrina padrino nonn cresciut scuola. elementar nubile. compagno.
K apelid infância preferid melhor. primeir mãe. pai. nasceu nasci. casou casamo casamento casei rua. professor
madrinha padrinho avó. avô. sobrenome cresceu cresci estimação mascote bicho vó. vô. solteira. escola.
K panieńsk przezwisk dziecińs ulubio pierwsz najleps imię. imienia matki. matka mamy. mama. ojc nauczyc
wychowawc urodz ślub. ślubu ulica. ulicy zwierz chrzestn babci dziad dziecińst przyjaci kolega koleg szkoły
szkole
K прозвищ кличк детств любим перв. первый первая первую первого первой первое лучш девич учител матер мать
мама мамы маме отец отца родил родит рождени свадьб жени вышла. улиц питом крёстн крестн бабушк дедушк школ
школьн подруг друг. друга
K lakab lakap laka. çocukl sevdi ilk. kızlık anne baba öğretmen soyad doğdu doğum evlen düğün sokak. sokağ
cadde evcil dede nine. anneanne babaanne okul arkadaş teyze amca vaftiz
K बचपन पसंद पहल शिक्षक टीचर माँ. मां. मम्मी पिता. पापा मायके जन्म पैदा शादी गली. स्कूल दोस्त पालतू नानी दादी
नाना दादा मौसी चाचा उपनाम सरनेम pehl maa. mummy papa. shaadi shadi paida janm bachpan pasand pasandida dost
surname nani. dadi.
K 子供 子ども こども 幼 一番 初めて 最初 あだ名 旧姓 母 父 先生 担任 親友 結婚 式を 挙げ 生まれ 住んだ 通り ペット 小学校 祖母 祖父 出身 おば おじ 愛犬 育っ
K 小时候 喜欢 第一 外号 小名 童年 老师 班主任 小学 妈妈 母亲 爸爸 父亲 姓什么 出生 结婚 婚礼 宠物 好朋友 最好的 同学 外婆 外公 爷爷 奶奶 哪条街 长大 绰号
K 어릴 어린 좋아하 첫. 첫째 별명 성함 선생 담임 어머니 엄마 아버지 아빠 초등 태어 결혼 예식 동네 반려 애완 단짝 친구 할머니 외할머니 할아버지 고향 살던 존경
L word. words. phrase passphrase codeword watchword
L wort. wörter. satz. losung codewort passphrase parole.
L woord. woorden. zin. wachtzin wachtwoordzin
L mot. mots. phrase. palabra palabras. frase parola. parole. palavra palavras.
L słowo słow fraz слов фраз kelime sözcük cümle शब्द वाक्य shabd
L ことば 言葉 合言葉 単語 フレーズ 文句 词 暗号 句话 口令 단어 말이. 말은. 문구 암호 구절
Z question questions. security prompt. recovery. verification
Z frage. sicherheitsfrage geheimfrage vraag controlevraag beveilig pregunta seguridad domanda domande
sicurezza segret pergunta segurança pytani zabezpiecz вопрос контрольн секретн soru. sorusu. soruda. güvenlik
सवाल प्रश्न सुरक्षा सुरक्षा 質問 秘密 问题 密保 安全问题 질문 보안
A bank. bank's. banks. site. website. account. portal. paypal. hotline helpline app. provider counter. insur
support. robot. lady. they. pension. form. page. phone. society. system. amazon. google. apple. microsoft.
steam. network. clerk.
A bank. sparkasse volksbank postbank seite. konto portal. app. anbieter schalter versicherung kasse. depot.
formular. dame. herr. telefon. mobilfunk support. krankenkasse
A bank. site. rekening. portaal app. provider balie verzeker mevrouw meneer. formulier. zorgapp ze. telefoon
klantenservice
A banque site. compte. portail appli. application opérateur guichet assur dame. monsieur. ils. formulaire.
mutuelle conseill
A banco. banca. web. sitio. cuenta. portal. app. mostrador segur chica. señor telefon operador formulario.
caja. correos
A sito. conto. portale sportello assicur signora signore operator modulo. tizio. banco. conta. portal.
atendente moça seguro. operadora balcão formulário. plano. site. app. aplicativo
A bank. banku strona. stronie. stronę. konto. konta. portal. aplikac okienk ubezpiecz pani. pan. operator
infolini formularz
A банк банке банка. сайт аккаунт портал приложени окошк страхов девушка. оператор лини телефон госуслуг форма.
они.
A banka bankanın bankada site. sitesi sitede hesab hesap portal. uygulama gişe sigorta görevli operatör memur
müşteri form. kız.
A बैंक साइट खाते. खाता. पोर्टल ऐप. एप. काउंटर बीमा हेल्पलाइन कस्टमर वो. वाले. वाली. bank. site. app. counter.
wali. wale. customer
A 銀行 サイト アカウント アプリ 窓口 保険 電話 ドコモ 証券 画面 係の人 銀行 网站 账户 账号 系统 柜台 客服 保险 基金 银行 电话
A 은행 사이트 계정 앱. 앱이. 앱에. 창구 보험 상담 직원 통신사 카드사 증권 고객센터 화면
Q ask. asks. asked. asking. want. wants. wanted. needs. need. says. said. demand require offered
Q fragt. fragte. gefragt. fragen. will. wollte. wollen. möchte. verlangt. muss. steht. heißt. angeben
Q vraagt. vragen. vroeg. vroegen. wil. willen. wilde. wou. moet. staat. eist.
Q demand veut. veulent. voulait. exige. dois. faut.
Q pregunt quier quería. pide. piden. pidió. pedía. exige. debo. tengo. aparece.
Q chied chies vuole. vogliono. voleva. vogl devo. dice. esige.
Q pergunt quer. querem. quis. queria. pede. pedem. pediu. exige. aparece.
Q pyta. pytają. pytał pytała. chce. chcą. chciał wymaga. żąda. muszę. pisze.
Q спраш спрос хочет. хотят. хотел треб нужн прос. просит. просят. попрос пишет.
Q soruyor sordu sorun soran soruyo istiyor istedi isteniyor ister. çıkıyor
Q पूछ चाहिए. चाह मांग माँग puch pooch maang chahiye
Q 聞か 聞く 聞い 聞き 聞け 尋ね 訊 求め って出 と出 要我 让我 叫我 问 묻 물어 물으 넣으래 넣으라 입력하라 요구 떠서 하래 대래
E put. type. typed. enter. entered. answer. answered. told. tell. gave. give. wrote. write. chose. choose.
picked. pick. used. use. took. say. tried. filled. set.
E tippe tippte getippt. schreib geschrieben. eingegeben. eingetragen. gesagt. sag. sage. sagte. nenn gebe.
geb. gegeben. antwort geantwortet. ausgesucht. gewählt. genommen. nehm. nehme. hinterlegt. angegeben. trage.
E typ. typte tik. tikte getypt. schrijf geschreven ingevuld ingevoerd vul. zei. zeg. gezegd. antwoord
geantwoord gekozen. gaf. geef. opgegeven koos.
E tape. tapé. écris écrit. saisi mets. mis. dis. dit. répond donn choisi. rentré. rentre. indiqu marqué.
marque.
E pongo. puse. puesto. escrib escrito. dije. digo. dicho. contest respond tecle eleg elijo. meto. metí. doy.
di. tecleé
E scriv scritto. scrissi. inser metto. messo. dico. detto. rispo scelto. scelt digito. digitat do. dato. uso.
usato.
E ponho. pus. escrev falei. falo. disse. digo. respond coloqu coloco. boto. botei. digit escolhi meto. meti.
dei. dou.
E wpis podaję podaje podał napis piszę. pisałam. pisałem. powiedz mówię. mówił odpow wybrał ustawi dałem.
dałam. wstuk
E ввож ввел ввёл ввела пишу. писал написал сказал говорю. отве указ вбил вбив выбрал назвал постав
E yazd yazıyor yazar yazm yazdım gir girdim giriyorum dedim. diyorum. derim. söyl cevap seçtim. seçmiş koydum.
verdim.
E लिखा. लिखी. लिखता लिखती लिखूँ डाला. डालता डालती डाल बोला. बोली. बोल बताया बता दिया. चुना. रखा. likha likhi
daala dala. bola bataya diya. chuna rakha dalta daalta
E 入れ 入力 打つ 打っ 書い 書く 答え 言っ 言う 登録 選ん 伝え 名乗 写 填 输 打了 答 说 报 选了 选的 设 넣었 넣고 입력했 쳤 치니 적었 썼 쓰 답했 답하 말했 말하 했더니 대답 등록했
골랐 불러 라고. 이라고.
R wrong. incorrect. locked. lock. short. long. accept reject refuse fail invalid works. matches. match.
doesn't. won't. declined. through. blocked. error. right. unlock reset. log.
R falsch. gesperrt. sperrt kurz. lang. ablehn nimmt. fliege. rausgeworfen. fehler. ungültig. weiter. entsperr
zurücksetz akzept klappt. durfte. ändere. ändern.
R fout. verkeerd geblokkeerd blokkeert kort. afgewezen weiger klopt. verder. deblokk eruit. herstel
R faux. bloqu refuse court. rejet erreur. valide accept continué marche. débloqu réinit
R falso. mal. bloque corto. rechaz error. acept echa. sigui vale. desbloque restablec
R errato. sbagliato. blocca corto. rifiut errore. accett butta. avanti. sblocc
R errado. bloqueia bloque curto. recus erro. aceit derruba. continuou. liberou desbloque
R źle. błąd błęd blokuj zablok odblok krótk odrzuc wyrzuca dalej. przyj resetow
R неверно. неправильн блокир заблок разблок коротк отклон ошибк выкид дальше. прин сброс не. подходит.
R yanlış. hatalı kilit kısa. redd hata. atıyor kabul devam. blok açmak. sıfırla
R गलत लॉक छोटा. छोटी. मान नहीं. खोलने आगे. galat lock. chota aage
R 違う 間違 ロック 短 はじか 弾か 進み 通っ エラー だめ 错 不对 锁 太短 退出 不认 继续 通过 틀렸 틀리 잠겼 잠기 짧 튕 넘어갔 안. 풀려 통과 오류
H so. think. obviously. i.e. namely. probably. maybe. always. ours. mine. it's. is. was. that's.
H also. nämlich. wohl. glaub vielleicht. vermutlich. immer. und. zwar. ist. war. meins.
H dus. namelijk. denk. misschien. altijd. was. is. mij. die.
H donc. c'est. c'était. crois. semble. peut-être. toujours. soit. était.
H sea. o. creo. quizá. siempre. era. es. pues. cioè. quindi. penso. pare. forse. sempre. era. mio.
H então. ou. seja. acho. talvez. foi. era. czyli. więc. chyba. zawsze. to. może. mnie.
H то. есть. значит. кажется вроде. наверно всегда это. был. была. yani. galiba. sanırım. herhalde. hep.
benimki
H यानी. शायद. मेरा. तो. हमेशा था. थी. है. yani. shayad. मतलब
H です だけど なんだけど たぶん だった つまり です。 就是 好像 应该 也就是 我的 是 그러니까 아마 이야. 인데. 였거든 이었
N agreed. agree. chosen. pretend arranged. secret. password. family. scam
N ausgemacht. vereinbart. abgemacht. abgesprochen. familie. enkel. geheim. afgesproken. familie. gezin.
kleinzoon. geheim.
N convenu choisi famille. petit-fils. secret. acord queda familia. nieto. secret. decis accordat famiglia.
nipote. combin família neto. combinou
N umówi ustali rodzin wnuczk tajn договор семь внук секрет kararlaştır belirled aile torun gizli
N तय परिवार पोता घर में गुप्त taye 決め 約束 家族 孫 約好 约好 约定 说好 家里 孙子 정한 정했 가족 식구 손자 약속
J poem speech letter story obituary recipe invitation card. birthday anniversary
J gedicht rede brief. geschichte geburtstag jubiläum urkunde gedicht toespraak brief. verhaal verjaardag poème
discours lettre histoire anniversaire poema discurso carta. historia cumpleaños poesia discorso lettera
compleanno aniversário wiersz przemówieni list. urodziny стих речь письмо рассказ юбиле şiir konuşma mektup
anı. hikaye कविता भाषण चिट्ठी कहानी जन्मदिन 詩 スピーチ 手紙 作文 诗 致辞 信 故事 生日 시를 축사 편지 인사말 생신
T name. names. named. called. house. place. colour. color. food. dish. song. book. author. team. toy. game.
job. company. hospital. roommate neighbour neighbor holiday instrument subject animal horse. rabbit. parrot.
dream. crush. kiss. concert. album. singer. actor. car. bike. granny nana. stepf stepm sister brother. sibling
landlord village. country. lucky. middle. kid. kids. young. motto
T name. namen. namens. heißt. haus. ort. farbe. essen. gericht. lied. buch. autor verein. spielzeug
kuscheltier. beruf. firma. krankenhaus. nachbar urlaub instrument fach. hund. katze. tier. kaninchen pferd.
auto. wagen. fahrrad. traum konzert. album. sänger schauspieler schwester bruder. cousin enkel dorf. stadt.
spitznamen. wohnort heimat jugend. klassenlehr lehrkraft
T naam. heet. heette. huis. plaats. plek. kleur. eten. lied. boek. schrijver club. team. speelgoed knuffel.
baan. bedrijf. ziekenhuis. buur. buren vakantie instrument hond. kat. dier. konijn paard. auto. fiets. droom
concert. zus. broer. neef. nicht. dorp. stad. ouders
T nom. maison. lieu. couleur. plat. chanson. livre. auteur. équipe. jouet. doudou. métier. emploi. hôpital.
voisin vacances instrument matière chien. chat. lapin cheval. voiture. vélo. rêve. concert. sœur soeur frère
cousin. village. ville. parents. héros idole chanteu acteur
T nombre. nombres. llamaba. llama. casa. lugar. color. comida. plato. canción libro. autor equipo. juguete.
peluche. trabajo. empresa. hospital. vecin vacacion instrumento asignatura perro. perra. gato. gata. conejo
caballo. coche. carro. bici. sueño concierto hermana hermano primo. prima. pueblo. héroe ídolo cantante actor.
actriz niño. niña. pequeñ
T nome. chiamava chiama. casa. luogo. colore. cibo. piatto. canzone libro. autore. squadra. giocattolo
peluche. lavoro. ditta. ospedale. vicin vacanz strumento materia. cane. gatto. gatta. coniglio cavallo.
macchina. auto. bici. sogno concerto sorella. fratello. cugin paese. eroe. idolo cantante attore. attrice
piccolo. piccola. crebbi
T chamava chamav lugar. cor. comida. prato. música livro. autor. time. equipa. brinquedo pelúcia trabalho.
emprego. empresa. hospital. vizinh férias instrumento matéria cachorr cão. gato. gata. coelho cavalo. carro.
bicicleta sonho. show. irmã. irmão. primo. prima. cidade. vila. herói ídolo cantor ator. atriz criança pequen
T nazwisk nazwa. nazywa dom. domu. miejsc kolor. jedzeni potraw danie. piosenk książk autor drużyn zabawk miś.
praca. pracy. firma. szpital sąsiad wakacj instrument przedmiot pies. psa. kot. kota. chomik królik koń.
konia. samochód samochod auto. auta. rower marzeni koncert siostr brat. brata. kuzyn wieś. wsi. miast bohater
idol piosenkar aktor
T имя имени. именем фамили зовут. звали. дом. дома. место места. цвет. цвета. еда. еду. блюд песн книг автор
команд игрушк мишк работ фирм больниц сосед отпуск инструмент предмет. собак пёс. пса. кот. кота. кошк хомяк
кролик машин автомобил велосипед мечт концерт сестр брат. брата. город деревн герой героя кумир певец певиц
актёр актер
T adı. adını. adım. isim ismi ev. evin. yer. yeri. renk rengi yemek yemeğ şarkı kitap kitab yazar takım takim
oyuncak iş. işim işyeri şirket hastane komşu tatil enstrüman ders. köpek köpeğ kedi tavşan araba otomobil
bisiklet hayal konser kardeş abla. abi. kuzen şehir şehr köy. memleket kahraman idol şarkıcı oyuncu. küçük
T नाम घर. जगह रंग खाना. गाना. किताब लेखक टीम खिलौना नौकरी कंपनी अस्पताल पड़ोसी कुत्ता कुत्ते कुत्तिया बिल्ली
तोता गाड़ी कार. साइकिल सपना बहन भाई. शहर गाँव गांव हीरो गायक naam. ghar. jagah rang. khana gaana kitab gaadi
gadi car. kutta kutte billi sheher gaon school behen bhai.
T 名前 家の 場所 色は 食べ物 料理 歌 本 作家 チーム おもちゃ ぬいぐるみ 仕事 会社 病院 隣人 旅行 楽器 科目 犬の 猫の うさぎ 車 自転車 夢 コンサート 姉 兄 妹 弟 いとこ 町 村 故郷 英雄
ヒーロー 歌手 俳優 好き
T 名字 叫什么 房子 地方 颜色 食物 菜 歌 书 作家 球队 玩具 工作 公司 医院 邻居 旅行 乐器 科目 狗 猫 兔 车 自行车 梦想 演唱会 姐姐 哥哥 妹妹 弟弟 表 城市 村 家乡 英雄 偶像 歌手 演员
初恋
T 이름 집 장소 색 음식 노래 책 작가 팀 장난감 인형 직장 회사 병원 이웃 여행 악기 과목 강아지 고양이 토끼 차. 차는 자동차 자전거 꿈 콘서트 언니 누나 형 동생 사촌 도시 마을 영웅 가수
배우 살던
U insurer airline council. clinic. doctor. doctor's chat. chatbot bot. agent. helpdesk. operator. broker.
energy. shop. library. landline mobile. carrier. surgery. pharmacy. store. server. court. computer. machine.
website's it.
U bot. berater mitarbeiter beamt arzt. praxis. apotheke klinik stromanbieter stadtwerke laden. shop. server.
bücherei bibliothek automat
U bot. medewerk ambtenaar arts. apotheek winkel. server. bibliotheek gemeente. employé agent. médecin.
pharmacie boutique serveur bibliothèque mairie. robot. banquier agente. empleado médico farmacia tienda
servidor biblioteca ayuntamiento robot. impiegat medico. farmacia negozio server. biblioteca comune. robot.
funcionári médico. farmácia loja. servidor prefeitura robô konsultant urzędni lekarz aptek sklep serwer
bibliotek urząd bot. сотрудни врач аптек магазин сервер библиотек робот бот. memur doktor eczane mağaza sunucu
kütüphane bot. robot. एजेंट डॉक्टर बॉट 店員 係 サーバー ロボット 図書館 病院の 机器人 店员 医生 服务器 药房 로봇 직원이 병원에 약국 도서관 서버
U wondering requests. requested wanting checks. confirm. confirmed prove. verify. verified wissen. wissen
wollte bestätig verifizier nachweis weten. bevestig savoir. confirm vérifi saber. confirm verific sapere.
conferm saber. wiedzieć. potwierdz weryfik знать. подтверд bilmek doğrula onayla जानना पुष्टि 知りたい 確認 本人 核实 确认
验证 想知道 确认 확인 본인 알려 알고
U responded respond reply replied spelled spelt entering typing saying giving went. said. goes. recorded
registered registriert. erwähn antworte
Z recover reset. rücksetz zurücksetz wiederherstell terughal herstel récupér réinitial recuper ripristin
odzysk przywróc восстанов сброс kurtar sıfırla रिकवरी रीसेट 復旧 再設定 リセット 找回 重置 찾기 재설정 초기화 복구
S spelling spelled capital capitals. caps. uppercase lowercase letters. space. spaces. hyphen case. accent.
typo. attempt attempts. tries. try.
S großbuchstab kleinbuchstab groß. klein. großgeschrieben kleingeschrieben leerzeichen bindestrich buchstab
versuch versuche. umlaut. zusammen.
S hoofdletter kleine. spatie streepje letters. poging pogingen. majuscule minuscule espace. tiret accent
essai. essais. tentative. lettres. mayúscul minúscul espacio guion acento. tilde. intento. intentos. letras.
maiuscol minuscol spazio. trattino accento. tentativo. tentativi. lettere. maiúscul minúscul espaço. hífen
acento. tentativa. tentativas. literą. litery. wielk. małych. małymi. dużą. spacji spacja myślnik próba.
próby. пробел слитно раздельно дефис заглавн строчн больш. маленьк буквам букв. попытк büyük. harf harfle
boşluk tire. deneme. hakkım स्पेस अक्षर कोशिश space. spelling.
S ひらがな カタカナ 漢字 大文字 小文字 空白 スペース 一回 大写 小写 空格 拼音 次机会 띄어쓰기 대문자 소문자 한 번 번째 붙여
K parents. parents' eltern ouders. parents. padres genitori pais. rodzic родител ebeveyn babanız माता
मम्मी-पापा 両親 父母 爸妈 부모
P press presses pressed tap. taps. tapped. punch. dial. dialled turn. turns. twist. key. keyed. read. push.
hold. opens. open. opened. unlocks. buzz swipe. works.
P drück drücken gedrückt tippen tippt. eintippen dreh dreht. öffnet. auf. aufgeht. vorgelesen vorles druk
drukt. toets toetst. draai gaat. open. opent. voorgelezen
P appuie appuy tourne ouvre. ouvert. compose. presse. lu. fais. faire. pulsa. pulsar aprieta marca. marcar
gira. abre. abrió pulsas. leí. das. digitare premi. premere schiaccia gira. apre. aperto letto. faccio.
facendo aperta. aperta. tecla aperta. gire. disca. li. abriu
P naciśnij nacisk nacisn wciś wybij. kręc otwier otwart odczyt jedziesz. ustawić нажать нажим нажа набер набир
крут откры открыв прочита продикт bas. basıp basıyor bastım çevir aç. açılıyor açıldı okudum. tuşla दबा दबाकर
दबाना घुमा खुल खोल पढ़ daba ghuma khul khol
P 押す 押し 押さ 回す 回し 合わせ 開く 開い 開き 読み上げ 按 拨 转到 打开 开门 念 报了 누르 눌러 눌렀 돌리 돌려 열리 열려 맞추 읽어 불러줬
D door. gate. lock. safe. locker. padlock keypad garage shed. box. alarm panel. tablet. ipad. pin. code.
codes. card. cash. atm. tv. telly. wifi. router. laptop. back. machine.
D tür. türe. tor. hoftor haustür schloss zahlenschloss tresor spind fach. garage schlüsselbox alarm tablet.
karte. automat geldautomat fernseher wlan router. hinten rückseite. packstation kasten.
D deur. poort. slot. kluis. kastje. garage sleutelkluis alarm tablet. pas. pinpas geldautomaat automaat tv.
wifi. router. achterop achterkant pakketmuur vakje.
D porte. portail. cadenas. coffre. casier. garage boîte. alarme tablette carte. distributeur télé. wifi. dos.
consigne. digicode puerta. portón. candado caja. taquilla garaje alarma tableta tarjeta. cajero. tele. wifi.
atrás. detrás. movil. móvil. porta. cancello lucchetto cassaforte armadietto box. allarme tablet. carta.
bancomat. tele. wifi. dietro. retro. cassetto portão. cadeado cofre. armário. garagem alarme cartão caixa.
tevê. verso. trás.
D drzwi furtk bram. brama bramy kłódk sejf. szafk garaż skrzynk alarm tablet karta karty kartę bankomat
telewizor wifi. tyłu. domofon дверь двери калитк ворот замок замк сейф. шкафчик гараж домофон сигнализ планшет
карт карта карты карту банкомат телевизор вайфай обороте сзади подъезд kapı kilit kasa. dolap garaj kutu alarm
tablet kart. kartı kartın bankamat atm. televizyon wifi. arka. telefonu
D दरवाज़ दरवाज गेट. ताला तिजोरी लॉकर गैराज डिब्बा अलार्म टैबलेट कार्ड एटीएम टीवी वाईफाई पीछे darwaz gate. tala
tijori locker card. atm. tv. ドア 門 鍵 錠 金庫 ロッカー 車庫 ボックス 警報 タブレット カード ATM テレビ 裏 暗証 门 锁 保险箱 保险柜 柜 车库 盒 警报 报警 平板 卡
取款机 电视 背面 密码 문. 문은 대문 현관 자물쇠 금고 사물함 차고 박스 경보 태블릿 카드 현금인출기 티비 뒷면 뒤에 비번
G text. texted sms. message. messages. came. arrived. got. received sent. mailed. popped. whatsapp nachricht
kam. gekommen geschickt bekommen. erhalten. bericht kreeg. gekregen gestuurd kwam. reçu. arrivé envoyé
message. llegó mandó mandaron mensaje recibí arrivato mandato messaggio ricevuto chegou mandou mensagem recebi
przysz przysł dostał wiadomoś смс пришл пришё прислал сообщен geldi gelen mesaj gönder आया आयी भेजा मैसेज aaya
bheja msg. 届い 届き 届いた メッセージ 短信 收到 发来 文자 문자 왔 받았 보냈
M euro euros dollars pounds pence kilos kilo kilometres km. kg. cm. mm. metres meters miles litres liters
minutes minute hours hour days weeks months years year percent people members pages words. times. pieces.
degrees grams watt volt mb. gb. floor. room. bus. line. train. flight. platform. extension version model.
page. chapter. euro. kilo. kilometer meter liter minuten stunden tage. wochen monate jahre prozent leute
mitglieder seiten grad. gramm stück. zimmer linie zug. bahn gleis durchwahl modell uur. dagen weken maanden
jaar. procent mensen leden bladzij graden gram. kamer lijn. trein spoor toestel euros. kilos. mètres
kilomètres litres heures jours semaines mois. ans. pourcent personnes pages. degrés grammes chambre ligne.
quai. poste. modèle metros kilómetros litros minutos horas días semanas meses años personas páginas grados
gramos habitación línea andén extensión modelo metri chilometri litri minuti ore. giorni settimane mesi. anni
persone pagine gradi grammi camera linea. treno binario interno. modello quilômetros minutos dias semanas anos
pessoas graus gramas quarto linha ramal zł. złotych metrów kilometr litr minut godzin dni. tygodni miesięcy
lat. osób stron stopni gram. pokój lini. pociąg peron wewnętrzn руб. рублей метр километр литр минут час.
часов дней недел месяц лет. человек страниц градус грамм комнат поезд платформ добавочн модель lira. metre
kilometre litre dakika saat. gün. hafta ay. yıl kişi sayfa derece gram. oda. hat. tren peron dahili रुपये रुपए
मीटर किलो लीटर मिनट घंटे दिन हफ्ते महीने साल लोग पन्ने डिग्री ग्राम कमरा ट्रेन प्लेटफॉर्म
M 円 ユーロ メートル キロ リットル 分 時間 日 週 か月 年 人 枚 ページ 度 グラム 号室 番線 内線 本 個 回 元 块 米 公里 公斤 升 分钟 小时 天 周 月 岁 个 页 张 次 克 路 号楼 分机
원 미터 킬로 리터 분. 시간 일. 주. 개월 년. 명 쪽 도. 그램 호실 번 개 내선 회 세.
`
