package engine_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"iter"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"memoir/memory"
	"memoir/memory/pictures"
)

// setSightOfAllModels gives the chat models of the catalog a sight.
func (h *harness) setSightOfAllModels(sight memory.Sight) {
	models, _ := h.catalog.ListModels(h.ctx())
	for i := range models {
		models[i].Sees = sight
	}
	h.catalog.setModels(models)
}

// pngOfGrayShade returns a small picture; another shade is another picture.
func pngOfGrayShade(t *testing.T, shade uint8) []byte {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, 40, 30))
	for i := range img.Pix {
		img.Pix[i] = shade
		if i%4 == 3 {
			img.Pix[i] = 255
		}
	}
	img.Set(0, 0, color.White)
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func (h *harness) attachPicture(chat memory.Chat, name string, shade uint8) memory.Picture {
	h.t.Helper()
	p, err := h.Session(1, memory.ActorUser).NormalizeStoreAndAttachPicture(h.ctx(), chat.ID,
		memory.NewFile{Name: name, Data: pngOfGrayShade(h.t, shade)})
	if err != nil {
		h.t.Fatal(err)
	}
	return p
}

func (h *harness) sendWithPictures(chat memory.Chat, text string, ps ...memory.Picture) memory.Message {
	h.t.Helper()
	params := memory.SendParams{ChatID: chat.ID, Text: text}
	for _, p := range ps {
		params.Pictures = append(params.Pictures, p.ID)
	}
	turn, err := h.Session(1, memory.ActorUser).StoreMessageAndStartAnswer(h.ctx(), params)
	if err != nil {
		h.t.Fatal(err)
	}
	return h.waitForAnswer(turn.Answer.ID)
}

// sentPictureNames returns the pictures of the last request as "text: names", for messages that
// have some.
func (h *harness) sentPictureNames() []string {
	var out []string
	for _, m := range h.model.lastChatRequest().Messages {
		var names []string
		for _, p := range m.Pictures {
			if len(p.Data) == 0 {
				h.t.Errorf("%s was sent without data", p.Name)
			}
			names = append(names, p.Name)
		}
		if names != nil {
			out = append(out, m.Content+": "+strings.Join(names, ", "))
		}
	}
	return out
}

func withoutPictureData(ms []memory.PromptMessage) []memory.PromptMessage {
	out := make([]memory.PromptMessage, len(ms))
	for i, m := range ms {
		m.Pictures = append([]memory.Picture(nil), m.Pictures...)
		for j := range m.Pictures {
			p := &m.Pictures[j]
			p.Data, p.CreatedAt, p.ProfileID = nil, time.Time{}, 0
		}
		out[i] = m
	}
	return out
}

func TestPicturesGoWithTheirMessageAndTheReceiptIsExact(t *testing.T) {
	h := newHarness(t)
	h.setSightOfAllModels(memory.SightYes)
	chat := h.newChat()
	s := h.Session(1, memory.ActorUser)
	boat, dog := h.attachPicture(chat, "boat.png", 10), h.attachPicture(chat, "dog.png", 20)
	waiting, err := s.ListWaitingPictures(h.ctx(), chat.ID)
	if err != nil || len(waiting) != 2 || waiting[0].Name != "boat.png" || waiting[0].Tokens == 0 ||
		waiting[0].Bytes == 0 {
		t.Fatalf("%+v, %v", waiting, err)
	}
	preview := h.previewPrompt(memory.PreviewParams{
		Chat: chat, Text: "Compare them", Pictures: []memory.ID{dog.ID, boat.ID},
	})
	answer := h.sendWithPictures(chat, "Compare them", dog, boat, dog)
	if got := fmt.Sprint(h.sentPictureNames()); got != "[Compare them: dog.png, boat.png]" {
		t.Errorf("sent %s", got)
	}
	sent := h.model.lastChatRequest().Messages
	shown, err := s.LoadPromptSentForAnswer(h.ctx(), answer.ID)
	if err != nil || !reflect.DeepEqual(withoutPictureData(shown), withoutPictureData(sent)) {
		t.Errorf("the receipt says\n%+v, %v\nsent were\n%+v", shown, err, withoutPictureData(sent))
	}
	if !reflect.DeepEqual(withoutPictureData(preview.Messages), withoutPictureData(sent)) {
		t.Errorf("previewed\n%+v", withoutPictureData(preview.Messages))
	}
	r := answer.Receipt
	if len(r.Pictures) != 2 || r.Pictures[0].Name != "dog.png" || r.Pictures[0].Tokens != dog.Tokens ||
		r.SentPictureCount() != 2 || r.Sections[len(r.Sections)-1] != (memory.PromptSection{
		Name: "pictures", Tokens: dog.Tokens + boat.Tokens,
	}) {
		t.Errorf("receipt %+v, %+v", r.Pictures, r.Sections)
	}
	sum := 0
	for _, sec := range r.Sections {
		sum += sec.Tokens
	}
	if sum != r.PromptTokens {
		t.Errorf("sections are %d tokens of %d", sum, r.PromptTokens)
	}
	stored, err := s.LoadPicture(h.ctx(), dog.ID)
	if err != nil || !bytes.Equal(stored.Data, sent[len(sent)-1].Pictures[0].Data) {
		t.Errorf("other bytes were sent than stored: %v", err)
	}
	ms, _ := s.ListBranchMessages(h.ctx(), chat.ID, 0, 0)
	if len(ms[0].Pictures) != 2 || ms[0].Pictures[0].Name != "dog.png" || len(ms[1].Pictures) != 0 {
		t.Errorf("the messages are %+v", ms)
	}
	if waiting, _ := s.ListWaitingPictures(h.ctx(), chat.ID); len(waiting) != 0 {
		t.Errorf("%+v still wait", waiting)
	}
}

