package encoder

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	bge "memoir/assets/model"
	"memoir/memory"
)

func TestPackedWeightsAreFreedAfterARestAndPackedAgain(t *testing.T) {
	for _, kernel := range AvailableKernelNames() {
		t.Run(kernel, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				e := NewLazilyLoadedEmbedder(bge.BGESmall, Config{Kernel: kernel})
				defer e.Close()
				if err := e.LoadModelAndWait(t.Context()); err != nil {
					t.Fatal(err)
				}
				text := sampleText(3, 0)
				before := mustEmbed(t, e, memory.EmbedPassage, text)[0]
				time.Sleep(restBeforeFreeing - time.Second)
				mustEmbed(t, e, memory.EmbedPassage, text)
				time.Sleep(restBeforeFreeing - time.Second)
				synctest.Wait()
				e.mu.Lock()
				if e.model.packed == nil {
					t.Error("the weights were freed sooner after the last text")
				}
				e.mu.Unlock()
				time.Sleep(time.Second)
				synctest.Wait()
				if e.model.packed != nil || e.model.layers[0].qkv.panels != nil {
					t.Error("the weights are still in memory")
				}
				if after := mustEmbed(t, e, memory.EmbedPassage, text)[0]; !slices.Equal(after, before) {
					t.Error("another vector after the rest")
				}
			})
		})
	}
}

func TestWeightsOfAModelThatIsNotUsedAreFreed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := NewLazilyLoadedEmbedder(bge.BGESmall, Config{})
		defer e.Close()
		e.StartLoadingInBackgroundOnce()
		<-e.loaded
		time.Sleep(restBeforeFreeing)
		synctest.Wait()
		if !e.IsReady() || e.model.packed != nil {
			t.Error("the weights are still in memory")
		}
	})
}

func TestPackedWeightsAreKeptDuringACall(t *testing.T) {
	e := openEmbedder(t, Config{})
	m, end, err := e.beginCallWithLoadedModel(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	e.freePackedWeightsUnlessInUse()
	if m.packed == nil {
		t.Error("a call lost its weights")
	}
	end()
	e.freePackedWeightsUnlessInUse()
	if m.packed != nil {
		t.Error("the weights are still in memory")
	}
}
