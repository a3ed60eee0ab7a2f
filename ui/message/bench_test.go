package message

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"memoir/ui/messagelist"
	"memoir/ui/theme"
)

// sampleAnswer is an answer of about 1.2 KB with a heading, a paragraph, a table, a list and code.
const sampleAnswer = "### Three quick dinners\n\nAll three take **under 30 minutes**, serve two, " +
	"and use *no peanuts*. " +
	"Tuesday is meat-free because **Jonas eats vegetarian on weekdays**. Amounts are in grams, and I checked each " +
	"one against `pantry.csv`.\n\n| Day | Dinner | Time |\n|---|---|---|\n| **Mon** | Chickpea curry | 25 min |\n" +
	"| **Tue** | Miso mushroom noodles | 20 min |\n\n- Buy once: chickpeas, soba, salmon.\n- You have rice.\n\n" +
	"```python\ndef shopping_list(plan, pantry):\n    need = Counter(i for d in plan for i in d[\"items\"])\n" +
	"    return [i for i in need if i not in pantry]\n```\n"

// sampleProse returns a text of n words that differs from row to row.
func sampleProse(seed, n int) string {
	words := strings.Fields("the kettle was on before light came through blinds and twelve of them are left")
	var b strings.Builder
	for i := range n {
		b.WriteString(words[(seed*7+i*i)%len(words)])
		b.WriteByte(" \n"[min(1, (i+1)%60/59)])
	}
	return b.String()
}

// sampleMessages returns a chat of questions and answers of different sizes.
func sampleMessages(n int) (users []UserMessage, replies []Answer) {
	for i := range n / 2 {
		users = append(users, UserMessage{ID: int64(2*i + 1), Text: sampleProse(i, 5+i%60)})
		text := sampleAnswer
		if i%3 > 0 {
			text = sampleProse(i, 20+i*13%300)
		}
		replies = append(replies, Answer{
			ID: int64(2*i + 2), Text: text, Stats: "41 words/s",
			ReceiptLabel: "Used 3 memories",
		})
	}
	return users, replies
}

func listRows(users []UserMessage, replies []Answer) []messagelist.Row {
	rows := make([]messagelist.Row, 0, len(users)+len(replies))
	for i := range users {
		rows = append(rows, users[i].ListRow(), replies[i].ListRow())
	}
	return rows
}

func newBenchList(b *testing.B) *messagelist.List {
	b.Helper()
	test.NewTempApp(b).Settings().SetTheme(theme.New(theme.Options{}))
	list := messagelist.New(NewMessageViewFactory(Options{}))
	list.ReducedMotion = func() bool { return true }
	list.Resize(fyne.NewSize(836, 788))
	return list
}

// stopwatch measures steps in wall time and in CPU time of the process.
type stopwatch struct{ wall, cpu []time.Duration }

func (s *stopwatch) timeStep(f func()) {
	start, cpu := time.Now(), processCPUTime()
	f()
	s.cpu = append(s.cpu, processCPUTime()-cpu)
	s.wall = append(s.wall, time.Since(start))
}

func (s *stopwatch) reportMetrics(b *testing.B) {
	b.Helper()
	for name, steps := range map[string][]time.Duration{"wall": s.wall, "cpu": s.cpu} {
		slices.Sort(steps)
		b.ReportMetric(float64(steps[len(steps)*99/100].Microseconds())/1000, name+"-p99-ms")
		b.ReportMetric(float64(steps[len(steps)-1].Microseconds())/1000, name+"-max-ms")
	}
}

// BenchmarkOpen measures opening a chat: from its messages to the last rows placed in the window.
func BenchmarkOpen(b *testing.B) {
	for _, n := range []int{100, 10_000, 100_000} {
		b.Run(fmt.Sprintf("messages=%d", n), func(b *testing.B) {
			list := newBenchList(b)
			users, replies := sampleMessages(n)
			list.ShowOtherChatAtEnd(listRows(users[:1], replies[:1])) // loads fonts and highlighters
			b.ReportAllocs()
			for b.Loop() {
				list.ShowOtherChatAtEnd(listRows(users, replies))
			}
		})
	}
}

// BenchmarkScrollStep measures one wheel notch, upwards from the end over messages not seen before.
func BenchmarkScrollStep(b *testing.B) {
	for _, n := range []int{100, 10_000, 100_000} {
		b.Run(fmt.Sprintf("messages=%d", n), func(b *testing.B) {
			list := newBenchList(b)
			users, replies := sampleMessages(n)
			list.ShowOtherChatAtEnd(listRows(users, replies))
			var steps stopwatch
			d := -60.0
			for b.Loop() {
				steps.timeStep(func() { list.ScrollByPixels(d) })
				if p := list.ScrollPosition(); p.RowID == 1 && p.Offset <= 0 || p.AtEnd {
					d = -d
				}
			}
			steps.reportMetrics(b)
		})
	}
}