func TestPicturesAreRefusedForModelsThatDontSee(t *testing.T) {
	for _, sight := range []memory.Sight{memory.SightNo, memory.SightUnknown} {
		h := newHarness(t)
		h.setSightOfAllModels(sight)
		chat := h.newChat()
		p := h.attachPicture(chat, "boat.png", 10)
		_, err := h.Session(1, memory.ActorUser).StoreMessageAndStartAnswer(h.ctx(), memory.SendParams{
			ChatID: chat.ID, Text: "What is this?", Pictures: []memory.ID{p.ID},
		})
		var refused *memory.SightError
		if !errors.As(err, &refused) || refused.Sight != sight || refused.Name != "chat" {
			t.Errorf("%q: %v", sight, err)
		}
		title, hint := memory.ErrorTitleAndHintForUser(err)
		if want := map[memory.Sight]string{
			memory.SightNo:      "chat can't see pictures.",
			memory.SightUnknown: "Memoir doesn't know whether chat can see pictures.",
		}[sight]; title != want || hint == "" {
			t.Errorf("%q: %s %s", sight, title, hint)
		}
		if ms, _ := h.Session(1, memory.ActorUser).ListBranchMessages(h.ctx(), chat.ID, 0, 0); len(ms) != 0 {
			t.Errorf("%q: a message was stored", sight)
		}
		if w, _ := h.Session(1, memory.ActorUser).ListWaitingPictures(h.ctx(), chat.ID); len(w) != 1 {
			t.Errorf("%q: the picture is gone", sight)
		}
		preview := h.previewPrompt(memory.PreviewParams{Chat: chat, Text: "What?", Pictures: []memory.ID{p.ID}})
		last := preview.Messages[len(preview.Messages)-1]
		if len(last.Pictures) != 0 || !strings.Contains(last.Content, "[Picture not sent: boat.png]") ||
			preview.Receipt.Pictures[0].LeftOut == memory.PictureSent || preview.Receipt.Pictures[0].Tokens != 0 {
			t.Errorf("%q: previewed %+v", sight, last)
		}
		if len(h.model.chatRequests) != 0 {
			t.Errorf("%q: the model was asked", sight)
		}
	}
}

