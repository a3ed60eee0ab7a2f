package injection

import (
	"regexp"
	"strings"
	"sync"
	"unicode"
)

// orderMatcherForScript returns the rules of the languages whose words are not told apart by blanks
// or whose verbs carry the order in their endings, or nil for any other language.
func orderMatcherForScript(folded string) func(clause string) bool {
	var han, kana, hangul, devanagari, letters int
	for _, r := range folded {
		switch {
		case r < 0x80:
			if isASCIILetter(r) {
				letters++
			}
			continue
		case unicode.Is(unicode.Han, r):
			han++
		case unicode.In(r, unicode.Hiragana, unicode.Katakana):
			kana++
		case unicode.Is(unicode.Hangul, r):
			hangul++
		case unicode.Is(unicode.Devanagari, r):
			devanagari++
		case unicode.IsLetter(r):
			letters++
		}
	}
	most := max(han+kana, hangul, devanagari)
	switch {
	case most == 0 || most*6 < letters:
		return nil
	case hangul == most:
		return instructionPatterns().korean.matchesOrder
	case devanagari == most:
		return instructionPatterns().hindi.matchesOrder
	case kana > 0:
		return instructionPatterns().japanese.matchesOrder
	}
	return instructionPatterns().chinese.matchesOrder
}

// orderPatterns are the rules of a language: what is an order in every sentence, and what is one in a
// sentence without the user as its subject.
type orderPatterns struct {
	always, withoutUser, user *regexp.Regexp
}

func (p orderPatterns) matchesOrder(clause string) bool {
	clause = strings.TrimSpace(clause)
	return p.always.MatchString(clause) || p.withoutUser.MatchString(clause) && !p.user.MatchString(clause)
}

var instructionPatterns = sync.OnceValue(func() (p struct{ chinese, japanese, korean, hindi orderPatterns }) {
	p.chinese, p.japanese = chineseOrderPatterns(), japaneseOrderPatterns()
	p.korean, p.hindi = koreanOrderPatterns(), hindiOrderPatterns()
	return p
})

func compileOrderPatterns(always, withoutUser, user string, parts map[string]string) orderPatterns {
	compile := func(expr string) *regexp.Regexp {
		for name, words := range parts {
			expr = strings.ReplaceAll(expr, name, "(?:"+words+")")
		}
		// Decomposed and composed again, as texts are folded.
		return regexp.MustCompile(foldDisguisedTextKeepingCase(expr))
	}
	return orderPatterns{compile(always), compile(withoutUser), compile(user)}
}

