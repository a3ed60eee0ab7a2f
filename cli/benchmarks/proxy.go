package benchmarks

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"memoir/llm/encoder"
)

// ProxyOptions says what MeasureProxyLatencyAndHeap does.
type ProxyOptions struct {
	Memories int
	Calls    int           // by one caller, each once directly and once through Memoir
	Tokens   int           // of a reply
	Pause    time.Duration // before each token
	Callers  int           // at a time, in the second part; they make three calls each
	Readers  int           // slow ones at a time, in the third part
	// Serve starts the program on a data folder. It returns the base URL of its API.
	Serve func(ctx context.Context, dir string) (baseURL string, stop func() error, err error)
}

// ProxyReport compares calls through Memoir with direct ones. Times are in milliseconds.
type ProxyReport struct {
	Memories int        `json:"memories"`
	Tokens   int        `json:"tokens"`
	PauseMS  float64    `json:"pause_ms"`
	One      ProxyCalls `json:"one_caller"`
	Many     ProxyCalls `json:"many_callers"`
	// Readers read the first byte of an endless reply and no more. HeapPerReader is by how much the
	// live heap of program, model server and caller together has grown for each when nothing moves any
	// more, in bytes, and SentPerReader is what the model server has sent by then.
	Readers       int     `json:"slow_readers"`
	HeapPerReader float64 `json:"heap_per_slow_reader"`
	SentPerReader float64 `json:"sent_per_slow_reader"`
}

// ProxyCalls are the times of callers that make the same calls directly and through Memoir, in
// turn.
type ProxyCalls struct {
	Callers int `json:"callers"`
	Calls   int `json:"calls"` // each way
	// FirstByte is the time from sending the request to the first byte of the reply's body; Added is
	// the difference of the two calls of a pair.
	DirectFirstByte LatencyFigures `json:"direct_first_byte_ms"`
	MemoirFirstByte LatencyFigures `json:"memoir_first_byte_ms"`
	AddedFirstByte  LatencyFigures `json:"added_first_byte_ms"`
	// Throughput is the tokens a second through Memoir, as a share of those of direct calls.
	Throughput float64 `json:"throughput"`
}

// callsOfEach is how many calls each of many callers makes each way.
const callsOfEach = 3

// MeasureProxyLatencyAndHeap measures the proxy in a temporary folder that is removed afterwards,
// on a model server of its own. progress is called with what is being done.
func MeasureProxyLatencyAndHeap(
	ctx context.Context, o ProxyOptions, progress func(what string),
) (r ProxyReport, err error) {
	dir, err := os.MkdirTemp("", "memoir-bench-*")
	if err != nil {
		return r, err
	}
	defer func() { err = removeFolderAndReturnFirstError(err, dir) }()
	upstream, err := startScriptedModelServer(ctx, o.Tokens, o.Pause)
	if err != nil {
		return r, err
	}
	defer upstream.close()
	progress("fill")
	search := &searchRun{
		dir: dir, report: &SearchReport{Memories: o.Memories}, random: rand.New(rand.NewPCG(1, uint64(o.Memories))),
	}
	if err := withEncoder(ctx, func(e *encoder.Embedder) error {
		return search.fillFolderWithFactsMessagesVectors(ctx,
			e)
	}); err != nil {
		return r, err
	}
	models := fmt.Sprintf("memory_extractor: bench/%s\nproviders:\n  - name: bench\n    base_url: %s\n", extractorModel,
		upstream.baseURL)
	if err := os.WriteFile(filepath.Join(dir, "models.yaml"), []byte(models), 0o600); err != nil {
		return r, err
	}
	progress("start")
	memoir, stop, err := o.Serve(ctx, dir)
	if err != nil {
		return r, err
	}
	defer func() { err = firstError(err, stop()) }()
	m := &proxyRun{options: o, upstream: upstream, urls: [2]string{upstream.baseURL, memoir}, client: &http.Client{
		Transport: &http.Transport{MaxIdleConnsPerHost: 2 * max(o.Callers, o.Readers, 1), DisableCompression: true},
	}}
	defer m.client.CloseIdleConnections()
	r.Memories, r.Tokens, r.PauseMS = o.Memories, o.Tokens, float64(o.Pause.Microseconds())/1000
	return r, m.measureCallsAndSlowReaders(ctx, &r, progress)
}

// proxyRun is one measurement.
type proxyRun struct {
	options  ProxyOptions
	upstream *scriptedUpstream
	urls     [2]string // directly, through Memoir
	client   *http.Client
	asked    int // questions so far
}

func (m *proxyRun) measureCallsAndSlowReaders(ctx context.Context, r *ProxyReport, progress func(string)) error {
	for which := range m.urls { // both connections exist, and the embedder is ready
		if _, _, err := m.timeFirstByteAndEndOfStreamedCall(ctx, which, "warm-up", madeUpQuestion(0)); err != nil {
			return err
		}
	}
	var err error
	progress(fmt.Sprintf("one caller, %d calls each way", m.options.Calls))
	if r.One, err = m.timeDirectAndProxiedCalls(ctx, 1, m.options.Calls); err != nil {
		return err
	}
	if m.options.Callers > 0 {
		progress(fmt.Sprintf("%d callers, %d calls each way", m.options.Callers, m.options.Callers*callsOfEach))
		if r.Many, err = m.timeDirectAndProxiedCalls(ctx, m.options.Callers, callsOfEach); err != nil {
			return err
		}
	}
	if r.Readers = m.options.Readers; r.Readers == 0 {
		return nil
	}
	progress(fmt.Sprintf("%d slow readers", r.Readers))
	return m.measureHeapOfSlowReaders(ctx, r)
}

