package formula

// class is the spacing class of an atom.
type class int8

// Classes of atoms (The TeXbook, page 158). glue is no atom but space.
const (
	ord class = iota
	operator
	bin
	rel
	opening
	closing
	punct
	inner
	glue
)

// mu is a math unit.
const mu = 1.0 / 18

// texSpacingCodeBetweenClasses is TeX's table (The TeXbook, page 170): row is the left atom, column
// the right one. 1, 2 and 3 are thin, medium and thick; what is negative is left out in scripts.
func texSpacingCodeBetweenClasses(left, right class) int {
	rows := [8][8]int{
		{0, 1, -2, -3, 0, 0, 0, -1},
		{1, 1, 0, -3, 0, 0, 0, -1},
		{-2, -2, 0, 0, -2, 0, 0, -2},
		{-3, -3, 0, 0, -3, 0, 0, -3},
		{0, 0, 0, 0, 0, 0, 0, 0},
		{0, 1, -2, -3, 0, 0, 0, -1},
		{-1, -1, 0, -1, -1, -1, -1, -1},
		{-1, 1, -2, -3, -1, 0, -1, -1},
	}
	return rows[left][right]
}

// spaceBetweenAtoms returns the space between two atoms.
func (f *mathFont) spaceBetweenAtoms(left, right class, s style) float64 {
	k := texSpacingCodeBetweenClasses(left, right)
	if k < 0 {
		if s.isScriptOrSmaller() {
			return 0
		}
		k = -k
	}
	return [4]float64{0, 3, 4, 5}[k] * mu * f.glyphScaleOfStyle(s)
}
