package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"time"

	"memoir/api"
	"memoir/cli/benchmarks"
)

func benchProxyCommand() *command {
	return &command{
		name: "proxy", usage: "[--memories N] [--calls N] [--tokens N] [--pause D] [--callers N] [--readers N] [--json]",
		summary:  "the delay the proxy adds to calls to a model server that answers at a fixed pace",
		examples: []string{"memoir bench proxy", "memoir bench proxy --calls 100 --callers 0 --json"},
		setupFlags: func(fs *flag.FlagSet) action {
			o := benchmarks.ProxyOptions{}
			fs.IntVar(&o.Memories, "memories", 10000, "number of memories, each with one message")
			fs.IntVar(&o.Calls, "calls", 50, "number of calls by one caller, each made both directly and through Memoir")
			fs.IntVar(&o.Tokens, "tokens", 200, "tokens per reply")
			fs.DurationVar(&o.Pause, "pause", 20*time.Millisecond, "time before each token")
			fs.IntVar(&o.Callers, "callers", 32, "number of concurrent callers in the second part; 0 = none")
			fs.IntVar(&o.Readers, "readers", 32, "number of concurrent slow readers in the last part; 0 = none")
			asJSON := fs.Bool("json", false, "print a JSON object")
			return func(ctx context.Context, e *env, texts []string) error {
				if err := rejectPositionalArguments(texts); err != nil {
					return err
				}
				if o.Memories < 100 || o.Calls < 1 || o.Tokens < 1 || o.Pause <= 0 || o.Callers < 0 || o.Readers < 0 {
					return usageErrorf("--memories must be at least 100, --calls and --tokens at least 1, --pause more than 0, and " +
						"--callers and --readers at least 0.")
				}
				o.Serve = e.startServerOnFolderForBench
				r, err := benchmarks.MeasureProxyLatencyAndHeap(ctx, o, func(what string) { fmt.Fprintln(e.err, what) })
				if err != nil {
					return fmt.Errorf("bench proxy: %w", err)
				}
				if *asJSON {
					return e.printJSON(r)
				}
				return e.printProxyBenchmark(r)
			}
		},
	}
}

// startServerOnFolderForBench runs the program as memoir serve does, on a free port, with the
// settings of new folders and without the model servers of this computer.
func (e *env) startServerOnFolderForBench(
	ctx context.Context, dir string,
) (baseURL string, stop func() error, err error) {
	own := &env{
		printer: printer{out: io.Discard, err: e.err}, dataDir: dir,
		getenv: func(name string) string {
			switch name {
			case localServersEnv:
				return "none"
			case "MEMOIR_PRESET":
				return newFolderPreset
			case "XDG_STATE_HOME":
				return dir
			}
			return ""
		},
	}
	a, err := own.lockFolderAndStartServices(ctx, dir)
	if err != nil {
		return "", nil, err
	}
	stop = func() error { return a.shutDownAndUnlockFolder(context.WithoutCancel(ctx)) }
	address, err := a.startAPIServerOnFreePort(ctx)
	if err == nil {
		err = a.service.WaitForEmbedderAndFirstSync(ctx)
	}
	if err != nil {
		return "", nil, errors.Join(err, stop())
	}
	return "http://" + address + "/v1", stop, nil
}

// startAPIServerOnFreePort serves the API on a free port of the loopback interface and returns its
// address.
func (a *app) startAPIServerOnFreePort(ctx context.Context) (string, error) {
	const anyPort = "127.0.0.1:0"
	h, err := a.api.NetworkHandler(api.NetworkOptions{Addr: anyPort})
	if err != nil {
		return "", err
	}
	var lc net.ListenConfig
	ln, err := lc.Listen(ctx, "tcp", anyPort)
	if err != nil {
		return "", err
	}
	a.startHTTPServerOnListener(ctx, ln, h)
	return ln.Addr().String(), nil
}

func (p *printer) printProxyBenchmark(r benchmarks.ProxyReport) error {
	_, err := fmt.Fprintf(p.out, "%d memories, replies of %d tokens, %g ms per token\n", r.Memories, r.Tokens, r.PauseMS)
	for _, c := range []benchmarks.ProxyCalls{r.One, r.Many} {
		if err != nil || c.Calls == 0 {
			continue
		}
		_, err = fmt.Fprintf(p.out, "\n%d at a time, %d calls each way   p50      p95\n"+
			"first byte, directly             %6.1f   %6.1f ms\n"+
			"first byte, through Memoir       %6.1f   %6.1f ms\n"+
			"added, call by call              %6.1f   %6.1f ms\n"+
			"tokens per second                %6.3f of direct calls\n",
			c.Callers, c.Calls, c.DirectFirstByte.P50, c.DirectFirstByte.P95, c.MemoirFirstByte.P50, c.MemoirFirstByte.P95,
			c.AddedFirstByte.P50, c.AddedFirstByte.P95, c.Throughput)
	}
	if err == nil && r.Readers > 0 {
		_, err = fmt.Fprintf(p.out, "\n%d slow readers: %.0f KB of heap each, with %.0f KB sent to each\n", r.Readers,
			r.HeapPerReader/1e3, r.SentPerReader/1e3)
	}
	if err != nil {
		return fmt.Errorf("print: %w", err)
	}
	return nil
}
