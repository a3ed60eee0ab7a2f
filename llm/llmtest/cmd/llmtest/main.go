// Command llmtest runs the scripted model server of package llmtest until it is interrupted. It
// prints its address, and logs every request to a file if asked.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"memoir/llm/llmtest"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:0", "address to listen on")
	script := flag.String("script", "", "script to follow; the demo's when empty")
	log := flag.String("log", "", "file that receives every request as a line of JSON")
	flag.Parse()
	if err := serveScriptUntilSignal(*addr, *script, *log); err != nil {
		fmt.Fprintln(os.Stderr, "llmtest:", err)
		os.Exit(1)
	}
}

func serveScriptUntilSignal(addr, path, log string) error {
	begin := context.Background() //nolint:forbidigo // this is main
	ctx, stop := signal.NotifyContext(begin, os.Interrupt, syscall.SIGTERM)
	defer stop()
	script, err := llmtest.DemoScript()
	if path != "" {
		script, err = llmtest.LoadScript(path)
	}
	if err != nil {
		return err
	}
	return llmtest.RunServerPrintingAddressUntilDone(ctx, addr, script, log, os.Stdout)
}
