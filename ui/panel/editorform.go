package panel

import (
	"fyne.io/fyne/v2"

	"memoir/ui/theme"
	"memoir/ui/translate"
	"memoir/ui/widgets"
)

// editorForm shows editorFields and writes every edit back to them.
type editorForm struct {
	typed   *editorFields
	onTyped func()

	textField  *widgets.Field
	typeChoice *widgets.Dropdown
	usedIn     *widgets.Dropdown
	keyField   *widgets.Field
	tagField   *widgets.Field
	tagFlow    *widgets.Flow
	fromField  *widgets.Field
	untilField *widgets.Field
}

// newMemoryEditorForm returns a form of the given fields. onTyped is called after every edit,
// onSubmit when Enter is pressed in a single-line field or Ctrl+Enter anywhere.
func newMemoryEditorForm(typed *editorFields, places []widgets.Option, onTyped, onSubmit func()) *editorForm {
	f := &editorForm{typed: typed, onTyped: onTyped, tagFlow: widgets.NewWrappingFlow(theme.Space6, theme.Space6)}
	field := func(to *string, o widgets.FieldOptions) *widgets.Field {
		w := widgets.NewTextField(o)
		w.SetText(*to)
		w.OnChanged = func(text string) {
			*to = text
			onTyped()
		}
		w.OnSubmit = onSubmit
		return w
	}
	f.textField = field(&typed.Content, widgets.FieldOptions{
		Lines: 3, Placeholder: translate.Text("For example: The user is allergic to peanuts."),
	})
	f.keyField = field(&typed.Key, widgets.FieldOptions{Placeholder: translate.Text("None")})
	f.fromField = field(&typed.From, widgets.FieldOptions{Placeholder: translate.Text("No start date")})
	f.untilField = field(&typed.To, widgets.FieldOptions{Placeholder: translate.Text("No end date")})
	for _, w := range []*widgets.Field{f.keyField, f.fromField, f.untilField} {
		w.OnEnter = func(string) { onSubmit() }
	}
	f.tagField = field(&typed.Tag, widgets.FieldOptions{
		Icon: theme.IconPlus, Placeholder: translate.Text("Add tag"),
		Height: 26,
	})
	f.tagField.OnEnter = func(string) {
		if typed.addTypedTag() {
			f.showTagsAndTagField()
		}
	}
	types := []widgets.Option{}
	for _, t := range memoryTypesWithLabels() {
		types = append(types, widgets.Option{Value: t.value, Label: t.label})
	}
	f.typeChoice = widgets.NewDropdown(translate.Text("Type"), types, typed.Type, func(value string) {
		typed.Type = value
		onTyped()
	})
	f.usedIn = widgets.NewDropdown(translate.Text("Used in"), places, typed.UsedIn, func(value string) {
		typed.UsedIn = value
		onTyped()
	})
	f.showTagsAndTagField()
	return f
}

// refillFields shows fields that were changed from outside.
func (f *editorForm) refillFields() {
	shown := *f.typed // every SetText below is an edit
	f.textField.SetText(shown.Content)
	f.typeChoice.SetValueSilently(shown.Type)
	f.usedIn.SetValueSilently(shown.UsedIn)
	f.keyField.SetText(shown.Key)
	f.fromField.SetText(shown.From)
	f.untilField.SetText(shown.To)
	f.showTagsAndTagField()
}

// showTagsAndTagField shows the tags and the typed one.
func (f *editorForm) showTagsAndTagField() {
	o := []fyne.CanvasObject{}
	for i, t := range f.typed.Tags {
		o = append(o, widgets.NewButton(widgets.ButtonOptions{
			Kind: widgets.Outline, Label: t, TrailingIcon: theme.IconClose, Height: 26, Padding: 8,
			Name: translate.Text("Remove tag {{.T}}", "T", t),
		}, func() {
			f.typed.removeTagAt(i)
			f.showTagsAndTagField()
			f.onTyped()
		}))
	}
	o = append(o, widgets.FixedSize(theme.Current().ScaleUpWithTextZoom(112), 26, f.tagField))
	f.tagFlow.SetObjects(o...)
	if f.tagField.Text() != f.typed.Tag {
		f.tagField.SetText(f.typed.Tag)
	}
}

// memoryTextRow is the row of the text.
func (f *editorForm) memoryTextRow() fyne.CanvasObject {
	return contentBelowLabel(translate.Text("What Memoir remembers"), f.textField)
}

// rowsBelowText are the rows below the text.
func (f *editorForm) rowsBelowText() []fyne.CanvasObject {
	return []fyne.CanvasObject{
		sideBySideEqualWidth(contentBelowLabel(translate.Text("Type"), f.typeChoice.Button),
			contentBelowLabel(translate.Text("Replaces facts about"), f.keyField)),
		contentBelowLabel(translate.Text("Used in"), f.usedIn.Button),
		contentBelowLabel(translate.Text("Tags"), f.tagFlow),
		sideBySideEqualWidth(contentBelowLabel(translate.Text("Valid from"), f.fromField),
			contentBelowLabel(translate.Text("Valid until"), f.untilField)),
	}
}
