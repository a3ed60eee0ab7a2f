package benchmarks

import "strings"

// generalRequestsForTuningAndUnseen returns 200 everyday requests that no memory of a chat helps
// with: 100 that the thresholds were chosen on, then 100 that were written afterwards and have more
// of talk in them.
func generalRequestsForTuningAndUnseen() (chosenOn, unseen []string) {
	linesOf := func(text string) []string { return strings.Split(strings.TrimSpace(text), "\n") }
	return linesOf(generalRequestLines), linesOf(unseenRequestLines)
}

const generalRequestLines = `
What is the capital of Peru?
Write a haiku about autumn leaves.
How do I boil an egg so that the yolk stays soft?
Translate "good morning" into Italian.
What is 17 percent of 2,450?
Explain how a refrigerator works.
Write a Python function that reverses a string.
What is the difference between weather and climate?
Who wrote Pride and Prejudice?
Give me a synonym for "quick".
How many litres are in a gallon?
Summarise the plot of Hamlet in three sentences.
What does the acronym NATO stand for?
How do I remove red wine from a carpet?
Write a SQL query that counts the rows of a table.
What causes a rainbow?
Name five rivers in Africa.
How do I convert Celsius to Fahrenheit?
Draft a short out-of-office reply.
What is the boiling point of water at high altitude?
How does a vaccine work?
Fix the grammar: "Him and me was late."
What year did the Berlin Wall fall?
How do I tie a bowline knot?
Write a limerick about a lazy cat.
What is a hash table?
Which planet has the most moons?
How long does it take to roast a whole chicken?
Explain inflation to a ten-year-old.
What is the past tense of "to swim"?
How do I unzip a file on Linux?
Give me three names for a coffee shop.
What is the chemical symbol of potassium?
How do bees make honey?
Write a formal complaint about a late parcel.
What is the fastest land animal?
How do I sharpen a kitchen knife?
What is the meaning of "carpe diem"?
Solve 3x + 7 = 22.
What are the primary colours?
How do I delete a branch in Git?
Describe the water cycle.
What is the longest word in English?
Suggest a title for an essay about trains.
How tall is the Eiffel Tower?
What is the difference between TCP and UDP?
How do I get rid of fruit flies?
Write a regular expression that matches an email address.
What is the currency of Japan?
Who painted the Mona Lisa?
How do I centre a div with CSS?
What is photosynthesis?
Tell a joke about penguins.
How many bones does an adult human have?
What is the plural of "octopus"?
Explain the offside rule.
How do I make pancakes without eggs?
What is the distance from the Earth to the Moon?
Convert 5 feet 9 inches to centimetres.
What does a carburettor do?
Write a thank-you note for a dinner party.
How do I set up a cron job that runs every hour?
What is the tallest mountain in South America?
Who discovered penicillin?
What are the symptoms of dehydration?
How do I fold a fitted sheet?
What is a haiku?
Explain recursion with an example.
What time is it in Tokyo when it is noon in London?
List the ingredients of a classic pesto.
How do I change a flat bicycle tyre?
What is the square root of 1,764?
Write a product description for a wooden desk lamp.
How do solar panels produce electricity?
What is the difference between a virus and a bacterium?
Rewrite this more politely: "Send the report now."
Which language is spoken in Brazil?
How do I calculate compound interest?
What is the opposite of "transparent"?
Name the four chambers of the heart.
How do I whip cream by hand?
What is the largest ocean?
How do I merge two PDF files?
What is a leap year?
Write a bedtime story about a brave snail.
How do earthquakes happen?
What is the atomic number of carbon?
Explain the rules of chess briefly.
How do I remove rust from tools?
What is the difference between "affect" and "effect"?
Who was the first person on the Moon?
How do I write a cover letter?
What is the GDP of a country?
Give me a chord progression for a sad song.
How does a microwave oven heat food?
What is the best way to store fresh basil?
How do I take a screenshot on a Mac?
What are the seven wonders of the ancient world?
Write a bash loop that renames all files in a folder.
Why is the sky blue?
`

