package sidebar

import (
	"context"
	"fmt"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/kit"
	"memoir/ui/parts"
	"memoir/ui/theme"
	"memoir/ui/when"
)

// Actions are the callbacks into the window.
type Actions struct {
	Open      func(id memory.ID)
	New       func()
	Search    func()
	Settings  func()
	Collapse  func()
	Rename    func(t memory.Thread)
	Delete    func(t memory.Thread)
	Pin       func(t memory.Thread)
	Trash     func()
	Profiles  func(at fyne.CanvasObject) // offers the other profiles next to at
	MarkShown func(n int)                // called with the number of listed chats; for tests
}

// Pane is the sidebar.
type Pane struct {
	widget.BaseWidget
	env     *app.Env
	on      Actions
	latest  app.Latest
	threads []memory.Thread
	trash   int
	loaded  bool // the chats have been loaded
	current memory.ID
	busy    map[memory.ID]bool
	arcs    map[memory.ID]*canvas.Arc
	spin    *kit.Frames // runs while any chat is busy
	list    *parts.List
	name    *kit.Label
	letter  *kit.Label
	note    *kit.Label
	hint    *parts.Para
	inner   fyne.CanvasObject
}

// New returns an empty sidebar; ReloadChats fills it.
func New(env *app.Env, on Actions) *Pane {
	p := &Pane{env: env, on: on, busy: map[memory.ID]bool{}, arcs: map[memory.ID]*canvas.Arc{}}
	p.list = parts.NewList(0, 4, 10, 12, 10)
	p.name = kit.NewShrinkingLabel("You", theme.RoleStrong, theme.Text)
	p.letter = kit.NewLabel("Y", theme.RoleStrong, theme.AccentText)
	p.note = kit.NewShrinkingLabel("On this computer", theme.RoleMeta, theme.Text3)
	p.hint = parts.NewPara("No chats yet. Write a message to begin one.", theme.RoleMeta, theme.Text3, 0)
	p.inner = p.build()
	p.ExtendBaseWidget(p)
	return p
}

func (p *Pane) build() fyne.CanvasObject {
	head := parts.Fix(0, theme.HeaderHeight, parts.Pad(0, 10, 0, 16, parts.Row(9, newLogo(24),
		kit.NewLabel("Memoir", theme.RoleTitle, theme.Text), parts.Space(),
		parts.NewIcon(theme.IconPanel, "Hide the sidebar (Ctrl+B)", func() { p.on.Collapse() }))))
	fresh := newWide(theme.IconCompose, "New chat", "Ctrl N", theme.Text, true, func() { p.on.New() })
	search := newWide(theme.IconSearch, "Search chats", "Ctrl K", theme.Text3, false, func() { p.on.Search() })
	avatar := parts.Fix(28, 28, parts.On(kit.NewBox(theme.AccentTint, theme.None, 14), parts.Centre(p.letter)))
	foot := parts.Fix(0, 60, parts.Pad(0, 14, 0, 8, parts.Row(4, parts.Flex(p.profile(avatar)),
		parts.NewIcon(theme.IconSliders, "Settings (Ctrl+,)", func() { p.on.Settings() }))))
	column := parts.Column(0, head, parts.Pad(2, 12, 0, 12, parts.Column(8, fresh, search)),
		parts.Flex(parts.Pad(8, 0, 0, 0, p.list)), kit.NewHairline(), foot)
	return parts.On(parts.NewFill(theme.Side), parts.Border(nil, nil, nil, kit.NewHairline(), column))
}

// profileButton shows the current profile; a click offers the others.
func (p *Pane) profile(avatar fyne.CanvasObject) fyne.CanvasObject {
	words := parts.Flex(parts.Middle(parts.Column(0, p.name, p.note)))
	inner := parts.Pad(4, 8, 4, 8, parts.Row(10, parts.Middle(avatar), words))
	t := parts.NewTappable("Profiles", theme.None, theme.Hover, theme.None, theme.RadiusRow, inner)
	t.OnTapped = func() { p.on.Profiles(t) }
	return parts.Middle(t)
}

// ProfileDisplayName returns what a profile is called in the window.
func ProfileName(name string) string {
	if name == "" || name == "default" {
		return "You"
	}
	return name
}

// StopSpinner stops all animation.
func (p *Pane) Close() {
	clear(p.busy)
	p.turn()
}

// ApplyReducedMotion applies a change of the reduced-motion setting.
func (p *Pane) MotionChanged() {
	p.turn()
	p.show()
}

// SetProfile shows the current profile.
func (p *Pane) SetProfile(name, note string) {
	name = ProfileName(name)
	p.name.SetText(name)
	p.letter.SetText(string([]rune(name)[:1]))
	p.note.SetText(note)
}

