package exercise_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"memoir/assets/model"
	"memoir/llm/encoder"
	"memoir/memory"
)

// storedFacts are the memories of one person.
var storedFacts = []string{
	"The user lives in Girona, in a flat above a bicycle shop.", "The user works as a night nurse at Clínica Salus.",
	"The user's sister Ottilie is a glassblower in Murano.", "The user is allergic to cashews.",
	"The user drives a 2009 Skoda Fabia.", "The user has two rabbits called Pixel and Bean.",
	"The user plays the viola in an amateur quartet on Thursdays.", "The user's wedding anniversary is on 14 August.",
	"The user's insurance number with Helvetia is HV-77120.", "The user wears size 43 shoes.",
	"The user is learning Basque with an app.", "The user dislikes coriander.",
	"The user's doctor is called Dr. Marchetti.", "The user ran the Lisbon marathon in 2023 in 3 hours 52 minutes.",
	"The user's son Emil starts school in September.", "The user prefers tea without milk.",
	"The user's boss Renske comes from Groningen.", "The user bought a telescope, a 130 mm Newtonian.",
	"The user is afraid of heights.", "The user's grandmother taught the user to bake rye bread.",
	"The user studied geology in Leeds.", "The user's laptop runs Debian.",
	"The user volunteers at the food bank every second Saturday.", "The user's favourite author is Ursula K. Le Guin.",
	"The user had knee surgery in 2021.", "The user is saving for a trip to Patagonia.",
	"The user's flatmate Bogdan is a pastry chef.", "The user wakes up at 15:00 because of the night shifts.",
	"The user's mother tongue is Danish.", "The user keeps bees on the roof.",
}

// questionsAboutFacts maps questions to the index of the memory that answers them.
var questionsAboutFacts = map[string]int{
	"Where do I live?": 0, "What is my job?": 1, "What does Ottilie do for a living?": 2, "Which nuts can't I eat?": 3,
	"What car do I have?": 4, "What are my pets called?": 5, "Which instrument do I play?": 6,
	"When is my wedding anniversary?": 7, "What's my Helvetia number?": 8, "What is my shoe size?": 9,
	"Which language am I learning?": 10, "Who is my doctor?": 12, "How fast did I run the Lisbon marathon?": 13,
	"When does Emil start school?": 14, "How do I take my tea?": 15, "Where is Renske from?": 16,
	"What kind of telescope do I own?": 17, "Who taught me to bake bread?": 19, "What did I study?": 20,
	"Which operating system does my laptop run?": 21, "Who is my favourite author?": 23,
	"When was my knee operated on?": 24,
	"What am I saving for?":         25, "What does Bogdan do?": 26, "When do I wake up?": 27,
	"What is my mother tongue?": 28,
}

// requestsAboutNothing concern no memory.
var requestsAboutNothing = []string{
	"How do I poach a pear?", "What is the capital of Mongolia?", "Write a limerick about a snail.",
	"Explain how a transistor works.", "Convert 12 stone to kilograms.", "What is the plural of octopus?",
	"Give me a regular expression for postcodes.", "Summarize the French Revolution in five sentences.",
	"How can I center text in LaTeX?", "Translate \"see you soon\" into Italian.", "Who invented the zip fastener?",
	"What does HTTP status 418 mean?", "Sort these numbers: 5, 3, 9, 1.", "Why do cats purr?",
	"Write a polite reminder about an unpaid invoice.", "What is the difference between a crocodile and an alligator?",
	"How long should pasta boil?", "Name three novels by Balzac.", "What causes thunder?", "Hi there!",
	"Thanks, that helps.", "Make it shorter.", "What is the derivative of x squared?", "How does a bill become law?",
	"Suggest a title for a talk about caching.", "What is a good opening move in chess?", "Explain the word serendipity.",
	"How do I undo the last git commit?", "Which vitamins are soluble in fat?",
	"Write a function that checks for palindromes.",
}

// offsetEmbedder is the program's encoder with one value more in each vector, which moves all cosines
// halfway to 1, as those of other models are.
type offsetEmbedder struct{ *encoder.Embedder }

func (e offsetEmbedder) ID() string      { return "other-model@385@1" }
func (e offsetEmbedder) Dimensions() int { return e.Embedder.Dimensions() + 1 }

func (e offsetEmbedder) Embed(
	ctx context.Context, kind memory.EmbedKind, texts []string,
) ([][]float32, error) {
	vs, err := e.Embedder.Embed(ctx, kind, texts)
	for i, v := range vs {
		longer := make([]float32, 0, len(v)+1)
		for _, x := range append(slices.Clone(v), 1) {
			longer = append(longer, x/math.Sqrt2)
		}
		vs[i] = longer
	}
	return vs, err
}

// TestStandardFindsWhatAnswersAndNothingForOtherRequests asks questions with and without an answer
// in the memory, with the program's own encoder and with one whose cosines must be calibrated first.
func TestStandardFindsWhatAnswersAndNothingForOtherRequests(t *testing.T) {
	enc := encoder.NewLazilyLoadedEmbedder(model.BGESmall, encoder.Config{})
	t.Cleanup(func() { _ = enc.Close() })
	if err := enc.LoadModelAndWait(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, embedder := range []memory.Embedder{enc, offsetEmbedder{enc}} {
		t.Run(embedder.ID(), func(t *testing.T) { testStandardFindsWhatAnswers(t, embedder) })
	}
}

func testStandardFindsWhatAnswers(t *testing.T, embedder memory.Embedder) {
	e := newTrustEngine(t, embedder, memory.StandardPreset())
	defer e.close()
	if err := e.service.WaitForEmbedderAndFirstSync(t.Context()); err != nil {
		t.Fatal(err)
	}
	user := e.service.Session(1, memory.ActorUser)
	ids := make([]memory.ID, len(storedFacts))
	for i, fact := range storedFacts {
		added, err := user.AddMemory(t.Context(), memory.NewMemory{Content: fact})
		if err != nil {
			t.Fatal(err)
		}
		ids[i] = added.ID
	}
	relevant := func(question string) []memory.MemoryHit {
		r, err := user.RetrieveMemories(t.Context(), memory.RetrieveParams{Query: question})
		if err != nil {
			t.Fatal(err)
		}
		if r.Mode != memory.RetrievalRelevant {
			return nil
		}
		return r.Memories
	}
	missed := 0
	for question, want := range questionsAboutFacts {
		hits := relevant(question)
		found := false
		for _, h := range hits {
			found = found || h.ID == ids[want]
		}
		if !found {
			missed++
			t.Logf("%q does not find %q but %d others", question, storedFacts[want], len(hits))
		}
	}
	brought := 0
	for _, request := range requestsAboutNothing {
		if hits := relevant(request); len(hits) > 0 {
			brought++
			t.Logf("%q brings %q (%.3f)", request, hits[0].Content, hits[0].Score)
		}
	}
	t.Logf("%d of %d questions miss their memory; %d of %d requests bring one", missed, len(questionsAboutFacts), brought,
		len(requestsAboutNothing))
	if missed > 1 || brought > 1 {
		t.Errorf("too many")
	}
}
