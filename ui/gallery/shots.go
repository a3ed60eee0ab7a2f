//go:build gallery

package main

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"memoir/ui/theme"
)

// shot is one picture.
type shot struct {
	page   string
	suffix string
	size   fyne.Size
	look   theme.Options
}

func shots() []shot {
	var all []shot
	large, small := fyne.NewSize(1440, 900), fyne.NewSize(720, 520)
	for _, p := range pages() {
		if !p.shot {
			continue
		}
		all = append(all, shot{p.name, "light", large, theme.Options{}},
			shot{p.name, "dark", large, theme.Options{Dark: true}})
	}
	return append(all,
		shot{"chat", "small-light", small, theme.Options{}}, shot{"chat", "small-dark", small, theme.Options{Dark: true}},
		shot{"rows", "small-light", small, theme.Options{}}, shot{"faults", "small-dark", small, theme.Options{Dark: true}},
		shot{"chat", "contrast", large, theme.Options{HighContrast: true}},
		shot{"panes", "contrast", large, theme.Options{HighContrast: true, Dark: true}},
		shot{"composer", "contrast", large, theme.Options{HighContrast: true}},
		shot{"controls", "contrast", large, theme.Options{HighContrast: true, Dark: true}},
		shot{"rows", "zoom-150", large, theme.Options{Zoom: 1.5}},
		shot{"controls", "zoom-150", large, theme.Options{Zoom: 1.5}},
		shot{"chat", "zoom-150", large, theme.Options{Zoom: 1.5}},
	)
}

// framesPerShot lets sizes, icons and images settle before a picture is taken; pages that are brought into a state
// after they were shown take longer.
const (
	framesPerShot = 12
	framesToPose  = 30
)

// shoot renders every shot into a folder and calls done.
func (g *gallery) shoot(ctx context.Context, folder string, done func(error)) {
	queue := slices.DeleteFunc(shots(), func(s shot) bool {
		return g.o.only != "" && !slices.Contains(strings.Split(g.o.only, ","), s.page)
	})
	var next func()
	next = func() {
		if len(queue) == 0 {
			done(nil)
			return
		}
		s := queue[0]
		queue = queue[1:]
		fyne.CurrentApp().Settings().SetTheme(theme.New(s.look))
		g.show(s.page) // before the size: the page shown until now may be too wide for it
		g.window.Resize(s.size)
		wait := framesPerShot
		if len(g.panes) > 0 {
			wait = framesToPose
		}
		g.frames(wait, func() {
			name := filepath.Join(folder, fmt.Sprintf("gallery-%s-%s.png", s.page, s.suffix))
			g.pose() // the frames drew the rows anew
			g.after(poseAfter, func() {
				g.capture(ctx, name, s.size, func(err error) {
					if err != nil {
						done(err)
						return
					}
					next()
				})
			})
		})
	}
	g.frames(framesPerShot, next)
}

// frames calls f after n frames were drawn.
func (g *gallery) frames(n int, f func()) {
	if n == 0 {
		f()
		return
	}
	g.window.Content().Refresh()
	g.after(30*time.Millisecond, func() { g.frames(n-1, f) })
}

// capture takes a picture of the display, where the window stands at the upper left: what the driver reads back from a
// software renderer may be black.
func (g *gallery) capture(ctx context.Context, name string, size fyne.Size, done func(error)) {
	g.goes(func(<-chan struct{}) {
		ctx, cancel := context.WithTimeout(ctx, time.Minute)
		defer cancel()
		area := fmt.Sprintf("%dx%d+0+0", int(size.Width), int(size.Height))
		out, err := exec.CommandContext(ctx, "import", "-silent", "-window", "root", "-crop", area, "+repage",
			name).CombinedOutput()
		if err != nil {
			err = fmt.Errorf("import %s: %w: %s", name, err, out)
		}
		fyne.Do(func() { done(err) })
	})
}
