package atspi

// Role is what an element is, by the numbers of AtspiRole.
type Role uint32

// The roles in use.
const (
	RoleComboBox     Role = 11
	RoleFrame        Role = 23
	RoleLabel        Role = 29
	RoleList         Role = 31
	RoleButton       Role = 43
	RoleSlider       Role = 51
	RoleStatusBar    Role = 54
	RoleToggleButton Role = 62
	RoleParagraph    Role = 73
	RoleApplication  Role = 75
	RoleEntry        Role = 79
)

// String is the role's name in English, as AT-SPI spells it.
func (r Role) String() string {
	switch r {
	case RoleComboBox:
		return "combo box"
	case RoleFrame:
		return "frame"
	case RoleLabel:
		return "label"
	case RoleList:
		return "list"
	case RoleButton:
		return "push button"
	case RoleSlider:
		return "slider"
	case RoleStatusBar:
		return "status bar"
	case RoleToggleButton:
		return "toggle button"
	case RoleParagraph:
		return "paragraph"
	case RoleApplication:
		return "application"
	case RoleEntry:
		return "entry"
	}
	return "unknown"
}

// Element is something on the screen that is read or operated.
type Element struct {
	// Key names the element as long as it is there: letters and digits.
	Key  string
	Role Role
	// Name is what is read: the label of a control, the words of a text.
	Name string
	// Description is read after the name: the texts inside of a control.
	Description string
	// Text is what an entry holds; Caret is the number of runes before its caret.
	Text  string
	Caret int
	// X, Y, Width and Height are in pixels of the window.
	X, Y, Width, Height int

	CanFocus, HasFocus bool
	CanPress           bool
	IsOn               bool // a toggle button is pressed
	IsDisabled         bool
}

// enteredOrReadText is what the interface Text gives: what an entry holds, else what is read.
func (e Element) enteredOrReadText() string {
	if e.Role == RoleEntry {
		return e.Text
	}
	return e.Name
}

// isReadByCharacters reports whether the element is read by characters and words, too.
func (e Element) isReadByCharacters() bool {
	return e.Role == RoleEntry || e.Role == RoleLabel || e.Role == RoleParagraph || e.Role == RoleStatusBar
}

// Bits of the state of an element, by the numbers of AtspiStateType.
const (
	stateActive    = 1
	stateChecked   = 4
	stateEditable  = 7
	stateEnabled   = 8
	stateFocusable = 11
	stateFocused   = 12
	stateMultiLine = 17
	stateSensitive = 24
	stateShowing   = 25
	stateVisible   = 30
	stateCheckable = 41
)

// packStates returns states as AT-SPI sends them: two words of 32 bits, the lower one first.
func packStates(states ...uint) []uint32 {
	var bits uint64
	for _, s := range states {
		bits |= 1 << s
	}
	return []uint32{uint32(bits & 0xffffffff), uint32(bits >> 32)} //nolint:gosec // the two halves
}

// packedStates returns the packed states of the element.
func (e Element) packedStates() []uint32 {
	out := []uint{stateShowing, stateVisible}
	for state, on := range map[uint]bool{
		stateEnabled: !e.IsDisabled, stateSensitive: !e.IsDisabled, stateFocusable: e.CanFocus, stateFocused: e.HasFocus,
		stateEditable: e.Role == RoleEntry, stateMultiLine: e.Role == RoleEntry,
		stateCheckable: e.Role == RoleToggleButton, stateChecked: e.IsOn,
	} {
		if on {
			out = append(out, state)
		}
	}
	return packStates(out...)
}

// Screen is what is on the screen at one moment, in reading order.
type Screen struct {
	Title         string
	Width, Height int
	IsActive      bool // the window has the keyboard focus
	Elements      []Element
}

// indexOfElement returns where the element with a key is, -1 if nowhere.
func (s Screen) indexOfElement(key string) int {
	for i, e := range s.Elements {
		if e.Key == key {
			return i
		}
	}
	return -1
}

// focusedElementKey returns the key of the element with the focus, "" for none.
func (s Screen) focusedElementKey() string {
	for _, e := range s.Elements {
		if e.HasFocus {
			return e.Key
		}
	}
	return ""
}
