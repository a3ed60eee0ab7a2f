package formula

// node is a part of a formula as it was parsed.
type node interface {
	// atomClass returns the class for spacing; glue is no atom.
	atomClass() class
	// layoutBox lays the node out.
	layoutBox(t *setter, s style) box
}

// list is a sequence of nodes; as a node it is a group in braces.
type list []node

func (list) atomClass() class { return ord }

// charNode is one character.
type charNode struct {
	char rune // in its alphabet
	kind class
}

func (c *charNode) atomClass() class { return c.kind }

// bigOperator is an operator such as a sum, larger in displays, or the name of a function.
type bigOperator struct {
	char   rune // 0 for a name
	name   node
	limits limitPlacement
}

// limitPlacement says where the scripts of an operator go.
type limitPlacement int8

const (
	limitsInDisplay limitPlacement = iota
	limitsAlways
	limitsNever
)

func (*bigOperator) atomClass() class { return operator }

// scripts is a nucleus with a superscript, a subscript and primes, each of which may be missing.
type scripts struct {
	base     node // may be nil
	sup, sub node
	primes   int
}

func (n *scripts) atomClass() class {
	if n.base == nil {
		return ord
	}
	return n.base.atomClass()
}

// fraction is a fraction, or two lines without a rule. The delimiters are 0 for none.
type fraction struct {
	numerator, denominator node
	hasRule                bool
	left, right            rune
	forced                 int // style level of \dfrac and \tfrac, or -1
	isContinued            bool
}

func (n *fraction) atomClass() class {
	if n.left != 0 {
		return ord
	}
	return inner
}

// radical is a root.
type radical struct {
	radicand, degree node // degree may be nil
}

func (*radical) atomClass() class { return ord }

// accented is something with an accent above or below.
type accented struct {
	base node
	accent
}

func (n *accented) atomClass() class { return ord }

// braced is something with a brace above or below; its scripts are limits.
type braced struct {
	base node
	accent
}

func (*braced) atomClass() class { return operator }

// barred is something with a line over, under or through it, or a frame around it.
type barred struct {
	base node
	kind barKind
}

type barKind int8

const (
	overline barKind = iota
	underline
	frame
	strike // through the middle, as \sout
	slash  // from the lower left to the upper right, as \cancel
)

func (*barred) atomClass() class { return ord }

// fenced is \left … \middle … \right; a delimiter of '.' is empty.
type fenced struct {
	delimiters []rune // one more than parts
	parts      []list
}

func (*fenced) atomClass() class { return inner }

// bigDelimiter is a delimiter of a size that was asked for, as \big.
type bigDelimiter struct {
	char rune
	size float64 // in em, both halves
	kind class
}

func (n *bigDelimiter) atomClass() class { return n.kind }

// textNode is words, in the fonts of text.
type textNode struct {
	text string
	alphabet
}

func (*textNode) atomClass() class { return ord }

// space is a space of a fixed width; in mu it shrinks with the style.
type space struct {
	width float64 // in em
	isMu  bool
}

func (*space) atomClass() class { return glue }

// styleChange changes the style of what follows in its list.
type styleChange struct{ level int }

func (*styleChange) atomClass() class { return glue }

// classed is something with the class of another kind of atom, as \mathrel.
type classed struct {
	base node
	kind class
}

func (n *classed) atomClass() class { return n.kind }

// stacked is something above or below a base, in the size of scripts, as \overset.
type stacked struct {
	base, over, under node
	kind              class
}

func (n *stacked) atomClass() class { return n.kind }

// longArrow is an arrow as wide as the labels above and below it.
type longArrow struct {
	char        rune
	over, under node
}

func (*longArrow) atomClass() class { return rel }

// phantom takes the room of something that is not drawn.
type phantom struct {
	base                    node
	keepsWidth, keepsHeight bool
	isDrawn                 bool
}

func (n *phantom) atomClass() class { return ord }

// overlaid is a relation with a slash through it.
type overlaid struct{ base node }

func (n *overlaid) atomClass() class { return n.base.atomClass() }

// grid is a matrix, cases, or aligned equations.
type grid struct {
	rows        [][]list
	gaps        []float64 // extra space below each row, in em
	lines       []int     // number of horizontal lines above each row; one more than rows
	columns     []gridColumn
	left, right rune // delimiters; 0 for none
	gridForm
}

// gridForm is how an environment sets its grid.
type gridForm struct {
	style      int     // style level of the cells
	isAligned  bool    // right and left in turn, with no space between the two of a pair
	columnGap  float64 // in em
	stretch    float64 // of the distance between rows
	rowGap     float64 // extra, in em
	isRowTight bool    // as \substack
	align      byte    // of columns without a letter of their own: 'l', 'c' or 'r'
}

// gridColumn is the alignment of a column and the number of lines before it.
type gridColumn struct {
	align byte
	lines int
}

func (*grid) atomClass() class { return ord }