// ReloadChats loads the chats.
func (p *Pane) Reload() {
	type lists struct {
		live  []memory.Thread
		trash int
	}
	p.list.Await(p.env.After, theme.RowHeight)
	app.Newest(p.env.Tasks, &p.latest, func(ctx context.Context) (lists, error) {
		live, err := p.env.Service.Threads(ctx, memory.ThreadFilter{ProfileID: p.env.Profile})
		if err != nil {
			return lists{}, err
		}
		gone, err := p.env.Service.Threads(ctx, memory.ThreadFilter{ProfileID: p.env.Profile, Trash: true})
		return lists{live, len(gone)}, err
	}, func(l lists, err error) {
		if err != nil {
			p.list.GiveUp()
			p.env.Fail(err)
			return
		}
		p.threads, p.trash, p.loaded = l.live, l.trash, true
		p.show()
	})
}

// Chats returns the chats as they are listed.
func (p *Pane) Threads() []memory.Thread { return p.threads }

// SetCurrent highlights the chat that is open.
func (p *Pane) SetCurrent(id memory.ID) {
	if p.current != id {
		p.current = id
		p.show()
		p.list.ScrollTo(key(id))
	}
}

// SetBusy marks a chat whose answer is being written.
func (p *Pane) SetBusy(id memory.ID, on bool) {
	if p.busy[id] == on {
		return
	}
	if on {
		p.busy[id] = true
	} else {
		delete(p.busy, id)
	}
	p.turn()
	p.show()
}

func key(id memory.ID) string { return "t" + strconv.FormatInt(int64(id), 10) }

func (p *Pane) show() {
	if !p.loaded {
		return
	}
	now := p.env.Now()
	entries := make([]parts.Entry, 0, len(p.threads)+8)
	group := ""
	for _, t := range p.threads {
		g := when.Group(t.UpdatedAt, now)
		if t.Pinned {
			g = "Pinned"
		}
		if g != group {
			group = g
			entries = append(entries, label(g, len(entries)))
		}
		entries = append(entries, p.entry(t))
	}
	if len(p.threads) == 0 {
		entries = append(entries, parts.Entry{Key: "none", Make: func() fyne.CanvasObject {
			return parts.Pad(12, 10, 0, 10, p.hint)
		}, Height: func(float32) float32 { return theme.Current().Scaled(52) }})
	}
	if p.trash > 0 {
		entries = append(entries, p.trashEntry())
	}
	p.list.Set(entries)
	if p.on.MarkShown != nil {
		p.on.MarkShown(len(p.threads))
	}
}

func label(text string, at int) parts.Entry {
	top := float32(14)
	if at == 0 {
		top = 8
	}
	return parts.Entry{
		Key: "g" + text, Version: fmt.Sprint(at == 0),
		Height: func(float32) float32 { return theme.Current().Scaled(18) + top + 4 },
		Make: func() fyne.CanvasObject {
			return parts.Pad(top, 10, 4, 10, kit.NewShrinkingLabel(text, theme.RoleLabel, theme.Text3))
		},
	}
}

func (p *Pane) entry(t memory.Thread) parts.Entry {
	now, busy := t.ID == p.current, p.busy[t.ID]
	return parts.Entry{
		Key:     key(t.ID),
		Version: fmt.Sprint(t.Title, now, busy && p.env.Still(), busy, t.Unread, t.Temporary, t.Pinned),
		Height:  func(float32) float32 { return theme.Current().Scaled(theme.RowHeight) },
		Make:    func() fyne.CanvasObject { return p.row(t, now, busy) },
	}
}

func (p *Pane) trashEntry() parts.Entry {
	text := when.Count(p.trash, "chat", "chats") + " in the trash"
	return parts.Entry{
		Key: "trash", Version: text,
		Height: func(float32) float32 { return theme.Current().Scaled(theme.RowHeight) + 14 },
		Make: func() fyne.CanvasObject {
			b := parts.NewButton(parts.ButtonOptions{
				Kind: parts.Quiet, Icon: theme.IconTrash, Label: text, Left: true, Height: theme.RowHeight,
			}, func() { p.on.Trash() })
			return parts.Pad(14, 0, 0, 0, b)
		},
	}
}

// ChatTitle returns what a chat is called in the list.
func Title(t memory.Thread) string {
	switch {
	case t.Title != "":
		return t.Title
	case t.Temporary:
		return "Temporary chat"
	}
	return "New chat"
}

// CreateRenderer returns the renderer of the widget.
func (p *Pane) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(p.inner) }

// logo is the logo of the program; it follows the theme.
type logo struct {
	widget.BaseWidget
	size  float32
	image *canvas.Image
}

func newLogo(size float32) *logo {
	l := &logo{size: size, image: &canvas.Image{FillMode: canvas.ImageFillContain}}
	l.image.Resource = theme.DrawLogo(theme.Current(), size, 1)
	l.ExtendBaseWidget(l)
	return l
}

// NewLogo returns the logo of the program.
func NewLogo(size float32) fyne.CanvasObject { return newLogo(size) }

func (l *logo) MinSize() fyne.Size { return fyne.NewSquareSize(l.size) }

func (l *logo) Refresh() {
	l.image.Resource = theme.DrawLogo(theme.Current(), l.size, 1)
	l.image.Refresh()
}

func (l *logo) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(l.image) }
