package vocabulary

// DeniedFrames say that what follows is not true.
const DeniedFrames = `not true that|isn't true that|isn’t true that|is untrue that|it's false that|it is false that|
	false that|
	it's a lie that|is a lie that|a rumour that|a rumor that|a myth that|never said that|never said i|didn't say that|
	didn't say i|never claimed|not the case that|far from true that|wrongly that|wrong that i|nobody
	believes that|
	stimmt nicht, dass|nicht wahr, dass|falsch, dass|gelogen, dass|nie gesagt, dass|nicht gesagt, dass|ein gerücht,
	dass|
	keineswegs so, dass|nicht so, dass|
	no es verdad que|no es cierto que|es falso que|es mentira que|nunca dije que|no he dicho que|no dije que|un
	rumor que|
	pas vrai que|est faux que|faux que je|un mensonge que|jamais dit que|n'ai pas dit que|n’ai pas dit que|pas le
	cas que|
	non è vero che|è falso che|è una bugia che|mai detto che|non ho detto che|
	não é verdade que|é mentira que|é falso que|nunca disse que|não disse que|
	неправда, что|не правда, что|неверно, что|ложь, что|никогда не говорил, что|никогда не говорила, что|не говорил,
	что|
	не говорила, что|это неправда|слух, что|
	सच नहीं है कि|सच नहीं कि|यह झूठ है कि|झूठ है कि|गलत है कि|यह गलत है|मैंने नहीं कहा कि|
	并不是说|不是真的|并非|不是说我|我没说|我没有说|从没说过|从来没说过|谣传|
	というのは嘘|のは嘘|というのは本当ではない|というのは間違い|は事実ではない|わけではない|わけではありません|
	사실이 아니|거짓이|거짓말이|건 아니|것은 아니|
	ليس صحيحا أن|ليس صحيحًا أن|غير صحيح أن|ليس من الصحيح أن|كذب أن|لم أقل إن|لم أقل أن|ليس حقيقيا أن|
	doğru değil|gerçek değil|demedim|
	nieprawda, że|nie jest prawdą, że|to nieprawda|kłamstwo, że|nie mówiłem, że|nie powiedziałem, że|nie
	powiedziałam, że|
	niet waar dat|klopt niet dat|onwaar dat|een leugen dat|nooit gezegd dat|niet gezegd dat`

// Mistakes say what others take the user for.
const Mistakes = `take me for|takes me for|took me for|mistake me for|mistakes me for|mistook me for|halten mich für|
	hält mich für|hielt mich für|me toman por|me toma por|me confunden con|me creen|me prend pour|me prennent pour|
	me croit|mi prendono per|mi scambiano per|me tomam por|me confundem com|принимают меня за|меня принимают за|
	houden me voor|houdt me voor|biorą mnie za|beni sanıyor|सब सोचते हैं|लोग समझते हैं|सब समझते हैं|인 줄 알아|인 줄 안다|
	인 줄 알더라|だと思われ|だと思って|
	have me down as|has me down as|had me down as|got me down as|lists me as|list me as|listed me as|has me listed as|
	has me registered as|thinks of me as|führt mich als|führen mich als|hat mich als|haben mich als|stuft mich als|
	me tiene como|me tienen como|me tiene por|me tienen por|me da por|me dan por|me tiene registrado como|
	me tiene registrada como|me classe comme|me prend toujours pour|m'a enregistré comme|m'a enregistrée comme|
	mi dà per|mi danno per|mi crede|mi credono|mi ritiene|mi ritengono|mi ha registrato come|me tem como|me têm como|
	me dá por|me julga|me julgam|считает меня|считают меня|меня считают|записал меня как|записали меня как|
	heeft me staan als|ziet me aan voor|zien me aan voor|uważa mnie za|uważają mnie za|ma mnie za|mają mnie za|
	beni zannediyor|मुझे समझते हैं|मुझे समझता है|人家以为我|以为我是|以为我有|误以为|被当成|と勘違いされ|扱いされ`

// RumoursBehind say that what came before them in the sentence is only told or thought of the user.
const RumoursBehind = `소문이 났|소문이 돌|소문났|라고 오해|다고 오해|という噂|と噂され|って噂|diye biliyorlar|
	diye biliniyor|diye dedikodu|diye yanlış|की अफवाह|ऐसी अफ़वाह|ऐसा समझते हैं`

