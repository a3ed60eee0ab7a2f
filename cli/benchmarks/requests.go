package benchmarks

import "strings"

// generalRequests returns 100 everyday requests that no memory of a chat helps with.
func generalRequests() []string { return strings.Split(strings.TrimSpace(generalRequestLines), "\n") }

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
