// Command gallery shows the chat surface (message list and composer) with sample messages in a
// window of its own, without a database or a model. The end-to-end tests beside it drive it by
// mouse and keyboard; tools/soak.sh checks that its heap does not grow.
//
//	gallery -page blocks                one page in a window
//	gallery -page stream -state file    keeps a JSON description of the window in a file
//	gallery -soak 4                     runs the soak and exits
package main

import (
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"fyne.io/fyne/v2"

	"memoir/ui/fyneapp"
	"memoir/ui/theme"
)

// windowTitle is how the tests find the window.
const windowTitle = "Memoir gallery"

type options struct {
	page           string
	reducedMotion  bool
	width, height  float64
	isDark         bool
	zoom           float64
	stateFile      string
	listControls   bool
	soakRounds     int
	heapProfileDir string
}

func main() {
	var o options
	flag.StringVar(&o.page, "page", "reply", "page to show: "+commaSeparatedPageNames())
	flag.BoolVar(&o.reducedMotion, "reduced", false, "reduced motion")
	flag.Float64Var(&o.width, "width", 1000, "window width")
	flag.Float64Var(&o.height, "height", 800, "window height")
	flag.BoolVar(&o.isDark, "dark", false, "dark theme")
	flag.Float64Var(&o.zoom, "zoom", 1, "text zoom")
	flag.StringVar(&o.stateFile, "state", "", "file to describe the window in")
	flag.BoolVar(&o.listControls, "controls", false, "describe every control too, which is slower")
	flag.IntVar(&o.soakRounds, "soak", 0, "rounds of streaming and scrolling after which the heap must not have grown")
	flag.StringVar(&o.heapProfileDir, "heap", "", "folder for a heap profile after each round")
	flag.Parse()
	if err := runWindow(o); err != nil {
		fmt.Fprintln(os.Stderr, "gallery:", err)
		os.Exit(1)
	}
}

// runWindow shows the window until it is closed, a signal arrives, or the soak has ended.
func runWindow(o options) error {
	a := fyneapp.NewWithoutShutdownHook(fyne.AppMetadata{ID: "org.memoir.gallery", Name: windowTitle})
	a.Settings().SetTheme(theme.New(theme.Options{Dark: o.isDark, Zoom: float32(o.zoom)}))
	w := a.NewWindow(windowTitle)
	w.SetPadded(false)
	w.SetMaster()
	w.Resize(fyne.NewSize(float32(o.width), float32(o.height)))
	g := newGallery(w, o)
	defer g.stopStateWriter()
	// Fyne ends its loop at this signal, and then calls what comes late at once, on any goroutine. It tells that
	// it has stopped only afterwards.
	terminated := make(chan os.Signal, 1)
	signal.Notify(terminated, syscall.SIGTERM)
	go func() {
		<-terminated
		g.ended.Store(true)
	}()
	w.SetOnClosed(func() { g.ended.Store(true) })

	var failure error
	if o.soakRounds > 0 {
		a.Lifecycle().SetOnStarted(func() {
			g.startHeapGrowthSoak(func(err error) {
				failure = err
				a.Quit()
			})
		})
	} else {
		g.showPage(o.page)
		if o.stateFile != "" {
			a.Lifecycle().SetOnStarted(g.startStateFileWriter)
		}
	}
	w.ShowAndRun()
	return failure
}