// DenialsBehind say that what came before them in the sentence is not true.
const DenialsBehind = `decided against it|dagegen entschieden|ging niet door|fell through|but it didn't work out|
	но не сложилось|но не вышло|mais ça n'a pas marché|mais ça ne s'est pas fait|mas não deu certo|pero no salió|
	ma non se n'è fatto|ma non se ne è fatto|but in the end we didn't|but in the end i didn't|but we decided against|
	but i decided against|
	pero al final no|pero finalmente no|aber am ende nicht|aber dann doch nicht|aber doch nicht|mais finalement non|
	mais finalement on n|mais finalement je n|ma alla fine no|mas no fim não|mas acabamos não|mas acabei não|
	но в итоге не|но потом не|但最后没|可是最后没|
	but that is wrong|but that's wrong|but that’s wrong|but it's wrong|but that is not true|but
	that's not true|
	but that’s not true|but that isn't true|but it isn't true|but it's not true|but it is not true|
	but that is false|but that's false|but it's false|but they
	are wrong|
	but they're wrong|which is wrong|which is not true|which isn't true|which is false|which is nonsense|but that's
	nonsense|
	aber das stimmt nicht|das stimmt aber nicht|stimmt aber nicht|aber das ist falsch|was nicht stimmt|aber das ist
	nicht wahr|
	aber das ist quatsch|aber das ist unsinn|
	pero no es verdad|pero no es cierto|pero es mentira|pero es falso|pero eso es falso|lo cual es falso|pero no es
	así|
	pero eso no es verdad|pero eso no es cierto|
	mais c'est faux|mais c’est faux|mais ce n'est pas vrai|mais ce n’est pas vrai|ce qui est faux|mais c'est pas vrai|
	ma non è vero|ma è falso|ma è sbagliato|il che è falso|ma si sbagliano|
	mas não é verdade|mas é mentira|mas isso é falso|mas isso não é verdade|o que é mentira|
	но это неправда|но это не так|но это ложь|что неправда|но это неверно|
	लेकिन यह सच नहीं|लेकिन ये सच नहीं|पर यह सच नहीं|लेकिन यह गलत|लेकिन यह झूठ|
	하지만 사실이 아니|그런데 사실이 아니|
	但这不是真的|但不是真的|但那不是真的|但这是假的|可是不是真的|
	でも違|でも本当では|が、違|が嘘|でも嘘|
	لكن هذا غير صحيح|لكن هذا ليس صحيحا|وهذا غير صحيح|
	ama bu doğru değil|ama doğru değil|ama yanlış|
	ale to nieprawda|ale to nie jest prawda|co jest nieprawdą|
	maar dat klopt niet|maar dat is niet waar|wat niet waar is`

// DoubtFrames say that the user does not know whether what follows is so.
const DoubtFrames = `i wonder|i'm wondering|i am wondering|not sure if|not sure whether|don't know if|don't know
	whether|
	do not know if|do not know whether|can't tell if|can't tell whether|no idea if|no idea whether|unsure if|unsure
	whether|
	i doubt that|i doubt i|i don't think i|i don't think that i|i don't believe|i do not think|do you think|would
	you say|
	how do you say|tu penses que|tu crois que|vous pensez que|vous croyez que|penses-tu que|crois-tu que|
	glaubst du, dass|meinst du, dass|denkst du, dass|crees que|piensas que|pensi che|credi che|acha que eu|
	ты думаешь, |думаешь, |你觉得我|有没有|how would you say|how do i say|tell me if|tell me whether|check if|check whether|
	find out if|find
	out whether|asked me if|asks me if|asks if|
	ich frage mich|weiß nicht, ob|bin nicht sicher, ob|nicht sicher, ob|keine ahnung, ob|ich bezweifle|ich glaube
	nicht, dass|
	me pregunto|no sé si|no estoy seguro de|no estoy segura de|dudo que|no creo que|
	je me demande|je ne sais pas si|pas sûr que|pas sûre que|pas sûr si|je doute que|je ne pense pas que|je ne crois
	pas que|
	mi chiedo|non so se|non sono sicuro|non sono sicura|dubito che|non credo che|non penso che|
	me pergunto se|não sei se|não tenho certeza se|duvido que|não acho que|não acredito que|
	интересно, |не знаю, |не уверен, |не уверена, |сомневаюсь, что|не думаю, что|
	पता नहीं कि|पता नहीं|मालूम नहीं|मुझे नहीं लगता|सोच रहा हूँ कि क्या|
	不知道|不确定|我想知道|我怀疑|是不是|是否|会不会|有没有可能|
	かどうか|かもしれ|だろうか|でしょうか|
	인지 모르|는지 모르|지 궁금|일지도|
	لا أعرف إن|لا أعرف إذا|لا أدري|أتساءل|هل |لست متأكدا|
	emin değilim|bilmiyorum|merak ediyorum|mıyım|miyim|muyum|müyüm|
	zastanawiam się|nie wiem, czy|nie jestem pewien, czy|nie jestem pewna, czy|wątpię, że|nie sądzę|
	ik vraag me af|ik weet niet of|niet zeker of|ik betwijfel|ik denk niet dat`