// chineseOrderPatterns: verbs have no forms, so what stands before them decides: 请, an adverb of
// permanence or nothing.
func chineseOrderPatterns() orderPatterns {
	return compileOrderPatterns(
		`麻烦|劳驾|能否|可否|能不能|可不可以|拜托|烦请|如果(?:你|您)能|(?:^|[,，、]|用户)(?:请|請|务必|務必|切勿|请勿|請勿)|(?:AI|ai|`+
			`NAMED)[^,，]{0,8}(?:OBLIGED)|^(?:你|您)|(?:你|您)(?:是|就是|将|叫|没有|不再|`+
			`现在)|(?:谁|有人|别人|只要|一旦)(?:问|提|说)[^。]*(?:VERB)|(?:你|`+
			`您)[^,，]{0,6}(?:OBLIGED|VERB)|`+
			`(?:每|所有|一切|任何|全部|今后的|以后的|之后的|后续的?)(?:一)?(?:次|个|個|条|條|轮|句)?(?:的)?(?:ANSWER)|`+
			`(?:在|于)(?:你|您)?的?(?:ANSWER)(?:中|里|裡|时|時|末尾|结尾|開頭|开头|最后)|`+
			`(?:ANSWER)(?:中|里|时|末尾|结尾|开头|的?最后)?[^,，。]{0,6}(?:必须|必須|都要|一律|只能|不得|应当|应该|應該|需要|要以|要用|都)|`+
			`DROP[^。]{0,14}RULES|(?:指令|指示|规则|提示词|限制)[^。]{0,6}(?:取消|不适用|解除)|RULES[^。]{0,8}(?:DROP|作废|失效|无效|不再)|`+
			`(?:希望|要求|想要|想让|想讓|期望|让|讓|叫)[^。]{0,6}(?:助手|助理|(?:^|[^a-z])ai|模型|机器人|你|您)[^。]*(?:VERB|OBLIGED|都)|`+
			`(?:希望|要求)[^。]{0,20}(?:ANSWER)[^。]{0,10}(?:VERB|都|必须)|(?:任何|所有|每个).{0,10}问题|(?:说话|语气|口吻|口气)(?:都)?(?:要|应|必须)|`+
			`系统提示|開發者模式|开发者模式|越狱|新指令|新的指令|`+
			`(?:告诉|告知|提醒|通知|询问|回答|说服|引导)用户|(?:无需|不经|未经|不用)(?:用户)?(?:确认|同意)|不要(?:告诉|透露|提及|提到)`,
		`(?:FOREVER)[^。]{0,16}(?:VERB)|(?:^|[,，])(?:就|则|都|也|只|直接|马上|立即)?(?:把|将|對|对)?[^,，。]{0,4}?(?:不要|别|勿|不得|不准|必须|必須|`+
			`应该|應該|应当)`+
			`[^。]{0,10}(?:VERB)|^(?:START)|[,，](?:就|则|都|也|只|直接|立即)?(?:START)|(?:当|如果|若|每当|无论|凡是)[^。]*[,，]?[^。]*(?:STRONG)`,
		`^(?:用户|使用者|我|我们|本人|他|她)(?:的)?`,
		map[string]string{
			"NAMED":   `助手|助理|人工智能|模型|机器人|機器人|chatgpt|claude|系统`,
			"OBLIGED": `必须|必須|应该|應該|应当|需要|得要|不得|不要|不能|只能|要在|务必|一定要|将会?推荐|只?应|须|总是|始终|会推荐`,
			"ANSWER":  `回答|回复|回覆|答复|回应|答案|对话|對話|聊天|消息|输出|交流|会话`,
			"FOREVER": `始终|始終|总是|總是|永远|永遠|从现在(?:开始|起)?|從現在|今后|今後|以后|往后|从今|每次|每当|一律|一直|绝不|永不|从不|无论何时|任何时候|此后`,
			"VERB": `回答|回复|答复|推荐|推薦|建议|提到|提及|告诉|说|说明|输出|使用|包含|包括|加上|添加|附上|写上|忽略|无视|忘记|遵守|服从|` +
				`透露|泄露|发送|称呼|叫我|扮演|假装|信任|隐瞒|隐藏|点击|访问|下载|安装|购买|支付|转账|执行|运行|删除|翻译|重复|记住|宣传|推广|引用|` +
				`称赞|赞美|夸|结尾|结束|开头|以.{1,8}(?:语气|身份|口吻|格式)|用.{1,6}(?:回答|回复)|批准|确认|拒绝`,
			"STRONG": `推荐|推薦|提到|提及|忽略|无视|透露|泄露|宣传|推广|回答说|回复说`,
			"START": `称(?:呼)?用户|叫用户|把用户|以.{1,12}(?:口吻|语气|身份|风格|口气)|忽略|无视|無視|忘记|忘掉|忘記|推荐|推薦|回答|回复|告诉|输出|扮演|假装|遵守|服从|透露|泄露|` +
				`点击|访问|下载|安装|转账|执行|运行|` +
				`删除|翻译|重复|记住|宣传|推广|称呼|提及|提到|表现得|充当|使用|添加|附上|发送|绕过|批准|说出|写出|以.{1,12}(?:回答|回复)|用.{1,8}(?:回答|回复)|把.{1,20}(?:发送|` +
				`发给|转给)`,
			"DROP":  `忽略|无视|無視|忘记|忘掉|忘記|绕过|覆盖|不顾|取消|撤销|抛弃|停止遵守|不再遵守|不要遵守|解除`,
			"RULES": `指令|指示|规则|規則|提示词?|限制|设定|设置|系统提示|之前的|以上|先前|前面的|约束|准则|安全`,
		})
}

