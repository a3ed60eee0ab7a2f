package chat

import (
	"context"
	"testing"
	"time"

	"memoir/memory"
	"memoir/ui/app"
	"memoir/ui/chat/conversation"
	"memoir/ui/message"
	"memoir/ui/uitest"
)

func TestPaneLooksForAServerThatIsAwaited(t *testing.T) {
	h := uitest.NewHarness(t)
	p := New(h.Env, Events{OnChatChanged: func(memory.Chat) {}})
	h.ShowPaneInWindow(p, 800, 600)
	down := memory.ProviderInfo{Name: "ollama", Title: "Ollama", Local: true, Fault: &memory.Fault{Title: "It is down."}}
	up := memory.ProviderInfo{Name: "openai", Title: "OpenAI", Reachable: true}
	p.carryOutEffects(
		p.state.Settings.SetModelListsAndNewChatMode(conversation.ModelLists{Providers: []memory.ProviderInfo{down, up}}),
	)
	if !p.serverWait.isLookScheduled() {
		t.Error("it does not look for the server")
	}
	model := memory.NullText("openai/any")
	p.carryOutEffects(p.state.Settings.UpdateOpenChatAndNewChatModel(memory.ChatPatch{Model: &model}))
	if p.serverWait.isLookScheduled() {
		t.Error("it looks for a server that it does not need")
	}
}

func TestPaneLooksForAnAwaitedServerAtOnceWhenTheUserActs(t *testing.T) {
	for name, act := range map[string]func(p *Pane){
		"comes back to the window": func(p *Pane) { p.LookForAwaitedServer() },
		"types":                    func(p *Pane) { p.composer.SetText("typed") },
		"opens a chat":             func(p *Pane) { p.LeaveAndOpenStoredChat(1, 0) },
		"opens a new chat":         func(p *Pane) { p.LeaveAndOpenNewChat(false) },
	} {
		t.Run(name, func(t *testing.T) {
			h := uitest.NewHarness(t)
			p := New(h.Env, Events{OnChatChanged: func(memory.Chat) {}})
			h.ShowPaneInWindow(p, 800, 600)
			looks := 0
			p.serverWait.look = func() { looks++ }
			p.serverWait.scheduleOrStopLooking(true)
			p.serverWait.lastLook = time.Time{}
			if act(p); looks != 1 {
				t.Errorf("looked %d times", looks)
			}
		})
	}
}

func TestTextOfTheProgramIsNoTyping(t *testing.T) {
	h := uitest.NewHarness(t)
	p := New(h.Env, Events{})
	h.ShowPaneInWindow(p, 800, 600)
	p.carryOutEffects([]conversation.Effect{conversation.SetText{Text: "restored"}})
	if p.saveDelay.IsPending() || p.composer.Text() != "restored" {
		t.Errorf("saving %t, text %q", p.saveDelay.IsPending(), p.composer.Text())
	}
	p.composer.SetText("typed")
	if !p.saveDelay.IsPending() {
		t.Error("what was typed is not going to be saved")
	}
}

func TestButtonsBeneathAnErrorLeadWhereTheyPromise(t *testing.T) {
	h := uitest.NewHarness(t)
	h.Env.Host = reportingHost{h.Env.Host}
	p := New(h.Env, Events{})
	h.ShowPaneInWindow(p, 800, 600)
	p.state.Messages = []memory.Message{{ID: 3, Role: memory.RoleAssistant, Model: "openai/any"}}
	for button, want := range map[string]app.Route{
		buttonKey:   {Screen: app.ScreenModels, Provider: "openai"},
		buttonFiles: {Screen: app.ScreenFiles},
		buttonNew:   {Screen: app.ScreenNewChat},
		buttonSetup: {Screen: app.ScreenFirstRun},
	} {
		h.Routes = nil
		p.runFaultButtonAction(3, button)
		p.runFaultButtonAction(99, button) // a message that is gone
		if len(h.Routes) != 1 || h.Routes[0] != want {
			t.Errorf("%s leads to %+v", button, h.Routes)
		}
	}
	p.runFaultButtonAction(3, buttonReport)
	h.WaitForToastAndClearToasts("Diagnostics copied")
	if len(h.CopiedTexts) != 1 || h.CopiedTexts[0] != "version 1" {
		t.Errorf("copied %q", h.CopiedTexts)
	}
}

// reportingHost is a Host that has diagnostics.
type reportingHost struct{ app.Host }

func (reportingHost) DiagnosticsText(context.Context, memory.ID) (string, error) {
	return "version 1", nil
}

func TestWorkIsRunAndItsResultApplied(t *testing.T) {
	h := uitest.NewHarness(t)
	chat, err := h.Env.Session.CreateChat(t.Context(), memory.NewChat{Title: "Tea"})
	if err != nil {
		t.Fatal(err)
	}
	changed := 0
	p := New(h.Env, Events{OnChatChanged: func(memory.Chat) { changed++ }})
	h.ShowPaneInWindow(p, 800, 600)
	p.LeaveAndOpenStoredChat(chat.ID, 0)
	h.RunUICallsUntil("the chat", func() bool { return p.CurrentChat().ID == chat.ID })
	model := memory.NullText("demo/other")
	p.carryOutEffects(p.state.Settings.UpdateOpenChatAndNewChatModel(memory.ChatPatch{Model: &model}))
	h.RunUICallsUntil("the model", func() bool { return p.CurrentChat().Model == model })
	if changed != 2 {
		t.Errorf("%d changes were reported", changed)
	}
}