// SuppositionOpeners start a thought experiment, which goes on to the end of the paragraph.
const SuppositionOpeners = `for the sake of the quote|let's go with|let's pretend|tun wir so, als|tun wir mal so|
	rechne mal so, als|rechne so, als|
	ponle que|pon que|ponte que|pongamos que|pongámosle|hagamos como que|haz como que|haz cuenta que|
	mets que|mettons que|partons du principe que|fais comme si|faisons comme si|metti che|fai conto che|facciamo che|
	fai finta che|facciamo finta che|bota aí que|põe que|põe aí que|faz de conta que|façamos de conta|
	пусть для примера|посчитай так, будто|посчитай, как если бы|сделаем вид|
	doe alsof|doe net alsof|doe even alsof|doe even net alsof|reken alsof|przyjmij, że|przyjmijmy, że|policz tak, jakby|
	udajmy, że|farz edelim|socho main|maan lo|man lo|agar main|agar mai|agar mein|agar hum|
	suppose|supposing|imagine|let's say|lets say|let us say|let’s say|let's assume|let us
	assume|
	assume|assuming|hypothetically|hypothetical|picture this|for the sake of argument|in a parallel universe|what
	if|say i|
	angenommen|nehmen wir an|stell dir vor|stellen sie sich vor|stellt euch vor|gesetzt den fall|mal angenommen|
	hypothetisch|
	was wäre, wenn|was wäre wenn|
	supongamos|supón que|suponga que|suponiendo|imagina|imagínate|imagine que|imaginemos|hipotéticamente|digamos que|
	supposons|suppose que|imagine|imagine que|imaginons|imaginez|admettons|disons que|hypothétiquement|
	supponiamo|supponi|immagina|immaginiamo|mettiamo che|poniamo che|ipoteticamente|diciamo che|ammettiamo|
	suponha|suponhamos|imagine que|imagina que|imaginemos|digamos que|vamos supor|hipoteticamente|
	предположим|допустим|представь|представим|представьте|вообрази|гипотетически|
	मान लो|मान लीजिए|मान लें|कल्पना करो|कल्पना कीजिए|सोचो कि|
	假设|假如|假定|想象|设想|如果我是|
	仮に|もし|例えば私が|想像して|
	가정해|상상해|만약|만일|가령|
	لنفترض|افترض|افرض|تخيل|تخيلي|لو كنت|
	varsayalım|diyelim ki|farz et|farzedelim|hayal et|düşün ki|
	załóżmy|przypuśćmy|wyobraź sobie|powiedzmy, że|hipotetycznie|
	stel dat|stel je voor|stel|veronderstel|laten we zeggen|hypothetisch`