func TestOlderPicturesAreNotSentAgain(t *testing.T) {
	h := newHarness(t)
	h.setSightOfAllModels(memory.SightYes)
	chat := h.newChat()
	for i := range 5 {
		name := fmt.Sprintf("%d.png", i)
		h.sendWithPictures(chat, "Look at "+name, h.attachPicture(chat, name, uint8(i)))
	}
	answer := h.sendWithPictures(chat, "And now?")
	want := "[Look at 2.png: 2.png Look at 3.png: 3.png Look at 4.png: 4.png]"
	if got := fmt.Sprint(h.sentPictureNames()); got != want {
		t.Errorf("sent %s", got)
	}
	if text := h.model.lastChatRequest().Messages[1].Content; text != "Look at 0.png\n[Picture not sent: 0.png]" {
		t.Errorf("the first message is %q", text)
	}
	if r := answer.Receipt; len(r.Pictures) != 5 || r.Pictures[0].LeftOut != memory.PictureOlder ||
		r.SentPictureCount() != 3 {
		t.Errorf("receipt %+v", r.Pictures)
	}
	shown, err := h.Session(1, memory.ActorUser).LoadPromptSentForAnswer(h.ctx(), answer.ID)
	if sent := h.model.lastChatRequest().Messages; err != nil ||
		!reflect.DeepEqual(withoutPictureData(shown), withoutPictureData(sent)) {
		t.Errorf("the receipt says\n%+v, %v\nsent were\n%+v", shown, err, withoutPictureData(sent))
	}
	h.setSightOfAllModels(memory.SightNo) // the chat goes on with a model that doesn't see
	answer = h.sendWithPictures(chat, "And with another model?")
	if got := h.sentPictureNames(); len(got) != 0 || answer.Receipt.Pictures[4].LeftOut != memory.PictureModelCantSee {
		t.Errorf("sent %s, receipt %+v", got, answer.Receipt.Pictures)
	}
}

func TestPicturesThatDontFitStayOut(t *testing.T) {
	h := newHarness(t)
	models, _ := h.catalog.ListModels(h.ctx())
	models[0].Sees, models[0].ContextWindow = memory.SightYes, 1700
	h.catalog.setModels(models)
	chat := h.newChat()
	first := h.attachPicture(chat, "first.png", 1)
	h.sendWithPictures(chat, "One", first)
	var more []memory.Picture
	for i := range 2 {
		more = append(more, h.attachPicture(chat, fmt.Sprintf("more%d.png", i), uint8(100+i)))
	}
	answer := h.sendWithPictures(chat, "Two", more...)
	if got := fmt.Sprint(h.sentPictureNames()); got != "[Two: more0.png, more1.png]" {
		t.Errorf("sent %s", got)
	}
	if p := answer.Receipt.Pictures; len(p) != 3 || p[0].LeftOut != memory.PictureWithoutRoom {
		t.Errorf("receipt %+v", p)
	}
}

func TestAnswersAreRegeneratedEditedAndContinuedWithTheirPictures(t *testing.T) {
	h := newHarness(t)
	h.setSightOfAllModels(memory.SightYes)
	chat := h.newChat()
	s := h.Session(1, memory.ActorUser)
	boat := h.attachPicture(chat, "boat.png", 10)
	answer := h.sendWithPictures(chat, "What is this?", boat)
	turn, err := s.StartRegeneratedAnswer(h.ctx(), chat.ID, answer.ID, "")
	if err != nil {
		t.Fatal(err)
	}
	h.waitForAnswer(turn.Answer.ID)
	if got := fmt.Sprint(h.sentPictureNames()); got != "[What is this?: boat.png]" {
		t.Errorf("regenerated with %s", got)
	}
	h.setSightOfAllModels(memory.SightNo)
	var refused *memory.SightError
	if _, err := s.StartRegeneratedAnswer(h.ctx(), chat.ID, answer.ID, ""); !errors.As(err, &refused) {
		t.Errorf("regenerated by a model that doesn't see: %v", err)
	}
	h.setSightOfAllModels(memory.SightYes)
	turn, err = s.StoreMessageAndStartAnswer(h.ctx(), memory.SendParams{
		ChatID: chat.ID, Text: "Whose is it?", ParentID: new(memory.ID), Pictures: []memory.ID{boat.ID},
	})
	if err != nil {
		t.Fatal(err)
	}
	h.waitForAnswer(turn.Answer.ID)
	if got := fmt.Sprint(h.sentPictureNames()); got != "[Whose is it?: boat.png]" {
		t.Errorf("edited and sent with %s", got)
	}
	before := h.model.lastChatRequest().Messages
	turn, err = s.StartContinuedAnswer(h.ctx(), chat.ID, turn.Answer.ID)
	if err != nil {
		t.Fatal(err)
	}
	h.waitForAnswer(turn.Answer.ID)
	if sent := h.model.lastChatRequest().Messages; len(sent) != len(before)+2 ||
		!reflect.DeepEqual(sent[:len(before)], before) {
		t.Errorf("continued with\n%+v\nbefore\n%+v", sent, before)
	}
}

