package panel

import (
	"testing"

	"memoir/memory"
)

func TestReceiptNamesPicturesWithTheirCostOrWhyTheyWereNotSent(t *testing.T) {
	d := newHarness(t)
	id := d.insertExchange(d.CreateChat("Garden"), 0, "What is this?", &memory.Receipt{
		SystemMessage: "You are the assistant.", PromptTokens: 2000, ContextWindow: 8000,
		Pictures: []memory.PictureShare{
			{PictureID: 1, Name: "new.png", Tokens: 1105},
			{PictureID: 2, Name: "old.png", LeftOut: memory.PictureOlder},
			{PictureID: 3, Name: "blind.png", LeftOut: memory.PictureModelCantSee},
		},
		Sections: []memory.PromptSection{{Name: "system", Tokens: 895}, {Name: "pictures", Tokens: 1105}},
	})
	d.showAnswerReceiptAndWait(id)
	d.assertTextsShownOrNot(true, "Pictures", "new.png", "1,105", "old.png", "not sent again: newer pictures were sent",
		"blind.png",
		"not sent: the model can't see pictures")
}
