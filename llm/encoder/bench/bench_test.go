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

func TestFormatTableListsMeasurements(t *testing.T) {
	r := Result{
		Kernel: "avx2", CPUs: 2, LoadMS: 20, ShortTextMS: 2, LongTextMS: 60, Batch32MS: 30, IdleMiB: -1,
		AfterBatchMiB: 70,
	}
	table := r.formatTable()
	for _, want := range []string{"kernel avx2, processors: 2", "14 tokens", "60.0 ms", "unknown", "70.0 MiB"} {
		if !strings.Contains(table, want) {
			t.Errorf("no %q in\n%s", want, table)
		}
	}
}

func TestCanceledContextStopsTheMeasurement(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out bytes.Buffer
	if err := MeasureAndWriteReport(ctx, &out, model.BGESmall, true); !errors.Is(err, context.Canceled) || out.Len() > 0 {
		t.Errorf("%v, wrote %q", err, out.String())
	}
}

func TestMoreTextTakesLonger(t *testing.T) {
	var out bytes.Buffer
	if err := MeasureAndWriteReport(t.Context(), &out, model.BGESmall, true); err != nil {
		t.Fatal(err)
	}
	var r Result
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		t.Fatal(err)
	}
	if r.Kernel == "" || r.LoadMS <= 0 || r.ShortTextMS <= 0 || r.LongTextMS <= r.ShortTextMS ||
		r.Batch256MS <= r.Batch32MS {
		t.Errorf("%+v", r)
	}
}