// SuppositionFrames make what follows in the sentence something that is not so, or not sure.
const SuppositionFrames = `라고 치고|라고 치면|다고 치고|다고 치면|이라 치고|라고 하자|다고 하자|ということで計算|という設定で|と仮定して|だとしよう|としようか|就按我|就当我|当我是|
	de haber |de no ser por|de no haber |a no ser por|se não fosse |non fosse per|
	wenn ich mal |wenn ich groß bin|when i win|when i'm rich|when i grow up|when i retire|
	quand je serai|quand j'aurai|cuando sea|cuando gane|cuando tenga|quando sarò|quando avrò|quando eu for|
	quando eu ganhar|als ik later|когда вырасту|когда стану|когда я стану|等我有钱|
	может, |no es que yo|no es que |wär ich |hätt ich |будь я |был бы я |была бы я |wäre
			ich |hätte ich |were i a|si yo fuera|si j'étais|se fossi|
	se eu fosse|i wish|if only|as if|as though|what if|let's say|lets say|suppose|supposing|hypothetically|
	in another life|in case i|pretending|i might be|i may be|i could be|maybe i|perhaps i|maybe i'm|perhaps i'm|
	in my dream|i dreamed|i dreamt|i dreamed that|
	als ob|als wäre ich|als hätte ich|was wäre, wenn|vielleicht bin ich|vielleicht habe ich|ich wünschte|ich träumte|
	in meinem traum|angenommen|
	ojalá|como si|tal vez soy|tal vez tenga|quizás|quizá|soñé que|a lo mejor soy|supongamos|
	comme si|peut-être que je|j'aimerais être|si seulement|j'ai rêvé|et si j|
	come se|magari fossi|forse sono|forse ho|ho sognato|
	como se|tomara que|talvez eu|quem me dera|sonhei que|
	как будто|как если бы|может быть, я|возможно, я|если бы|мне снилось|хотел бы я быть|
	काश|शायद मैं|जैसे कि मैं|सपने में|
	要是|要不是|若不是|早知道|倘若|万一|好像我|也许我|可能我|我可能|我梦见|就好了|
	だったら|であれば|たとしたら|としたら|夢で|夢の中|たぶん私|
	었다면|았다면|아마 나는|아마 저는|꿈에서|
	ليتني|لو أن|كأن|ربما أنا|ربما أكون|حلمت|
	keşke|sanki|belki ben|olsaydım|olsam|rüyamda|
	gdybym|jak gdyby|może jestem|śniło mi się|
	alsof|misschien ben ik|ik wou dat|ik droomde`

// RoleFrames give a role to play; everything behind them belongs to it.
const RoleFrames = `act as|acting as|roleplay|role-play|role play|pretend to be|pretend you|pretend that
			you|pretend i|
	pretend that i|pretend we|play the role|play the part|let's play|in this story|in this scene|in character|in
	this game|
	in our game|you are a pirate|you are named|you are called|stay in character|your character|my character|our
	campaign|
	let's act|let us act|let's do a scene|let's improvise|let's pretend|lass uns spielen|lasst uns spielen|wir
	spielen eine szene|
	stell dir eine szene|juguemos|hagamos una escena|imaginemos una escena|improvisons|
	
	facciamo una scena|vamos brincar|vamos encenar|разыграем|давай поиграем|चलो खेलते
	हैं|चलो नाटक|
	我们来演|我们来玩|来玩个游戏|演戏|演じましょう|お芝居|ごっこ|연기하자|역할놀이|놀이를 하자|لنلعب|لنمثل|oynayalım|canlandıralım|
	zagrajmy|odegrajmy|laten we spelen|laten we een scène|
	rollenspiel|spiel die rolle|spiele die rolle|tu so, als|tu so als|tun wir so|in diesem spiel|ich
	spiele einen|
	mein charakter|in dieser geschichte|schlüpf in die rolle|
	juego de rol|actúa como|haz de cuenta|finge que|finge ser|haz el papel|hagamos como|en esta historia|mi personaje|
	jeu de rôle|joue le rôle|fais semblant|faisons semblant|fais comme si|dans cette histoire|mon personnage|agis
	comme|
	gioco di ruolo|recita la parte|fai finta|facciamo finta|in questa storia|il mio personaggio|
	jogo de papéis|faça o papel|finja que|finja ser|faz de conta|aja como|nesta história|meu personagem|
	ролевую игру|ролевая игра|сыграй роль|притворись|веди себя как|в этой истории|мой персонаж|давай поиграем|
	представь, что ты|
	रोल प्ले|भूमिका निभाओ|अभिनय करो|नाटक करो|दिखावा करो|इस कहानी में|
	扮演|角色扮演|假装|在这个故事里|在这个故事中|你现在是|我的角色|
	ロールプレイ|になりきって|役を演じ|のふりをし|この物語|私のキャラ|
	역할극|상황극|역할을 해|인 척|롤플레이|이 이야기에서|내 캐릭터|
	تظاهر|العب دور|تقمص|مثل دور|في هذه القصة|
	rol yap|rolünü|gibi davran|numarası yap|bu hikayede|karakterim|
	udawaj|wciel się|odegraj rolę|w tej historii|moja postać|zabawa w|
	rollenspel|doe alsof|speel de rol|in dit verhaal|mijn personage`