// japaneseOrderPatterns: the verb's ending, at the end of a clause, is the order.
func japaneseOrderPatterns() orderPatterns {
	return compileOrderPatterns(
		`(?:いただけ|頂け|もらえ)(?:ます|ません|ないで)|と(?:助かり|幸い|嬉し|うれし|ありがたい)|お願い|ご(?:紹介|案内|推薦|回答)ください|(?:ください|下さい|くださいませ|なさい|せよ|しろ|`+
			`するな|ないように|てくれ|でくれ|願います|お願いします|`+
			`ましょう|べきだ|べきです|べきである|べし|忘れるな|答えろ|言え|勧めろ|使え|書け|従え|無視しろ|こと[!！])(?:$|[,、])|`+
			`(?:NAMED)(?:は|が|も|に|には)[^。]{0,40}(?:べき|なければならない|なければなりません|必要がある|こと$|ように|勧め|推薦|推奨|答え|回答|言及|言う|してはいけない|してはならない)|`+
			`(?:すべて|全て|全|毎回|各|どの|あらゆる|いかなる|今後)(?:の)?(?:ANSWER)|(?:ANSWER)(?:の(?:最後|末尾|冒頭|中)|には?|では?)[^。]{0,20}(?:必ず|常に|`+
			`いつも|毎回|必要|べき|こと$)|`+
			`(?:RULES)[^。]{0,8}(?:無視|忘れ|破棄|無効|従わ|上書き)|システムプロンプト|開発者モード|脱獄|新しい指示|`+
			`(?:ユーザー|利用者)(?:に|へ)(?:伝え|言っ|言う|勧め|推薦|推奨|知らせ|確認せずに)|確認なしに|確認せずに`,
		`(?:必ず|常に|絶対に|決して|今後|これから|いつも|以後|毎回|どんな場合も|永遠に)[^。]{0,40}(?:回答|返答|答え|推薦|推奨|勧め|すすめ|薦め|言及|言わ|言う|述べ|使う|使用|`+
			`書く|含め|出力|返信|紹介|宣伝|話す|呼ぶ|始め|終え|締め)|(?:すること|しないこと|ないこと|ること)$|(?:推奨|推薦|言及)する(?:ものとする)?$|`+
			`(?:て|って)(?:ね|よ)?$|(?:て欲しい|てほしい|てもらいたい|ていただきたい)$|[うくすつぬむるぐぶ]な$|`+
			`(?:[^だわ]け|[えせめべげろ]|[^そあこ]れ)$|(?:勧める|薦める|推薦する|推奨する|言及する|無視する)(?:$|[,、])`,
		`(?:ユーザー|使用者|利用者|私|僕|俺|わたし)(?:は|が|も|の|たち)|(?:私|僕|俺)に|妻|夫`,
		map[string]string{
			"NAMED":  `あなた|君|アシスタント|ai|人工知能|モデル|ボット|チャットボット|chatgpt|助手`,
			"ANSWER": `回答|返答|返信|応答|答え|会話|メッセージ|出力|やりとり`,
			"RULES":  `指示|命令|ルール|規則|制約|プロンプト|以前の|これまでの|上記|設定|制限|ガイドライン`,
		})
}

// koreanOrderPatterns: as in Japanese, the ending decides.
func koreanOrderPatterns() orderPatterns {
	return compileOrderPatterns(
		`(?:주시면|주셨으면|주면)\s|(?:주실|줄) 수 (?:있|없)|기를 바랍|길 바랍|부탁|^(?:너는|넌|당신은|너의|당신의|네가)\s|(?:하세요|하십시오|으십시오|주세요|주십시오|해라|하라|`+
			`여라|어라|아라|거라|말아라|마라|마세요|마십시오|말라|말 것|할 것|을 것|줘|줘요|달라|`+
			`해줘|하시오|십시오|보세요|쓰세요|시오|하자|합시다|하기 바랍니다|바랍니다|부탁합니다|부탁드립니다|하도록 해|하도록)$|`+
			`(?:NAMED)(?:은|는|이|가|도|에게|의)?\s[^.]{0,40}(?:해야|야 한다|야 합니다|말아야|안 된다|안 됩니다|필요가 있다|추천|언급|답변해|말한다|무시)|`+
			`(?:모든|매|각|어떤|앞으로의|이후의|이후 모든|향후)\s?(?:ANSWER)|(?:ANSWER)(?:마다|할 때마다|때마다|할 때는? 항상|에는 항상|에 항상|의 끝에|끝에|은 항상|`+
			`는 항상|은 반드시|에는 반드시|에 반드시)|`+
			`(?:RULES)[^.]{0,14}(?:무시|잊|따르지|어기|무효|우회)|시스템 프롬프트|개발자 모드|탈옥|새로운 지시|새 지시|사용자에게\s[^.]{0,20}(?:말하|알리|추천|권하|전하|`+
			`묻지)|확인 없이`,
		`(?:항상|언제나|반드시|절대로?|앞으로|이제부터|지금부터|매번|영원히|무조건|결코)\s[^.]{0,40}(?:추천|답변|대답|언급|말하|말한|응답|알려|권하|권한|사용하|포함|출력|쓰고|써야|`+
			`부르|시작|끝내)|`+
			`(?:지 ?마|불러|척해|말해|대답해|답해|추천해|알려|보여|행동해|굴어)$|(?:지시|규칙|지침)[^.]{0,10}(?:무효|취소)|`+
			`(?:추천|언급|포함|무시|답변|대답|공개|홍보)(?:해야 한다|해야 합니다|할 것|하기|하지 않기|하지 말 것|하지 않는다)$`,
		`^(?:사용자|이용자|유저|저|나|내|제|우리)(?:는|은|가|이|의|들|도|에게)?\s|(?:사용자|저|나|제가|내가)(?:는|은|가|이)\s`,
		map[string]string{
			"NAMED":  `어시스턴트|비서 ai|ai|인공지능|당신|너|네|모델|챗봇|chatgpt|봇|도우미`,
			"ANSWER": `답변|대답|응답|답장|대화|메시지|회답|답`,
			"RULES":  `지시|지시사항|명령|규칙|지침|프롬프트|이전의?|기존|제한|설정|위의`,
		})
}

