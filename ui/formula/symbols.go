package formula

import (
	"strings"
	"sync"
)

// symbol is a character with its class.
type symbol struct {
	char  rune
	class class
}

// The names of characters by class, as plain TeX, LaTeX and amssymb have them, each followed by its
// character.
const (
	letterNames = `alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι
kappa κ varkappa ϰ lambda λ mu μ nu ν xi ξ omicron ο pi π varpi ϖ rho ρ varrho ϱ sigma σ varsigma ς tau τ
upsilon υ phi ϕ varphi φ chi χ psi ψ omega ω Alpha Α Beta Β Gamma Γ Delta Δ Epsilon Ε Zeta Ζ Eta Η Theta Θ
Iota Ι Kappa Κ Lambda Λ Mu Μ Nu Ν Xi Ξ Omicron Ο Pi Π Rho Ρ Sigma Σ Tau Τ Upsilon Υ Phi Φ Chi Χ Psi Ψ Omega Ω
partial ∂ nabla ∇ imath ı jmath ȷ`

	ordinaryNames = `infty ∞ hbar ℏ hslash ℏ ell ℓ wp ℘ Re ℜ Im ℑ aleph ℵ beth ℶ gimel ℷ daleth ℸ emptyset ∅
varnothing ∅ forall ∀ exists ∃ nexists ∄ neg ¬ lnot ¬ top ⊤ bot ⊥ angle ∠ measuredangle ∡ sphericalangle ∢
triangle △ Box □ square □ blacksquare ■ Diamond ⋄ lozenge ◊ clubsuit ♣ diamondsuit ♢
heartsuit ♡ spadesuit ♠ flat ♭ natural ♮ sharp ♯ surd √ backslash \ prime ′ backprime ‵ degree ° S § P ¶
pounds £ copyright © dag † ddag ‡ checkmark ✓ maltese ✠ bigstar ⋆ mho ℧ eth ð complement ∁
% % # # $ $ & & _ _ lq ‘ rq ’ textdegree ° textbackslash \ ldots … dots … dotsc … mathellipsis … vdots ⋮
cdots ⋯ dotsb ⋯ dotsm ⋯ dotsi ⋯ dotso … ddots ⋱ iddots ⋰ yen ¥ therefore ∴ because ∵
blacktriangle ▲ blacktriangledown ▼ triangledown ▽ circledR ® QED ∎ colon :`

	binaryNames = `pm ± mp ∓ times × div ÷ cdot ⋅ centerdot ⋅ ast ∗ star ⋆ circ ∘ bullet ∙ oplus ⊕ ominus ⊖ otimes ⊗
oslash ⊘ odot ⊙ dagger † ddagger ‡ wedge ∧ land ∧ vee ∨ lor ∨ cap ∩ cup ∪ Cap ⋒ Cup ⋓ uplus ⊎ sqcap ⊓
sqcup ⊔ setminus ∖ smallsetminus ∖ wr ≀ amalg ⨿ diamond ⋄ bigtriangleup △ bigtriangledown ▽ triangleleft ◁
triangleright ▷ lhd ⊲ rhd ⊳ unlhd ⊴ unrhd ⊵ bigcirc ◯ ltimes ⋉ rtimes ⋊ leftthreetimes ⋋ rightthreetimes ⋌
boxplus ⊞ boxminus ⊟ boxtimes ⊠ boxdot ⊡ circledast ⊛ circledcirc ⊚ circleddash ⊝ barwedge ⊼ veebar ⊻
curlywedge ⋏ curlyvee ⋎ divideontimes ⋇ dotplus ∔ intercal ⊺`

	relationNames = `leq ≤ le ≤ geq ≥ ge ≥ leqslant ⩽ geqslant ⩾ leqq ≦ geqq ≧ lneq ⪇ gneq ⪈ lneqq ≨ gneqq ≩ equiv ≡
neq ≠ ne ≠ prec ≺ succ ≻ preceq ⪯ succeq ⪰ preccurlyeq ≼ succcurlyeq ≽ precsim ≾ succsim ≿ sim ∼ simeq ≃
approx ≈ approxeq ≊ thickapprox ≈ thicksim ∼ backsim ∽ cong ≅ asymp ≍ doteq ≐ doteqdot ≑ Doteq ≑ triangleq ≜
coloneqq ≔ coloneq ≔ eqqcolon ≕ bumpeq ≏ Bumpeq ≎ circeq ≗ eqcirc ≖ ll ≪ gg ≫ lll ⋘ ggg ⋙ lesssim ≲
gtrsim ≳ lessapprox ⪅ gtrapprox ⪆ lessgtr ≶ gtrless ≷ lesseqgtr ⋚ gtreqless ⋛ subset ⊂ supset ⊃
subseteq ⊆ supseteq ⊇ subsetneq ⊊ supsetneq ⊋ Subset ⋐ Supset ⋑ sqsubset ⊏ sqsupset ⊐
sqsubseteq ⊑ sqsupseteq ⊒ in ∈ ni ∋ owns ∋ notin ∉ propto ∝ varpropto ∝ vdash ⊢ dashv ⊣ models ⊨ vDash ⊨
Vdash ⊩ Vvdash ⊪ nvdash ⊬ nvDash ⊭ perp ⟂ mid ∣ nmid ∤ shortmid ∣ parallel ∥ nparallel ∦ shortparallel ∥
bowtie ⋈ Join ⋈ smile ⌣ frown ⌢ between ≬ nless ≮ ngtr ≯ nleq ≰ ngeq ≱ nsim ≁ ncong ≇
nsubseteq ⊈ nsupseteq ⊉ nprec ⊀ nsucc ⊁ vartriangleleft ⊲ vartriangleright ⊳ trianglelefteq ⊴
trianglerighteq ⊵ trianglelefteqslant ⊴ blacktriangleleft ◀ blacktriangleright ▶ vcentcolon :`

	arrowNames = `to → rightarrow → leftarrow ← gets ← leftrightarrow ↔ Rightarrow ⇒ Leftarrow ⇐ Leftrightarrow ⇔
longrightarrow ⟶ longleftarrow ⟵ longleftrightarrow ⟷ Longrightarrow ⟹ Longleftarrow ⟸ Longleftrightarrow ⟺
implies ⟹ impliedby ⟸ iff ⟺ mapsto ↦ longmapsto ⟼ hookrightarrow ↪ hookleftarrow ↩ rightharpoonup ⇀
rightharpoondown ⇁ leftharpoonup ↼ leftharpoondown ↽ rightleftharpoons ⇌ leftrightharpoons ⇋ leadsto ⇝
rightsquigarrow ⇝ leftrightsquigarrow ↭ nearrow ↗ searrow ↘ swarrow ↙ nwarrow ↖ rightrightarrows ⇉
leftleftarrows ⇇ rightleftarrows ⇄ leftrightarrows ⇆ twoheadrightarrow ↠ twoheadleftarrow ↞
rightarrowtail ↣ leftarrowtail ↢ nrightarrow ↛ nleftarrow ↚ nRightarrow ⇏ nLeftarrow ⇍ nleftrightarrow ↮
nLeftrightarrow ⇎ circlearrowright ↻ circlearrowleft ↺ curvearrowright ↷ curvearrowleft ↶ Lsh ↰ Rsh ↱
upharpoonright ↾ upharpoonleft ↿ downharpoonright ⇂ downharpoonleft ⇃ restriction ↾ multimap ⊸
Lleftarrow ⇚ Rrightarrow ⇛ upuparrows ⇈ downdownarrows ⇊
looparrowright ↬ looparrowleft ↫ uparrow ↑ downarrow ↓ updownarrow ↕ Uparrow ⇑ Downarrow ⇓ Updownarrow ⇕`

	operatorNames = `sum ∑ prod ∏ coprod ∐ int ∫ iint ∬ iiint ∭ iiiint ⨌ oint ∮ oiint ∯ oiiint ∰ intop ∫ smallint ∫
bigcup ⋃ bigcap ⋂ bigsqcup ⨆ bigvee ⋁ bigwedge ⋀ bigodot ⨀ bigotimes ⨂ bigoplus ⨁ biguplus ⨄`

	openingNames = `{ { lbrace { lbrack [ lparen ( langle ⟨ lfloor ⌊ lceil ⌈ lvert | lVert ‖ llbracket ⟦ lgroup ⟮
ulcorner ⌜ llcorner ⌞`

	closingNames = `} } rbrace } rbrack ] rparen ) rangle ⟩ rfloor ⌋ rceil ⌉ rvert | rVert ‖ rrbracket ⟧ rgroup ⟯
urcorner ⌝ lrcorner ⌟`

	fenceNames = `vert | Vert ‖ | ‖`

	punctuationNames = `ldotp . cdotp ⋅`
)