const unseenRequestLines = `
Can you help me write an email to a landlord about a leaking tap?
What's a good name for a bakery?
Give me three ideas for a birthday party for a five-year-old.
My code throws a null pointer exception on line 12. What does that mean?
Turn this into bullet points: the meeting is at ten, bring the slides, and lunch is at noon.
Which is faster, merge sort or bubble sort?
Suggest a wine that goes with grilled fish.
List the planets in order of size.
Who painted the ceiling of the Sistine Chapel?
I need a regex that matches dates like 2024-01-31.
How many calories does a banana have?
Compare electric and petrol cars in a short table.
Write a cover letter for a job as a barista.
How do I tie a bow tie?
Is it safe to eat raw cookie dough?
What are the symptoms of iron deficiency?
Help me outline an essay on the causes of the First World War.
What is the GDP of Brazil?
Proofread this sentence: "Their going to there house over they're."
Give me a riddle and its answer.
How do I reset a forgotten Windows password?
Recommend a board game for six people.
How do plants make food?
Make up a short bedtime story about a lighthouse.
What is the tallest building in the world?
Which vitamins are in spinach?
What should one write on a sympathy card?
What does HTTP status 418 mean?
Please shorten this text to one sentence: The committee met for three hours and agreed to postpone the vote.
Give me a vegetarian recipe with lentils.
What is a mortgage?
Can dogs eat grapes?
How do noise-cancelling headphones work?
What's the best way to learn touch typing?
What language is spoken in Mozambique?
Generate a strong slogan for a bicycle shop.
How do I make cold brew coffee?
Which countries border Austria?
Should I use tabs or spaces in Go?
How do I whiten grout between tiles?
What is the meaning of the word "ubiquitous"?
Give an example of a metaphor.
How long does it take light to travel from the sun to the earth?
Translate "Where is the train station?" into Japanese.
What is the average lifespan of an elephant?
What are some icebreakers for a workshop?
How do I prune a rose bush?
Summarize the theory of evolution.
What does a stage manager do?
Name a famous opera by Verdi.
Create a table with the first ten prime numbers.
How do I unclog a kitchen sink?
What's the rule for commas before "and"?
How do you say "cheers" in Swedish?
Why do cats purr?
Which gas makes up most of the air?
What is the origin of Halloween?
How does compound eyesight in insects work?
Give me a 20-minute workout without equipment.
Who was the first woman in space?
Plan a three-day itinerary for Lisbon.
How do I write a letter of resignation?
What's 3/8 as a decimal?
What is quantum entanglement?
How do I keep basil alive on a windowsill?
Which HTML tag makes text bold?
How do I say no to a meeting politely?
Explain the plot of The Odyssey briefly.
What is a good icing for carrot cake?
I'd like a short poem about the sea for a greeting card.
Could you explain what a blockchain is?
Let's play twenty questions.
Thanks, that was helpful. Can you make it shorter?
Continue the list, please.
Okay, and what about the second option?
Rephrase that for a wider audience.
Give me pros and cons of remote work.
What would be a fair price for a used piano?
Debug this: for i in range(10) print(i)
Hello
Good morning, how are you today?
Can you check whether this JSON is valid: {"a": 1,}
Which word has more letters, necessary or rhythm?
Think step by step: a train leaves at three and travels 120 km in 90 minutes. How fast is it?
What does this error mean: ECONNREFUSED 127.0.0.1:5432
Do you know any good tongue twisters?
In one paragraph, what is stoicism?
How would a lawyer phrase a confidentiality clause?
Give me a mnemonic for the order of operations.
Pretend to be a museum guide and describe an Egyptian vase.
Which sorting algorithm does Go's standard library use?
How long can cooked rice stay in the fridge?
Make the tone of the last answer friendlier.
What are common interview questions for a nurse?
Suggest a workout for sore shoulders.
Write unit tests for a function that adds two numbers.
How do I ask for a raise?
What should a beginner know before buying a kayak?
Explain the joke: I used to be a banker but I lost interest.
Translate into French: "The museum is closed on Mondays."
`