func TestAnswerThatWasCutOffIsShownAsSuch(t *testing.T) {
	for reason, want := range map[memory.FinishReason]message.State{
		memory.FinishStop: message.Complete, "": message.Complete, memory.FinishToolCalls: message.Complete,
		memory.FinishLength: message.LengthLimited, memory.FinishFilter: message.Filtered,
	} {
		m := memory.Message{Role: memory.RoleAssistant, Status: memory.MessageComplete, FinishReason: reason}
		if got := displayStateOfMessage(m); got != want {
			t.Errorf("%q is shown as state %d, want %d", reason, got, want)
		}
	}
}

// The menu of the memory chip chooses whether earlier messages are quoted in the open chat, whether it is
// stored or not yet; with memory off there is nothing to choose.
func TestRecallIsChosenForOneChat(t *testing.T) {
	h := uitest.NewHarness(t)
	p := New(h.Env, Events{OnChatChanged: func(memory.Chat) {}})
	h.ShowPaneInWindow(p, 800, 600)
	choose := func(label string) {
		t.Helper()
		h.TapControlNamed("How this chat uses memory", nil)
		h.TapControlNamed(label, nil)
	}
	choose("When they help")
	if got := p.CurrentChat(); got.ID != 0 || got.Recall != memory.RecallOn {
		t.Errorf("the new chat is %+v", got)
	}
	chat := h.CreateChat("Tea")
	p.LeaveAndOpenStoredChat(chat, 0)
	h.RunUICallsUntil("the chat", func() bool { return p.CurrentChat().ID == chat })
	stored := func() memory.Chat {
		c, err := h.Env.Session.LoadChat(t.Context(), chat)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	for _, c := range []struct {
		label string
		want  memory.RecallMode
	}{{"When they help", memory.RecallOn}, {"Never", memory.RecallOff}, {"Same as in Settings", memory.RecallDefault}} {
		choose(c.label)
		h.RunUICallsUntil(c.label, func() bool { return p.CurrentChat().Recall == c.want })
		if got := stored().Recall; got != c.want {
			t.Errorf("%s: stored is %s", c.label, got)
		}
	}
	choose("Off")
	h.RunUICallsUntil("memory off", func() bool { return p.CurrentChat().Memory == memory.MemoryOff })
	choose("When they help")
	if got := stored().Recall; got != memory.RecallDefault {
		t.Errorf("recall %s was chosen with memory off", got)
	}
}

// A line stands above the first message that the newest answer was given, and moves with it.
func TestLineStandsWhereTheSummaryTakesOver(t *testing.T) {
	h := uitest.NewHarness(t)
	p := New(h.Env, Events{OnChatChanged: func(memory.Chat) {}})
	h.ShowPaneInWindow(p, 800, 600)
	chat := h.CreateChat("Tea")
	var last memory.ID
	insert := func(role memory.Role, text string, r *memory.Receipt) {
		var err error
		last, err = h.DB.MessageStore().InsertAsHeadUpdatingChatTime(t.Context(), memory.Message{
			ChatID: chat, ParentID: last, Role: role, Status: memory.MessageComplete, Content: text, CreatedAt: h.Now,
			Receipt: r,
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	ask := func(text string, omitted int, kept ...memory.ID) {
		r := &memory.Receipt{OmittedCount: omitted, HistoryIDs: kept}
		if omitted > 0 {
			r.Summary = "- The user likes tea."
		}
		insert(memory.RoleUser, text, nil)
		insert(memory.RoleAssistant, "Answer to "+text, r)
	}
	ask("first", 0, 1)
	p.LeaveAndOpenStoredChat(chat, 0)
	h.RunUICallsUntil("the chat", func() bool { return len(p.state.Messages) == 2 })
	lines := func() (out []int64) {
		for _, r := range buildMessageRows(p.state) {
			if r.RowKind() == message.KindWindowStart {
				out = append(out, r.RowID())
			}
		}
		return out
	}
	if got := lines(); len(got) != 0 {
		t.Fatalf("lines %v although everything is sent", got)
	}
	ask("second", 2, 3)
	ask("third", 3, 4, 5)
	p.LeaveAndOpenNewChat(false)
	p.LeaveAndOpenStoredChat(chat, 0)
	h.RunUICallsUntil("the chat again", func() bool { return len(p.state.Messages) == 6 })
	if got := lines(); len(got) != 1 || got[0] != -4 {
		t.Fatalf("lines %v, want one above message 4", got)
	}
	h.TapControlNamed("Show the summary of the messages above", nil)
	h.TapControlNamed("Read and edit summaries", nil)
	if len(h.Routes) != 1 || h.Routes[0] != (app.Route{Screen: app.ScreenTiers, Chat: chat}) {
		t.Errorf("the link leads to %+v", h.Routes)
	}
	p.state.LoadedMessage(last).Receipt.HistoryIDs = []memory.ID{5}
	p.messages.redrawMessageRowOrAllIfWindowMoved(last)
	if p.messages.line.ID != -5 {
		t.Errorf("after a new receipt the line is %d", p.messages.line.ID)
	}
}