// Names of functions; those of the second list have their limits below in displays.
const (
	functionNames = `arccos arcsin arctan arccot arg cos cosh cot coth csc deg dim exp hom ker lg ln log sec sin
sinh tan tanh arsinh arcosh artanh sech csch sgn cosec tg ctg arctg`
	limitFunctionNames = `det gcd inf lim liminf limsup max min Pr sup injlim projlim argmax argmin plim lcm`
)

// Characters that are typed as they are, with a class other than that of their name.
const (
	typedOpening = "([⟨⌊⌈⟦⟮"
	typedClosing = ")]⟩⌋⌉⟧⟯!?"
	typedPunct   = ",;"
)

// symbolTable finds symbols by the name of a command and by character.
type symbolTable struct {
	byName    map[string]symbol
	classes   map[rune]class
	functions map[string]bool // whether its limits go below
}

// buildSymbolTable builds the table from the lists of names.
func buildSymbolTable() *symbolTable {
	t := &symbolTable{byName: map[string]symbol{}, classes: map[rune]class{}, functions: map[string]bool{}}
	for _, list := range []struct {
		names string
		class class
	}{
		{letterNames, ord},
		{ordinaryNames, ord},
		{binaryNames, bin},
		{relationNames, rel},
		{arrowNames, rel},
		{operatorNames, operator},
		{openingNames, opening},
		{closingNames, closing},
		{fenceNames, ord},
		{punctuationNames, punct},
	} {
		words := strings.Fields(list.names)
		for i := 0; i+1 < len(words); i += 2 {
			s := symbol{[]rune(words[i+1])[0], list.class}
			t.byName[words[i]] = s
			if _, known := t.classes[s.char]; !known {
				t.classes[s.char] = list.class
			}
		}
	}
	for class, chars := range map[class]string{
		opening: typedOpening, closing: typedClosing, punct: typedPunct, rel: "=<>:", bin: "−∗+·",
		ord: `./|\{}%#$&_@"‖′″‴…⋯`,
	} {
		for _, r := range chars {
			t.classes[r] = class
		}
	}
	for _, name := range strings.Fields(functionNames) {
		t.functions[name] = false
	}
	for _, name := range strings.Fields(limitFunctionNames) {
		t.functions[name] = true
	}
	return t
}