// hindiOrderPatterns: imperatives end in -ओ, -ें, -इए or, for the future, in the infinitive -ना.
func hindiOrderPatterns() orderPatterns {
	return compileOrderPatterns(
		`क्या (?:आप|तुम)|आभारी|मेहरबानी|(?:अगर|यदि) (?:आप|तुम)|कृपया|(?:^|\s)(?:VERB)(?:ो|ओ|ें|एं|एँ|िए|िये|इए|इये|ना|`+
			`िएगा|इएगा)?(?:\s(?:दो|दें|दीजिए|देना|करो|करें|कीजिए|`+
			`करना|जाओ|जाएं|रहो|रहें|रखें|रखो))?$|`+
			`(?:दो|दीजिए|करो|कीजिए|कीजिये|बताओ|बताइए|कहो|कहिए|लिखो|लिखिए|बोलो|रखो|भूलो|मानो|जोड़ो|भेजो|सुझाओ|खोलो|जाओ|`+
			`चलाओ|बनो|मत करना|मत बताना|मत कहना)$|`+
			`(?:NAMED)\s(?:को|का|की|के|हमेशा|कभी)?[^।]{0,60}(?:चाहिए|होगा|करेगा|करे|पड़ेगा|है कि)|(?:हर|प्रत्येक|सभी|सब|`+
			`किसी भी)\s(?:ANSWER)|`+
			`(?:RULES)[^।]{0,30}(?:अनदेखा|नजरअंदाज|नज़रअंदाज़|भूल|रद्द|अमान्य|लागू नहीं|उपेक्षा|न मान|मत मान)|(?:अनदेखा|`+
			`नजरअंदाज|नज़रअंदाज़|`+
			`भूल)[^।]{0,30}(?:RULES)|`+
			`सिस्टम प्रॉम्प्ट|डेवलपर मोड|नए निर्देश|नया निर्देश|उपयोगकर्ता को (?:बताओ|बताएं|बताइए|कहो|कहें|सुझाओ)|(?:^|`+
			`\s)मत\s\S+$|बिना पूछे|`+
			`(?:ANSWER)[^।]{0,30}(?:होना|होने|करना|शामिल)\s?(?:चाहिए|होगा|करे)`,
		`(?:हमेशा|कभी नहीं|कभी भी|कभी न|अब से|आज से|आगे से|सदा|हर बार|सदैव)[^।]{0,60}(?:सिफारिश|सिफ़ारिश|अनुशंसा|सुझा|`+
			`बता|उल्लेख|कह|जवाब|उत्तर|लिख|इस्तेमाल|उपयोग|प्रयोग|बोल|जोड़)|`+
			`(?:दें|करें|बताएं|बताएँ|कहें|लिखें|बोलें|रखें|भूलें|मानें|जोड़ें|भेजें|सुझाएं|सुझाएँ|खोलें|जाएं|जाएँ|चलाएं|`+
			`बनें)$|`+
			`(?:सिफारिश|सिफ़ारिश|अनुशंसा|उल्लेख)\s(?:करना|की जानी चाहिए|किया जाना चाहिए|होनी चाहिए)`,
		`^(?:उपयोगकर्ता|यूजर|यूज़र|प्रयोक्ता|मैं|मुझे|मेरा|मेरी|मेरे|हम|हमारा)(?:\s|$)`,
		map[string]string{
			"NAMED":  `सहायक|असिस्टेंट|एआई|ai|चैटबॉट|बॉट|मॉडल|chatgpt|तुम|तुम्हें|आपको|आप|तू`,
			"ANSWER": `जवाब|जवाबों|उत्तर|उत्तरों|संदेश|बातचीत|वार्तालाप|प्रतिक्रिया`,
			"RULES":  `निर्देश|निर्देशों|नियम|नियमों|आदेश|आदेशों|प्रॉम्प्ट|पिछले|पहले के|सीमाओं`,
			"VERB":   `बताना|कहना|लिखना|बोलना|भूल जाना|सुझाना|जोड़ना`,
		})
}
