package vocabulary

import (
	"strings"
	"sync"

	"memoir/memory/lang"
	"memoir/memory/lang/lazyregexp"
)

// EllipticDenialPattern matches such a clause in other scripts.
var EllipticDenialPattern = lazyregexp.New(`^(但|可|可是|但是|其实)?我?(其实|并|可|根本)?(不是|没有)(啊|呢|的|呀)?$|` +
	`^(아니야|아니에요|아닙니다|아닌데|아닌데요|아니거든요?|전 아니에요|난 아니야|저는 아니에요)$|` +
	`^(違います|違う|ちがいます|ちがう|違うんだけど|違うけど|そうじゃない|そうではありません)(よ|ね|けど)?$|` +
	`^(पर |लेकिन |मगर )?(मैं )?(ऐसा )?नहीं (हूँ|हूं|है)$|^(а |но )?(я )?(нет|не так|это не так|не я)$|^нет$`)

// EllipticDenials are "I'm not" and "I don't" in the languages of Latin script.
var EllipticDenials = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for phrase := range strings.SplitSeq(`i'm not|i’m not|im not|i am not|i don't|i don’t|i dont|i do not|i haven't|
			i haven’t|
		i have not|i wasn't|not me|
		i can't|nope|bin ich nicht|bin ich aber nicht|bin ich gar nicht|ich nicht|tu ich nicht|mach ich nicht|hab ich nicht|
		ist nicht so|bin i net|no lo soy|no soy|no lo estoy|no lo tengo|no lo hago|yo no|je ne le suis pas|je le suis pas|
		je suis pas|je ne suis pas|pas moi|moi non|c'est pas le cas|non lo sono|io no|non lo faccio|não sou|eu não|
		não sou não|eu não sou|nao sou|não tenho|ben ik niet|ik niet|niet dus|dat ben ik niet|nie jestem|ja nie|
		wcale nie jestem|değilim|ben değilim|öyle değilim`, "|") {
		out[JoinFoldedWords(lang.StripCliticsInPlace(lang.Tokenize(phrase)))] = true
	}
	return out
})

// RelativeDenialOpeners may come before such a denial: "…, which I'm not".
var RelativeDenialOpeners = sync.OnceValue(func() map[string]bool {
	return lang.WordSet("which was lo cual que cosa ce il che o wat co")
})

// HanDenialPattern matches a Chinese clause that only says that something is not true.
var HanDenialPattern = lazyregexp.New(`^(但|可是|其实|不过)?(这|那|都|这都|那都|这些|这话|根本|完全|才)*` +
	`(不是真的|是假的|不是事实|不对|没有(这回|这|的)?事|没这回事|没有的事|是谣言|是谎话|是瞎说|不实)的?$`)

// DenialOpeners may come before a denial.
var DenialOpeners = sync.OnceValue(func() map[string]bool {
	return lang.WordSet(`but no well of course actually however though sorry and
		aber nein doch und leider pero no y mais non
		et ma no e mas não но нет и а लेकिन पर नहीं 하지만 그런데 아니요 아니`)
})

// BareDenials are clauses that say of what came before that it is not true: each subject with each
// predicate of its language.
var BareDenials = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for _, l := range [][2]string{
		{
			"that's |that is |this is |it's |it is |which is |all of that is |that was |that’s |it’s |",
			"not true|untrue|false|wrong|a lie|made up|nonsense|all made up|all lies|simply not true|not true at all|not so|" +
				"not the case|a myth|a rumour|a rumor|just a rumour|not correct|completely false|invented",
		},
		{
			"that |this |it |none of that |none of it |none of this |which ",
			"isn't true|isn’t true|is not true|isn't so|isn't the case|isn't correct",
		},
		{
			"none of that |none of it |none of this |nothing of that |not a word of it |not a word of that ",
			"is true|was true",
		},
		{
			"das |es |dies |davon |was |das alles |nichts davon |",
			"stimmt nicht|stimmt gar nicht|stimmt aber nicht|stimmt überhaupt nicht|ist nicht wahr|ist falsch|ist gelogen|" +
				"ist eine lüge|ist erfunden|ist frei erfunden|ist quatsch|ist unsinn|ist nicht so|ist ein gerücht|" +
				"nicht wahr|gelogen|entspricht nicht der wahrheit",
		},
		{"nichts davon |kein wort davon ", "stimmt|ist wahr"},
		{
			"|eso |esto |lo cual |todo eso |nada de eso ",
			"no es verdad|no es cierto|es mentira|es falso|es una mentira|no es así|es inventado|es un rumor",
		},
		{"nada de eso |nada de esto ", "es verdad|es cierto"},
		{
			"|ce |c' |cela |ça |tout ça |tout cela ",
			"n'est pas vrai|c'est faux|est faux|c'est pas vrai|pas vrai|c'est un mensonge|n'est pas le cas|c'est inventé|" +
				"est inventé|c'est une rumeur|est un mensonge|n’est pas vrai|c’est faux|rien n'est vrai",
		},
		{
			"|questo |ciò |il che |tutto ciò |niente di tutto ciò ",
			"non è vero|è falso|è una bugia|non è così|è inventato|è una menzogna|è tutto falso|è tutto inventato",
		},
		{
			"|isso |isto |o que |tudo isso |nada disso ",
			"não é verdade|é mentira|é falso|não é assim|não é bem assim|é inventado|é boato|é invenção",
		},
		{
			"|это |всё это |все это |что ",
			"неправда|не правда|ложь|не так|враньё|вранье|неверно|выдумка|не соответствует действительности",
		},
		{"|यह |ये |वह |यह बात |यह सब ", "सच नहीं है|सच नहीं|झूठ है|झूठ|गलत है|ग़लत है"},
		{"|그건 |그것은 |이건 |이것은 |이는 |전혀 ", "사실이 아니에요|사실이 아니야|사실이 아닙니다|사실이 아니다|거짓말이에요|거짓이에요|거짓말이야|거짓말입니다"},
		{"|to |to wszystko ", "nieprawda|nie jest prawdą|nie prawda|kłamstwo|bzdura"},
		{"|dat |dit |het ", "klopt niet|is niet waar|is onwaar|is gelogen|is een leugen|is verzonnen"},
	} {
		for subject := range strings.SplitSeq(l[0], "|") {
			for predicate := range strings.SplitSeq(l[1], "|") {
				out[JoinFoldedWords(lang.StripCliticsInPlace(lang.Tokenize(subject+predicate)))] = true
			}
		}
	}
	return out
})
