//go:build gallery

// Command gallery shows every component of the chat surface in every state, without the rest of the program. It is
// built with the tag gallery.
//
//	gallery -page rows -dark           one page in a window
//	gallery -shots docs/images         renders all pages, light and dark, and ends
//	gallery -page stream -state file   keeps a JSON description of the window in a file, for the end-to-end test
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"

	"memoir/ui/theme"
)

type options struct {
	page     string
	dark     bool
	contrast bool
	reduced  bool
	zoom     float64
	width    float64
	height   float64
	shots    string
	only     string
	state    string
	buttons  bool
	soak     int
	heap     string
}

func main() {
	var o options
	flag.StringVar(&o.page, "page", "chat", "page to show: "+pageNames())
	flag.BoolVar(&o.dark, "dark", false, "dark look")
	flag.BoolVar(&o.contrast, "contrast", false, "high contrast")
	flag.BoolVar(&o.reduced, "reduced", false, "reduced motion")
	flag.Float64Var(&o.zoom, "zoom", 1, "text zoom, 0.8 to 2")
	flag.Float64Var(&o.width, "width", 1000, "window width")
	flag.Float64Var(&o.height, "height", 800, "window height")
	flag.StringVar(&o.shots, "shots", "", "render all pages into this folder and end")
	flag.StringVar(&o.only, "only", "", "pages to render, with commas between; all without it")
	flag.StringVar(&o.state, "state", "", "file to describe the window in")
	flag.BoolVar(&o.buttons, "buttons", false, "tell of the buttons too, which costs more")
	flag.IntVar(&o.soak, "soak", 0, "rounds of streaming and scrolling, to see that the heap does not grow")
	flag.StringVar(&o.heap, "heap", "", "folder for a profile of the heap after each round")
	flag.Parse()
	if err := run(context.Background(), o); err != nil {
		fmt.Fprintln(os.Stderr, "gallery:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options) error {
	a := app.NewWithID("io.memoir.gallery")
	a.Settings().SetTheme(theme.New(theme.Options{Dark: o.dark, HighContrast: o.contrast, Zoom: float32(o.zoom)}))
	w := a.NewWindow("Memoir gallery")
	w.SetPadded(false)
	w.SetMaster()
	w.Resize(fyne.NewSize(float32(o.width), float32(o.height)))
	g := newGallery(ctx, w, o)
	defer g.close()

	var failed error
	end := func(err error) {
		failed = err
		a.Quit()
	}
	switch {
	case o.shots != "":
		a.Lifecycle().SetOnStarted(func() { g.shoot(ctx, o.shots, end) })
	case o.soak > 0:
		a.Lifecycle().SetOnStarted(func() { g.soakFor(o.soak, end) })
	default:
		g.show(o.page)
		if o.state != "" {
			a.Lifecycle().SetOnStarted(g.tell)
		}
	}
	w.ShowAndRun()
	return failed
}