// timedCall is one call: the times of its first byte and of its end.
type timedCall struct{ firstByte, end float64 }

// timeDirectAndProxiedCalls lets callers make calls at a time, n each directly and n each through
// Memoir in turn.
func (m *proxyRun) timeDirectAndProxiedCalls(ctx context.Context, callers, n int) (ProxyCalls, error) {
	times := make([][2]timedCall, callers*n)
	for i := range n {
		for which := range m.urls {
			var wait sync.WaitGroup
			errs := make([]error, callers)
			for c := range callers {
				m.asked++
				question := madeUpQuestion(m.asked)
				wait.Go(func() {
					t := &times[i*callers+c][which]
					t.firstByte, t.end, errs[c] = m.timeFirstByteAndEndOfStreamedCall(
						ctx, which, fmt.Sprintf("caller-%d-of-%d", c, callers), question,
					)
				})
			}
			wait.Wait()
			if err := firstError(errs...); err != nil {
				return ProxyCalls{}, err
			}
		}
	}
	return summariseDirectAndProxiedCallTimes(callers, times), nil
}

// summariseDirectAndProxiedCallTimes makes figures of pairs of calls, the first directly and the
// second through Memoir.
func summariseDirectAndProxiedCallTimes(callers int, times [][2]timedCall) ProxyCalls {
	var first [2][]float64
	var added []float64
	var ends [2]float64
	for _, pair := range times {
		for which, t := range pair {
			first[which] = append(first[which], t.firstByte)
			ends[which] += t.end
		}
		added = append(added, pair[1].firstByte-pair[0].firstByte)
	}
	figures := func(values []float64) LatencyFigures {
		slices.Sort(values)
		return LatencyFigures{P50: nearestRankPercentile(values, 0.5), P95: nearestRankPercentile(values, 0.95)}
	}
	return ProxyCalls{
		Callers: callers, Calls: len(times), DirectFirstByte: figures(first[0]), MemoirFirstByte: figures(first[1]),
		AddedFirstByte: figures(added), Throughput: ends[0] / ends[1],
	}
}

// timeFirstByteAndEndOfStreamedCall makes one streamed call and checks that all of the reply came.
func (m *proxyRun) timeFirstByteAndEndOfStreamedCall(
	ctx context.Context, which int, conversation, question string,
) (firstByte, end float64, err error) {
	start := time.Now()
	reply, err := m.openStreamedReply(ctx, which, pacedModel, conversation, question)
	if err != nil {
		return 0, 0, err
	}
	defer reply.Close()
	var text bytes.Buffer
	buffer := make([]byte, 16<<10)
	n, err := reply.Read(buffer)
	firstByte = millisecondsSince(start)
	text.Write(buffer[:n])
	if err == nil {
		_, err = text.ReadFrom(reply)
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return 0, 0, fmt.Errorf("read the reply: %w", err)
	}
	if got := strings.Count(text.String(), `"word "`); got != m.options.Tokens {
		return 0, 0, fmt.Errorf("the reply has %d tokens instead of %d", got, m.options.Tokens)
	}
	return firstByte, millisecondsSince(start), nil
}

// openStreamedReply sends a request for a streamed reply. The model server is sent no field of
// Memoir.
func (m *proxyRun) openStreamedReply(
	ctx context.Context, which int, model, conversation, question string,
) (io.ReadCloser, error) {
	in := map[string]any{
		"model": model, "stream": true, "messages": []map[string]string{{"role": "user", "content": question}},
	}
	if which == 1 {
		in["memory_id"] = conversation
	}
	body, err := json.Marshal(in)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, m.urls[which]+"/chat/completions", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := m.client.Do(req)
	if err != nil {
		return nil, err
	}
	switch {
	case res.StatusCode != http.StatusOK:
		err = fmt.Errorf("the call was answered with %s", res.Status)
	case which == 1 && res.Header.Get("X-Memoir-Memory") == "":
		err = errors.New("the call was not answered by Memoir")
	}
	if err != nil {
		res.Body.Close()
		return nil, err
	}
	return res.Body, nil
}

// measureHeapOfSlowReaders opens endless replies through Memoir, reads the first byte of each, and
// compares the live heap when nothing moves any more with the one before.
func (m *proxyRun) measureHeapOfSlowReaders(ctx context.Context, r *ProxyReport) error {
	before := liveHeapBytesAfterGC()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for i := range r.Readers {
		reply, err := m.openStreamedReply(ctx, 1, floodModel, fmt.Sprintf("reader-%d", i), madeUpQuestion(i))
		if err != nil {
			return err
		}
		defer reply.Close()
		if _, err := io.ReadFull(reply, make([]byte, 1)); err != nil {
			return fmt.Errorf("read the first byte: %w", err)
		}
	}
	for last := int64(-1); last != m.upstream.sent.Load(); {
		last = m.upstream.sent.Load()
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	r.HeapPerReader = float64(liveHeapBytesAfterGC()-before) / float64(r.Readers)
	r.SentPerReader = float64(m.upstream.sent.Load()) / float64(r.Readers)
	return nil
}
