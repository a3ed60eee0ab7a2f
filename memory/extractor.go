package memory

import (
	"slices"
	"strings"
)

// preferredExtractor is the model that source 000 uses when models.yaml names none.
const preferredExtractor = "openai/gpt-5-nano-2025-08-07"

// ExtractorReason says why a model was chosen to learn; empty when no model can.
type ExtractorReason string

// The reasons for choosing an extractor.
const (
	ExtractorNamed     ExtractorReason = "named"     // the user named it in models.yaml
	ExtractorPreferred ExtractorReason = "preferred" // it is preferredExtractor
	ExtractorSmallest  ExtractorReason = "smallest"  // it is the smallest that is available
	ExtractorLoaded    ExtractorReason = "loaded"    // a server on this computer has it in memory
)

// PickExtractorModel chooses the model that learns, from a catalog in file order: the one that the
// user named, if it is available; else openai/gpt-5-nano-2025-08-07; else the smallest available
// model of the first provider that has one (source 000). Unless the user named the model, text is
// only sent where it has already been: chats with a model on this computer are learned from on this
// computer, others by the provider of their model or on this computer. Models that cannot chat are
// only chosen by name. On a local server, a loaded model is preferred to a smaller one that is not
// loaded.
func PickExtractorModel(all []ModelInfo, named, chatModel string) (ModelInfo, ExtractorReason, bool) {
	chat := modelInfoByID(all, chatModel)
	for _, m := range all {
		if m.ID == named && m.Available {
			return m, ExtractorNamed, true
		}
	}
	var best *ModelInfo
	for i := range all {
		m := &all[i]
		switch {
		case !m.CanChat || !m.Available || !mayModelReceiveChatText(*m, chat):
		case m.ID == preferredExtractor:
			return *m, ExtractorPreferred, true
		case best == nil || (m.Provider == best.Provider && isBetterExtractorModel(*m, *best)):
			best = m
		}
	}
	if best == nil {
		return ModelInfo{}, "", false
	}
	return *best, loadedOrSmallestReason(*best), true
}

// PickExtractorModelForChats is PickExtractorModel for text that several models have answered:
// unless the user named the model, it is one that may receive the text of every one of them.
func PickExtractorModelForChats(all []ModelInfo, named string, chatModels []string) (ModelInfo, bool) {
	var allowed []ModelInfo
	for _, m := range all {
		if m.ID == named || !slices.ContainsFunc(chatModels, func(id string) bool {
			return !MayModelReceiveTextOfChatModel(all, m, id)
		}) {
			allowed = append(allowed, m)
		}
	}
	m, _, ok := PickExtractorModel(allowed, named, "")
	return m, ok
}

// MayModelReceiveTextOfChatModel reports whether text that a chat's model has may be sent to m.
func MayModelReceiveTextOfChatModel(all []ModelInfo, m ModelInfo, chatModel string) bool {
	return mayModelReceiveChatText(m, modelInfoByID(all, chatModel))
}

// modelInfoByID returns a model of the catalog; one that is not listed has its provider only.
func modelInfoByID(all []ModelInfo, id string) ModelInfo {
	for _, m := range all {
		if m.ID == id {
			return m
		}
	}
	provider, _, _ := strings.Cut(id, "/")
	return ModelInfo{Provider: provider}
}

func loadedOrSmallestReason(m ModelInfo) ExtractorReason {
	if m.Local && m.Loaded {
		return ExtractorLoaded
	}
	return ExtractorSmallest
}

// mayModelReceiveChatText reports whether the text of a chat may be sent to m: always to a model on
// this computer, elsewhere only to the provider that already has it. Text that belongs to no chat
// may be sent to any configured model.
func mayModelReceiveChatText(m, chat ModelInfo) bool {
	return m.Local || chat.Provider == "" || (!chat.Local && m.Provider == chat.Provider)
}

// isBetterExtractorModel orders models of one provider: loaded models of a local server first, then
// by size, with unknown sizes last.
func isBetterExtractorModel(a, b ModelInfo) bool {
	if a.Local && a.Loaded != b.Loaded {
		return a.Loaded
	}
	if (a.Size == 0) != (b.Size == 0) {
		return a.Size != 0
	}
	return a.Size < b.Size
}
