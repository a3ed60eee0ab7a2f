package engine

import (
	"context"
	"io"

	"memoir/memory"
	"memoir/memory/export"
)

// Export writes chats and memories to w and calls tell, which may be nil, after each chat; see
// export.Exporter.Write. Nothing is changed.
func (s *Session) Export(
	ctx context.Context, w io.Writer, o memory.ExportOptions, tell func(memory.Progress),
) (memory.ExportResult, error) {
	x := export.Exporter{Store: s.store, Profile: s.profile, Now: s.clock, Version: s.version}
	return x.Write(ctx, w, o, tell)
}