// sharedSymbols returns the table, which is built once and never changes.
var sharedSymbols = sync.OnceValue(buildSymbolTable)

// accent is a mark above or below.
type accent struct {
	char    rune
	isWide  bool // it grows with what it is put on
	isBelow bool
}

// accentOfCommand returns the accent of a command.
func accentOfCommand(name string) (accent, bool) {
	switch name {
	case "hat":
		return accent{char: '\u0302'}, true
	case "check":
		return accent{char: '\u030C'}, true
	case "tilde":
		return accent{char: '\u0303'}, true
	case "acute":
		return accent{char: '\u0301'}, true
	case "grave":
		return accent{char: '\u0300'}, true
	case "dot":
		return accent{char: '\u0307'}, true
	case "ddot":
		return accent{char: '\u0308'}, true
	case "dddot":
		return accent{char: '\u20DB'}, true
	case "breve":
		return accent{char: '\u0306'}, true
	case "bar":
		return accent{char: '\u0304'}, true
	case "vec":
		return accent{char: '\u20D7'}, true
	case "mathring":
		return accent{char: '\u030A'}, true
	}
	return wideAccentOfCommand(name)
}

func wideAccentOfCommand(name string) (accent, bool) {
	switch name {
	case "widehat":
		return accent{'\u0302', true, false}, true
	case "widetilde":
		return accent{'\u0303', true, false}, true
	case "widecheck":
		return accent{'\u030C', true, false}, true
	case "overrightarrow":
		return accent{'\u20D7', true, false}, true
	case "overleftarrow":
		return accent{'\u20D6', true, false}, true
	case "overleftrightarrow":
		return accent{'\u20E1', true, false}, true
	case "underrightarrow":
		return accent{'\u20EF', true, true}, true
	case "underleftarrow":
		return accent{'\u20EE', true, true}, true
	}
	return accent{}, false
}

// braceOfCommand returns the brace of a command, above or below, to which scripts are added as
// limits.
func braceOfCommand(name string) (accent, bool) {
	switch name {
	case "overbrace":
		return accent{'⏞', true, false}, true
	case "underbrace":
		return accent{'⏟', true, true}, true
	case "overbracket":
		return accent{'⎴', true, false}, true
	case "underbracket":
		return accent{'⎵', true, true}, true
	case "overparen", "wideparen", "overgroup", "overarc":
		return accent{'⏜', true, false}, true
	case "underparen", "undergroup":
		return accent{'⏝', true, true}, true
	}
	return accent{}, false
}

// negatedRelation returns the character of \not before a relation, or 0.
func negatedRelation(r rune) rune {
	const pairs = "=≠<≮>≯≤≰≥≱∈∉∋∌≡≢∼≁≃≄≅≇≈≉⊂⊄⊃⊅⊆⊈⊇⊉∣∤∥∦→↛←↚⇒⇏⇐⇍∃∄≺⊀≻⊁⊢⊬⊨⊭"
	list := []rune(pairs)
	for i := 0; i < len(list); i += 2 {
		if list[i] == r {
			return list[i+1]
		}
	}
	return 0
}