// BenchmarkJump scrolls to messages far apart.
func BenchmarkJump(b *testing.B) {
	list := newBenchList(b)
	users, replies := sampleMessages(100_000)
	list.ShowOtherChatAtEnd(listRows(users, replies))
	id := int64(1)
	for b.Loop() {
		id = (id*48271)%100_000 + 1
		list.ScrollToRowAndHighlight(id)
	}
}

// BenchmarkStream measures one delta of 20 characters of an answer that is followed at the end of a
// long chat.
func BenchmarkStream(b *testing.B) {
	for _, size := range []int{16 << 10, 64 << 10} {
		b.Run(fmt.Sprintf("reply=%dKB", size>>10), func(b *testing.B) {
			list := newBenchList(b)
			users, replies := sampleMessages(10_000)
			list.ShowOtherChatAtEnd(listRows(users, replies))
			text := strings.Repeat(sampleAnswer+sampleProse(3, 120)+"\n\n", 1+size/len(sampleAnswer))[:size]
			live := Answer{ID: 1 << 40, State: Streaming}
			list.AppendRows(live.ListRow())
			list.ScrollToEndAndFollow()
			var steps stopwatch
			at := 0
			for b.Loop() {
				at += 20
				if at > len(text) {
					at = 20
				}
				live.Text = text[:at]
				steps.timeStep(func() { list.UpdateRow(live.ListRow()) })
			}
			steps.reportMetrics(b)
		})
	}
}

// BenchmarkMemory reports the live heap after a chat was opened, after ten replies of 64 KB were
// streamed into it, and after all of it was scrolled through. With -short there is less of everything.
func BenchmarkMemory(b *testing.B) {
	messages, streams, steps := 10_000, 10, 20_000
	if testing.Short() {
		messages, streams, steps = 200, 1, 400
	}
	heap := func() float64 {
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return float64(m.HeapAlloc) / (1 << 20)
	}
	list := newBenchList(b)
	users, replies := sampleMessages(messages)
	var opened, streamed, scrolled float64
	text := strings.Repeat(sampleAnswer+"\n\n", 64<<10/len(sampleAnswer))
	for b.Loop() {
		list.ShowOtherChatAtEnd(listRows(users, replies))
		opened = heap()
		for i := range streams {
			live := Answer{ID: int64(1<<40 + i), State: Streaming}
			list.AppendRows(live.ListRow())
			for at := 0; at < len(text); at += 4096 {
				live.Text = text[:at]
				list.UpdateRow(live.ListRow())
			}
		}
		streamed = heap()
		for range steps {
			list.ScrollByPixels(-60)
		}
		scrolled = heap()
	}
	b.ReportMetric(opened, "opened-MB")
	b.ReportMetric(streamed, "streamed-MB")
	b.ReportMetric(scrolled, "scrolled-MB")
	runtime.KeepAlive(list)
}

// BenchmarkOpenVBox measures Fyne's own widgets for comparison: RichText in a scrolling box.
func BenchmarkOpenVBox(b *testing.B) {
	test.NewTempApp(b).Settings().SetTheme(theme.New(theme.Options{}))
	users, replies := sampleMessages(100)
	for b.Loop() {
		box := container.NewVBox()
		for i := range users {
			for _, text := range []string{users[i].Text, replies[i].Text} {
				rich := widget.NewRichTextFromMarkdown(text)
				rich.Wrapping = fyne.TextWrapWord
				box.Add(rich)
			}
		}
		container.NewVScroll(box).Resize(fyne.NewSize(836, 788))
	}
}

// BenchmarkOpenWidgetList measures Fyne's list, which needs every height in advance: each is first
// taken from a RichText.
func BenchmarkOpenWidgetList(b *testing.B) {
	test.NewTempApp(b).Settings().SetTheme(theme.New(theme.Options{}))
	users, replies := sampleMessages(100)
	texts := make([]string, 0, 100)
	for i := range users {
		texts = append(texts, users[i].Text, replies[i].Text)
	}
	for b.Loop() {
		list := widget.NewList(func() int { return len(texts) },
			func() fyne.CanvasObject {
				r := widget.NewRichText()
				r.Wrapping = fyne.TextWrapWord
				return r
			},
			func(i int, o fyne.CanvasObject) {
				if r, ok := o.(*widget.RichText); ok {
					r.ParseMarkdown(texts[i])
				}
			})
		probe := widget.NewRichText()
		probe.Wrapping = fyne.TextWrapWord
		for i, text := range texts {
			probe.ParseMarkdown(text)
			probe.Resize(fyne.NewSize(836, 10))
			list.SetItemHeight(i, probe.MinSize().Height)
		}
		list.Resize(fyne.NewSize(836, 788))
		list.ScrollToBottom()
	}
}
