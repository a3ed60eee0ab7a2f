package atspi

import (
	"slices"
	"testing"

	"github.com/godbus/dbus/v5"
	"go.uber.org/goleak"
	"pgregory.net/rapid"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestStatesAreTwoWordsTheLowerFirst(t *testing.T) {
	for _, c := range []struct {
		states []uint
		want   []uint32
	}{
		{nil, []uint32{0, 0}},
		{[]uint{stateEnabled, stateFocused}, []uint32{1<<8 | 1<<12, 0}},
		{[]uint{stateCheckable}, []uint32{0, 1 << 9}},
	} {
		if got := packStates(c.states...); !slices.Equal(got, c.want) {
			t.Errorf("%v: %v, want %v", c.states, got, c.want)
		}
	}
}

// What is announced as deleted and inserted turns the one text into the other.
func TestAnnouncedDifferencesTurnOneTextIntoTheOther(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.SampledFrom([]rune("abä\n ")), 0, 8, -1)
		before, after := text.Draw(t, "before"), text.Draw(t, "after")
		at, deleted, inserted := singleDifference(before, after)
		r := []rune(before)
		n := len([]rune(deleted))
		if string(r[at:at+n]) != deleted {
			t.Fatalf("%q does not stand at %d of %q", deleted, at, before)
		}
		if got := string(r[:at]) + inserted + string(r[at+n:]); got != after {
			t.Fatalf("%q with %q instead of %q is %q, want %q", before, inserted, deleted, got, after)
		}
	})
}

func TestPartsOfATextAreReadAroundAnOffset(t *testing.T) {
	text := []rune("Two words\nand ö")
	for _, c := range []struct {
		offset      int
		granularity uint32
		want        string
	}{
		{0, byCharacter, "T"},
		{14, byCharacter, "ö"},
		{99, byCharacter, "ö"},
		{-1, byCharacter, "T"},
		{1, byWord, "Two "},
		{4, byWord, "words\n"},
		{14, byWord, "ö"},
		{2, byLine, "Two words\n"},
		{9, byLine, "Two words\n"},
		{10, byLine, "and ö"},
		{5, granularityOfBoundary(1), "words\n"},
		{5, granularityOfBoundary(5), "Two words\n"},
	} {
		start, end := textPartBoundsAt(text, c.offset, c.granularity)
		if got := string(text[start:end]); got != c.want {
			t.Errorf("at %d by %d: %q, want %q", c.offset, c.granularity, got, c.want)
		}
	}
	if start, end := textPartBoundsAt(nil, 3, byWord); start != 0 || end != 0 {
		t.Errorf("an empty text has %d to %d", start, end)
	}
}

func TestTheTextOfAnEntryIsWhatItHolds(t *testing.T) {
	e := Element{Role: RoleEntry, Name: "Search", Text: "kayak"}
	if e.entryTextOrName() != "kayak" || !e.hasTextInterface() {
		t.Errorf("the entry is read as %q", e.entryTextOrName())
	}
	if b := (Element{Role: RoleButton, Name: "Send"}); b.hasTextInterface() {
		t.Error("a button has text of its own")
	}
	if got := cutRunes("grüße", 2, -1) + "|" + cutRunes("grüße", 0, 2) + "|" + cutRunes("grüße", 9, 1); got != "üße|gr|" {
		t.Errorf("cut %s", got)
	}
}

func TestElementsAreATreeAndKnowTheirPlace(t *testing.T) {
	s := Screen{Elements: []Element{
		{Key: "l", Role: RoleTree},
		{Key: "p", Parent: "l", Role: RoleTreeItem, CanExpand: true, IsExpanded: true, Position: 1, Count: 2, Level: 1},
		{Key: "c", Parent: "p", Role: RoleTreeItem, IsSelected: true, Position: 1, Count: 1, Level: 2},
		{Key: "q", Parent: "l", Role: RoleTreeItem, CanExpand: true},
		{Key: "b", Role: RoleButton},
	}}
	b := &Bridge{screen: s}
	at := func(key string) object {
		o, err := b.objectOfCall(dbus.Message{Headers: map[dbus.HeaderField]dbus.Variant{
			dbus.FieldPath: dbus.MakeVariant(elementPath(key)),
		}})
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	if got := at("l").childPaths(); !slices.Equal(got, []dbus.ObjectPath{elementPath("p"), elementPath("q")}) {
		t.Errorf("in the list are %v", got)
	}
	frame := object{role: RoleFrame, screen: s, index: -1}
	if got := frame.childPaths(); !slices.Equal(got, []dbus.ObjectPath{elementPath("l"), elementPath("b")}) {
		t.Errorf("in the window are %v", got)
	}
	if q := at("q"); q.indexInParent() != 1 || q.parentPath() != elementPath("l") || at("b").parentPath() != framePath {
		t.Errorf("%d in %s", q.indexInParent(), q.parentPath())
	}
	if got := at("p").element.attributes(); got["posinset"] != "1" || got["setsize"] != "2" || got["level"] != "1" {
		t.Errorf("attributes %v", got)
	}
	if _, ok := at("b").element.attributes()["posinset"]; ok {
		t.Error("a button has a place")
	}
	has := func(key string, state uint) bool { return at(key).packedStates()[0]&(1<<state) != 0 }
	if !has("p", stateExpanded) || has("p", stateCollapsed) || !has("q", stateCollapsed) || !has("c", stateSelected) ||
		has("p", stateSelected) || !has("p", stateSelectable) || has("b", stateSelectable) {
		t.Error("states of items are wrong")
	}
}

func TestReadersEditEntriesThatAreEnabled(t *testing.T) {
	text := []rune("grün")
	b := &Bridge{
		screen: Screen{Elements: []Element{
			{Key: "e", Role: RoleEntry}, {Key: "off", Role: RoleEntry, IsDisabled: true}, {Key: "b", Role: RoleButton},
		}},
		window: Window{Edit: func(_ string, change func([]rune) []rune) { text = change(text) }},
	}
	call := func(key string) dbus.Message {
		return dbus.Message{Headers: map[dbus.HeaderField]dbus.Variant{dbus.FieldPath: dbus.MakeVariant(elementPath(key))}}
	}
	methods := b.editableTextMethods()
	insert := methods["InsertText"].(func(dbus.Message, int32, string, int32) (bool, *dbus.Error))
	remove := methods["DeleteText"].(func(dbus.Message, int32, int32) (bool, *dbus.Error))
	set := methods["SetTextContents"].(func(dbus.Message, string) (bool, *dbus.Error))
	for _, c := range []struct {
		do   func() (bool, *dbus.Error)
		want string
	}{
		{func() (bool, *dbus.Error) { return insert(call("e"), 2, "ün ist gr+", 9) }, "grün ist grün"},
		{func() (bool, *dbus.Error) { return insert(call("e"), 99, "!", 1) }, "grün ist grün!"},
		{func() (bool, *dbus.Error) { return remove(call("e"), 4, -1) }, "grün"},
		{func() (bool, *dbus.Error) { return remove(call("e"), 2, 99) }, "gr"},
		{func() (bool, *dbus.Error) { return set(call("e"), "ß") }, "ß"},
	} {
		if ok, err := c.do(); !ok || err != nil || string(text) != c.want {
			t.Errorf("%q, want %q (%v, %v)", string(text), c.want, ok, err)
		}
	}
	for _, key := range []string{"off", "b", "gone"} {
		if ok, _ := set(call(key), "x"); ok || string(text) != "ß" {
			t.Errorf("%s was written into", key)
		}
	}
}
