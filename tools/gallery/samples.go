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

const formulaQuestion = `Why is $\int_{-\infty}^{\infty} e^{-x^2}\,dx = \sqrt{\pi}$? It costs $5 and $6.

$$\hat\beta = (X^\top X)^{-1} X^\top y$$`

const formulas = `The roots of $ax^2 + bx + c = 0$ with $a \ne 0$ are

$$x_{1,2} = \frac{-b \pm \sqrt{b^2 - 4ac}}{2a}.$$

Euler found that $e^{i\pi} + 1 = 0$, and that \(\sum_{n=1}^{\infty} \frac{1}{n^2} = ` +
	`\frac{\pi^2}{6}\), which a line makes room for. It costs $5 and $6, and **bold text has $\alpha_i$ too**.

1. Let $A \in \mathbb{R}^{n \times n}$ be invertible. Then
   \[
   A^{-1} = \frac{1}{\det A}\begin{pmatrix} d & -b \\ -c & a \end{pmatrix}, \qquad
   |x| = \begin{cases} x & \text{if } x \ge 0, \\ -x & \text{otherwise.} \end{cases}
   \]
2. And by parts $\int_a^b u\,dv = \left[uv\right]_a^b - \int_a^b v\,du$.

` + "```math" + `
\begin{aligned}
\nabla \cdot \mathbf{E} &= \frac{\rho}{\varepsilon_0} &
\nabla \times \mathbf{E} &= -\frac{\partial \mathbf{B}}{\partial t} \\
\nabla \cdot \mathbf{B} &= 0 &
\nabla \times \mathbf{B} &= \mu_0 \mathbf{J} + \mu_0 \varepsilon_0 \frac{\partial \mathbf{E}}{\partial t}
\end{aligned}
` + "```" + `

| Name | Formula |
|---|---|
| Bayes | $P(A \mid B) = \frac{P(B \mid A)\,P(A)}{P(B)}$ |
| Softmax | $\sigma(z)_i = e^{z_i} / \sum_j e^{z_j}$ |

> A quote with $\overline{AB} \perp \vec{v}$, and a formula wider than the column:
>
> $$p(x_1, \dots, x_n) = \prod_{i=1}^{n} p(x_i \mid x_1, \dots, x_{i-1}) =
> p(x_1)\,p(x_2 \mid x_1)\,p(x_3 \mid x_1, x_2) \cdots p(x_n \mid x_1, \dots, x_{n-1}) \cdots$$

What cannot be set stays source: $\unknown{x}$.
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
