-- The first answers whether the search index matches the stored vectors without reading the vectors; the others find the
-- memories that were learned from a message, the few that go with every answer, those with a key, and those that may replace a memory.
CREATE INDEX vectors_by_hash ON vectors(owner_kind, embedder, owner_id, part, hash);
CREATE INDEX memory_by_source ON memory(source_message_id) WHERE source_message_id IS NOT NULL;
CREATE INDEX memory_links_pinned ON memory_links(memory_id) WHERE pinned = 1;
CREATE INDEX memory_instructions ON memory(kind, created_at DESC, id DESC) WHERE kind = 'instruction';
CREATE INDEX memory_links_proposing ON memory_links(proposes) WHERE proposes IS NOT NULL;
CREATE INDEX memory_keyed ON memory(created_at DESC, id DESC) WHERE key <> '';
