package atspi

import "strconv"

// Role is what an element is, by the numbers of AtspiRole.
type Role uint32

// The roles in use.
const (
	RoleComboBox     Role = 11
	RoleDialog       Role = 16
	RoleFrame        Role = 23
	RoleLabel        Role = 29
	RoleList         Role = 31
	RoleListItem     Role = 32
	RolePassword     Role = 40
	RoleButton       Role = 43
	RoleSlider       Role = 51
	RoleStatusBar    Role = 54
	RoleToggleButton Role = 62
	RoleTree         Role = 65
	RoleParagraph    Role = 73
	RoleApplication  Role = 75
	RoleEntry        Role = 79
	RoleTreeItem     Role = 91
)

// String is the role's name in English, as AT-SPI spells it.
func (r Role) String() string {
	name, ok := map[Role]string{
		RoleComboBox: "combo box", RoleDialog: "dialog", RoleFrame: "frame", RoleLabel: "label",
		RoleList: "list", RoleListItem: "list item",
		RolePassword: "password text", RoleButton: "push button", RoleSlider: "slider", RoleStatusBar: "status bar",
		RoleToggleButton: "toggle button", RoleTree: "tree", RoleParagraph: "paragraph", RoleApplication: "application",
		RoleEntry: "entry", RoleTreeItem: "tree item",
	}[r]
	if !ok {
		return "unknown"
	}
	return name
}

// Element is something on the screen that is read or operated.
type Element struct {
	// Key names the element as long as it is there: letters and digits.
	Key  string
	Role Role
	// Parent is the key of the element that it is in, which stands before it; "" is the window.
	Parent string
	// Name is what is read: the label of a control, the words of a text.
	Name string
	// Description is read after the name: the texts inside of a control.
	Description string
	// Text is what an entry holds, of a password a dot for each character; Caret is the number of
	// runes before its caret.
	Text  string
	Caret int
	// X, Y, Width and Height are in pixels of the window.
	X, Y, Width, Height int

	// Position and Count are where an item stands among its siblings, "3 of 12"; 0 where that says
	// nothing. Level is how deep in a tree, from 1.
	Position, Count, Level int

	CanFocus, HasFocus    bool
	CanPress              bool
	IsOn                  bool // a toggle button is pressed
	IsSelected            bool
	CanExpand, IsExpanded bool
	IsDisabled            bool
}

// isTextEntryOrPassword reports whether the element holds text that can be changed.
func (e Element) isTextEntryOrPassword() bool { return e.Role == RoleEntry || e.Role == RolePassword }

// isListOrTreeItem reports whether the element is one of several that can be selected.
func (e Element) isListOrTreeItem() bool { return e.Role == RoleListItem || e.Role == RoleTreeItem }

// attributes are what AT-SPI knows by name only, as ARIA names them.
func (e Element) attributes() map[string]string {
	out := map[string]string{"toolkit": "Fyne"}
	for name, value := range map[string]int{"posinset": e.Position, "setsize": e.Count, "level": e.Level} {
		if value > 0 {
			out[name] = strconv.Itoa(value)
		}
	}
	return out
}

// entryTextOrName is what the interface Text gives: what an entry holds, else what is read.
func (e Element) entryTextOrName() string {
	if e.isTextEntryOrPassword() {
		return e.Text
	}
	return e.Name
}

// hasTextInterface reports whether the element is read by characters and words, too.
func (e Element) hasTextInterface() bool {
	return e.isTextEntryOrPassword() || e.Role == RoleLabel || e.Role == RoleParagraph || e.Role == RoleStatusBar
}

// Bits of the state of an element, by the numbers of AtspiStateType.
const (
	stateActive     = 1
	stateChecked    = 4
	stateCollapsed  = 5
	stateEditable   = 7
	stateEnabled    = 8
	stateExpandable = 9
	stateExpanded   = 10
	stateFocusable  = 11
	stateFocused    = 12
	stateModal      = 16
	stateMultiLine  = 17
	stateSelectable = 22
	stateSelected   = 23
	stateSensitive  = 24
	stateShowing    = 25
	stateVisible    = 30
	stateCheckable  = 41
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
		stateActive: e.Role == RoleDialog, stateModal: e.Role == RoleDialog,
		stateEditable: e.isTextEntryOrPassword(), stateMultiLine: e.Role == RoleEntry,
		stateCheckable: e.Role == RoleToggleButton, stateChecked: e.IsOn,
		stateSelectable: e.isListOrTreeItem() || e.IsSelected, stateSelected: e.IsSelected,
		stateExpandable: e.CanExpand, stateExpanded: e.CanExpand && e.IsExpanded,
		stateCollapsed: e.CanExpand && !e.IsExpanded,
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

// childKeys returns the keys of the elements in the one with a key, in reading order; "" is the
// window.
func (s Screen) childKeys(parent string) []string {
	var out []string
	for _, e := range s.Elements {
		if e.Parent == parent {
			out = append(out, e.Key)
		}
	}
	return out
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