func TestPicturesAreStoredOnceAndGoWithTheLastThatHasThem(t *testing.T) {
	h := newHarness(t)
	h.setSightOfAllModels(memory.SightYes)
	s := h.Session(1, memory.ActorUser)
	one, two := h.newChat(), h.newChat()
	p := h.attachPicture(one, "boat.png", 10)
	if again := h.attachPicture(two, "other name.png", 10); again.ID != p.ID {
		t.Errorf("stored twice: %d and %d", p.ID, again.ID)
	}
	h.sendWithPictures(one, "What is this?", p)
	if err := s.TrashOrEraseChatMaybeUnlearning(h.ctx(), one.ID, memory.DeleteChatOptions{}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.RestoreChatFromTrashOrArchive(h.ctx(), one.ID); err != nil { // Undo
		t.Fatal(err)
	}
	if ms, _ := s.ListBranchMessages(h.ctx(), one.ID, 0, 0); len(ms[0].Pictures) != 1 {
		t.Errorf("the picture did not come back: %+v", ms[0])
	}
	if err := s.TrashOrEraseChatMaybeUnlearning(h.ctx(), one.ID, memory.DeleteChatOptions{Purge: true}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.LoadPicture(h.ctx(), p.ID); err != nil {
		t.Errorf("it still waits in the other chat: %v", err)
	}
	removed, err := s.DetachPictureDeletingIfUnused(h.ctx(), two.ID, p.ID)
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.LoadPicture(h.ctx(), p.ID)
	wantErr(t, err, memory.ErrNotFound)
	back, err := s.StoreAndAttachNormalizedPicture(h.ctx(), two.ID, removed) // Undo
	if err != nil || back.SHA256 != p.SHA256 {
		t.Fatalf("%+v, %v", back, err)
	}
	if err := s.TrashOrEraseChatMaybeUnlearning(h.ctx(), two.ID, memory.DeleteChatOptions{}); err != nil {
		t.Fatal(err)
	}
	h.clock.advance(h.Config().TrashRetention + time.Hour)
	if n, err := s.PurgeExpiredTrashedChats(h.ctx()); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	_, err = s.LoadPicture(h.ctx(), back.ID)
	wantErr(t, err, memory.ErrNotFound)
	temporary, err := s.CreateChat(h.ctx(), memory.NewChat{Temporary: true})
	if err != nil {
		t.Fatal(err)
	}
	p = h.attachPicture(temporary, "secret.png", 77)
	h.sendWithPictures(temporary, "What is this?", p)
	h.restart()
	_, err = h.Session(1, memory.ActorUser).LoadPicture(h.ctx(), p.ID)
	wantErr(t, err, memory.ErrNotFound)
}

func TestPicturesOfOtherProfilesAreOutOfReach(t *testing.T) {
	h := newHarness(t)
	h.setSightOfAllModels(memory.SightYes)
	p := h.attachPicture(h.newChat(), "boat.png", 10)
	other, err := h.CreateProfile(h.ctx(), "Ben")
	if err != nil {
		t.Fatal(err)
	}
	s := h.Session(other.ID, memory.ActorUser)
	chat, err := s.CreateChat(h.ctx(), memory.NewChat{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.LoadPicture(h.ctx(), p.ID)
	wantErr(t, err, memory.ErrNotFound)
	_, err = s.StoreMessageAndStartAnswer(
		h.ctx(), memory.SendParams{ChatID: chat.ID, Text: "Hm", Pictures: []memory.ID{p.ID}},
	)
	wantErr(t, err, memory.ErrNotFound)
	_, err = s.DetachPictureDeletingIfUnused(h.ctx(), chat.ID, p.ID)
	wantErr(t, err, memory.ErrNotFound)
}

// replyWith makes the model answer with a text.
func (m *scriptedModel) replyWith(text string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.chatReply = func(ctx context.Context) iter.Seq2[memory.ReplyDelta, error] { return streamTexts(ctx, nil, text) }
}

func TestNothingIsLearnedFromAPicture(t *testing.T) {
	for name, preset := range map[string]memory.Config{
		"classic": memory.ClassicPreset(), "standard": memory.StandardPreset(),
	} {
		h := newHarness(t, func(c *memory.Config) { *c = preset })
		h.setSightOfAllModels(memory.SightYes)
		h.model.replyWith("The picture shows a beagle called Rex in a garden.")
		fact := "The user has a beagle called Rex."
		h.model.setFact(fact)
		h.model.structuredReply = func(memory.ModelRequest) (string, error) {
			return `[{"fact": "` + fact + `", "type": "personal"}]`, nil
		}
		chat := h.newChat()
		p := h.attachPicture(chat, "IMG_1.png", 10)
		turn, err := h.Session(1, memory.ActorUser).StoreMessageAndStartAnswer(h.ctx(), memory.SendParams{
			ChatID: chat.ID, Text: "What do you see here?", Pictures: []memory.ID{p.ID},
		})
		if err != nil {
			t.Fatal(err)
		}
		h.waitForAnswerAndLearning(turn)
		request := fmt.Sprintf("%+v", h.model.lastLearnRequest())
		if strings.Contains(request, "Rex") || len(h.model.lastLearnRequest().Messages[1].Pictures) > 0 {
			t.Errorf("%s: the extractor was given the description: %s", name, request)
		}
		all, err := h.Session(1, memory.ActorUser).ListOrSearchMemories(h.ctx(), memory.MemoryQuery{
			MemoryFilter: memory.MemoryFilter{Status: []memory.Status{memory.StatusActive, memory.StatusInbox}},
		})
		if err != nil || len(all) != 0 {
			t.Errorf("%s: learned %+v, %v", name, all, err)
		}
		turn, err = h.Session(1, memory.ActorUser).StoreMessageAndStartAnswer(h.ctx(), memory.SendParams{
			ChatID: chat.ID, Text: "I have a beagle called Rex.",
		})
		if err != nil {
			t.Fatal(err)
		}
		h.waitForAnswerAndLearning(turn)
		if got := h.activeContents(); len(got) != 1 {
			t.Errorf("%s: the user's own words taught %q", name, got)
		}
	}
}

func TestAPictureNeedsNoText(t *testing.T) {
	h := newHarness(t)
	h.setSightOfAllModels(memory.SightYes)
	h.addUnrelatedMemories(30)
	chat := h.newChat()
	turn, err := h.Session(1, memory.ActorUser).StoreMessageAndStartAnswer(h.ctx(), memory.SendParams{
		ChatID: chat.ID, Text: "  ", Pictures: []memory.ID{h.attachPicture(chat, "boat.png", 10).ID},
	})
	if err != nil {
		t.Fatal(err)
	}
	answer, learned := h.waitForAnswerAndLearning(turn)
	if answer.Status != memory.MessageComplete || len(learned) != 0 || h.model.countLearnRequests() != 0 {
		t.Errorf("%+v, learned %+v by %d calls", answer, learned, h.model.countLearnRequests())
	}
	if turn.Chat.Title != "Picture: boat.png" {
		t.Errorf("the chat is called %q", turn.Chat.Title)
	}
	if sent := h.model.lastChatRequest().Messages; len(sent) != 2 || len(sent[1].Pictures) != 1 {
		t.Errorf("sent %+v", sent)
	}
	h.sendWithPictures(chat, "And?")
	if sent := h.model.lastChatRequest().Messages; len(sent) != 4 || len(sent[1].Pictures) != 1 {
		t.Errorf("sent %+v", sent)
	}
	_, err = h.Session(1, memory.ActorUser).StoreMessageAndStartAnswer(
		h.ctx(), memory.SendParams{ChatID: chat.ID, Text: " "},
	)
	if err == nil {
		t.Error("a message without anything was sent")
	}
}

func TestWhatIsNoPictureIsRefused(t *testing.T) {
	h := newHarness(t)
	chat := h.newChat()
	s := h.Session(1, memory.ActorUser)
	for name, data := range map[string][]byte{
		"notes.txt": []byte("Some words"), "half.png": pngOfGrayShade(t, 1)[:50],
		"photo.heic": []byte("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic"),
	} {
		_, err := s.NormalizeStoreAndAttachPicture(h.ctx(), chat.ID, memory.NewFile{Name: name, Data: data})
		var field *memory.FieldError
		if !errors.As(err, &field) || field.Field != "picture" || field.Problem == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
	if !s.HasPictureSignature(pngOfGrayShade(t, 1)) || s.HasPictureSignature([]byte("Some words")) {
		t.Error("pictures are not told from texts")
	}
	_, err := s.AddFileUnlessKnownOrTooLong(h.ctx(), memory.NewFile{Name: "boat.png", Data: pngOfGrayShade(t, 1)})
	var field *memory.FieldError
	if !errors.As(err, &field) || !strings.Contains(field.Problem, "is a picture") {
		t.Errorf("as a file: %v", err)
	}
	h.setSightOfAllModels(memory.SightYes)
	ids := []memory.ID{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}
	_, err = s.StoreMessageAndStartAnswer(h.ctx(), memory.SendParams{ChatID: chat.ID, Text: "Look", Pictures: ids})
	if !errors.As(err, &field) || !strings.Contains(field.Problem, "at most 10 pictures") {
		t.Errorf("11 pictures: %v", err)
	}
	_, err = s.NormalizeStoreAndAttachPicture(h.ctx(), 999, memory.NewFile{Name: "a.png", Data: pngOfGrayShade(t, 1)})
	if !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("no such chat: %v", err)
	}
}

// jpegRotatedByEXIF returns a JPEG whose EXIF says that it is to be turned by a quarter.
func jpegRotatedByEXIF(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, 40, 20)), nil); err != nil {
		t.Fatal(err)
	}
	const exif = "\xff\xe1\x00\x22Exif\x00\x00MM\x00*\x00\x00\x00\x08" +
		"\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00\x00\x00\x00\x00"
	return slices.Concat(b.Bytes()[:2], []byte(exif), b.Bytes()[2:])
}

// What Memoir cannot decode goes through the computer's converter: what that made is stored without
// metadata, and is not turned again. Without one, or when it fails, the refusal says what to do.
func TestPicturesOfOtherFormatsAreConverted(t *testing.T) {
	heic := []byte("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic")
	sideways := jpegRotatedByEXIF(t)
	asIs, err := pictures.NormalizeConvertedWithoutEXIFTurn(sideways)
	if err != nil {
		t.Fatal(err)
	}
	if turned, err := pictures.NormalizeForStorage(sideways); err != nil || turned.Width != asIs.Height {
		t.Fatalf("the picture of the test has no orientation: %d × %d, %v", turned.Width, turned.Height, err)
	}
	h := newHarness(t)
	chat := h.newChat()
	attach := func() (memory.Picture, error) {
		return h.Session(1, memory.ActorUser).NormalizeStoreAndAttachPicture(
			h.ctx(), chat.ID, memory.NewFile{Name: "photo.heic", Data: heic},
		)
	}
	refusedWith := func(want string) {
		t.Helper()
		_, err := attach()
		var field *memory.FieldError
		if !errors.As(err, &field) || !strings.Contains(field.Problem, want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	refusedWith("Install heif-convert (libheif-examples) or ImageMagick, or save it as JPEG or PNG, then add that")
	convertWith := func(made []byte, err error) {
		h.stopService()
		h.convertPicture = func(_ context.Context, format string, data []byte) ([]byte, error) {
			if format != "HEIC" || !bytes.Equal(data, heic) {
				t.Errorf("to be converted: %q, %q", format, data)
			}
			return made, err
		}
		h.startService(h.Config())
	}
	convertWith(nil, errors.New("exit status 1"))
	refusedWith("this computer's converter couldn't open it. Save it as JPEG or PNG")
	convertWith([]byte("no picture"), nil)
	refusedWith("this computer's converter couldn't open it")
	convertWith(sideways, nil)
	p, err := attach()
	if err != nil || p.Width != asIs.Width || p.Height != asIs.Height || p.MIME != pictures.MIMEJPEG {
		t.Errorf("%d × %d %s, %v", p.Width, p.Height, p.MIME, err)
	}
	if bytes.Contains(p.Data, []byte("Exif")) {
		t.Error("metadata is stored")
	}
}
