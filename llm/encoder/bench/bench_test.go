package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"memoir/assets/model"
)

func TestMeasurementsAreWrittenAsTableAndJSON(t *testing.T) {
	r := Result{Kernel: "avx2", CPUs: 2, LoadMS: 20, Short: 2, Long: 60, Batch32: 30, AtRestMiB: -1, AfterBatch: 70}
	table := r.table()
	for _, want := range []string{"kernel avx2, 2 processors", "14 tokens", "60.0 ms", "unknown", "70.0 MiB"} {
		if !strings.Contains(table, want) {
			t.Errorf("no %q in\n%s", want, table)
		}
	}
}

func TestAnEndedContextEndsTheMeasurement(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out bytes.Buffer
	if err := Run(ctx, &out, model.BGESmall, true); !errors.Is(err, context.Canceled) || out.Len() > 0 {
		t.Errorf("%v, wrote %q", err, out.String())
	}
}

func TestMeasurementsOrderAsTheWorkDoes(t *testing.T) {
	var out bytes.Buffer
	if err := Run(t.Context(), &out, model.BGESmall, true); err != nil {
		t.Fatal(err)
	}
	var r Result
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		t.Fatal(err)
	}
	if r.Kernel == "" || r.LoadMS <= 0 || r.Short <= 0 || r.Long <= r.Short || r.Batch256 <= r.Batch32 {
		t.Errorf("%+v", r)
	}
}
