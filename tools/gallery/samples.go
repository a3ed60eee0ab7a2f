package main

const question = "Plan three weeknight dinners for us and a small script that turns the plan into a shopping list. " +
	"No peanuts, I’m allergic."

const dinners = `### Three quick dinners

All three take **under 30 minutes**, serve two, and use *no peanuts or peanut oil*. Tuesday is meat-free because ` +
	`**Jonas eats vegetarian on weekdays**. Amounts are in grams, as you like them, and I checked each one against ` +
	"`pantry.csv`" + `.

| Day | Dinner | Time | Swap, if needed |
|---|---|---|---|
| **Mon** | Chickpea and spinach curry | 25 min | spinach → kale |
| **Tue** | Miso mushroom noodles | 20 min | tahini, *not* peanut butter |
| **Thu** | Tray-baked salmon and potatoes | 30 min | — |

- Buy once: chickpeas, soba, salmon, spinach, **two lemons**.
- You already have rice, miso and tahini at home.

` + "```python" + `
from collections import Counter

def shopping_list(plan, pantry):
    need = Counter(i for d in plan for i in d["items"])
    return [i for i in need if i not in pantry]  # no peanuts
` + "```\n"

const allBlocks = `# Every kind of block

A paragraph with **bold**, *italic*, ***both***, ~~struck~~, ` + "`code`" + `, a [link](https://example.org/a) and ` +
	`https://example.com. It costs $5 and $6. Ünïcödé, 日本語のテキスト, emoji 🙂 👍🏽 👩🏽‍💻 👩‍👩‍👧 ❤️ ⚠️ 🇩🇪 1️⃣, and a ` +
	`very long word: Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft_and_then_` +
	`some_more_of_it.

## Lists

1. First
2. Second
   - nested
     - deeper
3. Third

- [x] a done task
- [ ] an open task

> A quote that is long enough to wrap onto a second line when the column is as narrow as in a small window.
>
> > And a quote inside of it.

---

` + "```go" + `
// Sum adds up what it is given; this comment is long enough to need the sideways scroll of the code
// block.
func Sum(xs ...int) (n int) {
	for _, x := range xs {
		n += x
	}
	return n // "done"
}
` + "```" + `

| Left | Right |
|:--|--:|
| a | 1 |
| bb | 22 |

Inline <b>HTML</b> is text, ![a picture](https://example.org/p.png) is never fetched, and $e^{i\pi} + 1 = 0$ stays.
`

// sentenceInTurn returns one of five sentences, in turn.
func sentenceInTurn(i int) string {
	all := []string{
		"The kettle was on before the light came through the blinds. ", "What does the second column of this file mean? ",
		"Twelve of them are left, and two of those are cracked. ", "It depends on the weather and on who asks. ",
		"Write it shorter. ",
	}
	return all[i%len(all)]
}