// InventionOpeners ask for a text whose content is made up.
const InventionOpeners = `chapter 1|chapter 2|chapter 3|chapter 4|chapter 5|chapter one|chapter two|chapter three|
	kapitel 1|kapitel 2|kapitel 3|capítulo 1|capítulo 2|capítulo 3|chapitre 1|chapitre 2|capitolo 1|capitolo 2|глава 1|
	глава 2|глава первая|глава вторая|第一章|第二章|you are a|you are an|you're a|you're an|you are the|write a story|
	write a short story|
	write me a story|
	write a poem|write me a poem|write a song|write a scene|write a dialogue|write a joke|write a novel|write a script|
	write a monologue|write a diary entry|write a fairy tale|write a limerick|write a letter from|write a review from|
	tell me a story|tell me a joke|tell a story|tell a joke|make up a|invent a|continue the story|
	continue this story|finish the story|once upon a time|
	du bist ein|du bist eine|schreib eine geschichte|schreibe eine geschichte|schreib mir eine geschichte|
	schreib ein gedicht|schreibe ein gedicht|erzähl einen witz|erzähl mir einen witz|erzähl eine geschichte|
	erzähl mir eine geschichte|erfinde|es war einmal|
	eres un|eres una|escribe un cuento|escribe una historia|escribe un poema|escríbeme un|cuéntame un|cuenta un chiste|
	inventa|érase una vez|
	tu es un|tu es une|écris une histoire|écris un conte|écris un poème|écris-moi|raconte une|raconte-moi une|invente|
	il était une fois|jouons|
	sei un|sei una|scrivi una storia|scrivi un racconto|scrivi una poesia|raccontami una|inventa|
	c'era una volta|giochiamo|recitiamo|
	você é um|você é uma|escreva uma história|escreva um conto|escreva um poema|conte uma|invente|era uma vez|
	ты пират|ты — |напиши рассказ|напиши историю|напиши стихотворение|напиши сказку|расскажи анекдот|расскажи историю|
	придумай|жил-был|
	तुम एक|आप एक|एक कहानी लिखो|कहानी लिखो|कहानी लिखिए|कविता लिखो|एक बार की बात|
	你是一个|你是一名|你是一位|写一个故事|写个故事|写一篇小说|写一首|编一个|讲个笑话|讲一个笑话|
	あなたは|物語を書|小説を書|詩を書|昔々|
	너는|당신은|이야기를 써|소설을 써|시를 써|옛날 옛적|
	أنت |اكتب قصة|اكتب قصيدة|احك نكتة|كان يا ما كان|
	sen bir|bir hikaye yaz|hikaye yaz|bir şiir yaz|bir fıkra|bir varmış|
	jesteś|napisz opowiadanie|napisz historię|napisz wiersz|opowiedz|wymyśl|dawno, dawno|
	jij bent een|je bent een|schrijf een verhaal|schrijf een gedicht|vertel een|verzin|er was eens`

// ExampleFrames ask for an example, which is about nobody.
const ExampleFrames = `example sentence|sample sentence|beispielsatz|phrase d'exemple|exemple de phrase|frase
			de ejemplo|
	oración de ejemplo|frase de exemplo|frase d'esempio|frase di esempio|voorbeeldzin|пример предложения|例句|例文|예문`

// IronyMarks make what follows in the sentence the opposite of earnest.
const IronyMarks = `ma figurati|sì, figurati|figuriamoci|ma ti pare|tu parles|bah voyons|sí, hombre|anda ya|até parece|
	pois sim, |как же, |щас, |a jakże|akurat, |von wegen, |dream on|he canım|퍽이나|可拉倒吧|haha yes i'm|haha yeah i'm|
	oh yeah i'm totally|oh yes i'm totally|yeah i'm totally|yes i'm totally|
	oh yeah, i'm totally|oh yes, i'm totally|haha ja, ich bin|haha oui je suis|jaja sí soy|haha sì sono|kkk sim sou|
	come no|klar, ich bin ja|sure, and my|haha, sure|haha sure|sure, and i|yeah, right|yeah right|
	yeah, sure|oh sure|oh, sure|of course,
	and i|as if i|
	ja klar|ja, klar|na klar, und|klar, und ich|haha, klar|haha klar|claro, y yo|sí, claro|jaja, claro|oui, bien sûr|
	bien sûr, et moi|haha, bien sûr|sì, certo|certo, e io|sim, claro|claro, e eu|ну да, конечно|да, конечно|ага,
	конечно|ага, а я|
	हाँ हाँ, और मैं|哈哈，当然|是啊是啊|はいはい|tabii, ben de|jasne, a ja|tak, jasne|ja hoor, en ik|ja hoor`

// IronyTags end a sentence that means its opposite.
const IronyTags = `come no|yeah right|yeah, right|ja klar doch|mais oui bien sûr|ajá sí|sim claro que não|ну-ну|才怪|
	なんちゃって|ㅎㅎ 농담|not!|schön wär's|schön wärs|как же|呢哈哈`

// JokeMarks tell that what was said before, or after a colon, is no earnest.
const JokeMarks = `ba dum tss|ba-dum-tss|badum tss|any more like that|any more like this|got any more of those|
	another one like that|
	another joke|more jokes like|another pun|more puns|noch so einen|noch so ein witz|noch einen witz|noch mehr flachwitze|
	otro chiste|otro de esos|otra de esas|más chistes|une autre blague|encore une blague|une autre comme ça|
	un'altra barzelletta|un'altra così|outra piada|outra dessas|ещё шутку|еще шутку|ещё анекдот|еще анекдот|
	再来个段子|再来一个段子|再讲个段子|再讲一个笑话|再来个笑话|농담 하나 더|아재개그|nog een mop|nog zo een|nog zo'n grap|
	jeszcze jeden kawał|jeszcze jeden żart|bir fıkra daha|एक और चुटकुला|
	kkk brincadeira|kkkk brincadeira|kkkkk brincadeira|rsrs brincadeira|brincadeira kkk|tô zoando|to zoando|zoeira|
	es coña|je déconne|geintje|dalga geçiyorum|뻥이야|뻥이에요|うそうそ|骗你的|瞎说的|
	joke:|joke alert|a little joke|little joke|kleiner scherz|scherz:|spaß:|witz:|chiste:|bromita:|
	blague:|petite blague|barzelletta:|piada:|шутка:|just kidding|only kidding|i'm kidding|i am
	kidding|kidding!|just joking|only joking|i'm joking|i am joking|
	was a joke|is a joke|just a joke|as a joke|jk|j/k|not serious|not really, lol|i'm being sarcastic|sarcasm|
	nur spaß|war ein scherz|war nur ein scherz|nur ein scherz|ich scherze|kleiner scherz|im scherz|nur ein witz|war
	ein witz|
	spaß beiseite|ironie off|
	es broma|es una broma|era broma|en broma|estoy bromeando|es un chiste|
	je plaisante|je rigole|c'est une blague|c'était une blague|pour rire|je blague|
	sto scherzando|scherzo|è uno scherzo|era uno scherzo|per scherzo|
	é brincadeira|tô brincando|estou brincando|brincadeirinha|era brincadeira|é piada|
	шучу|это шутка|шутка|в шутку|
	mazak kar raha|mazak kar rahi|mazaak kar raha|mazaak kar rahi|majak kar raha|
	मज़ाक कर रहा|मजाक कर रहा|मज़ाक कर रही|मजाक कर रही|मज़ाक था|मजाक था|मज़ाक है|मजाक है|
	开玩笑|开个玩笑|说笑的|逗你的|
	冗談|なんちゃって|ジョーク|
	농담이|농담인|농담입|농담으로|농담임|장난이에요|장난이야|장난입니다|
	أمزح|مزحة|نكتة فقط|
	şaka yapıyorum|şakaydı|şaka|
	żartuję|to żart|żartowałem|żartowałam|dla żartu|
	grapje|ik maak een grap|was een grap`
